import { createRequire } from 'node:module';
import { describe, expect, test } from '@jest/globals';
import { encodeVio } from 'document-processing-reader';
import { makePdf, put } from '../../../sandbox/samples/pdf.ts';
import { interfacePage } from '../../../sandbox/server/documentation/markdown.ts';
import { openApiDocument } from '../../../sandbox/server/documentation/openapi.ts';
import { AUTHORIZED, sample, sendForm, sendJson, type Answer, type FormValue } from './client.ts';
import { startReceiver } from './receiver.ts';
import { openSandbox } from './surroundings.ts';

type Check = { (value: unknown): boolean; errors?: unknown };
type Ajv = new (options: object) => { addSchema(schema: object, id: string): void; compile(schema: object): Check };
// Fastify's own Ajv: the root of node_modules has an older one.
const requireFromFastify = createRequire(import.meta.resolve('fastify'));
const requireFromCompiler = createRequire(requireFromFastify.resolve('@fastify/ajv-compiler'));
const Ajv2020 = (requireFromCompiler('ajv/dist/2020') as { default: Ajv }).default;

const app = await openSandbox();
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

function expectDocumentedAnswer(path: string, { status, body }: Answer) {
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

test('every schema that is referred to exists', () => {
  const names = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, name]) => name as string);
  const existing = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`);
  expect(names.filter((name) => !existing.includes(name))).toEqual([]);
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
  expect((await app.inject('/_sandbox/stats')).json()).toMatchObject({ total: 0 });
  expect((await app.inject('/_sandbox/requests')).json()).toEqual({ requests: [] });
});

test('a path beside the own ones is answered with an envelope, counted and logged, like any other that is not there', async () => {
  const other = await openSandbox();
  const unknown = ['/docs/nothing', '/docs/static/nothing.js', '/_sandbox/fault', '/documents'];
  const asked = [
    ...unknown.map((url) => ({ method: 'GET', url }) as const),
    { method: 'POST', url: '/docs' } as const,
    { method: 'POST', url: '/healthz' } as const,
  ];
  for (const one of asked) {
    const { statusCode, body } = await other.inject(one);
    expect([statusCode, JSON.parse(body).status.code]).toEqual([404, '404']);
  }
  for (const url of ['/docs', '/docs/', '/docs/json', '/docs/static/index.css', '/healthz', '/_sandbox'])
    expect((await other.inject(url)).statusCode).toBe(200);
  const { requests } = (await other.inject('/_sandbox/requests')).json<{
    requests: { method: string; path: string }[];
  }>();
  expect(requests.map(({ method, path }) => ({ method, url: path }))).toEqual(
    asked.map(({ method, url }) => ({ method, url: new URL(url, 'http://localhost').pathname })),
  );
  expect((await other.inject('/_sandbox/stats')).json()).toMatchObject({ total: asked.length });
});

describe('answers are as documented, with no other members', () => {
  const form = async (path: string, values: [string, FormValue][]) =>
    expectDocumentedAnswer(path, await successful(sendForm(app, path, values)));
  const json = async (path: string, body: object) =>
    expectDocumentedAnswer(path, await successful(sendJson(app, path, body)));
  const successful = async (sent: Promise<Answer>) => {
    const answer = await sent;
    expect(answer.status).toBeLessThan(300);
    return answer;
  };
  const base64 = async (name: string) => (await sample(name)).toString('base64');

  test('1. content extraction', async () => {
    const path = '/process-image/content-extraction';
    for (const name of ['service-invoice.pdf', 'identity.pdf', 'statement.pdf'])
      await form(path, [
        ['file', await sample(name)],
        ['returnImage', 'true'],
        ['returnCrops', 'true'],
        ['returnMetadata', 'true'],
      ]);
  });

  test('3 and 4. multi-page extraction', async () => {
    const path = '/process-image/multipage-content-extraction';
    await form(path, [
      ['file', await sample('identity.pdf')],
      ['returnMetadata', 'true'],
    ]);
    await json(path, { fileBase64: await base64('contract.pdf') });
  });

  test('5. generative extraction', async () => {
    await form('/process-image/generative-content-extraction', [
      ['file', await sample('property-registry.pdf')],
      ['tags', 'id=bra-nlp-registro-imovel-1'],
      ['returnMetadata', 'true'],
    ]);
  });

  test('6. content compare', async () => {
    await form('/process-image/content-compare', [
      ['file', await sample('contract.pdf')],
      ['fields', '[{"name":"a","value":"Ana Exemplo"},{"name":"b","value":null}]'],
    ]);
  });

  test('7. invoice extraction', async () => {
    for (const name of ['service-invoice.pdf', 'statement.pdf'])
      await form('/process-invoice/extraction', [['file', await sample(name)]]);
  });

  test('9 and 10. VIO extraction', async () => {
    const path = '/process-image/vio-extraction';
    await json(path, { qrCodeField: encodeVio({ nome: 'A' }) });
    await form(path, [['file', await sample('identity.pdf')]]);
  });

  test('11. payment-card extraction', async () => {
    const card = await makePdf((d) => put(d, 60, 60, '4111 1111 1111 1111  12/30'));
    await json('/process-image/payment-card-extraction', { fileBase64: card.toString('base64') });
  });

  test('12. multi-address parsing', async () => {
    const contents = [{ text: 'Rua A, 1, Centro, Natal - RN, 59000-000' }, { prestador: 'Av. Paulista, 1578' }, {}];
    await json('/process-text/multi-address-parsing', { contents });
  });

  test('8. billing daily summary', async () => {
    await json('/billing/daily-summary', {
      startDate: '2000-01-01 00:00:00.000Z',
      endDate: '2999-01-01 00:00:00.000Z',
    });
  });

  test('signing in', async () => {
    await json('/user/authenticate', { username: 'sandbox', password: 'sandbox' });
  });

  test('2 and 13. accepted processes, and their callbacks', async () => {
    const { receiver, url } = await startReceiver();
    const content = '/process-image/content-extraction';
    const enrichment = '/big-data/enrichment/async';
    const webhook = { url };
    const callbacks: [string, object][] = [
      [content, { fileBase64: await base64('contract.pdf'), returnCrops: true, webhook }],
      [content, { fileBase64: await base64('encrypted.pdf'), webhook }],
      [enrichment, { query: 'pf', parameters: { cpf: '1' }, webhook }],
    ];
    for (const [index, [path, body]] of callbacks.entries()) {
      await json(path, body);
      const received = (await receiver.waitFor(index + 1))[index];
      const pointer = ['paths', path, 'post', 'callbacks', 'result', '{$request.body#/webhook/url}', 'post'];
      const schema = [...pointer, 'requestBody', 'content', 'application/json', 'schema'];
      expectDocumented(schema, JSON.parse(received?.body ?? ''));
    }
  });

  test('failures of every path', async () => {
    for (const path of Object.keys(document.paths).filter((name) => name !== '/user/authenticate')) {
      const answers = [await sendJson(app, path, []), await sendForm(app, path, [['file', Buffer.from('text')]])];
      const unauthorized = await app.inject({
        method: 'POST',
        url: path,
        headers: { ...AUTHORIZED, authorization: '' },
      });
      const { statusCode: status, headers, body } = unauthorized;
      answers.push({ status, headers, body: JSON.parse(body) });
      for (const answer of answers) {
        expect(answer.status).toBeGreaterThanOrEqual(400);
        expectDocumentedAnswer(path, answer);
      }
    }
  });
});

test('a member that the document does not name, or one of another type, is found', async () => {
  const path = '/process-image/vio-extraction';
  const answer = await sendJson(app, path, { qrCodeField: 'x' });
  for (const change of [{ more: 1 }, { pageNumber: 'one' }, { tags: undefined }]) {
    const changed = { ...answer, body: { ...answer.body, result: [{ ...answer.body.result[0], ...change }] } };
    expect(() => expectDocumentedAnswer(path, changed)).toThrow();
  }
});
