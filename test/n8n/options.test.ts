// The options of rules, batches, callbacks and the bill in real n8n: what they give, and what they refuse before sending.
import { envelope, failure } from '../support/envelope.ts';
import { contentItem, field } from '../support/samples.ts';
import { startServer } from '../support/server.ts';
import type { RecordingServer } from '../support/server.ts';
import { dailyUses, summaryOf } from '../support/usage.ts';
import { chosenLines, itemsOf, jsonOf, waitFor } from './n8n.ts';
import type { Host } from './n8n.ts';
import { sharedHost } from './sharedHost.ts';
import { action, credentialFor, entry, node, workflow } from './workflowJson.ts';
import type { Execution } from './restApi.ts';

const DOCUMENTS: Record<string, object> = {
  sure: contentItem({ type: 'sure', fields: [field('cpf', '111.444.777-35'), field('total', '1025.00')] }),
  wrong: contentItem({
    type: 'wrong',
    fields: [field('CPF do titular', '111.444.777-36', 0.99, 'cpf'), field('total', '10 reais', 0.85)],
  }),
};
const RULES = {
  rule: [
    { name: 'cpf', format: 'cpf', required: true },
    { name: 'total', format: 'regex', pattern: '^\\d+[.]\\d{2}$', minScore: 0.9 },
    { name: 'e-mail', format: 'email' },
  ],
};

/** Ten units on each workday, one on each day of a weekend; two hundred on Monday the 16th. */
const USES = dailyUses('2026-08-01', '2026-11-30', (date, weekday) => ({
  'content-extraction': date === '2026-11-16' ? 200 : weekday > 5 ? 1 : 10,
}));

const EXTRACT = {
  resource: 'document',
  operation: 'extractContent',
  source: 'url',
  fileUrl: '=https://example.com/{{ $json.kind }}',
};
const START = { resource: 'document', operation: 'startExtraction', source: 'url', fileUrl: 'https://example.com/a' };
const REVIEWED = { reviewOutput: true, fieldRules: RULES, maxConcurrency: 1 };
const REFUSED = {
  ...EXTRACT,
  output: '={{ $json.output ?? "simplified" }}',
  selectedFields: '={{ $json.selectedFields }}',
  options: {
    minScore: '={{ $json.minScore ?? "" }}',
    fieldRules: {
      rule: [
        { name: 'a', format: '={{ $json.format ?? "any" }}', pattern: '={{ $json.pattern }}', minScore: 0 },
        { name: '={{ $json.name ?? "b" }}', format: 'any', minScore: '={{ $json.ofRule ?? 0 }}' },
      ],
    },
  },
};

/** As the editor keeps what is chosen from a list, or typed beside it. */
const chosen = (mode: 'list' | 'name' | 'text', value: string) => ({ __rl: true, mode, value });
const CHOSEN = {
  ...EXTRACT,
  output: 'selectedFields',
  selectedFields: ['total', 'invalid'],
  otherFields: ['cpf'],
  options: {
    tags: [chosen('list', 'country=bra'), chosen('text', '=id={{ $json.kind }}'), 'type=invoice'],
    fieldRules: {
      rule: [
        { name: chosen('list', 'cpf'), format: 'cpf' },
        { name: chosen('name', '={{ "total" }}'), format: 'regex', pattern: '^\\d+[.]\\d{2}$' },
      ],
    },
  },
};

/** Items posted to it are read by one node. */
const reading = (path: string, parameters: object, more: object = {}) =>
  workflow(
    path,
    [
      entry(path),
      node('Split', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'body.items', options: {} }),
      action('Read', parameters, more),
    ],
    ['Entry', 'Split', 'Read'],
  );

/** The files of one item, each as an item of its own. */
const FILES = workflow(
  'files',
  [
    entry('files'),
    node('Split', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: '$binary', options: {} }),
    action('Read', { resource: 'document', operation: 'extractContent' }),
  ],
  ['Entry', 'Split', 'Read'],
);

const GO_ON = { onError: 'continueRegularOutput' } as const;
const INTERNET = { credentials: { documentProcessingApi: { id: 'internet', name: 'internet' } }, ...GO_ON };

const WORKFLOWS = {
  errorOutput: reading('error-output', { ...EXTRACT, options: REVIEWED }, { onError: 'continueErrorOutput' }),
  regularOutput: reading('regular-output', { ...EXTRACT, options: REVIEWED }, GO_ON),
  refused: reading('refused', REFUSED, GO_ON),
  chosen: reading('chosen', CHOSEN),
  files: FILES,
  batch: reading('batch', { ...EXTRACT, options: { maxConcurrency: 1 } }),
  bill: reading(
    'bill',
    {
      resource: 'billing',
      operation: 'getDailySummary',
      period: 'custom',
      startDate: '2026-11-16',
      endDate: '2026-11-16',
      output: 'totals',
      report: true,
      options: {
        compareWith: '={{ $json.compareWith }}',
        monthlyBudget: '={{ $json.monthlyBudget ?? "" }}',
        currency: '={{ $json.currency }}',
        unitPrices: { price: [{ service: 'Content Extraction', price: '={{ $json.price ?? 0.5 }}' }] },
      },
    },
    GO_ON,
  ),
  reach: reading('reach', { ...START, delivery: 'wait', options: { sendAnyway: false } }, INTERNET),
  anyway: reading('anyway', { ...START, delivery: 'wait', options: { sendAnyway: true, retries: 0 } }, INTERNET),
};

describe.each(chosenLines())('options in n8n %s', (line) => {
  let host: Host;
  let service: RecordingServer;
  let ids: Record<keyof typeof WORKFLOWS, string>;

  /** Posts the items to a workflow, and returns its execution. */
  const run = (name: keyof typeof WORKFLOWS, items: object[]): Promise<Execution> =>
    executionOf(name, () => host.callWebhook(WORKFLOWS[name].name, { items }));

  const executionOf = async (name: keyof typeof WORKFLOWS, call: () => Promise<Response>): Promise<Execution> => {
    const id = ids[name];
    const before = new Set((await host.executions(id)).map((one) => one.id));
    await call();
    const { id: made } = await waitFor(async () =>
      (await host.executions(id)).find((one) => !before.has(one.id) && ['success', 'error'].includes(one.status)),
    );
    return await host.execution(made);
  };
  const kinds = (...all: string[]) => all.map((kind) => ({ kind }));

  beforeAll(async () => {
    service = await startServer(({ parts, json }) => {
      if (parts.length === 0) return { json: envelope(summaryOf(USES, json as never)) };
      const kind = parts[0]?.data.toString().split('/').pop() ?? '';
      if (kind === 'bad') return { status: 400, json: failure('R130', 'Unsupported file format') };
      return { json: envelope(kind in DOCUMENTS ? [DOCUMENTS[kind]] : []) };
    });
    host = await sharedHost(line);
    await host.createCredentials([
      credentialFor(service.url),
      credentialFor('https://service.invalid', 'token', { id: 'internet', name: 'internet' }),
    ]);
    ids = await host.createWorkflows(WORKFLOWS);
    for (const id of Object.values(ids)) await host.activate(id);
  });
  beforeEach(() => {
    service.requests.length = 0;
  });
  afterAll(async () => {
    await service?.close();
  });

  test.each([
    ['errorOutput', [[0, 4], [2, 3], [1]]],
    ['regularOutput', [[0, 1, 4], [2, 3], []]],
  ] as const)('each item leaves by one output, linked to its own: %s', async (name, expected) => {
    const done = await run(name, kinds('sure', 'bad', 'wrong', 'none', 'sure'));
    const outputs = [0, 1, 2].map((output) => itemsOf(done, 'Read', output));
    expect(outputs.map((items) => items.map(({ pairedItem }) => (pairedItem as { item: number }).item))).toEqual(
      expected,
    );
    const failed = outputs.flat().filter(({ json }) => 'error' in json);
    expect(failed).toMatchObject([{ json: { error: expect.stringContaining('(R130)') } }]);
    expect(
      outputs[1]?.map(({ json: { missing, invalid, lowConfidence } }) => [missing, invalid, lowConfidence]),
    ).toEqual([
      [[], ['CPF do titular', 'total'], ['total']],
      [['cpf'], [], []],
    ]);
    expect(outputs[0]?.[0]?.json).toMatchObject({ missing: [], invalid: [], needsReview: false });
  });

  test('several files of one item are read behind Split Out, each as an item', async () => {
    const form = new FormData();
    for (const kind of ['sure', 'wrong']) form.set(kind, new Blob([`/${kind}`], { type: 'application/pdf' }), 'a.pdf');
    const body = { method: 'POST', body: form, headers: { connection: 'close' } };
    const done = await executionOf('files', () => fetch(host.webhookUrl('files'), body));
    // n8n stores uploads in the order in which they are written to disk.
    expect(
      jsonOf(done, 'Read')
        .map(({ type }) => String(type))
        .sort(),
    ).toEqual(['sure', 'wrong']);
  });

  test('names are chosen from a list, typed, or come from an expression', async () => {
    const names = async (operation: string, filter: string) => {
      const { results } = await host.api<{ results: Array<{ value: string }> }>(
        'POST',
        '/dynamic-node-parameters/resource-locator-results',
        {
          path: 'parameters.options.fieldRules.rule[0].name',
          methodName: 'searchFieldNames',
          nodeTypeAndVersion: { name: 'n8n-nodes-document-processing.documentProcessing', version: 1 },
          currentNodeParameters: { resource: 'document', operation },
          filter,
        },
      );
      return results.map(({ value }) => value);
    };
    expect(await names('extractPaymentCard', '')).toEqual(['expiry_month', 'network', 'number']);
    expect(await names('extractDriverLicence', 'nasc')).toEqual(['data_nascimento']);
    expect(await names('extractContent', 'EXPIRY')).toEqual(['expiry_month']);
    expect(service.requests).toEqual([]);

    expect(jsonOf(await run('chosen', kinds('wrong')), 'Read')).toEqual([
      {
        fields: { total: '10 reais', cpf: '111.444.777-36' },
        invalid: ['CPF do titular', 'total'],
        needsReview: true,
        requestId: expect.any(String),
      },
    ]);
    const [{ parts = [] } = {}] = service.requests;
    expect(parts.filter(({ name }) => name === 'tags').map(({ data }) => data.toString())).toEqual([
      'country=bra',
      'id=wrong',
      'type=invoice',
    ]);
  });

  test('what cannot be right is refused before anything is sent', async () => {
    const cases: Array<[item: object, message: string]> = [
      [{ format: 'phone' }, 'The rule for the field "a" has the unknown format "phone"'],
      [{ format: 'regex', pattern: '(' }, 'The pattern of the rule for the field "a" cannot be used'],
      [{ format: 'regex' }, 'The pattern of the rule for the field "a" cannot be used: it is empty'],
      [{ name: ' a ' }, 'The option "Field Rules" has two rules for the field "a"'],
      [{ name: '' }, 'A rule in the option "Field Rules" has no field name'],
      [{ ofRule: 80 }, '"Minimum Score" of the rule for the field "b" is "80", not a number from 0 to 1'],
      [{ minScore: '0,8' }, 'The option "Minimum Score" is "0,8", not a number from 0 to 1'],
      [{ output: 'html' }, 'The parameter "Output" is "html"'],
      [{ output: 'selectedFields', selectedFields: [] }, 'The parameter "Selected Fields" is empty'],
    ];
    const errors = jsonOf(
      await run(
        'refused',
        cases.map(([item]) => item),
      ),
      'Read',
    ).map(({ error }) => error);
    expect(errors).toEqual(cases.map(([, message]) => expect.stringContaining(message)));
    expect(service.requests).toEqual([]);
  });

  test('a batch that stops says where', async () => {
    const stopped = await run('batch', kinds('sure', 'sure', 'bad', 'sure'));
    expect(stopped.status).toBe('error');
    expect(stopped.data.resultData.error).toMatchObject({
      message: 'Unsupported file format (R130) [item 2]',
      description: expect.stringMatching(/Sent: 3 items \(0 to 2\) of 4\. .*billed: 2 items \(0 to 1\)/),
    });
    expect(service.requests).toHaveLength(3);
  });

  test('the bill is compared, held against a budget, and refused where an option cannot be right', async () => {
    const items = [
      { compareWith: 'previousPeriod' },
      { compareWith: 'sameDaysLastWeek' },
      { compareWith: 'last4SameWeekdays' },
      { compareWith: 'none', monthlyBudget: 200, currency: 'brl' },
      { compareWith: 'lastYear' },
      { monthlyBudget: 0 },
      { currency: 'R$' },
      { price: '1,5' },
      { price: -1 },
    ];
    const bills = jsonOf(await run('bill', items), 'Read');
    expect(bills.slice(0, 3)).toMatchObject([
      { billingCount: 200, previousBillingCount: 1, changeBillingCount: 199 },
      { previousBillingCount: 10 },
      { previousBillingCount: 10 },
    ]);
    // Ten workdays and five days of weekends before, at 0.50 a unit: 52.50, then 152.50.
    expect(bills[3]).toMatchObject({
      budget: { month: '2026-11', until: '2026-11-16', limit: 200, used: 152.5, currency: 'BRL', unpriced: [] },
      budgetUsed: 76.2,
      crossed: [50],
      unusual: [{ service: 'content-extraction', day: '2026-11-16', expected: 10, actual: 200 }],
      slackBlocks: expect.any(Array),
      teamsCard: { type: 'AdaptiveCard' },
    });
    expect(bills[3]).not.toHaveProperty('previousBillingCount');
    for (const [index, option] of ['Compare With', 'Monthly Budget', 'Currency'].entries())
      expect(bills[4 + index]?.['error']).toContain(`The option "${option}" is `);
    for (const bill of bills.slice(7)) expect(bill['error']).toContain('The price of "Content Extraction" is ');
  });

  test('a start is refused where the service cannot call back, and sent if one insists', async () => {
    const [refused] = jsonOf(await run('reach', [{}]), 'Read');
    expect(refused).toMatchObject({
      error: expect.stringMatching(/cannot call this n8n back at "(?:localhost|127\.0\.0\.1):\d+"/),
      message: expect.stringMatching(/N8N_WEBHOOK_URL .*WEBHOOK_URL.*tunnel.*"Send Anyway"/),
    });
    // That host does not exist, so the request fails.
    const [sent] = jsonOf(await run('anyway', [{}]), 'Read');
    expect(sent).toMatchObject({ error: expect.not.stringContaining('cannot call this n8n back') });
  });
});
