// Which recording answers for a billing period: one that is told from today, such as yesterday, is another one each day.

import { parsed } from '../json.ts';
import type { RecordedRequest } from './cassette.ts';
import type { ReceivedParameters } from './parameters.ts';

export const SUMMARY = '/billing/daily-summary';
const PERIOD = ['startDate', 'endDate'];
const DAY = 24 * 60 * 60 * 1000;

/** A recorded request, and in how many parameters another one differs from it, with the first of them. */
type Compared = Pick<RecordedRequest, 'parameters' | 'recordedAt'> & {
  differences: { count: number; first: { parameter: string }[] };
};

/**
 * What differs in nothing; and of a billing period, one that `isMoved`: as many days later as midnights have passed since it was
 * recorded, of the nearest day that was recorded. Once one was that, those beside it are, too, though one of them may have been
 * recorded as another: `isToldFromToday`. Where none is the same nor that, the one whose length is nearest.
 */
export function sameOrOfAnotherDay<One extends Compared>(
  compared: One[],
  { path, parameters }: { path: string; parameters: ReceivedParameters['parameters'] },
  { now, isToldFromToday }: { now: number; isToldFromToday: boolean },
): { found: One[]; isMoved: boolean } {
  const same = compared.filter(({ differences }) => differences.count === 0);
  const start = startOf(parameters);
  const length = lengthOf(parameters);
  if (path !== SUMMARY || Number.isNaN(length)) return { found: same, isMoved: false };
  const recorded = compared
    .filter(({ differences }) => differences.first.every(({ parameter }) => PERIOD.includes(parameter)))
    .map((one) => ({ one, period: parsed(one.parameters) as Period, at: Date.parse(one.recordedAt) }));
  // Where clocks are changed, a day is an hour longer.
  const inexact = Math.min(DAY / 8, length / 2);
  // The period tells when it is midnight where the workflow runs.
  const midnightsSince = (at: number) => Math.floor((now - start) / DAY) - Math.floor((at - start) / DAY);
  // Of the month up to now, and of the days before it, one end is a day of the calendar.
  const moved = recorded.filter(({ period, at }) => {
    const isLater = (name: string, days: number) =>
      Math.abs(timeOf(parameters, name) - timeOf(period, name) - days * DAY) < inexact;
    const days = midnightsSince(at);
    const isAnyLater = PERIOD.some((name) => isLater(name, days));
    return isAnyLater && PERIOD.every((name) => isLater(name, days) || isLater(name, 0));
  });
  const ofNearestDay = leastBy(moved, ({ at }) => Math.abs(midnightsSince(at))).map(({ one }) => one);
  const exact = same.filter((one) => ofNearestDay.includes(one));
  if (exact.length > 0) return { found: exact, isMoved: false };
  if (ofNearestDay.length > 0 && (isToldFromToday || same.length === 0)) return { found: ofNearestDay, isMoved: true };
  if (same.length > 0) return { found: same, isMoved: false };
  const ofLength = leastBy(recorded, ({ period }) => Math.abs(lengthOf(period) - length));
  return { found: ofLength.map(({ one }) => one), isMoved: false };
}

function leastBy<T>(values: T[], amountOf: (value: T) => number): T[] {
  const least = Math.min(...values.map(amountOf));
  return values.filter((value) => amountOf(value) === least);
}

type Period = Record<string, unknown>;

const timeOf = (period: Period, name: string) => Date.parse(String(period[name]));
const startOf = (period: Period) => timeOf(period, 'startDate');
const lengthOf = (period: Period) => timeOf(period, 'endDate') - startOf(period);
