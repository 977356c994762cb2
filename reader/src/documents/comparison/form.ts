import { parseAmount } from '../../text/amounts.ts';
import { parseDate } from '../../text/dates.ts';
import { foldedWords } from '../../text/normalise.ts';

/** A value as it is compared: numbers and dates by what they say, texts by their letters. */
export type Form = { sort: 'date' | 'number' | 'text'; key: string };

export function formOf(text: string): Form {
  const plain = text.trim();
  const day = parseDate(plain);
  if (day) return { sort: 'date', key: day };
  const amount = parseAmount(plain) ?? parseAmount(plain.replace(/\s*%$/, ''));
  if (amount) return { sort: 'number', key: withoutZeros(amount) };
  return isCode(plain)
    ? { sort: 'number', key: withoutZeros(lettersOf(plain)) }
    : { sort: 'text', key: foldedWords(plain) };
}

/** More digits than letters and nothing but signs between them: a number of a document, a telephone, a code. */
function isCode(text: string): boolean {
  const digits = text.match(/\d/g)?.length ?? 0;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return digits > 0 && digits >= letters && !/\p{L}{4,}/u.test(text) && (letters === 0 || !/\s/.test(text));
}

const lettersOf = (text: string) => text.toUpperCase().replace(/[^\p{L}\d]/gu, '');

/** 00042 is 42, 980.00 is 980. */
const withoutZeros = (text: string) => text.replace(/^(-?)0+(?=[\dA-Z])/, '$1').replace(/\.00$/, '');
