import { DateTime } from 'luxon';
import { type Use, dailyUses, moneyOf, runBilling } from '../../support/usage.ts';

type Settings = NonNullable<Parameters<typeof runBilling>[1]['settings']>;

const units = (budget: number): Settings => ({ budget });
const money = (budget: number, prices: Record<string, number>): Settings => ({
  budget,
  money: moneyOf(new Map(Object.entries(prices))),
});

/** The summary of a period that is asked for at this time. */
const billed = (uses: Use[], now: string, settings: Settings, period = 'yesterday', zone = 'UTC') =>
  runBilling(uses, { now, zone, period, settings }).json;

const isWeekend = (weekday: number) => weekday > 5;
const WORK = dailyUses('2026-07-01', '2026-12-31', (_date, weekday) => ({ vio: isWeekend(weekday) ? 0 : 10 }));
const DAILY = dailyUses('2026-10-01', '2026-12-31', () => ({ vio: 10 }));
/** A hundred on one day, and nothing on the others. */
const onlyOn = (day: string) => dailyUses('2026-10-01', '2026-12-31', (date) => ({ vio: date === day ? 100 : 0 }));

describe('what is used of a budget', () => {
  test('is the sum of the whole days of the month, in percent rounded down', () => {
    // 15 of the 22 days are workdays.
    expect(billed(WORK, '2026-11-23T07:00', units(233))).toMatchObject({
      budget: { month: '2026-11', until: '2026-11-22', limit: 233, used: 150, currency: null, unpriced: [] },
      budgetUsed: 64.3,
    });
    expect(billed(WORK, '2026-11-23T07:00', units(150.1))['budgetUsed']).toBe(99.9);
  });

  test.each([
    ['America/Sao_Paulo', '2026-11-01T02:59:59.999Z', '2026-11-01T03:00:00Z', '2026-11-23T03:00:00Z'],
    ['Pacific/Auckland', '2026-10-31T10:59:59.999Z', '2026-10-31T11:00:00Z', '2026-11-22T11:00:00Z'],
  ])('begins and ends at midnight in %s', (zone, before, first, after) => {
    const uses = [before, first, after].map((at, index) => ({ at, service: 'vio', count: 10 ** index }));
    const json = billed(uses, '2026-11-23T20:00', units(100), 'yesterday', zone);
    expect(json).toMatchObject({ budget: { used: 10 }, budgetUsed: 10 });
  });

  test('is of the month of the reported day, also on the first of the next month', () => {
    expect(billed(WORK, '2026-12-01T07:00', units(1000))).toMatchObject({
      budget: { month: '2026-11', until: '2026-11-30', used: 210 },
      forecast: { expected: 210, low: 210, high: 210 },
    });
  });

  test('is nothing on the first day of a month', () => {
    expect(billed(WORK, '2026-12-01T07:00', units(1000), 'thisMonth')).toMatchObject({
      budget: { month: '2026-12', until: null, used: 0 },
      budgetUsed: 0,
      forecast: null,
      crossed: [],
      unusual: [],
    });
  });

  test('is money with unit prices, and names services without one', () => {
    const uses = dailyUses('2026-11-01', '2026-11-30', () => ({ 'content-extraction': 1, vio: 3, other: 1 }));
    const prices = { contentextraction: 0.1, vio: 0.2 };
    expect(billed(uses, '2026-11-11T07:00', money(10, prices))).toMatchObject({
      budget: { used: 7, currency: 'BRL', unpriced: ['other'] },
      budgetUsed: 70,
    });
    const priced = billed(uses, '2026-11-11T07:00', money(10, { ...prices, '*': 0.05 }));
    expect(priced).toMatchObject({ budget: { used: 7.5, unpriced: [] } });
  });
});

describe('what is left of a budget', () => {
  const left = (period: string, now: string, settings: Settings) => {
    const json = billed(DAILY, now, settings, period);
    return [json['remaining'], json['withinBudget']];
  };

  test('counts today where the period has it, and else the days that are over', () => {
    const now = '2026-11-11T13:00';
    expect(left('thisMonth', now, units(200))).toEqual([90, true]);
    expect(left('yesterday', now, units(200))).toEqual([100, true]);
    expect(left('lastMonth', now, units(400))).toEqual([90, true]);
    const today = DateTime.fromISO(now, { zone: 'UTC' });
    const span = { start: today.startOf('day'), end: today.endOf('day') };
    const json = billed(DAILY, now, { ...units(200), spans: { current: span, previous: span } });
    expect(json).toMatchObject({ budget: { used: 100, until: '2026-11-10' }, remaining: 90 });
  });

  test('counts today on the first of a month, which has no day that is over', () => {
    expect(left('thisMonth', '2026-11-01T13:00', units(200))).toEqual([190, true]);
    expect(left('yesterday', '2026-11-01T13:00', units(400))).toEqual([90, true]);
  });

  test('is nothing at the limit, and below 0 beyond it', () => {
    const leftOf = (limit: number) => left('thisMonth', '2026-11-11T13:00', units(limit));
    expect([110, 109.5, 110.5].map(leftOf)).toEqual([
      [0, false],
      [-0.5, false],
      [0.5, true],
    ]);
  });

  test('is money without the rest of floating point', () => {
    expect(left('thisMonth', '2026-11-03T13:00', money(2.1, { vio: 0.07 }))).toEqual([0, false]);
  });
});

describe('a threshold is crossed', () => {
  const crossed = (uses: Use[], now: string, settings: Settings, period?: string) =>
    billed(uses, now, settings, period)['crossed'];

  test('on one day only', () => {
    const days = Array.from({ length: 29 }, (_, index) => index + 1);
    const told = days.map((day) => [
      day,
      crossed(DAILY, `2026-11-${String(day + 1).padStart(2, '0')}T07:00`, units(200)),
    ]);
    expect(told.filter(([, percents]) => (percents as number[]).length > 0)).toEqual([
      [10, [50]],
      [16, [80]],
      [20, [100]],
    ]);
  });

  test('with others on the same day', () => {
    const on = (day: number) => crossed(onlyOn('2026-11-10'), `2026-11-${day}T07:00`, units(100));
    expect([on(10), on(11), on(12)]).toEqual([[], [50, 80, 100], []]);
  });

  test('by a sum of prices that floating point makes a little too small', () => {
    // 0.7 + 0.7 + 0.7 is 2.0999999999999996.
    expect(crossed(DAILY, '2026-11-04T07:00', money(2.1, { vio: 0.07 }))).toEqual([80, 100]);
  });

  test('in any whole day of the period, as long as it is of the month', () => {
    const on = (period: string, day: string) => crossed(onlyOn('2026-11-10'), `2026-${day}T12:00`, units(200), period);
    expect(['11-10', '11-11', '11-17', '11-18'].map((day) => on('last7Days', day))).toEqual([[], [50], [50], []]);
    expect(['11-10', '11-11', '11-30'].map((day) => on('thisMonth', day))).toEqual([[], [50], []]);
    expect(['12-05', '11-05'].map((day) => on('lastMonth', day))).toEqual([[50], []]);
    // Of the month, the period has the first three days.
    expect(on('last7Days', '12-04')).toEqual([]);
  });

  test('in the last whole day, if the period has no whole day', () => {
    const on = (from: string, to: string) => {
      const [start, end] = [from, to].map((at) => DateTime.fromISO(`2026-11-${at}Z`, { zone: 'UTC' }));
      const span = { start: start!, end: end! };
      const settings = { ...units(200), spans: { current: span, previous: span } };
      return crossed(onlyOn('2026-11-10'), '2026-11-11T12:00', settings);
    };
    expect(on('11T00:00', '11T23:59:59.999')).toEqual([50]);
    expect(on('11T08:00', '11T10:00')).toEqual([50]);
    expect(on('10T08:00', '10T23:00')).toEqual([]);
  });

  test('and the report of a week tells between which days', () => {
    const uses = dailyUses('2026-11-01', '2026-11-30', () => ({ vio: 10 }));
    const { text } = billed(uses, '2026-11-18T07:00', { ...units(210), reportLocale: 'en' }, 'last7Days');
    expect(text).toContain('50%, 80% of the budget was reached between Wed, Nov 11 and Tue, Nov 17');
  });
});

test('the month to date stands beside a period that is another', () => {
  const textOf = (now: string, period: string) =>
    billed(WORK, now, { ...units(1000), reportLocale: 'en' }, period)['text'];
  for (const period of ['yesterday', 'last7Days'])
    expect(textOf('2026-11-11T07:00', period)).toContain('November 2026 to date: 70 units');
  // What is billed has the day that is not over in it: beside it, less would seem a mistake.
  expect(textOf('2026-11-11T18:00', 'thisMonth')).toContain('To be billed: 80 units');
  expect(textOf('2026-11-11T18:00', 'thisMonth')).not.toContain('to date');
  expect(textOf('2026-12-11T07:00', 'lastMonth')).not.toContain('to date');
});

describe('a forecast', () => {
  interface Forecast {
    expected: number;
    low: number;
    high: number;
  }
  const forecastOf = (uses: Use[], now = '2026-11-14T07:00', settings: Settings = units(1000), period?: string) =>
    billed(uses, now, settings, period)['forecast'] as Forecast | null;

  test('starts with the third whole day of the month', () => {
    const on = (day: string) => forecastOf(WORK, `2026-11-${day}T07:00`);
    expect([on('02'), on('03'), on('04')]).toEqual([null, null, expect.objectContaining({ expected: 210 })]);
  });

  test('knows workdays from weekends', () => {
    // From Saturday the 14th: 11 of the 17 days to come are workdays, where 17 average days would be 12.
    expect(forecastOf(WORK)).toEqual({ expected: 210, low: 210, high: 210 });
    expect(forecastOf(WORK, undefined, money(100, { vio: 0.33 }))).toMatchObject({ expected: 69.3 });
  });

  test('knows weekdays after two weeks', () => {
    const uses = dailyUses('2026-11-01', '2026-11-30', (_date, weekday) => ({ vio: weekday === 1 ? 100 : 10 }));
    expect(forecastOf(uses, '2026-11-15T07:00')?.expected).toBe(750);
  });

  test('learns from eight weeks, however long the period is', () => {
    const uses = dailyUses('2026-07-01', '2026-11-30', (date) => ({
      vio: Number(date.slice(-2)) * (date < '2026-09-18' ? 9 : 1),
    }));
    expect(forecastOf(uses, undefined, undefined, 'last30Days')).toEqual(forecastOf(uses));
  });

  test('is missing without three days of consumption, and never less than what is used', () => {
    expect(forecastOf(dailyUses('2026-11-12', '2026-11-13', () => ({ vio: 10 })))).toBeNull();
    const noisy = dailyUses('2026-10-01', '2026-11-13', (date) => ({ vio: Number(date.slice(-1)) ** 3 }));
    const { used } = billed(noisy, '2026-11-14T07:00', units(100))['budget'] as { used: number };
    const { low, expected, high } = forecastOf(noisy)!;
    expect(low).toBeGreaterThanOrEqual(used);
    expect([expected > low, high > expected]).toEqual([true, true]);
  });
});

describe('unusual days', () => {
  const unusual = (uses: Use[], now = '2026-11-19T07:00', period?: string, zone?: string) =>
    billed(uses, now, units(1e6), period, zone)['unusual'];
  const steady = dailyUses('2026-10-01', '2026-11-17', () => ({ vio: 100, card: 40 }));
  const wednesday = (counts: Record<string, number>) => dailyUses('2026-11-18', '2026-11-18', () => counts);
  const vio = (actual: number) => [{ service: 'vio', day: '2026-11-18', expected: 100, actual }];

  test.each(['America/Sao_Paulo', 'Europe/Berlin', 'UTC'])(
    'name the service, the day of the service, and what was expected and used, in %s',
    (zone) => {
      const uses = [...steady, ...wednesday({ vio: 500, card: 41 })];
      expect(unusual(uses, undefined, undefined, zone)).toEqual(vio(500));
    },
  );

  test('are found though one of eight weeks has had more', () => {
    const uses = steady.map((use) => (use.at.startsWith('2026-10-28') ? { ...use, count: 5000 } : use));
    expect(unusual([...uses, ...wednesday({ vio: 3000, card: 40 })])).toEqual(vio(3000));
  });

  test('are those of a service that disappears or appears too, the largest difference first', () => {
    expect(unusual([...steady, ...wednesday({ vio: 100, new: 300 })])).toEqual([
      { service: 'new', day: '2026-11-18', expected: 0, actual: 300 },
      { service: 'card', day: '2026-11-18', expected: 40, actual: 0 },
    ]);
    expect(unusual(steady)).toHaveLength(2);
  });

  test('are not weekends, and not a few units more or less', () => {
    const uses = dailyUses('2026-09-01', '2026-11-30', (_date, weekday) => ({ vio: isWeekend(weekday) ? 5 : 400 }));
    for (const day of ['14', '15', '16', '17']) expect(unusual(uses, `2026-11-${day}T07:00`)).toEqual([]);
    expect(unusual([...steady, ...wednesday({ vio: 108, card: 35 })])).toEqual([]);
  });

  test('are told from the tenth day of consumption on', () => {
    const days = dailyUses('2026-10-01', '2026-11-17', () => ({ vio: 100 }));
    const after = (count: number) => unusual([...wednesday({ vio: 1000 }), ...days.slice(-count)]);
    expect([after(9), after(10)]).toEqual([[], vio(1000)]);
    // A Saturday, of which kind there are two days before.
    const used = (date: string) => ({ vio: date === '2026-11-14' ? 1000 : 100 });
    expect(unusual(dailyUses('2026-11-04', '2026-11-14', used), '2026-11-15T07:00')).toHaveLength(1);
  });

  test('are told once by the reports of each day of a month', () => {
    const uses = dailyUses('2026-08-01', '2026-11-30', (date) => ({ vio: date === '2026-11-05' ? 900 : 100 }));
    const told = ['06', '07', '25'].map((day) => unusual(uses, `2026-11-${day}T07:00`, 'thisMonth'));
    expect(told).toMatchObject([[{ day: '2026-11-05' }], [], []]);
  });

  test('are all those of the period, the latest first, and of a day the largest', () => {
    const counts: Record<string, number> = { '2026-11-13': 1030, '2026-11-17': 1070 };
    const uses = dailyUses('2026-09-01', '2026-11-18', (date) => ({
      vio: counts[date] ?? 100,
      card: date === '2026-11-13' ? 5000 : 100,
    }));
    expect(unusual(uses, undefined, 'last7Days')).toMatchObject([
      { day: '2026-11-17', actual: 1070 },
      { day: '2026-11-13', service: 'card' },
      { day: '2026-11-13', actual: 1030 },
    ]);
    expect(unusual(uses)).toEqual([]);
  });
});

describe('the periods requested', () => {
  const budget = units(100);
  const comparison = (kind: 'previousPeriod' | 'last4SameWeekdays') => ({
    comparison: { kind, isChosen: true },
  });
  const requested = (settings: Settings, zone = 'UTC') =>
    runBilling([], { now: '2026-11-23T07:00', zone, settings }).requested;
  const YESTERDAY = '2026-11-22 00:00:00.000Z to 2026-11-22 23:59:59.999Z';

  test('are one without any of the options', () => {
    expect(requested({})).toEqual([YESTERDAY]);
  });

  test('are two in UTC, if a report is asked for', () => {
    expect(requested({ reportLocale: 'en' })).toEqual([
      YESTERDAY,
      '2026-11-01 00:00:00.000Z to 2026-11-21 23:59:59.999Z',
    ]);
  });

  test('are more elsewhere, because our midnights are not those of the service', () => {
    expect(requested({ ...budget, ...comparison('previousPeriod') }, 'America/Sao_Paulo')).toEqual([
      '2026-11-22 03:00:00.000Z to 2026-11-23 02:59:59.999Z',
      '2026-11-21 03:00:00.000Z to 2026-11-22 02:59:59.999Z',
      '2026-09-26 00:00:00.000Z to 2026-11-01 02:59:59.999Z',
      '2026-11-01 03:00:00.000Z to 2026-11-22 02:59:59.999Z',
    ]);
    expect(requested(comparison('last4SameWeekdays'), 'America/Sao_Paulo')).toHaveLength(5);
    // The service's day ends an hour after ours.
    expect(requested(budget, 'Europe/Berlin').at(-1)).toBe('2026-11-22 23:00:00.000Z to 2026-11-22 23:59:59.999Z');
  });
});
