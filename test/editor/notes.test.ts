// The notes of the examples, in both lines of n8n: 1.123 sets text wider, so that a note that fits there has room in 2.41.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { readExample } from '../n8n/exampleFile.ts';
import { root } from '../n8n/lines.ts';
import { createHost, lines, packTarball } from '../n8n/n8n.ts';
import type { Host } from '../n8n/n8n.ts';
import { openBrowser } from './browser.ts';
import { Editor } from './editor.ts';

const EXAMPLES = readdirSync(join(root, 'examples'))
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.replace('.json', ''));
const OWNER = { email: 'owner@example.com', firstName: 'Test', lastName: 'Owner', password: 'Only4Tests' };

describe.each(lines)('in n8n %s', (line) => {
  let host: Host;
  let browser: Browser;
  let editor: Editor;
  beforeAll(async () => {
    host = await createHost(line, { owner: OWNER });
    host.install(packTarball());
    await host.start();
    browser = await openBrowser();
    editor = await Editor.open(browser, { n8n: { url: host.url, ...OWNER } });
  });
  afterAll(async () => {
    await browser?.close();
    await host?.dispose();
  });

  test.each(EXAMPLES)('the note of %s shows its whole text, and ends soon after', async (name) => {
    await editor.openWorkflow(await host.createWorkflow(readExample(name)));
    for (const empty of await editor.emptyInNotes()) {
      expect(empty).toBeGreaterThanOrEqual(4);
      expect(empty).toBeLessThan(80);
    }
  });
});
