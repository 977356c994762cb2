import { standardForms, verboseSource } from '../../text/pattern.ts';
import { calendarDate, monthNumber, parseDate } from '../../text/dates.ts';
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
const WORD = `(?:${[...Object.keys(VALUES), 'mil'].join('|').replace('|tres|', '|tr[êe]s|')})(?!\\p{L})`;
const NUMERIC = String.raw`(?<![\d./-])\d{1,2}\s?[/.-]\s?\d{1,2}\s?[/.-]\s?\d{4}(?![\d])`;
const MIXED = verboseSource`
  (?<![\d\p{L}])(?<day>\d{1,2}|${WORD}(?:\s+(?:e\s+)?${WORD}){0,2})(?:[º°o](?=\s))?\s*(?:\([^)]{1,20}\)\s*)?
  (?:dias?\s+)?(?:do\s+m[êe]s\s+)?de\s+(?<month>${MONTH})\s+(?:do\s+ano\s+)?de\s+
  (?<year>\d{4}|\d\.\d{3}|${WORD}(?:\s+(?:e\s+)?${WORD})+)
`;
const DATE = new RegExp(`${NUMERIC}|${MIXED}`, 'giu');

/**
 * All dates of a text: in numbers, with the name of the month, or in words only (`aos doze dias do mês de março de dois
 * mil e vinte`).
 */
export const findDates = (text: string): FoundDate[] =>
  [...text.matchAll(DATE)].map(asDate).filter((date) => date !== null);

function asDate({ 0: whole, index, groups }: RegExpExecArray): FoundDate | null {
  const { day = '', month = '', year = '' } = groups ?? {};
  const value = month
    ? calendarDate(numberOf(year), monthNumber(month), numberOf(day))
    : parseDate(whole.replace(/\s/g, ''));
  return value === null ? null : { value, at: index, end: index + whole.length };
}

/** 0, which no date has, for words that are no number. */
const numberOf = (text: string) => (/^\d/.test(text) ? Number(text.replace('.', '')) : (numberInWords(text) ?? 0));
