import { CARD, fieldList } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { printSide } from '../card.ts';
import { labelling } from '../../drawing/forms.ts';
import { dayBetween, printed, yearsAfter } from '../../synthetic/dates.ts';
import { generatePerson, personInPrint } from '../../synthetic/people.ts';

const STYLE = labelling('3.8 open-sans #3b5b6d', '6.6 open-sans-bold', 4.4);

/** The national identity card since 2022, front. */
export const cinFront: Layout = {
  id: 'cin-front',
  type: 'cin',
  size: CARD,
  draw(paper, random) {
    const person = generatePerson(random);
    const shown = personInPrint(person);
    const expires = yearsAfter(dayBetween(random, 2022, 2025), 10);
    paper.addPage(CARD);
    const places = printSide(paper, random, CARD, STYLE)`
      gradient #eaf4ee #f6f3df
      waves 2.4 #cfe3d6 #e2dfbd #cddff0
      text 50 1.8 6 open-sans-bold centre: REPÚBLICA FEDERATIVA DO BRASIL
      text 50 4.4 4.6 open-sans centre: GOVERNO DO ESTADO DE ${shown.stateName}
      text 50 7 4.6 open-sans centre: SECRETARIA DA SEGURANÇA PÚBLICA
      text 50 9.6 6 open-sans-bold centre #1c5d3a: CARTEIRA DE IDENTIDADE
      portrait 4 13 22 29
      29 13: Nome / Name [${shown.name}]
      29 18.2: Nome Social / Social Name []
      29 23.4: Registro Geral - CPF / Personal Number [${shown.cpf}]
      66 23.4: Sexo / Sex [${person.sex}]
      29 28.6: Data de Nascimento / Date of Birth [${shown.born}]
      60 28.6: Nacionalidade / Nationality [BRA]
      29 33.8: Naturalidade / Place of Birth [${shown.place}/${shown.state}]
      29 39: Data de Validade / Expiry Date [${printed(expires)}]
      signature 36 44 26 5.4
      caption 49 50.2: Assinatura do Titular / Cardholder’s Signature
    `;
    const fields = fieldList`
      nome ${shown.name} | cpf ${person.cpf} | data_nascimento ${person.born} |
      free naturalidade ${shown.place}/${shown.state} | data_validade ${expires} | filiacao_1 ${null}
    `;
    return { fields, ...places };
  },
};
