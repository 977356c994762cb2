import { mm, fieldList } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { printSide } from '../card.ts';
import { labelling } from '../../drawing/forms.ts';
import { dayBetween, printed } from '../../synthetic/dates.ts';
import { generatePerson, personInPrint } from '../../synthetic/people.ts';

const SIZE = { width: mm(200), height: mm(68) };
const STYLE = labelling('4.8 ubuntu #32507a', '8 cousine-bold #101018', mm(2.2));

/**
 * An identity card of another state: its sides one beside the other, abbreviated labels above what was printed later.
 */
export const rgWide: Layout = {
  id: 'unseen-rg-wide',
  type: 'rg',
  size: SIZE,
  draw(paper, random) {
    const person = generatePerson(random);
    const shown = personInPrint(person);
    const issued = dayBetween(random, 2000, 2018);
    const origin = () => `CERT NASC ${random.digits(6)} LIV ${random.digits(3)} FOL ${random.digits(3)}`;
    paper.addPage(SIZE, '#e9eef5');
    const places = printSide(paper, random, SIZE, STYLE)`
      waves 2.5 #c6d4e6 #d8dfe9
      text 50 3 6 ubuntu-bold centre #1f3b63: REPÚBLICA FEDERATIVA DO BRASIL
      text 50 6 6 ubuntu-bold centre #1f3b63: ESTADO ${shown.stateName}
      text 50 9 6 ubuntu-bold centre #1f3b63: DIRETORIA DE IDENTIFICAÇÃO CIVIL
      portrait 62 15 28 36
      thumb 30 32 12
      caption 30 48: POLEGAR DIREITO
      signature 20 53 50 8 #1d1d40
      caption 50 63: ASSINATURA DO TITULAR
      line 100 0 100 68 #8fa3bd
      text 150 2.5 7 ubuntu-bold centre #1f3b63: CARTEIRA DE IDENTIDADE
      104 7: RG [${person.rg}]
      148 7: DATA EXPEDIÇÃO [${printed(issued, '.')}]
      180 7: VIA [1ª]
      104 15: NOME [${shown.name}]
      104 23: PAI [${shown.father}]
      104 31: MÃE [${shown.mother}]
      104 39: NATURAL DE [${shown.place} ${shown.state}]
      160 39: NASCIMENTO [${printed(person.born, '.')}]
      104 47: DOC. DE ORIGEM [${origin}]
      104 55: CPF [${shown.cpf}]
      148 55: ÓRGÃO EMISSOR [${person.issuer.replace(' ', '-')}]
      text 150 63.5 4.8 ubuntu centre: LEI Nº 7.116, DE 29 DE AGOSTO DE 1983
    `;
    const fields = fieldList`
      nome ${shown.name} | free rg ${person.rg} | cpf ${person.cpf} | data_nascimento ${person.born} |
      filiacao_1 ${shown.father} | filiacao_2 ${shown.mother} | free naturalidade ${shown.place} ${shown.state} |
      data_emissao ${issued} | free orgao_emissor ${person.issuer}
    `;
    return { fields, ...places };
  },
};
