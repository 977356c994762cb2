import { CARD, mm } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { chip } from '../../drawing/plasticCard.ts';
import { cardFields, grouped, generateCard } from '../../synthetic/cards.ts';

const UPRIGHT = { width: CARD.height, height: CARD.width };
const PAINTS = [
  ['#1c2b39', '#ffffff'],
  ['#e9e4da', '#2b2b2b'],
  ['#5b2a86', '#ffffff'],
  ['#f4c20d', '#222222'],
] as const;

/** A card to be held upright: the groups of its number one under the other, in two or four lines, and two dates. */
export const cardUpright: Layout = {
  id: 'card-standing',
  type: 'card',
  size: UPRIGHT,
  draw(paper, random) {
    const card = generateCard(random);
    const [ground, ink] = random.pick(PAINTS);
    paper.addPage(UPRIGHT, ground);
    paper.text(mm(6), mm(6), 'Banco Amostra', `10 lato-bold ${ink}`);
    chip(paper, mm(6), mm(16));
    paper.lines(mm(6), mm(32), 16, linesOf(grouped(card.number), random.chance(0.5)), `12 lato ${ink} +1`);
    paper.text(mm(6), mm(58), 'VÁLIDO ATÉ', `5 lato ${ink}`);
    paper.text(mm(6), mm(60.5), `${card.month}/${card.year.slice(2)}`, `9 lato ${ink}`);
    paper.text(mm(26), mm(58), 'CLIENTE DESDE', `5 lato ${ink}`);
    paper.text(mm(26), mm(60.5), `${random.whole(10, 12)}/${random.whole(15, 22)}`, `9 lato ${ink}`);
    paper.text(mm(6), mm(69), card.holder.slice(0, 22), `7.5 lato ${ink}`);
    paper.text(mm(48), mm(76), card.network.shown, `10 lato-bold right ${ink}`);
    return { fields: cardFields(card) };
  },
};

/** Numbers that are not four by four have a line for each group. */
function linesOf(number: string, inTwo: boolean): string[] {
  const groups = number.split(' ');
  return inTwo && groups.length === 4 ? [groups.slice(0, 2).join(' '), groups.slice(2).join(' ')] : groups;
}
