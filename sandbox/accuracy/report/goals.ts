import { median } from '../../reader/src/statistics.ts';
import { countOutcomes, type FieldResult } from '../metrics/fields.ts';
import { percent, table } from './tables.ts';

/** What is wanted, what the last published run measured, what is known now, and whether that is enough. */
export type Goal = [text: string, before: string, now: string, reached: 'yes' | 'no' | 'not measured'];

export const goalTable = (goals: Goal[]): string => table(['goal', 'before', 'now', 'reached'], goals);

export const goal = <T>(
  text: string,
  before: string,
  known: T | null | undefined,
  show: (known: T) => string,
  isReached: (known: T) => boolean,
): Goal =>
  known === null || known === undefined
    ? [text, before, '', 'not measured']
    : [text, before, show(known), isReached(known) ? 'yes' : 'no'];

/** The number behind a sign in the text of a goal. */
const limitIn = (text: string, sign: RegExp): number => Number(/^ ([\d.]+)/.exec(text.split(sign)[1] ?? '')?.[1]);

/** Shares of values. Where the goal does not say what may be wrong, all may. */
export function fieldsGoal(text: string, before: string, fields: FieldResult[]): Goal {
  const counts = countOutcomes(fields);
  return goal(
    text,
    before,
    counts.values > 0 ? counts : null,
    ({ values, exact, wrong }) =>
      `${percent(exact / values)} %${text.includes('wrong') ? `, wrong ${percent(wrong / values)} %` : ''} of ${values}`,
    ({ values, exact, wrong }) =>
      (100 * exact) / values >= limitIn(text, /≥/) &&
      !((100 * wrong) / values > (text.includes('none wrong') ? 0 : limitIn(text, /wrong ≤/))),
  );
}

/** In the unit of what was measured before. */
export const under = (text: string, before: string, value: number | null | undefined): Goal =>
  goal(
    text,
    before,
    value,
    (taken) => `${taken.toFixed(2)} ${before.split(' ')[1]}`,
    (taken) => taken < limitIn(text, /[≤<]/) || taken === limitIn(text, /≤/),
  );

type Timed = { seconds: number }[];

export const usual = (text: string, before: string, results: Timed): Goal =>
  under(text, before, median(results.map(({ seconds }) => seconds)));

export const slowest = (text: string, before: string, results: Timed): Goal =>
  under(text, before, results.length > 0 ? Math.max(...results.map(({ seconds }) => seconds)) : null);
