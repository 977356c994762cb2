import { CARD, sizeOf } from '../../groundTruth.ts';
import { amount } from '../../synthetic/numbers.ts';
import { paymentCard } from '../families.ts';

/** A card with everything on its back, under the magnetic stripe. */
export const cardBack = paymentCard('unseen-card-back', CARD, {
  copies: { photo: 2 },
  paints: ['#5b2c83 #ffffff', '#e8e8e4 #303030', '#0b5345 #f4f4f4', '#922b21 #ffffff'],
  draw({ print, random, ink, groups, until, holder, network }) {
    const thin = `barlow-condensed ${ink}`;
    void print`
      fill 0 5 85.6 10 #16161a
      text 6 18 9 ${thin}: ${holder}
      text 6 24 15 barlow-condensed-bold ${ink} +0.5: ${groups.join(' ')}
      text 6 32 9 ${thin}: VÁLIDO ATÉ: ${until}
      text 38 32 9 ${thin}: CÓD. SEGURANÇA: ${random.digits(3)}
      text 6 38 8 ${thin}: AGÊNCIA ${random.digits(4)} CONTA ${random.digits(6)}-${random.digits(1)}
      text 6 43 6 ${thin}: Central 4004 ${random.digits(4)} · Saque até R$ ${amount(1500)} · uso pessoal e intransferível
      text 80 20 12 barlow-condensed-bold right ${ink}: ${network}
    `;
  },
});

/** A raised card that says since when and until when, over a picture. */
export const cardRaised = paymentCard('unseen-card-raised', CARD, {
  copies: { photo: 2 },
  paints: ['#c9b037 #8a6d1f #d8c463', '#8e9aa6 #5d6873 #a3aeb9', '#27408b #102a5c #4a63ab', '#7c2f4f #3e1028 #9a4d6d'],
  draw: ({ print, random, ground, ink, line, groups, until, holder, network }) => print`
    gradient ${ground} ${ink} down
    rosette 60 20 8 ${line}
    rosette 60 20 14 ${line}
    rosette 60 20 20 ${line}
    rosette 60 20 26 ${line}
    text 79 4 9 roboto-condensed-bold right #ffffff: BANCO AMOSTRA
    chip 9 15
    embossed 6 30 12.4 b612-mono-bold +1.1: ${groups.join(' ')}
    text 9 38.4 3.6 roboto-condensed #ffffff: CLIENTE DESDE
    embossed 20 37.6 7.6 b612-mono-bold +1.1: ${random.whole(1998, 2019)}
    text 40 38.4 3.6 roboto-condensed #ffffff: VALID THRU
    embossed 49 37.6 8.4 b612-mono-bold +1.1: ${until}
    embossed 6 45 7.2 b612-mono-bold +0.4: ${holder.slice(0, 24)}
    text 80 47 9 roboto-condensed-bold right #ffffff: ${network}
  `,
});

/** A card held upright, its number in a block of groups. */
export const cardUpright = paymentCard('unseen-card-upright', sizeOf(CARD.height, CARD.width), {
  copies: { photo: 2 },
  paints: ['#0f3d3e #e2dcc8', '#f5b7b1 #4a235a', '#212121 #e0e0e0', '#fdfdfb #0b3d91'],
  draw: ({ print, ground, ink, groups, until, holder, network }) => print`
    side 0 60 53.98 25.6
    gradient ${ground} ${ink} down
    side 0 0 53.98 85.6
    fill 0 60 53.98 26 ${ground}
    text 5 6 16 ubuntu-bold ${ink}: Ensaio
    chip 21 16
    lines 6 34 6 14 ubuntu ${ink} +1.4: ${groups.join('\n')}
    text 33 36 5 ubuntu ${ink}: VENC.
    text 33 39 10 ubuntu ${ink}: ${until}
    text 6 63 7.5 ubuntu ${ink}: ${holder.slice(0, 24)}
    text 48 76 12 ubuntu-bold right ${ink}: ${network}
  `,
});
