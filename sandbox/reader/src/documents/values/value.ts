import { amountsIn, parseAmount } from '../../text/amounts.ts';
import { digitFor } from '../../text/lookAlikes.ts';

/** A value that was read; `score` says how sure it is, from 0 to 1. */
export type ScoredValue = { value: string; score: number };

/** A value in a text; `check` is the result of check digits or of a list of names, absent where there is neither. */
export type ParsedValue = { value: string; check?: 'passed' | 'failed' | 'unlisted' | undefined };

/** The mean confidence of the letters of a text; those of a text layer are sure. */
export function confidenceOf(parts: { text: string; confidence?: number | null }[]): number {
  const letters = parts.reduce((sum, { text }) => sum + text.length, 0);
  return parts.reduce((sum, { text, confidence }) => sum + (confidence ?? 1) * text.length, 0) / Math.max(1, letters);
}

/** The value if its check digits agree. */
export const proven = (parsed: ParsedValue | null): string | null => (parsed?.check === 'passed' ? parsed.value : null);

/** Parses a text as one sort of value; null if it is none. */
export type ValueParser = (text: string) => ParsedValue | null;

/**
 * A number with check digits. Letters are read as digits only if the check digits then agree; a number that fails was
 * misread or mistyped.
 */
function parseCheckedNumber(text: string, isValid: (digits: string) => boolean): ParsedValue | null {
  const digits = [...text].map(digitFor).join('').replace(/\D/g, '');
  if (isValid(digits)) return { value: digits, check: 'passed' };
  return /[A-Za-z|]/.test(text) ? null : { value: digits, check: 'failed' };
}

/** The first number of this form, or of its groups, with right check digits, else the first. */
export function checkedNumberIn(text: string, form: RegExp, isValid: (digits: string) => boolean): ParsedValue | null {
  const found = Array.from(text.matchAll(form), ([printed, ...groups]) =>
    parseCheckedNumber(groups.join('') || printed, isValid),
  );
  return found.find((value) => value?.check === 'passed') ?? found.find((value) => value !== null) ?? null;
}

/** What right check digits leave of the doubt. */
export const DOUBT_LEFT = 0.2;
/** What is left of the score of a value whose check failed, or that no list has. */
const DOUBTED = { failed: 0.4, unlisted: 0.8 };

/**
 * A recognised value whose check did not pass was misread. In a text layer it is what the document has, with a low
 * score.
 */
export function scoreWithCheck(
  { value, check }: ParsedValue,
  score: number,
  isRecognised: boolean,
): ScoredValue | null {
  if (check === 'passed') return { value, score: 1 - DOUBT_LEFT * (1 - score) };
  if (!check) return { value, score };
  return isRecognised ? null : { value, score: DOUBTED[check] * score };
}

/** The value that all readings have; null if they differ. */
export const onlyValue = (values: string[]): string | null => onlyOne(values, (value) => value);

/** The first of those that all have the same value; null if they differ. */
export const onlyOne = <T>(all: T[], valueOf: (one: T) => string): T | null =>
  new Set(all.map(valueOf)).size === 1 ? (all[0] as T) : null;

/** The value that most readings have; null without a majority. */
export function majorityValue(readings: ScoredValue[]): ScoredValue | null {
  const byValue = Map.groupBy(readings, ({ value }) => value);
  const [first, second] = [...byValue.values()].toSorted((a, b) => b.length - a.length || best(b) - best(a));
  if (!first?.[0] || (second && second.length === first.length)) return null;
  return { value: first[0].value, score: best(first) };
}

const best = (same: ScoredValue[]) => Math.max(...same.map(({ score }) => score));

/** The amount a text is, or the only one in it. */
export const amountIn = (text: string): string | null => parseAmount(text) ?? onlyValue(amountsIn(text));
