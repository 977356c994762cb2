import { mm, fieldList } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { printSide } from '../card.ts';
import { labelling } from '../../drawing/forms.ts';
import { dayBetween, printed } from '../../synthetic/dates.ts';
import { generatePerson, personInPrint } from '../../synthetic/people.ts';

const FRONT = { width: mm(86), height: mm(54) };
const BACK = { ...FRONT, y: FRONT.height + mm(4) };
const SIZE = { width: FRONT.width, height: 2 * FRONT.height + mm(4) };
const STYLE = labelling('4 titillium #6a4b2c', '6.8 titillium-bold', 4.4);

/** The identity card of 2019 in card size, one side under the other. */
export const rgCard: Layout = {
  id: 'unseen-rg-card',
  type: 'rg',
  size: SIZE,
  draw(paper, random) {
    const person = generatePerson(random);
    const shown = personInPrint(person);
    const issued = dayBetween(random, 2019, 2023);
    const civil = () => `CERT. NASC. LV ${random.whole(10, 99)} FLS ${random.whole(10, 200)} TERMO ${random.digits(5)}`;
    paper.addPage(SIZE);
    for (const side of [FRONT, BACK])
      void printSide(paper, random, side, STYLE)`
        gradient #f3ead8 #e3ecdc
        waves 2.6 #e3d2b0 #cfdcc2
      `;
    const places = printSide(paper, random, FRONT, STYLE)`
      fill 0 0 86 9.5 #a9712f
      text 4 1.6 7 titillium-bold #ffffff: REPÚBLICA FEDERATIVA DO BRASIL
      text 4 5 4.6 titillium #ffffff: ESTADO DE ${shown.stateName} · POLÍCIA CIVIL · IDENTIFICAÇÃO CIVIL
      portrait 60 12 22 28
      4 12: Nome [${shown.name}]
      4 18.5: Nome Social []
      label 4 25: Filiação
      value 4 26.8: ${shown.mother}
      value 4 29.9: ${shown.father}
      4 35: Data de Nascimento [${shown.born}]
      30 35: Naturalidade [${shown.place}-${shown.state}]
      signature 30 41.5 26 6.5 #20202a
      caption 43 49.6: Assinatura do Titular
      text 71 42 5 titillium-bold centre #7a2f12: CARTEIRA DE IDENTIDADE
    `;
    void printSide(paper, random, BACK, STYLE)`
      text 43 2 5.4 titillium-bold centre: VÁLIDA EM TODO O TERRITÓRIO NACIONAL
      4 7: Registro Geral [${shown.identity}]
      44 7: CPF [${shown.cpf}]
      4 14: Órgão Expedidor [${person.issuer.replace(' ', '/')}]
      30 14: Via [02]
      44 14: Data de Expedição [${printed(issued)}]
      4 21: Registro Civil [${civil}]
      4 28: Título de Eleitor [${() => random.digits(12)}]
      44 28: NIS/PIS/PASEP []
      4 35: Fator RH [${() => random.pick(['O+', 'A+', 'B-', 'AB+'])}]
      20 35: Observações []
      thumb 74 38 8
      official 12 42 28 6 #333333
      caption 26 49.4: Assinatura do Diretor
    `;
    const fields = fieldList`
      nome ${shown.name} | free rg ${person.rg} | cpf ${person.cpf} | data_nascimento ${person.born} |
      filiacao_1 ${shown.mother} | filiacao_2 ${shown.father} | free naturalidade ${shown.place}-${shown.state} |
      data_emissao ${issued} | free orgao_emissor ${person.issuer} | data_validade ${null}
    `;
    return { fields, ...places };
  },
};
