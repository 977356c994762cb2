import { parseAccessKey } from '../../text/accessKey.ts';
import { taxNumbersIn, type TaxNumber } from '../../text/taxNumbers.ts';
import type { ParsedValue, ValueParser } from './value.ts';

/** The first with right check digits, else the first. */
function surest(numbers: TaxNumber[]): ParsedValue | null {
  const found = numbers.find(({ isProven }) => isProven) ?? numbers[0];
  return found ? { value: found.value, check: found.isProven ? 'passed' : 'failed' } : null;
}

const ofKind = (text: string, wanted: TaxNumber['kind']) =>
  surest(taxNumbersIn(text).filter(({ kind }) => kind === wanted));

/** The first CPF in a text with right check digits, else the first that looks like a CPF. */
export const cpf: ValueParser = (text) => ofKind(text, 'cpf');

/** The same of a CNPJ or CPF. */
export const taxNumber: ValueParser = (text) => ofKind(text, 'cnpj') ?? cpf(text);

/** The access key that a text is; older forms of cities have keys of other lengths, without a known check digit. */
export function accessKey(text: string): ParsedValue | null {
  const proven = parseAccessKey(text)?.key;
  if (proven) return { value: proven, check: 'passed' };
  const key = /^[\dA-Z\s./-]{44,}$/.test(text) ? text.replace(/[^\dA-Z]/g, '') : '';
  if (key.replace(/\D/g, '').length < 30) return null;
  return /^(?:.{44}|.{50})$/.test(key) ? { value: key, check: 'failed' } : { value: key };
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
