import type { INodeParameters } from 'n8n-workflow';
import { scenario } from '../../support/scenario.ts';

const counts = (requestCount: unknown, billingCount: unknown = 1) => ({
  requestCount,
  typifiedItemCount: 2,
  nonTypifiedItemCount: 1,
  billingCount,
});
const SUMMARY = {
  details: [
    {
      date: '2025-01-01T00:00:00.000Z',
      services: [
        { serviceName: 'content-extraction', ...counts(3) },
        { serviceName: 'vio', ...counts(4) },
      ],
    },
    { date: '2025-01-02T00:00:00.000Z', services: [{ serviceName: 'vio', ...counts(5) }] },
  ],
  ...counts(12, 3),
};

const custom = { period: 'custom', startDate: '2025-01-01', endDate: '2025-01-02' };
const summary = (parameters: INodeParameters = {}, result: unknown = SUMMARY) =>
  scenario('billing.getDailySummary').answers(result).with(parameters, { timezone: 'America/Sao_Paulo' });
const PERIOD = { startDate: '2025-01-01 03:00:00.000Z', endDate: '2025-01-03 02:59:59.999Z', requestId: 'req-1' };

test('by default yesterday is requested, and the output is one row per day and service', async () => {
  const { json, requests } = await summary();
  const sent = requests[0]?.json as { startDate: string; endDate: string };
  expect(sent.startDate).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:00\.000Z$/);
  expect(sent.endDate).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:59\.999Z$/);
  expect(json.map((row) => [row['serviceName'], row['requestCount'], row['startDate']])).toEqual([
    ['content-extraction', 3, sent.startDate],
    ['vio', 4, sent.startDate],
    ['vio', 5, sent.startDate],
  ]);
});

test.each([
  [
    'days',
    [
      { date: '2025-01-01T00:00:00.000Z', ...counts(7, 2), typifiedItemCount: 4, nonTypifiedItemCount: 2 },
      { date: '2025-01-02T00:00:00.000Z', ...counts(5) },
    ],
  ],
  ['totals', [counts(12, 3)]],
  [
    'services',
    [
      { date: '2025-01-01T00:00:00.000Z', serviceName: 'content-extraction', ...counts(3) },
      { date: '2025-01-01T00:00:00.000Z', serviceName: 'vio', ...counts(4) },
      { date: '2025-01-02T00:00:00.000Z', serviceName: 'vio', ...counts(5) },
    ],
  ],
])('the output "%s" has its rows, each with the period', async (output, rows) => {
  const { items, requests } = await summary({ ...custom, output });
  expect(items).toEqual(rows.map((row) => ({ json: { ...row, ...PERIOD }, pairedItem: { item: 0 } })));
  const { requestId: _, ...json } = PERIOD;
  expect(requests).toMatchObject([{ method: 'POST', path: '/billing/daily-summary', json }]);
});

test('a report beside other items says that it is in the first, so that a mail is not sent for each', async () => {
  const hintsOf = async (parameters: INodeParameters) => (await summary({ ...custom, ...parameters })).hints;
  expect(await hintsOf({ report: true })).toEqual([
    'The report is in the first of several items. If the next node is to send it once, set "Output" to Totals.',
  ]);
  expect(await hintsOf({ report: true, output: 'totals' })).toEqual([]);
  expect(await hintsOf({})).toEqual([]);
});

test('a period without consumption is a row of zeros, with a hint', async () => {
  const { json, hints } = await summary(custom, { details: [], ...counts(0, 0) });
  expect(json).toEqual([
    { date: null, serviceName: null, ...counts(0, 0), typifiedItemCount: 0, nonTypifiedItemCount: 0, ...PERIOD },
  ]);
  expect(hints).toEqual(['There was no consumption: 2025-01-01 to 2025-01-02.']);
});

test.each([null, [], { details: null }, { details: { vio: 1 } }, { message: 'Come back later' }])(
  'an answer whose result is no summary, %j, is an error, not a day of rest',
  async (result) => {
    const { error } = await summary(custom, result);
    expect(error).toMatchObject({
      message: 'The response of the service has no summary [item 0]',
      description: expect.stringContaining('req-1'),
    });
  },
);
