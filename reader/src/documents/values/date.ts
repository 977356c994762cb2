import type { Value } from './value.ts';

/** As Portuguese, English, Spanish and French cut them short. */
const SHORT = [
  'JAN ENE',
  'FEV FEB',
  'MAR',
  'ABR APR AVR',
  'MAI MAY',
  'JUN',
  'JUL',
  'AGO AUG',
  'SET SEP',
  'OUT OCT',
  'NOV',
  'DEZ DEC DIC',
].map((names) => names.split(' '));
const LONG = [
  ['JANEIRO', 'JANUARY'],
  ['FEVEREIRO', 'FEBRUARY'],
  ['MARCO', 'MARCH'],
  ['ABRIL', 'APRIL'],
  ['MAIO'],
  ['JUNHO', 'JUNE'],
  ['JULHO', 'JULY', 'JUIL'],
  ['AGOSTO', 'AUGUST'],
  ['SETEMBRO', 'SEPTEMBER', 'SEPT'],
  ['OUTUBRO', 'OCTOBER'],
  ['NOVEMBRO', 'NOVEMBER'],
  ['DEZEMBRO', 'DECEMBER'],
];
const WORD = '[\\p{L}]{3,9}';

const DAY_FIRST = /(?<!\d)(\d{2})\s?[/.\-–]\s?(\d{2})\s?[/.\-–]\s?(\d{4})(?!\d)/gu;
const YEAR_FIRST = /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/gu;
const SPACED = /(?<!\d)(\d{2}) (\d{2}) (\d{4})(?!\d)/gu;
/** 12/ABR/1990, 12 ABR/APR 1990, 12 de abril de 1990. */
const WORDED = new RegExp(
  `(?<!\\d)(\\d{1,2})[º°]?\\s?(?:de\\s)?[/.\\s-]?\\s?(${WORD})\\.?(?:\\s?/\\s?${WORD})?\\s?(?:de\\s)?[/.\\s-]?\\s?(\\d{4})(?!\\d)`,
  'giu',
);

/** Months in two languages vouch for each other, whatever was made of the stroke between them. */
const TWICE = /(?<!\d)(\d{2})\s?([A-Z]{3})[/I1l|\\]([A-Z]{3})\s?(\d{4})(?!\d)/gu;

/** Every day of the calendar in a text, as YYYY-MM-DD. */
export function datesIn(text: string): string[] {
  const dayFirst = [...text.matchAll(DAY_FIRST), ...text.matchAll(SPACED)].map(([, day, month, year]) =>
    calendarDay(year, month, day),
  );
  const yearFirst = [...text.matchAll(YEAR_FIRST)].map(([, year, month, day]) => calendarDay(year, month, day));
  const worded = [...text.matchAll(WORDED)].map(([, day, month = '', year]) => calendarDay(year, monthOf(month), day));
  const twice = [...text.matchAll(TWICE)]
    .filter(([, , own = '', other = '']) => monthOf(own) === monthOf(other))
    .map(([, day, month = '', , year]) => calendarDay(year, monthOf(month), day));
  return [...dayFirst, ...yearFirst, ...worded, ...twice].filter((day) => day !== null);
}

/** A text's one day; two would leave open which is meant. */
export function date(text: string): Value | null {
  const [only, ...others] = new Set(datesIn(text));
  return only && others.length === 0 ? { value: only } : null;
}

/** 0, which no day has, for what is no month. */
function monthOf(name: string): string {
  const letters = name.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
  return String(SHORT.findIndex((names, month) => [...names, ...(LONG[month] ?? [])].includes(letters)) + 1);
}

const EARLIEST = 1900;
const LATEST = 2100;

/** Null for days that do not exist, or not in the life of anybody. */
export function calendarDay(year = '', month = '', day = ''): string | null {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const moment = new Date(`${text}T00:00:00Z`);
  const exists = !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text);
  return exists && Number(year) >= EARLIEST && Number(year) <= LATEST ? text : null;
}
