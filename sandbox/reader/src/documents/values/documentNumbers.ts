import { isValidCnpj, isValidCpf } from '@brazilian-utils/brazilian-utils';
import { DOUBTFUL_DIGIT, PRINTED_DIGIT, withDigits } from '../../text/lookAlikes.ts';
import { verboseRegExp } from '../../text/pattern.ts';
import { checkedNumberIn, type ParsedValue, type ScoredValue } from './value.ts';

const D = DOUBTFUL_DIGIT;
const CPF_FORM = verboseRegExp('g')`
  (?<![\w])${D}{3}[.,\s]{0,2}${D}{3}[.,\s]{0,2}${D}{3}\s?[-–—/.]?\s?${D}{2}(?!\w)
`;

/** The first CPF in a text with right check digits, else the first that looks like a CPF. */
export const cpf = (text: string): ParsedValue | null => checkedNumberIn(text, CPF_FORM, isValidCpf);

/** Digits in groups, perhaps with an X at the end, the letters of a state before them and the authority after them. */
const IDENTITY_NUMBER_FORM =
  /^\W*(?:[A-Z]{2}[-\s.]?)?(\d(?:[.,\s]*\d)*(?:[.,\s]*(?:[-–/]\s?[\dXx]|[Xx]))?)(?![\dXx])(?:\W+\p{L}{2}|\W*$)/u;

/**
 * The digits of an identity card number. The line must hold no other digits: a part of a number would be another
 * number.
 */
export function identityNumber(text: string): ParsedValue | null {
  const [, number = ''] = IDENTITY_NUMBER_FORM.exec(text) ?? [];
  const digits = number.toUpperCase().replace(/[^\dX]/g, '');
  if (digits.length < 5 || digits.length > 14) return null;
  if (endsWithCheckDigit(digits)) return { value: digits, check: 'passed' };
  return digits.length === 9 && OF_SAO_PAULO.test(text) ? { value: digits, check: 'failed' } : { value: digits };
}

const OF_SAO_PAULO = /SSP\W*SP\b/;

/** The last digit of cards of São Paulo and some other states checks the eight before it; other cards have none. */
function endsWithCheckDigit(digits: string): boolean {
  if (!/^\d{8}[\dX]$/.test(digits)) return false;
  const sum = [...digits.slice(0, 8)].reduce((total, digit, index) => total + Number(digit) * (index + 2), 0);
  return '0X987654321'[sum % 11] === digits[8];
}

const P = PRINTED_DIGIT;
const PRINTED_CNPJ = verboseRegExp()`
  (?<![\w.])
  ${P}{2}[.,\s]{0,2}${P}{3}[.,\s]{0,2}${P}{3}\s?
  [/\\1Il|]?\s?${P}{4}\s?[-–—.\s]{0,2}${P}{2}
  (?![\w])
`;
const PRINTED_CPF = verboseRegExp()`
  (?<![\w.])${P}{3}[.,\s]{0,2}${P}{3}[.,\s]{0,2}${P}{3}\s?[-–—/.\s]{0,2}${P}{2}(?![\w])
`;
/** A CNPJ may hold letters since 2026. */
const LETTERED_CNPJ = /(?<![\w.])[A-Z\d]{2}\.[A-Z\d]{3}\.[A-Z\d]{3}\/[A-Z\d]{4}-\d{2}(?!\w)/;

/** A CPF or CNPJ; `hasValidDigits`: its check digits agree. */
type TaxNumber = { digits: string; hasValidDigits: boolean };

/** The CPF or CNPJ in a text; letters are taken for digits only if the check digits then agree. */
export function taxNumberIn(text: string): TaxNumber | null {
  const lettered = LETTERED_CNPJ.exec(text)?.[0].replace(/[^A-Z\d]/g, '');
  if (lettered && /[A-Z]/.test(lettered) && isValidCnpj(lettered, { version: 2 }))
    return { digits: lettered, hasValidDigits: true };
  return numberIn(text, PRINTED_CNPJ, isValidCnpj) ?? numberIn(text, PRINTED_CPF, isValidCpf);
}

/** What right check digits leave of the doubt about letters; what a number that they disprove is worth. */
const [DOUBT_LEFT, DISPROVED] = [0.2, 0.4];

/** The same as a field: printed wrong is still what the document says, read wrong is nothing. */
export function scoredTaxNumber(text: string, score: number, isRecognised: boolean): ScoredValue | null {
  const found = taxNumberIn(text);
  if (!found || (isRecognised && !found.hasValidDigits)) return null;
  return { value: found.digits, score: found.hasValidDigits ? 1 - DOUBT_LEFT * (1 - score) : DISPROVED * score };
}

function numberIn(text: string, form: RegExp, isValid: (digits: string) => boolean): TaxNumber | null {
  const printed = form.exec(text)?.[0];
  if (!printed) return null;
  const length = form === PRINTED_CNPJ ? 14 : 11;
  const digits = (withDigits(printed) ?? '').replace(/\D/g, '');
  // The stroke of a CNPJ is sometimes read as a digit.
  const shorter = digits.length === length + 1 ? digits.slice(0, 8) + digits.slice(9) : digits;
  if (shorter.length === length && isValid(shorter)) return { digits: shorter, hasValidDigits: true };
  return digits.length === length && !/[OIl|]/.test(printed) ? { digits, hasValidDigits: false } : null;
}

/** The check digit behind these signs, modulo 11: a letter counts as its ASCII code less 48, as a digit does. */
export function checkDigitOf(signs: string): string {
  const rest = remainderOfEleven(signs);
  return String(rest < 2 ? 0 : 11 - rest);
}

export const remainderOfEleven = (signs: string): number =>
  [...signs].reverse().reduce((sum, sign, at) => sum + (sign.charCodeAt(0) - 48) * (2 + (at % 8)), 0) % 11;
