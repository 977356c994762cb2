import { mm, fieldList } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { printSide } from '../card.ts';
import { labelling } from '../../drawing/forms.ts';
import { dayBetween, printed, yearsAfter } from '../../synthetic/dates.ts';
import { generatePerson, personInPrint } from '../../synthetic/people.ts';

const SIZE = { width: mm(96), height: mm(65) };
const STYLE = labelling('4.4 roboto-condensed #30543f', '7 roboto-bold', 5);

/** A card of a state with labels above the values in two columns; half of what it has room for is left out. */
export const rgColumns: Layout = {
  id: 'rg-columns',
  type: 'rg',
  size: SIZE,
  draw(paper, random) {
    const person = generatePerson(random);
    const shown = personInPrint(person);
    const issued = dayBetween(random, 2019, 2023);
    const expires = random.chance(0.5) ? yearsAfter(issued, 10) : null;
    const hasCpf = random.chance(0.6);
    paper.addPage(SIZE, '#f0f5ec');
    const places = printSide(paper, random, SIZE, STYLE)`
      waves 2.6 #c9dfc4 #e2e4c4
      text 4 2.4 6.4 roboto-bold #1e4a2e: REPÚBLICA FEDERATIVA DO BRASIL
      text 4 5.4 5 roboto #1e4a2e: ESTADO DE ${shown.stateName} - CARTEIRA DE IDENTIDADE
      portrait 72 10 20 26
      4 10: NOME [${shown.name}]
      4 15.4: NOME SOCIAL []
      4 20.8: FILIAÇÃO [${shown.father}]
      value 4 25.4: ${shown.mother}
      4 30.4: DATA DE NASCIMENTO [${shown.born}]
      38 30.4: ÓRGÃO EXPEDIDOR [SSP/${shown.state}]
      4 35.8: NATURALIDADE [${shown.place}/${shown.state}]
      4 41.2: REGISTRO GERAL [${shown.identity}]
      38 41.2: DATA DE EXPEDIÇÃO [${printed(issued)}]
      70 41.2: VALIDADE [${expires ? printed(expires) : ''}]
      4 46.6: CPF [${hasCpf ? shown.cpf : ''}]
      38 46.6: DNI []
      70 46.6: FATOR RH []
      4 52: TÍTULO DE ELEITOR []
      38 52: CTPS / SÉRIE / UF []
      70 52: PIS / PASEP []
      text 4 60 4.6 roboto-bold: LEI Nº 7.116 DE 29 DE AGOSTO DE 1983
    `;
    const fields = fieldList`
      nome ${shown.name} | free rg ${person.rg} | cpf ${hasCpf ? person.cpf : null} | data_nascimento ${person.born} |
      filiacao_1 ${shown.father} | filiacao_2 ${shown.mother} | free naturalidade ${shown.place}/${shown.state} |
      data_emissao ${issued} | data_validade ${expires} | free orgao_emissor SSP/${shown.state}
    `;
    return { fields, ...places };
  },
};
