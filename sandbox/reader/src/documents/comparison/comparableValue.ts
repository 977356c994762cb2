import { parseAmount } from '../../text/amounts.ts';
import { parseDate } from '../../text/dates.ts';
import { similarity } from '../../text/distance.ts';
import { foldedWords } from '../../text/normalise.ts';
import { isCnpj } from '../../text/taxNumbers.ts';

/** A value as it is compared: numbers and dates by what they mean, texts by their letters. */
export type ComparableValue = { sort: 'date' | 'number' | 'text'; key: string };

export function toComparable(text: string): ComparableValue {
  const plain = text.trim();
  const day = parseDate(plain);
  if (day) return { sort: 'date', key: day };
  const amount = parseAmount(plain) ?? parseAmount(plain.replace(/(?<!\s)\s*%$/, ''));
  if (amount) return { sort: 'number', key: withoutZeros(amount) };
  return isCode(plain) || isCnpj(lettersOf(plain))
    ? { sort: 'number', key: withoutZeros(lettersOf(plain)) }
    : { sort: 'text', key: foldedWords(plain) };
}

/** At least as many digits as letters and nothing but signs between them: a document number, a telephone, a code. */
function isCode(text: string): boolean {
  const digits = text.match(/\d/g)?.length ?? 0;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return digits > 0 && digits >= letters && !/\p{L}{4,}/u.test(text) && (letters === 0 || !/\s/.test(text));
}

const lettersOf = (text: string) => text.toUpperCase().replace(/[^\p{L}\d]/gu, '');

/** 00042 is 42, 980.00 is 980. */
const withoutZeros = (text: string) => text.replace(/^(-?)0+(?=[\dA-Z])/, '$1').replace(/\.00$/, '');

/** A number that is nearly another is another one: what is left of its similarity. */
const OTHER_NUMBER = 0.3;

/** From 0, nothing in common, to 1, equal. */
export function valueSimilarity(a: ComparableValue, b: ComparableValue): number {
  if (a.sort !== 'text' && b.sort !== 'text')
    return a.sort === b.sort && a.key === b.key ? 1 : OTHER_NUMBER * similarity(a.key, b.key);
  const alike = similarity(a.key, b.key);
  return numbersIn(a.key) === numbersIn(b.key) ? alike : OTHER_NUMBER * alike;
}

/** Long numbers inside a text must be the same. */
function numbersIn(text: string): string {
  const digits = foldedWords(text).replace(/(?<=\d) (?=\d)/g, '');
  return (digits.match(/\d{5,}/g) ?? []).join();
}
