import { withDigits } from './lookAlikes.ts';
import { withoutAccents } from './normalise.ts';

/** Portuguese, English, Spanish, French, German, Italian and Dutch names of the months, and how they are cut short. */
const MONTHS = [
  'JAN JANEIRO JANUARY ENERO JANVIER JANUAR JANNER GENNAIO JANUARI',
  'FEV FEVEREIRO FEB FEBRUARY FEBRERO FEVRIER FEBRUAR FEBBRAIO FEBRUARI',
  'MAR MARCO MARCH MARZO MARS MARZ MAART',
  'ABR ABRIL APR APRIL AVRIL APRILE',
  'MAI MAIO MAY MAYO MAGGIO MEI',
  'JUN JUNHO JUNE JUNIO JUIN JUNI GIUGNO',
  'JUL JULHO JULY JULIO JUILLET JULI LUGLIO',
  'AGO AGOSTO AUG AUGUST AOUT AUGUSTUS',
  'SET SETEMBRO SEP SEPT SEPTEMBER SEPTIEMBRE SEPTEMBRE SETTEMBRE',
  'OUT OUTUBRO OCT OCTOBER OCTUBRE OCTOBRE OKTOBER OTTOBRE',
  'NOV NOVEMBRO NOVEMBER NOVIEMBRE NOVEMBRE',
  'DEZ DEZEMBRO DEC DECEMBER DICIEMBRE DECEMBRE DEZEMBER DICEMBRE',
].map((names) => names.split(' '));
/** Months that other languages abbreviate in other ways. */
const FOREIGN_MONTHS: Record<string, number> = {
  ...{ ENE: 1, GEN: 1, JANV: 1, FEVR: 2, MRT: 3, AVR: 4, MAG: 5, MAJ: 5, GIU: 6, JUIL: 7, LUG: 7, SETT: 9 },
  ...{ OKT: 10, OTT: 10, DIC: 12 },
};

/** 1 to 12; 0, which no date has, for what is no month. `foreign`: Spanish and French abbreviations too. */
export function monthNumber(name: string, { foreign = false } = {}): number {
  const letters = withoutAccents(name).toUpperCase();
  const month = MONTHS.findIndex((names) => names.includes(letters)) + 1;
  return month === 0 && foreign ? (FOREIGN_MONTHS[letters] ?? 0) : month;
}

/** The first and last year that dates in somebody's life may have. */
export const LIFETIME = { from: 1900, to: 2100 };

/** YYYY-MM-DD; null if the calendar has no such day, or its year is outside the given ones. */
export function calendarDate(
  year: string | number = '',
  month: string | number = '',
  day: string | number = '',
  years?: { from: number; to: number },
): string | null {
  const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  const date = new Date(`${text}T00:00:00Z`);
  const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
  const isWithin = !years || (Number(year) >= years.from && Number(year) <= years.to);
  return exists && isWithin ? text : null;
}

/** Which of the two small numbers of 04/05/2024 is the day; `unknown`: such a date is not read. */
export type DateOrder = 'dayFirst' | 'monthFirst' | 'unknown';

const SLASHED = /(?<![\d/])(\d{1,2})\/(\d{1,2})\/\d{4}(?![\d/])/g;
/** A dollar sign without the letters of a country; currencies of countries that begin with the day. */
const [IN_DOLLARS, DAY_FIRST_CURRENCY] = [/(?<![A-Z])\$\s?\d/, /[€£]|\b(?:EUR|GBP|CHF)\b/];
const BRAZILIAN = /R\s?\$|\bCPF\b|\bCNPJ\b/;

/**
 * As the dates of a page prove it: no month is above 12. Without proof day first, but not on pages in dollars. One
 * misread digit must not turn the dates of a page that is plainly from elsewhere.
 */
export function dateOrderOf(text: string): DateOrder {
  if (BRAZILIAN.test(text)) return 'dayFirst';
  const dates = [...text.matchAll(SLASHED)];
  const hasDayFirst = dates.some(([, first]) => Number(first) > 12);
  const hasMonthFirst = dates.some(([, , second]) => Number(second) > 12);
  if (hasMonthFirst) return hasDayFirst || DAY_FIRST_CURRENCY.test(text) ? 'unknown' : 'monthFirst';
  return !hasDayFirst && IN_DOLLARS.test(text) ? 'unknown' : 'dayFirst';
}

/** A text that is nothing but a date. Day first, as in Brazil; null for a date that does not exist. */
export function parseDate(text: string, order: DateOrder = 'dayFirst'): string | null {
  const plain = text.trim();
  const inDigits = withDigits(plain) ?? '';
  return parseNumericDate(plain, order) ?? parseNumericDate(inDigits, order) ?? parseWrittenDate(plain);
}

function parseNumericDate(text: string, order: DateOrder): string | null {
  const slashed = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
  if (slashed && order === 'monthFirst') return calendarDate(slashed[3], slashed[1], slashed[2]?.padStart(2, '0'));
  if (slashed && order === 'unknown' && Number(slashed[1]) <= 12 && slashed[1] !== slashed[2]) return null;
  const dayFirst = /^(\d{1,2})[º°]?\s?[/.-]\s?(\d{1,2})\s?[/.-]\s?(\d{4})$/.exec(text);
  if (dayFirst) return calendarDate(dayFirst[3], dayFirst[2], dayFirst[1]);
  const yearFirst = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  return yearFirst ? calendarDate(yearFirst[1], yearFirst[2], yearFirst[3]) : null;
}

const DAY_WRITTEN =
  /^(\d{1,2})(?:[º°]|er\b)?\s*(?:de\s+|[/.-]\s*|\s)(\p{L}+)\.?(?:\s*de\s+|\s*,\s+|\s+|\s*[/.-]\s*)(\d{4})$/iu;

/** 3 de março de 2024, 12. Januar 2024, 1er mars 2024, 1º de maio de 2024, 14/jan/2025, 14 January 2025, January 14, 2025. */
function parseWrittenDate(text: string): string | null {
  const dayFirst = DAY_WRITTEN.exec(text);
  const monthFirst = /^(\p{L}+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?\s?,?\s+(\d{4})$/iu.exec(text);
  if (dayFirst) return calendarDate(dayFirst[3], monthNumber(dayFirst[2] ?? ''), dayFirst[1]);
  return monthFirst ? calendarDate(monthFirst[3], monthNumber(monthFirst[1] ?? ''), monthFirst[2]) : null;
}

/** The dates printed in numbers anywhere in a text. */
export function datesIn(text: string): string[] {
  const found =
    text.match(/(?<![\d/])\d{2}\s?[/.-]\s?\d{2}\s?[/.-]\s?\d{4}(?!\d)|(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)/g) ?? [];
  return found.map((date) => parseDate(date)).filter((date) => date !== null);
}

const DAY_FIRST = /(?<!\d)(\d{2})\s?[/.\-–]\s?(\d{2})\s?[/.\-–]\s?(\d{4})(?!\d)/gu;
const YEAR_FIRST = /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/gu;
const SPACED = /(?<!\d)(\d{2}) (\d{2}) (\d{4})(?!\d)/gu;
const MONTH_NAME = '[\\p{L}]{3,9}';
/** 12/ABR/1990, 12 ABR/APR 1990, 12 de abril de 1990. */
const WITH_MONTH_NAME = new RegExp(
  `(?<!\\d)(\\d{1,2})[º°]?\\s?(?:de\\s)?[/.\\s-]?\\s?(${MONTH_NAME})\\.?(?:\\s?/\\s?${MONTH_NAME})?` +
    `\\s?(?:de\\s)?[/.\\s-]?\\s?(\\d{4})(?!\\d)`,
  'giu',
);
/** Months in two languages prove each other, however the slash between them was read. */
const IN_TWO_LANGUAGES = /(?<!\d)(\d{2})\s?([A-Z]{3})[/I1l|\\]([A-Z]{3})\s?(\d{4})(?!\d)/gu;

/**
 * Every date of somebody's life in a text, as identity documents print them: in numbers, blanks between them perhaps,
 * or with the name of the month in one language or two.
 */
export function lifetimeDatesIn(text: string): string[] {
  const monthOf = (name = '') => monthNumber(name, { foreign: true });
  const dates = [
    ...[...text.matchAll(DAY_FIRST), ...text.matchAll(SPACED)].map(([, day, month, year]) => [year, month, day]),
    ...[...text.matchAll(YEAR_FIRST)].map(([, year, month, day]) => [year, month, day]),
    ...[...text.matchAll(WITH_MONTH_NAME)].map(([, day, month, year]) => [year, monthOf(month), day]),
    ...[...text.matchAll(IN_TWO_LANGUAGES)]
      .filter(([, , own, other]) => monthOf(own) === monthOf(other))
      .map(([, day, month, , year]) => [year, monthOf(month), day]),
  ];
  return dates.map(([year, month, day]) => calendarDate(year, month, day, LIFETIME)).filter((date) => date !== null);
}
