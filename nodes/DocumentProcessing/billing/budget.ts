import { DateTime } from 'luxon';
import { groupBy } from '../common/shape';
import type { Answers } from './answers';
import { countOf, readDetails } from './details';
import { daysOfMonth, type History } from './history';
import { countDays, datesOf, type Span } from './period';
import { serviceKey } from './service-names';
import { type DailyValues, type Expectation, expectedIfUnusual, forecastSum } from './statistics';
import { withoutTinyFractions } from './summary';

/** What billed units cost. */
export interface Money {
  /** By `serviceKey`; `*` is the price of every other service. */
  prices: Map<string, number>;
  /** The services that have a price of their own, as the user writes them. */
  services: string[];
  /** `undefined` for money without a currency. */
  currency: string | undefined;
}

interface UnusualDay {
  service: string;
  day: string;
  expected: number;
  actual: number;
}

/** Where a month's budget stands at the end of its last whole day. */
export interface Budget {
  /** E.g. `2025-01`. */
  month: string;
  /** The last day counted in it, e.g. `2025-01-31`; `null` on the first day of a month. */
  until: string | null;
  limit: number;
  used: number;
  /** In percent of the limit, rounded down, so that it does not say 100 before it is. */
  budgetUsed: number;
  /** What is left of the limit, also after today if the period has today's consumption; below 0 if the limit is passed. */
  remaining: number;
  currency: string | undefined;
  /** Of the whole month; `null` before its third day is over. */
  forecast: Expectation | null;
  /** The units of a forecast in money. */
  forecastUnits: number | undefined;
  isMonthOver: boolean;
  /** The thresholds, in percent, that were crossed from a day to `until`. */
  crossed: number[];
  crossedFrom: string | null;
  unusual: UnusualDay[];
  /** Services that were used this month and have no price. */
  unpriced: string[];
}

const THRESHOLDS = [50, 80, 100];
const MIN_DAYS_OF_MONTH = 3;

/** How many days a forecast learns from, and a day is compared with to see whether it is unusual. */
const DAYS_TO_LEARN_FROM = 56;
const MOST_DAYS_JUDGED = 31;

/** The new days that are judged: the last of them. */
const countJudged = ({ firstNewDay, lastDay }: History): number =>
  Math.max(0, Math.min(MOST_DAYS_JUDGED, countDays({ start: firstNewDay, end: lastDay.end })));

/** How many days before the last one of a period to know for its budget. */
export const daysBeforeForBudget = (current: Span): number =>
  DAYS_TO_LEARN_FROM + Math.min(MOST_DAYS_JUDGED, countDays(current));

/** The limit is so many units, or so much money. */
export function budgetOf(
  limit: number,
  money: Money | undefined,
  current: Span,
  history: History,
  answers: Answers,
): Budget {
  const prices = money?.prices;
  const { month, monthToDate, lastDay, reported } = history;
  const valueOf = ({ service, count }: Usage) => count * (prices ? (priceOf(service, prices) ?? 0) : 1);
  const usageOf = (spans: Span[]) => spans.flatMap((span) => usageIn(answers.resultFor(span)));
  const sum = (usage: Usage[]) => usage.reduce((total, one) => total + valueOf(one), 0);

  const usageWithin = (span: Span) =>
    usageOf(history.pieces.filter(({ start, end }) => start >= span.start && end <= span.end));
  const thisMonth = monthToDate ? usageWithin(monthToDate) : [];
  const used = withoutTinyFractions(sum(thisMonth));
  const ofPeriod = () => sum(usageOf([current]));
  // A period that begins with the month, or with today, has today's consumption in it.
  const isToday = +current.start === +lastDay.end + 1;
  const soFar = isSinceStartOf(month, current) ? ofPeriod() : used + (isToday ? ofPeriod() : 0);
  const usedBefore = withoutTinyFractions(used - sum(usageWithin(reported)));

  const days = dailyUsage(usageOf(history.pieces), history);
  const { over, all } = daysOfMonth(history);
  const forecast = (soFar: number, sumOf: (usage: Usage[]) => number, decimals: number) =>
    over < MIN_DAYS_OF_MONTH
      ? null
      : forecastOf(
          soFar,
          days.slice(-DAYS_TO_LEARN_FROM).map(({ date, usage }) => ({ date, value: sumOf(usage) })),
          datesOf(month).slice(over),
          decimals,
        );
  const services = new Set(thisMonth.filter(({ count }) => count !== 0).map(({ service }) => service));
  return {
    month: month.start.toFormat('yyyy-MM'),
    until: monthToDate ? lastDay.start.toISODate() : null,
    limit,
    used,
    budgetUsed: Math.floor(withoutTinyFractions((used / limit) * 100) * 10) / 10,
    remaining: withoutTinyFractions(limit - soFar),
    currency: money?.currency,
    forecast: forecast(used, sum, prices ? 2 : 0),
    forecastUnits: prices && forecast(countUnits(thisMonth), countUnits, 0)?.expected,
    isMonthOver: over === all,
    crossed: THRESHOLDS.filter((percent) => {
      const threshold = withoutTinyFractions((limit * percent) / 100);
      return usedBefore < threshold && used >= threshold;
    }),
    crossedFrom: reported.start.toISODate(),
    unusual: unusualDays(days, countJudged(history)),
    unpriced: prices ? [...services].filter((service) => priceOf(service, prices) === undefined).sort() : [],
  };
}

/** Whether a span is a month, or the beginning of one. */
const isSinceStartOf = (month: Span, span: Span): boolean => +span.start === +month.start && span.end <= month.end;

export const priceOf = (service: string, prices: Money['prices']): number | undefined =>
  prices.get(serviceKey(service)) ?? prices.get('*');

function forecastOf(used: number, before: DailyValues, dates: string[], decimals: number): Expectation | null {
  const rest = dates.length === 0 ? { expected: 0, low: 0, high: 0 } : forecastSum(before, dates);
  if (!rest) return null;
  const total = (value: number) => Number((used + Math.max(0, value)).toFixed(decimals));
  return { expected: total(rest.expected), low: total(rest.low), high: total(rest.high) };
}

interface Usage {
  date: string;
  service: string;
  count: number;
}

const usageIn = (result: unknown): Usage[] =>
  readDetails(result).flatMap(({ day, services }) =>
    services.map(({ name, counts }) => ({ date: day, service: name, count: countOf(counts, 'billingCount') ?? 0 })),
  );

const countUnits = (usage: Usage[]): number => usage.reduce((total, { count }) => total + count, 0);

interface DayOfUsage {
  date: string;
  usage: Usage[];
}

/** The days that are known completely, from the first one with consumption: before it the service was not in use. */
function dailyUsage(usage: Usage[], { firstDate, lastDate }: History): DayOfUsage[] {
  const byDate = groupBy(usage, ({ date }) => date);
  const first = [...byDate.keys()].sort().find((date) => date >= firstDate);
  return first === undefined || first > lastDate
    ? []
    : datesOf({ start: DateTime.fromISO(first), end: DateTime.fromISO(lastDate) }).map((date) => ({
        date,
        usage: byDate.get(date) ?? [],
      }));
}

/** The latest first; of a day, the largest difference first. */
function unusualDays(days: DayOfUsage[], count: number): UnusualDay[] {
  const services = [...new Set(days.flatMap(({ usage }) => usage.map(({ service }) => service)))];
  const firstJudged = Math.max(0, days.length - count);
  const counted = days.map(({ date, usage }) => ({ date, ofService: groupBy(usage, ({ service }) => service) }));
  const unusual = services.flatMap((service) => {
    const values = counted.map(({ date, ofService }) => ({ date, value: countUnits(ofService.get(service) ?? []) }));
    return values.slice(firstJudged).flatMap((day, index) => {
      const at = firstJudged + index;
      const expected = expectedIfUnusual(values.slice(Math.max(0, at - DAYS_TO_LEARN_FROM), at), day);
      return expected === undefined ? [] : [{ service, day: day.date, expected, actual: day.value }];
    });
  });
  const size = ({ expected, actual }: UnusualDay) => Math.abs(actual - expected);
  return unusual.sort((one, other) => (one.day === other.day ? size(other) - size(one) : one.day < other.day ? 1 : -1));
}
