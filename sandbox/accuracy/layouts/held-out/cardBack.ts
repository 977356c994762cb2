import { CARD } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { printSide } from '../card.ts';
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
    const thin = `barlow-condensed ${ink}`;
    paper.addPage(CARD, ground);
    void printSide(paper, random, CARD, { label: {}, value: {} })`
      fill 0 5 85.6 10 #16161a
      text 6 18 9 ${thin}: ${card.holder}
      text 6 24 15 barlow-condensed-bold ${ink} +0.5: ${grouped(card.number)}
      text 6 32 9 ${thin}: VÁLIDO ATÉ: ${card.month}/${card.year.slice(2)}
      text 38 32 9 ${thin}: CÓD. SEGURANÇA: ${random.digits(3)}
      text 6 38 8 ${thin}: AGÊNCIA ${random.digits(4)} CONTA ${random.digits(6)}-${random.digits(1)}
      text 6 43 6 ${thin}: Central 4004 ${random.digits(4)} · Saque até R$ ${amount(1500)} · uso pessoal e intransferível
      text 80 20 12 barlow-condensed-bold right ${ink}: ${card.network.shown}
    `;
    return { fields: cardFields(card) };
  },
};
