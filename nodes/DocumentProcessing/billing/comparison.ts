import { asNumber, type JsonObject } from '../common/shape';
import { type Counts, COUNTS, countsFrom, dateOf, detailsOf } from './details';
import {
  asPeriod,
  countDays,
  countWeeks,
  dateAsUtc,
  relativeLength,
  type Span,
  type Spans,
  weeksBefore,
} from './period';
import { addUp, type PriceOf, readSummary, scaleSummary, type Summary } from './summary';

/** What a period is compared with. */
export interface Comparison {
  kind: 'previousPeriod' | 'sameDaysLastWeek' | 'last4SameWeekdays';
  /**
   * Whether the user has chosen it: then a longer or shorter period before is brought to the length of the period, by its
   * consumption per day, and each row says what it is compared with.
   */
  isChosen: boolean;
}

/** The spans whose consumption, on average, a period is compared with. */
export function comparedSpans({ current, previous }: Spans, { kind }: Comparison): Span[] {
  if (kind === 'previousPeriod') return [previous];
  // As many whole weeks as the period takes, so that it is not compared with itself.
  const weeks = countWeeks(current);
  const times = kind === 'sameDaysLastWeek' ? [1] : [1, 2, 3, 4];
  return times.map((time) => weeksBefore(current, time * weeks));
}

/** The consumption that a period is compared with. */
export interface Compared extends Comparison {
  spans: Span[];
  /** One that is not known is `undefined`. */
  results: unknown[];
  /** By which the sum of the results is multiplied. */
  factor: number;
}

export function compared(spans: Spans, comparison: Comparison, resultFor: (span: Span) => unknown): Compared {
  const found = comparedSpans(spans, comparison);
  const isScaled = comparison.isChosen && comparison.kind === 'previousPeriod';
  const factor = isScaled ? relativeLength(spans.current, spans.previous) : 1 / found.length;
  return { ...comparison, spans: found, results: found.map(resultFor), factor };
}

export const isKnown = ({ results }: Compared): boolean => !results.includes(undefined);

/** The consumption that a period is compared with, as one summary. */
export function comparedSummary({ results, factor }: Compared, priceOf: PriceOf): Summary {
  const details = results.flatMap(detailsOf);
  const totals = addUp(results.map((result) => readSummary(result).totals));
  return scaleSummary(readSummary({ details, ...totals }, priceOf), factor);
}

/** What each row says of the periods it is compared with. */
export const describeCompared = ({ kind, spans, factor }: Compared): JsonObject => ({
  compareWith: kind,
  periods: spans.map(asPeriod),
  isPerDay: spans.length === 1 && factor !== 1,
});

/** The members `previous…` and `change…` for each count of a row; `null` if it has no counterpart. */
export function comparisonMembers(row: JsonObject, counterpart: Counts | undefined): JsonObject {
  return Object.fromEntries(
    COUNTS.flatMap((count) => {
      const previous = counterpart?.[count];
      const name = count.charAt(0).toUpperCase() + count.slice(1);
      return [
        [`previous${name}`, previous ?? null],
        [`change${name}`, previous === undefined ? null : round((asNumber(row[count]) ?? 0) - previous)],
      ];
    }),
  );
}

/** To two decimals: of numbers with as many, a difference may have more. */
const round = (value: number): number => (Number.isInteger(value) ? value : Math.round(value * 100) / 100);

/**
 * Finds what a row is compared with. Days are compared by their position in the period, the first with the first; the 31st has
 * no counterpart after a month of 30 days.
 */
export function matchRows(
  rowsOf: (result: unknown) => JsonObject[],
  comparison: Compared,
  current: Span,
): (row: JsonObject) => Counts | undefined {
  const { spans, results, factor } = comparison;
  if (!isKnown(comparison)) return () => undefined;
  const finders = results.map((result, index) => matchOne(rowsOf(result), current, spans[index] ?? current));
  return (row) => {
    const found = finders.map((find) => find(row));
    if (found.includes(undefined)) return undefined;
    // Only whole periods differ in length; a day is a day.
    const share = 'date' in row ? 1 / results.length : factor;
    const sumOf = (count: keyof Counts) => found.reduce((sum, one) => sum + (asNumber(one?.[count]) ?? 0), 0);
    return countsFrom((count) => round(sumOf(count) * share));
  };
}

function matchOne(previousRows: JsonObject[], current: Span, previous: Span) {
  const keyOf = (row: JsonObject, position: number) => JSON.stringify([position, row['serviceName']]);
  const byKey = new Map(previousRows.map((row) => [keyOf(row, dayPosition(row, previous)), row]));
  const [days, previousDays] = [countDays(current), countDays(previous)];
  return (row: JsonObject): JsonObject | undefined => {
    if (!('date' in row)) return previousRows[0] ?? {};
    const position = dayPosition(row, current);
    const hasCounterpart = !Number.isNaN(position) && (position < previousDays || days <= previousDays);
    return hasCounterpart ? (byKey.get(keyOf(row, position)) ?? {}) : undefined;
  };
}

/** The position of a row's day in a period, from 0; NaN if its date is not one. */
const dayPosition = (row: JsonObject, { start }: Span): number =>
  Math.round((Date.parse(dateOf(row['date']) ?? '') - +dateAsUtc(start)) / 86_400_000);
