import { DateTime } from 'luxon';

/** A stretch of time in a time zone; the end is its last millisecond. */
export interface Span {
  start: DateTime;
  end: DateTime;
}

/** The days of a period, and those it is compared with. */
export interface Spans {
  current: Span;
  previous: Span;
}

/** Where clocks go back over midnight, that midnight comes twice: the day begins with the first. */
export function beginningOfDay(day: DateTime): DateTime {
  const midnight = day.startOf('day');
  const hourBefore = midnight.minus({ hours: 1 });
  return hourBefore.hasSame(midnight, 'day') ? hourBefore : midnight;
}

export const endOfDay = (day: DateTime): DateTime => beginningOfDay(dayAfter(day)).minus(1);

// From noon: a time that does not exist on the other day, or comes twice there, would be moved.
const dayAfter = (day: DateTime): DateTime => day.set({ hour: 12 }).plus({ days: 1 });

export const wholeDays = (first: DateTime, last: DateTime): Span => ({
  start: beginningOfDay(first),
  end: endOfDay(last),
});

/** The dates of the days a span touches, as they are called in its time zone. */
export const datesOf = (span: Span): string[] =>
  Array.from({ length: countDays(span) }, (_, index) => dateAsUtc(span.start).plus({ days: index }).toISODate() ?? '');

export const countDays = ({ start, end }: Span): number => dateAsUtc(end).diff(dateAsUtc(start), 'days').days + 1;

/** Days that are counted, not hours: in UTC all are equally long. */
export const dateAsUtc = (at: DateTime): DateTime => DateTime.utc(at.year, at.month, at.day);

export const isWholeDays = ({ start, end }: Span): boolean =>
  +start === +beginningOfDay(start) && +end === +endOfDay(end);

/** The equally long span before; whole months have as many whole months before them. */
export function spanBefore(span: Span): Span {
  if (!isWholeDays(span)) return { start: span.start.minus(+span.end - +span.start + 1), end: span.start.minus(1) };
  if (isMonths(span)) return monthsBefore(span, monthsIn(span));
  return wholeDays(span.start.set({ hour: 12 }).minus({ days: countDays(span) }), span.start.minus(1));
}

/**
 * The same days of an earlier month. What ends with its month is compared with what ended with its own, however long it
 * was.
 */
export function monthsBefore({ start, end }: Span, months: number): Span {
  const last = end.set({ hour: 12 }).minus({ months });
  return wholeDays(start.set({ hour: 12 }).minus({ months }), isLastOfMonth(end) ? last.endOf('month') : last);
}

const isMonths = ({ start, end }: Span): boolean => start.day === 1 && isLastOfMonth(end);

const isLastOfMonth = (day: DateTime): boolean => day.day === day.daysInMonth;

const monthsIn = ({ start, end }: Span): number => (end.year - start.year) * 12 + end.month - start.month + 1;
