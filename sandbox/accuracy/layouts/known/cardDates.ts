import { CARD, mm } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { cardFields, grouped, generateCard } from '../../synthetic/cards.ts';

const PRINT = { font: 'arial', colour: '#1d1d1d' } as const;

/**
 * The back of a card with all of its data: two lines of figures, three dates and the security code beside each other.
 */
export const cardDates: Layout = {
  id: 'card-dates',
  type: 'card',
  size: CARD,
  draw(paper, random) {
    const card = generateCard(random);
    const [month, year] = [`0${random.whole(1, 9)}`, random.whole(18, 24)];
    const groups = grouped(card.number).split(' ');
    const half = Math.ceil(groups.length / 2);
    paper.addPage(CARD, '#e3e8ec');
    paper.fill(0, mm(4), CARD.width, mm(9), '#222222');
    const lines = [groups.slice(0, half), groups.slice(half)].map((line) => line.join(' '));
    paper.lines(mm(7), mm(17), 15, lines, { ...PRINT, size: 11.5, spacing: 0.8 });
    const dates = [
      ['MEMBRO DESDE', String(2000 + random.whole(8, 17))],
      ['VÁLIDO DE', `${month}/${year}`],
      ['VÁLIDO ATÉ', `${card.month}/${card.year.slice(2)}`],
      ['CVV', random.digits(3)],
    ] as const;
    dates.forEach(([label, value], index) => {
      paper.text(mm(7 + 18 * index), mm(31), label, { ...PRINT, size: 4.5 });
      paper.text(mm(7 + 18 * index), mm(33.2), value, { ...PRINT, size: 8.5 });
    });
    paper.text(mm(7), mm(40), card.holder, { ...PRINT, size: 7.5 });
    paper.text(mm(80), mm(46), card.network.shown, { ...PRINT, size: 11, font: 'arial-bold', align: 'right' });
    return { fields: cardFields(card) };
  },
};
