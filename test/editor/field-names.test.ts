import { join } from 'node:path';
import { root } from '../n8n/lines.ts';
import { jsonOf } from '../n8n/restApi.ts';
import { action, uploadForm, workflow } from '../n8n/workflowJson.ts';
import { editorForAllTests } from './editor.ts';

const NAME = 'Document Processing';
const INVOICE = join(root, 'sandbox/samples/service-invoice.pdf');

const editor = editorForAllTests({ width: 1440, height: 1200 });

/** A form for a file and the node, which is open then. */
async function openForm(operation: string, parameters: object = {}) {
  const form = uploadForm(`names-${operation}-${Date.now()}`);
  const reading = {
    ...action(NAME, { resource: 'document', operation, ...parameters }),
    position: [260, 0] as [number, number],
    credentials: await editor.credential(),
  };
  const id = await editor.openNew(workflow(`Names of ${operation}`, [form, reading]));
  return { id, panel: await editor.openNode(NAME) };
}

test('a field rule is for a name picked from the list, or for one that is typed', async () => {
  const { id, panel } = await openForm('extractInvoice');
  await panel.addOption('Field Rules');
  await panel.addEntry('fieldRules');
  await panel.openNames('name');
  expect(await panel.offeredNames()).toEqual(expect.arrayContaining(['cpf_cnpj', 'tabela_servico.valor_servico']));
  await editor.picture('docs/pictures/field-names.png');
  await panel.pick('numero', 'numero_rps');
  expect(await panel.nameIn('name')).toBe('numero_rps');
  await panel.turnOn('required');
  await panel.addEntry('fieldRules');
  await panel.typeName('name', 'By Name', 'meu_campo', 1);
  await panel.turnOn('required', 1);
  await panel.close();
  const [json] = jsonOf(await editor.execute(id, { file: INVOICE }), NAME);
  expect(json?.['missing']).toEqual(expect.arrayContaining(['meu_campo']));
  expect(json?.['invalid']).toEqual([]);
});

test('selected fields are chosen from the list, and others typed', async () => {
  const { id, panel } = await openForm('extractInvoice', {
    output: 'selectedFields',
    selectedFields: ['of_another_workflow'],
  });
  await panel.choose('selectedFields', 'numero_nota_fiscal');
  await editor.page.keyboard.press('Escape');
  await panel.addValue('Add Field');
  await panel.fill('otherFields', 'valor_total_nota');
  await panel.close();
  const [json] = jsonOf(await editor.execute(id, { file: INVOICE }), NAME);
  expect(json?.['fields']).toEqual({
    of_another_workflow: null,
    numero_nota_fiscal: expect.stringMatching(/\d/),
    valor_total_nota: expect.stringMatching(/\d/),
  });
});

test('a tag is found in the list, and texts of a saved workflow are shown as they are', async () => {
  const { panel } = await openForm('extractContent', { options: { tags: ['country=bra'] } });
  expect(await panel.nameIn('tags')).toBe('country=bra');
  await panel.addValue('Add Tag');
  await panel.openNames('tags', 1);
  expect(await panel.offeredNames()).toEqual(expect.arrayContaining(['country=…', 'std-type=…']));
  await panel.pick('std-type=invoice', 'std-type=invoice');
  expect(await panel.nameIn('tags', 1)).toBe('std-type=invoice');
  await panel.close();
});
