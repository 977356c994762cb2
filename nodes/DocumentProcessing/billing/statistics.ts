import { groupBy } from '../common/shape';

/** A value of each day, oldest first, without gaps. */
export type DailyValues = Array<{ date: string; value: number }>;

export interface Expectation {
  expected: number;
  low: number;
  high: number;
}

const MIN_DAYS_TO_JUDGE = 10;

/** Fewer units than this are of no interest, whatever the share. */
const MIN_DIFFERENCE = 10;
const MIN_SHARE = 0.25;
const DEVIATIONS = 5;

/** What a day's value was expected to be, if it is so far from it that people should know; otherwise `undefined`. */
export function expectedIfUnusual(before: DailyValues, { date, value }: DailyValues[number]): number | undefined {
  if (before.length < MIN_DAYS_TO_JUDGE) return undefined;
  const alike = before.filter((day) => isWeekend(day.date) === isWeekend(date));
  const comparable = valuesOf(daysLike(before, date));
  if (comparable.length < 2) return undefined;
  const expected = median(comparable);
  const difference = Math.abs(value - expected);
  if (difference < MIN_DIFFERENCE || difference < MIN_SHARE * expected) return undefined;
  const isUnusual = isIntermittent(valuesOf(alike))
    ? value > 2 * Math.max(...valuesOf(before))
    : Math.abs(distance(value, expected)) > DEVIATIONS * usualDistance(before, alike, expected) &&
      isOutside(value, valuesOf(alike.length >= 4 ? alike : before));
  return isUnusual ? expected : undefined;
}

/** Used now and then: a day without use says nothing, and one with use only if it is by far the largest. */
const isIntermittent = (values: number[]): boolean => values.filter((value) => value === 0).length > values.length / 4;

/**
 * How far a value is from another as a ratio, because a busy service varies by more units than a quiet one. A few units are
 * added to both, so that 0 and 3 are near each other.
 */
const distance = (value: number, other: number): number =>
  Math.log((Math.max(0, value) + 5) / (Math.max(0, other) + 5));

/**
 * How far values usually are from what is expected of their days: their median distance (1.4826 makes it a standard
 * deviation), at least what counting by chance gives.
 */
function usualDistance(before: DailyValues, alike: DailyValues, expected: number): number {
  const distances = [...groupBy(alike, ({ date }) => weekday(date)).values()].flatMap((days) => {
    const expectedOfWeekday = median(valuesOf(daysLike(before, days[0]?.date ?? '')));
    return days.map(({ value }) => Math.abs(distance(value, expectedOfWeekday)));
  });
  // A median of few values is uncertain itself.
  const uncertainty = 1 + 3 / distances.length;
  return Math.max(1.4826 * median(distances) * uncertainty, 1 / Math.sqrt(Math.max(0, expected) + 5));
}

/** Above or below what such days have had, save for the most extreme twentieth of them: they may have been unusual too. */
function isOutside(value: number, values: number[]): boolean {
  const sorted = [...values].sort((one, other) => one - other);
  const extremes = Math.floor(sorted.length / 20);
  const [lowest = 0, highest = 0] = [sorted[extremes], sorted[sorted.length - 1 - extremes]];
  return value > highest || value < lowest;
}

/** The days of the same weekday; if there are fewer than four, all workdays or all weekend days. */
function daysLike(days: DailyValues, date: string): DailyValues {
  const wanted = weekday(date);
  const same = days.filter((day) => weekday(day.date) === wanted);
  return same.length >= 4 ? same : days.filter((day) => isWeekend(day.date) === isWeekend(date));
}

const MIN_DAYS_TO_FORECAST = 3;

/** With fewer days than two weeks, days are told apart only as workdays and weekend days. */
const DAYS_FOR_WEEKDAYS = 14;

/** The level of use is that of the last two weeks: it may have grown since. */
const DAYS_FOR_LEVEL = 14;

/**
 * The sum that the dates to come will have: the mean of each weekday at the level of the last two weeks. The range is
 * meant to hold in nine of ten months; docs/billing.md says how often it does. `undefined` with fewer than three days before.
 */
export function forecastSum(before: DailyValues, dates: string[]): Expectation | undefined {
  if (before.length < MIN_DAYS_TO_FORECAST) return undefined;
  const groupOf = before.length < DAYS_FOR_WEEKDAYS || isIntermittent(valuesOf(before)) ? kindOfDay : weekday;
  const means = new Map<number, number>();
  const usualValues: DailyValues = [];
  for (const group of new Set(before.map(({ date }) => groupOf(date)))) {
    const days = before.filter(({ date }) => groupOf(date) === group);
    const values = withoutOutliers(valuesOf(days));
    means.set(group, mean(values));
    usualValues.push(...days.map(({ date }, index) => ({ date, value: values[index] ?? 0 })));
  }
  const overall = mean(valuesOf(before));
  const meanOf = (date: string) => means.get(groupOf(date)) ?? overall;

  const recent = before.slice(-DAYS_FOR_LEVEL);
  const level = levelOf(recent, meanOf);
  const expected = level * sum(dates.map(meanOf));
  // A kind of day that has not been yet may as well have no use at all.
  const unknown = level * sum(dates.filter((date) => !means.has(groupOf(date))).map(meanOf));

  const squares = usualValues.map(({ date, value }) => (value - meanOf(date)) ** 2);
  const variance = (sum(squares) / Math.max(1, before.length - means.size)) * Math.max(1, level);
  // Chance on the days to come, and in the level, which all those days share.
  const spread = Math.sqrt(variance * (dates.length + dates.length ** 2 / recent.length));
  // As of Student's distribution: wider for few days.
  const range = (1.645 + 4 / before.length) * spread;
  return { expected, low: expected - range - unknown, high: expected + range };
}

/** How the values compare with the means of their days, one extraordinary day aside. */
function levelOf(days: DailyValues, meanOf: (date: string) => number): number {
  const used = days.filter(({ date }) => meanOf(date) > 0);
  if (isIntermittent(valuesOf(days)) || used.length === 0) return 1;
  const shares = withoutOutliers(used.map(({ date, value }) => value / meanOf(date)));
  const means = used.map(({ date }) => meanOf(date));
  return sum(shares.map((share, index) => share * (means[index] ?? 0))) / sum(means);
}

/** Values moved to within four deviations of the median, so that one extraordinary day is not expected every week. */
function withoutOutliers(values: number[]): number[] {
  const middle = median(values);
  if (values.length < 4 || middle <= 0) return values;
  const deviation = 1.4826 * median(values.map((value) => Math.abs(value - middle)));
  const reach = 4 * Math.max(deviation, 0.1 * middle);
  return values.map((value) => Math.min(middle + reach, Math.max(middle - reach, value)));
}

const valuesOf = (days: DailyValues): number[] => days.map(({ value }) => value);

/** 0 for Sunday to 6 for Saturday. */
const weekday = (date: string): number => new Date(date).getUTCDay();

const isWeekend = (date: string): boolean => [0, 6].includes(weekday(date));

/** A number for workdays and one for weekend days. */
const kindOfDay = (date: string): number => (isWeekend(date) ? 1 : 0);

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);

const mean = (values: number[]): number => (values.length === 0 ? 0 : sum(values) / values.length);

function median(values: number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const half = Math.floor(sorted.length / 2);
  const [upper = 0, lower = upper] = [sorted[half], sorted[half - 1]];
  return sorted.length % 2 === 1 ? upper : (upper + lower) / 2;
}
