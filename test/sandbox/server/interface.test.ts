import { describe, expect, test } from '@jest/globals';
import { encodeVio } from 'document-processing-reader';
import {
  ADDRESSES,
  AUTHORIZED,
  COMPARE,
  CONTENT,
  ENRICHMENT,
  INVOICE,
  PAGES,
  SIGN_IN,
  SUMMARY,
  VIO,
  byName,
  refusalsIn,
  sample,
  sampleInBase64,
  send,
  sendForm,
  sendJson,
  type Answer,
  type Form,
  type Json,
} from './client.ts';
import { openSandbox } from './surroundings.ts';

const app = await openSandbox({ tokenLifetimeSeconds: 60, maxUploadBytes: 50_000, maxJsonBytes: 50_000 });
const contract = await sample('contract.pdf');

const envelope = {
  result: expect.anything(),
  requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  elapsedMilliseconds: expect.any(Number),
};
const failure = (code: string, errors: unknown = expect.anything()) => ({
  ...envelope,
  result: null,
  status: { code, message: expect.any(String), errors },
});
const codesOf = ({ status, code }: Answer) => [status, code];
const WRONG = [400, 'R101'];
const TOO_LARGE = [413, '413'];

describe('every answer is an envelope', () => {
  test.each<[number, string, 'POST' | 'PUT' | 'GET', string, string]>([
    [404, '404', 'POST', '/process-image/nothing', 'application/json'],
    [404, '404', 'PUT', CONTENT, 'application/x-www-form-urlencoded'],
    [404, '404', 'PUT', '/', 'text/plain'],
    [404, '404', 'GET', CONTENT, ''],
    [400, 'R101', 'GET', '/%zz', ''],
  ])('what is not served is answered with one of %d, %s: %s %s', async (status, code, method, url, type) => {
    const body = type && { payload: '{', headers: { ...AUTHORIZED, 'content-type': type } };
    const answer = await app.inject({ method, url, ...(body || { headers: AUTHORIZED }) });
    expect([answer.statusCode, answer.json()]).toEqual([status, failure(code)]);
  });
});

describe('authorization is checked before everything else', () => {
  test.each(['', 'Bearer wrong', 'sandbox-token'])('"%s" is rejected with R117', async (authorization) => {
    const headers = { 'content-type': 'application/json', authorization };
    const { status, body } = await send(app, CONTENT, '{not json', headers);
    expect([status, body]).toEqual([401, failure('R117')]);
  });

  test('signing in gives a token that expires', async () => {
    let now = Date.now();
    const timed = await openSandbox({ tokenLifetimeSeconds: 60, now: () => now });
    const signIn = (password: string) => sendJson(timed, SIGN_IN, { username: 'sandbox', password });
    const { result } = await signIn('sandbox');
    expect(result).toEqual({ accessToken: expect.any(String), expiresIn: 60 });
    const headers = { authorization: `Bearer ${result.accessToken}` };
    const withToken = () => sendJson(timed, VIO, { qrCodeField: 'x' }, headers);
    expect((await withToken()).status).toBe(200);
    now += 60_000;
    expect(codesOf(await withToken())).toEqual([401, 'R117']);
    expect(codesOf(await signIn('no'))).toEqual([401, 'R117']);
  });
});

describe('parameters', () => {
  const file = Buffer.from('%PDF-1.4');
  test.each<[string, string, Form]>([
    ['a file sent as text', CONTENT, { file: 'hello' }],
    ['an empty file', CONTENT, { file: Buffer.alloc(0) }],
    ['a fileUrl that is no URL', CONTENT, { fileUrl: 'not a url' }],
    ['a fileUrl where nobody answers', CONTENT, { fileUrl: 'http://127.0.0.1:2/x.pdf' }],
    ['no list of fields to compare', COMPARE, { file, fields: '{"name":"a"}' }],
    ['a member of the prototype', CONTENT, { ['__proto__']: 'x' }],
  ])('%s is a wrong parameter', async (_name, path, form) => {
    expect(codesOf(await sendForm(app, path, form))).toEqual(WRONG);
  });

  const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n%PDF';
  const FORM = 'multipart/form-data; boundary=b';
  test.each(
    refusalsIn(`
      a file that claims to be on the disk → ${PAGES} {"fileBase64":{"path":"/etc/passwd","size":9,"problem":null}}
      a boolean given as text → ${CONTENT} {"webhook":{"url":"http://a.test"},"fileUrl":"http://a.test","returnImage":"true"}
      a webhook that is not http → ${CONTENT} {"webhook":{"url":"ftp://a.test"},"fileUrl":"http://a.test"}
      a webhook of great length → ${ENRICHMENT} {"query":"pf","parameters":{},"webhook":{"url":"http://a.test/?${'a'.repeat(17_000)}"}}
      a date with a T for its space → ${SUMMARY} {"startDate":"2025-02-01T00:00:00.000Z","endDate":"2025-03-01 00:00:00.000Z"}
      a date that does not exist → ${SUMMARY} {"startDate":"2025-02-30 00:00:00.000Z","endDate":"2025-03-01 00:00:00.000Z"}
      a period that ends before its start → ${SUMMARY} {"startDate":"2025-03-01 00:00:00.000Z","endDate":"2025-02-01 00:00:00.000Z"}
      a body that is not JSON → ${CONTENT} {"fileUrl":
      JSON for an operation that takes a form → ${INVOICE} {}`),
  )('%.60s is a wrong parameter', async (_what, asked) => {
    const [, path = '', body = ''] = /^(\S+) (.*)$/.exec(asked) ?? [];
    expect(codesOf(await send(app, path, body, { 'content-type': 'application/json' }))).toEqual(WRONG);
  });

  test.each([
    ['that is a form and breaks off', CONTENT, FORM, part],
    ['of a type that nobody reads', CONTENT, 'text/plain', 'hello'],
    ['in a form for an operation that takes JSON', SUMMARY, FORM, `${part}\r\n--b--`],
  ])('a body %s is a wrong parameter', async (_what, path, type, body) => {
    const answer = await send(app, path, body, { 'content-type': type });
    expect(codesOf(answer)).toEqual(WRONG);
    if (type === 'text/plain') expect(answer.message).toContain('must be application/json or multipart/form-data');
  });

  test.each(['plain text', 'II is no TIFF', '%PDF-1.4 and nothing more'])(
    'the content decides what a file is, not its name: %s',
    async (content) => {
      expect(codesOf(await sendForm(app, CONTENT, { file: Buffer.from(content) }))).toEqual([400, 'R130']);
    },
  );

  test('what is over the limits is rejected with an envelope', async () => {
    expect(codesOf(await sendForm(app, CONTENT, { file: Buffer.alloc(60_000) }))).toEqual(TOO_LARGE);
    expect(codesOf(await sendJson(app, PAGES, { fileUrl: 'x'.repeat(60_000) }))).toEqual(TOO_LARGE);
    // Of several, the last would be the one.
    const fileBase64 = `"fileBase64":"${Buffer.alloc(20_000).toString('base64')}"`;
    const several = `{${[fileBase64, fileBase64, fileBase64].join()}}`;
    expect(codesOf(await send(app, PAGES, several, { 'content-type': 'application/json' }))).toEqual(TOO_LARGE);
  });

  test('so are the texts of a form together, and a comparison with more terms than anyone has', async () => {
    // Each alone is allowed.
    const a = 'x'.repeat(30_000);
    expect(codesOf(await sendForm(app, COMPARE, { file: contract, a }))).toEqual(WRONG);
    expect(codesOf(await sendForm(app, COMPARE, { file: contract, a, b: a }))).toEqual(TOO_LARGE);
    const terms = Array.from({ length: 1001 }, () => ({ name: 'a' }));
    const { status, message } = await sendForm(app, COMPARE, { file: contract, fields: JSON.stringify(terms) });
    expect([status, message]).toEqual([400, expect.stringContaining('1000')]);
  });

  test('two files under one name are rejected with a sentence', async () => {
    const answer = await sendForm(app, CONTENT, { file: [contract, contract] });
    expect(codesOf(answer)).toEqual(WRONG);
    expect(answer.message).toMatch(/: two parts are called "file": a request has one file$/);
  });

  test.each(['gzip', 'GZIP, identity'])('a body with the Content-Encoding %s is rejected', async (encoding) => {
    const headers = { 'content-encoding': encoding };
    const message = `The request has the Content-Encoding "${encoding}", which is not read here: send it without`;
    expect(await sendJson(app, VIO, { qrCodeField: 'x' }, headers)).toMatchObject({
      status: 415,
      code: '415',
      message,
    });
    expect((await sendForm(app, CONTENT, { file: contract }, headers)).status).toBe(415);
    const { body } = await sendForm(app, CONTENT, { file: contract }, { 'content-encoding': 'identity' });
    expect(body).toEqual({ ...envelope, status: { code: '200', message: 'Ok', errors: null } });
  });

  test('a parameter that the JSON form of an operation does not have is ignored', async () => {
    const body = { fileBase64: await sampleInBase64('contract.pdf'), returnMetadata: 'no', file: 'x' };
    const { status, result } = await sendJson(app, PAGES, body);
    expect([status, Object.keys(result[0])]).toEqual([200, ['type', 'stdType', 'score', 'tags', 'extractions']]);
  });

  test('of several inputs for a driver licence only the first in priority is used', async () => {
    const qrCodeField = encodeVio({ nome: 'FULANA', __proto__: 'x' } as never);
    const { body } = await sendJson(app, VIO, { qrCodeField, fileBase64: '!!', fileUrl: 'nonsense' });
    expect(body).toMatchObject({
      result: [
        {
          crops: [],
          fields: [{ name: 'nome', score: 1, value: 'FULANA' }],
          pageNumber: 0,
          tags: ['country=bra', 'subtype=vio', 'source=synthetic'],
        },
      ],
      status: { code: 'S100', message: 'Success', errors: null },
    });
    const fileBase64 = await sampleInBase64('identity.pdf');
    const [second] = (await sendJson(app, VIO, { fileBase64, fileUrl: 'nonsense' })).result;
    expect(byName(second.fields)).toMatchObject({ nome: 'FLAVIA EXEMPLO TESTE', local_cidade: 'SÃO PAULO' });
    expect(second.pageNumber).toBe(1);
  });

  test('a driver licence without any input is told of all three', async () => {
    const { message } = await sendJson(app, VIO, {});
    expect(message).toMatch(/(?=.*qrCodeField)(?=.*file\b)(?=.*fileUrl)/);
  });

  test("a code that is not the sandbox's own is found and not decoded", async () => {
    const { result } = await sendForm(app, VIO, { qrCodeField: 'real codes are encrypted' });
    expect(result).toEqual([{ crops: [], fields: [], pageNumber: 0, tags: [] }]);
  });
});

test('addresses are answered by the position of their text, each as a group', async () => {
  const contents = [
    { text: 'Av. Paulista, 1578 - Bela Vista, São Paulo - SP, 01310-200' },
    {},
    { any: 'nothing of an address' },
    { endereco_prestador: 'Rua A, 10, Centro, Curitiba - PR; Rua B, 20, Batel, Curitiba - PR' },
  ];
  const { result } = await sendJson(app, ADDRESSES, { contents });
  const groups = result.contents.map(({ extractions }: Json) =>
    extractions.flatMap(({ sections }: Json) =>
      sections[0].groups.map(({ name, stdValue }: Json) => `${name}: ${stdValue.replaceAll('\n', ', ')}`),
    ),
  );
  expect(result.contents.map(({ index }: Json) => index)).toEqual([0, 1, 2, 3]);
  expect(groups).toEqual([
    ['endereco: Avenida Paulista, 1578, Bela Vista, São Paulo - SP, 01310-200'],
    [],
    [],
    ['endereco_prestador: Rua A, 10, Centro, Curitiba - PR', 'endereco_prestador: Rua B, 20, Batel, Curitiba - PR'],
  ]);
});

test('the summary of billing counts what was requested, day by day in UTC, and is not counted itself', async () => {
  let now = Date.UTC(2025, 0, 31, 23, 59);
  const billed = await openSandbox({ now: () => now });
  await sendForm(billed, CONTENT, { file: contract });
  await sendForm(billed, CONTENT, { file: Buffer.from('no format') });
  now += 120_000;
  await sendJson(billed, VIO, { qrCodeField: encodeVio({ nome: 'A' }) });
  const summary = async (first: string, last: string) =>
    (await sendJson(billed, SUMMARY, { startDate: `${first} 00:00:00.000Z`, endDate: `${last} 23:59:59.999Z` })).result;
  const counts = (requestCount: number, typifiedItemCount: number, nonTypifiedItemCount: number) => ({
    ...{ requestCount, typifiedItemCount, nonTypifiedItemCount },
    billingCount: requestCount,
  });
  expect(await summary('2025-01-31', '2025-02-01')).toEqual({
    details: [
      { date: '2025-01-31T00:00:00.000Z', services: [{ serviceName: 'content-extraction', ...counts(2, 1, 1) }] },
      { date: '2025-02-01T00:00:00.000Z', services: [{ serviceName: 'vio-extraction', ...counts(1, 1, 0) }] },
    ],
    ...counts(3, 2, 1),
  });
  expect((await summary('2024-01-01', '2024-12-31')).details).toEqual([]);
});
