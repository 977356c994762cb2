import { datesOf } from '../../../nodes/DocumentProcessing/billing/period';
import { readSpans } from '../../../nodes/DocumentProcessing/parameters/billing-fields';
import { itemAt } from '../../support/usage.ts';

test.each([
  'UTC',
  'America/Sao_Paulo',
  'America/Havana',
  'Asia/Kolkata',
  'Europe/Berlin',
  'Atlantic/Azores',
  'Africa/Cairo',
])(
  'the period before ends a millisecond before one of days starts, at every hour of a day, all year, in %s',
  (timezone) => {
    // Each day of a year, each time an hour later.
    for (let hour = 0; hour < 366 * 24; hour += 25) {
      const now = new Date(Date.UTC(2025, 0, 1, hour)).toISOString();
      for (const [period, days] of [
        ['yesterday', 1],
        ['last7Days', 7],
      ] as const) {
        const { current, previous } = readSpans(itemAt(now, timezone, { period }));
        expect(+current.start - +previous.end).toBe(1);
        expect([datesOf(current).length, datesOf(previous).length]).toEqual([days, days]);
        expect(current.end < current.start.plus({ days: days }).plus({ hours: 2 })).toBe(true);
      }
    }
  },
);
