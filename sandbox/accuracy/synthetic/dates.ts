import type { Random } from './random.ts';

/** A day as YYYY-MM-DD. */
export type Day = string;

/** The names of the months in a language (`pt`), as they stand in a sentence. */
export const monthsIn = (language: string, month: 'long' | 'short' = 'long'): string[] => {
  const { format } = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, month) => format(Date.UTC(2000, month)));
};

const MONTHS = monthsIn('pt');
export const ENGLISH_MONTHS = monthsIn('en');

export const dayBetween = (random: Random, first: number, last: number): Day =>
  `${random.whole(first, last)}-${two(random.whole(1, 12))}-${two(random.whole(1, 28))}`;

export const birthday = (random: Random): Day => dayBetween(random, 1950, 2004);

export const yearsAfter = (day: Day, years: number): Day => `${Number(day.slice(0, 4)) + years}${day.slice(4)}`;

export const monthAfter = (day: Day): Day =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8)))).toISOString().slice(0, 10);

/** A date as Brazil prints it: 31/12/2024, or with another separator. */
export const printed = (day: Day, sign = '/'): string => day.split('-').toReversed().join(sign);

export const inWords = (day: Day): string => dayIn('D de MMMM de YYYY', day, MONTHS);

/** 31 DEZ/DEC 2024, as Brazilian passports print it. */
export const passportDay = (day: Day): string =>
  `${dayIn('DD MMM', day, MONTHS)}/${dayIn('MMM YYYY', day, ENGLISH_MONTHS)}`.toUpperCase();

/**
 * A day in a pattern: Y, M and D stand for digits, MMMM for the name of the month, MMM for its first letters:
 * `D de MMMM de YYYY`, `MM/DD/YY`.
 */
export function dayIn(pattern: string, day: Day, months: string[]): string {
  const [year = '', month = '', date = ''] = day.split('-');
  const name = months[Number(month) - 1] ?? '';
  const parts: Record<string, string> = {
    ...{ YYYY: year, YY: year.slice(2) },
    ...{ MMMM: name, MMM: name.slice(0, 3), MM: month, M: String(Number(month)) },
    ...{ DD: date, D: String(Number(date)) },
  };
  return pattern.replace(/YYYY|YY|M{1,4}|DD?/g, (part) => parts[part] ?? '');
}

export const two = (value: number): string => String(value).padStart(2, '0');
