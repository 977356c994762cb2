import { withDigits } from './misread.ts';

const MONTHS: [RegExp, number][] = [
  [/^jan(eiro|uary)?$/, 1],
  [/^(fev(ereiro)?|feb(ruary)?)$/, 2],
  [/^mar(ço|co|ch)?$/, 3],
  [/^(abr(il)?|apr(il)?)$/, 4],
  [/^(maio?|may)$/, 5],
  [/^jun(ho|e)?$/, 6],
  [/^jul(ho|y)?$/, 7],
  [/^(ago(sto)?|aug(ust)?)$/, 8],
  [/^(set(embro)?|sept?(ember)?)$/, 9],
  [/^(out(ubro)?|oct(ober)?)$/, 10],
  [/^nov(embro|ember)?$/, 11],
  [/^(dez(embro)?|dec(ember)?)$/, 12],
];

/** A text that is nothing but a date. Day first, as in Brazil; a date that does not exist stays as printed. */
export function asDate(text: string): string | null {
  const plain = text.trim();
  return inNumbers(plain) ?? inNumbers(withDigits(plain) ?? '') ?? inWords(plain);
}

function inNumbers(text: string): string | null {
  const dayFirst = /^(\d{2})\s?[/.-]\s?(\d{2})\s?[/.-]\s?(\d{4})$/.exec(text);
  if (dayFirst) return calendarDate(dayFirst[3], dayFirst[2], dayFirst[1]);
  const yearFirst = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  return yearFirst ? calendarDate(yearFirst[1], yearFirst[2], yearFirst[3]) : null;
}

/** 3 de março de 2024, 1º de maio de 2024, 14/jan/2025, 14 January 2025, January 14, 2025. */
function inWords(text: string): string | null {
  const dayFirst = /^(\d{1,2})[º°]?\s*(?:de\s+|[/.-]\s*|\s)(\p{L}+)\.?\s*(?:de\s+|,?\s+|[/.-]\s*)(\d{4})$/iu.exec(text);
  const monthFirst = /^(\p{L}+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/iu.exec(text);
  if (dayFirst) return calendarDate(dayFirst[3], monthOf(dayFirst[2]), dayFirst[1]);
  return monthFirst ? calendarDate(monthFirst[3], monthOf(monthFirst[1]), monthFirst[2]) : null;
}

const monthOf = (name = '') => String(MONTHS.find(([form]) => form.test(name.toLowerCase()))?.[1] ?? 0);

function calendarDate(year = '', month = '', day = ''): string | null {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null;
}

/** The dates printed in numbers anywhere in a text. */
export function datesIn(text: string): string[] {
  const found =
    text.match(/(?<![\d/])\d{2}\s?[/.-]\s?\d{2}\s?[/.-]\s?\d{4}(?!\d)|(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)/g) ?? [];
  return found.map((date) => asDate(date)).filter((date) => date !== null);
}
