// Names are picked from lists or typed: what the editor offers, and what comes of each way to give a name.
import { readFileSync } from 'node:fs';
import type { INodeParameters, INodePropertyOptions } from 'n8n-workflow';
import { searchList } from '../engine/listSearch.ts';
import { everyParameter, nodeOf, shownOf } from '../support/in-editor.ts';
import { DocumentProcessingTool, runOperation, BY_URL } from '../support/document-node.ts';
import { serverForEachTest } from '../support/opened.ts';
import { contentItem, field } from '../support/samples.ts';
import { formOf, only } from '../support/sent.ts';
import { DocumentProcessing } from '../../nodes/DocumentProcessing/DocumentProcessing.node';
import { DocumentProcessingTrigger } from '../../nodes/DocumentProcessing/DocumentProcessingTrigger.node';

const INTERFACE = readFileSync('docs/service-interface.md', 'utf8');

/** The names that the page of the interface lists behind some words. */
const shownAfter = (start: string): string[] => {
  const [, list] = INTERFACE.split(start);
  if (list === undefined) throw new Error(`docs/service-interface.md does not say "${start}"`);
  return (/^[^.\n]*/.exec(list)?.[0] ?? '')
    .replace(/\([^)]*\)/g, '')
    .split(',')
    .map((name) => name.trim());
};
const unique = (names: string[]): string[] => [...new Set(names)].sort();

const COLUMNS = shownAfter('Its table `tabela_servico` has the columns ').map((name) => `tabela_servico.${name}`);
const INVOICE = unique([
  ...shownAfter('Field names seen in `official`: '),
  ...shownAfter('Field names seen in `iocr`: '),
]);
const LICENCE = unique(shownAfter('- `VioItem`: Field names seen: '));
const CARD = unique(shownAfter('The section is `payment_card`. Field names seen: '));

const listed = async (...given: Parameters<typeof searchList>) => (await searchList(...given)).results;
const valuesOf = async (parameters: INodeParameters, filter?: string) =>
  (await listed(DocumentProcessing, 'searchFieldNames', parameters, filter)).map(({ value }) => value);
const document = (operation: string) => ({ resource: 'document', operation });

describe('the list of field names', () => {
  test.each([
    ['extractInvoice', [...INVOICE, ...COLUMNS]],
    ['extractDriverLicence', LICENCE],
    ['extractPaymentCard', CARD],
    ['extractGenerative', []],
  ])('has for %s what the service interface shows, and nothing else', async (operation, names) => {
    expect(await valuesOf(document(operation))).toEqual(unique(names));
    const items = await listed(DocumentProcessing, 'searchFieldNames', document(operation));
    expect(items.map(({ name }) => name)).toEqual(unique(names));
  });

  const ALL = unique([...INVOICE, ...COLUMNS, ...LICENCE, ...CARD]);

  test.each<[string, INodeParameters]>([
    ['any document', document('extractContent')],
    ['the default operation', {}],
    ['a callback', { resource: 'callback', operation: 'readCallback' }],
    ['an operation that the editor could not resolve', { resource: 'document', operation: null } as never],
  ])('has every name for %s, with the documents that have it', async (_what, parameters) => {
    expect(await valuesOf(parameters)).toEqual(ALL);
    const items = await listed(DocumentProcessing, 'searchFieldNames', parameters);
    expect(items).toContainEqual({ name: 'nome (Invoice, Driver Licence)', value: 'nome' });
    expect(items).toContainEqual({ name: 'network (Payment Card)', value: 'network' });
  });

  test('has every name in the trigger too', async () => {
    const items = await listed(DocumentProcessingTrigger, 'searchFieldNames');
    expect(items.map(({ value }) => value)).toEqual(ALL);
  });

  test.each([
    ['validade', ['data_validade']],
    ['cpf', ['cpf']],
    ['', LICENCE],
    ['nowhere', []],
    ['.*', []],
  ])('is searched for "%s"', async (filter, names) => {
    expect(await valuesOf(document('extractDriverLicence'), filter)).toEqual(names);
  });

  test('is searched for a document where there are several', async () => {
    expect(await valuesOf(document('extractContent'), 'payment')).toEqual(CARD);
  });
});

describe('the list of tags', () => {
  const tags = (filter?: string) => listed(DocumentProcessing, 'searchTags', {}, filter);

  test('has the keys that the service interface shows', async () => {
    const keys = unique(shownAfter('Keys of `tags` seen: '));
    expect(await tags()).toEqual(keys.map((key) => ({ name: `${key}=…`, value: `${key}=` })));
    expect((await tags('std')).map(({ value }) => value)).toEqual(['std-type=']);
    expect(await tags('nowhere')).toEqual([]);
  });

  test('has a whole tag that is searched for, if its key is one of them', async () => {
    expect(await tags(' country=bra ')).toEqual([{ name: 'country=bra', value: 'country=bra' }]);
    expect((await tags('country=')).map(({ value }) => value)).toEqual(['country=']);
    expect(await tags('land=bra')).toEqual([]);
  });
});

describe('what can be selected', () => {
  const { description } = new DocumentProcessing();
  const selectable = (operation: string, type = description, more: INodeParameters = {}): INodePropertyOptions[] => {
    const parameters = { ...document(operation), output: 'selectedFields', ...more } as INodeParameters;
    const fields = type.properties.filter(({ name }) => name === 'selectedFields');
    return only(shownOf(fields, nodeOf(parameters, type.name), type)).options as INodePropertyOptions[];
  };
  const namesOf = (...given: Parameters<typeof selectable>) => selectable(...given).map(({ value }) => String(value));

  test.each([
    ['extractInvoice', INVOICE, ['official', 'iocr', 'fieldSources'], ['comparison']],
    ['extractDriverLicence', LICENCE, [], ['official', 'comparison']],
    ['extractPaymentCard', CARD, [], ['official', 'comparison']],
    ['compareContent', [], ['comparison'], ['official']],
    ['extractContent', unique([...INVOICE, ...LICENCE, ...CARD]), [], ['official', 'comparison']],
  ])('of %s is its fields, then the members of its output', (operation, fields, own, others) => {
    const names = namesOf(operation);
    expect(names.slice(0, fields.length)).toEqual(fields);
    const members = names.slice(fields.length);
    expect(members).toEqual(expect.arrayContaining(['type', 'tables', 'needsReview', ...own]));
    expect(members.filter((name) => [...others, 'requestId'].includes(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });

  test('is the same in the trigger, after a wait, and as a tool', () => {
    const all = namesOf('extractContent');
    expect(namesOf('startExtraction', description, { delivery: 'wait' })).toEqual(all);
    expect(namesOf('', new DocumentProcessingTrigger().description)).toEqual(all);
    expect(namesOf('extractContent', new DocumentProcessingTool().description)).toEqual(all);
  });

  test('says of a name which documents have it, where the operation does not', () => {
    expect(selectable('extractContent')).toContainEqual({
      name: 'nome',
      value: 'nome',
      description: 'Invoice, Driver Licence',
    });
    expect(selectable('extractInvoice')).toContainEqual({ name: 'nome', value: 'nome' });
  });
});

const server = serverForEachTest(() => ({
  result: [contentItem({ fields: [field('nome', 'Ana'), field('cpf', 'x')] })],
}));
const run = (parameters: object, operation = 'document.extractContent') =>
  runOperation(server, operation, { ...BY_URL, ...parameters } as INodeParameters, {
    items: [{ json: { name: 'cpf', tag: 'country=bra' } }],
  });
const located = (value: unknown, mode = 'list') => ({ __rl: true, mode, value, cachedResultName: 'cpf (Invoice)' });

/** Each way in which a name can be given. */
const WAYS: Array<[string, unknown]> = [
  ['a text', 'cpf'],
  ['an expression', '={{ $json.name }}'],
  ['an expression that returns what the editor keeps', '={{ ({ __rl: true, mode: "list", value: $json.name }) }}'],
  ['chosen from the list', located('cpf')],
  ['typed', located('cpf', 'name')],
  ['in a mode that does not exist', located('cpf', '')],
  ['an expression in the list', located('={{ $json.name }}')],
  ['an expression in the typed name', located('=c{{ "pf" }}', 'name')],
];

describe('a name', () => {
  test.each(WAYS)('of a field rule is %s', async (_what, name) => {
    const rule = [{ name, format: 'cpf', required: true }];
    const { items, hints } = await run({ options: { fieldRules: { rule } } });
    expect(items.map(({ json }) => json)).toMatchObject([{ invalid: ['cpf'], missing: [] }]);
    expect(hints).toEqual([]);
  });

  test.each(WAYS)('of an expected field is %s', async (_what, name) => {
    await run({ fields: { field: [{ name, value: 'x' }] } }, 'document.compareContent');
    expect(formOf(only(server.requests))).toContainEqual(['fields', '[{"name":"cpf","value":"x"}]']);
  });

  test.each(WAYS)('of a selected field is %s', async (_what, name) => {
    for (const parameters of [{ selectedFields: [name] }, { selectedFields: name }, { otherFields: [name] }]) {
      const { items, hints } = await run({ output: 'selectedFields', ...parameters });
      expect(items.map(({ json }) => json)).toEqual([{ fields: { cpf: 'x' }, requestId: 'req-1' }]);
      expect(hints).toEqual([]);
    }
  });
});

test('fields are selected from a list and beside it, each once', async () => {
  const given = { output: 'selectedFields', selectedFields: [located('cpf'), 'nome'], otherFields: '={{ ["nome"] }}' };
  expect((await run(given)).items[0]?.json).toEqual({ fields: { cpf: 'x', nome: 'Ana' }, requestId: 'req-1' });
});

test('every list is there, takes typed text, and asks for no credential', () => {
  for (const { methods, description } of [new DocumentProcessing(), new DocumentProcessingTrigger()]) {
    const locators = everyParameter(description.properties).filter(({ type }) => type === 'resourceLocator');
    expect(locators.length).toBeGreaterThan(0);
    for (const { modes = [] } of locators) {
      expect(modes.map(({ type }) => type)).toEqual(['list', 'string']);
      const { searchListMethod = '', skipCredentialsCheckInRLC } = modes[0]?.typeOptions ?? {};
      expect(Object.keys(methods.listSearch)).toContain(searchListMethod);
      expect(skipCredentialsCheckInRLC).toBe(true);
    }
  }
});
