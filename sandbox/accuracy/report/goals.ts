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

/** Shares of values. Where the goal does not say what may be wrong, all may; `none wrong at ≥ 0.9`: none that is sure. */
export function fieldsGoal(text: string, before: string, fields: FieldResult[]): Goal {
  const { values, exact, wrong, sure } = countOutcomes(fields);
  const [right, bad] = [exact, wrong].map((count) => (100 * count) / values) as [number, number];
  const most = text.includes('none wrong') ? 0 : limitIn(text, /wrong ≤/);
  const [what, isReached] = text.includes('wrong at ≥ 0.9')
    ? [`, ${sure} wrong at ≥ 0.9`, sure === 0]
    : [`, wrong ${percent(bad / 100)} %`, !(bad > most)];
  return goal(
    text,
    before,
    values > 0 ? right : null,
    (share) => `${percent(share / 100)} %${what} of ${values}`,
    (share) => share >= limitIn(text, /≥/) && isReached,
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
