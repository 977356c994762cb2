import { asObject } from '../common/shape';
import { countOf, type Counts, countsFrom, readDetails } from './details';
import { countDays, countMonths, dateAsUtc, datesOf, type Span } from './period';

/**
 * The consumption of a service, a day or a month; the name is empty if the service gives none. Days are dates in UTC, because
 * the service counts days in UTC.
 */
export interface NamedCounts extends Counts {
  name: string;
}

/** The consumption of a period, with its sums by service and by day. */
export interface Summary {
  /** The totals of the response; the sums of its days if it has none. */
  totals: Counts;
  sumOfDays: Counts;
  /** The largest first. */
  services: NamedCounts[];
  days: NamedCounts[];
}

export function readSummary(result: unknown): Summary {
  const summary = asObject(result);
  const entries = readDetails(result).flatMap(({ day, services }) =>
    services.map(({ name, counts }) => ({
      day,
      service: name,
      counts: countsFrom((count) => countOf(counts, count) ?? 0),
    })),
  );
  const sumOfDays = sumCounts(entries.map(({ counts }) => counts));
  return {
    sumOfDays,
    totals: countsFrom((count) => countOf(summary, count) ?? sumOfDays[count]),
    services: sumByName(entries.map(({ service, counts }) => ({ name: service, ...counts }))).sort(byBillingCount),
    days: sumByName(entries.map(({ day, counts }) => ({ name: day, ...counts }))).sort(byName),
  };
}

export const zeroCounts = (name: string): NamedCounts => ({ name, ...countsFrom(() => 0) });

export const sumCounts = (list: Counts[]): Counts =>
  countsFrom((count) => list.reduce((sum, counts) => sum + counts[count], 0));

/** One entry per name, in the order in which the names first appear. */
function sumByName(list: NamedCounts[]): NamedCounts[] {
  const sums = new Map<string, NamedCounts>();
  for (const counts of list) {
    const before = sums.get(counts.name);
    sums.set(counts.name, before ? { name: counts.name, ...sumCounts([before, counts]) } : counts);
  }
  return [...sums.values()];
}

/** A summary in another proportion, e.g. a fourth of four periods, with no more than two decimals. */
export function scaleSummary({ totals, sumOfDays, services, days }: Summary, factor: number): Summary {
  const scale = <T extends Counts>(counts: T): T => ({
    ...counts,
    ...countsFrom((count) => scaleCount(counts[count], factor)),
  });
  return { totals: scale(totals), sumOfDays: scale(sumOfDays), services: services.map(scale), days: days.map(scale) };
}

export const scaleCount = (count: number, factor: number): number =>
  factor === 1 ? count : Math.round(count * factor * 100) / 100;

const byBillingCount = (one: NamedCounts, other: NamedCounts): number =>
  other.billingCount - one.billingCount || other.requestCount - one.requestCount || byName(one, other);

const byName = (one: NamedCounts, other: NamedCounts): number => (one.name < other.name ? -1 : 1);

const MAX_DAYS = 62;

/**
 * The counts of every day of a span, or of every month if the days are too many to show. The service leaves out days
 * without consumption: they are filled in with zeros.
 */
export function countsByDay(span: Span, { days }: Summary): { unit: 'day' | 'month'; list: NamedCounts[] } {
  const withZeros = (names: string[], list: NamedCounts[]) =>
    sumByName([...names.map(zeroCounts), ...list]).sort(byName);
  if (countDays(span) <= MAX_DAYS && days.length <= MAX_DAYS + 2)
    return { unit: 'day', list: withZeros(datesOf(span), days) };
  const months = Array.from({ length: countMonths(span) }, (_, index) =>
    dateAsUtc(span.start).startOf('month').plus({ months: index }).toFormat('yyyy-MM'),
  );
  return {
    unit: 'month',
    list: withZeros(
      months,
      days.map((day) => ({ ...day, name: monthOf(day.name) })),
    ),
  };
}

/** `2025-01` of `2025-01-31`; a text that is no date stays as it is. */
const monthOf = (name: string): string => (/^\d{4}-\d{2}-/.test(name) ? name.slice(0, 7) : name);

/** A day or month, or the names of several in a row without consumption. */
export type FoldedDay = { counts: NamedCounts } | { quiet: string[] };

/** Days and months with those without consumption folded. */
export function foldedDays({
  span,
  summary,
  strip,
}: {
  span: Span;
  summary: Summary;
  strip: NamedCounts[] | undefined;
}): { unit: 'day' | 'month'; list: FoldedDay[] } {
  const { unit, list } = strip ? { unit: 'day' as const, list: strip } : countsByDay(span, summary);
  const folded: FoldedDay[] = [];
  for (const counts of list) {
    const last = folded.at(-1);
    if (counts.requestCount !== 0 || counts.billingCount !== 0) folded.push({ counts });
    else if (last && 'quiet' in last) last.quiet.push(counts.name);
    else folded.push({ quiet: [counts.name] });
  }
  return { unit, list: folded };
}
