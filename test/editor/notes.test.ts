// The notes of the examples, in both lines of n8n: 1.123 sets text wider, so that a note that fits there has room in 2.41.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { readExample } from '../n8n/exampleFile.ts';
import { root } from '../n8n/lines.ts';
import { createHost, lines } from '../n8n/n8n.ts';
import type { Host } from '../n8n/n8n.ts';
import { openBrowser } from './browser.ts';
import { Editor } from './editor.ts';

const NOTES = readdirSync(join(root, 'examples'))
  .filter((file) => file.endsWith('.json'))
  .flatMap((file) => readExample(file.replace('.json', '')).nodes)
  .filter(({ type }) => type === 'n8n-nodes-base.stickyNote')
  .map((note, index) => ({ ...note, name: note.id, position: [0, index * 500] as [number, number] }));
const OWNER = { email: 'owner@example.com', firstName: 'Test', lastName: 'Owner', password: 'Only4Tests' };

describe.each(lines)('in n8n %s', (line) => {
  let host: Host;
  let browser: Browser;
  let editor: Editor;
  beforeAll(async () => {
    host = await createHost(line, { owner: OWNER });
    await host.start();
    browser = await openBrowser();
    editor = await Editor.open(browser, { n8n: { url: host.url, ...OWNER } });
  });
  afterAll(async () => {
    await browser?.close();
    await host?.close();
  });

  test('each shows its whole text, and ends soon after', async () => {
    await editor.openWorkflow(await host.createWorkflow({ name: 'Notes', nodes: NOTES, connections: {} }));
    const empty = Object.entries(await editor.emptyInNotes());
    expect(empty).toHaveLength(NOTES.length);
    expect(empty.filter(([, pixels]) => pixels < 4 || pixels >= 80)).toEqual([]);
  });
});
