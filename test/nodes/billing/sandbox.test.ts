import { readFileSync } from 'node:fs';
import type { INodeParameters } from 'n8n-workflow';
import { eightWeeks } from '../../support/eight-weeks.ts';
import { startSandbox } from '../../support/sandbox.ts';
import type { RunningSandbox } from '../../support/sandbox.ts';
import { runOperation } from '../../support/document-node.ts';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(async () => sandbox.stop());

test('the sandbox takes the eight weeks of npm start, and the report of the example is full', async () => {
  const response = await fetch(`${sandbox.baseUrl}/_sandbox/usage`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(eightWeeks(new Date())),
  });
  expect(response.ok).toBe(true);
  const { nodes } = JSON.parse(readFileSync('examples/daily-billing-report.json', 'utf8')) as {
    nodes: Array<{ name: string; parameters: INodeParameters }>;
  };
  const parameters = nodes.find(({ name }) => name === 'Consumption of yesterday')?.parameters;
  const { items, error } = await runOperation({ url: sandbox.baseUrl }, 'billing.getDailySummary', parameters, {
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    credential: { accessToken: sandbox.token },
  });
  expect(error).toBeUndefined();
  expect(items[0]?.json).toMatchObject({
    subject: expect.stringMatching(
      /Unusual: Invoice extraction – Billing report .*: R\$[\d,.]+ \([\d,]+ units\) to be billed$/,
    ),
    unusual: [{ service: 'invoice-extraction' }],
    budget: { unpriced: [] },
  });
  const text = items[0]?.json['text'] as string;
  expect(text).not.toContain('o consumption');
  expect(text.match(/^- \w{3}, \w{3} \d+: R\$/gm)).toHaveLength(14);
});

/** One request of `service` at each of these times. */
async function use(serviceName: string, times: string[]): Promise<void> {
  const usage = times.map((date) => ({
    date,
    serviceName,
    requestCount: 1,
    typifiedItemCount: 1,
    nonTypifiedItemCount: 0,
    billingCount: 1,
  }));
  const response = await fetch(`${sandbox.baseUrl}/_sandbox/usage`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(usage),
  });
  expect(response.ok).toBe(true);
}

const totals = async (timezone: string, startDate: string, endDate: string) => {
  const parameters = { period: 'custom', startDate, endDate, output: 'totals', report: true };
  const { items, error } = await runOperation({ url: sandbox.baseUrl }, 'billing.getDailySummary', parameters, {
    timezone,
    credential: { accessToken: sandbox.token },
  });
  expect(error).toBeUndefined();
  return items.map(({ json }) => [json['previousBillingCount'], json['billingCount']])[0];
};

// A millisecond before and at the first midnight of the period, and of the day after it, as counted there.
test.each([
  [
    'America/Sao_Paulo',
    '2025-03-10',
    '2025-03-12',
    ['2025-03-10T02:59:59.999Z', '2025-03-10T03:00:00.000Z', '2025-03-13T02:59:59.999Z', '2025-03-13T03:00:00.000Z'],
  ],
  [
    'Europe/Berlin',
    '2025-03-30',
    '2025-03-30',
    ['2025-03-29T22:59:59.999Z', '2025-03-29T23:00:00.000Z', '2025-03-30T21:59:59.999Z', '2025-03-30T22:00:00.000Z'],
  ],
  [
    'America/Havana',
    '2024-11-03',
    '2024-11-03',
    ['2024-11-03T03:59:59.999Z', '2024-11-03T04:00:00.000Z', '2024-11-04T04:59:59.999Z', '2024-11-04T05:00:00.000Z'],
  ],
  [
    'Africa/Cairo',
    '2024-04-26',
    '2024-04-26',
    ['2024-04-25T21:59:59.999Z', '2024-04-25T22:00:00.000Z', '2024-04-26T20:59:59.999Z', '2024-04-26T21:00:00.000Z'],
  ],
  [
    'Asia/Kolkata',
    '2023-02-01',
    '2023-02-28',
    ['2023-01-31T18:29:59.999Z', '2023-01-31T18:30:00.000Z', '2023-02-28T18:29:59.999Z', '2023-02-28T18:30:00.000Z'],
  ],
])('in %s each request from %s to %s is billed in the one period it belongs to', async (timezone, from, to, times) => {
  await use(`content extraction in ${timezone}`, times);
  expect(await totals(timezone, from, to)).toEqual([1, 2]);
});
