// The periods of billing, and those they are compared with, against a second calculation: dates by Temporal, which shares
// nothing with luxon.
import fc from '../../support/generated.ts';
import { Temporal } from 'temporal-polyfill';
import { compared, type Comparison } from '../../../nodes/DocumentProcessing/billing/comparison';
import { asPeriod } from '../../../nodes/DocumentProcessing/billing/period';
import { readSpans } from '../../../nodes/DocumentProcessing/parameters/billing-fields';
import { itemAt } from '../../support/usage.ts';

type Day = Temporal.PlainDate;

/** First and last day. */
type Days = [first: Day, last: Day];

/** Both ends belong to it. */
type Times = [first: number, last: number];

const ZONES = ['UTC', 'America/Sao_Paulo', 'America/Havana', 'America/Nuuk', 'Asia/Beirut', 'Australia/Lord_Howe'];
const zones = fc.oneof(fc.constantFrom(...ZONES), fc.constantFrom(...Intl.supportedValuesOf('timeZone')));

const startOf = (day: Day, zone: string): number => day.toZonedDateTime(zone).epochMilliseconds;
const timesOf = ([first, last]: Days, zone: string): Times => [
  startOf(first, zone),
  startOf(last.add({ days: 1 }), zone) - 1,
];
const countDays = ([first, last]: Days): number => first.until(last).days + 1;
const shift = ([first, last]: Days, duration: Temporal.DurationLike): Days => [
  first.subtract(duration),
  last.subtract(duration),
];
const isLastOfMonth = (day: Day): boolean => day.day === day.daysInMonth;
const lastOfMonth = (day: Day): Day => day.with({ day: day.daysInMonth });

const asText = (at: number): string => new Date(at).toISOString().replace('T', ' ');
const asRequest = ([first, last]: Times) => ({ startDate: asText(first), endDate: asText(last) });

/** The days before a period that are compared with it. */
function previousOf(period: Days): Days {
  const [first, last] = period;
  if (first.day !== 1 || !isLastOfMonth(last)) return shift(period, { days: countDays(period) });
  const months = (last.year - first.year) * 12 + last.month - first.month + 1;
  return [first.subtract({ months }), first.subtract({ days: 1 })];
}

const FIRST_YEAR = 2012;

const changesOfClocks = new Map<string, Day[]>();

/** The days from 2012 to 2025 on which the clocks of a time zone change. */
function changesIn(zone: string): Day[] {
  const known = changesOfClocks.get(zone);
  if (known) return known;
  const days: Day[] = [];
  let at = new Temporal.PlainDate(FIRST_YEAR, 1, 1).toZonedDateTime(zone).getTimeZoneTransition('next');
  for (; at && at.year < 2026; at = at.getTimeZoneTransition('next')) days.push(at.toPlainDate());
  changesOfClocks.set(zone, days);
  return days;
}

const anyDay = fc
  .integer({ min: 0, max: 14 * 365 })
  .map((days) => new Temporal.PlainDate(FIRST_YEAR, 1, 1).add({ days }));

/** A day in a time zone, often one near a change of its clocks. */
const places = zones.chain((zone) => {
  const changes = changesIn(zone);
  const nearChange = fc
    .tuple(fc.nat(Math.max(0, changes.length - 1)), fc.integer({ min: -2, max: 2 }))
    .map(([index, days]) => changes[index]!.add({ days }));
  return fc.record({ zone: fc.constant(zone), day: changes.length === 0 ? anyDay : fc.oneof(anyDay, nearChange) });
});

test('periods counted from today, and those before them, are those that Temporal reckons', () => {
  const of: Record<string, (today: Day) => [current: Days, previous: Days]> = {
    yesterday: (today) => lastDays(today, 1),
    last7Days: (today) => lastDays(today, 7),
    last30Days: (today) => lastDays(today, 30),
    lastMonth: (today) => {
      const last = today.with({ day: 1 }).subtract({ days: 1 });
      const current: Days = [last.with({ day: 1 }), last];
      return [current, previousOf(current)];
    },
    thisMonth: (today) => {
      const monthBefore = today.subtract({ months: 1 });
      const end = isLastOfMonth(today) ? lastOfMonth(monthBefore) : monthBefore;
      const previous: Days = [monthBefore.with({ day: 1 }), end];
      return [[today.with({ day: 1 }), today], previous];
    },
  };
  const lastDays = (today: Day, count: number): [Days, Days] => {
    const days: Days = [today.subtract({ days: count }), today.subtract({ days: 1 })];
    return [days, shift(days, { days: count })];
  };
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(of)), places, fc.nat(86_399_999), (period, { zone, day }, time) => {
      const now = startOf(day, zone) + time;
      const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate();
      const { current, previous } = readSpans(itemAt(new Date(now).toISOString(), zone, { period }));
      expect([asPeriod(current), asPeriod(previous)]).toEqual(
        of[period]!(today).map((days) => asRequest(timesOf(days, zone))),
      );
    }),
    { numRuns: 100 },
  );
});

const periodsFrom = (day: Day) =>
  fc
    .oneof(
      fc.oneof(fc.nat(3), fc.nat(40), fc.nat(100)).map((days): Days => [day, day.add({ days })]),
      fc.nat(2).map((months): Days => [day.with({ day: 1 }), lastOfMonth(day.add({ months }))]),
    )
    .filter(([, last]) => last.year < 2026);

const cases = places
  .filter(({ day }) => day.year < 2026)
  .chain(({ zone, day }) =>
    fc.record({
      zone: fc.constant(zone),
      period: periodsFrom(day),
      compareWith: fc.constantFrom<Comparison['kind'][]>('previousPeriod', 'sameDaysLastWeek', 'last4SameWeekdays'),
    }),
  );

/** What a period is compared with. */
function comparedWith(current: Days, kind: string): { spans: Days[]; factor: number } {
  const previous = previousOf(current);
  if (kind === 'previousPeriod') return { spans: [previous], factor: countDays(current) / countDays(previous) };
  const times = kind === 'sameDaysLastWeek' ? [1] : [1, 2, 3, 4];
  const weeks = Math.ceil(countDays(current) / 7);
  return { spans: times.map((time) => shift(current, { weeks: weeks * time })), factor: 1 / times.length };
}

test('the consumption of whole days is compared with that of the days that Temporal reckons, at the same rate', () => {
  fc.assert(
    fc.property(cases, ({ zone, period: current, compareWith: kind }) => {
      const [startDate, endDate] = current.map(String) as [string, string];
      const custom = { period: 'custom', startDate, endDate };
      const spans = readSpans(itemAt('2026-01-01T12:00:00Z', zone, custom));
      const { spans: others, factor } = compared(spans, { kind, isChosen: true }, () => undefined);
      const expected = comparedWith(current, kind);
      expect([spans.current, ...others].map(asPeriod)).toEqual(
        [current, ...expected.spans].map((days) => asRequest(timesOf(days, zone))),
      );
      expect(factor).toBeCloseTo(expected.factor, 9);
    }),
    { numRuns: 100 },
  );
});
