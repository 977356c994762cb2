import type { INodeParameters } from 'n8n-workflow';
import { readBinary } from '../../engine/binaryData.ts';
import { runOperation } from '../../support/document-node.ts';
import { failure } from '../../support/envelope.ts';
import { serverForEachTest } from '../../support/opened.ts';
import type { Respond } from '../../support/server.ts';
import { sampleSummary, totalsOf } from '../../support/summary.ts';
import type { SummaryRequest } from '../../support/usage.ts';

const counts = (requestCount: number) => ({
  requestCount,
  typifiedItemCount: requestCount,
  nonTypifiedItemCount: 0,
  billingCount: requestCount,
});
const day = (date: string, services: Record<string, number>) => ({
  date: `${date}T00:00:00.000Z`,
  services: Object.entries(services).map(([serviceName, count]) => ({ serviceName, ...counts(count) })),
});
const summaryOf = (details: Array<ReturnType<typeof day>>) => ({
  details,
  ...totalsOf(details.flatMap(({ services }) => services)),
});

const CURRENT = summaryOf([day('2025-03-03', { vio: 10 }), day('2025-03-04', { vio: 20, card: 5 })]);
const BEFORE = summaryOf([day('2025-03-01', { vio: 8, gone: 1 }), day('2025-03-02', { card: 6 })]);
const PERIOD = { period: 'custom', startDate: '2025-03-03', endDate: '2025-03-04' };

/** One summary for a period that starts so, and one for the period before. */
const summaries =
  (start: string, current: object, before: object): Respond =>
  ({ json }) => ({ result: (json as SummaryRequest).startDate.startsWith(start) ? current : before });

const server = serverForEachTest(summaries('2025-03-03', CURRENT, BEFORE));

const summary = (parameters: INodeParameters = {}, setup = {}) =>
  runOperation(server, 'billing.getDailySummary', { ...PERIOD, ...parameters }, { timezone: 'UTC', ...setup });
const compared = { report: true };
const requestedDays = () => server.requests.map(({ json }) => (json as SummaryRequest).startDate.slice(0, 10));

test('the period before is requested only for a comparison or a report', async () => {
  await summary();
  await summary({ report: true, options: { compareWith: 'none' } });
  expect(requestedDays()).toEqual(['2025-03-03', '2025-03-03']);
  server.requests.length = 0;
  await summary({ report: true });
  await summary({ options: { compareWith: 'previousPeriod' } });
  expect(requestedDays()).toEqual(['2025-03-03', '2025-03-01', '2025-03-03', '2025-03-01']);
  expect(server.requests[1]?.json).toEqual({
    startDate: '2025-03-01 00:00:00.000Z',
    endDate: '2025-03-02 23:59:59.999Z',
  });
});

test.each([
  ['totals', [[35, 15, 20]]],
  [
    'days',
    [
      [10, 9, 1],
      [25, 6, 19],
    ],
  ],
  [
    'services',
    [
      [10, 8, 2],
      [20, 0, 20],
      [5, 6, -1],
    ],
  ],
])('each row of "%s" has what stood in its place before, and the change', async (output, rows) => {
  const { items } = await summary({ output, ...compared });
  expect(
    items.map(({ json }) => [json['billingCount'], json['previousBillingCount'], json['changeBillingCount']]),
  ).toEqual(rows);
  expect(items[0]?.json).toMatchObject({
    previousRequestCount: rows[0]?.[1],
    previousTypifiedItemCount: rows[0]?.[1],
    previousNonTypifiedItemCount: 0,
    changeNonTypifiedItemCount: 0,
  });
});

test('a change has two decimals at most, and nothing is none of what is not told', async () => {
  const services = [{ serviceName: 'vio', billingCount: 0.3 }];
  const current = { details: [{ date: '2025-03-03', services }] };
  server.respond(summaries('2025-03-03', current, summaryOf([day('2025-03-01', { vio: 0.1 })])));
  const { items } = await summary({ output: 'services', ...compared });
  expect(items[0]?.json).toMatchObject({ changeBillingCount: 0.2, changeRequestCount: -0.1 });
});

test('a day without a counterpart in a shorter month before has no comparison', async () => {
  const current = summaryOf([day('2025-03-28', { vio: 1 }), day('2025-03-29', { vio: 1 })]);
  server.respond(summaries('2025-03', current, summaryOf([day('2025-02-28', { vio: 3 })])));
  const { items } = await summary({ startDate: '2025-03-01', endDate: '2025-03-31', output: 'days', ...compared });
  expect(items.map(({ json }) => [json['previousBillingCount'], json['changeBillingCount']])).toEqual([
    [3, -2],
    [null, null],
  ]);
});

test('the days in UTC at the edges of a period in another time zone are compared with each other', async () => {
  const current = summaryOf([day('2025-03-03', { vio: 7 }), day('2025-03-04', { vio: 2 })]);
  const before = summaryOf([day('2025-03-02', { vio: 5 }), day('2025-03-03', { vio: 1 })]);
  server.respond(summaries('2025-03-03', current, before));
  const { items } = await summary(
    { endDate: '2025-03-03', output: 'days', ...compared },
    { timezone: 'America/Sao_Paulo' },
  );
  expect(items.map(({ json }) => [json['billingCount'], json['previousBillingCount']])).toEqual([
    [7, 5],
    [2, 1],
  ]);
});

test('a period without consumption is compared with the whole period before', async () => {
  server.respond(summaries('2025-03-03', { details: [] }, BEFORE));
  const { items, hints } = await summary({ report: true });
  expect(items).toMatchObject([
    {
      json: {
        date: null,
        serviceName: null,
        billingCount: 0,
        previousBillingCount: 15,
        changeBillingCount: -15,
        subject: expect.stringContaining(': 0 units to be billed'),
      },
    },
  ]);
  expect(hints).toHaveLength(1);
});

test('an item fails if one of its two requests fails, and nothing is requested after a failure', async () => {
  server.respond(({ json }) =>
    (json as SummaryRequest).startDate.startsWith('2025-03-03')
      ? { result: CURRENT }
      : { status: 500, json: failure('E100', 'Broken') },
  );
  const { items } = await summary(compared, { onError: 'continueRegularOutput' });
  expect(items).toMatchObject([{ json: { error: expect.stringContaining('E100') }, pairedItem: { item: 0 } }]);
  server.respond(() => ({ status: 500, json: failure('E100', 'Broken') }));
  expect((await summary(compared)).error?.message).toContain('E100');
  expect(requestedDays()).toEqual(['2025-03-03', '2025-03-01', '2025-03-03']);
});

test('a report is added to the first item of any output, and its file is named after the period', async () => {
  server.respond(() => ({ result: sampleSummary('2025-03-03', 2) }));
  for (const output of ['services', 'days', 'totals']) {
    const { items } = await summary({ output, report: true, options: { reportLocale: 'pt-BR' } });
    expect(items[0]?.json).toMatchObject({
      subject: expect.stringMatching(/^Relatório de cobrança 3 – 4 de mar\. de 2025: /),
      html: expect.stringMatching(/^<!doctype html>/),
      text: expect.stringMatching(/^Relatório de cobrança\n/),
    });
    expect(items.slice(1).some(({ json, binary }) => 'html' in json || binary !== undefined)).toBe(false);
    const file = items[0]!.binary!['report']!;
    expect(file).toMatchObject({
      fileName: 'document-processing-billing-2025-03-03-to-2025-03-04.csv',
      mimeType: 'text/csv',
    });
    expect((await readBinary(file)).toString()).toMatch(/^\uFEFFData;Serviço;/);
  }
});
