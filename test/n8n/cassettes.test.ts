// The example "Test a workflow with cassettes": recorded once, it is tested without the service and without the documents.
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '../support/sandbox.ts';
import type { RunningSandbox } from '../support/sandbox.ts';
import { createTable, readExample, withTable } from './exampleFile.ts';
import { root } from './lines.ts';
import { chosenLines, jsonOf, waitFor } from './n8n.ts';
import type { Host } from './n8n.ts';
import { sharedHost } from './sharedHost.ts';
import { freePorts } from './settings.ts';
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
  let host: Host;
  let workflowId: string;
  let table: Awaited<ReturnType<typeof createTable>>;
  let port: number;
  let documents: Server;
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
    host = await sharedHost(line);
    await host.createCredentials([credentialFor(`http://127.0.0.1:${port}`, TOKEN)]);
    const columns = ['fileUrl', 'result', ...FIELDS].map((name) => [name, 'string']);
    table = await createTable(host, 'Expected values', Object.fromEntries(columns) as Record<string, string>);
    workflowId = await host.createWorkflow(withTable(readExample(EXAMPLE), table.id));
    documents = createServer(({ url }, response) => response.end(readFileSync(join(root, `sandbox/samples${url}`))));
    await new Promise<void>((resolve) => documents.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    documents?.close();
    await stopSandboxes();
    rmSync(folder, { recursive: true });
  });

  /** Runs the test as the tab *Evaluations* does; the public API does it only on a plan that has evaluations. */
  const runTest = async (): Promise<TestRun> => {
    const runs = () => host.api<TestRun[]>('GET', `/workflows/${workflowId}/test-runs`);
    const before = await runs();
    await host.request('POST', `/rest/workflows/${workflowId}/test-runs/new`, {});
    return await waitFor(async () => {
      const run = (await runs()).find(({ id }) => before.every((earlier) => earlier.id !== id));
      return run && !['new', 'running'].includes(run.status) && run;
    });
  };
  test('fields are exact, wrong or missing, the same without the service and without the documents', async () => {
    const url = (name: string) => `http://127.0.0.1:${(documents.address() as AddressInfo).port}/${name}.pdf`;
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
    documents.close();
    expect(readdirSync(folder)).toHaveLength(4);

    await start({ port, options: ['--replay', folder] });
    const replayed = await runTest();
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
