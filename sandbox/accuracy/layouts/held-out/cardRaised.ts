import { CARD, mm } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { gradient, rosette } from '../../drawing/securityPattern.ts';
import { chip, embossed } from '../../drawing/plasticCard.ts';
import { cardFields, grouped, generateCard } from '../../synthetic/cards.ts';

const PAINTS = [
  ['#c9b037', '#8a6d1f', '#d8c463'],
  ['#8e9aa6', '#5d6873', '#a3aeb9'],
  ['#27408b', '#102a5c', '#4a63ab'],
  ['#7c2f4f', '#3e1028', '#9a4d6d'],
] as const;

/** A raised card that says since when and until when, over a picture. */
export const cardRaised: Layout = {
  id: 'unseen-card-raised',
  type: 'card',
  size: CARD,
  copies: { photo: 2 },
  draw(paper, random) {
    const card = generateCard(random);
    const [from, to, line] = random.pick(PAINTS);
    const digits = { font: 'b612-mono-bold', size: 12.4, spacing: 1.1 } as const;
    paper.addPage(CARD, from);
    gradient(paper, { x: 0, y: 0, ...CARD }, from, to, true);
    for (let ring = 0; ring < 4; ring++) rosette(paper, mm(60), mm(20), mm(8 + 6 * ring), line);
    paper.text(mm(79), mm(4), 'BANCO AMOSTRA', '9 roboto-condensed-bold right #ffffff');
    chip(paper, mm(9), mm(15));
    embossed(paper, mm(6), mm(30), grouped(card.number), digits);
    paper.text(mm(9), mm(38.4), 'CLIENTE DESDE', '3.6 roboto-condensed #ffffff');
    embossed(paper, mm(20), mm(37.6), String(random.whole(1998, 2019)), { ...digits, size: 7.6 });
    paper.text(mm(40), mm(38.4), 'VALID THRU', '3.6 roboto-condensed #ffffff');
    embossed(paper, mm(49), mm(37.6), `${card.month}/${card.year.slice(2)}`, { ...digits, size: 8.4 });
    embossed(paper, mm(6), mm(45), card.holder.slice(0, 24), { ...digits, size: 7.2, spacing: 0.4 });
    paper.text(mm(80), mm(47), card.network.shown, '9 roboto-condensed-bold right #ffffff');
    return { fields: cardFields(card) };
  },
};
