import type { INodeParameters } from 'n8n-workflow';
import { runOperation } from '../../support/document-node.ts';
import { serverForAllTests } from '../../support/opened.ts';
import type { SummaryRequest } from '../../support/usage.ts';

const server = serverForAllTests(() => ({ result: { details: [] } }));
beforeEach(() => void (server.requests.length = 0));

const summary = (parameters: INodeParameters, timezone = 'America/Sao_Paulo') =>
  runOperation(server, 'billing.getDailySummary', { period: 'custom', ...parameters }, { timezone });

/** The period requested for these dates. */
async function period(startDate: string | number, endDate: string | number, timezone?: string): Promise<string[]> {
  server.requests.length = 0;
  const { error } = await summary({ startDate, endDate }, timezone);
  if (error) throw error;
  return Object.values(server.requests[0]?.json as SummaryRequest);
}

const TENTH = ['2025-01-10 03:00:00.000Z', '2025-01-11 02:59:59.999Z'];

describe('the 10th of January as End Date is the whole day', () => {
  test.each([
    '2025-01-10',
    '2025-01-10 00:00:00',
    '2025-01-10T00:00:00.000-03:00',
    '2025-01-10 00:00:00.000 -03:00',
    '2025-01-10T03:00:00.000Z',
    '"2025-01-10T03:00:00.000Z"',
    1736478000000,
    '1736478000000',
    '={{ DateTime.fromISO("2025-01-10") }}',
    '={{ DateTime.fromISO("2025-01-10T03:00:00Z").toUTC() }}',
    '={{ DateTime.fromISO("2025-01-10").toJSDate() }}',
    '2025-01-10T23:59',
    '2025-01-10T23:59:59.000-03:00',
    '2025-01-10T24:00:00',
    '={{ DateTime.fromISO("2025-01-10").endOf("day") }}',
  ])('%s', async (endDate) => {
    expect(await period('2025-01-10', endDate)).toEqual(TENTH);
    expect(await period('2025-01-01', endDate)).toEqual(['2025-01-01 03:00:00.000Z', TENTH[1]]);
  });
});

test.each<[string | number, string, string[]]>([
  // Midnight where it was written, though not in the time zone of the workflow.
  ['2025-01-10T00:00:00.000-03:00', 'UTC', TENTH],
  ['2025-01-10T00:00:00.000Z', 'America/Sao_Paulo', ['2025-01-10 00:00:00.000Z', '2025-01-10 23:59:59.999Z']],
  ['={{ new Date("2025-01-10") }}', 'America/Sao_Paulo', ['2025-01-10 00:00:00.000Z', '2025-01-10 23:59:59.999Z']],
  // Any time of the day.
  ['2025-01-10T15:30:00', 'America/Sao_Paulo', TENTH],
  [1736523000, 'America/Sao_Paulo', TENTH],
])('the same date twice is that one day: %s in %s', async (date, timezone, expected) => {
  expect(await period(date, date, timezone)).toEqual(expected);
});

describe('two dates that are midnight in another time zone are days there, the last included', () => {
  const UTC_DAYS = ['2025-01-10 00:00:00.000Z', '2025-01-12 23:59:59.999Z'];
  test.each<[string, string, string, string[]]>([
    ['2025-01-10T00:00:00Z', '2025-01-12T00:00:00.000Z', 'America/Sao_Paulo', UTC_DAYS],
    ['2025-01-10T00:00:00Z', '2025-01-12T24:00:00Z', 'America/Sao_Paulo', UTC_DAYS],
    [
      '2025-01-10T00:00:00+01:00',
      '2025-01-12T00:00:00+01:00',
      'America/Sao_Paulo',
      ['2025-01-09 23:00:00.000Z', '2025-01-12 22:59:59.999Z'],
    ],
    // In winter, midnight in UTC is that of London too.
    [
      '2025-03-01T00:00:00Z',
      '2025-04-30T00:00:00Z',
      'Europe/London',
      ['2025-03-01 00:00:00.000Z', '2025-04-30 23:59:59.999Z'],
    ],
    // Summer begins in New York meanwhile.
    [
      '2026-03-01T00:00:00-05:00',
      '2026-03-31T00:00:00-04:00',
      'UTC',
      ['2026-03-01 05:00:00.000Z', '2026-04-01 03:59:59.999Z'],
    ],
    // A time zone of days of 23 and 25 hours.
    [
      '={{ DateTime.fromISO("2025-03-01", { zone: "Europe/Berlin" }) }}',
      '={{ DateTime.fromISO("2025-03-30", { zone: "Europe/Berlin" }) }}',
      'America/Sao_Paulo',
      ['2025-02-28 23:00:00.000Z', '2025-03-30 21:59:59.999Z'],
    ],
  ])('%s to %s in %s', async (startDate, endDate, timezone, expected) => {
    expect(await period(startDate, endDate, timezone)).toEqual(expected);
  });
});

test.each([
  ['America/Havana', '2025-11-02', '2025-11-02 04:00:00.000Z', '2025-11-03 04:59:59.999Z'],
  ['America/Nuuk', '2024-03-30', '2024-03-30 02:00:00.000Z', '2024-03-31 00:59:59.999Z'],
  ['Asia/Beirut', '2025-03-30', '2025-03-29 22:00:00.000Z', '2025-03-30 20:59:59.999Z'],
  // Clocks went back by two hours, and by three.
  ['Asia/Magadan', '2014-10-26', '2014-10-25 12:00:00.000Z', '2014-10-26 13:59:59.999Z'],
  ['Antarctica/Casey', '2019-03-17', '2019-03-16 13:00:00.000Z', '2019-03-17 15:59:59.999Z'],
])('days with two midnights or none in %s, %s is asked for from %s to %s', async (timezone, day, start, end) => {
  for (const date of [day, `${day}T00:00:00`, `={{ DateTime.fromISO("${day}").startOf("day") }}`])
    expect([date, ...(await period(date, date, timezone))]).toEqual([date, start, end]);
});

test.each([
  ['2025-01-10T10:00:00', '2025-01-10T12:00:00', '2025-01-10 13:00:00.000Z', '2025-01-10 15:00:00.000Z'],
  ['2025-01-10T00:00:00', '2025-01-10T00:00:01', '2025-01-10 03:00:00.000Z', '2025-01-10 03:00:01.000Z'],
  ['2025-01-10T20:00:00', '2025-01-10T23:58:59', '2025-01-10 23:00:00.000Z', '2025-01-11 02:58:59.000Z'],
  ['2025-01-10T00:00:00Z', '2025-01-12T00:00:01Z', '2025-01-10 00:00:00.000Z', '2025-01-12 00:00:01.000Z'],
])('a time of the day stays as it is: %s to %s', async (startDate, endDate, start, end) => {
  expect(await period(startDate, endDate)).toEqual([start, end]);
});

describe('what is no date is refused before anything is sent', () => {
  // Of the first three, nobody knows which day is meant.
  test.each([
    '10/01/2025',
    '2025-01',
    '2025',
    '12:30',
    '2025-02-30',
    '1599-12-31',
    '202501101200',
    'Invalid DateTime',
    '={{ [] }}',
    '={{ true }}',
    '={{ new Date("no date") }}',
  ])('%s', async (date) => {
    expect((await summary({ startDate: '2025-01-01', endDate: date })).error?.message).toMatch(/"End Date" is /);
    expect((await summary({ startDate: date, endDate: '2025-01-01' })).error?.message).toMatch(/"Start Date" is /);
    expect(server.requests).toEqual([]);
  });

  test('as is an end before the start, and a time zone that nobody knows', async () => {
    const start = { startDate: '2025-01-11', endDate: '2025-01-10T00:00:00.000-03:00' };
    expect((await summary(start)).error?.message).toContain('The "End Date" is before the "Start Date"');
    expect((await summary({ period: 'yesterday' }, 'Mars/Phobos')).error?.message).toContain('Mars/Phobos');
    expect(server.requests).toEqual([]);
  });
});

test.each([
  ['six hours over midnight', '2025-03-05T21:00:00', '2025-03-06T02:59:59.999'],
  ['a day on which clocks change', '2018-11-04', '2018-11-04'],
])('%s with as much use as as long before is not compared per day', async (_what, startDate, endDate) => {
  server.respond(() => ({ result: { details: [], billingCount: 6 } }));
  const { items } = await summary({
    startDate,
    endDate,
    output: 'totals',
    options: { compareWith: 'previousPeriod' },
  });
  expect(items[0]?.json).toMatchObject({
    billingCount: 6,
    previousBillingCount: 6,
    changeBillingCount: 0,
    comparedWith: { isPerDay: false },
  });
});

test('a week from a time of the day is compared with the week before, and an hour with an hour', async () => {
  const options = { compareWith: 'sameDaysLastWeek' };
  await summary({ startDate: '2025-03-10T10:00:00', endDate: '2025-03-17T09:59:59.999', options });
  expect(server.requests[1]?.json).toEqual({
    startDate: '2025-03-03 13:00:00.000Z',
    endDate: '2025-03-10 12:59:59.999Z',
  });
  server.requests.length = 0;
  // The hour that clocks repeat, from its first half to its second.
  await summary({ startDate: '2025-10-26T00:50:00Z', endDate: '2025-10-26T01:10:00Z', options }, 'Europe/Berlin');
  expect(server.requests[1]?.json).toEqual({
    startDate: '2025-10-19 00:50:00.000Z',
    endDate: '2025-10-19 01:10:00.000Z',
  });
});
