import type { Random } from '../synthetic/random.ts';
import { iban, LANGUAGES, priced, someDay, taxNumber, type Language } from './languages.ts';
import { asPrinted, Sheet, typeface, type PrintedForm, type Value } from './sheet.ts';

type Entry = [label: string, value: Value];
type Place = { sheet: Sheet; random: Random; plain: Print; bold: Print; left: number; right: number };
type Print = { font: string; size: number };

/** An invoice of Portugal, Spain, France, Germany or an English-speaking country. */
export function foreignInvoice(random: Random): Promise<PrintedForm> {
  const code = random.pick(Object.keys(LANGUAGES));
  const language = LANGUAGES[code] as Language;
  const sheet = new Sheet();
  const fonts = typeface(random);
  const size = random.pick([8.5, 9.5, 10.5]);
  const [plain, bold] = [
    { font: fonts.plain, size },
    { font: fonts.bold, size },
  ] as const;
  const left = random.whole(40, 60);
  const place: Place = { sheet, random, plain, bold, left, right: sheet.size.width - left };
  const currency = random.pick(language.currency);
  const isBehind = currency === '€' && code !== 'en';
  const style = random.pick(isBehind ? (['behind', 'behind', 'none'] as const) : (['before', 'none'] as const));
  const pick = (list: string[]) => random.pick(list);
  const company = pick(language.companies);
  const number = asPrinted(`${random.pick(['', 'INV-', 'F', '2024/', 'R-'])}${random.digits(random.whole(4, 6))}`);
  const withNumber = random.chance(0.3);

  sheet.paper.text(left, 40, company, { ...bold, size: 14 });
  if (code === 'en') sheet.note('seller', asPrinted(company), { optional: true });
  sheet.paper.text(left, 60, `${language.street} ${random.whole(1, 99)}`, plain);
  sheet.paper.text(left, 60 + 1.4 * size, language.city, plain);
  const title = pick(language.invoice);
  sheet.caption(left, 104, title, { ...bold, size: 20 });
  const meta: Entry[] = [
    [pick(language.number), number],
    [pick(language.date), someDay(language, random)],
    ...(random.chance(0.7) ? [[pick(language.due), someDay(language, random)] as Entry] : []),
    ...(random.chance(0.5) ? [[pick(language.customer), asPrinted(random.digits(5))] as Entry] : []),
    ...(random.chance(0.4) ? [[pick(language.order), asPrinted(`PO${random.digits(4)}`)] as Entry] : []),
  ];
  const to = pick(language.to);
  let y = 140;
  const besideTo = random.chance(0.5);
  const address = [pick(language.people), `${language.street} ${random.whole(1, 99)}`, language.city];
  sheet.caption(left, y, to + random.pick(['', ':']), bold);
  address.forEach((line, at) => sheet.paper.text(left, y + (at + 1) * 1.4 * size, line, plain));
  sheet.note(to, asPrinted(address.join(' ')), { optional: true, accepted: address[0] ? [address[0]] : [] });
  const below = y + 5 * 1.4 * size;
  const print = META[withNumber ? 'colons' : random.pick(Object.keys(META) as (keyof typeof META)[])];
  const end = print(place, besideTo ? left + 260 : left, besideTo ? y : below, random.shuffled(meta));
  y = items(place, language, Math.max(end, below) + 18, (cents) => priced(language, currency, cents, style));
  const tax = taxNumber(code, random);
  const account = iban(code, random);
  const taxLabel = pick(language.taxNumber);
  const hasTax = random.chance(0.7);
  const hasAccount = random.chance(0.7);
  y += 24;
  if (hasTax) {
    sheet.paper.text(left, y, `${taxLabel}: ${tax.printed}`, plain);
    sheet.noteTaxNumber(taxLabel, tax);
    y += 1.5 * size;
  }
  if (hasAccount) {
    sheet.paper.text(left, y, `IBAN: ${account.printed}`, plain);
    sheet.note('IBAN', account);
    y += 1.5 * size;
    sheet.paper.text(left, y, `BIC: ${random.pick(['DEUTDEFF', 'BNPAFRPP', 'CGDIPTPL'])}XXX`.slice(0, 16), plain);
    sheet.note('BIC', asPrinted(''), { optional: true, accepted: ['DEUTDEFFXXX', 'BNPAFRPPXXX', 'CGDIPTPLXXX'] });
  }
  sheet.paper.text(left, 790, pick(language.thanks), plain);
  sheet.note('invoice_number', number, { optional: true });
  return sheet.finish();
}

type Lines = (place: Place, x: number, top: number, entries: Entry[]) => number;

/** An entry a line, its value `aside` or at the right edge. */
const inLines =
  (isBold: boolean, sign: string, aside: number | null): Lines =>
  ({ sheet, plain, bold, right }, x, top, entries) => {
    const step = 1.6 * plain.size;
    entries.forEach(([label, value], at) => {
      const y = top + at * step;
      const print = aside === null ? { ...plain, align: 'right' as const } : plain;
      sheet.pair(label, value, [x, y, isBold ? bold : plain], [aside === null ? right : x + aside, y, print], sign);
    });
    return top + entries.length * step;
  };

const META = {
  colons: ({ sheet, plain }: Place, x: number, top: number, entries: Entry[]): number => {
    for (const [at, [label, value]] of entries.entries()) {
      sheet.note(label, value);
      sheet.paper.text(x, top + at * 1.6 * plain.size, `${label}: ${value.printed}`, plain);
    }
    return top + entries.length * 1.6 * plain.size;
  },
  boldColumn: inLines(true, '', 120),
  plainColumn: inLines(false, '', 130),
  atRight: inLines(false, ':', null),
  /** Labels in one row, values in the next. */
  row({ sheet, random, plain, bold, left, right }: Place, x: number, top: number, entries: Entry[]): number {
    const labels = random.pick([plain, bold]);
    const widths = entries.flatMap(([label, { printed }]) => [
      sheet.paper.measure(label, labels),
      sheet.paper.measure(printed, plain),
    ]);
    const widest = Math.max(...widths);
    const perRow = Math.max(1, Math.min(x > left ? 2 : 5, entries.length, Math.floor((right - x) / (widest + 14))));
    const step = (right - x) / perRow;
    entries.forEach(([label, value], at) => {
      const [place, y] = [x + (at % perRow) * step, top + Math.floor(at / perRow) * 3.4 * plain.size];
      sheet.pair(label, value, [place, y, labels], [place, y + 1.4 * plain.size, plain]);
    });
    return top + Math.ceil(entries.length / perRow) * 3.4 * plain.size;
  },
};

function items(place: Place, language: Language, top: number, money: (cents: number) => Value): number {
  const { sheet, random, plain, bold, left, right } = place;
  const header = language.columns.map((names) => random.pick(names));
  const edges = [left, left + 290, left + 400, right];
  const cell = (at: number, y: number, text: string, print: Print) =>
    sheet.paper.text(edges[at] as number, y, text, { ...print, align: at === 0 ? 'left' : 'right' });
  header.forEach((label, at) => cell(at, top, label, bold));
  let y = top + 2 * plain.size;
  let sum = 0;
  for (const name of random.shuffled(language.items).slice(0, random.whole(1, 4))) {
    const [count, price] = [random.whole(1, 12), random.whole(150, 90_000)];
    sum += count * price;
    const values = [asPrinted(name), asPrinted(String(count)), money(price), money(count * price)];
    values.forEach((value, at) => {
      cell(at, y, value.printed, plain);
      sheet.note(header[at] as string, value);
    });
    y += 1.8 * plain.size;
  }
  const tax = Math.round(sum * 0.2);
  y += plain.size;
  const sums: [string, number][] = [
    [random.pick(language.subtotal), sum],
    [random.pick(language.tax), tax],
    [random.pick(language.total), sum + tax],
  ];
  const labelled = random.pick(['left', 'right', 'colon'] as const);
  for (const [at, [label, cents]] of sums.entries()) {
    const print = at === 2 && random.chance(0.7) ? bold : plain;
    const [x, align] = labelled === 'right' ? [right - 90, 'right' as const] : [left + 300, 'left' as const];
    const sign = labelled === 'colon' ? ':' : '';
    sheet.pair(label, money(cents), [x, y, { ...print, align }], [right, y, { ...print, align: 'right' }], sign);
    y += 1.7 * plain.size;
  }
  return y;
}
