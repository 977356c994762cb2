import { CARD, fieldList } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { printSide } from '../card.ts';
import { labelling } from '../../drawing/forms.ts';
import { printed } from '../../synthetic/dates.ts';
import { personInPrint } from '../../synthetic/people.ts';
import { asHolder, cardLines, generateTraveller } from '../../synthetic/passports.ts';

const SIZE = { width: CARD.width, height: 2 * CARD.height };
const STYLE = labelling('3.8 titillium #5a4a7a', '6.6 titillium-bold', 4.2);

/**
 * A national card of Brazil, both sides on one sheet: dense labels in two languages, no social name, the zone below.
 */
export const td1Resident: Layout = {
  id: 'td1-resident',
  type: 'td1',
  size: SIZE,
  draw(paper, random) {
    const traveller = generateTraveller(random);
    const { person, issued, expires } = traveller;
    const shown = personInPrint(person);
    paper.addPage(SIZE);
    const places = printSide(paper, random, SIZE, STYLE)`
      gradient #f0ecf6 #e8f2ec down
      waves 2.6 #d8d0e6 #cfe2d6
      text 4 2.2 6.4 titillium-bold #3a2a6a: REPÚBLICA FEDERATIVA DO BRASIL
      text 4 5.2 5 titillium #3a2a6a: CARTEIRA DE IDENTIDADE / IDENTITY CARD
      portrait 60 10 22 28
      4 9.6: Nome / Name [${shown.name}]
      4 14.4: Nome Social / Social Name []
      4 19.2: CPF / Personal Number [${shown.cpf}]
      36 19.2: Sexo / Sex [${person.sex}]
      4 24: Data de Nascimento / Date of Birth [${shown.born}]
      4 28.8: Naturalidade / Place of Birth [${shown.place}/${shown.state}]
      4 33.6: Data de Validade / Expiry Date [${printed(expires)}]
      4 58: Filiação / Filiation [${shown.mother}]
      value 4 62.6: ${shown.father}
      4 67.4: Órgão Expedidor / Card Issuer [SSP/${shown.state}]
      46 67.4: Data de Emissão / Issue Date [${printed(issued)}]
      4 72.4: Local / Place of Issue [${shown.place}]
      lines 4.5 89 5.6 11.4 cousine +0.55: ${cardLines(asHolder(traveller), 'ID').join('\n')}
    `;
    const fields = fieldList`
      nome ${shown.name} | cpf ${person.cpf} | data_nascimento ${person.born} | filiacao_1 ${shown.mother} |
      filiacao_2 ${shown.father} | free naturalidade ${shown.place}/${shown.state} | data_emissao ${issued} |
      data_validade ${expires} | free orgao_emissor SSP/${shown.state}
    `;
    return { fields, ...places, vouched: ['data_nascimento', 'data_validade'] };
  },
};
