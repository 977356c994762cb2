import { amountsIn, parseAmount } from '../../text/amounts.ts';
import { digitFor } from '../../text/lookAlikes.ts';

/** A value that was read; `score` says how sure it is, from 0 to 1. */
export type ScoredValue = { value: string; score: number };

/** What a text says; `proof` where check digits or lists speak for it or against it, or know nothing of it. */
export type ParsedValue = { value: string; check?: 'passed' | 'failed' | 'unlisted' };
/** Nothing proves most values. */
export const withCheck = (value: string, check: ParsedValue['check']): ParsedValue =>
  check ? { value, check } : { value };

/** Reads a text as a value of one sort; null if it is none. */
export type ValueParser = (text: string) => ParsedValue | null;

/**
 * A number of which all digits are known to be right or none: letters are taken for digits only if the check digits
 * agree.
 * A number that fails them was misread or mistyped.
 */
export function parseCheckedNumber(text: string, isValid: (digits: string) => boolean): ParsedValue | null {
  const digits = [...text].map(digitFor).join('').replace(/\D/g, '');
  if (isValid(digits)) return { value: digits, check: 'passed' };
  return /[A-Za-z|]/.test(text) ? null : { value: digits, check: 'failed' };
}

/** The one value in a list of readings; null if they differ, for nobody knows which is meant. */
export const onlyValue = (values: string[]): string | null => (new Set(values).size === 1 ? (values[0] ?? null) : null);

/** The amount a text is, or the only one in it. */
export const amountIn = (text: string): string | null => parseAmount(text) ?? onlyValue(amountsIn(text));
