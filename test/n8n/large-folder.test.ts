// n8n is killed in the middle of the example "large folder", started again, and the workflow is run again.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { envelope, failure } from '../support/envelope.ts';
import { contentItem } from '../support/samples.ts';
import { startServer } from '../support/server.ts';
import type { RecordingServer } from '../support/server.ts';
import { chosenLines, createHost, waitFor } from './n8n.ts';
import type { Host } from './n8n.ts';
import type { WorkflowJson } from './restApi.ts';
import { credentialFor } from './workflowJson.ts';
import { readExample } from './exampleFile.ts';

const BUTTON = 'When clicking ‘Execute workflow’';
const FILES = 20;
const BATCH = 4;
const BAD = 'file-3.pdf';

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
    await host.start();
    await host.createCredentials([credentialFor(service.url)]);
  });
  afterAll(async () => {
    await host?.dispose();
    await service?.close();
    rmSync(folder, { recursive: true });
  });

  test('goes on where it stopped, and sends no file twice but those of one batch', async () => {
    const id = await host.createWorkflow(adapted());
    // A request that the kill cut in the middle of its body has no parts: the service never had that file.
    const sentNames = () => service.requests.flatMap(({ parts }) => parts[0]?.filename ?? []);
    const all = Array.from({ length: FILES }, (_, index) => name(index));
    /** The types of the results, which are the names of the files here. */
    async function runToItsEnd(): Promise<string[]> {
      const { data, status } = await host.runToItsEnd(id, BUTTON);
      expect(status).toBe('success');
      expect(data.resultData.runData['Finished']).toHaveLength(1);
      return (data.resultData.runData['Use the result'] ?? [])
        .flatMap((run) => run.data?.['main']?.[0] ?? [])
        .map(({ json }) => String(json['error'] ?? json['type']));
    }

    await host.runManually(id, BUTTON);
    // In the middle of a batch, of which the service has two files whole.
    await waitFor(async () => sentNames().length >= 2 * BATCH + 2);
    await host.kill();
    await service.settled();
    await host.start();
    const before = sentNames();
    const receivedBefore = service.requests.length;
    expect(before.length).toBeLessThan(FILES);

    const results = await runToItsEnd();
    const sent = sentNames();
    expect(service.requests.slice(receivedBefore).filter(({ aborted }) => aborted)).toEqual([]);
    expect([...new Set(sent)].sort()).toEqual([...all].sort());
    const twice = sent.filter((file, index) => sent.indexOf(file) !== index && file !== BAD);
    expect(new Set(twice).size).toBe(twice.length);
    expect(twice.length).toBeGreaterThan(0);
    expect(twice.length).toBeLessThanOrEqual(BATCH);
    // Two batches had ended, but for the file that cannot be read, if it was in them: folders list their files in any order.
    const failedBefore = before.slice(0, 2 * BATCH).includes(BAD) ? 1 : 0;
    expect(results).toHaveLength(FILES - 2 * BATCH + failedBefore);
    expect(results.filter((one) => one.includes('R130'))).toHaveLength(1);
    process.stdout.write(`n8n ${line}: killed after ${before.length} requests; ${twice.length} files sent again\n`);

    // A third run has nothing to do but to try again what failed.
    expect(await runToItsEnd()).toEqual([expect.stringContaining('R130')]);
    expect(sentNames().slice(sent.length)).toEqual([BAD]);
  });

  /** The example with the test's folder and batch size. */
  function adapted(): WorkflowJson {
    const workflow = JSON.parse(
      JSON.stringify(readExample('large-folder')).replaceAll('/home/node/.n8n-files', folder),
    ) as WorkflowJson;
    for (const { parameters, name: node } of workflow.nodes)
      if (node === 'Loop Over Items') parameters['batchSize'] = BATCH;
    return workflow;
  }
});
