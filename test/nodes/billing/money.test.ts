// The report in money, in each form it is sent in.
import { type Use, dailyUses, moneyOf, runBilling } from '../../support/usage.ts';
import { eightWeeks } from '../../support/eight-weeks.ts';
import { colouredTexts, contrast, readableTexts, type Renderings } from './renderings.ts';
import { brokenTags } from './tags.ts';

const LOCALES = ['en', 'pt-BR', 'es'];
const CONTENT = 'content-extraction';
const PRICES = new Map([
  ['contentextraction', 0.3],
  ['invoiceextraction', 0.9],
]);

interface Settings {
  locale?: string;
  limit?: number;
  prices?: Map<string, number> | undefined;
  zone?: string;
  period?: string;
  now?: string;
  compareWith?: 'last4SameWeekdays' | 'sameDaysLastWeek' | 'previousPeriod';
}

/** The report of Wednesday the 18th of November. */
function reportOf(uses: Use[], settings: Settings = {}): Renderings {
  const { locale = 'en', limit, prices, zone, period, now = '2026-11-19T07:00' } = settings;
  const { compareWith = 'last4SameWeekdays' } = settings;
  const run = runBilling(uses, {
    now,
    ...(zone === undefined ? {} : { zone }),
    ...(period === undefined ? {} : { period }),
    settings: {
      reportLocale: locale,
      comparison: { kind: compareWith, isChosen: true },
      budget: limit,
      money: prices && moneyOf(prices),
    },
  });
  return run.json as unknown as Renderings;
}

/** Expects these facts in each form. */
function expectFacts(report: Renderings, facts: string[]): void {
  const missing = readableTexts(report).flatMap(([name, words]) =>
    facts.filter((fact) => !words.includes(fact)).map((fact) => `${name}: ${fact}`),
  );
  expect(missing).toEqual([]);
}

const steady = (counts: Record<string, number>, last = '2026-11-18') => dailyUses('2026-09-01', last, () => counts);
const onLastDay = (counts: Record<string, number>) => dailyUses('2026-11-18', '2026-11-18', () => counts);
const BOTH = { [CONTENT]: 100, 'invoice-extraction': 20 };

describe('with unit prices', () => {
  test('every figure is money with its units beside', () => {
    const before = { [CONTENT]: 50, 'invoice-extraction': 10, other: 7 };
    const prices = new Map([...PRICES, ['*', 0.01]]);
    const uses = [...steady(before, '2026-11-17'), ...onLastDay({ ...BOTH, other: 21 })];
    const report = reportOf(uses, { prices, limit: 1e9 });
    expect(report.subject).toContain(': R$48.21 (141 units)');
    expectFacts(report, [
      ...['R$48.21', '141 units', 'R$30.00', '100 units', 'R$18.00', '20 units', 'R$0.21', '21 units'],
      '▲ 100.3% more than the average',
      'Oct 21, Oct 28, Nov 4, Nov 11: R$24.07 (67 units)',
      // Seventeen days of 24.07 reais and 67 units, and the last.
      'November 2026 to date: R$457.40 (1,280 units)',
    ]);
  });

  test('the services are in the order of their amounts, and changes are those of amounts', () => {
    // A third of the units of the other, and as much money.
    const prices = new Map([
      ['contentextraction', 0.1],
      ['invoiceextraction', 1],
    ]);
    const report = reportOf(
      [...steady(BOTH, '2026-11-17'), ...onLastDay({ [CONTENT]: 300, 'invoice-extraction': 40 })],
      {
        prices,
      },
    );
    for (const [name, words] of readableTexts(report))
      expect([name, words.indexOf('Invoice extraction') < words.indexOf('Content extraction')]).toEqual([name, true]);
    // 70 reais instead of 30.
    expectFacts(report, ['▲ 133.3% more than the average of the last 4 Wednesdays', '▲ 200%', '▲ 100%']);
  });

  test('prices need no budget, and without them all is in units', () => {
    expectFacts(reportOf(steady(BOTH), { prices: PRICES }), ['R$48.00', '120 units', '= unchanged']);
    const units = reportOf(steady(BOTH), { limit: 10_000 });
    expect(JSON.stringify(units)).not.toContain('R$');
    expect(units.subject).toBe('Billing report Nov 18, 2026: 120 units to be billed');
  });

  test('a service without a price is named, with its units, and is in no amount', () => {
    const report = reportOf(steady({ [CONTENT]: 100, 'face-match': 35 }), { prices: PRICES, limit: 1000 });
    expect(report.subject).toBe('Billing report Nov 18, 2026: R$30.00 (135 units) to be billed');
    expectFacts(report, [
      'R$30.00',
      '135 units',
      'Without a price, and not in the amounts: Face match',
      'No price',
      '35 units',
    ]);
  });

  test.each([
    ['the month so far', '2026-11-03'],
    ['what the period is compared with', '2026-10-28'],
  ])('a service without a price is named also if only %s has it', (_where, date) => {
    const uses = [...steady({ [CONTENT]: 100 }), ...dailyUses(date, date, () => ({ 'face-match': 35 }))];
    expectFacts(reportOf(uses, { prices: PRICES }), ['Without a price, and not in the amounts: Face match']);
  });

  test('the forecast is in money with its units', () => {
    const report = reportOf(steady(BOTH), { prices: PRICES, limit: 5000 });
    // Thirty days of 48 reais and 120 units.
    expectFacts(report, [
      'Forecast for the whole month: R$1,440.00 (3,600 units), between R$1,440.00 and R$1,440.00',
      '17.2% used: R$864.00 of R$5,000.00',
    ]);
  });

  test('a month before that is shorter is told as it was, and at the rate of this one', () => {
    const report = reportOf(steady(BOTH), { prices: PRICES, period: 'lastMonth', compareWith: 'previousPeriod' });
    // 48 reais and 120 units on each of thirty days in September, of thirty-one in October.
    expectFacts(report, [
      'Sep 1 – 30, 2026: R$1,440.00 (3,600 units)',
      'At that rate per day: R$1,488.00 (3,720 units)',
    ]);
  });
});

/** Each state that a reader should see at once, by the budget and the uses that lead to it. */
const STATES: Record<string, { uses: Use[]; limit: number; subject: string; facts: string[] }> = {
  'over budget': {
    uses: steady(BOTH),
    limit: 800,
    subject: 'Over budget – Billing report Nov 18, 2026: R$48.00 (120 units) to be billed',
    facts: ['! R$64.00 over budget', '108% used: R$864.00 of R$800.00'],
  },
  'forecast over budget': {
    uses: steady(BOTH),
    limit: 1000,
    subject: 'Forecast over budget – Billing report Nov 18, 2026: R$48.00 (120 units) to be billed',
    facts: ['! The forecast is R$440.00 over budget'],
  },
  'threshold crossed': {
    uses: steady(BOTH),
    limit: 1700,
    subject: '50% of budget used – Billing report Nov 18, 2026: R$48.00 (120 units) to be billed',
    facts: ['! 50% of the budget was reached on Wed, Nov 18'],
  },
  'a day above what is usual': {
    uses: [...steady(BOTH, '2026-11-17'), ...onLastDay({ ...BOTH, 'invoice-extraction': 80 })],
    limit: 9000,
    subject: 'Unusual: Invoice extraction – Billing report Nov 18, 2026: R$102.00 (180 units) to be billed',
    facts: ['▲ Unusual: Invoice extraction', 'Wed, Nov 18: 80 units, expected about 20 units'],
  },
  'two services below what is usual, over budget since that day': {
    uses: [...steady(BOTH, '2026-11-17'), ...onLastDay({ [CONTENT]: 9 })],
    limit: 817,
    subject:
      'Over budget · 100% of budget used · Unusual: 2 services – Billing report Nov 18, 2026: R$2.70 (9 units) to be billed',
    facts: [
      '! R$1.70 over budget',
      '! 100% of the budget was reached on Wed, Nov 18',
      '▼ Unusual: Content extraction',
      'Wed, Nov 18: 9 units, expected about 100 units',
      '▼ Unusual: Invoice extraction',
    ],
  },
  'nothing to say': {
    uses: steady(BOTH),
    limit: 9000,
    subject: 'Billing report Nov 18, 2026: R$48.00 (120 units) to be billed',
    facts: [],
  },
  'no consumption': {
    uses: [],
    limit: 9000,
    subject: 'Billing report Nov 18, 2026: no consumption',
    facts: ['There was no consumption in this period.'],
  },
};

describe.each(Object.entries(STATES))('the state "%s"', (_state, { uses, limit, subject, facts }) => {
  test('stands in the subject', () => {
    expect(reportOf(uses, { limit, prices: PRICES }).subject).toBe(subject);
  });

  test('is told in every form', () => {
    expectFacts(reportOf(uses, { limit, prices: PRICES }), facts);
  });

  test('is coloured where it is told, and only there', () => {
    const { html, slackBlocks, teamsCard } = reportOf(uses, { limit, prices: PRICES });
    const signs = facts.filter((fact) => /^[!▲▼] /.test(fact));
    const isRed = signs.filter((sign) => sign.includes(' over budget') && !sign.includes('forecast')).length;
    expect(html.match(/class="(?:over|warning)Sign"/g) ?? []).toHaveLength(signs.length);
    expect(html.match(/class="overSign"/g) ?? []).toHaveLength(isRed);
    expect(JSON.stringify(slackBlocks).match(/🔴|🟠/gu) ?? []).toHaveLength(signs.length);
    expect(JSON.stringify(teamsCard).match(/"Container","style":"(?:attention|warning)"/g) ?? []).toHaveLength(
      signs.length,
    );
  });

  test.each(['light', 'dark'])('has a contrast of at least 4.5 in each text when shown %s', (mode) => {
    for (const locale of LOCALES) {
      const { html } = reportOf(uses, { locale, limit, prices: new Map([['contentextraction', 0.3]]) });
      const texts = colouredTexts(html, mode === 'dark');
      expect(texts.length).toBeGreaterThan(5);
      expect(texts.filter((text) => !(contrast(text) >= 4.5))).toEqual([]);
      expect(brokenTags(html)).toEqual([]);
    }
  });
});

test('an empty history has no arrow, no change and no chart, in any form', () => {
  for (const locale of LOCALES)
    for (const period of ['yesterday', 'last7Days', 'thisMonth']) {
      const report = reportOf([], { locale, limit: 9000, prices: PRICES, period });
      expect(JSON.stringify(report)).not.toMatch(/[▲▼=] |▁|■|□|class="(?:bar|track|quietBar)/);
    }
  // A quiet day after others is told as one.
  const quiet = reportOf(steady(BOTH, '2026-11-17'), { prices: PRICES });
  expectFacts(quiet, ['There was no consumption in this period', '▼ 100% less']);
});

describe('the reported day', () => {
  // In São Paulo the day ends at 3 o'clock in UTC.
  const late: Use[] = [
    ...steady(BOTH, '2026-11-17'),
    { at: '2026-11-18T02:00:00Z', service: CONTENT, count: 1000 },
    { at: '2026-11-18T15:00:00Z', service: CONTENT, count: 300 },
    { at: '2026-11-19T01:00:00Z', service: CONTENT, count: 50 },
  ];

  test('has one number in the headline and among the days, and what is counted otherwise says so there', () => {
    const report = reportOf(late, { zone: 'America/Sao_Paulo', limit: 1e6 });
    expect(report.subject).toContain('350 units to be billed');
    const [[, html]] = readableTexts(report) as [[string, string]];
    expect(html).toContain(
      'The most on Wed, Nov 18: 350 units Wed, Nov 18 is counted in your time zone, the days before in UTC',
    );
    expect(report.text).toContain('- Wed, Nov 18: 350 units (350 requests)\nWed, Nov 18 is counted in your time zone');
    expectFacts(report, [
      'Wed, Nov 18 in UTC: 1,300 units, expected about 100 units',
      'The days before in UTC'.slice(4),
    ]);
    for (const [name, words] of readableTexts(report))
      expect([name, words.split('1,300').length - 1, words.split('in UTC: 1,300').length - 1]).toEqual([name, 1, 1]);
  });

  test('is the same in UTC, and nothing needs to be said', () => {
    const report = reportOf(late, { limit: 1e6 });
    expectFacts(report, ['Wed, Nov 18: 1,300 units']);
    expect(JSON.stringify(report)).not.toContain('in UTC');
  });
});

describe('the average of four weeks', () => {
  test('of more than a day is one of weeks', () => {
    expect(reportOf(steady(BOTH), { period: 'last7Days' }).text).toContain(
      'than the average of the same days of the last 4 weeks',
    );
    expect(reportOf(steady(BOTH), { period: 'last30Days' }).text).toContain(
      'than the average of the same weekdays in the 4 periods before',
    );
  });
});

test('a day without any use is one alert, with what was expected of all services', () => {
  const services = { ...BOTH, 'vio-extraction': 40, 'address-parsing': 30 };
  const report = reportOf(steady(services, '2026-11-17'), { limit: 9000 });
  const alerts = report.text.split('\n').filter((line) => /^[▲▼]/.test(line) && line.includes('Unusual'));
  expect(alerts).toEqual(['▼ Unusual: 4 services. Wed, Nov 18: 0 units, expected about 190 units']);
});

test('what follows a full stop begins with a capital in the text of a mail, in every language', () => {
  for (const locale of LOCALES) {
    const { text } = reportOf([...steady(BOTH, '2026-11-17'), ...onLastDay({ [CONTENT]: 900 })], {
      locale,
      limit: 900,
    });
    const alerts = text.match(/^[▲▼][^.(]*\. .*/gm) ?? [];
    expect(alerts.length).toBeGreaterThan(1);
    for (const alert of alerts) expect(alert).toMatch(/^[^.]*\. [\p{Lu}\d]/u);
  }
});

test.each(['23', '24', '25', '26', '27', '28', '29'])(
  'the eight weeks of npm start fill a report on the %sth',
  (day) => {
    const now = `2026-11-${day}T07:00`;
    const uses = eightWeeks(new Date(`${now}:00Z`)).map(({ date, serviceName, billingCount }) => ({
      at: date,
      service: serviceName,
      count: billingCount,
    }));
    const report = reportOf(uses, { now, limit: 10_000, prices: new Map([...PRICES, ['*', 0.4]]) });
    expect(report.subject).toContain('Unusual: Invoice extraction – ');
    expectFacts(report, ['▲ Unusual: Invoice extraction', 'Forecast for the whole month: R$', 'The last 14 days']);
    expect(report.text).not.toContain('o consumption');
  },
);
