import type { INodeParameters } from 'n8n-workflow';
import { asPeriod } from '../../../nodes/DocumentProcessing/billing/period';
import { readSpans } from '../../../nodes/DocumentProcessing/parameters/billing-fields';
import { itemAt } from '../../support/usage.ts';

const spansAt = (now: string, timezone: string, parameters: INodeParameters) =>
  readSpans(itemAt(now, timezone, parameters));

const NOON = '2025-03-31T12:00:00Z';

// A day starts at its first midnight and ends before that of the next day.
test.each([
  ['yesterday', 'America/Sao_Paulo', NOON, '2025-03-30 03:00', '2025-03-31 02:59'],
  ['yesterday', 'America/Sao_Paulo', '2025-03-31T02:59:59Z', '2025-03-29 03:00', '2025-03-30 02:59'],
  ['yesterday', 'Asia/Kolkata', '2025-03-31T18:30:00Z', '2025-03-30 18:30', '2025-03-31 18:29'],
  // The day in Berlin on which clocks go forward has 23 hours, the one on which they go back 25.
  ['yesterday', 'Europe/Berlin', NOON, '2025-03-29 23:00', '2025-03-30 21:59'],
  ['yesterday', 'Europe/Berlin', '2025-10-27T12:00:00Z', '2025-10-25 22:00', '2025-10-26 22:59'],
  ['last7Days', 'Europe/Berlin', NOON, '2025-03-23 23:00', '2025-03-30 21:59'],
  ['last30Days', 'America/Sao_Paulo', NOON, '2025-03-01 03:00', '2025-03-31 02:59'],
  ['thisMonth', 'Asia/Kolkata', '2025-03-31T18:30:00Z', '2025-03-31 18:30', '2025-04-01 18:29'],
  ['lastMonth', 'Europe/Berlin', '2025-04-30T22:30:00Z', '2025-03-31 22:00', '2025-04-30 21:59'],
  ['lastMonth', 'UTC', '2024-03-31T00:00:00Z', '2024-02-01 00:00', '2024-02-29 23:59'],
  ['lastMonth', 'UTC', '2025-01-15T00:00:00Z', '2024-12-01 00:00', '2024-12-31 23:59'],
  // Clocks go back at midnight: it is eleven o'clock of the day before again.
  ['yesterday', 'America/Sao_Paulo', '2018-02-18T12:00:00Z', '2018-02-17 02:00', '2018-02-18 02:59'],
  ['yesterday', 'Asia/Beirut', '2025-10-26T12:00:00Z', '2025-10-24 21:00', '2025-10-25 21:59'],
  ['yesterday', 'Pacific/Kiritimati', NOON, '2025-03-30 10:00', '2025-03-31 09:59'],
  ['yesterday', 'Australia/Lord_Howe', '2025-04-07T01:00:00Z', '2025-04-05 13:00', '2025-04-06 13:29'],
])('%s in %s at %s is from %s to %s', (period, timezone, now, start, end) => {
  expect(asPeriod(spansAt(now, timezone, { period }).current)).toEqual({
    startDate: `${start}:00.000Z`,
    endDate: `${end}:59.999Z`,
  });
});

describe('the period before', () => {
  test.each([
    ['yesterday', 'UTC', NOON, '2025-03-29 00:00', '2025-03-29 23:59'],
    ['yesterday', 'Europe/Berlin', '2025-04-01T12:00:00Z', '2025-03-29 23:00', '2025-03-30 21:59'],
    ['last7Days', 'Asia/Kolkata', NOON, '2025-03-16 18:30', '2025-03-23 18:29'],
    ['last7Days', 'Europe/Berlin', '2025-04-02T12:00:00Z', '2025-03-18 23:00', '2025-03-25 22:59'],
    ['last30Days', 'America/Sao_Paulo', NOON, '2025-01-30 03:00', '2025-03-01 02:59'],
    ['lastMonth', 'UTC', NOON, '2025-01-01 00:00', '2025-01-31 23:59'],
    ['lastMonth', 'UTC', '2025-04-15T00:00:00Z', '2025-02-01 00:00', '2025-02-28 23:59'],
    ['lastMonth', 'UTC', '2025-02-15T00:00:00Z', '2024-12-01 00:00', '2024-12-31 23:59'],
    ['lastMonth', 'Europe/Berlin', '2025-05-01T12:00:00Z', '2025-02-28 23:00', '2025-03-31 21:59'],
    // This month up to today, compared with the same days of the month before.
    ['thisMonth', 'UTC', '2025-03-15T12:00:00Z', '2025-02-01 00:00', '2025-02-15 23:59'],
    ['thisMonth', 'UTC', '2025-03-30T12:00:00Z', '2025-02-01 00:00', '2025-02-28 23:59'],
    ['thisMonth', 'UTC', '2025-02-28T12:00:00Z', '2025-01-01 00:00', '2025-01-31 23:59'],
    ['thisMonth', 'America/Sao_Paulo', '2025-01-01T02:00:00Z', '2024-11-01 03:00', '2024-12-01 02:59'],
  ])('of %s in %s at %s is from %s to %s', (period, timezone, now, start, end) => {
    expect(asPeriod(spansAt(now, timezone, { period }).previous)).toEqual({
      startDate: `${start}:00.000Z`,
      endDate: `${end}:59.999Z`,
    });
  });

  test.each([
    ['some days', '2025-03-05', '2025-03-07', '2025-03-02 03:00:00.000Z', '2025-03-05 02:59:59.999Z'],
    ['a whole month', '2025-03-01', '2025-03-31', '2025-02-01 03:00:00.000Z', '2025-03-01 02:59:59.999Z'],
    ['the first days of a month', '2025-03-01', '2025-03-10', '2025-02-19 03:00:00.000Z', '2025-03-01 02:59:59.999Z'],
    ['the last days of a month', '2025-03-22', '2025-03-31', '2025-03-12 03:00:00.000Z', '2025-03-22 02:59:59.999Z'],
    ['a winter', '2024-12-01', '2025-02-28', '2024-09-01 03:00:00.000Z', '2024-12-01 02:59:59.999Z'],
    ['a quarter', '2025-04-01', '2025-06-30', '2025-01-01 03:00:00.000Z', '2025-04-01 02:59:59.999Z'],
    [
      'some hours',
      '2025-03-05T10:00:00',
      '2025-03-05T11:59:59.999',
      '2025-03-05 11:00:00.000Z',
      '2025-03-05 12:59:59.999Z',
    ],
    [
      'a day, as the editor gives it',
      '2025-03-05T00:00:00',
      '2025-03-05T00:00:00',
      '2025-03-04 03:00:00.000Z',
      '2025-03-05 02:59:59.999Z',
    ],
  ])('of %s is as long', (_what, startDate, endDate, start, end) => {
    const { previous } = spansAt(NOON, 'America/Sao_Paulo', { period: 'custom', startDate, endDate });
    expect(asPeriod(previous)).toEqual({ startDate: start, endDate: end });
  });
});
