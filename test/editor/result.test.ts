import { join } from 'node:path';
import { root } from '../n8n/lines.ts';
import { itemsOf } from '../n8n/restApi.ts';
import type { WorkflowJson } from '../n8n/restApi.ts';
import { action, uploadForm, workflow } from '../n8n/workflowJson.ts';
import { editorForAllTests } from './editor.ts';

const sample = (name: string) => join(root, 'sandbox/samples', `${name}.pdf`);

const editor = editorForAllTests();
const dark = editorForAllTests({ theme: 'dark' });

/** A form for a file, and the node as it is when somebody adds it there and changes nothing. */
async function formAndNode(operation: string): Promise<WorkflowJson> {
  const form = uploadForm(`form-${operation}-${Date.now()}`);
  const reading = {
    ...action('Document Processing', { resource: 'document', operation }),
    position: [260, 0] as [number, number],
    credentials: await editor.credential(),
  };
  return workflow(`Form and ${operation}`, [form, reading]);
}

test('a file of any form is read at once, and its fields are seen first', async () => {
  const id = await editor.openNew(await formAndNode('extractContent'));
  const run = await editor.execute(id, { file: sample('service-invoice') });
  expect(run.data.resultData.error?.message).toBeUndefined();
  const panel = await editor.openNode('Document Processing');
  expect((await panel.columns())[0]).toBe('fields');
});

test.each([
  ['light', editor, 'docs/pictures/editor.png'],
  ['dark', dark, 'docs/pictures/editor-dark.png'],
] as const)("the README's first step ends at its first picture (%s)", async (_, window, picture) => {
  const run = await window.execute(await window.openExample('demo'), { file: sample('service-invoice') });
  expect(run.data.resultData.error?.message).toBeUndefined();
  const panel = await window.openNode('Document Processing');
  await panel.show('json');
  await panel.output.getByText('numero_nota_fiscal').first().waitFor();
  await window.picture(picture);
});

test('an invoice opens on its fields, not on its original file', async () => {
  const id = await editor.openNew(await formAndNode('extractInvoice'));
  const run = await editor.execute(id, { file: sample('service-invoice') });
  const [item] = itemsOf(run, 'Document Processing');
  expect(Object.keys(item?.json ?? {})[0]).toBe('fields');
  expect(item?.binary ?? {}).toEqual({});
});

test('a protected file is explained in words, and the details of the service are a click away', async () => {
  const id = await editor.openNew(await formAndNode('extractContent'));
  const run = await editor.execute(id, { file: sample('encrypted') });
  expect(run.status).toBe('error');
  const panel = await editor.openNode('Document Processing');
  const { summary, all } = await panel.error();
  expect(summary).toContain('File Password');
  expect(summary).not.toMatch(/filePassword|\{"/);
  expect(all.length).toBeGreaterThan(summary.length);
});
