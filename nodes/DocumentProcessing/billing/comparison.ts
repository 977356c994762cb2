import { asNumber, type JsonObject } from '../common/shape';
import { type Spans, countDays, dateAsUtc, type Span } from './spans';
import { COUNTS, dateOf } from './report/summary';

/**
 * The row of the period before that a row is compared with; `undefined` where there is nothing, as for the 31st after a
 * month of 30 days.
 */
export type Counterpart = (row: JsonObject) => JsonObject | undefined;

/** `previous…` and `change…` for each count of a row. */
export function comparisonMembers(row: JsonObject, previous: JsonObject | undefined): JsonObject {
  return Object.fromEntries(
    COUNTS.flatMap((count) => {
      const [now, then] = [asNumber(row[count]) ?? 0, previous && (asNumber(previous[count]) ?? 0)];
      const name = count.charAt(0).toUpperCase() + count.slice(1);
      return [
        [`previous${name}`, then ?? null],
        [`change${name}`, then === undefined ? null : now - then],
      ];
    }),
  );
}

/** Rows of days are compared with the day at the same place of the period before, e.g. the first with the first. */
export function counterpartsIn(rows: JsonObject[], { current, previous }: Spans): Counterpart {
  const before = new Map(rows.map((row) => [keyOf(row, dayOf(row, previous)), row]));
  const [days, daysBefore] = [countDays(current), countDays(previous)];
  return (row) => {
    if (!('date' in row)) return rows[0];
    const day = dayOf(row, current);
    const isThere = !Number.isNaN(day) && (day < daysBefore || days <= daysBefore);
    return isThere ? (before.get(keyOf(row, day)) ?? {}) : undefined;
  };
}

const keyOf = (row: JsonObject, day: number): string => JSON.stringify([day, row['serviceName']]);

/** The place of a row's day in a period, from 0; not a number for what is no day. */
const dayOf = (row: JsonObject, { start }: Span): number =>
  Math.round((Date.parse(dateOf(row['date']) ?? '') - +dateAsUtc(start)) / 86_400_000);
