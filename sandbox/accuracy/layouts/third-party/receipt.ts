import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { transform } from 'receiptline';
import { fontSource } from '../../drawing/fonts.ts';
import { mm, type TrueField } from '../../groundTruth.ts';
import type { PrintedLayout } from '../layout.ts';

/** The labels of a receipt: those that are printed, and the identifiers they become. */
type Words = {
  title: string;
  decimal: ',' | '.';
  items: string[];
  taxShare: number;
  number: [string, string];
  date: [string, string];
  subtotal: [string, string];
  discount: [string, string];
  tax: [string, string];
  total: [string, string];
};

const LANGUAGES: Record<'pt' | 'en' | 'es' | 'fr' | 'de', Words> = {
  pt: {
    title: 'RECIBO',
    decimal: ',',
    items: ['Pão integral', 'Café moído', 'Queijo', 'Maçã', 'Sabão', 'Arroz'],
    taxShare: 0.23,
    number: ['Recibo n.º', 'recibo_n_o'],
    date: ['Data', 'data'],
    subtotal: ['Subtotal', 'subtotal'],
    discount: ['Desconto', 'desconto'],
    tax: ['IVA', 'iva'],
    total: ['Total', 'total'],
  },
  en: {
    title: 'RECEIPT',
    decimal: '.',
    items: ['Wholemeal bread', 'Ground coffee', 'Cheese', 'Apples', 'Soap', 'Rice'],
    taxShare: 0.2,
    number: ['Receipt no', 'receipt_no'],
    date: ['Date', 'date'],
    subtotal: ['Subtotal', 'subtotal'],
    discount: ['Discount', 'discount'],
    tax: ['VAT', 'vat'],
    total: ['Total', 'total'],
  },
  es: {
    title: 'RECIBO',
    decimal: ',',
    items: ['Pan integral', 'Café molido', 'Queso', 'Manzanas', 'Jabón', 'Arroz'],
    taxShare: 0.21,
    number: ['Recibo núm.', 'recibo_num'],
    date: ['Fecha', 'fecha'],
    subtotal: ['Subtotal', 'subtotal'],
    discount: ['Descuento', 'descuento'],
    tax: ['IVA', 'iva'],
    total: ['Total', 'total'],
  },
  fr: {
    title: 'REÇU',
    decimal: ',',
    items: ['Pain complet', 'Café moulu', 'Fromage', 'Pommes', 'Savon', 'Riz'],
    taxShare: 0.2,
    number: ['Reçu n°', 'recu_no'],
    date: ['Date', 'date'],
    subtotal: ['Sous-total', 'sous_total'],
    discount: ['Remise', 'remise'],
    tax: ['TVA', 'tva'],
    total: ['Total', 'total'],
  },
  de: {
    title: 'QUITTUNG',
    decimal: ',',
    items: ['Vollkornbrot', 'Kaffee', 'Käse', 'Äpfel', 'Seife', 'Reis'],
    taxShare: 0.19,
    number: ['Beleg-Nr.', 'beleg_nr'],
    date: ['Datum', 'datum'],
    subtotal: ['Zwischensumme', 'zwischensumme'],
    discount: ['Rabatt', 'rabatt'],
    tax: ['MwSt', 'mwst'],
    total: ['Gesamt', 'gesamt'],
  },
};

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
    const words = LANGUAGES[random.pick(Object.keys(LANGUAGES) as Array<keyof typeof LANGUAGES>)];
    const { decimal } = words;
    const money = (cents: number) =>
      `${cents < 0 ? '-' : ''}${(Math.abs(cents) / 100).toFixed(2).replace('.', decimal)}`;
    const items = words.items
      .filter(() => random.chance(0.7))
      .map((name) => ({ name, cents: random.whole(80, 2_999) }));
    const subtotal = items.reduce((sum, { cents }) => sum + cents, 0);
    const discount = -random.whole(1, Math.max(1, Math.floor(subtotal / 5)));
    const tax = Math.round((subtotal + discount) * words.taxShare);
    const total = subtotal + discount + tax;
    const date = { day: random.whole(13, 28), month: random.whole(1, 12), year: random.whole(2023, 2026) };
    const two = (value: number) => String(value).padStart(2, '0');
    const number = random.digits(6);
    const amounts = [
      [words.subtotal, subtotal],
      [words.discount, discount],
      [words.tax, tax],
      [words.total, total],
    ] as const;
    const lines = [
      `^^${random.pick(MERCHANTS)}`,
      words.title,
      '',
      `${words.number[0]} | ${number}`,
      `${words.date[0]} | ${two(date.day)}/${two(date.month)}/${date.year}`,
      '---',
      ...items.map(({ name, cents }) => `${name} | ${money(cents)}`),
      '---',
      ...amounts.map(([[label], cents]) => `${label} | ${money(cents)}`),
    ];
    const fields: TrueField[] = [
      { name: words.number[1], value: number },
      { name: words.date[1], value: `${date.year}-${two(date.month)}-${two(date.day)}` },
      ...amounts.map(([[, name], cents]) => ({ name, value: (cents / 100).toFixed(2) })),
    ];
    return { pdf: await printed(lines.join('\n')), truth: { fields } };
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
