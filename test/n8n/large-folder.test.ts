// n8n is killed in the middle of the example "large folder", started again, and the workflow is run again.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { envelope, failure } from '../support/envelope.ts';
import { contentItem } from '../support/samples.ts';
import { startServer } from '../support/server.ts';
import type { RecordingServer } from '../support/server.ts';
import { chosenLines, createHost, packTarball, waitFor } from './n8n.ts';
import type { Host } from './n8n.ts';
import type { WorkflowJson } from './restApi.ts';
import { CREDENTIAL } from './workflowJson.ts';
import { expectImportable, readExample } from './exampleFile.ts';

const BUTTON = 'When clicking ‘Execute workflow’';
const FILES = 20;
const BATCH = 4;
const BAD = 'file-3.pdf';

interface Row {
  file: string;
  state: string;
  type: string | null;
}

describe.each(chosenLines())('the example "large folder" in n8n %s', (line) => {
  let host: Host;
  let service: RecordingServer;
  const folder = mkdtempSync(join(tmpdir(), 'large-folder-'));
  const name = (index: number) => `file-${index}.pdf`;

  beforeAll(async () => {
    mkdirSync(join(folder, 'large-folder'));
    for (let index = 0; index < FILES; index++)
      writeFileSync(join(folder, 'large-folder', name(index)), `%PDF-1.4\n${name(index)}\n%%EOF`);
    service = await startServer(async (request) => {
      await sleep(200);
      return request.parts[0]?.filename === BAD
        ? { status: 400, json: failure('R130', 'Unsupported file format') }
        : { json: envelope([contentItem({ type: request.parts[0]?.filename })]) };
    });
    host = await createHost(line, { readableFolders: [folder] });
    host.install(packTarball());
    await host.importCredentials([
      {
        ...CREDENTIAL.documentProcessingApi,
        type: 'documentProcessingApi',
        data: { baseUrl: service.url, accessToken: 'token' },
      },
    ]);
    await host.start();
  });
  afterAll(async () => {
    await host?.dispose();
    await service?.close();
    rmSync(folder, { recursive: true });
  });

  test('goes on where it stopped, sends no file twice, and says which were in flight', async () => {
    const { id: projectId } = await host.api<{ id: string }>('GET', '/projects/personal');
    const { id: table } = await host.api<{ id: string }>('POST', `/projects/${projectId}/data-tables`, {
      name: 'Large folder',
      columns: ['file', 'state', 'type', 'requestId'].map((column) => ({ name: column, type: 'string' })),
    });
    const rows = async () =>
      (await host.api<{ data: Row[] }>('GET', `/projects/${projectId}/data-tables/${table}/rows?take=100`)).data;
    const id = await host.createWorkflow(adapted(table));
    // A request that the kill cut in the middle of its body has no parts: the service never had that file.
    const sentNames = () => service.requests.flatMap(({ parts }) => parts[0]?.filename ?? []);

    await host.runManually(id, BUTTON);
    // In the middle of a batch.
    await service.arrived(2 * BATCH + 2);
    await host.kill();
    await service.settled();
    await host.start();
    const before = service.requests.length;
    const inFlight = (await rows()).filter(({ state }) => state === 'sent').map(({ file }) => file);
    expect(before).toBeLessThan(FILES);
    expect(inFlight.length).toBeGreaterThan(0);
    expect(inFlight.length).toBeLessThanOrEqual(BATCH);

    const { executionId } = await host.runManually(id, BUTTON);
    await waitFor(
      async () => (await host.executions(id)).find((one) => one.id === executionId && one.status === 'success'),
      120_000,
    );
    const sent = sentNames();
    expect(sent.filter((file, index) => sent.indexOf(file) !== index)).toEqual([]);
    expect(service.requests.slice(before).filter(({ aborted }) => aborted)).toEqual([]);
    // A file that was noted as sent, and had not left yet or was cut, is among those that are named.
    const never = Array.from({ length: FILES }, (_, index) => name(index)).filter((file) => !sent.includes(file));
    expect(never.filter((file) => !inFlight.includes(file))).toEqual([]);
    const after = await rows();
    expect(after.map(({ file }) => file).sort()).toEqual(
      Array.from({ length: FILES }, (_, index) => name(index)).sort(),
    );
    for (const { file, state, type } of after) {
      if (inFlight.includes(file)) expect(state).toBe('sent');
      else if (file === BAD) expect([state, type]).toEqual(['failed', expect.stringContaining('R130')]);
      else expect([state, type]).toEqual(['done', file]);
    }
    process.stdout.write(
      `n8n ${line}: killed after ${before} requests; ${inFlight.length} files in flight; ` +
        `${sent.length} of ${FILES} arrived, each once\n`,
    );

    // A third run has nothing to do.
    const { executionId: third } = await host.runManually(id, BUTTON);
    await waitFor(
      async () => (await host.executions(id)).find((one) => one.id === third && one.status === 'success'),
      120_000,
    );
    expect(sentNames()).toEqual(sent);
  });

  /** The example with the test's folder, table and batch size. */
  function adapted(table: string): WorkflowJson {
    const workflow = JSON.parse(
      JSON.stringify(readExample('large-folder')).replaceAll('/home/node/.n8n-files', folder),
    ) as WorkflowJson;
    for (const { parameters, name: node } of workflow.nodes) {
      if ('dataTableId' in parameters) parameters['dataTableId'] = { __rl: true, mode: 'id', value: table };
      if (node === 'Loop Over Items') parameters['batchSize'] = BATCH;
    }
    return workflow;
  }
});

test('large-folder can be imported anywhere', () => expectImportable('large-folder'));
