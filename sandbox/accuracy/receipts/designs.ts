import type { Font } from '../drawing/fonts.ts';

/** How a receipt is laid out. Each is one line of data; what is printed is chosen by chance. */
export type Design = {
  /** In millimetres. */
  width: number;
  font: Font;
  size: number;
  head: 'left' | 'centre';
  /** With a label, alone, with a time, among numbers of the till, or below the sums. */
  date: 'labelled' | 'bare' | 'timed' | 'amongNumbers' | 'below';
  /** `weighed`: some goods by weight; `reduced`: a discount below some of them; `apart`: each amount in a line of its own. */
  items: 'plain' | 'quantityBefore' | 'priceBelow' | 'letterBehind' | 'columns' | 'weighed' | 'reduced' | 'apart';
  /** What stands where the sums are, in this order; `tip`: added to the total; `shared`: paid in two ways. */
  sums: ('subtotal' | 'discount' | 'tax' | 'tip' | 'total' | 'payment' | 'shared' | 'rates' | 'count')[];
  /** Of the total, as a multiple of the size. */
  emphasis: number;
  currency: 'none' | 'total' | 'all';
  rule: '' | '-' | '=' | '*';
};

const design = (
  [width, font, size]: [number, Font, number],
  [head, date, items]: [Design['head'], Design['date'], Design['items']],
  sums: string,
  [emphasis, currency, rule]: [number, Design['currency'], Design['rule']],
): Design => ({
  ...{ width, font, size, head, date, items, emphasis, currency, rule },
  sums: sums.split(' ') as Design['sums'],
});

export const DESIGNS: Design[] = [
  design([80, 'cousine', 8.5], ['centre', 'timed', 'plain'], 'subtotal tax total payment', [1, 'none', '-']),
  design([58, 'b612-mono', 6.5], ['centre', 'amongNumbers', 'plain'], 'total payment rates', [1.6, 'none', '']),
  design([80, 'courier-prime', 9], ['left', 'labelled', 'quantityBefore'], 'total payment', [1.3, 'total', '=']),
  design([76, 'ubuntu', 8.5], ['centre', 'bare', 'letterBehind'], 'subtotal discount total payment rates', [
    1,
    'none',
    '',
  ]),
  design([80, 'roboto-condensed', 9], ['left', 'below', 'priceBelow'], 'total tax payment', [1.5, 'all', '']),
  design([80, 'courier', 9], ['centre', 'below', 'plain'], 'count total payment', [1, 'none', '*']),
  design([72, 'open-sans', 8], ['centre', 'labelled', 'columns'], 'subtotal discount tax total payment', [
    1.2,
    'total',
    '-',
  ]),
  design([80, 'cousine-bold', 8], ['left', 'amongNumbers', 'letterBehind'], 'total rates payment', [2, 'total', '']),
  design([57, 'titillium', 8], ['centre', 'timed', 'quantityBefore'], 'total', [1.4, 'all', '-']),
  design([80, 'lato', 9.5], ['centre', 'bare', 'columns'], 'discount total payment tax', [1, 'all', '=']),
  design([110, 'pt-serif', 10], ['left', 'labelled', 'plain'], 'subtotal tax total', [1.2, 'total', '']),
  design([80, 'b612-mono', 7.5], ['left', 'timed', 'priceBelow'], 'subtotal tax total payment count', [1, 'none', '-']),
  design([80, 'barlow-condensed', 10], ['centre', 'below', 'quantityBefore'], 'total tax', [1.8, 'all', '']),
  design([62, 'courier-prime', 7], ['centre', 'amongNumbers', 'plain'], 'subtotal discount total payment count', [
    1,
    'none',
    '=',
  ]),
  design([80, 'ubuntu', 9], ['left', 'timed', 'weighed'], 'subtotal discount total shared', [1.2, 'none', '']),
  design([80, 'cousine', 8], ['centre', 'below', 'reduced'], 'total payment rates', [1, 'total', '-']),
  design([80, 'roboto', 9], ['centre', 'labelled', 'apart'], 'subtotal tax total payment', [1.2, 'all', '']),
  design([76, 'courier', 8.5], ['left', 'bare', 'plain'], 'subtotal tax tip total', [1.3, 'total', '-']),
  design([190, 'open-sans', 10], ['left', 'labelled', 'columns'], 'subtotal discount tax total payment', [
    1.1,
    'all',
    '',
  ]),
];
