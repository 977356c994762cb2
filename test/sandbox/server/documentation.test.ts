import { createRequire } from 'node:module';
import { describe, expect, test } from '@jest/globals';
import { encodeVio } from 'document-processing-reader';
import { makePdf, put } from '../../../sandbox/samples/pdf.ts';
import { interfacePage } from '../../../sandbox/server/documentation/markdown.ts';
import { openApiDocument } from '../../../sandbox/server/documentation/openapi.ts';
import {
  ADDRESSES,
  CARD,
  COMPARE,
  CONTENT,
  ENRICHMENT,
  GENERATIVE,
  INVOICE,
  PAGES,
  SIGN_IN,
  SUMMARY,
  VIO,
  inspect,
  requestsOf,
  sample,
  sampleInBase64,
  send,
  sendForm,
  sendJson,
  type Answer,
  type Form,
} from './client.ts';
import { bodyOf, startReceiver } from './receiver.ts';
import { openSandbox } from './surroundings.ts';

type Check = { (value: unknown): boolean; errors?: unknown };
type Ajv = new (options: object) => { addSchema(schema: object, id: string): void; compile(schema: object): Check };
// Fastify's own Ajv: the root of node_modules has an older one.
const requireFromFastify = createRequire(import.meta.resolve('fastify'));
const requireFromCompiler = createRequire(requireFromFastify.resolve('@fastify/ajv-compiler'));
const Ajv2020 = (requireFromCompiler('ajv/dist/2020') as { default: Ajv }).default;

const app = await openSandbox();
const [contract, encrypted] = [await sampleInBase64('contract.pdf'), await sampleInBase64('encrypted.pdf')];
const document = await openApiDocument();
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema(closed(document) as object, 'document');

/** Forbids members that the document does not name. */
function closed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(closed);
  const members = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, closed(member)]));
  return 'properties' in value && value.properties && 'type' in value
    ? { additionalProperties: false, ...members }
    : members;
}

function expectDocumented(pointer: string[], value: unknown) {
  const path = pointer.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
  const check = ajv.compile({ $ref: `document#/${encodeURI(path).replaceAll('{', '%7B')}` });
  check(value);
  expect(check.errors ?? null).toBeNull();
}

function expectDocumentedAnswer(path: string, { status, body }: Answer, expected = status) {
  expect(status).toBe(expected);
  expectDocumented(['paths', path, 'post', 'responses', String(status), 'content', 'application/json', 'schema'], body);
}

test('the document has the 13 operations, each with its number, name and parameters', () => {
  const entries = Object.values(document.paths).flatMap(({ post }) => post['x-operations'] ?? []);
  expect(entries.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 13 }, (_, index) => index + 1),
  );
  const rows = interfacePage(document).match(/^\| \d+ \| \*\*.+$/gm);
  expect(rows).toHaveLength(13);
  expect(rows?.[7]).toMatch(
    /^\| 8 \| \*\*Billing daily summary \(JSON\)\*\*.*`startDate`, `endDate` \| `BillingSummary`/,
  );
});

test('the sandbox serves the document and a page to try it, without a token, from its own files, uncounted', async () => {
  const served = await app.inject('/openapi.json');
  expect([served.statusCode, served.json()]).toEqual([200, JSON.parse(JSON.stringify(document))]);
  const page = await app.inject('/docs');
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  const assets = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url as string);
  expect(assets.length).toBeGreaterThan(3);
  for (const asset of assets) {
    expect(asset).toMatch(/^\.?\/docs\//);
    expect((await app.inject(asset)).statusCode).toBe(200);
  }
  expect(await inspect(app, 'stats')).toMatchObject({ total: 0 });
  expect(await requestsOf(app)).toEqual([]);
});

test('a path beside the own ones is answered with an envelope, counted and logged, like any other that is not there', async () => {
  const other = await openSandbox();
  const unknown = ['/docs/nothing', '/docs/static/nothing.js', '/_sandbox/fault', '/documents'];
  const asked = unknown.map((url): { method: 'GET' | 'POST'; url: string } => ({ method: 'GET', url }));
  asked.push({ method: 'POST', url: '/docs' }, { method: 'POST', url: '/healthz' });
  for (const one of asked) {
    const answer = await other.inject(one);
    expect([answer.statusCode, answer.json().status.code]).toEqual([404, '404']);
  }
  for (const url of ['/docs', '/docs/', '/docs/json', '/docs/static/index.css', '/healthz', '/_sandbox'])
    expect((await other.inject(url)).statusCode).toBe(200);
  expect(await requestsOf(other)).toMatchObject(asked.map(({ method, url }) => ({ method, path: url })));
  expect(await inspect(other, 'stats')).toMatchObject({ total: asked.length });
});

const [invoice, identity] = [await sample('service-invoice.pdf'), await sample('identity.pdf')];
const statement = await sample('statement.pdf');
const everything = { returnImage: 'true', returnCrops: 'true', returnMetadata: 'true' };
const card = await makePdf((d) => put(d, 60, 60, '4111 1111 1111 1111  12/30'));
const registry = { file: await sample('property-registry.pdf'), tags: 'id=bra-nlp-registro-imovel-1' };
const fields = '[{"name":"a","value":"Ana Exemplo"},{"name":"b","value":null}]';

describe('answers are as documented, with no other members', () => {
  test.each<[string, string, Form]>([
    ['1. content extraction of an invoice', CONTENT, { file: invoice, ...everything }],
    ['1. content extraction of a card', CONTENT, { file: identity, ...everything }],
    ['1. content extraction of a statement', CONTENT, { file: statement, ...everything }],
    ['3. multi-page extraction', PAGES, { file: identity, returnMetadata: 'true' }],
    ['5. generative extraction', GENERATIVE, { ...registry, returnMetadata: 'true' }],
    ['6. content compare', COMPARE, { file: Buffer.from(contract, 'base64'), fields }],
    ['7. invoice extraction', INVOICE, { file: invoice }],
    ['7. invoice extraction of something else', INVOICE, { file: statement }],
    ['10. VIO extraction', VIO, { file: identity }],
  ])('of a form: %s', async (_what, path, form) => {
    expectDocumentedAnswer(path, await sendForm(app, path, form), 200);
  });

  test.each<[string, string, object]>([
    ['4. multi-page extraction', PAGES, { fileBase64: contract }],
    ['8. billing', SUMMARY, { startDate: '2000-01-01 00:00:00.000Z', endDate: '2999-01-01 00:00:00.000Z' }],
    ['9. VIO extraction', VIO, { qrCodeField: encodeVio({ nome: 'A' }) }],
    ['11. payment-card extraction', CARD, { fileBase64: card.toString('base64') }],
    [
      '12. multi-address parsing',
      ADDRESSES,
      { contents: [{ text: 'Rua A, 1, Centro, Natal - RN, 59000-000' }, { prestador: 'Av. Paulista, 1578' }, {}] },
    ],
    ['signing in', SIGN_IN, { username: 'sandbox', password: 'sandbox' }],
  ])('of JSON: %s', async (_what, path, body) => {
    expectDocumentedAnswer(path, await sendJson(app, path, body), 200);
  });

  test.each([
    ['2. of a document', CONTENT, { fileBase64: contract, returnCrops: true }],
    ['2. of one that cannot be read', CONTENT, { fileBase64: encrypted }],
    ['13. of a query', ENRICHMENT, { query: 'pf', parameters: { cpf: '1' } }],
  ])('accepted processes, and their callbacks: %s', async (_what, path, body) => {
    const { receiver, url } = await startReceiver();
    const answer = await sendJson(app, path, { ...body, webhook: { url } });
    expectDocumentedAnswer(path, answer, path === CONTENT ? 201 : 200);
    const [callback] = (await receiver.waitFor(1)).map(bodyOf);
    const pointer = ['paths', path, 'post', 'callbacks', 'result', '{$request.body#/webhook/url}', 'post'];
    expectDocumented([...pointer, 'requestBody', 'content', 'application/json', 'schema'], callback);
  });

  test.each(Object.keys(document.paths).filter((path) => path !== SIGN_IN))('failures of %s', async (path) => {
    for (const answer of [
      await sendJson(app, path, []),
      await sendForm(app, path, { file: Buffer.from('text') }),
      await send(app, path, '', { authorization: '' }),
    ]) {
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expectDocumentedAnswer(path, answer);
    }
  });
});

test('a member that the document does not name, or one of another type, is found', async () => {
  const answer = await sendJson(app, VIO, { qrCodeField: 'x' });
  for (const change of [{ more: 1 }, { pageNumber: 'one' }, { tags: undefined }]) {
    const changed = { ...answer, body: { ...answer.body, result: [{ ...answer.result[0], ...change }] } };
    expect(() => expectDocumentedAnswer(VIO, changed)).toThrow();
  }
});
