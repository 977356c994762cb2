import { startSandbox } from '../../demo/sandbox.ts';
import type { RunningSandbox } from '../../demo/sandbox.ts';
import { chosenLines, createHost, jsonOf, packTarball, waitFor } from '../n8n.ts';
import type { Host } from '../n8n.ts';
import { CREDENTIAL } from '../workflowJson.ts';
import { expectImportable, readExample } from './support/examples.ts';

const EXAMPLES = ['extraction-to-trigger', 'wait-in-one-execution', 'enrichment-of-a-list'] as const;
const BUTTON = 'When clicking ‘Execute workflow’';
const RECEIPT = { orderNumber: 'ORDER-1001', payee: 'Gustavo Exemplo Prado', amount: 87.65, date: '2025-02-28' };

describe.each(chosenLines())('the examples in n8n %s', (line) => {
  let host: Host;
  let sandbox: RunningSandbox;
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    sandbox = await startSandbox();
    host = await createHost(line);
    host.install(packTarball());
    const data = { baseUrl: sandbox.baseUrl, accessToken: sandbox.token };
    await host.importCredentials([{ ...CREDENTIAL.documentProcessingApi, type: 'documentProcessingApi', data }]);
    const imported = await host.importWorkflows(EXAMPLES.map(readExample));
    for (const [index, name] of EXAMPLES.entries()) ids[name] = imported[index] as string;
    await host.start();
    for (const id of imported) await host.activate(id);
  });
  afterAll(async () => {
    await host?.dispose();
    await sandbox?.stop();
  });

  const press = async (name: (typeof EXAMPLES)[number]): Promise<string> => {
    const { executionId } = await host.runManually(ids[name] ?? '', BUTTON);
    return executionId ?? '';
  };
  /** What a node output in the successful executions of a mode. */
  const outputs = async (name: string, node: string, mode: string) => {
    const finished = (await host.executions(ids[name] ?? '')).filter(
      (one) => one.mode === mode && one.status === 'success',
    );
    return (await Promise.all(finished.map(async ({ id }) => jsonOf(await host.execution(id), node)))).flat();
  };

  test('extraction to the trigger', async () => {
    await press('extraction-to-trigger');
    const items = await waitFor(async () => {
      const found = await outputs('extraction-to-trigger', 'Receipt of the order', 'webhook');
      return found.length > 0 && found;
    });
    expect(items).toEqual([RECEIPT]);
  });

  test('wait in one execution', async () => {
    const id = await press('wait-in-one-execution');
    const execution = await waitFor(async () => {
      const { status } = (await host.executions(ids['wait-in-one-execution'] ?? '')).find((one) => one.id === id) ?? {};
      return status === 'success' && (await host.execution(id));
    });
    expect(jsonOf(execution, 'Receipt of the order')).toEqual([RECEIPT]);
    expect(jsonOf(execution, 'What happened')).toEqual([]);
    expect(await host.executions(ids['wait-in-one-execution'] ?? '')).toHaveLength(1);
  });

  test('enrichment of a list', async () => {
    await press('enrichment-of-a-list');
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
});

test.each(EXAMPLES)('%s can be imported anywhere', expectImportable);
