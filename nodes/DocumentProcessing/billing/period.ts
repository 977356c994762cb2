import { DateTime } from 'luxon';

/** A period of time in a time zone. `end` is its last millisecond. */
export interface Span {
  start: DateTime;
  end: DateTime;
}

/** The span to report, and the one it is compared with. */
export interface Spans {
  current: Span;
  previous: Span;
}

/** A span as the service takes it. */
export interface Period {
  startDate: string;
  endDate: string;
}

/** A span as `YYYY-MM-DD HH:MM:SS.mmmZ` in UTC (service interface, operation 8). */
export const asPeriod = ({ start, end }: Span): Period => ({ startDate: asUtcText(start), endDate: asUtcText(end) });

const asUtcText = (date: DateTime): string => date.toUTC().toFormat("yyyy-MM-dd HH:mm:ss.SSS'Z'");

/** The spans of the periods that are counted from today. */
export const RELATIVE_PERIODS: Record<string, (today: DateTime) => Spans> = {
  yesterday: (today) => lastDays(today, 1),
  last7Days: (today) => lastDays(today, 7),
  last30Days: (today) => lastDays(today, 30),
  thisMonth: (today) => comparedWithMonthBefore(wholeDays(today.startOf('month'), today)),
  lastMonth: (today) => {
    const lastMonth = today.minus({ months: 1 });
    return comparedWithMonthBefore(wholeDays(lastMonth.startOf('month'), lastMonth.endOf('month')));
  },
};

function lastDays(today: DateTime, count: number): Spans {
  // Counted from noon, because every day has exactly one.
  const noon = today.set({ hour: 12 });
  const days = (from: number) => wholeDays(noon.minus({ days: from }), noon.minus({ days: from - count + 1 }));
  return { current: days(count), previous: days(2 * count) };
}

const comparedWithMonthBefore = (current: Span): Spans => ({ current, previous: monthsBefore(current, 1) });

/** The span of the same length before this one; whole months are compared with as many whole months. */
export function spanBefore(span: Span): Span {
  const { start, end } = span;
  if (!isWholeDays(span)) return { start: start.minus(+end - +start + 1), end: start.minus(1) };
  const isWholeMonths = start.day === 1 && isLastOfMonth(end);
  if (isWholeMonths) return monthsBefore(span, countMonths(span));
  return wholeDays(start.set({ hour: 12 }).minus({ days: countDays(span) }), start.minus(1));
}

/** The same days of an earlier month. The end of a month corresponds to the end of the other, however long each is. */
function monthsBefore({ start, end }: Span, months: number): Span {
  const last = end.set({ hour: 12 }).minus({ months });
  return wholeDays(start.set({ hour: 12 }).minus({ months }), isLastOfMonth(end) ? last.endOf('month') : last);
}

const isLastOfMonth = (day: DateTime): boolean => day.day === day.daysInMonth;

/** The number of months a span touches. */
export const countMonths = ({ start, end }: Span): number => (end.year - start.year) * 12 + end.month - start.month + 1;

/** The number of days a span touches. */
export const countDays = ({ start, end }: Span): number => dateAsUtc(end).diff(dateAsUtc(start), 'days').days + 1;

/** The dates a span touches, in its time zone, e.g. `2025-01-31`. */
export const datesOf = (span: Span): string[] =>
  Array.from({ length: countDays(span) }, (_, index) => dateAsUtc(span.start).plus({ days: index }).toISODate() ?? '');

/** A date for counting days: in UTC all days have the same length. */
export const dateAsUtc = (at: DateTime): DateTime => DateTime.utc(at.year, at.month, at.day);

export const isWholeDays = ({ start, end }: Span): boolean => +start === +startOfDay(start) && +end === +endOfDay(end);

const wholeDays = (first: DateTime, last: DateTime): Span => ({ start: startOfDay(first), end: endOfDay(last) });

/** The first midnight of a day: where clocks go back over midnight, it comes twice. */
export function startOfDay(day: DateTime): DateTime {
  const midnight = day.startOf('day');
  const hourBefore = midnight.minus({ hours: 1 });
  return hourBefore.hasSame(midnight, 'day') ? hourBefore : midnight;
}

/** The last millisecond of a day. */
export const endOfDay = (day: DateTime): DateTime =>
  // Counted from noon: a time that does not exist on the next day, or comes twice there, would be moved.
  startOfDay(day.set({ hour: 12 }).plus({ days: 1 })).minus(1);

/** The same days some weeks earlier, at the same times of the workflow's time zone. */
export function weeksBefore(span: Span, weeks: number): Span {
  const earlier = (at: DateTime) => at.minus({ weeks });
  const { start, end } = span;
  return isWholeDays(span)
    ? wholeDays(earlier(start.set({ hour: 12 })), earlier(end.set({ hour: 12 })))
    : { start: earlier(start), end: earlier(end) };
}

/** The number of weeks that a span takes, rounded up. */
export const countWeeks = (span: Span): number => Math.ceil(countDays(span) / 7);

/** Whether a span is whole days as the service counts them. */
export const isWholeUtcDays = ({ start, end }: Span): boolean =>
  isWholeDays({ start: start.toUTC(), end: end.toUTC() });

export const isSameSpan = (one: Span, other: Span): boolean => +one.start === +other.start && +one.end === +other.end;
