import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { transform } from 'receiptline';
import { fontSource } from '../../drawing/fonts.ts';
import { factFields } from '../../drawing/forms.ts';
import { fieldList, mm } from '../../groundTruth.ts';
import { two } from '../../synthetic/dates.ts';
import { amountIn } from '../../synthetic/numbers.ts';
import type { PrintedLayout } from '../layout.ts';
import { textList } from '../../../reader/src/text/pattern.ts';

/**
 * Of each language the title, the sign before cents, the share of the tax, some goods, and the labels of number, date,
 * subtotal, discount, tax and total.
 */
const LANGUAGES = textList(`
  RECIBO , 0.23; Pão integral, Café moído, Queijo, Maçã, Sabão, Arroz;
    Recibo n.º, Data, Subtotal, Desconto, IVA, Total |
  RECEIPT . 0.2; Wholemeal bread, Ground coffee, Cheese, Apples, Soap, Rice;
    Receipt no, Date, Subtotal, Discount, VAT, Total |
  RECIBO , 0.21; Pan integral, Café molido, Queso, Manzanas, Jabón, Arroz;
    Recibo núm., Fecha, Subtotal, Descuento, IVA, Total |
  REÇU , 0.2; Pain complet, Café moulu, Fromage, Pommes, Savon, Riz;
    Reçu n°, Date, Sous-total, Remise, TVA, Total |
  QUITTUNG , 0.19; Vollkornbrot, Kaffee, Käse, Äpfel, Seife, Reis;
    Beleg-Nr., Datum, Zwischensumme, Rabatt, MwSt, Gesamt
`).map((row) => {
  const [head = '', goods = '', labels = ''] = row.split(/;\s+/);
  const [title = '', decimal = '', taxShare] = head.split(' ');
  return { title, decimal, taxShare: Number(taxShare), goods: goods.split(', '), labels: labels.split(', ') };
});

const MERCHANTS = ['Mercado Exemplo', 'Corner Shop Sample', 'Tienda Modelo', 'Epicerie du Test', 'Laden Muster'];
/** Characters a line, of 12 by 24 dots each. */
const COLUMNS = 36;
const DOTS = { column: 12, line: 24 };
const PAPER = { width: mm(80), height: mm(95), margin: mm(6) };

/** What `receiptline` prints of a purchase, on paper of 80 mm. */
export const receiptlineReceipt: PrintedLayout = {
  id: 'receiptline-receipt',
  type: 'receipt',
  size: { width: PAPER.width, height: PAPER.height },
  copies: { photo: 3 },
  async print(random) {
    const { title, decimal, taxShare, goods, labels } = random.pick(LANGUAGES);
    const money = (cents: number) => amountIn(cents / 100, `1234${decimal}56`);
    const items = goods.filter(() => random.chance(0.7)).map((name) => ({ name, cents: random.whole(80, 2_999) }));
    const subtotal = items.reduce((sum, { cents }) => sum + cents, 0);
    const discount = -random.whole(1, Math.max(1, Math.floor(subtotal / 5)));
    const tax = Math.round((subtotal + discount) * taxShare);
    const total = subtotal + discount + tax;
    const date = [two(random.whole(13, 28)), two(random.whole(1, 12)), String(random.whole(2023, 2026))];
    const number = random.digits(6);
    const amounts = [subtotal, discount, tax, total];
    const [ofNumber = '', ofDate = '', ...ofAmounts] = labels;
    const lines = [
      `^^${random.pick(MERCHANTS)}`,
      title,
      '',
      `${ofNumber} | ${number}`,
      `${ofDate} | ${date.join('/')}`,
      '---',
      ...items.map(({ name, cents }) => `${name} | ${money(cents)}`),
      '---',
      ...amounts.map((cents, index) => `${ofAmounts[index]} | ${money(cents)}`),
    ];
    const day = date.toReversed().join('-');
    const values = [number, day, ...amounts.map((cents) => (cents / 100).toFixed(2))];
    const labelled = factFields(labels.map((label, index) => ({ label, truth: values[index] ?? null })));
    // Whatever their labels, a receipt has these two under names of their own.
    const always = fieldList`date ${day} | total ${(total / 100).toFixed(2)}`;
    const others = always.filter(({ name }) => !labelled.some((field) => field.name === name));
    return { pdf: await printed(lines.join('\n')), truth: { fields: [...labelled, ...others] } };
  },
};

/** The characters of its SVG, drawn at their places: the paper and its typeface are what a thermal printer has. */
async function printed(receipt: string): Promise<Buffer> {
  const svg = transform(receipt, { cpl: COLUMNS, encoding: 'multilingual', command: 'svg' });
  const pdf = new PDFDocument({ size: [PAPER.width, PAPER.height], margin: 0 });
  const dot = (PAPER.width - 2 * PAPER.margin) / (COLUMNS * DOTS.column);
  pdf.translate(PAPER.margin, PAPER.margin).scale(dot);
  pdf.font(fontSource('courier-prime')).fontSize(20);
  for (const [, y = '0', content = ''] of svg.matchAll(/<g transform="translate\(0,(\d+)\)">(.*?)<\/g>/g))
    for (const [, wide = '1', high = '1', characters = ''] of content.matchAll(
      /<text(?: transform="scale\((\d),(\d)\)")?>(.*?)<\/text>/g,
    ))
      for (const [, x = '0', character = ''] of characters.matchAll(/<tspan x="(\d+)">(.*?)<\/tspan>/g)) {
        if (character === '&#xa0;') continue;
        pdf.save().translate(0, Number(y)).scale(Number(wide), Number(high));
        pdf.text(character, Number(x) - DOTS.column / 2, -DOTS.line, { lineBreak: false }).restore();
      }
  for (const [, y = '0'] of svg.matchAll(/<g transform="translate\(0,(\d+)\)"><path d="M0,12h/g))
    pdf
      .moveTo(0, Number(y) + 12)
      .lineTo(COLUMNS * DOTS.column, Number(y) + 12)
      .lineWidth(2)
      .stroke();
  pdf.end();
  return buffer(pdf);
}
