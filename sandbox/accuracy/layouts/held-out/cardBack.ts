import { CARD, mm } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { cardFields, grouped, generateCard } from '../../synthetic/cards.ts';
import { amount } from '../../synthetic/numbers.ts';

const PAINTS = [
  ['#5b2c83', '#ffffff'],
  ['#e8e8e4', '#303030'],
  ['#0b5345', '#f4f4f4'],
  ['#922b21', '#ffffff'],
] as const;

/** A card with everything on its back, under the magnetic stripe. */
export const cardBack: Layout = {
  id: 'unseen-card-back',
  type: 'card',
  size: CARD,
  copies: { photo: 2 },
  draw(paper, random) {
    const card = generateCard(random);
    const [ground, ink] = random.pick(PAINTS);
    const print = { font: 'barlow-condensed', colour: ink } as const;
    paper.addPage(CARD, ground);
    paper.fill(0, mm(5), CARD.width, mm(10), '#16161a');
    paper.text(mm(6), mm(18), card.holder, { ...print, size: 9 });
    paper.text(mm(6), mm(24), grouped(card.number), {
      font: 'barlow-condensed-bold',
      colour: ink,
      size: 15,
      spacing: 0.5,
    });
    paper.text(mm(6), mm(32), `VÁLIDO ATÉ: ${card.month}/${card.year.slice(2)}`, { ...print, size: 9 });
    paper.text(mm(38), mm(32), `CÓD. SEGURANÇA: ${random.digits(3)}`, { ...print, size: 9 });
    paper.text(mm(6), mm(38), `AGÊNCIA ${random.digits(4)} CONTA ${random.digits(6)}-${random.digits(1)}`, {
      ...print,
      size: 8,
    });
    paper.text(
      mm(6),
      mm(43),
      `Central 4004 ${random.digits(4)} · Saque até R$ ${amount(1500)} · uso pessoal e intransferível`,
      { ...print, size: 6 },
    );
    paper.text(mm(80), mm(20), card.network.shown, {
      font: 'barlow-condensed-bold',
      colour: ink,
      size: 12,
      align: 'right',
    });
    return { fields: cardFields(card) };
  },
};
