import { lookAlikeKey } from '../../text/lookAlikes.ts';
import type { ScoredValue } from './value.ts';

/** The value that most readings have; null without a majority. */
export function majorityValue(readings: ScoredValue[]): ScoredValue | null {
  const byValue = Map.groupBy(readings, ({ value }) => value);
  const [first, second] = [...byValue.values()].toSorted((a, b) => b.length - a.length || best(b) - best(a));
  if (!first?.[0] || (second && second.length === first.length)) return null;
  return { value: first[0].value, score: best(first) };
}

const best = (same: ScoredValue[]) => Math.max(...same.map(({ score }) => score));

/** The name that most readings have, whichever letters of it were taken for others. */
export function majorityName(readings: ScoredValue[]): ScoredValue | null {
  const same = majorityValue(readings.map(({ value, score }) => ({ value: lookAlikeKey(value), score })));
  if (!same) return null;
  return majorityValue(readings.filter(({ value }) => lookAlikeKey(value) === same.value));
}

/** A company name with the dots of `S.A.`, which recognition often loses. */
export const withCompanyDots = (name: string, printed: boolean): string =>
  printed ? name : name.replace(/\bS\s?[.,]\s?A\s?[.,]?$/, 'S.A.');
