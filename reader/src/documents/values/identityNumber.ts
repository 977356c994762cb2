import type { Value } from './value.ts';

/** Digits in groups, an X as the last perhaps; before them the letters of a state, after them who issued it. */
const FORM = /^\W*(?:[A-Z]{2}[-\s.]?)?(\d[\d.,\s]*(?:[-–/]\s?)?[\dXx]?)(?![\dXx])(?:\W+\p{L}{2}.*|\W*)$/su;

/**
 * The number of an identity card in digits. All digits of the line must be its own: a part of a number is another
 * number.
 */
export function identityNumber(text: string): Value | null {
  const [, number = ''] = FORM.exec(text) ?? [];
  const digits = number.toUpperCase().replace(/[^\dX]/g, '');
  if (digits.length < 5 || digits.length > 14) return null;
  if (endsWithCheckDigit(digits)) return { value: digits, proof: 'right' };
  return digits.length === 9 && OF_SAO_PAULO.test(text) ? { value: digits, proof: 'wrong' } : { value: digits };
}

const OF_SAO_PAULO = /SSP\W*SP\b/;

/** São Paulo's cards, and those of some states, end with a digit that checks the eight before it; no card must. */
function endsWithCheckDigit(digits: string): boolean {
  if (!/^\d{8}[\dX]$/.test(digits)) return false;
  const sum = [...digits.slice(0, 8)].reduce((total, digit, index) => total + Number(digit) * (index + 2), 0);
  return '0X987654321'[sum % 11] === digits[8];
}
