import type { INode } from 'n8n-workflow';
import { openedForAllTests } from '../support/opened.ts';
import { startServer } from '../support/server.ts';
import { createTable, readExample, withTable } from './exampleFile.ts';
import { sampleFile } from './forms.ts';
import { chosenLines, jsonOf, waitFor } from './n8n.ts';
import type { WorkflowJson } from './n8n.ts';
import { hostWithSandbox } from './sharedHost.ts';
import { manualTrigger, setJson, splitOut, workflow } from './workflowJson.ts';

const PUBLISHED = [
  'extraction-to-trigger',
  'wait-in-one-execution',
  'enrichment-of-a-list',
  'results-to-data-table',
] as const;
type Published = (typeof PUBLISHED)[number];
const INVOICE = {
  orderNumber: 'ORDER-1001',
  seller: 'Oficina de Ideias Exemplo Ltda',
  amount: 980,
  date: '2025-01-14',
};
const FILE = sampleFile('service-invoice');

describe.each(chosenLines())('the examples in n8n %s', (line) => {
  const { host, sandbox } = hostWithSandbox(line);
  const files = openedForAllTests(() => startServer(async () => ({ body: Buffer.from(await FILE.arrayBuffer()) })));
  let ids: Record<Published, string>;
  let results: Awaited<ReturnType<typeof createTable>>;

  beforeAll(async () => {
    results = await createTable(host, 'Document results');
    const workflows = PUBLISHED.map((name) => [name, withTable(readExample(name), results.id)]);
    ids = await host.createWorkflows(Object.fromEntries(workflows) as Record<Published, WorkflowJson>);
    for (const id of Object.values(ids)) await host.activate(id);
  });

  /** What a node output in the executions that callbacks have started, once there are so many items. */
  const outputs = async (name: Published, node: string, count: number) =>
    await waitFor(async () => {
      const finished = (await host.executions(ids[name])).filter(
        ({ mode, status }) => mode === 'webhook' && status === 'success',
      );
      const items = (await Promise.all(finished.map(async ({ id }) => jsonOf(await host.execution(id), node)))).flat();
      return items.length >= count && items;
    });
  /** Creates a workflow and runs it from a trigger. */
  const run = async (json: ReturnType<typeof workflow>, trigger: string) =>
    await host.runToItsEnd(await host.createWorkflow(json), trigger);

  test('extraction to the trigger', async () => {
    await host.submit(ids['extraction-to-trigger'], [INVOICE.orderNumber, FILE]);
    const items = await outputs('extraction-to-trigger', 'Invoice of the order', 1);
    expect(items).toEqual([{ ...INVOICE, error: null }]);
  });

  test('wait in one execution', async () => {
    const id = ids['wait-in-one-execution'];
    await host.submit(id, [INVOICE.orderNumber, FILE]);
    const execution = await host.finished(id);
    expect(jsonOf(execution, 'Invoice of the order')).toEqual([{ ...INVOICE, error: null }]);
    expect(jsonOf(execution, 'What happened')).toEqual([]);
    expect(await host.executions(id)).toHaveLength(1);
  });

  test('enrichment of a list', async () => {
    await host.submit(ids['enrichment-of-a-list'], ['']);
    const rows = await outputs('enrichment-of-a-list', 'Row with its result', 3);
    const byId = Object.fromEntries(rows.map((row) => [row['id'], row]));
    expect(rows).toHaveLength(3);
    const of = (name: string, cpf: string, correlationId: string) => ({
      ...{ name, situation: 'SINTÉTICA', answer: { query: 'pf', parameters: { cpf }, correlationId } },
    });
    expect(byId).toMatchObject({
      'C-1': of('Ana Exemplo', '52998224725', 'C-1'),
      'C-2': of('Bruno Modelo', '11144477735', 'C-2'),
      'C-3': of('Carla Amostra', '39053344705', 'C-3'),
    });
  });

  test('stop at the budget reads as much of its queue as the month has left', async () => {
    const fileUrl = `${files.url}/invoice.pdf`;
    const table = await createTable(host, 'Queue');
    // In n8n 1 a cell that a person has emptied has an empty text.
    await table.insert(Array.from({ length: 5 }, (_, index) => ({ fileUrl, ...(index === 1 ? { state: '' } : {}) })));
    await sandbox.inspect('reset', {});
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
  });

  test('results to a data table, in which what comes again takes the place of its row', async () => {
    await host.submit(ids['results-to-data-table'], [INVOICE.orderNumber, FILE]);
    const [result] = await outputs('results-to-data-table', 'Document Processing Trigger', 1);
    const row = {
      delivery: `${String(result?.['deliveryId'])}-0`,
      order: INVOICE.orderNumber,
      seller: INVOICE.seller,
      amount: INVOICE.amount,
      invoiceDate: INVOICE.date,
    };
    expect(await results.rows()).toMatchObject([row]);
    const table = nodeOf('results-to-data-table', 'Results table', results.id);
    const again = workflow('Again', [BEGIN, setJson('Result', { ...row, seller: 'Another' }), table]);
    expect((await run(again, 'Begin')).status).toBe('success');
    expect(await results.rows()).toMatchObject([{ ...row, seller: 'Another' }]);
  });

  /** What comes out of a node of an example for items of the service; the nodes that it asks by name are before it. */
  const columnsOf = async (name: string, columns: string, items: object[]) => {
    const made = workflow(`${name} of odd answers`, [
      BEGIN,
      setJson('Start', { 'Customer ID': '12' }),
      setJson('Document Processing Trigger', { correlationId: '12' }),
      setJson('Upload', { 'Order number': '7' }),
      setJson('Invoices of the folder', { fileName: 'a.pdf' }),
      setJson('Answers', { answers: items }),
      splitOut('Each', 'answers'),
      nodeOf(name, columns),
    ]);
    return jsonOf(await run(made, 'Begin'), columns);
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

const BEGIN = manualTrigger('Begin');
/** A node of an example. */
const nodeOf = (example: string, name: string, table = ''): INode =>
  withTable(readExample(example), table).nodes.find((one) => one.name === name) as INode;
