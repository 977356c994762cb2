import type { INodeParameters } from 'n8n-workflow';
import { DocumentProcessing } from '../../../nodes/DocumentProcessing/DocumentProcessing.node';
import { searchList } from '../../engine/listSearch.ts';
import { runOperation } from '../../support/document-node.ts';
import { serverForEachTest } from '../../support/opened.ts';
import { refuses } from '../../support/scenario.ts';
import { readableTexts, type Renderings } from './renderings.ts';
import { dailyUses, summaryOf, type SummaryRequest, type Use } from '../../support/usage.ts';

/** Ten units on each workday, one on each day of a weekend. */
const USES = dailyUses('2026-06-01', '2026-12-31', (_date, weekday) => ({ 'vio-extraction': weekday > 5 ? 1 : 10 }));

const server = serverForEachTest();
const answerFrom = (uses: Use[]) => server.respond(({ json }) => ({ result: summaryOf(uses, json as SummaryRequest) }));
beforeEach(() => answerFrom(USES));

const custom = (startDate: string, endDate = startDate) => ({ period: 'custom', startDate, endDate, output: 'totals' });
const summary = (parameters: INodeParameters, options: INodeParameters, timezone = 'UTC') =>
  runOperation(server, 'billing.getDailySummary', { ...parameters, options }, { timezone });
const requested = () =>
  server.requests.map(({ json }) => Object.values(json as SummaryRequest).map((text) => text.slice(0, 13)));

// Monday the 16th.
test.each([
  ['previousPeriod', 1, 9, [['2026-11-15', '2026-11-15']]],
  ['sameDaysLastWeek', 10, 0, [['2026-11-09', '2026-11-09']]],
  ['last4SameWeekdays', 10, 0, [['2026-10-19', '2026-11-09']]],
])('a Monday compared with %s', async (compareWith, previousBillingCount, changeBillingCount, others) => {
  const { items } = await summary(custom('2026-11-16'), { compareWith });
  expect(items).toMatchObject([
    { json: { billingCount: 10, previousBillingCount, changeBillingCount, comparedWith: { compareWith } } },
  ]);
  expect(requested()).toEqual(
    [['2026-11-16', '2026-11-16'], ...others].map(([from, to]) => [`${from} 00`, `${to} 23`]),
  );
});

test('a report of some hours says which', async () => {
  const { items } = await summary({ ...custom('2026-11-16T08:00', '2026-11-16T18:00'), report: true }, {});
  expect(items[0]?.json['subject']).toMatch(/^Billing report Nov 16, 2026, 8:00 AM – 6:00 PM:/);
});

describe('requests that this n8n sent', () => {
  const WORDS: Record<string, [line: string, alert: string]> = {
    en: ['Sent by this n8n: 3, unaccounted for: 7', 'Unaccounted for: 7 requests'],
    'pt-BR': ['Enviadas por este n8n: 3, sem explicação: 7', 'Sem explicação: 7 requisições'],
    es: ['Enviadas por este n8n: 3, sin explicación: 7', 'Sin explicación: 7 solicitudes'],
  };

  test.each(Object.entries(WORDS))('stand beside what is billed in every form: %s', async (reportLocale, words) => {
    const { items } = await summary({ ...custom('2026-11-16'), report: true }, { requestsSent: 3, reportLocale });
    expect(items).toMatchObject([{ json: { requestCount: 10, requestsSent: 3, unaccounted: 7 } }]);
    const json = items[0]?.json as unknown as Renderings;
    const [line, alert] = words;
    expect(json.subject).toMatch(new RegExp(`^${alert} – `));
    for (const [, text] of readableTexts(json)) {
      expect(text.split(alert).length).toBeGreaterThan(1);
      expect(text).toContain(line);
    }
  });

  test.each([
    [10, 0],
    ['12', -2],
  ])('are told and are no alert if there are %s of 10', async (requestsSent, unaccounted) => {
    const { items } = await summary({ ...custom('2026-11-16'), report: true }, { requestsSent });
    expect(items).toMatchObject([{ json: { unaccounted, subject: expect.stringMatching(/^Billing report/) } }]);
    for (const [, text] of readableTexts(items[0]?.json as unknown as Renderings)) {
      expect(text).toContain(`Sent by this n8n: ${requestsSent}, unaccounted for: ${unaccounted}`);
      expect(text).not.toContain('Unaccounted');
    }
  });

  test('are in the first item, also of a period without a report, and beside a budget', async () => {
    const period = { ...custom('2026-11-16', '2026-11-17'), output: 'days' };
    const { items } = await summary(period, { requestsSent: 0, monthlyBudget: 1000 });
    expect(items.map(({ json }) => json['unaccounted'])).toEqual([20, undefined]);
    expect(items[0]?.json).toMatchObject({ requestsSent: 0, withinBudget: true });
    const [other] = (await summary(custom('2026-11-16'), {})).items;
    expect(other?.json).not.toHaveProperty('unaccounted');
  });
});

test('the services of a price are offered by readable names, and a price is found by what is offered', async () => {
  const offered = async (filter?: string) =>
    (await searchList(DocumentProcessing, 'searchServices', {}, filter)).results.map(({ name, value }) => [
      name,
      value,
    ]);
  expect(await offered('licence (')).toEqual([['Driver licence (VIO)', 'vioextraction']]);
  expect((await offered()).at(-1)).toEqual(['* (Every Other Service)', '*']);
  const texts = (await offered()).map(([name]) => name);
  expect(new Set(texts).size).toBe(texts.length);
  const service = { __rl: true, mode: 'list', value: 'vioextraction' };
  const { items } = await summary(custom('2026-11-16'), {
    monthlyBudget: 100,
    unitPrices: { price: [{ service, price: 2 }] },
  });
  expect(items).toMatchObject([{ json: { budget: { unpriced: [] } } }]);
});

test('a price whose service is never used is told of, if another service has no price of its own', async () => {
  const hintsOf = async (...services: string[]) => {
    const price = services.map((service) => ({ service, price: 2 }));
    const { hints } = await summary(custom('2026-11-16'), { unitPrices: { price } });
    return hints;
  };
  const hint = (name: string) => `No service named ${name} was used. Check the spelling in "Unit Prices".`;
  expect(await hintsOf('vio-extration')).toEqual([hint('vio-extration')]);
  expect(await hintsOf('vio-extration', '*')).toEqual([hint('vio-extration')]);
  expect(await hintsOf('VIO Extraction', 'face-match')).toEqual([]);
  expect(await hintsOf('*')).toEqual([]);
});

test('centuries, e.g. by a mistake in the year, are told like any other period', async () => {
  const centuries = { ...custom('1700-01-01', '2026-11-16'), report: true };
  const { items } = await summary(centuries, { compareWith: 'last4SameWeekdays' });
  const billingCount = USES.reduce((sum, { at, count }) => sum + (at < '2026-11-17' ? count : 0), 0);
  expect(items).toMatchObject([{ json: { billingCount, previousBillingCount: 0 } }]);
  expect(items[0]?.json['text']).toContain('- January 1700 – May 2026: no consumption');
});

test('months are compared per day', async () => {
  answerFrom(dailyUses('2026-10-01', '2026-11-30', () => ({ vio: 10 })));
  const november = { ...custom('2026-11-01', '2026-11-30'), report: true };
  const { items } = await summary(november, { compareWith: 'previousPeriod' });
  expect(items[0]?.json).toMatchObject({
    billingCount: 300,
    previousBillingCount: 300,
    changeBillingCount: 0,
    comparedWith: { isPerDay: true },
    text: expect.stringMatching(
      /= Unchanged: no more and no less per day .* \(Oct 1 – 31, 2026: 310 units\. At that rate per day: 300 units\)/,
    ),
  });
  // As before this option existed.
  const before = await summary(november, {});
  expect(before.items[0]?.json).toMatchObject({ previousBillingCount: 310, changeBillingCount: -10 });
  expect(before.items[0]?.json).not.toHaveProperty('comparedWith');
});

test('each day of a week is compared with the average of its weekday', async () => {
  const { items } = await summary(
    { ...custom('2026-11-13', '2026-11-16'), output: 'days' },
    { compareWith: 'last4SameWeekdays' },
  );
  expect(items.map(({ json }) => [json['billingCount'], json['previousBillingCount']])).toEqual([
    [10, 10],
    [1, 1],
    [1, 1],
    [10, 10],
  ]);
});

test('a report with comparison and budget sends two requests in UTC', async () => {
  const options = {
    compareWith: 'previousPeriod',
    monthlyBudget: '={{ 100 * 2 }}',
    unitPrices: { price: [{ service: 'VIO Extraction', price: '={{ "0.5" }}' }] },
    currency: ' brl ',
  };
  const parameters = { ...custom('2026-11-16'), report: true };
  const { items } = await summary(parameters, options);
  expect(requested()).toEqual([
    ['2026-11-16 00', '2026-11-16 23'],
    ['2026-09-20 00', '2026-11-15 23'],
  ]);
  // 11 workdays and 5 days of weekends.
  expect(items[0]?.json).toMatchObject({ budget: { used: 57.5, currency: 'BRL', unpriced: [] }, budgetUsed: 28.7 });
});

const REFUSED: Array<[options: INodeParameters, message: string]> = [
  [{ requestsSent: -1 }, '"Requests Sent" is "-1", not a whole number'],
  [{ requestsSent: '={{ "1.5" }}' }, '"Requests Sent" is "1.5", not a whole number'],
  [{ compareWith: 'lastYear' }, 'The option "Compare With" is "lastYear"'],
  [{ monthlyBudget: 1, unitPrices: { price: [{ service: 'vio', price: -0.1 }] } }, 'The price of "vio" is "-0.1"'],
  [
    { monthlyBudget: 1, unitPrices: { price: [{ service: ' ', price: 1 }] } },
    '"Service" of an entry of "Unit Prices" is empty',
  ],
  [
    {
      monthlyBudget: 1,
      unitPrices: {
        price: [
          { service: 'a-b', price: 1 },
          { service: 'A B', price: 1 },
        ],
      },
    },
    '"Unit Prices" has two prices of "A B"',
  ],
  [{ monthlyBudget: 1, currency: 'R$' }, 'The option "Currency" is "R$"'],
  [{ monthlyBudget: '={{ "1.000,00" }}' }, 'The option "Monthly Budget" is "1.000,00"'],
  // A thousand in Portuguese, one in English.
  [{ monthlyBudget: '={{ "1.000" }}' }, 'The option "Monthly Budget" is "1.000"'],
  [{ monthlyBudget: '={{ [1000] }}' }, 'The option "Monthly Budget" is "[1000]"'],
  ...['R$ 2', '-1', '', '1.250', 'NaN'].map((price): [INodeParameters, string] => [
    { monthlyBudget: 1, unitPrices: { price: [{ service: 'vio', price: `={{ "${price}" }}` }] } },
    `The price of "vio" is "${price}"`,
  ]),
  [{ monthlyBudget: 1, unitPrices: { price: '={{ ["vio"] }}' } }, '"Service" of an entry of "Unit Prices" is empty'],
  ...['no locale', 'en_US', 'x-private'].map((reportLocale): [INodeParameters, string] => [
    { reportLocale },
    `The option "Report Locale" is "${reportLocale}"`,
  ]),
];

refuses(
  'billing.getDailySummary',
  REFUSED.map(([options, message]) => [{ ...custom('2026-11-16'), report: true, options }, message]),
);

test.each([
  ['={{ " 0.1250 " }}', 0.125],
  ['={{ "0.250" }}', 0.25],
  [0, 0],
])('a price of %s is %d', async (price, perUnit) => {
  const unitPrices = { price: [{ service: 'vio-extraction', price }] };
  const { items } = await summary(custom('2026-11-16'), { monthlyBudget: '={{ "1000.0" }}', unitPrices });
  expect(items[0]?.json).toMatchObject({ budget: { limit: 1000, used: 115 * perUnit, unpriced: [] } });
});

// Days and months are those of the Gregorian calendar; the Persian year is 1405, with other months.
test.each([
  ['fa-IR', 'نوامبر', '۲۰۲۶'],
  ['th-TH', 'พฤศจิกายน', '2569'],
  ['en-u-nu-deva', 'November', '२०२६'],
])('a report in the locale %s names the month of its budget %s %s', async (reportLocale, month, year) => {
  const { items } = await summary(
    { ...custom('2026-11-16'), report: true },
    { monthlyBudget: 100, compareWith: 'none', reportLocale },
  );
  const text = items[0]?.json['text'] as string;
  const line = text.split('\n').find((one) => one.startsWith('Budget of '));
  expect(line).toContain(month);
  expect(line).toContain(year);
  expect(items[0]?.json['subject']).toContain(year);
});
