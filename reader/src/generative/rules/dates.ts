import { asDate } from '../../text/dates.ts';
import { numberInWords } from './numberWords.ts';

/** A date in a text, and where it stands. */
export type FoundDate = { value: string; at: number; end: number };

const MONTH = 'janeiro|fevereiro|mar[çc]o|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro';
const WORDS = String.raw`\p{L}{2,13}(?:\s+(?:e\s+)?\p{L}{2,13}){0,2}`;
const YEAR_WORDS = String.raw`(?:dois\s+mil|(?:um\s+)?mil\s+(?:e\s+)?\p{L}{6,13})(?:\s+e\s+\p{L}{2,13}){0,3}`;
const NUMERIC = String.raw`(?<![\d./-])\d{1,2}\s?[/.-]\s?\d{1,2}\s?[/.-]\s?\d{4}(?![\d])`;
const MIXED = String.raw`(?<!\d)(?<day>\d{1,2}|${WORDS})(?:[º°o](?=\s))?\s*(?:\([^)]{1,20}\)\s*)?(?:dias?\s+)?(?:do\s+m[êe]s\s+)?de\s+(?<month>${MONTH})\s+(?:do\s+ano\s+)?de\s+(?<year>\d{4}|\d\.\d{3}|${YEAR_WORDS})`;
const DATE = new RegExp(`${NUMERIC}|${MIXED}`, 'giu');

/**
 * Every date in a text: in numbers, with the month's name, or wholly in words (`aos doze dias do mês de março de dois
 * mil e vinte`).
 */
export const findDates = (text: string): FoundDate[] =>
  [...text.matchAll(DATE)].map(asFound).filter((date) => date !== null);

function asFound({ 0: whole, index, groups }: RegExpExecArray): FoundDate | null {
  if (!groups?.['month'])
    return dated(whole.replace(/\s/g, '').replace(/(^|[/.-])(\d)(?=[/.-])/g, '$10$2'), index, index + whole.length);
  const { day = '', month = '', year = '' } = groups;
  const at = index + whole.lastIndexOf(lastWordsOf(day), day.length);
  const text = `${dayOf(day) ?? ''} de ${month.toLowerCase().replace('marco', 'março')} de ${yearOf(year) ?? ''}`;
  return dated(text, at, index + whole.length - (year.length - usedOf(year).length));
}

function dated(text: string, at: number, end: number): FoundDate | null {
  const value = asDate(text);
  return value === null ? null : { value, at, end };
}

/** Of the words before the month only the last are its day: `em vinte e um`. */
function lastWordsOf(words: string): string {
  if (/^\d/.test(words)) return words;
  const parts = words.split(/\s+/);
  for (let from = 0; from < parts.length; from++) {
    const rest = parts.slice(from).join(' ');
    if (!/^e\b/i.test(rest) && numberInWords(rest.replace(/\s+dias?$/i, '')) !== null) return rest;
  }
  return words;
}

const dayOf = (words: string): number | null =>
  /^\d/.test(words) ? Number(words) : numberInWords(lastWordsOf(words).replace(/\s+dias?$/i, ''));

/** The words of a year go on only as long as they are numbers. */
function usedOf(words: string): string {
  if (/^\d/.test(words)) return words;
  const parts = words.split(/\s+/);
  for (let to = parts.length; to > 0; to--) {
    const first = parts.slice(0, to).join(' ');
    if (!/\be$/i.test(first) && numberInWords(first) !== null) return first;
  }
  return words;
}

const yearOf = (words: string): number | null =>
  /^\d/.test(words) ? Number(words.replace('.', '')) : numberInWords(usedOf(words));
