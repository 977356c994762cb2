// The example "Test a workflow with cassettes": recorded once, it is tested without the service and without the documents.
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openedForAllTests } from '../support/opened.ts';
import { startSandbox } from '../support/sandbox.ts';
import type { RunningSandbox } from '../support/sandbox.ts';
import { startServer } from '../support/server.ts';
import { createTable, readExample, withTable } from './exampleFile.ts';
import type { Columns } from './exampleFile.ts';
import { root } from './lines.ts';
import { chosenLines, jsonOf, waitFor } from './n8n.ts';
import { freePorts } from './settings.ts';
import { sharedHost } from './sharedHost.ts';
import { credentialFor } from './workflowJson.ts';

const EXAMPLE = 'test-with-cassettes';
const TOKEN = 'token-of-the-account';
const FIELDS = ['numero_nota_fiscal', 'valor_liquido', 'nome_prestador', 'cpf'];

interface TestRun {
  id: string;
  status: string;
  metrics: Record<string, number>;
}

describe.each(chosenLines())('in n8n %s', (line) => {
  const documents = openedForAllTests(() =>
    startServer(({ path }) => ({ body: readFileSync(join(root, `sandbox/samples${path}`)) })),
  );
  const host = sharedHost(line);
  let workflowId: string;
  let table: Awaited<ReturnType<typeof createTable>>;
  let port: number;
  const folder = mkdtempSync(join(tmpdir(), 'cassettes-'));
  const started: RunningSandbox[] = [];
  const stopSandboxes = async () => {
    for (const sandbox of started.splice(0)) await sandbox.stop();
  };
  const start = async (options: Parameters<typeof startSandbox>[0]) => {
    const sandbox = await startSandbox(options);
    started.push(sandbox);
    return sandbox;
  };

  beforeAll(async () => {
    [port = 0] = await freePorts(1);
    await host.createCredentials([credentialFor(`http://127.0.0.1:${port}`, TOKEN)]);
    const columns = ['fileUrl', 'result', ...FIELDS].map((name) => [name, 'string']);
    table = await createTable(host, 'Expected values', Object.fromEntries(columns) as Columns);
    workflowId = await host.createWorkflow(withTable(readExample(EXAMPLE), table.id));
  });
  afterAll(async () => {
    await stopSandboxes();
    rmSync(folder, { recursive: true });
  });

  /** Runs the test as the tab *Evaluations* does; the public API does it only on a plan that has evaluations. */
  const runTest = async (): Promise<TestRun> => {
    const runs = () => host.call<TestRun[]>('GET', `/workflows/${workflowId}/test-runs`);
    const before = await runs();
    await host.request('POST', `/rest/workflows/${workflowId}/test-runs/new`, {});
    return await waitFor(async () => {
      const run = (await runs()).find(({ id }) => before.every((earlier) => earlier.id !== id));
      return run && !['new', 'running'].includes(run.status) && run;
    });
  };
  test('fields are exact, wrong or missing, the same without the service and without the documents', async () => {
    const url = (name: string) => `${documents.url}/${name}.pdf`;
    const right = { numero_nota_fiscal: '00004217', valor_liquido: '980.00' };
    await table.insert([
      { fileUrl: url('service-invoice'), ...right, nome_prestador: 'Oficina de Ideias Exemplo Ltda' },
      { fileUrl: url('service-invoice'), ...right, valor_liquido: '981.00', cpf: '11144477735' },
      { fileUrl: url('contract'), cpf: '52998224725' },
      { fileUrl: url('encrypted') },
    ]);
    const account = await start({ token: TOKEN });
    await start({ port, options: ['--upstream', account.baseUrl, '--record', folder, '--keep-values'] });
    const recorded = await runTest();
    await stopSandboxes();
    // Nor are the documents asked for.
    const fetched = documents.requests.length;
    expect(readdirSync(folder)).toHaveLength(4);

    await start({ port, options: ['--replay', folder] });
    const replayed = await runTest();
    expect(documents.requests).toHaveLength(fetched);
    for (const run of [recorded, replayed])
      expect(run).toMatchObject({ status: 'completed', metrics: { exact: 5 / 4, wrong: 1 / 4, missing: 1 / 4 } });
    expect((await table.rows()).map(({ result }) => result)).toEqual([
      'exact',
      'valor_liquido: wrong (expected 981.00, read 980.00); cpf: missing (expected 11144477735)',
      'exact',
      expect.stringMatching(/^failed: .+"File Password"/),
    ]);
    // As "Execute workflow" does, for which n8n need not be registered.
    const [first] = jsonOf(await host.runToItsEnd(workflowId, 'When fetching a dataset row'), 'Compare the fields');
    const exact = { outcome: 'exact' };
    expect(first).toMatchObject({ compared: [exact, exact, exact] });
  });
});
