import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { makePdf, put } from '../../../sandbox/samples/pdf.ts';
import { buildApp } from '../../../sandbox/server/app.ts';
import { sample, sendForm, sendJson, type Json } from './client.ts';

/** The members of everything, as the interface lists them: none missing, none added. */
let app: FastifyInstance;

beforeAll(async () => void (app = await buildApp({ workers: 1 })));
afterAll(() => app.close());

const members = (value: object) => Object.keys(value).toSorted().join(' ');
const all = (values: object[]) => [...new Set(values.map(members))];

const FIELD = 'name score stdName value';
const TABLE = 'headers name score stdName values';
const HEADER = 'name score stdName';
const CONTENT = 'crops fields image pageNumber processType score stdType tables tags type';

function checkSections(sections: Json[], shape: string) {
  expect(all(sections)).toEqual([shape]);
  const fields = sections.flatMap((section) => section.fields);
  const tables = sections.flatMap((section) => section.tables);
  expect([all(fields), all(tables)]).toEqual([[FIELD], [TABLE]]);
  expect(all(tables.flatMap((table) => table.headers))).toEqual([HEADER]);
  expect(all(tables.flatMap((table) => table.values.flat()))).toEqual([FIELD]);
}

/** The result for a sample, with these other parameters. */
const resultOf = async (path: string, name: string, ...others: [string, string][]): Promise<Json> =>
  (await sendForm(app, path, [['file', await sample(name)], ...others])).body.result;

test('content extraction', async () => {
  const result = await resultOf('/process-image/content-extraction', 'service-invoice.pdf', ['returnMetadata', 'true']);
  expect(members(result[0])).toBe('crops fields image metadata pageNumber processType score stdType tables tags type');
  expect([all(result[0].fields), all(result[0].tables)]).toEqual([[FIELD], [TABLE]]);
});

test('multi-page extraction', async () => {
  const result = await resultOf('/process-image/multipage-content-extraction', 'contract.pdf');
  expect(members(result[0])).toBe('extractions score stdType tags type');
  expect(members(result[0].extractions[0])).toBe('score sections source tags');
  checkSections(result[0].extractions[0].sections, 'fields name pages score stdName tables');
});

test('generative extraction', async () => {
  const tags: [string, string] = ['tags', 'id=bra-nlp-registro-imovel-1'];
  const result = await resultOf('/process-image/generative-content-extraction', 'property-registry.pdf', tags);
  expect(members(result[0])).toBe('extractions stdType type');
  expect(members(result[0].extractions[0])).toBe('score sections source tags');
  checkSections(result[0].extractions[0].sections, 'fields name score stdName tables');
});

test('content compare', async () => {
  const fields: [string, string] = ['fields', '[{"name":"a","value":"b"}]'];
  const result = await resultOf('/process-image/content-compare', 'contract.pdf', fields);
  expect(members(result[0])).toBe(CONTENT.replace('crops ', ''));
  expect(all(result[0].fields)).toEqual([FIELD]);
});

test('invoice extraction', async () => {
  const result = await resultOf('/process-invoice/extraction', 'service-invoice.pdf');
  expect(members(result[0])).toBe('extractions score tags');
  expect(all(result[0].extractions)).toEqual(['fields source tables']);
  expect(all(result[0].extractions.flatMap(({ fields }: { fields: object[] }) => fields))).toEqual([
    'name score value',
  ]);
  const [table] = result[0].extractions.flatMap(({ tables }: { tables: object[] }) => tables);
  expect([members(table), all(table.headers), all(table.values.flat())]).toEqual([
    'headers name score values',
    ['name score'],
    ['name score value'],
  ]);
});

test('driver licence, payment card and addresses', async () => {
  const vio = await resultOf('/process-image/vio-extraction', 'identity.pdf');
  expect([members(vio[0]), all(vio[0].fields)]).toEqual(['crops fields pageNumber tags', ['name score value']]);
  const file = await makePdf((d) => put(d, 60, 60, '4111 1111 1111 1111'));
  const card = (await sendJson(app, '/process-image/payment-card-extraction', { fileBase64: file.toString('base64') }))
    .body.result;
  expect([members(card[0]), members(card[0].extractions[0])]).toEqual([
    'extractions stdType type',
    'score sections source tags',
  ]);
  const addresses = (
    await sendJson(app, '/process-text/multi-address-parsing', { contents: [{ text: 'Rua A, 1, Centro, Natal - RN' }] })
  ).body.result;
  const [section] = addresses.contents[0].extractions[0].sections;
  expect([members(addresses.contents[0]), members(addresses.contents[0].extractions[0]), members(section)]).toEqual([
    'extractions index',
    'sections source',
    'groups name',
  ]);
  expect([members(section.groups[0]), all(section.groups[0].components)]).toEqual([
    'components name score secondaries stdValue',
    ['name score stdName stdValue value'],
  ]);
});
