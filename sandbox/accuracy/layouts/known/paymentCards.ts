import { CARD, mm, points, sizeOf } from '../../groundTruth.ts';
import { paymentCard } from '../families.ts';

/**
 * The back of a card with all of its data: two lines of figures, three dates and the security code beside each other.
 */
export const cardDates = paymentCard('card-dates', CARD, {
  colour: '#e3e8ec',
  style: `4.5 arial #1d1d1d / 8.5 arial #1d1d1d / ${mm(2.2)}`,
  draw({ print, random, groups, until, holder, network }) {
    const from = `0${random.whole(1, 9)}/${random.whole(18, 24)}`;
    const half = Math.ceil(groups.length / 2);
    void print`
      fill 0 4 85.6 9 #222222
      text 7 17 11.5 arial #1d1d1d +0.8: ${groups.slice(0, half).join(' ')}
      text 7 ${17 + points(15)} 11.5 arial #1d1d1d +0.8: ${groups.slice(half).join(' ')}
      7 31: MEMBRO DESDE [${2000 + random.whole(8, 17)}] 18 | VÁLIDO DE [${from}] 18 | VÁLIDO ATÉ [${until}] 18 |
        CVV [${random.digits(3)}]
      text 7 40 7.5 arial #1d1d1d: ${holder}
      text 80 46 11 arial-bold right #1d1d1d: ${network}
    `;
  },
});

/** A card with raised figures across its middle. */
export const cardEmbossed = paymentCard('card-embossed', CARD, {
  colour: ({ card }) => card.network.colours[0],
  draw({ print, card, groups, until, holder, network }) {
    const [from, to] = card.network.colours;
    void print`
      gradient ${from} ${to}
      waves 7 ${to}
      text 6 5 11 lato-bold #ffffff: Banco Modelo
      chip 8 17
      embossed 7.5 28.5 ${card.number.length === 16 ? 13.4 : 13.8} cousine-bold +1.4: ${groups.join(' ')}
      lines 38 37.4 1.5 3.6 #ffffff: VÁLIDO | ATÉ
      embossed 44 37 9.4 cousine-bold +0.8: ${until}
      embossed 7.5 44.5 8.4 cousine +0.5: ${holder.slice(0, 26)}
      text 81 44 11 lato-bold right #ffffff: ${network}
    `;
  },
});

/** A card printed flat, its data small and on the left. */
export const cardFlat = paymentCard('card-flat', CARD, {
  paints: ['#f2f2f0 #222222', '#820ad1 #ffffff', '#ff7a00 #ffffff', '#101820 #e8e2d0', '#d7e8df #15402b'],
  draw: ({ print, random, ink, groups, until, holder, network }) => print`
    text 79 5 10 lato-bold right ${ink}: banco ensaio
    chip 7 18
    text 7 31 11.5 lato ${ink} +0.6: ${groups.join(' ')}
    text 7 38 7 lato ${ink}: Validade ${until}
    text 32 38 7 lato ${ink}: CVV ${random.digits(3)}
    text 7 44 7.5 lato ${ink}: ${holder}
    text 80 45 10 lato-bold right ${ink}: ${network}
  `,
});

/** A card to be held upright: the groups of its number one under the other, in two or four lines, and two dates. */
export const cardUpright = paymentCard('card-standing', sizeOf(CARD.height, CARD.width), {
  paints: ['#1c2b39 #ffffff', '#e9e4da #2b2b2b', '#5b2a86 #ffffff', '#f4c20d #222222'],
  draw({ print, random, ink, groups, until, holder, network }) {
    // Numbers that are not four by four have a line for each group.
    const inTwo = random.chance(0.5) && groups.length === 4;
    const lines = inTwo ? [groups.slice(0, 2).join(' '), groups.slice(2).join(' ')] : groups;
    void print`
      text 6 6 10 lato-bold ${ink}: Banco Amostra
      chip 6 16
      lines 6 32 ${points(16)} 12 lato ${ink} +1: ${lines.join('\n')}
      text 6 58 5 lato ${ink}: VÁLIDO ATÉ
      text 6 60.5 9 lato ${ink}: ${until}
      text 26 58 5 lato ${ink}: CLIENTE DESDE
      text 26 60.5 9 lato ${ink}: ${random.whole(10, 12)}/${random.whole(15, 22)}
      text 6 69 7.5 lato ${ink}: ${holder.slice(0, 22)}
      text 48 76 10 lato-bold right ${ink}: ${network}
    `;
  },
});
