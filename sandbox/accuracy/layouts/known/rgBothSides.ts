import { mm, type Truth } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { beside, labelling } from '../../drawing/forms.ts';
import type { Paper } from '../../drawing/paper.ts';
import { waves } from '../../drawing/securityPattern.ts';
import { drawPortrait } from '../../drawing/portrait.ts';
import { fingerprint, sign } from '../../drawing/biometrics.ts';
import { dayBetween, printed, type Day } from '../../synthetic/dates.ts';
import { asCpf, asIdentity } from '../../synthetic/numbers.ts';
import { capitals, identityFields, generatePerson, type Person } from '../../synthetic/people.ts';
import type { Random } from '../../synthetic/random.ts';

const SIZE = { width: mm(102), height: mm(138) };
const STYLE = labelling('5 arial #2b5a3c', '8 courier-bold');

/** The green identity card, both sides on one sheet: portrait and thumb above, data below. */
export const rgBothSides: Layout = {
  id: 'rg-both-sides',
  type: 'rg',
  size: SIZE,
  draw(paper, random) {
    const person = generatePerson(random);
    const issued = dayBetween(random, 2005, 2019);
    paper.addPage(SIZE, '#eef4e6');
    waves(paper, { x: 0, y: 0, ...SIZE }, ['#bfdcbd', '#d3e4c6'], random, 2.8);
    const { portrait, signature } = drawFront(paper, person, random);
    drawBack(paper, person, issued, random);
    return { fields: identityFields(person, issued), portrait, signature };
  },
};

function drawFront(paper: Paper, person: Person, random: Random): Required<Pick<Truth, 'portrait' | 'signature'>> {
  const middle = SIZE.width / 2;
  const state = capitals(person.birthplace.stateName);
  [
    'REPÚBLICA FEDERATIVA DO BRASIL',
    `ESTADO DE ${state}`,
    'SECRETARIA DA SEGURANÇA PÚBLICA',
    'INSTITUTO DE IDENTIFICAÇÃO',
  ].forEach((line, index) =>
    paper.text(middle, mm(4 + 3.6 * index), line, {
      size: index === 0 ? 7.6 : 6,
      font: 'arial-bold',
      colour: '#1e4a2e',
      align: 'centre',
    }),
  );
  const portrait = paper.picture(drawPortrait(random), mm(12), mm(20), mm(27), mm(34));
  fingerprint(paper, random, mm(72), mm(36), mm(11));
  paper.text(mm(72), mm(51), 'POLEGAR DIREITO', { ...STYLE.label, align: 'centre' });
  const signature = sign(paper, random, mm(48), mm(54.5), mm(42), mm(7), '#1c2448');
  paper.line(mm(10), mm(62.5), mm(92), mm(62.5));
  paper.text(middle, mm(63), 'ASSINATURA DO TITULAR', { ...STYLE.label, align: 'centre' });
  paper.text(middle, mm(65.2), 'CARTEIRA DE IDENTIDADE', '7 arial-bold centre #1e4a2e');
  return { portrait, signature };
}

function drawBack(paper: Paper, person: Person, issued: Day, random: Random): void {
  const put = (x: number, y: number, label: string, value: string, column: number) =>
    beside(paper, mm(x), mm(y), label, value, { ...STYLE, column: mm(column) });
  paper.line(0, mm(69), SIZE.width, mm(69), { colour: '#88a890' });
  paper.text(SIZE.width / 2, mm(71), 'VÁLIDA EM TODO O TERRITÓRIO NACIONAL', '6 arial-bold centre #8a2020');
  put(6, 76, 'REGISTRO GERAL', asIdentity(person.rg), 23);
  put(56, 76, 'DATA DE EXPEDIÇÃO', printed(issued), 76);
  put(6, 83, 'NOME', capitals(person.name), 17);
  put(6, 90, 'FILIAÇÃO', capitals(person.father), 17);
  paper.text(mm(17), mm(94.5), capitals(person.mother), STYLE.value);
  put(6, 102, 'NATURALIDADE', `${capitals(person.birthplace.name)} - ${person.birthplace.state}`, 22);
  put(6, 108, 'DATA DE NASCIMENTO', printed(person.born), 27);
  put(6, 114, 'DOC ORIGEM', `C.NASC LV A${random.whole(10, 99)} FL ${random.whole(10, 290)} N ${random.digits(5)}`, 20);
  put(6, 120, 'CPF', asCpf(person.cpf), 13);
  sign(paper, random, mm(52), mm(121), mm(36), mm(7), '#222222');
  paper.text(mm(70), mm(129.5), 'ASSINATURA DO DIRETOR', { ...STYLE.label, align: 'centre' });
  paper.text(SIZE.width / 2, mm(133), 'LEI Nº 7.116 DE 29/08/83', '5.6 arial-bold centre');
}
