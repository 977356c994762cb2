import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { INode } from 'n8n-workflow';
import { startSandbox } from '../support/sandbox.ts';
import type { RunningSandbox } from '../support/sandbox.ts';
import { chosenLines, jsonOf, waitFor } from './n8n.ts';
import type { Host } from './n8n.ts';
import { sharedHost } from './sharedHost.ts';
import { root } from './lines.ts';
import { credentialFor, node, workflow } from './workflowJson.ts';
import { createTable, readExample, withTable } from './exampleFile.ts';

const EXAMPLES = [
  'extraction-to-trigger',
  'wait-in-one-execution',
  'enrichment-of-a-list',
  'results-to-data-table',
] as const;
const INVOICE = {
  orderNumber: 'ORDER-1001',
  seller: 'Oficina de Ideias Exemplo Ltda',
  amount: 980,
  date: '2025-01-14',
};
const FILE = new Blob([readFileSync(join(root, 'sandbox/samples/service-invoice.pdf'))], { type: 'application/pdf' });

describe.each(chosenLines())('the examples in n8n %s', (line) => {
  let host: Host;
  let sandbox: RunningSandbox;
  let ids: Record<string, string>;
  let results: Awaited<ReturnType<typeof createTable>>;

  beforeAll(async () => {
    sandbox = await startSandbox();
    host = await sharedHost(line);
    await host.createCredentials([credentialFor(sandbox.baseUrl, sandbox.token)]);
    results = await createTable(host, 'Document results', {
      delivery: 'string',
      order: 'string',
      seller: 'string',
      amount: 'number',
      invoiceDate: 'string',
      error: 'string',
    });
    const workflowOf = (name: string) => withTable(readExample(name), results.id);
    ids = await host.createWorkflows(Object.fromEntries(EXAMPLES.map((name) => [name, workflowOf(name)])));
    for (const id of Object.values(ids)) await host.activate(id);
  });
  afterAll(async () => {
    await sandbox?.stop();
  });

  /** Fills in the form at the start of an example. */
  const submit = async (name: (typeof EXAMPLES)[number], fields: Array<string | Blob>): Promise<void> => {
    const form = new FormData();
    for (const [index, field] of fields.entries())
      if (typeof field === 'string') form.append(`field-${index}`, field);
      else form.append(`field-${index}`, field, 'invoice.pdf');
    const start = readExample(name).nodes.find(({ type }) => type === 'n8n-nodes-base.formTrigger');
    const response = await fetch(`${host.url}/form/${start?.webhookId}`, { method: 'POST', body: form });
    expect(response.status).toBe(200);
  };
  /** What a node output in the successful executions of a mode. */
  const outputs = async (name: string, node: string, mode: string) => {
    const finished = (await host.executions(ids[name] ?? '')).filter(
      (one) => one.mode === mode && one.status === 'success',
    );
    return (await Promise.all(finished.map(async ({ id }) => jsonOf(await host.execution(id), node)))).flat();
  };

  test('extraction to the trigger', async () => {
    await submit('extraction-to-trigger', [INVOICE.orderNumber, FILE]);
    const items = await waitFor(async () => {
      const found = await outputs('extraction-to-trigger', 'Invoice of the order', 'webhook');
      return found.length > 0 && found;
    });
    expect(items).toEqual([{ ...INVOICE, error: null }]);
  });

  test('wait in one execution', async () => {
    await submit('wait-in-one-execution', [INVOICE.orderNumber, FILE]);
    const execution = await waitFor(async () => {
      const [only] = await host.executions(ids['wait-in-one-execution'] ?? '');
      return only?.status === 'success' && (await host.execution(only.id));
    });
    expect(jsonOf(execution, 'Invoice of the order')).toEqual([{ ...INVOICE, error: null }]);
    expect(jsonOf(execution, 'What happened')).toEqual([]);
    expect(await host.executions(ids['wait-in-one-execution'] ?? '')).toHaveLength(1);
  });

  test('enrichment of a list', async () => {
    await submit('enrichment-of-a-list', ['']);
    const rows = await waitFor(async () => {
      const found = await outputs('enrichment-of-a-list', 'Row with its result', 'webhook');
      return found.length >= 3 && found;
    });
    const byId = Object.fromEntries(rows.map((row) => [row['id'], row]));
    expect(rows).toHaveLength(3);
    expect(byId).toMatchObject({
      'C-1': {
        name: 'Ana Exemplo',
        situation: 'SINTÉTICA',
        answer: { query: 'pf', parameters: { cpf: '52998224725' }, correlationId: 'C-1' },
      },
      'C-2': {
        name: 'Bruno Modelo',
        answer: { query: 'pf', parameters: { cpf: '11144477735' }, correlationId: 'C-2' },
      },
      'C-3': {
        name: 'Carla Amostra',
        answer: { query: 'pf', parameters: { cpf: '39053344705' }, correlationId: 'C-3' },
      },
    });
  });

  test('stop at the budget reads as much of its queue as the month has left', async () => {
    const files = createServer((_, response) => void FILE.bytes().then((bytes) => response.end(bytes)));
    await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve));
    try {
      const fileUrl = `http://127.0.0.1:${(files.address() as AddressInfo).port}/invoice.pdf`;
      const table = await createTable(host, 'Queue', { fileUrl: 'string', state: 'string' });
      // In n8n 1 a cell that a person has emptied has an empty text.
      await table.insert(Array.from({ length: 5 }, (_, index) => ({ fileUrl, ...(index === 1 ? { state: '' } : {}) })));
      expect((await fetch(`${sandbox.baseUrl}/_sandbox/reset`, { method: 'POST' })).status).toBe(200);
      const example = withTable(readExample('stop-at-budget'), table.id);
      for (const { parameters } of example.nodes)
        if (parameters['resource'] === 'billing') parameters['options'] = { monthlyBudget: 3 };
      const id = await host.createWorkflow(example);
      const first = await host.runToItsEnd(id, 'Every hour');
      expect(jsonOf(first, 'Budget of the month')).toMatchObject([{ remaining: 3, withinBudget: true }]);
      expect(jsonOf(first, 'Read document')).toHaveLength(3);
      const second = await host.runToItsEnd(id, 'Every hour');
      expect(jsonOf(second, 'Hold the queue')).toMatchObject([{ remaining: 0 }]);
      expect(jsonOf(second, 'Read document')).toEqual([]);
      expect((await table.rows()).map(({ state }) => state)).toEqual(['done', 'done', 'done', null, null]);
    } finally {
      files.close();
    }
  });

  test('results to a data table, in which what comes again takes the place of its row', async () => {
    await submit('results-to-data-table', [INVOICE.orderNumber, FILE]);
    const [result] = await waitFor(async () => {
      const found = await outputs('results-to-data-table', 'Document Processing Trigger', 'webhook');
      return found.length > 0 && found;
    });
    const row = {
      delivery: `${String(result?.['deliveryId'])}-0`,
      order: INVOICE.orderNumber,
      seller: INVOICE.seller,
      amount: INVOICE.amount,
      invoiceDate: INVOICE.date,
    };
    expect(await results.rows()).toMatchObject([row]);
    const table = withTable(readExample('results-to-data-table'), results.id).nodes.find(
      ({ name }) => name === 'Results table',
    ) as INode;
    const set = { mode: 'raw', jsonOutput: JSON.stringify({ ...row, seller: 'Another' }), options: {} };
    const again = workflow(
      'Again',
      [node('Start', 'n8n-nodes-base.manualTrigger', 1), node('Result', 'n8n-nodes-base.set', 3.4, set), table],
      ['Start', 'Result', table.name],
    );
    expect((await host.runToItsEnd(await host.createWorkflow(again), 'Start')).status).toBe('success');
    expect(await results.rows()).toMatchObject([{ ...row, seller: 'Another' }]);
  });

  /** What comes out of a node of an example for items of the service; the nodes that it asks by name are before it. */
  const columnsOf = async (name: string, columns: string, items: object[]) => {
    const raw = (title: string, json: object) =>
      node(title, 'n8n-nodes-base.set', 3.4, { mode: 'raw', jsonOutput: JSON.stringify(json), options: {} });
    const made = workflow(
      `${name} of odd answers`,
      [
        node('Begin', 'n8n-nodes-base.manualTrigger', 1),
        raw('Start', { 'Customer ID': '12' }),
        raw('Document Processing Trigger', { correlationId: '12' }),
        raw('Upload', { 'Order number': '7' }),
        raw('Invoices of the folder', { fileName: 'a.pdf' }),
        raw('Answers', { answers: items }),
        node('Each', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'answers', options: {} }),
        readExample(name).nodes.find((one) => one.name === columns) as INode,
      ],
      ['Begin', 'Start', 'Document Processing Trigger', 'Upload', 'Invoices of the folder', 'Answers', 'Each', columns],
    );
    return jsonOf(await host.runToItsEnd(await host.createWorkflow(made), 'Begin'), columns);
  };

  // Of an invoice of two pages the second has no amount; what was read off the paper may be no number.
  const ODD = [980, null, '1.025,00', undefined, [10, 20], 0].map((valor_liquido) => ({ fields: { valor_liquido } }));
  const FAILED = { error: 'Unsupported file format (R130)', requestId: 'r' };

  test.each([
    ['extraction-to-trigger', 'Invoice of the order'],
    ['wait-in-one-execution', 'Invoice of the order'],
    ['results-to-table', 'Columns'],
    ['results-to-data-table', 'Columns'],
  ])('%s says why a row has no amount, and loses no row', async (name, columns) => {
    expect((await columnsOf(name, columns, [...ODD, FAILED])).map(({ amount, error }) => [amount, error])).toEqual([
      [980, null],
      [null, 'No amount was read'],
      [null, 'The amount is no number: 1.025,00'],
      [null, 'No amount was read'],
      [null, 'The amount is no number: 10,20'],
      [0, null],
      [null, FAILED.error],
    ]);
  });

  test('results to a table has no date that its database would refuse, and says so', async () => {
    const dates = ['2025-01-14', null, '5 dez 2024', ' ', '2024-02-30', '2024-05', ['2025-01-31', '2025-02-01']];
    const items = dates.map((data_emissao) => ({ fields: { valor_liquido: 1, data_emissao } }));
    const rows = await columnsOf('results-to-table', 'Columns', items);
    expect(rows.map(({ invoice_date: date, error }) => [date, error])).toEqual([
      ['2025-01-14', null],
      [null, null],
      [null, 'The date is no date: 5 dez 2024'],
      [null, 'The date is no date:  '],
      [null, 'The date is no date: 2024-02-30'],
      [null, 'The date is no date: 2024-05'],
      [null, 'The date is no date: 2025-01-31,2025-02-01'],
    ]);
  });

  test('contract by sections keeps the rows beside a table of another shape', async () => {
    const row = { quota: '10' };
    const sections = [{ t: [row] }, [{ name: 't', rows: [row] }, { foo: 1 }], {}];
    const items = sections.map((tables, index) => ({ sectionNumber: index, section: 's', fields: {}, tables }));
    const found = await columnsOf('contract-sections', 'Columns', items);
    expect(found.map(({ rows }) => rows)).toEqual([[row], [row, { foo: 1 }], []]);
  });

  test('invoices to rows keeps an amount that is no number as it was read', async () => {
    const rows = await columnsOf('invoices-to-rows', 'Columns', [...ODD, FAILED]);
    expect(rows.map(({ net }) => net)).toEqual([980, null, '1.025,00', null, [10, 20], 0, null]);
  });

  test('invoices to rows says why a row has no amount, or nothing at all', async () => {
    const fields = [
      { numero_nota_fiscal: '1', valor_liquido: 0 },
      { numero_nota_fiscal: '1', valor_total_nota: 5 },
      { chave_acesso: '35', valor_total: 5, download_mimetype: 'application/pdf' },
    ];
    const rows = await columnsOf('invoices-to-rows', 'Columns', [...fields.map((one) => ({ fields: one })), FAILED]);
    expect(rows.map(({ error }) => error ?? null)).toEqual([
      null,
      'No amount was read',
      'No field of a Brazilian service invoice (NFS-e) was found',
      FAILED.error,
    ]);
  });

  test.each(['Row of the result', 'Chosen customers'])(
    'enrichment of a list knows numbers by their text: %s',
    async (filter) => {
      const customers = [{ id: 12 }, { id: '12' }, { id: 123 }, { id: null }];
      expect(await columnsOf('enrichment-of-a-list', filter, customers)).toEqual([{ id: 12 }, { id: '12' }]);
    },
  );
});
