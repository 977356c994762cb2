// What is asked and said against a second calculation: dates by Temporal, which shares nothing with luxon, sums by adding up
// single uses. The service of this test answers in parts, in any order, and counts days in UTC as the real one does.
import fc from '../../support/generated.ts';
import { Temporal } from 'temporal-polyfill';
import { asPeriod } from '../../../nodes/DocumentProcessing/billing/period';
import { readSpans } from '../../../nodes/DocumentProcessing/parameters/billing-fields';
import { runOperation } from '../../support/document-node.ts';
import { envelope } from '../../support/envelope.ts';
import { openedForAllTests } from '../../support/opened.ts';
import { startServer } from '../../support/server.ts';
import { itemAt } from '../../support/usage.ts';

type Day = Temporal.PlainDate;

/** First and last day. */
type Days = [first: Day, last: Day];

/** Both ends belong to it. */
type Times = [first: number, last: number];

const ZONES = [
  'UTC',
  'America/Sao_Paulo',
  'America/Havana',
  'Atlantic/Azores',
  'America/Nuuk',
  'America/Scoresbysund',
  'Asia/Beirut',
  'America/Asuncion',
  'America/Santiago',
  'Africa/Cairo',
  'Europe/Berlin',
  'Europe/London',
  'Asia/Kolkata',
  'Asia/Amman',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
];
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
const dates = ([first, last]: Days): string[] =>
  Array.from({ length: Math.max(0, countDays([first, last])) }, (_, index) => first.add({ days: index }).toString());

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
    { numRuns: 200 },
  );
});

interface Use {
  at: number;
  /** In UTC. */
  date: string;
  service: string;
  count: number;
}

const SERVICES = ['content-extraction', 'vio', '__proto__'];

/** A number from 0 to 1 that is the same for the same three. */
function chance(seed: number, one: number, other: number): number {
  let value = Math.imul(seed ^ Math.imul(one + 1, 0x9e3779b1) ^ Math.imul(other + 1, 0x85ebca6b), 0xc2b2ae35);
  value = Math.imul(value ^ (value >>> 15), 0x27d4eb2f);
  return ((value ^ (value >>> 13)) >>> 0) / 2 ** 32;
}

/** Uses on most days of a time, and one at each of the given moments, a millisecond before and after. */
function usesOf(seed: number, [first, last]: Days, moments: number[]): Use[] {
  const days = dates([first, last]).flatMap((date, index) =>
    SERVICES.map((service, position) => ({
      at: Date.parse(date) + Math.floor(chance(seed, index, position + 7) * 86_400_000),
      service,
      count: Math.floor(chance(seed, index, position) * 40) - 8,
    })),
  );
  const edges = [...new Set(moments.flatMap((moment) => [moment - 1, moment, moment + 1]))];
  return [
    ...days.filter(({ count }) => count > 0),
    ...edges.map((at, index) => ({ at, service: SERVICES[index % 3]!, count: 100 + index })),
  ].map((use) => ({ ...use, date: new Date(use.at).toISOString().slice(0, 10) }));
}

const within = (uses: Use[], [first, last]: Times): Use[] => uses.filter(({ at }) => at >= first && at <= last);
const sumOf = (uses: Use[]): number => uses.reduce((sum, use) => sum + use.count, 0);

/** Each use is an entry of its own, days are written in many ways, and nothing is in order. */
function answer(uses: Use[], seed: number) {
  const counts = (count: number) => ({
    requestCount: count,
    typifiedItemCount: count,
    nonTypifiedItemCount: 0,
    billingCount: count,
  });
  const details = [...Map.groupBy(uses, (use) => `${use.date} ${use.at % 3}`)].map(([key, ofDay], index) => ({
    date: `${key.slice(0, 10)}${['T00:00:00.000Z', '', 'T00:00:00+00:00', 'T13:30:00Z'][index % 4]}`,
    services: ofDay.map(({ service, count }) => ({ serviceName: service, ...counts(count) })),
  }));
  const order = new Map(details.map((detail, index) => [detail, chance(seed, index, 3)]));
  return { details: details.sort((one, other) => order.get(one)! - order.get(other)!), ...counts(sumOf(uses)) };
}

const server = openedForAllTests(() => startServer());

/** The items, and the periods requested, of a service that was used so. */
async function run(uses: Use[], seed: number, parameters: object, timezone: string) {
  server.requests.length = 0;
  server.respond(({ json }) => {
    const [first, last] = Object.values(json as object).map((text: string) => {
      expect(text).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}Z$/);
      return Date.parse(text.replace(' ', 'T'));
    });
    expect(first).toBeLessThanOrEqual(last!);
    return { json: envelope(answer(within(uses, [first!, last!]), seed)) };
  });
  const { items, error } = await runOperation(
    server,
    'billing.getDailySummary',
    { period: 'custom', ...parameters },
    { timezone },
  );
  expect(error).toBeUndefined();
  return { items, rows: items.map(({ json }) => json), requested: server.requests.map(({ json }) => json) };
}

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
      compareWith: fc.constantFrom('previousPeriod', 'sameDaysLastWeek', 'last4SameWeekdays'),
      seed: fc.nat(2 ** 30),
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

/** No more than two decimals are given. */
const about = (expected: number): unknown => ({
  asymmetricMatch: (actual: unknown) => Math.abs((actual as number) - expected) < 0.00501,
  toString: () => `about ${expected}`,
});

test('the consumption of whole days, and what it is compared with, are the sums of the uses in them', async () => {
  await fc.assert(
    fc.asyncProperty(cases, async ({ zone, period: current, compareWith, seed }) => {
      const { spans, factor } = comparedWith(current, compareWith);
      const all = [current, ...spans].map((days) => timesOf(days, zone));
      const first = spans.at(-1)![0].subtract({ days: 3 });
      const uses = usesOf(seed, [first, current[1].add({ days: 3 })], all.flat());
      const [now, ...before] = all.map((times) => within(uses, times));
      const parameters = {
        startDate: current[0].toString(),
        endDate: current[1].toString(),
        options: { compareWith },
      };

      const totals = await run(uses, seed, { ...parameters, output: 'totals' }, zone);
      expect(totals.requested[0]).toEqual(asRequest(all[0]!));
      expect(totals.rows).toMatchObject([
        {
          ...asRequest(all[0]!),
          billingCount: sumOf(now!),
          previousBillingCount: about(sumOf(before.flat()) * factor),
          changeBillingCount: about(sumOf(now!) - sumOf(before.flat()) * factor),
          comparedWith: { periods: all.slice(1).map(asRequest), isPerDay: spans.length === 1 && factor !== 1 },
        },
      ]);
    }),
    { numRuns: 20 },
  );
});
