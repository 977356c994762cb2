import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../n8n/lines.ts';
import { jsonOf } from '../n8n/restApi.ts';
import { waitFor } from '../n8n/waiting.ts';
import { editorForAllTests, running } from './editor.ts';
import type { FormPage } from './editor.ts';

const sample = (name: string) => join(root, 'sandbox/samples', `${name}.pdf`);
const TEXT: unknown = expect.stringMatching(/./);
const UPLOAD = { file: sample('service-invoice') };
const ORDER = { ...UPLOAD, texts: { 'Order number': 'ORDER-1001' } };
const INVOICE = { orderNumber: 'ORDER-1001', amount: 980, date: '2025-01-14' };

const editor = editorForAllTests({ width: 1700, height: 1200 });

/** Opens an example, takes its picture, and returns its ID. */
async function open(name: string): Promise<string> {
  const id = await editor.openExample(name);
  await editor.workflowPicture(`examples/pictures/${name}.png`);
  return id;
}

/** Chooses what *Execute workflow* starts from, where the workflow has several triggers. */
async function chooseTrigger(name: string): Promise<void> {
  await editor.page.getByRole('button', { name: 'Select trigger node' }).click();
  await editor.page.getByText(`from ${name}`).last().click();
}

/** What a node outputs in the executions that a callback starts, once there are `count` items. */
const results = (id: string, node: string, count: number) =>
  waitFor(async () => {
    const ended = (await editor.api.executions(id)).filter(
      ({ mode, status }) => mode === 'webhook' && status === 'success',
    );
    const items = (
      await Promise.all(ended.map(async (one) => jsonOf(await editor.api.execution(one.id), node)))
    ).flat();
    return items.length >= count && items;
  });

test('who signs in finds the examples', async () => {
  const page = await editor.page.context().browser()!.newPage();
  await page.goto(running().url);
  await page.locator('input[name=emailOrLdapLoginId]').fill(running().email);
  await page.locator('input[type=password]').fill(running().password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Read a document', { exact: true }).first().waitFor();
  await page.close();
});

// Nothing is pinned, and the large button takes the start that the note names: what comes out is the user's own document.
describe('Execute workflow does what the note of the example says:', () => {
  test.each<[name: string, node: string, items: object[], ...pages: FormPage[]]>([
    ['demo', 'Document Processing', [{ stdType: 'service-invoice', fields: { numero_nota_fiscal: TEXT } }], UPLOAD],
    ['wait-in-one-execution', 'Invoice of the order', [INVOICE], ORDER],
    ['invoices-to-rows', 'Columns', [{ number: TEXT }]],
    ['contract-sections', 'Columns', [{}, {}, {}, {}, {}], { file: sample('contract') }],
    ['addresses-of-a-list', 'Columns', [{ id: 'C-1', found: true }, {}, { found: false }, {}]],
    [
      'identity-to-form',
      'Person with photo',
      [{ Name: 'Corrected Name', 'Birth date': expect.stringMatching(/\d/) }],
      { file: sample('identity') },
      { texts: { Name: 'Corrected Name' } },
    ],
    ['stop-at-budget', 'Note the result', [{ state: 'done' }, { state: 'done' }]],
  ])('%s', async (name, node, items, ...pages) => {
    const run = await editor.execute(await open(name), ...pages);
    expect(run).toMatchObject({ status: 'success', mode: 'manual' });
    expect(jsonOf(run, node)).toMatchObject(items);
  });

  test.each<[name: string, started: object[], node: string, items: object[], form: FormPage[], trigger?: string]>([
    ['extraction-to-trigger', [{ correlationId: 'ORDER-1001' }], 'Invoice of the order', [INVOICE], [ORDER]],
    ['results-to-data-table', [{}], 'Results table', [{ order: 'ORDER-1001', amount: 980 }], [ORDER]],
    [
      'enrichment-of-a-list',
      [],
      'Row with its result',
      [{ id: 'C-2', name: 'Bruno Modelo' }],
      [{ texts: { 'Customer ID': 'C-2' } }],
    ],
    [
      'overdue-results',
      [{ processId: expect.any(String) }],
      'Tick it off',
      [{ correlationId: expect.stringMatching(/\.pdf$/) }],
      [],
      'When clicking',
    ],
  ])('%s, whose result comes later', async (name, started, node, items, form, trigger = '') => {
    const id = await open(name);
    if (trigger !== '') await chooseTrigger(trigger);
    expect(jsonOf(await editor.execute(id, ...form), 'Start extraction')).toMatchObject(started);
    expect(await results(id, node, items.length)).toMatchObject(items);
  });

  test('daily billing report, whose mail is in the folder of the mails', async () => {
    const run = await editor.execute(await open('daily-billing-report'));
    const [report] = jsonOf(run, 'Consumption of yesterday');
    expect(run.status).toBe('success');
    const [mail = ''] = readdirSync(running().mails);
    expect(readFileSync(join(running().mails, mail, 'mail.html'), 'utf8')).toContain('<!doctype html>');
    expect(readFileSync(join(running().mails, mail, 'mail.txt'), 'utf8').split('\n')[0]).toBe(
      String(report?.['text']).split('\n')[0],
    );
    expect(readdirSync(join(running().mails, mail))).toContainEqual(
      expect.stringMatching(/^document-processing-billing-[\d-]{10}\.csv$/),
    );
  });

  test('large folder', async () => {
    const run = await editor.execute(await open('large-folder'));
    expect(run.status).toBe('success');
    expect(jsonOf(run, 'Use the result').filter(({ error }) => error)).toEqual([]);
    // A file can hold several documents.
    expect(new Set(jsonOf(run, 'Use the result').map(({ requestId }) => requestId)).size).toBe(4);
    const again = await editor.execute(await editor.openExample('large-folder'));
    expect(jsonOf(again, 'Read document')).toEqual([]);
    expect(jsonOf(again, 'Read document', 1)).toHaveLength(4);
  });

  test('what is unaccounted for', async () => {
    const id = await editor.openExample('unaccounted-usage');
    await chooseTrigger('When clicking');
    const run = await editor.execute(id);
    expect(run.status).toBe('success');
    expect(jsonOf(run, 'Note what ended')).toMatchObject([{ planned: 1, requests: 1, cost: 0.9 }]);
  });

  test('review by a person, whose corrections are counted', async () => {
    const id = await open('review-branch');
    const texts = { Name: 'Flavia Exemplo Teste', 'Checked by': 'Ana Revisora' };
    const page = { texts, picture: 'examples/pictures/review-page.png' };
    const run = await editor.execute(id, { file: sample('identity') }, page);
    expect(jsonOf(run, 'Go on')).toMatchObject([
      { reviewed: true, reviewedBy: 'Ana Revisora', fields: { nome: 'Flavia Exemplo Teste' } },
    ]);
    const counted = await editor.execute(await open('review-statistics'));
    expect(jsonOf(counted, 'Count by field')).toMatchObject([
      { field: 'all fields', checked: 4, corrected: 1, rejectedDocuments: 0 },
      { field: 'nome', checked: 1, corrected: 1, correctedAt: '0.92 to 0.92', minimumScore: 0.93 },
      ...[{ corrected: 0 }, { corrected: 0 }, { corrected: 0 }],
    ]);
  });

  test('test with cassettes, in an n8n that is not registered', async () => {
    const id = await editor.openExample('test-with-cassettes');
    await chooseTrigger('When fetching a dataset row');
    const run = await editor.execute(id);
    expect(jsonOf(run, 'Compare the fields')).toMatchObject([{ compared: [{ outcome: 'exact' }] }]);
  });

  test.each(['agent-documents', 'ask-before-billed-tool'])('%s opens a chat', async (name) => {
    await open(name);
    await editor.page.getByRole('button', { name: 'Open chat' }).last().click();
    await editor.page
      .getByRole('textbox', { name: 'Type message' })
      .or(editor.page.getByTestId('chat-input'))
      .waitFor();
    // The editor would open the next chat by itself.
    await editor.page.getByRole('button', { name: 'Hide chat' }).last().click();
  });
});

// What it does behind its trigger is tested with a database of its own, in test/queue.
test('results to a table is imported, and waits until its user has chosen a database and published it', async () => {
  const run = await editor.execute(await open('results-to-table'), ORDER);
  expect(run.status).toBe('error');
  expect(String(run.data.resultData.error?.message)).toContain('no Document Processing Trigger that is listening');
});
