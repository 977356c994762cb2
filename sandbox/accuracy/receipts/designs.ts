import type { Font } from '../drawing/fonts.ts';
import { rowsIn } from '../templates.ts';

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

/** Width, font, size, head, date, items, emphasis, currency, rule, and the sums. */
export const DESIGNS = rowsIn(`
  80 cousine 8.5 centre timed plain 1 none - subtotal tax total payment
  58 b612-mono 6.5 centre amongNumbers plain 1.6 none none total payment rates
  80 courier-prime 9 left labelled quantityBefore 1.3 total = total payment
  76 ubuntu 8.5 centre bare letterBehind 1 none none subtotal discount total payment rates
  80 roboto-condensed 9 left below priceBelow 1.5 all none total tax payment
  80 courier 9 centre below plain 1 none * count total payment
  72 open-sans 8 centre labelled columns 1.2 total - subtotal discount tax total payment
  80 cousine-bold 8 left amongNumbers letterBehind 2 total none total rates payment
  57 titillium 8 centre timed quantityBefore 1.4 all - total
  80 lato 9.5 centre bare columns 1 all = discount total payment tax
  110 pt-serif 10 left labelled plain 1.2 total none subtotal tax total
  80 b612-mono 7.5 left timed priceBelow 1 none - subtotal tax total payment count
  80 barlow-condensed 10 centre below quantityBefore 1.8 all none total tax
  62 courier-prime 7 centre amongNumbers plain 1 none = subtotal discount total payment count
  80 ubuntu 9 left timed weighed 1.2 none none subtotal discount total shared
  80 cousine 8 centre below reduced 1 total - total payment rates
  80 roboto 9 centre labelled apart 1.2 all none subtotal tax total payment
  76 courier 8.5 left bare plain 1.3 total - subtotal tax tip total
  190 open-sans 10 left labelled columns 1.1 all none subtotal discount tax total payment
`).map((row): Design => {
  const [width, font = '', size, head, date, items, emphasis, currency, rule, ...sums] = row.split(' ');
  const numbers = { width: Number(width), size: Number(size), emphasis: Number(emphasis) };
  return { ...numbers, font, head, date, items, currency, rule: rule === 'none' ? '' : rule, sums } as Design;
});
