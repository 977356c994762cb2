import { standardForms, verboseSource } from '../../text/pattern.ts';
import { parseDate } from '../../text/dates.ts';
import { fold } from '../../text/normalise.ts';

/** Number words, as registries and contracts use them. */
const VALUES = standardForms(`
  0: zero | 1: um uma primeiro | 2: dois duas | 3: tres | 4: quatro | 5: cinco | 6: seis | 7: sete | 8: oito |
  9: nove | 10: dez | 11: onze | 12: doze | 13: treze | 14: quatorze catorze | 15: quinze | 16: dezesseis dezasseis |
  17: dezessete | 18: dezoito | 19: dezenove | 20: vinte | 30: trinta | 40: quarenta | 50: cinquenta | 60: sessenta |
  70: setenta | 80: oitenta | 90: noventa | 100: cem cento | 200: duzentos duzentas | 300: trezentos trezentas |
  400: quatrocentos quatrocentas | 500: quinhentos quinhentas | 600: seiscentos seiscentas |
  700: setecentos setecentas | 800: oitocentos oitocentas | 900: novecentos novecentas
`);

const isNumberWord = (plain: string) => plain in VALUES || plain === 'mil';

/** `dois mil e vinte e três` as 2023; null if the text is not a number. */
export function numberInWords(text: string): number | null {
  const words = fold(text)
    .split(/\s+/)
    .filter((word) => word !== 'e' && word !== '');
  if (words.length === 0 || !words.every(isNumberWord)) return null;
  let [total, part, magnitude] = [0, 0, LARGEST];
  for (const word of words) {
    const value = Number(VALUES[word] ?? 0);
    if (word === 'mil') [total, part, magnitude] = [total + (part || 1) * 1000, 0, LARGEST];
    // Each word must be smaller than the one before: `vinte e doze` and `dois cem` are not numbers.
    else if (magnitudeOf(value) >= magnitude) return null;
    else [part, magnitude] = [part + value, magnitudeOf(value)];
  }
  return total + part;
}

const LARGEST = 4;
/** 3 for hundreds, 2 for tens, 1 for ones. */
const magnitudeOf = (value: number) => (value >= 100 ? 3 : value >= 10 ? 2 : 1);

/** A date (YYYY-MM-DD) and its position in the text. */
export type FoundDate = { value: string; at: number; end: number };

const MONTH = 'janeiro|fevereiro|mar[çc]o|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro';
const WORDS = String.raw`\p{L}{2,13}(?:\s+(?:e\s+)?\p{L}{2,13}){0,2}`;
const YEAR_WORDS = String.raw`(?:dois\s+mil|(?:um\s+)?mil\s+(?:e\s+)?\p{L}{6,13})(?:\s+e\s+\p{L}{2,13}){0,3}`;
const NUMERIC = String.raw`(?<![\d./-])\d{1,2}\s?[/.-]\s?\d{1,2}\s?[/.-]\s?\d{4}(?![\d])`;
const MIXED = verboseSource`
  (?<!\d)(?<day>\d{1,2}|${WORDS})(?:[º°o](?=\s))?\s*(?:\([^)]{1,20}\)\s*)?(?:dias?\s+)?
  (?:do\s+m[êe]s\s+)?de\s+(?<month>${MONTH})\s+(?:do\s+ano\s+)?de\s+
  (?<year>\d{4}|\d\.\d{3}|${YEAR_WORDS})
`;
const DATE = new RegExp(`${NUMERIC}|${MIXED}`, 'giu');

/**
 * All dates of a text: in numbers, with the name of the month, or in words only (`aos doze dias do mês de março de dois
 * mil e vinte`).
 */
export const findDates = (text: string): FoundDate[] =>
  [...text.matchAll(DATE)].map(asDate).filter((date) => date !== null);

function asDate({ 0: whole, index, groups }: RegExpExecArray): FoundDate | null {
  if (!groups?.['month'])
    return foundDate(whole.replace(/\s/g, '').replace(/(^|[/.-])(\d)(?=[/.-])/g, '$10$2'), index, index + whole.length);
  const { day = '', month = '', year = '' } = groups;
  const at = index + whole.lastIndexOf(dayWords(day), day.length);
  const text = `${dayOf(day) ?? ''} de ${month.toLowerCase().replace('marco', 'março')} de ${yearOf(year) ?? ''}`;
  return foundDate(text, at, index + whole.length - (year.length - yearWords(year).length));
}

function foundDate(text: string, at: number, end: number): FoundDate | null {
  const value = parseDate(text);
  return value === null ? null : { value, at, end };
}

/** The last words before the month that make a number are the day: `em vinte e um`. */
function dayWords(words: string): string {
  if (/^\d/.test(words)) return words;
  const parts = words.split(/\s+/);
  for (let from = 0; from < parts.length; from++) {
    const rest = parts.slice(from).join(' ');
    if (!/^e\b/i.test(rest) && numberInWords(withoutDays(rest)) !== null) return rest;
  }
  return words;
}

const dayOf = (words: string): number | null =>
  /^\d/.test(words) ? Number(words) : numberInWords(withoutDays(dayWords(words)));

const withoutDays = (words: string) => words.replace(/(?<!\s)\s+dias?$/i, '');

/** The first words behind the month that make a number are the year. */
function yearWords(words: string): string {
  if (/^\d/.test(words)) return words;
  const parts = words.split(/\s+/);
  for (let to = parts.length; to > 0; to--) {
    const first = parts.slice(0, to).join(' ');
    if (!/\be$/i.test(first) && numberInWords(first) !== null) return first;
  }
  return words;
}

const yearOf = (words: string): number | null =>
  /^\d/.test(words) ? Number(words.replace('.', '')) : numberInWords(yearWords(words));
