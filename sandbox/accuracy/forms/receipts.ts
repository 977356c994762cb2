import { mm } from '../groundTruth.ts';
import type { Random } from '../synthetic/random.ts';
import { LANGUAGES, priced, someDay, taxNumber, type Language } from './languages.ts';
import { asPrinted, Sheet, type PrintedForm, type Value } from './sheet.ts';
import { two } from '../synthetic/dates.ts';

/** The receipt of a till, in a narrow column of one typeface. */
export function tillReceipt(random: Random): Promise<PrintedForm> {
  const code = random.pick(Object.keys(LANGUAGES));
  const language = LANGUAGES[code] as Language;
  const sheet = new Sheet({ width: mm(80), height: mm(150) });
  const font = random.pick(['courier', 'cousine', 'courier-prime', 'arial'] as const);
  const print = { font, size: font === 'arial' ? 9 : 8.5 };
  const [left, right] = [mm(5), mm(75)];
  let y = mm(6);
  const line = (text: string, align: 'left' | 'centre' = 'left') => {
    sheet.paper.text(align === 'centre' ? mm(40) : left, y, text, { ...print, align });
    y += print.size * 1.35;
  };
  const pair = (label: string, value: Value, { optional = false, sign = '' } = {}) => {
    sheet.note(label, value, { optional });
    sheet.paper.text(left, y, label + sign, print);
    sheet.paper.text(right, y, value.printed, { ...print, align: 'right' });
    y += print.size * 1.35;
  };
  const rule = () => line(random.pick(['-', '=']).repeat(font === 'arial' ? 50 : 38));
  line(random.pick(language.companies).toUpperCase(), 'centre');
  line(`${language.street} ${random.whole(1, 99)}`, 'centre');
  line(language.city, 'centre');
  if (random.chance(0.6)) {
    const tax = taxNumber(code, random);
    const label = random.pick(language.taxNumber);
    line(`${label}: ${tax.printed}`, 'centre');
    sheet.noteTaxNumber(label, tax);
  }
  y += 4;
  line(random.pick(language.receipt), 'centre');
  const date = someDay(language, random);
  const number = asPrinted(random.digits(6));
  const dateLabel = language.date[0] as string;
  const sign = random.pick([':', '']);
  if (random.chance(0.7)) pair(dateLabel, date, { sign });
  else {
    // A time behind the date, and no label.
    line(`${date.printed}  ${two(random.whole(8, 20))}:${two(random.whole(0, 59))}`);
    sheet.note('date', date, { optional: true });
  }
  pair(random.pick(language.number), number, { sign });
  sheet.note('invoice_number', number, { optional: true });
  // By what they are, a receipt has both under these names too.
  sheet.note('date', date, { optional: true });
  rule();
  const currency = language.currency[0] as string;
  const style = random.pick(['none', 'none', 'behind'] as const);
  const money = (cents: number) => priced(language, currency, cents, style);
  let sum = 0;
  for (const name of random.shuffled(language.items).slice(0, random.whole(2, 5))) {
    const cents = random.whole(80, 4_999);
    sum += cents;
    pair(name, money(cents), { optional: true });
  }
  rule();
  pair(random.pick(language.subtotal), money(sum));
  if (random.chance(0.5)) {
    const discount = -random.whole(10, Math.floor(sum / 3));
    sum += discount;
    pair(random.pick(language.discount), money(discount));
  }
  const tax = Math.round(sum * 0.2);
  pair(random.pick(language.tax), money(tax));
  pair(random.pick(language.total), money(sum + tax));
  sheet.note('total', money(sum + tax), { optional: true });
  const given = Math.ceil((sum + tax) / 1000) * 1000;
  pair(random.pick(language.paid), money(given));
  pair(random.pick(language.change), money(given - sum - tax));
  y += 6;
  line(random.pick(language.thanks), 'centre');
  return sheet.finish();
}
