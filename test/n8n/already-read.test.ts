// The same folder twice in real n8n, whose deduplication store is in its database: the second time in another process.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { envelope, failure } from '../support/envelope.ts';
import { contentItem } from '../support/samples.ts';
import { startServer } from '../support/server.ts';
import type { RecordingServer } from '../support/server.ts';
import { chosenLines, createHost, itemsOf } from './n8n.ts';
import type { Host } from './n8n.ts';
import { action, credentialFor, node, workflow } from './workflowJson.ts';

const CONTENTS: Record<string, string> = { bad: 'bad', 'copy of one': 'one', one: 'one', other: 'other' };
const OUTPUTS = ['Done', 'Already Read', 'Failed'];

describe.each(chosenLines())('files already read in n8n %s', (line) => {
  let host: Host;
  let service: RecordingServer;
  let id: string;
  const folder = mkdtempSync(join(tmpdir(), 'already-read-'));

  beforeAll(async () => {
    for (const [name, content] of Object.entries(CONTENTS))
      writeFileSync(join(folder, `${name}.pdf`), `%PDF-1.4\n${content}\n%%EOF`);
    service = await startServer(({ parts }) =>
      parts[0]?.data.includes('bad')
        ? { status: 400, json: failure('R130', 'Unsupported file format') }
        : { json: envelope([contentItem()]) },
    );
    host = await createHost(line, { readableFolders: [folder] });
    await host.start();
    await host.createCredentials([credentialFor(service.url)]);
    const options = { skipAlreadyRead: true, maxConcurrency: 1 };
    const reading = workflow(
      'Twice',
      [
        node('Start', 'n8n-nodes-base.manualTrigger', 1),
        node('Files', 'n8n-nodes-base.readWriteFile', 1, { fileSelector: `${folder}/*.pdf`, options: {} }),
        action(
          'Read',
          { resource: 'document', operation: 'extractContent', options },
          { onError: 'continueErrorOutput' },
        ),
        ...OUTPUTS.map((name) => node(name, 'n8n-nodes-base.noOp', 1)),
      ],
      ['Start', 'Files', 'Read'],
    );
    const main = OUTPUTS.map((name) => [{ node: name, type: 'main' as const, index: 0 }]);
    id = await host.createWorkflow({ ...reading, connections: { ...reading.connections, Read: { main } } });
  });
  afterAll(async () => {
    await host?.dispose();
    await service?.close();
    rmSync(folder, { recursive: true });
  });

  /** How many files were sent, and which ones came to each end. */
  async function run() {
    const execution = await host.runToItsEnd(id, 'Start');
    const input = itemsOf(execution, 'Files').map(({ json }) => String(json['fileName']).replace('.pdf', ''));
    const ends = OUTPUTS.map((end, output) => {
      const items = itemsOf(execution, 'Read', output);
      expect(itemsOf(execution, end)).toHaveLength(items.length);
      return items.map(({ pairedItem }) => input[(pairedItem as { item: number }).item]).sort();
    });
    return { execution, ends, sent: service.requests.splice(0).length };
  }

  test('are not sent by the second run, and leave by an output of their own with their file', async () => {
    expect(await run()).toMatchObject({ ends: [['copy of one', 'other'], ['one'], ['bad']], sent: 3 });
    // Another process knows only what is in the database.
    await host.stop();
    await host.start();
    const second = await run();
    expect(second).toMatchObject({ ends: [[], ['copy of one', 'one', 'other'], ['bad']], sent: 1 });
    for (const { json, binary } of itemsOf(second.execution, 'Already Read'))
      expect(binary?.['data']).toMatchObject({ fileName: json['fileName'], id: expect.stringMatching(/^filesystem/) });
  });
});
