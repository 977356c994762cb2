import { digitFor } from '../../text/lookAlikes.ts';

/** What a text says; `proof` where check digits or lists speak for it or against it, or know nothing of it. */
export type Value = { value: string; proof?: 'right' | 'wrong' | 'unknown' };
/** Nothing proves most values. */
export const withProof = (value: string, proof: Value['proof']): Value => (proof ? { value, proof } : { value });

/** Reads a text as a value of one sort; null if it is none. */
export type Parse = (text: string) => Value | null;

/**
 * A number of which all digits are known to be right or none: letters are taken for digits only if the check digits
 * agree.
 * A number that fails them was misread or mistyped.
 */
export function checked(text: string, isValid: (digits: string) => boolean): Value | null {
  const digits = [...text].map(digitFor).join('').replace(/\D/g, '');
  if (isValid(digits)) return { value: digits, proof: 'right' };
  return /[A-Za-z|]/.test(text) ? null : { value: digits, proof: 'wrong' };
}
