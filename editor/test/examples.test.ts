import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { root } from '../../host/lines.ts';
import { jsonOf } from '../../host/restApi.ts';
import { openBrowser } from '../browser.ts';
import { Editor } from '../editor.ts';

const sample = (name: string) => join(root, 'sandbox/samples', `${name}.pdf`);

let browser: Browser;
let editor: Editor;
beforeAll(async () => {
  browser = await openBrowser();
  editor = await Editor.open(browser, { width: 1700, height: 1200 });
});
afterAll(() => browser?.close());

test('a document uploaded in the form of the first example comes out with its fields', async () => {
  const id = await editor.openExample('demo');
  await editor.workflowPicture('examples/pictures/demo.png');
  const run = await editor.execute(id, sample('service-invoice'));
  expect(run).toMatchObject({ status: 'success', mode: 'manual' });
  const [document] = jsonOf(run, 'Document Processing');
  expect(document).toMatchObject({ stdType: 'service-invoice', fields: { numero_nota_fiscal: expect.anything() } });
});
