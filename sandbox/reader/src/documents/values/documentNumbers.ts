import { isValidCnpj, isValidCpf } from '@brazilian-utils/brazilian-utils';
import { DOUBTFUL_DIGIT, PRINTED_DIGIT } from '../../text/lookAlikes.ts';
import { verboseRegExp } from '../../text/pattern.ts';
import { checkedNumberIn, type ParsedValue, type ValueParser } from './value.ts';

const D = DOUBTFUL_DIGIT;
const CPF_FORM = verboseRegExp('g')`
  (?<![\w.])${D}{3}[.,\s]{0,2}${D}{3}[.,\s]{0,2}${D}{3}\s?[-–—/.\s]{0,2}${D}{2}(?!\w)
`;
const P = PRINTED_DIGIT;
/** Without its stroke, which is sometimes read as a digit. */
const CNPJ_FORM = verboseRegExp('g')`
  (?<![\w.])
  (${P}{2}[.,\s]{0,2}${P}{3}[.,\s]{0,2}${P}{3})\s?
  [/\\1Il|]?\s?(${P}{4}\s?[-–—.\s]{0,2}${P}{2})
  (?!\w)
`;
/** A CNPJ may hold letters since 2026. */
const LETTERED_CNPJ = /(?<![\w.])[A-Z\d]{2}\.[A-Z\d]{3}\.[A-Z\d]{3}\/[A-Z\d]{4}-\d{2}(?!\w)/;

/** The first CPF in a text with right check digits, else the first that looks like a CPF. */
export const cpf: ValueParser = (text) => checkedNumberIn(text, CPF_FORM, isValidCpf);

/** The same of a CNPJ or CPF. */
export function taxNumber(text: string): ParsedValue | null {
  const lettered = LETTERED_CNPJ.exec(text)?.[0].replace(/[^A-Z\d]/g, '') ?? '';
  if (/[A-Z]/.test(lettered) && isValidCnpj(lettered, { version: 2 })) return { value: lettered, check: 'passed' };
  return checkedNumberIn(text, CNPJ_FORM, isValidCnpj) ?? cpf(text);
}

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

/** The check digit behind these signs, modulo 11: a letter counts as its ASCII code less 48, as a digit does. */
export function checkDigitOf(signs: string): string {
  const sum = [...signs].reverse().reduce((all, sign, at) => all + (sign.charCodeAt(0) - 48) * (2 + (at % 8)), 0);
  return String(sum % 11 < 2 ? 0 : 11 - (sum % 11));
}
