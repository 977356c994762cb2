import { CARD, mm } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { chip, embossed } from '../../drawing/plasticCard.ts';
import { gradient, waves } from '../../drawing/securityPattern.ts';
import { cardFields, grouped, generateCard } from '../../synthetic/cards.ts';

/** A card with raised figures across its middle. */
export const cardEmbossed: Layout = {
  id: 'card-embossed',
  type: 'card',
  size: CARD,
  draw(paper, random) {
    const card = generateCard(random);
    const [from, to] = card.network.colours;
    paper.addPage(CARD, from);
    gradient(paper, { x: 0, y: 0, ...CARD }, from, to);
    waves(paper, { x: 0, y: 0, ...CARD }, [to], random, 7);
    paper.text(mm(6), mm(5), 'Banco Modelo', '11 lato-bold #ffffff');
    chip(paper, mm(8), mm(17));
    embossed(paper, mm(7.5), mm(28.5), grouped(card.number), {
      font: 'cousine-bold',
      size: card.number.length === 16 ? 13.4 : 13.8,
      spacing: 1.4,
    });
    paper.text(mm(38), mm(37.4), 'VÁLIDO', '3.6 #ffffff');
    paper.text(mm(38), mm(38.9), 'ATÉ', '3.6 #ffffff');
    embossed(paper, mm(44), mm(37), `${card.month}/${card.year.slice(2)}`, {
      font: 'cousine-bold',
      size: 9.4,
      spacing: 0.8,
    });
    embossed(paper, mm(7.5), mm(44.5), card.holder.slice(0, 26), { font: 'cousine', size: 8.4, spacing: 0.5 });
    paper.text(mm(81), mm(44), card.network.shown, '11 lato-bold right #ffffff');
    return { fields: cardFields(card) };
  },
};
