import type { INodeParameters } from 'n8n-workflow';
import { runOperation } from '../../support/document-node.ts';
import { envelope } from '../../support/envelope.ts';
import { openedForEachTest } from '../../support/opened.ts';
import { startServer } from '../../support/server.ts';

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

const server = openedForEachTest(() => startServer(() => ({ json: envelope(SUMMARY) })));

const custom = { period: 'custom', startDate: '2025-01-01', endDate: '2025-01-02' };
const summary = (parameters: INodeParameters = {}, setup = {}) =>
  runOperation(server, 'billing.getDailySummary', parameters, setup);
const PERIOD = { startDate: '2025-01-01 03:00:00.000Z', endDate: '2025-01-03 02:59:59.999Z', requestId: 'req-1' };

test('by default yesterday is requested, and the output is one row per day and service', async () => {
  const { items } = await summary();
  const sent = server.requests[0]?.json as { startDate: string; endDate: string };
  expect(sent.startDate).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:00\.000Z$/);
  expect(sent.endDate).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:59\.999Z$/);
  expect(items.map(({ json }) => [json['date'], json['serviceName'], json['requestCount'], json['startDate']])).toEqual(
    [
      ['2025-01-01T00:00:00.000Z', 'content-extraction', 3, sent.startDate],
      ['2025-01-01T00:00:00.000Z', 'vio', 4, sent.startDate],
      ['2025-01-02T00:00:00.000Z', 'vio', 5, sent.startDate],
    ],
  );
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
  const { items } = await summary({ ...custom, output }, { timezone: 'America/Sao_Paulo' });
  expect(items).toEqual(rows.map((row) => ({ json: { ...row, ...PERIOD }, pairedItem: { item: 0 } })));
  const { requestId: _, ...json } = PERIOD;
  expect(server.requests).toMatchObject([{ method: 'POST', path: '/billing/daily-summary', json }]);
});

test('a report beside other items says that it is in the first, so that a mail is not sent for each', async () => {
  const hintsOf = async (parameters: INodeParameters) =>
    (await summary({ ...custom, ...parameters }, { timezone: 'America/Sao_Paulo' })).hints?.map(
      ({ message }) => message,
    );
  expect(await hintsOf({ report: true })).toEqual([
    'The report is in the first of several items. If the next node is to send it once, set "Output" to Totals.',
  ]);
  expect(await hintsOf({ report: true, output: 'totals' })).toEqual([]);
  expect(await hintsOf({})).toEqual([]);
});

test('a period without consumption is a row of zeros, with a hint', async () => {
  server.respond(() => ({ json: envelope({ details: [], ...counts(0, 0) }) }));
  const { items, hints } = await summary(custom, { timezone: 'America/Sao_Paulo' });
  expect(items.map(({ json }) => json)).toEqual([
    { date: null, serviceName: null, ...counts(0, 0), typifiedItemCount: 0, nonTypifiedItemCount: 0, ...PERIOD },
  ]);
  expect(hints).toMatchObject([{ message: 'There was no consumption: 2025-01-01 to 2025-01-02.' }]);
});

test.each([null, [], 'none', 0, {}, { details: null }, { details: { vio: 1 } }, { message: 'Come back later' }])(
  'an answer whose result is no summary, %j, is an error, not a day of rest',
  async (result) => {
    server.respond(() => ({ json: envelope(result) }));
    const { error } = await summary(custom);
    expect(error).toMatchObject({
      message: 'The response of the service has no summary [item 0]',
      description: expect.stringContaining('req-1'),
    });
  },
);
