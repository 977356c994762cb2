import { isValidCpf } from '@brazilian-utils/brazilian-utils/is-valid-cpf';
import { DOUBTFUL_DIGIT, digitFor, PRINTED_DIGIT, withCertainDigits } from './lookAlikes.ts';
import { verboseRegExp } from './pattern.ts';

/** The check digit behind these signs, modulo 11: a letter counts as its ASCII code less 48, as a digit does. */
export function checkDigitOf(signs: string): string {
  const sum = [...signs].reverse().reduce((all, sign, at) => all + (sign.charCodeAt(0) - 48) * (2 + (at % 8)), 0);
  return String(sum % 11 < 2 ? 0 : 11 - (sum % 11));
}

export const isCpf = (number: string): boolean => /^\d{11}$/.test(number) && isValidCpf(number);

/** A CNPJ may hold letters since 2026. */
export const isCnpj = (number: string): boolean =>
  /^(?!(.)\1+$)[A-Z\d]{12}\d{2}$/.test(number) &&
  [12, 13].every((at) => checkDigitOf(number.slice(0, at)) === number[at]);

const [P, D, A] = [PRINTED_DIGIT, DOUBTFUL_DIGIT, String.raw`[A-Za-z\d]`];
/** With signs and without, digits that may be misread; the stroke of a CNPJ is sometimes read as a digit. */
const NUMBER = verboseRegExp('g')`
  (?<![\w.])(?:
    (?<cnpj>${P}{2}[.,\s]{0,2}${P}{3}[.,\s]{0,2}${P}{3}\s?[/\\1Il|]?\s?${P}{4}\s?[-–—.\s]{0,2}${P}{2}
    |${A}{2}\.?${A}{3}\.?${A}{3}(?:\s?[/\\]\s?)?${A}{4}(?:\s?[-–—]\s?)?${P}{2})
    |${D}{3}[.,\s]{0,2}${D}{3}[.,\s]{0,2}${D}{3}\s?[-–—/.\s]{0,2}${D}{2}
  )(?!\w)
`;
const IN_FULL = /^(?:[A-Z\d]{2}\.[A-Z\d]{3}\.[A-Z\d]{3}\/[A-Z\d]{4}|\d{3}\.\d{3}\.\d{3})-\d{2}$/;

/** A CPF or CNPJ, without its signs, and where it stands; `isProven`: its check digits agree. */
export type TaxNumber = { kind: 'cpf' | 'cnpj'; value: string; isProven: boolean; at: number; end: number };

/**
 * The CPFs and CNPJs of a text. Letters are read as digits only if the check digits then agree, and do not agree with
 * the letters.
 */
export const taxNumbersIn = (text: string): TaxNumber[] =>
  [...text.matchAll(NUMBER)].flatMap(({ 0: printed, index: at, groups }) => {
    const kind = groups?.['cnpj'] ? 'cnpj' : 'cpf';
    const signs = printed.replace(/[^\w|]/g, '');
    const bare = signs.length === 15 ? signs.slice(0, 8) + signs.slice(9) : signs;
    const readings = [bare.toUpperCase(), withCertainDigits(bare), [...bare].map(digitFor).join('')];
    const [proven, ...others] = new Set(readings.filter(kind === 'cnpj' ? isCnpj : isCpf));
    const isProven = proven !== undefined && others.length === 0;
    if (!isProven && /\D/.test(bare) && !IN_FULL.test(printed)) return [];
    return [{ kind, value: isProven ? proven : bare, isProven, at, end: at + printed.length }];
  });

/** A text that is nothing but a CPF or CNPJ; one whose signs were misread must have the right check digits. */
export function parseTaxNumber(text: string): string | null {
  const plain = text.trim();
  const number = taxNumbersIn(plain)[0];
  const isWhole = number?.at === 0 && number.end === plain.length && /\W/.test(plain);
  return isWhole && (number.isProven || IN_FULL.test(plain)) ? number.value : null;
}
