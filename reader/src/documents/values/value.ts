import { digitFor } from '../../text/lookAlikes.ts';

/** A value that was read; `score` says how sure it is, from 0 to 1. */
export type ScoredValue = { value: string; score: number };

/** What a text says; `proof` where check digits or lists speak for it or against it, or know nothing of it. */
export type ParsedValue = { value: string; proof?: 'right' | 'wrong' | 'unknown' };
/** Nothing proves most values. */
export const withCheck = (value: string, proof: ParsedValue['proof']): ParsedValue =>
  proof ? { value, proof } : { value };

/** Reads a text as a value of one sort; null if it is none. */
export type ValueParser = (text: string) => ParsedValue | null;

/**
 * A number of which all digits are known to be right or none: letters are taken for digits only if the check digits
 * agree.
 * A number that fails them was misread or mistyped.
 */
export function parseCheckedNumber(text: string, isValid: (digits: string) => boolean): ParsedValue | null {
  const digits = [...text].map(digitFor).join('').replace(/\D/g, '');
  if (isValid(digits)) return { value: digits, proof: 'right' };
  return /[A-Za-z|]/.test(text) ? null : { value: digits, proof: 'wrong' };
}
