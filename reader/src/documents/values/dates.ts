import { lifetimeDatesIn } from '../../text/dates.ts';
import type { ParsedValue, ScoredValue } from './value.ts';

/** The one date in a text; two would leave open which is meant. */
export function date(text: string): ParsedValue | null {
  const [only, ...others] = new Set(lifetimeDatesIn(text));
  return only && others.length === 0 ? { value: only } : null;
}

/**
 * Days of one document in the order of a life: one that contradicts the others is wrong, and of two that contradict
 * each other nobody knows which.
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

/** Both stand in the order they should have, so the earlier must not be later. */
function contradict(days: [string, ScoredValue][], a: number, b: number): boolean {
  if (a === b) return false;
  const [first, second] = [days[Math.min(a, b)], days[Math.max(a, b)]];
  return (first?.[1].value ?? '') > (second?.[1].value ?? '');
}
