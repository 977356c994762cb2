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

/** A span as `YYYY-MM-DD HH:MM:SS.mmmZ` in UTC (service interface, operation 8). */
export const asPeriod = ({ start, end }: Span) => ({ startDate: asUtcText(start), endDate: asUtcText(end) });

const asUtcText = (date: DateTime): string => date.toUTC().toFormat("yyyy-MM-dd HH:mm:ss.SSS'Z'");

export const RELATIVE_PERIODS: Record<string, (today: DateTime) => Spans> = {
  yesterday: (today) => lastDays(today, 1),
  last7Days: (today) => lastDays(today, 7),
  last30Days: (today) => lastDays(today, 30),
  thisMonth: (today) => comparedWithMonthBefore({ start: monthOf(today).start, end: endOfDay(today) }),
  lastMonth: (today) => comparedWithMonthBefore(monthOf(noonOf(today).minus({ months: 1 }))),
};

/** Days are counted from noon to noon, because every day has exactly one. */
export const noonOf = (day: DateTime): DateTime => day.set({ hour: 12, minute: 0, second: 0, millisecond: 0 });

export const monthOf = (day: DateTime): Span => {
  const noon = noonOf(day);
  return wholeDays(noon.set({ day: 1 }), noon.set({ day: noon.daysInMonth ?? 1 }));
};

function lastDays(today: DateTime, count: number): Spans {
  const noon = noonOf(today);
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
  return wholeDays(noonOf(start).minus({ days: countDays(span) }), start.minus(1));
}

/** The same days of an earlier month. The end of a month corresponds to the end of the other, however long each is. */
function monthsBefore({ start, end }: Span, months: number): Span {
  const last = noonOf(end).minus({ months });
  return {
    start: startOfDay(noonOf(start).minus({ months })),
    end: isLastOfMonth(end) ? monthOf(last).end : endOfDay(last),
  };
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

const DAY = 86_400_000;

/** The first moment of a day: where clocks skip midnight the moment they do, and of two midnights the first. */
export function startOfDay(day: DateTime): DateTime {
  const start = noonOf(day).startOf('day');
  // Of two, luxon takes the second.
  const first = start.minus({ minutes: start.zone.offset(+start - DAY) - start.offset });
  return first < start && first.day === start.day ? first : start;
}

/** The last millisecond of a day. */
export const endOfDay = (day: DateTime): DateTime => startOfDay(noonOf(day).plus({ days: 1 })).minus(1);

/** The same days some weeks earlier, at the same times of the workflow's time zone. */
export function weeksBefore(span: Span, weeks: number): Span {
  const earlier = (at: DateTime) => at.minus({ weeks });
  const { start, end } = span;
  if (isWholeDays(span)) return wholeDays(earlier(noonOf(start)), earlier(noonOf(end)));
  // Of some hours the length counts: by the clock they may end before they start, when it goes back.
  const length = +end - +start;
  return { start: earlier(start), end: length < DAY ? earlier(start).plus(length) : earlier(end) };
}

/** The number of weeks that a span takes, rounded up. */
export function countWeeks(span: Span): number {
  if (isWholeDays(span)) return Math.ceil(countDays(span) / 7);
  const byTheClock = (at: DateTime) => +at.setZone('utc', { keepLocalTime: true });
  return Math.max(1, Math.ceil((byTheClock(span.end) - byTheClock(span.start)) / (7 * DAY)));
}

/**
 * How many times as long as another a span is. Whole days are counted, because a day is a day when clocks change; other
 * spans are measured: six hours over midnight touch two days.
 */
export const relativeLength = (span: Span, other: Span): number =>
  isWholeDays(span) && isWholeDays(other)
    ? countDays(span) / countDays(other)
    : (+span.end - +span.start + 1) / (+other.end - +other.start + 1);

export const isWholeUtcDays = ({ start, end }: Span): boolean =>
  isWholeDays({ start: start.toUTC(), end: end.toUTC() });

export const isSameSpan = (one: Span, other: Span): boolean => +one.start === +other.start && +one.end === +other.end;
