import { CARD, mm } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { gradient } from '../../drawing/securityPattern.ts';
import { chip } from '../../drawing/plasticCard.ts';
import { cardFields, grouped, generateCard } from '../../synthetic/cards.ts';

const SIZE = { width: CARD.height, height: CARD.width };
const PAINTS = [
  ['#0f3d3e', '#e2dcc8'],
  ['#f5b7b1', '#4a235a'],
  ['#212121', '#e0e0e0'],
  ['#fdfdfb', '#0b3d91'],
] as const;

/** A card held upright, its number in a block of groups. */
export const cardUpright: Layout = {
  id: 'unseen-card-upright',
  type: 'card',
  size: SIZE,
  copies: { photo: 2 },
  draw(paper, random) {
    const card = generateCard(random);
    const [ground, ink] = random.pick(PAINTS);
    paper.addPage(SIZE, ground);
    gradient(paper, { x: 0, y: mm(60), width: SIZE.width, height: SIZE.height - mm(60) }, ground, `${ink}`, true);
    paper.fill(0, mm(60), SIZE.width, mm(26), ground);
    paper.text(mm(5), mm(6), 'Ensaio', { size: 16, font: 'ubuntu-bold', colour: ink });
    chip(paper, mm(21), mm(16));
    grouped(card.number)
      .split(' ')
      .forEach((group, index) =>
        paper.text(mm(6), mm(34 + 6 * index), group, { size: 14, font: 'ubuntu', colour: ink, spacing: 1.4 }),
      );
    paper.text(mm(33), mm(36), 'VENC.', { size: 5, font: 'ubuntu', colour: ink });
    paper.text(mm(33), mm(39), `${card.month}/${card.year.slice(2)}`, { size: 10, font: 'ubuntu', colour: ink });
    paper.text(mm(6), mm(63), card.holder.slice(0, 24), { size: 7.5, font: 'ubuntu', colour: ink });
    paper.text(mm(48), mm(76), card.network.shown, { size: 12, font: 'ubuntu-bold', colour: ink, align: 'right' });
    return { fields: cardFields(card) };
  },
};
