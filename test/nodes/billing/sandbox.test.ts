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
