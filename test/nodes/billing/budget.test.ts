import { DateTime } from 'luxon';
import type { BudgetSettings } from '../../../nodes/DocumentProcessing/billing/budget';
import { type Use, dailyUses, runBilling } from '../../support/usage.ts';

const units = (limit: number): { budget: BudgetSettings } => ({
  budget: { limit, prices: undefined, currency: undefined },
});
const money = (limit: number, prices: Record<string, number>): { budget: BudgetSettings } => ({
  budget: { limit, prices: new Map(Object.entries(prices)), currency: 'BRL' },
});
const isWeekend = (weekday: number) => weekday > 5;
const WORK = dailyUses('2026-07-01', '2026-12-31', (_date, weekday) => ({ vio: isWeekend(weekday) ? 0 : 10 }));
const only = (date: string) => (one: string) => ({ vio: one === date ? 100 : 0 });

describe('what is used of a budget', () => {
  test('is the sum of the whole days of the month, in percent rounded down', () => {
    // 15 of the 22 days are workdays.
    const { json } = runBilling(WORK, { now: '2026-11-23T07:00', settings: units(233) });
    expect(json).toMatchObject({
      budget: { month: '2026-11', until: '2026-11-22', limit: 233, used: 150, currency: null, unpriced: [] },
      budgetUsed: 64.3,
    });
    expect(runBilling(WORK, { now: '2026-11-23T07:00', settings: units(150.1) }).json['budgetUsed']).toBe(99.9);
  });

  test.each([
    ['America/Sao_Paulo', '2026-11-01T02:59:59.999Z', '2026-11-01T03:00:00Z', '2026-11-23T03:00:00Z'],
    ['Europe/Berlin', '2026-10-31T22:59:59.999Z', '2026-10-31T23:00:00Z', '2026-11-22T23:00:00Z'],
    ['Pacific/Auckland', '2026-10-31T10:59:59.999Z', '2026-10-31T11:00:00Z', '2026-11-22T11:00:00Z'],
    ['UTC', '2026-10-31T23:59:59.999Z', '2026-11-01T00:00:00Z', '2026-11-23T00:00:00Z'],
  ])('begins and ends at midnight in %s', (zone, before, first, after) => {
    const uses = [before, first, after].map((at, index) => ({ at, service: 'vio', count: 10 ** index }));
    const { json } = runBilling(uses, { now: '2026-11-23T20:00', zone, settings: units(100) });
    expect(json).toMatchObject({ budget: { used: 10 }, budgetUsed: 10 });
  });

  test('is of the month of the reported day, also on the first of the next month', () => {
    const { json } = runBilling(WORK, { now: '2026-12-01T07:00', settings: units(1000) });
    expect(json).toMatchObject({
      budget: { month: '2026-11', until: '2026-11-30', used: 210 },
      forecast: { expected: 210, low: 210, high: 210 },
    });
  });

  test('is nothing on the first day of a month', () => {
    const { json } = runBilling(WORK, { now: '2026-12-01T07:00', period: 'thisMonth', settings: units(1000) });
    expect(json).toMatchObject({
      budget: { month: '2026-12', until: null, used: 0 },
      budgetUsed: 0,
      forecast: null,
      crossed: [],
      unusual: [],
    });
  });

  test('is money with unit prices, and names services without one', () => {
    const uses = dailyUses('2026-11-01', '2026-11-30', () => ({ 'content-extraction': 1, vio: 3, other: 1 }));
    const { json } = runBilling(uses, {
      now: '2026-11-11T07:00',
      settings: money(10, { contentextraction: 0.1, vio: 0.2 }),
    });
    expect(json).toMatchObject({ budget: { used: 7, currency: 'BRL', unpriced: ['other'] }, budgetUsed: 70 });
    const priced = runBilling(uses, {
      now: '2026-11-11T07:00',
      settings: money(10, { contentextraction: 0.1, vio: 0.2, '*': 0.05 }),
    });
    expect(priced.json).toMatchObject({ budget: { used: 7.5, unpriced: [] } });
  });

  test('is 29 days of a leap February', () => {
    const uses = dailyUses('2028-01-01', '2028-03-31', () => ({ vio: 1 }));
    const { json } = runBilling(uses, { now: '2028-03-01T07:00', period: 'lastMonth', settings: units(58) });
    expect(json).toMatchObject({ budget: { month: '2028-02', used: 29 }, budgetUsed: 50 });
  });
});

describe('what is left of a budget', () => {
  const hourly = dailyUses('2026-10-01', '2026-12-31', () => ({ vio: 10 }));
  const left = (period: string, now: string, limit: number, zone = 'UTC') => {
    const { json } = runBilling(hourly, { now, period, zone, settings: units(limit) });
    return [json['remaining'], json['withinBudget']];
  };

  test('counts today where the period has it, and else the days that are over', () => {
    expect(left('thisMonth', '2026-11-11T13:00', 200)).toEqual([90, true]);
    expect(left('yesterday', '2026-11-11T13:00', 200)).toEqual([100, true]);
    expect(left('last7Days', '2026-11-11T13:00', 200)).toEqual([100, true]);
    expect(left('lastMonth', '2026-11-11T13:00', 400)).toEqual([90, true]);
  });

  test('counts today where the period is today', () => {
    const now = '2026-11-11T13:00';
    const day = DateTime.fromISO(now, { zone: 'UTC' });
    const current = { start: day.startOf('day'), end: day.endOf('day') };
    const spans = { current, previous: current };
    const { json } = runBilling(hourly, { now, settings: { ...units(200), spans } });
    expect(json).toMatchObject({ budget: { used: 100, until: '2026-11-10' }, remaining: 90 });
  });

  test('counts today on the first of a month, which has no day that is over', () => {
    expect(left('thisMonth', '2026-11-01T13:00', 200)).toEqual([190, true]);
    expect(left('yesterday', '2026-11-01T13:00', 400)).toEqual([90, true]);
  });

  test('is nothing at the limit, and below 0 beyond it', () => {
    expect(left('thisMonth', '2026-11-11T13:00', 110)).toEqual([0, false]);
    expect(left('thisMonth', '2026-11-11T13:00', 109.5)).toEqual([-0.5, false]);
    expect(left('thisMonth', '2026-11-11T13:00', 110.5)).toEqual([0.5, true]);
  });

  test('counts a month from its first midnight in the time zone of the workflow', () => {
    // At noon in UTC of 31 October it is November in Auckland.
    const uses = dailyUses('2026-10-01', '2026-11-30', only('2026-10-31'));
    const leftIn = (zone: string) =>
      runBilling(uses, { now: '2026-11-01T10:00', zone, period: 'thisMonth', settings: units(150) }).json['remaining'];
    expect([leftIn('Pacific/Auckland'), leftIn('America/Sao_Paulo')]).toEqual([50, 150]);
  });

  test('is money without the rest of floating point', () => {
    const { json } = runBilling(hourly, {
      now: '2026-11-03T13:00',
      period: 'thisMonth',
      settings: money(2.1, { vio: 0.07 }),
    });
    expect([json['remaining'], json['withinBudget']]).toEqual([0, false]);
  });
});

describe('a threshold is crossed', () => {
  const crossedOn = (day: number, limit: number, settings = units(limit)) =>
    runBilling(
      dailyUses('2026-10-01', '2026-11-30', () => ({ vio: 10 })),
      { now: `2026-11-${String(day + 1).padStart(2, '0')}T07:00`, settings },
    ).json['crossed'];

  test('on one day only', () => {
    const crossed = Array.from({ length: 29 }, (_, index) => [index + 1, crossedOn(index + 1, 200)]);
    expect(crossed.filter(([, percents]) => (percents as number[]).length > 0)).toEqual([
      [10, [50]],
      [16, [80]],
      [20, [100]],
    ]);
  });

  test('with others on the same day', () => {
    const uses = dailyUses('2026-11-01', '2026-11-30', only('2026-11-10'));
    const on = (now: string) => runBilling(uses, { now, settings: units(100) }).json['crossed'];
    expect([on('2026-11-10T07:00'), on('2026-11-11T07:00'), on('2026-11-12T07:00')]).toEqual([[], [50, 80, 100], []]);
  });

  test('on the last day of the month, and the next month starts anew', () => {
    const uses = dailyUses('2026-10-01', '2026-12-31', only('2026-11-30'));
    const on = (now: string) => runBilling(uses, { now, settings: units(200) }).json['crossed'];
    expect([on('2026-12-01T07:00'), on('2026-12-02T07:00')]).toEqual([[50], []]);
  });

  test('by a sum of prices that floating point makes a little too small', () => {
    // 0.7 + 0.7 + 0.7 is 2.0999999999999996.
    expect(crossedOn(3, 0, money(2.1, { vio: 0.07 }))).toEqual([80, 100]);
  });

  test('in any whole day of the period, as long as it is of the month', () => {
    const uses = dailyUses('2026-10-01', '2026-12-31', only('2026-11-10'));
    for (const zone of ['UTC', 'America/Sao_Paulo', 'Asia/Tokyo']) {
      const on = (period: string, now: string) =>
        runBilling(uses, { now: `${now}T12:00`, zone, period, settings: units(200) }).json['crossed'];
      expect(['2026-11-10', '2026-11-11', '2026-11-17', '2026-11-18'].map((now) => on('last7Days', now))).toEqual([
        [],
        [50],
        [50],
        [],
      ]);
      expect(['2026-11-10', '2026-11-11', '2026-11-30'].map((now) => on('thisMonth', now))).toEqual([[], [50], []]);
      expect([on('lastMonth', '2026-12-05'), on('lastMonth', '2026-11-05')]).toEqual([[50], []]);
      // Of the month, the period has the first three days.
      expect(on('last7Days', '2026-12-04')).toEqual([]);
    }
  });

  test('in the last whole day, if the period has no whole day', () => {
    const uses = dailyUses('2026-10-01', '2026-11-30', only('2026-11-10'));
    const on = (from: string, to: string) => {
      const [start, end] = [from, to].map((at) => DateTime.fromISO(`2026-11-${at}Z`, { zone: 'UTC' })) as [
        DateTime,
        DateTime,
      ];
      const spans = { current: { start, end }, previous: { start, end } };
      return runBilling(uses, { now: '2026-11-11T12:00', settings: { ...units(200), spans } }).json['crossed'];
    };
    expect([on('11T00:00', '11T23:59:59.999'), on('11T08:00', '11T10:00'), on('10T08:00', '10T23:00')]).toEqual([
      [50],
      [50],
      [],
    ]);
  });

  test.each([
    ['en', '50%, 80% of the budget was reached between Wed, Nov 11 and Tue, Nov 17'],
    ['pt-BR', '50%, 80% do orçamento atingido entre qua., 11 de nov. e ter., 17 de nov.'],
    ['es', '50 %, 80 % del presupuesto alcanzado entre el mié, 11 nov y el mar, 17 nov'],
  ])('and the report in %s tells between which days', (reportLocale, sentence) => {
    const uses = dailyUses('2026-11-01', '2026-11-30', () => ({ vio: 10 }));
    const settings = { ...units(210), reportLocale };
    const { json } = runBilling(uses, { now: '2026-11-18T07:00', period: 'last7Days', settings });
    expect((json['text'] as string).replaceAll('\u00a0', ' ')).toContain(sentence);
  });

  test('in one of the weekly reports of a year, if it is in one of the daily ones', () => {
    const uses = dailyUses('2025-01-01', '2025-12-31', (_date, weekday) => ({ vio: isWeekend(weekday) ? 20 : 100 }));
    const reports = (period: string, every: number) =>
      Array.from({ length: 365 / every }, (_, index) => {
        const now = DateTime.utc(2025, 1, 6, 7).plus({ days: index * every });
        const { json } = runBilling(uses, { now: now.toISO()!, period, settings: units(2000) });
        const { month } = json['budget'] as { month: string };
        return { now, told: (json['crossed'] as number[]).map((percent) => `${month}: ${percent}`) };
      });
    // Of a week in which a month begins, only the days of that month count.
    const isOfMonthBefore = (day: DateTime) => day.plus({ days: 7 - day.weekday }).month !== day.month;
    const daily = reports('yesterday', 1).filter(({ now }) => !isOfMonthBefore(now.minus({ days: 1 })));
    const told = daily.flatMap((report) => report.told);
    expect(told.length).toBeGreaterThan(30);
    expect(reports('last7Days', 7).flatMap((report) => report.told)).toEqual(told);
  });
});

test('the month to date stands beside a period that is another', () => {
  const textOf = (now: string, period: string) =>
    runBilling(WORK, { now, period, settings: { ...units(1000), reportLocale: 'en' } }).json['text'];
  expect(textOf('2026-11-11T07:00', 'yesterday')).toContain('November 2026 to date: 70 units');
  expect(textOf('2026-11-11T07:00', 'last7Days')).toContain('November 2026 to date: 70 units');
  // What is billed has the day that is not over in it: beside it, less would seem a mistake.
  expect(textOf('2026-11-11T18:00', 'thisMonth')).toContain('To be billed: 80 units');
  expect(textOf('2026-11-11T18:00', 'thisMonth')).not.toContain('to date');
  expect(textOf('2026-12-11T07:00', 'lastMonth')).not.toContain('to date');
});

describe('a forecast', () => {
  test('starts with the third whole day of the month', () => {
    const forecastOn = (now: string) => runBilling(WORK, { now, settings: units(1000) }).json['forecast'];
    expect([forecastOn('2026-11-02T07:00'), forecastOn('2026-11-03T07:00')]).toEqual([null, null]);
    expect(forecastOn('2026-11-04T07:00')).toMatchObject({ expected: 210 });
  });

  test('knows workdays from weekends', () => {
    // From Saturday the 14th: 11 of the 17 days to come are workdays, where 17 average days would be 12.
    const { json } = runBilling(WORK, { now: '2026-11-14T07:00', settings: units(1000) });
    expect(json['forecast']).toEqual({ expected: 210, low: 210, high: 210 });
  });

  test('is not led astray by one extraordinary day', () => {
    const uses: Use[] = [...WORK, { at: '2026-11-10T12:00:00Z', service: 'vio', count: 5000 }];
    const { json } = runBilling(uses, { now: '2026-11-14T07:00', settings: units(1000) });
    expect((json['forecast'] as { expected: number }).expected).toBeLessThan(5210 + 40);
  });

  test('learns from eight weeks, however long the period is', () => {
    const uses = dailyUses('2026-07-01', '2026-11-30', (date) => ({
      vio: Number(date.slice(-2)) * (date < '2026-09-18' ? 9 : 1),
    }));
    const [short, long] = ['yesterday', 'last30Days'].map(
      (period) => runBilling(uses, { now: '2026-11-14T07:00', period, settings: units(1000) }).json['forecast'],
    );
    expect(long).toEqual(short);
  });

  test('has a wider range if use is higher of late than if the same days come in another order', () => {
    const rangeOf = (weekOf: (week: number) => number) => {
      const uses = dailyUses('2026-09-19', '2026-11-13', (date, weekday) => {
        const week = weekOf(Math.floor((Date.parse(date) - Date.parse('2026-09-19')) / (7 * 86_400_000)));
        return { vio: (week >= 6 ? 2000 : 1000) + (((week * 7 + weekday) * 37) % 100) };
      });
      const { json } = runBilling(uses, { now: '2026-11-14T07:00', settings: units(1e6) });
      const { expected, high } = json['forecast'] as { expected: number; high: number };
      return high - expected;
    };
    expect(rangeOf((week) => week)).toBeGreaterThan(1.1 * rangeOf((week) => 7 - week));
  });

  test('is in money with unit prices', () => {
    const { json } = runBilling(WORK, { now: '2026-11-14T07:00', settings: money(100, { vio: 0.33 }) });
    expect(json['forecast']).toMatchObject({ expected: 69.3 });
  });

  test('is missing without three days of consumption, and never less than what is used', () => {
    const uses = dailyUses('2026-11-12', '2026-11-13', () => ({ vio: 10 }));
    expect(runBilling(uses, { now: '2026-11-14T07:00', settings: units(100) }).json['forecast']).toBeNull();
    const noisy = dailyUses('2026-10-01', '2026-11-13', (date) => ({ vio: Number(date.slice(-1)) ** 3 }));
    const { forecast, budget } = runBilling(noisy, { now: '2026-11-14T07:00', settings: units(100) }).json as {
      forecast: { expected: number; low: number; high: number };
      budget: { used: number };
    };
    expect(forecast.low).toBeGreaterThanOrEqual(budget.used);
    expect(forecast.expected).toBeGreaterThan(forecast.low);
    expect(forecast.high).toBeGreaterThan(forecast.expected);
  });
});

describe('unusual days', () => {
  const unusual = (uses: Use[], now = '2026-11-19T07:00', period = 'yesterday') =>
    runBilling(uses, { now, period, settings: units(1e6) }).json['unusual'];
  const steady = dailyUses('2026-10-01', '2026-11-17', () => ({ vio: 100, card: 40 }));
  const wednesday = (counts: Record<string, number>) => dailyUses('2026-11-18', '2026-11-18', () => counts);

  test('name the service, the day, and what was expected and used', () => {
    expect(unusual([...steady, ...wednesday({ vio: 500, card: 41 })])).toEqual([
      { service: 'vio', day: '2026-11-18', expected: 100, actual: 500 },
    ]);
  });

  test('are found though one of eight weeks has had more', () => {
    const uses = steady.map((use) => (use.at.startsWith('2026-10-28') ? { ...use, count: 5000 } : use));
    expect(unusual([...uses, ...wednesday({ vio: 3000, card: 40 })])).toEqual([
      { service: 'vio', day: '2026-11-18', expected: 100, actual: 3000 },
    ]);
  });

  test('are those of a service that disappears or appears too, the largest difference first', () => {
    expect(unusual([...steady, ...wednesday({ vio: 100, new: 300 })])).toEqual([
      { service: 'new', day: '2026-11-18', expected: 0, actual: 300 },
      { service: 'card', day: '2026-11-18', expected: 40, actual: 0 },
    ]);
  });

  test('are a day without any consumption', () => {
    expect(unusual(steady)).toHaveLength(2);
  });

  test('are not weekends, and not a few units more or less', () => {
    const uses = dailyUses('2026-09-01', '2026-11-30', (_date, weekday) => ({ vio: isWeekend(weekday) ? 5 : 400 }));
    for (const day of ['14', '15', '16', '17']) expect(unusual(uses, `2026-11-${day}T07:00`)).toEqual([]);
    expect(unusual([...steady, ...wednesday({ vio: 108, card: 35 })])).toEqual([]);
  });

  test('are told from the tenth day of consumption on', () => {
    const after = (days: number) =>
      unusual([
        ...dailyUses('2026-11-18', '2026-11-18', () => ({ vio: 1000 })),
        ...dailyUses('2026-10-01', '2026-11-17', () => ({ vio: 100 })).slice(-days),
      ]);
    expect([after(9), after(10)]).toEqual([[], [{ service: 'vio', day: '2026-11-18', expected: 100, actual: 1000 }]]);
  });

  test('are told once by the reports of each day of a month', () => {
    const uses = dailyUses('2026-08-01', '2026-11-30', (date) => ({ vio: date === '2026-11-05' ? 900 : 100 }));
    const told = ['06', '07', '12', '25'].map((day) => unusual(uses, `2026-11-${day}T07:00`, 'thisMonth'));
    expect(told).toMatchObject([[{ day: '2026-11-05' }], [], [], []]);
  });

  test('are all those of the period, the latest first', () => {
    const uses = dailyUses('2026-09-01', '2026-11-18', (date) => ({
      vio: ['2026-11-13', '2026-11-17'].includes(date) ? 900 + Number(date.slice(-2)) * 10 : 100,
    }));
    expect(unusual(uses, '2026-11-19T07:00', 'last7Days')).toMatchObject([
      { day: '2026-11-17', actual: 1070 },
      { day: '2026-11-13', actual: 1030 },
    ]);
    expect(unusual(uses)).toEqual([]);
  });

  test.each(['America/Sao_Paulo', 'Europe/Berlin', 'UTC'])('are whole days of the service in %s', (zone) => {
    const uses = [...steady, ...wednesday({ vio: 500, card: 40 })];
    expect(runBilling(uses, { now: '2026-11-19T07:00', zone, settings: units(1e6) }).json['unusual']).toEqual([
      { service: 'vio', day: '2026-11-18', expected: 100, actual: 500 },
    ]);
  });
});

describe('the periods requested', () => {
  const budget = units(100);
  const comparison = (kind: 'previousPeriod' | 'last4SameWeekdays') => ({
    comparison: { kind, isPerDay: true, isExplicit: true },
  });
  const requested = (settings: object, zone = 'UTC', period = 'yesterday') =>
    runBilling([], { now: '2026-11-23T07:00', zone, period, settings }).requested;
  const YESTERDAY = '2026-11-22 00:00:00.000Z to 2026-11-22 23:59:59.999Z';

  test('are one without any of the options', () => {
    expect(requested({})).toEqual([YESTERDAY]);
  });

  test('are two in UTC, whatever is asked for', () => {
    expect(requested({ reportLocale: 'en' })).toEqual([
      YESTERDAY,
      '2026-11-01 00:00:00.000Z to 2026-11-21 23:59:59.999Z',
    ]);
    expect(requested({ ...comparison('last4SameWeekdays') })).toEqual([
      YESTERDAY,
      '2026-10-25 00:00:00.000Z to 2026-11-15 23:59:59.999Z',
    ]);
    expect(requested({ ...budget, ...comparison('previousPeriod'), reportLocale: 'en' })).toEqual([
      YESTERDAY,
      '2026-09-26 00:00:00.000Z to 2026-11-21 23:59:59.999Z',
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
