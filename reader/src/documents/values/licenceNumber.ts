import { isValidCnh } from '@brazilian-utils/brazilian-utils';
import { checked, DIGIT, type Value } from './value.ts';

const FORM = new RegExp(`(?<!\\w)${DIGIT}{11}(?!\\w)`, 'g');

/** The register number of a driver, by its two check digits. */
export function licenceNumber(text: string): Value | null {
  const found = [...text.matchAll(FORM)].map(([form]) => checked(form, isValid)).filter((value) => value !== null);
  return found.find(({ proof }) => proof === 'right') ?? found[0] ?? null;
}

const isValid = (digits: string) => isValidCnh(digits) || endsInNothing(digits);

/**
 * How the digits are made was never published, and where the first sum leaves ten and the second too, not all agree:
 * some end in 00.
 */
function endsInNothing(digits: string): boolean {
  const rest = (weight: (at: number) => number) =>
    [...digits.slice(0, 9)].reduce((sum, digit, at) => sum + Number(digit) * weight(at), 0) % 11;
  return /^\d{9}00$/.test(digits) && rest((at) => 9 - at) === 10 && rest((at) => at + 1) === 10;
}
