import { describe, expect, test } from '@jest/globals';
import { encodeVio } from 'document-processing-reader';
import { AUTHORIZED, byName, sample, send, sendForm, sendJson, type Body, type Json } from './client.ts';
import { openSandbox } from './surroundings.ts';

const CONTENT = '/process-image/content-extraction';
const PAGES = '/process-image/multipage-content-extraction';
const VIO = '/process-image/vio-extraction';
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
const failureOf = ({ status, body }: { status: number; body: Body }) => [status, body.status.code];

describe('every answer is an envelope', () => {
  test('one that is encoded as "identity" too', async () => {
    const { status, body } = await sendForm(app, CONTENT, [['file', contract]], { 'content-encoding': 'identity' });
    expect([status, body]).toEqual([200, { ...envelope, status: { code: '200', message: 'Ok', errors: null } }]);
  });

  test('an unknown path, a method that is not served and an address that is none are answered with one', async () => {
    for (const [method, url] of [
      ['POST', '/process-image/nothing'],
      ['GET', CONTENT],
      ['PUT', '/'],
    ] as const) {
      const response = await app.inject({ method, url, headers: AUTHORIZED });
      expect([response.statusCode, response.json()]).toEqual([404, failure('404')]);
    }
    for (const [type, payload] of [
      ['text/plain', 'a=b'],
      ['application/json', '{'],
      ['application/x-www-form-urlencoded', 'a=b'],
    ] as const)
      for (const [method, url] of [
        ['POST', '/process-image/nothing'],
        ['PUT', CONTENT],
      ] as const) {
        const headers = { ...AUTHORIZED, 'content-type': type };
        expect((await app.inject({ method, url, payload, headers })).json()).toEqual(failure('404'));
      }
    const broken = await app.inject({ method: 'GET', url: '/%zz' });
    expect([broken.statusCode, broken.json()]).toEqual([400, failure('R101')]);
  });

  test('errors of content extraction are an object, of the generative one a list of two-member objects, of addresses null', async () => {
    const content = await sendForm(app, CONTENT, [['returnImage', 'true']]);
    expect(content.body).toEqual(failure('R101', { parameter: 'file', description: expect.any(String) }));
    const generative = await sendForm(app, '/process-image/generative-content-extraction', [['file', contract]]);
    expect(generative.body).toEqual(failure('R101', [{ parameter: 'tags', description: expect.any(String) }]));
    const addresses = await sendJson(app, '/process-text/multi-address-parsing', {});
    expect(addresses.body).toEqual(failure('R101', null));
  });
});

describe('authorization is checked before everything else', () => {
  test.each([
    [{}],
    [{ authorization: 'Bearer wrong' }],
    [{ authorization: 'sandbox-token' }],
    [{ authorization: 'Basic sandbox-token' }],
  ])('%o is rejected with R117', async (headers) => {
    const response = await app.inject({
      method: 'POST',
      url: CONTENT,
      payload: '{not json',
      headers: { 'content-type': 'application/json', ...headers },
    });
    expect([response.statusCode, response.json()]).toEqual([401, failure('R117')]);
  });

  test('signing in gives a token that expires', async () => {
    let now = Date.now();
    const timed = await openSandbox({ tokenLifetimeSeconds: 60, now: () => now });
    const { body } = await sendJson(timed, '/user/authenticate', { username: 'sandbox', password: 'sandbox' });
    expect(body.result).toEqual({ accessToken: expect.any(String), expiresIn: 60 });
    const withToken = () =>
      sendJson(timed, VIO, { qrCodeField: 'x' }, { authorization: `Bearer ${body.result.accessToken}` });
    expect((await withToken()).status).toBe(200);
    now += 60_000;
    expect(failureOf(await withToken())).toEqual([401, 'R117']);
    const refused = await sendJson(timed, '/user/authenticate', { username: 'sandbox', password: 'no' });
    expect(failureOf(refused)).toEqual([401, 'R117']);
  });
});

describe('parameters', () => {
  test.each<[string, string, [string, string | Buffer][]]>([
    ['neither file nor fileUrl', CONTENT, [['tags', 'a=b']]],
    [
      'a boolean that is not one',
      CONTENT,
      [
        ['file', Buffer.from('%PDF-1.4')],
        ['returnImage', 'yes'],
      ],
    ],
    ['a file sent as text', CONTENT, [['file', 'hello']]],
    ['an empty file', CONTENT, [['file', Buffer.alloc(0)]]],
    ['a fileUrl that is no URL', CONTENT, [['fileUrl', 'not a url']]],
    ['a fileUrl that is not http', CONTENT, [['fileUrl', 'file:///etc/passwd']]],
    ['a fileUrl where nobody answers', CONTENT, [['fileUrl', 'http://127.0.0.1:2/x.pdf']]],
    [
      'no tags for the generative extraction',
      '/process-image/generative-content-extraction',
      [['file', Buffer.from('%PDF-1.4')]],
    ],
    [
      'no file for the generative extraction',
      '/process-image/generative-content-extraction',
      [['tags', 'id=bra-nlp-contrato-social-1']],
    ],
    [
      'no list of fields to compare',
      '/process-image/content-compare',
      [
        ['file', Buffer.from('%PDF-1.4')],
        ['fields', '{"name":"a"}'],
      ],
    ],
    ['a member of the prototype as a parameter', CONTENT, [['__proto__', 'x']]],
  ])('%s is a wrong parameter', async (_name, path, values) => {
    expect(failureOf(await sendForm(app, path, values))).toEqual([400, 'R101']);
  });

  test.each<[string, string, unknown]>([
    ['text that is not base64', PAGES, { fileBase64: 'data:application/pdf;base64,AAAA' }],
    ['base64 without its padding', PAGES, { fileBase64: 'AAAAA' }],
    ['a file that claims to be on the disk', PAGES, { fileBase64: { path: '/etc/passwd', size: 9, problem: null } }],
    ['nothing', PAGES, {}],
    ['a list instead of an object', PAGES, []],
    [
      'a boolean given as text',
      CONTENT,
      { webhook: { url: 'http://a.test' }, fileUrl: 'http://a.test', returnImage: 'true' },
    ],
    ['no webhook', CONTENT, { fileUrl: 'http://a.test' }],
    ['a webhook that is not http', CONTENT, { fileUrl: 'http://a.test', webhook: { url: 'ftp://a.test' } }],
    [
      'a header that cannot be sent',
      CONTENT,
      {
        fileUrl: 'http://a.test',
        webhook: { url: 'http://a.test', authorization: { headers: [{ name: 'a b', value: 'c' }] } },
      },
    ],
    [
      'a webhook that no receiver takes',
      '/big-data/enrichment/async',
      { query: 'pf', parameters: {}, webhook: { url: `http://a.test/?${'a'.repeat(17_000)}` } },
    ],
    ['no query', '/big-data/enrichment/async', { parameters: {}, webhook: { url: 'http://a.test' } }],
    [
      'parameters that are a list',
      '/big-data/enrichment/async',
      { query: 'pf', parameters: [], webhook: { url: 'http://a.test' } },
    ],
    ['an address that is not an object', '/process-text/multi-address-parsing', { contents: ['Rua A'] }],
    [
      'a date without its time',
      '/billing/daily-summary',
      { startDate: '2025-01-01', endDate: '2025-01-02 00:00:00.000Z' },
    ],
    [
      'a date with a T for its space',
      '/billing/daily-summary',
      { startDate: '2025-01-01T00:00:00.000Z', endDate: '2025-01-02 00:00:00.000Z' },
    ],
    [
      'a date that does not exist',
      '/billing/daily-summary',
      { startDate: '2025-02-30 00:00:00.000Z', endDate: '2025-03-02 00:00:00.000Z' },
    ],
    [
      'a period that ends before it starts',
      '/billing/daily-summary',
      { startDate: '2025-02-02 00:00:00.000Z', endDate: '2025-02-01 00:00:00.000Z' },
    ],
  ])('%s is a wrong parameter', async (_name, path, body) => {
    expect(failureOf(await sendJson(app, path, body))).toEqual([400, 'R101']);
  });

  test('a body that is not JSON, a form that breaks off and a content type nobody reads are wrong parameters', async () => {
    const form = { 'content-type': 'multipart/form-data; boundary=abc' };
    const cut = '--abc\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n%PDF';
    for (const answer of [
      await send(app, CONTENT, '{"fileUrl":', { 'content-type': 'application/json' }),
      await send(app, CONTENT, cut, form),
      await send(app, CONTENT, 'rubbish', { 'content-type': 'multipart/form-data' }),
      await send(app, CONTENT, 'hello', { 'content-type': 'text/plain' }),
      await sendJson(app, '/process-invoice/extraction', {}),
      await sendForm(app, '/billing/daily-summary', [['a', 'b']]),
    ])
      expect(failureOf(answer)).toEqual([400, 'R101']);
    const { message } = (await send(app, CONTENT, 'hello', { 'content-type': 'text/plain' })).body.status;
    expect(message).toContain('must be application/json or multipart/form-data');
  });

  test('the content decides what a file is, not its name', async () => {
    for (const content of ['plain text', 'GIF89a', '<html>', 'PK\u0003\u0004', '%PDF-1.4 and nothing more']) {
      expect(failureOf(await sendForm(app, CONTENT, [['file', Buffer.from(content)]]))).toEqual([400, 'R130']);
    }
  });

  test('what is over the limits is rejected with an envelope', async () => {
    expect(failureOf(await sendForm(app, CONTENT, [['file', Buffer.alloc(60_000)]]))).toEqual([413, '413']);
    expect(failureOf(await sendJson(app, PAGES, { fileUrl: 'x'.repeat(60_000) }))).toEqual([413, '413']);
    const fileBase64 = Buffer.alloc(60_000).toString('base64');
    expect(failureOf(await sendJson(app, PAGES, { fileBase64 }))).toEqual([413, '413']);
    // Of several, the last would be the one.
    const part = `"fileBase64":"${Buffer.alloc(20_000).toString('base64')}"`;
    const several = `{${[part, part, part].join()}}`;
    expect(failureOf(await send(app, PAGES, several, { 'content-type': 'application/json' }))).toEqual([413, '413']);
  });

  test('so are the texts of a form together, and a comparison with more terms than anyone has', async () => {
    const COMPARE = '/process-image/content-compare';
    // Each alone is allowed.
    const text = 'x'.repeat(30_000);
    const texts = ['a', 'b'].map((name): [string, string] => [name, text]);
    expect(failureOf(await sendForm(app, COMPARE, [['file', contract], texts[0] as [string, string]]))).toEqual([
      400,
      'R101',
    ]);
    expect(failureOf(await sendForm(app, COMPARE, [['file', contract], ...texts]))).toEqual([413, '413']);
    const terms = Array.from({ length: 1001 }, () => ({ name: 'a' }));
    const { status, body } = await sendForm(app, COMPARE, [
      ['file', contract],
      ['fields', JSON.stringify(terms)],
    ]);
    expect([status, body.status.message]).toEqual([400, expect.stringContaining('1000')]);
  });

  test('two files under one name are rejected with a sentence', async () => {
    const { status, body } = await sendForm(app, CONTENT, [
      ['file', contract],
      ['file', contract],
    ]);
    expect([status, body.status.code, body.status.message]).toEqual([
      400,
      'R101',
      expect.stringMatching(/: two parts are called "file": a request has one file$/),
    ]);
  });

  test.each(['gzip', 'br', 'GZIP, identity'])(
    'a body with the Content-Encoding %s is rejected with a sentence',
    async (encoding) => {
      const sent = await sendJson(app, VIO, { qrCodeField: 'x' }, { 'content-encoding': encoding });
      expect([...failureOf(sent), sent.body.status.message]).toEqual([
        415,
        '415',
        `The request has the Content-Encoding "${encoding}", which is not read here: send it without`,
      ]);
      const form = await sendForm(app, CONTENT, [['file', contract]], { 'content-encoding': encoding });
      expect(failureOf(form)).toEqual([415, '415']);
    },
  );

  test('a parameter that the JSON form of an operation does not have is ignored', async () => {
    const body = { fileBase64: contract.toString('base64'), returnMetadata: 'no', file: 'x' };
    const answer = await sendJson(app, PAGES, body);
    expect([answer.status, Object.keys(answer.body.result[0])]).toEqual([
      200,
      ['type', 'stdType', 'score', 'tags', 'extractions'],
    ]);
  });

  test('of several inputs for a driver licence only the first in priority is used', async () => {
    const code = encodeVio({ nome: 'FULANA', __proto__: 'x' } as never);
    const { body } = await sendJson(app, VIO, { qrCodeField: code, fileBase64: '!!', fileUrl: 'nonsense' });
    expect(body.result).toEqual([
      {
        crops: [],
        fields: [{ name: 'nome', score: 1, value: 'FULANA' }],
        pageNumber: 0,
        tags: ['country=bra', 'subtype=vio', 'source=synthetic'],
      },
    ]);
    expect(body.status).toEqual({ code: 'S100', message: 'Success', errors: null });
    const file = (await sample('identity.pdf')).toString('base64');
    const second = await sendJson(app, VIO, { fileBase64: file, fileUrl: 'nonsense' });
    expect(byName(second.body.result[0].fields)).toMatchObject({
      nome: 'FLAVIA EXEMPLO TESTE',
      local_cidade: 'SÃO PAULO',
    });
    expect(second.body.result[0].pageNumber).toBe(1);
  });

  test('a driver licence without any input is told of all three', async () => {
    const answer = await sendJson(app, VIO, {});
    expect(failureOf(answer)).toEqual([400, 'R101']);
    expect(answer.body.status.message).toMatch(/(?=.*qrCodeField)(?=.*file\b)(?=.*fileUrl)/);
  });

  test("a code that is not the sandbox's own is found and not decoded", async () => {
    const { body } = await sendForm(app, VIO, [['qrCodeField', 'real codes are encrypted']]);
    expect(body.result).toEqual([{ crops: [], fields: [], pageNumber: 0, tags: [] }]);
  });
});

test('addresses are answered by the position of their text, each as a group', async () => {
  const contents = [
    { text: 'Av. Paulista, 1578 - Bela Vista, São Paulo - SP, 01310-200' },
    {},
    { any: 'nothing of an address' },
    { endereco_prestador: 'Rua A, 10, Centro, Curitiba - PR; Rua B, 20, Batel, Curitiba - PR' },
  ];
  const { body } = await sendJson(app, '/process-text/multi-address-parsing', { contents });
  const answers: { index: number; extractions: Json[] }[] = body.result.contents;
  const groups = answers.map(({ index, extractions }) => [
    index,
    ...extractions.flatMap(({ sections }) => sections[0].groups.map(({ name, stdValue }: Json) => [name, stdValue])),
  ]);
  expect(groups).toEqual([
    [0, ['endereco', 'Avenida Paulista, 1578\nBela Vista\nSão Paulo - SP\n01310-200']],
    [1],
    [2],
    [
      3,
      ['endereco_prestador', 'Rua A, 10\nCentro\nCuritiba - PR'],
      ['endereco_prestador', 'Rua B, 20\nBatel\nCuritiba - PR'],
    ],
  ]);
});

test('the summary of billing counts what was requested, day by day in UTC, and is not counted itself', async () => {
  const days = [Date.UTC(2025, 0, 31, 23, 59), Date.UTC(2025, 1, 1, 0, 1)];
  let now = days[0] as number;
  const billed = await openSandbox({ now: () => now });
  await sendForm(billed, CONTENT, [['file', contract]]);
  await sendForm(billed, CONTENT, [['file', Buffer.from('no format')]]);
  now = days[1] as number;
  await sendJson(billed, VIO, { qrCodeField: encodeVio({ nome: 'A' }) });
  const summary = (startDate: string, endDate: string) =>
    sendJson(billed, '/billing/daily-summary', { startDate, endDate });
  const { result } = (await summary('2025-01-31 00:00:00.000Z', '2025-02-01 23:59:59.999Z')).body;
  const counts = (requestCount: number, typifiedItemCount: number, nonTypifiedItemCount: number) => ({
    ...{ requestCount, typifiedItemCount, nonTypifiedItemCount },
    billingCount: requestCount,
  });
  expect(result).toEqual({
    details: [
      {
        date: '2025-01-31T00:00:00.000Z',
        services: [{ serviceName: 'content-extraction', ...counts(2, 1, 1) }],
      },
      { date: '2025-02-01T00:00:00.000Z', services: [{ serviceName: 'vio-extraction', ...counts(1, 1, 0) }] },
    ],
    ...counts(3, 2, 1),
  });
  expect((await summary('2024-01-01 00:00:00.000Z', '2024-12-31 23:59:59.999Z')).body.result.details).toEqual([]);
});
