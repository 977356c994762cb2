// The same folder twice in real n8n, whose deduplication store is in its database: the second time in another process.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { envelope, failure } from '../support/envelope.ts';
import { contentItem, field } from '../support/samples.ts';
import { startServer } from '../support/server.ts';
import type { RecordingServer } from '../support/server.ts';
import { chosenLines, createHost, itemsOf } from './n8n.ts';
import type { Host } from './n8n.ts';
import { action, credentialFor, node, workflow } from './workflowJson.ts';
import type { WorkflowJson } from './restApi.ts';

const FILES = ['bad', 'copy of sure', 'sure', 'unsure'];
const CONTENT: Record<string, string> = { 'copy of sure': 'sure' };

const readingWorkflow = (folder: string, name: string, options: object, ends: string[]): WorkflowJson => {
  const made = workflow(
    name,
    [
      node('Start', 'n8n-nodes-base.manualTrigger', 1),
      node('Files', 'n8n-nodes-base.readWriteFile', 1, { fileSelector: `${folder}/*.pdf`, options: {} }),
      action(
        'Read',
        {
          resource: 'document',
          operation: 'extractContent',
          options: { skipAlreadyRead: true, minScore: 0.5, maxConcurrency: 1, ...options },
        },
        { onError: 'continueErrorOutput' },
      ),
      ...ends.map((end) => node(end, 'n8n-nodes-base.noOp', 1)),
    ],
    ['Start', 'Files', 'Read'],
  );
  const main = ends.map((end) => [{ node: end, type: 'main' as const, index: 0 }]);
  return { ...made, connections: { ...made.connections, Read: { main } } };
};

const TWO = ['Done', 'Already Read', 'Failed'];
type Name = 'two' | 'three' | 'forgetting';
const THREE = ['Done', 'Needs Review', 'Already Read', 'Failed'];

describe.each(chosenLines())('files already read in n8n %s', (line) => {
  let host: Host;
  let service: RecordingServer;
  let ids: Record<Name, string>;
  let first: Record<Name, Awaited<ReturnType<typeof run>>>;
  const folder = mkdtempSync(join(tmpdir(), 'already-read-'));

  beforeAll(async () => {
    for (const name of FILES) writeFileSync(join(folder, `${name}.pdf`), `%PDF-1.4\n${CONTENT[name] ?? name}\n%%EOF`);
    service = await startServer((request) => {
      const content = request.parts[0]?.data.toString().split('\n')[1] ?? '';
      if (content === 'bad') return { status: 400, json: failure('R130', 'Unsupported file format') };
      const score = content === 'sure' ? 0.9 : 0.1;
      return { json: envelope([contentItem({ type: content, fields: [field('a', '1', score)] })]) };
    });
    host = await createHost(line, { readableFolders: [folder] });
    await host.start();
    await host.createCredentials([credentialFor(service.url)]);
    ids = await host.createWorkflows({
      two: readingWorkflow(folder, 'Two outputs', {}, TWO),
      three: readingWorkflow(folder, 'Three outputs', { reviewOutput: true }, THREE),
      forgetting: readingWorkflow(folder, 'Forget', { forgetAlreadyRead: "={{ $json.fileName === 'sure.pdf' }}" }, TWO),
    });
    first = { two: await run('two', TWO), three: await run('three', THREE), forgetting: await run('forgetting', TWO) };
    // Another process knows only what is in the database.
    await host.stop();
    await host.start();
  });
  afterAll(async () => {
    await host?.dispose();
    await service?.close();
    rmSync(folder, { recursive: true });
  });

  /** The content of the files that were sent, and the files whose items came to each end. */
  async function run(name: Name, ends: string[]) {
    const execution = await host.runToItsEnd(ids[name], 'Start');
    const input = itemsOf(execution, 'Files').map(({ json }) => String(json['fileName']).replace('.pdf', ''));
    const nameOf = ({ pairedItem }: { pairedItem?: unknown }) => input[(pairedItem as { item: number }).item];
    const outputs = Object.fromEntries(
      ends.map((end, output) => [end, itemsOf(execution, 'Read', output).map(nameOf).sort()]),
    );
    // What the node put out is what came to the end behind that output.
    for (const [output, end] of ends.entries())
      expect(itemsOf(execution, end).length).toBe(itemsOf(execution, 'Read', output).length);
    const sent = service.requests.splice(0).map(({ parts }) => parts[0]?.data.toString().split('\n')[1]);
    return { execution, outputs, sent: sent.sort() };
  }

  test('the second run sends only what failed, and the others leave with their files', async () => {
    expect(first.two.sent).toEqual(['bad', 'sure', 'unsure']);
    expect(first.two.outputs).toEqual({ Done: ['copy of sure', 'unsure'], 'Already Read': ['sure'], Failed: ['bad'] });
    const second = await run('two', TWO);
    expect(second.sent).toEqual(['bad']);
    expect(second.outputs).toEqual({ Done: [], 'Already Read': ['copy of sure', 'sure', 'unsure'], Failed: ['bad'] });
    for (const { json, binary } of itemsOf(second.execution, 'Already Read')) {
      expect(FILES.map((name) => `${name}.pdf`)).toContain(json['fileName']);
      expect(binary?.['data']).toMatchObject({ fileName: json['fileName'], id: expect.stringMatching(/^filesystem/) });
    }
  });

  test('with the review output there are three, in a node with a history of its own', async () => {
    expect(first.three.sent).toEqual(['bad', 'sure', 'unsure']);
    expect(first.three.outputs).toEqual({
      Done: ['copy of sure'],
      'Needs Review': ['unsure'],
      'Already Read': ['sure'],
      Failed: ['bad'],
    });
    const second = await run('three', THREE);
    expect(second.sent).toEqual(['bad']);
    expect(second.outputs['Already Read']).toEqual(['copy of sure', 'sure', 'unsure']);
  });

  test('a file that is to be forgotten is read again', async () => {
    const second = await run('forgetting', TWO);
    expect(second.sent).toEqual(['bad', 'sure']);
    expect(second.outputs['Already Read']).toEqual(['sure', 'unsure']);
  });
});
