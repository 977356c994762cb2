import { mm } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { printSide } from '../card.ts';
import { labelling } from '../../drawing/forms.ts';
import { dayBetween, printed } from '../../synthetic/dates.ts';
import { generatePerson, identityFields, personInPrint } from '../../synthetic/people.ts';

const SIZE = { width: mm(104), height: mm(72) };
const STYLE = labelling('5 arial #37476b', '8 courier-prime-bold');

/** An older card on which the labels stand under ruled lines, and the values on them. */
export const rgUnderLines: Layout = {
  id: 'rg-under-lines',
  type: 'rg',
  size: SIZE,
  draw(paper, random) {
    const person = generatePerson(random);
    const shown = personInPrint(person);
    const issued = dayBetween(random, 1996, 2015);
    const put = ([x = 0, y = 0, width = 0]: number[], label: string, value: string) => {
      paper.text(mm(x + 1), mm(y), value, STYLE.value);
      paper.line(mm(x), mm(y + 3.4), mm(x + width), mm(y + 3.4), { line: 0.4 });
      paper.text(mm(x + 1), mm(y + 3.9), label, STYLE.label);
    };
    paper.addPage(SIZE, '#eef0f6');
    void printSide(paper, random, SIZE, STYLE, put)`
      waves 3 #cfd6e8 #dfe3d0
      text 52 3 6 arial-bold centre #2a3a70: VÁLIDA EM TODO O TERRITÓRIO NACIONAL
      6 8.4 44: REGISTRO GERAL [${shown.identity}]
      56 8.4 42: DATA DE EXPEDIÇÃO [${printed(issued)}]
      6 16.6 92: NOME [${shown.name}]
      6 24.8 92: NOME DO PAI [${shown.father}]
      6 33 92: NOME DA MÃE [${shown.mother}]
      6 41.2 50: NATURALIDADE [${shown.place} - ${shown.state}]
      62 41.2 36: DATA DE NASCIMENTO [${shown.born}]
      6 49.4 44: CPF [${shown.cpf}]
      official 56 56 36 7 #222222
      caption 74 64.5: ASSINATURA DO DIRETOR
      text 6 67.5 5.4 arial-bold: LEI Nº 7.116 DE 29/08/83
    `;
    return { fields: identityFields(person, issued) };
  },
};
