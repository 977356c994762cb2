import { lifetimeDatesIn } from '../../text/dates.ts';
import type { ParsedValue, ScoredValue } from './value.ts';

/** The one date in a text; null if there are several. */
export function date(text: string): ParsedValue | null {
  const [only, ...others] = new Set(lifetimeDatesIn(text));
  return only && others.length === 0 ? { value: only } : null;
}

/**
 * Dates of one document, given in the order in which they happen. A date that contradicts the others is dropped; of
 * two that contradict each other, both.
 */
export function dropContradictoryDates<Name extends string>(
  days: [Name, ScoredValue | null][],
): Map<Name, ScoredValue> {
  let kept = days.filter((day): day is [Name, ScoredValue] => day[1] !== null);
  for (;;) {
    const against = kept.map((_, index) => kept.filter((_other, other) => contradict(kept, index, other)).length);
    const most = Math.max(0, ...against);
    if (most === 0) return new Map(kept);
    kept = kept.filter((_, index) => against[index] !== most);
  }
}

/** Whether the one that must be earlier is later. */
function contradict(days: [string, ScoredValue][], a: number, b: number): boolean {
  if (a === b) return false;
  const [first, second] = [days[Math.min(a, b)], days[Math.max(a, b)]];
  return (first?.[1].value ?? '') > (second?.[1].value ?? '');
}
