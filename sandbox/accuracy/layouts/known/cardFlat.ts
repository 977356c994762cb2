import { CARD, mm } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { chip } from '../../drawing/plasticCard.ts';
import { cardFields, grouped, generateCard } from '../../synthetic/cards.ts';

const PAINTS = [
  ['#f2f2f0', '#222222'],
  ['#820ad1', '#ffffff'],
  ['#ff7a00', '#ffffff'],
  ['#101820', '#e8e2d0'],
  ['#d7e8df', '#15402b'],
] as const;

/** A card printed flat, its data small and on the left. */
export const cardFlat: Layout = {
  id: 'card-flat',
  type: 'card',
  size: CARD,
  draw(paper, random) {
    const card = generateCard(random);
    const [ground, ink] = random.pick(PAINTS);
    paper.addPage(CARD, ground);
    paper.text(mm(79), mm(5), 'banco ensaio', { size: 10, font: 'lato-bold', colour: ink, align: 'right' });
    chip(paper, mm(7), mm(18));
    paper.text(mm(7), mm(31), grouped(card.number), { size: 11.5, font: 'lato', colour: ink, spacing: 0.6 });
    paper.text(mm(7), mm(38), `Validade ${card.month}/${card.year.slice(2)}`, { size: 7, font: 'lato', colour: ink });
    paper.text(mm(32), mm(38), `CVV ${random.digits(3)}`, { size: 7, font: 'lato', colour: ink });
    paper.text(mm(7), mm(44), card.holder, { size: 7.5, font: 'lato', colour: ink });
    paper.text(mm(80), mm(45), card.network.shown, { size: 10, font: 'lato-bold', colour: ink, align: 'right' });
    return { fields: cardFields(card) };
  },
};
