import { mm } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { printSide } from '../card.ts';
import { labelling } from '../../drawing/forms.ts';
import { dayBetween, printed } from '../../synthetic/dates.ts';
import { generatePerson, identityFields, personInPrint } from '../../synthetic/people.ts';

const SIZE = { width: mm(102), height: mm(138) };
const STYLE = labelling('5 arial #2b5a3c', '8 courier-bold');

/** The green identity card, both sides on one sheet: portrait and thumb above, data below. */
export const rgBothSides: Layout = {
  id: 'rg-both-sides',
  type: 'rg',
  size: SIZE,
  draw(paper, random) {
    const person = generatePerson(random);
    const shown = personInPrint(person);
    const issued = dayBetween(random, 2005, 2019);
    const origin = () => `C.NASC LV A${random.whole(10, 99)} FL ${random.whole(10, 290)} N ${random.digits(5)}`;
    paper.addPage(SIZE, '#eef4e6');
    const places = printSide(paper, random, SIZE, STYLE)`
      waves 2.8 #bfdcbd #d3e4c6
      text 51 4 7.6 arial-bold centre #1e4a2e: REPÚBLICA FEDERATIVA DO BRASIL
      text 51 7.6 6 arial-bold centre #1e4a2e: ESTADO DE ${shown.stateName}
      text 51 11.2 6 arial-bold centre #1e4a2e: SECRETARIA DA SEGURANÇA PÚBLICA
      text 51 14.8 6 arial-bold centre #1e4a2e: INSTITUTO DE IDENTIFICAÇÃO
      portrait 12 20 27 34
      thumb 72 36 11
      caption 72 51: POLEGAR DIREITO
      signature 48 54.5 42 7 #1c2448
      line 10 62.5 92 62.5
      caption 51 63: ASSINATURA DO TITULAR
      text 51 65.2 7 arial-bold centre #1e4a2e: CARTEIRA DE IDENTIDADE
      line 0 69 102 69 #88a890
      text 51 71 6 arial-bold centre #8a2020: VÁLIDA EM TODO O TERRITÓRIO NACIONAL
      6 76 23: REGISTRO GERAL [${shown.identity}]
      56 76 76: DATA DE EXPEDIÇÃO [${printed(issued)}]
      6 83 17: NOME [${shown.name}]
      6 90 17: FILIAÇÃO [${shown.father}]
      value 17 94.5: ${shown.mother}
      6 102 22: NATURALIDADE [${shown.place} - ${shown.state}]
      6 108 27: DATA DE NASCIMENTO [${shown.born}]
      6 114 20: DOC ORIGEM [${origin}]
      6 120 13: CPF [${shown.cpf}]
      official 52 121 36 7 #222222
      caption 70 129.5: ASSINATURA DO DIRETOR
      text 51 133 5.6 arial-bold centre: LEI Nº 7.116 DE 29/08/83
    `;
    return { fields: identityFields(person, issued), ...places };
  },
};
