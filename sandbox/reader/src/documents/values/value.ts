import { amountsIn, parseAmount } from '../../text/amounts.ts';
import { digitFor } from '../../text/lookAlikes.ts';

/** A value that was read; `score` says how sure it is, from 0 to 1. */
export type ScoredValue = { value: string; score: number };

/** A value in a text; `check` is the result of check digits or of a list of names, absent where there is neither. */
export type ParsedValue = { value: string; check?: 'passed' | 'failed' | 'unlisted' };
/** Most values have no check. */
export const withCheck = (value: string, check: ParsedValue['check']): ParsedValue =>
  check ? { value, check } : { value };

/** Parses a text as one sort of value; null if it is none. */
export type ValueParser = (text: string) => ParsedValue | null;

/**
 * A number with check digits. Letters are read as digits only if the check digits then agree; a number that fails was
 * misread or mistyped.
 */
export function parseCheckedNumber(text: string, isValid: (digits: string) => boolean): ParsedValue | null {
  const digits = [...text].map(digitFor).join('').replace(/\D/g, '');
  if (isValid(digits)) return { value: digits, check: 'passed' };
  return /[A-Za-z|]/.test(text) ? null : { value: digits, check: 'failed' };
}

/** The first number of this form with right check digits, else the first. */
export function checkedNumberIn(text: string, form: RegExp, isValid: (digits: string) => boolean): ParsedValue | null {
  const found = Array.from(text.matchAll(form), ([printed]) => parseCheckedNumber(printed, isValid));
  return found.find((value) => value?.check === 'passed') ?? found.find((value) => value !== null) ?? null;
}

/** The value that all readings have; null if they differ. */
export const onlyValue = (values: string[]): string | null => (new Set(values).size === 1 ? (values[0] ?? null) : null);

/** The amount a text is, or the only one in it. */
export const amountIn = (text: string): string | null => parseAmount(text) ?? onlyValue(amountsIn(text));
