import { asObject, groupBy, isObject } from '../common/shape';
import { COUNTS, countOf, type Counts, countsFrom, detailsOf, readDetails } from './details';
import { countDays, countMonths, dateAsUtc, datesOf, type Span } from './period';

/** What was consumed, and what the billed units of it cost at the prices there are. */
export interface Sums extends Counts {
  amount: number;
}

/**
 * The consumption of a service, a day or a month; the name is empty if the service gives none. Days are dates in UTC, because
 * the service counts days in UTC.
 */
export interface NamedSums extends Sums {
  name: string;
}

/** The consumption of a period, with its sums by service and by day. */
export interface Summary {
  /** The totals of the response; the sums of its days if it has none. */
  totals: Sums;
  sumOfDays: Sums;
  /** The largest first. */
  services: NamedSums[];
  days: NamedSums[];
}

/** What a unit of a service costs; nothing where that is not known. */
export type PriceOf = (service: string) => number | undefined;

/** Whether a response says what was consumed, if only that it was nothing. */
export const isSummary = (result: unknown): boolean =>
  isObject(result) &&
  (Array.isArray(result['details']) ||
    detailsOf(result).some(({ services }) => services !== undefined) ||
    COUNTS.some((count) => countOf(result, count) !== undefined));

/** Adds up a response of the service. */
export function readSummary(result: unknown, priceOf: PriceOf = () => undefined): Summary {
  const summary = asObject(result);
  const entries = readDetails(result).flatMap(({ day, services }) =>
    services.map(({ name, counts }) => ({
      day,
      service: name,
      sums: {
        ...countsFrom((count) => countOf(counts, count) ?? 0),
        amount: (countOf(counts, 'billingCount') ?? 0) * (priceOf(name) ?? 0),
      },
    })),
  );
  const sumOfDays = addUp(entries.map(({ sums }) => sums));
  return {
    sumOfDays,
    totals: withAmount(
      { ...sumOfDays, ...countsFrom((count) => countOf(summary, count) ?? sumOfDays[count]) },
      sumOfDays,
    ),
    services: sumByName(entries.map(({ service, sums }) => ({ name: service, ...sums }))).sort(byAmount),
    days: sumByName(entries.map(({ day, sums }) => ({ name: day, ...sums }))).sort(byName),
  };
}

/** What a total costs is told by its services; of one that has none, nobody knows it. */
const withAmount = (totals: Sums, { billingCount }: Sums): Sums =>
  totals.billingCount !== 0 && billingCount === 0 ? { ...totals, amount: NaN } : totals;

/** As a share of the total, or a unit: counts of one day may be rounded, or late. */
const LARGEST_LACK = 0.2;

/**
 * Whether the days of a response say what is billed: each has a date and numbers, and where there is a total, they have
 * nearly all of it. A report tells where both differ.
 */
export function tellsDays(result: unknown): boolean {
  const { totals, sumOfDays } = readSummary(result);
  const [all, ofDays] = [totals.billingCount, sumOfDays.billingCount];
  return (
    (all === 0 || ofDays > 0) &&
    all - ofDays <= Math.max(1, all * LARGEST_LACK) &&
    readDetails(result).every(
      ({ day, services }) =>
        day !== '' && services.every(({ counts }) => countOf(counts, 'billingCount') !== undefined),
    )
  );
}

const SUMS = [...COUNTS, 'amount'] as const;

const sumsFrom = (valueOf: (sum: keyof Sums) => number): Sums =>
  Object.fromEntries(SUMS.map((sum) => [sum, valueOf(sum)])) as Record<keyof Sums, number>;

/** Whether nothing was consumed; what was may cost nothing, or have no price. */
export const isQuiet = ({ requestCount, billingCount }: Sums): boolean => requestCount === 0 && billingCount === 0;

export const isEmpty = ({ services, totals }: Summary): boolean => services.every(isQuiet) && isQuiet(totals);

export const zeroSums = (name: string): NamedSums => ({ name, ...sumsFrom(() => 0) });

export const addUp = (list: Sums[]): Sums =>
  sumsFrom((sum) => withoutTinyFractions(list.reduce((total, sums) => total + sums[sum], 0)));

/** Sums of prices such as 0.1 are off by tiny fractions, which must not make equal amounts differ, or decide about a threshold. */
export const withoutTinyFractions = (value: number): number =>
  Number.isInteger(value) ? value : Math.round(value * 1e6) / 1e6;

/** One entry per name, in the order in which the names first appear. */
const sumByName = (list: NamedSums[]): NamedSums[] =>
  [...groupBy(list, ({ name }) => name)].map(([name, all]) => ({ name, ...addUp(all) }));

/** A summary in another proportion, e.g. a fourth of four periods. */
export function scaleSummary({ totals, sumOfDays, services, days }: Summary, factor: number): Summary {
  const scale = <T extends Sums>(sums: T): T => ({
    ...sums,
    ...sumsFrom((sum) => withoutTinyFractions(sums[sum] * factor)),
  });
  return { totals: scale(totals), sumOfDays: scale(sumOfDays), services: services.map(scale), days: days.map(scale) };
}

const byAmount = (one: NamedSums, other: NamedSums): number =>
  other.amount - one.amount ||
  other.billingCount - one.billingCount ||
  other.requestCount - one.requestCount ||
  byName(one, other);

const byName = (one: NamedSums, other: NamedSums): number => (one.name < other.name ? -1 : 1);

const MAX_DAYS = 62;

/**
 * The counts of every day of a span, or of every month if the days are too many to show. The service leaves out days
 * without consumption: they are filled in with zeros.
 */
export function countsByDay(span: Span, { days }: Summary): { unit: 'day' | 'month'; list: NamedSums[] } {
  const withZeros = (names: string[], list: NamedSums[]) => sumByName([...names.map(zeroSums), ...list]).sort(byName);
  if (countDays(span) <= MAX_DAYS && days.length <= MAX_DAYS + 2)
    return { unit: 'day', list: withZeros(datesOf(span), days) };
  const first = dateAsUtc(span.start).startOf('month');
  const months = Array.from({ length: countMonths(span) }, (_, index) =>
    first.plus({ months: index }).toFormat('yyyy-MM'),
  );
  return {
    unit: 'month',
    list: withZeros(
      months,
      // A text that is no date stays as it is.
      days.map((day) => ({ ...day, name: day.name.replace(/^(\d{4}-\d{2})-.*$/s, '$1') })),
    ),
  };
}

/** A day or month, or the names of several in a row without consumption. */
type FoldedDay = { sums: NamedSums } | { quiet: string[] };

/** Days and months with those without consumption folded. */
export function foldedDays(list: NamedSums[]): FoldedDay[] {
  const folded: FoldedDay[] = [];
  for (const sums of list) {
    const last = folded.at(-1);
    if (!isQuiet(sums)) folded.push({ sums });
    else if (last && 'quiet' in last) last.quiet.push(sums.name);
    else folded.push({ quiet: [sums.name] });
  }
  return folded;
}
