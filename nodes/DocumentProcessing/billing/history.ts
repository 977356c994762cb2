import { DateTime } from 'luxon';
import { countDays, dateAsUtc, endOfDay, isWholeDays, monthOf, noonOf, type Span, startOfDay } from './period';

/** The days before the end of a period, for its month to date, its forecast and what is unusual in it. */
export interface History {
  /** The month of the last day of the period. */
  month: Span;
  /** The days of the month that are over, up to the end of the period; `undefined` before its second day. */
  monthToDate: Span | undefined;
  /** The last whole day of the period, or before it; no later than yesterday. */
  lastDay: Span;
  /** The first day of what is new in the report: of a period that is not over the last whole day. */
  firstNewDay: DateTime;
  /** The whole days of the period that are of the month; the last whole day, if it has none or is not over yet. */
  reported: Span;
  /** Without gaps, oldest first: together they cover the month to date, what is reported of it and the dates below. */
  pieces: Span[];
  /** The days, as the service counts them in UTC, that the pieces cover completely, e.g. `2025-01-31`. */
  firstDate: string;
  lastDate: string;
}

/** Plans what to know of the month and of so many days before the last one. */
export function planHistory(current: Span, now: DateTime, daysBefore: number): History {
  const lastDay = lastWholeDay(current, now);
  const end = current.end < now ? current.end : now;
  const month = monthOf(end);
  const monthToDate = lastDay.end > month.start ? { start: month.start, end: lastDay.end } : undefined;

  const lastUtcDay = dateAsUtc(lastDay.start);
  const firstUtcDay = lastUtcDay.minus({ days: daysBefore });
  const first = monthToDate && monthToDate.start < firstUtcDay ? monthToDate.start : firstUtcDay;
  // The report of a period that is not over comes every day, and says what is new.
  const firstNewDay = current.end < now ? DateTime.min(startOfDay(current.start), lastDay.start) : lastDay.start;
  const reported = { start: DateTime.max(month.start, firstNewDay), end: lastDay.end };
  const cuts = [...(monthToDate ? [monthToDate.start] : []), reported.start];
  const pieces = splitAt({ start: first.setZone(lastDay.start.zone), end: lastDay.end }, cuts);
  // East of UTC the service's day ends after ours.
  const endOfUtcDay = lastUtcDay.endOf('day');
  const isOver = endOfUtcDay < now;
  if (isOver && endOfUtcDay > lastDay.end)
    pieces.push({ start: lastDay.end.plus(1), end: endOfUtcDay.setZone(lastDay.end.zone) });
  return {
    month,
    monthToDate,
    lastDay,
    firstNewDay,
    reported,
    pieces,
    firstDate: asDate(firstUtcDay),
    lastDate: asDate(isOver ? lastUtcDay : lastUtcDay.minus({ days: 1 })),
  };
}

const asDate = (at: DateTime): string => at.toISODate() ?? '';

function lastWholeDay({ start, end }: Span, now: DateTime): Span {
  const yesterday = noonOf(now.setZone(end.zone)).minus({ days: 1 });
  const endsWithDay = isWholeDays({ start: startOfDay(start), end });
  const last = endsWithDay ? noonOf(end) : noonOf(end).minus({ days: 1 });
  const day = last < yesterday ? last : yesterday;
  return { start: startOfDay(day), end: endOfDay(day) };
}

function splitAt(span: Span, cuts: DateTime[]): Span[] {
  const inside = cuts.filter((cut) => cut > span.start && cut < span.end).sort((one, other) => +one - +other);
  const starts = [span.start, ...inside];
  return starts
    .map((start, index) => ({ start, end: starts[index + 1]?.minus(1) ?? span.end }))
    .filter(({ start, end }) => start < end);
}

/** How many days of a month are over, and how many it has. */
export const daysOfMonth = ({ month, monthToDate }: History): { over: number; all: number } => ({
  over: monthToDate ? countDays(monthToDate) : 0,
  all: countDays(month),
});
