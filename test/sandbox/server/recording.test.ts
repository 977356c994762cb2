import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { encodeVio } from 'document-processing-reader';
import type { FastifyInstance } from 'fastify';
import { buildApp, type AppOptions } from '../../../sandbox/server/app.ts';
import { startSandbox } from '../../support/sandbox.ts';
import { emptyFolder } from '../emptyFolder.ts';
import { inspect, sample, sendJson, type FormValue, type Json } from './client.ts';
import { ownCertificate, startReceiver, type Received } from './receiver.ts';
import { serve, until } from './surroundings.ts';

const CONTENT = '/process-image/content-extraction';
const PAGES = '/process-image/multipage-content-extraction';
const ADDRESSES = '/process-text/multi-address-parsing';
const ENRICHMENT = '/big-data/enrichment/async';
const COMPARE = '/process-image/content-compare';
const SIGN_IN = '/user/authenticate';
const JSON_TYPE = { 'content-type': 'application/json' };

/** None of these may be on the disk. */
const SECRET = {
  token: 'token-of-the-account',
  password: 'password-of-the-account',
  pdfPassword: Buffer.from('sandbox').toString('base64'),
  header: 'secret-of-the-header',
  query: 'secret-of-the-query',
  path: 'secret-of-the-path',
  signature: 'signature-of-the-address',
};
const CPF = '11144477735';
const PERSONAL = [
  'Gustavo',
  'Prado',
  '87.65',
  CPF,
  '111.444.777-35',
  'Palmeiras',
  '01310-100',
  '11222333000181',
  'Bruno',
];

let account: FastifyInstance;
let accountUrl: string;
let files: Record<'encrypted' | 'contract' | 'invoice', Buffer>;
const opened: FastifyInstance[] = [];

beforeAll(async () => {
  const settings = { token: SECRET.token, username: 'somebody', password: SECRET.password };
  account = await buildApp({ workers: 1, ...settings });
  accountUrl = await account.listen({ port: 0, host: '127.0.0.1' });
  const [encrypted, contract, invoice] = await Promise.all(
    ['encrypted', 'contract', 'service-invoice'].map((name) => sample(`${name}.pdf`)),
  );
  files = { encrypted, contract, invoice } as typeof files;
});
afterEach(async () => {
  for (const app of opened.splice(0)) await app.close();
});
afterAll(() => account.close());

/** A folder in which recordings are, and beside it their key. */
function newFolder(): string {
  const folder = join(emptyFolder(), 'recordings');
  mkdirSync(folder);
  return folder;
}

async function open({ port = 0, ...options }: AppOptions): Promise<FastifyInstance> {
  const app = await buildApp({ workers: 1, ...options });
  opened.push(app);
  await app.listen({ port, host: '127.0.0.1' });
  return app;
}

type Recording = { folder?: string; keepValues?: boolean; upstream?: string } & Omit<AppOptions, 'record'>;

/** Starts a sandbox that records, and says where. */
async function record({ folder = newFolder(), keepValues = false, upstream = accountUrl, ...more }: Recording = {}) {
  return { folder, recorder: await open({ record: { upstream, folder, keepValues }, ...more }) };
}
const replay = (folder: string) => open({ replay: folder });
const portOf = (app: FastifyInstance) => (app.server.address() as AddressInfo).port;

/** The address of an account that answers everything so. */
const answering = async (body: string | Buffer, headers: Record<string, string> = JSON_TYPE, status = 200) =>
  (await serve((_request, response) => void response.writeHead(status, headers).end(body))).url;

async function startHook(...given: Parameters<typeof startReceiver>) {
  const { receiver, url } = await startReceiver(...given);
  return { receiver, url: `${url}/hook/${SECRET.path}?signature=${SECRET.signature}` };
}

/** What is sent: a form, JSON, or a body as it is. */
type Sent = {
  path: string;
  form?: [string, FormValue][];
  json?: object;
  raw?: string;
  name?: string;
  headers?: Record<string, string>;
};
type Answered = { status: number; text: string; body: Json };

async function send(
  app: FastifyInstance,
  { path, form, json, raw = JSON.stringify(json), name = 'document.pdf', headers }: Sent,
  token = SECRET.token,
): Promise<Answered> {
  const body = new FormData();
  for (const [member, value] of form ?? [])
    if (typeof value === 'string') body.append(member, value);
    else body.append(member, new Blob([new Uint8Array(value)], { type: 'application/pdf' }), name);
  const encoded = new Response(form ? body : raw);
  const response = await app.inject({
    method: 'POST',
    url: path,
    payload: Buffer.from(await encoded.arrayBuffer()),
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      'content-type': form ? (encoded.headers.get('content-type') ?? '') : 'application/json',
      ...headers,
    },
  });
  const isJson = String(response.headers['content-type']).includes('json') && response.body !== '';
  const parse = () => {
    try {
      return response.json<Json>();
    } catch {
      return null;
    }
  };
  return { status: response.statusCode, text: response.body, body: isJson ? parse() : null };
}

const webhookTo = (url: string, more: object = {}) => ({
  url,
  authorization: {
    headers: [{ name: 'x-ticket', value: SECRET.header }],
    queryStrings: [{ name: 'key', value: SECRET.query }],
    ...more,
  },
});
const extraction = (url: string, more: object = {}): Sent => ({
  path: CONTENT,
  json: {
    fileBase64: files.encrypted.toString('base64'),
    filePassword: SECRET.pdfPassword,
    webhook: webhookTo(url, more),
  },
});
const enrichment = (url: string, cpf = CPF): Sent => ({
  path: ENRICHMENT,
  json: { query: 'pf', parameters: { cpf }, webhook: webhookTo(url) },
});
const content = (more: [string, string][] = []): Sent => ({
  path: CONTENT,
  form: [['file', files.encrypted], ['filePassword', SECRET.pdfPassword], ...more],
});
const addresses = (street: string): Sent => ({
  path: ADDRESSES,
  json: { contents: [{ endereco: `${street}, São Paulo - SP, 01310-100` }] },
});
const comparison = (value: string): Sent => ({
  path: COMPARE,
  form: [
    ['file', files.contract],
    ['fields', JSON.stringify([{ name: 'socio', value }])],
  ],
});
const invoice = (): Sent => ({ path: '/process-invoice/extraction', form: [['file', files.invoice]] });

/** All operations with an answer of their own; the two with a callback are apart. */
const synchronous = (): Sent[] => [
  content(),
  { path: PAGES, form: [['file', files.contract]] },
  { path: PAGES, json: { fileBase64: files.contract.toString('base64') } },
  {
    path: '/process-image/generative-content-extraction',
    form: [
      ['file', files.contract],
      ['tags', 'id=bra-nlp-contrato-social-1'],
    ],
  },
  comparison('Bruno Modelo Souza'),
  invoice(),
  {
    path: '/billing/daily-summary',
    json: { startDate: '2025-01-01 00:00:00.000Z', endDate: '2025-01-02 00:00:00.000Z' },
  },
  { path: '/process-image/vio-extraction', json: { qrCodeField: encodeVio({ nome: 'Bruno', cpf: CPF }) } },
  { path: '/process-image/vio-extraction', form: [['qrCodeField', encodeVio({ nome: 'Bruno', cpf: CPF })]] },
  { path: '/process-image/payment-card-extraction', json: { fileBase64: files.contract.toString('base64') } },
  addresses('Rua das Palmeiras, 215'),
];

const filesIn = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.json'));
const recordingIn = (folder: string, number: number): Json =>
  JSON.parse(readFileSync(join(folder, filesIn(folder)[number - 1] as string), 'utf8'));
const textIn = (folder: string) =>
  readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
const bodyOf = ({ body }: Received): Json => JSON.parse(body);
const armAccount = (fault: object) =>
  account.inject({
    method: 'POST',
    url: '/_sandbox/faults',
    payload: fault,
    headers: { 'content-type': 'application/json' },
  });
/** The callbacks of a recording, once there are so many. */
const recordedCallbacks = (folder: string, number: number, count: number): Promise<Json[]> =>
  until(() => {
    const callbacks = filesIn(folder).length < number ? [] : recordingIn(folder, number).callbacks;
    return filesIn(folder).length >= number && callbacks.length >= count && callbacks;
  });

/** Sends every operation to a sandbox that records, and waits for the callbacks of the last two. */
async function recordAll(options: Recording) {
  const { folder, recorder } = await record(options);
  const { receiver, url } = await startHook();
  const answers: Answered[] = [];
  for (const sent of [...synchronous(), extraction(url), enrichment(url)]) answers.push(await send(recorder, sent));
  await recordedCallbacks(folder, 12, 1);
  await recordedCallbacks(folder, 13, 1);
  return { folder, recorder, answers, called: (await receiver.waitFor(2)).map(bodyOf) };
}

test('all 13 operations are recorded and replayed, the synchronous ones byte for byte', async () => {
  const { folder, answers, called } = await recordAll({ keepValues: true });
  expect(answers.map(({ status }) => status)).toEqual([...synchronous().map(() => 200), 201, 200]);
  expect(filesIn(folder)).toEqual([
    '0001-content-extraction.json',
    '0002-multipage-content-extraction.json',
    '0003-multipage-content-extraction.json',
    '0004-generative-content-extraction.json',
    '0005-content-compare.json',
    '0006-invoice-extraction.json',
    '0007-billing-daily-summary.json',
    '0008-vio-extraction.json',
    '0009-vio-extraction.json',
    '0010-payment-card-extraction.json',
    '0011-multi-address-parsing.json',
    '0012-content-extraction-async.json',
    '0013-enrichment-async.json',
  ]);
  const text = textIn(folder);
  expect(Object.values(SECRET).filter((secret) => text.includes(secret))).toEqual([]);
  expect([text.includes(CPF), existsSync(`${folder}.key`)]).toEqual([true, false]);

  const replayer = await replay(folder);
  for (const [at, sent] of synchronous().entries()) expect((await send(replayer, sent)).text).toBe(answers[at]?.text);
  const { receiver, url } = await startHook();
  for (const [at, sent] of [extraction(url), enrichment(url)].entries()) {
    const before = answers[11 + at] as Answered;
    const { status, body } = await send(replayer, sent);
    const { requestId, result } = body;
    expect(result.processId).not.toBe(before.body.result.processId);
    expect([status, body]).toEqual([before.status, { ...before.body, requestId, result }]);
    const { headers, url: path, body: again } = (await receiver.waitFor(at + 1))[at] as Received;
    const first = called.find(({ processId }) => processId === before.body.result.processId);
    expect(JSON.parse(again)).toEqual({ ...first, ...result, ...('requestId' in first && { requestId }) });
    expect([headers['x-ticket'], path]).toEqual([
      SECRET.header,
      `/hook/${SECRET.path}?signature=${SECRET.signature}&key=${SECRET.query}`,
    ]);
  }
});

describe('what is on the disk', () => {
  test('has no secret and no value of a document; values of the same shape take their place', async () => {
    const { folder, recorder } = await recordAll({ keepNames: new Set(['beneficiario', 'valor', 'por']) });
    await sendJson(recorder, SIGN_IN, { username: 'somebody', password: SECRET.password });
    await send(recorder, { ...content([['returnImage', 'true']]), name: 'RG de Bruno.pdf' });
    const text = textIn(folder);
    expect([...Object.values(SECRET), ...PERSONAL].filter((secret) => text.includes(secret))).toEqual([]);

    const { request, answer } = recordingIn(folder, 1);
    expect(request.parameters).toEqual({
      file: expect.stringMatching(new RegExp(`^${files.encrypted.length} bytes, SHA-256 [0-9a-f]{64}$`)),
      filePassword: 'HIDDEN',
    });
    const values = Object.fromEntries(answer.body.result[0].fields.map(({ name, value }: Json) => [name, value]));
    expect(values).toEqual({
      beneficiario: expect.stringMatching(/^[A-Z][a-z]{6} [A-Z][a-z]{6} [A-Z][a-z]{4}$/),
      valor: expect.stringMatching(/^\d\d\.\d\d$/),
      data: expect.stringMatching(/^20\d\d-[01]\d-[0-3]\d$/),
    });
    expect(answer.body.result[0]).toMatchObject({
      score: 0.99,
      pageNumber: 1,
      tags: expect.arrayContaining(['language=por']),
    });
    const { image } = recordingIn(folder, 15).answer.body.result[0];
    expect(Buffer.from(image, 'base64').subarray(0, 3).toString('hex')).toBe('ffd8ff');
    expect(image.length).toBeLessThan(1000);
    // The same value in a request, in its callback and in another file.
    const [{ body }] = recordingIn(folder, 13).callbacks;
    const { query, parameters } = recordingIn(folder, 13).request.parameters;
    const { cpf } = parameters;
    expect([query, cpf]).toEqual(['pf', expect.stringMatching(/^\d{11}$/)]);
    expect(body.parameters).toEqual({ cpf });
    const vio = recordingIn(folder, 8).answer.body.result[0].fields;
    expect(vio.find(({ name }: Json) => name === 'cpf').value).toBe(cpf);
  });

  test('has the values with --keep-values, but no secret, however short, and the words and numbers that it is a part of', async () => {
    const answer = '{"result":{"pin":"1234 is wrong","text":"id 01234, abcde","score":0.1234,"more":[1234,"xabcde"]}}';
    const { folder, recorder } = await record({ upstream: await answering(answer), keepValues: true });
    const fileUrl = `https://h.test/?document=7&X-Amz-Signature=${SECRET.signature}`;
    const json = { query: 'pf', parameters: { senha: '1234', token: 'abcde', fileUrl } };
    expect((await send(recorder, { path: ENRICHMENT, json })).text).toBe(answer);
    const { request, answer: recorded } = recordingIn(folder, 1);
    expect(request.parameters.parameters.fileUrl).toMatch(/document=7/);
    expect(request.parameters.parameters.fileUrl).not.toContain(SECRET.signature);
    expect(recorded.body.result).toEqual({
      pin: 'HIDDEN',
      text: 'id 01234, HIDDEN',
      score: 0.1234,
      more: ['HIDDEN', 'xabcde'],
    });
  });

  test('nor one as long as a picture, nor any of thousands', async () => {
    const signature = Buffer.alloc(100_000, 'a picture of a signature, ').toString();
    const tokens = Array.from({ length: 3000 }, (_, at) => `one-of-many-${at}-${'x'.repeat(40)}`);
    for (const keepValues of [true, false]) {
      const { folder, recorder } = await record({ keepValues });
      const json = { contents: [], more: `of ${signature}, ${tokens.join(' ')}`, signature, tokens };
      expect((await send(recorder, { path: ADDRESSES, json })).status).toBe(200);
      expect(filesIn(folder)).toHaveLength(1);
      expect(textIn(folder)).not.toMatch(/picture of a signature|one-of-many/);
    }
  });
});

describe('a folder can be shared', () => {
  let numbered = 0;
  const canaries: string[] = [];
  /** A word that is nowhere else; with letters that are written in several ways. */
  const canary = (): string => {
    const word = `Qüwix"Ya/k${++numbered}z`;
    canaries.push(word);
    return word;
  };
  const inHeader = (): string => {
    const word = `qwixyak${++numbered}z`;
    canaries.push(word);
    return word;
  };
  const number = (): number => {
    canaries.push(String(71730000 + ++numbered));
    return 71730000 + numbered;
  };
  /** Everything that JSON can be, at every depth. */
  const anything = (depth = 2): object => ({
    [canary()]: canary(),
    name: canary(),
    value: canary(),
    number: number(),
    list: [canary(), number(), [canary()]],
    // Names that have values of their own beside the service's file and tags.
    ...{ query: canary(), tags: [canary()], startDate: canary(), requestId: canary() },
    ...(depth > 0 && { [canary()]: anything(depth - 1), date: anything(0), score: number() }),
  });
  const fields = () => [{ name: canary(), stdName: canary(), value: canary(), score: 0.5, [canary()]: canary() }];
  const envelope = (result: unknown) => ({
    result,
    requestId: canary(),
    elapsedMilliseconds: 7,
    status: { code: 'R101', message: canary(), errors: [{ value: canary(), [canary()]: canary() }, canary()] },
    ...anything(0),
  });
  const result = () => ({
    fields: fields(),
    ...{ image: canary(), type: canary(), stdType: canary(), processType: canary(), score: 0.25, pageNumber: 1 },
    tags: [canary(), `country=${canary()}`, `${canary()}=x`],
    tables: [{ name: canary(), headers: [{ name: canary() }], values: [[{ name: canary(), value: canary() }]] }],
    ...anything(1),
  });
  const written = (word: string) => [
    ...[word, encodeURIComponent(word), JSON.stringify(word).slice(1, -1), word.normalize('NFD')],
    ...[Buffer.from(word).toString('base64'), JSON.stringify(encodeURIComponent(word)).slice(1, -1)],
  ];

  let upstream: string;
  let answer: { status: number; headers: Record<string, string>; body: string };
  let calledBack: string[];
  beforeAll(async () => {
    const server = await serve(async (request, response) => {
      const url = /http:[^"]*_sandbox\/callbacks\/[\w-]+/.exec(await text(request))?.[0];
      for (const body of url ? calledBack : []) await fetch(`${url}?q=x`, { method: 'POST', body });
      response.writeHead(answer.status, answer.headers).end(answer.body);
    });
    upstream = server.url;
  });

  const form = (type: string, parts: [string, string][]) => ({
    headers: { 'content-type': `multipart/form-data; boundary=${type}` },
    payload: `${parts
      .map(([disposition, value]) => `--${type}\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n${value}\r\n`)
      .join('')}--${type}--\r\n`,
  });
  const json = (payload: unknown) => ({ headers: JSON_TYPE, payload: JSON.stringify(payload) });
  const webhook = () => ({
    url: `http://127.0.0.1:2/${inHeader()}?${inHeader()}=${inHeader()}`,
    authorization: {
      headers: [{ name: inHeader(), value: inHeader() }],
      queryStrings: [{ name: canary(), value: canary() }],
    },
  });

  const requests = (): { url: string; headers: Record<string, string>; payload: string }[] => [
    {
      url: `${CONTENT}?${inHeader()}=${inHeader()}`,
      ...form(inHeader(), [
        [`name="file"; filename="${inHeader()}"`, '%PDF-1.7'],
        [`name="${inHeader()}"; filename=".${inHeader()}"`, '%PDF-1.7'],
        [`name="${inHeader()}"; filename="a.${inHeader()}.${inHeader()}"`, '%PDF-1.7'],
        [`name="f"; filename*=UTF-8''${encodeURIComponent(canary())}`, '%PDF-1.7'],
        [`name="${inHeader()}"`, canary()],
        ['name="tags"', `country=${canary()}`],
        ['name="tags"', canary()],
        ['name="returnImage"', canary()],
        ['name="returnedImageQuality"', canary()],
        ['name="filePassword"', Buffer.from(canary()).toString('base64')],
        ['name="fields"', JSON.stringify([anything()])],
        [
          'name="fileUrl"',
          `http://${inHeader()}:${inHeader()}@h.test/${inHeader()}/${inHeader()}?${inHeader()}=${inHeader()}#${inHeader()}`,
        ],
      ]),
    },
    {
      url: CONTENT,
      ...json({ fileBase64: 'JVBERg==', fileUrl: canary(), webhook: webhook(), tags: [canary()], ...anything() }),
    },
    { url: ENRICHMENT, ...json({ query: canary(), parameters: anything(), webhook: webhook() }) },
    { url: ADDRESSES, ...json({ contents: [anything(), canary(), [canary()]] }) },
    { url: '/billing/daily-summary', ...json({ startDate: canary(), endDate: anything() }) },
    // An operation that is not described, a list, what is no JSON, and the fields of a page.
    { url: `/${inHeader()}/${encodeURIComponent(canary())}?${inHeader()}`, ...json(anything()) },
    { url: ADDRESSES, ...json([anything(), canary()]) },
    { url: ADDRESSES, headers: JSON_TYPE, payload: `{${canary()}` },
    {
      url: ADDRESSES,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `${inHeader()}=${inHeader()}`,
    },
    { url: SIGN_IN, ...json({ username: canary(), password: canary(), ...anything() }) },
  ];
  const ANSWERS: [string, () => typeof answer][] = [
    ['a result', () => ({ status: 200, headers: JSON_TYPE, body: JSON.stringify(envelope([result()])) })],
    [
      'a failure with headers',
      () => ({
        status: 503,
        headers: {
          'content-type': `application/${inHeader()}; boundary=${inHeader()}`,
          'retry-after': inHeader(),
          location: `https://h.test/${inHeader()}?${inHeader()}=${inHeader()}`,
          [inHeader()]: inHeader(),
        },
        body: JSON.stringify({ ...envelope(null), [canary()]: canary() }),
      }),
    ],
    [
      'another shape',
      () => ({
        status: 302,
        headers: { location: `/${inHeader()}/${encodeURIComponent(canary())}` },
        body: JSON.stringify([canary(), anything(), number()]),
      }),
    ],
    [
      'usage',
      () => ({
        status: 200,
        headers: JSON_TYPE,
        body: JSON.stringify(
          envelope({ details: [{ date: canary(), services: [{ serviceName: canary(), requestCount: 1 }] }] }),
        ),
      }),
    ],
    [
      'a text',
      () => ({
        status: 500,
        headers: { 'content-type': 'text/plain' },
        body: `access_token=${inHeader()} ${canary()}`,
      }),
    ],
    [
      'a page',
      () => ({
        status: 502,
        headers: { 'content-type': 'text/html' },
        body: `<html><${inHeader()} a="${inHeader()}">${inHeader()}<!--${inHeader()}--></html>`,
      }),
    ],
    [
      'half of it',
      () => ({ status: 200, headers: JSON_TYPE, body: JSON.stringify(envelope([result()])).slice(0, -40) }),
    ],
    [
      'a token',
      () => ({
        status: 200,
        headers: JSON_TYPE,
        body: JSON.stringify({ result: { accessToken: canary(), id: number() }, [canary()]: canary() }),
      }),
    ],
  ];

  test.each(ANSWERS)('whatever is sent, when the account answers with %s', async (_what, make) => {
    const { folder, recorder } = await record({ upstream });
    const sent = requests();
    for (const { url, headers, payload } of sent) {
      answer = make();
      calledBack = [
        JSON.stringify({ ...envelope([result()]), processId: canary() }),
        canary(),
        JSON.stringify(anything()),
      ];
      await recorder.inject({
        ...{ method: 'POST', url, payload },
        headers: {
          authorization: `Bearer ${inHeader()}`,
          cookie: `a=${inHeader()}`,
          [inHeader()]: inHeader(),
          ...headers,
        },
      });
    }
    expect(filesIn(folder)).toHaveLength(sent.length);
    const text = readdirSync(folder).join() + textIn(folder);
    const found = canaries.splice(0).filter((word) => written(word).some((form) => text.includes(form)));
    expect(found).toEqual([]);
    // The key is not in it.
    expect(readdirSync(join(folder, '..')).sort()).toEqual(['recordings', 'recordings.key']);
    for (const name of readdirSync(folder)) expect(name).toMatch(/^(\d{4}-[a-z0-9-]+\.json|recording\.lock(\.lock)?)$/);
  });
});

describe('an answer is replayed as the account has written it', () => {
  const ODD =
    '{"status" : {"code":"200","message":null,"errors":null},\n\t"2":0.10,"1":1.0E+2,"big":90071992547409931234,"big":-0,' +
    '"result":[{"score":0.970,"fields":[{"value":"HIDDEN","name":"nome"},{"name":"nome","value":"caf\\u00e9\\/"}],' +
    '"__proto__":{"a":1}}] }\n';

  test.each([true, false])('to the byte, with its headers; values kept: %s', async (keepValues) => {
    const location = '/process-image/content-extraction?query=name#result';
    const upstream = await answering(ODD, { ...JSON_TYPE, location, 'retry-after': '7' }, 307);
    const { folder, recorder } = await record({ keepValues, upstream });
    await send(recorder, { path: CONTENT, form: [['fileUrl', 'http://h.test/a']] });
    const replayed = await (
      await replay(folder)
    ).inject({
      ...{ method: 'POST', url: CONTENT, payload: 'fileUrl=http://h.test/a' },
      headers: { authorization: 'Bearer x', 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(replayed.statusCode).toBe(307);
    expect(replayed.headers).toMatchObject({ location, 'retry-after': '7' });
    if (keepValues) return expect(replayed.body).toBe(ODD);
    // Names, numbers and texts are others; where they stand, and how they are written, is the same.
    expect(replayed.body).not.toMatch(/HIDDEN|caf|90071|replayed/);
    expect(replayed.body.startsWith('{"status" : {"code":"200","message":null,"errors":null},\n\t"')).toBe(true);
    expect(replayed.body).toMatch(/\t"\d":0\.\d\d,"\d":\d\.\dE\+2,"[a-z]{3}":\d{20},"[a-z]{3}":-0,"result":/);
    expect(replayed.body).toMatch(
      /"score":0\.970,"fields":\[\{"value":"[A-Z]{6}","name":"nome"\},\{"name":"nome",.*\] \}\n$/,
    );
  });
});

describe('a secret is not on the disk, whatever its place', () => {
  const base64 = (text: string) => Buffer.from(text).toString('base64');

  test.each([true, false])('of a request or in an answer that repeats it; values kept: %s', async (keepValues) => {
    const secrets = ['4711471147', '4711471148'];
    const secret = () => {
      const made = `secret-${secrets.length}-of-a-place`;
      secrets.push(made, base64(made));
      return made;
    };
    const who = () => `${secret()}:${secret()}`;
    const signed = () => {
      const made = `secret-${secrets.length}%2Fof%3Dthe-address`;
      secrets.push(made, decodeURIComponent(made));
      return `sig=${made}&page=7`;
    };
    const json = (path: string, body: object): Sent => ({ path, json: body });
    const basic = { authorization: `Basic ${base64(who())}` };
    const withToken: Sent[] = [
      {
        ...json(`${PAGES}?pass=${secret()}&key=${secret()}&${signed()}`, { filePassword: 4711471147 }),
        headers: basic,
      },
      json(`${PAGES}?pwd=${secret()}`, {}),
      json(PAGES, { fileUrl: `https://${who()}@host.test/a.pdf?${signed()}` }),
      json(PAGES, { fileUrl: `ftp://${who()}@host.test/a.pdf` }),
      json(PAGES, { fileUrl: ` https://${who()}@host.test/` }),
      json(ADDRESSES, { contents: [{ text: `at https://${who()}@host.test/?${signed()} now` }] }),
      json(ENRICHMENT, { webhook: { headers: [{ name: 'x-ticket', value: 4711471148 }] } }),
      json('/facematch', {
        headers: [{ name: 'x-api-key', value: secret() }],
        ...{ auth: secret(), accessKey: secret(), callback: { url: `https://host.test/?ticket=${secret()}` } },
        sent: { size: 1, sha256: 'a'.repeat(64), token: secret() },
      }),
    ];
    const signingIn = [
      json('/session', { user: secret(), password: secret() }),
      json(SIGN_IN, { username: secret(), password: 4711471147, code: 4711471148 }),
    ];
    const { url: upstream } = await serve(async (request, response) => {
      const body = await text(request);
      const read = Buffer.from(/Basic (.*)/.exec(request.headers.authorization ?? '')?.[1] ?? '', 'base64').toString();
      const encoded = secrets.filter((one) => body.includes(one)).map(base64);
      const texts = [body, body.replaceAll('\\', ''), decodeURIComponent(body), request.url, read, ...encoded];
      response.writeHead(400, JSON_TYPE);
      response.end(JSON.stringify({ status: { code: 'R101', message: texts.join(' '), errors: [texts] } }));
    });
    const { folder, recorder } = await record({ keepValues, upstream });
    for (const sent of withToken) await send(recorder, sent);
    for (const sent of signingIn) await send(recorder, sent, '');
    expect(filesIn(folder)).toHaveLength(withToken.length + signingIn.length);
    const onDisk = textIn(folder);
    expect([...secrets, SECRET.token].filter((one) => onDisk.includes(one))).toEqual([]);
  });

  test('in a token that is answered as text', async () => {
    const answer = await answering(`access_token=${SECRET.token}&expires_in=60`, { 'content-type': 'text/plain' }, 400);
    const { folder, recorder } = await record({ keepValues: true, upstream: answer });
    await send(recorder, { path: SIGN_IN, json: { username: 'somebody', password: SECRET.password } });
    expect(recordingIn(folder, 1).answer).toMatchObject({ status: 400, text: 'HIDDEN' });
  });
});

describe('failures', () => {
  test('are recorded as they come, and replayed in their order; the last is repeated', async () => {
    const { folder, recorder } = await record();
    for (const fault of ['status=503; retry-after=7', 'html; status=502', 'failing-envelope', 'empty', 'truncated'])
      await armAccount({ path: ADDRESSES, fault });
    const sent = addresses('Rua das Palmeiras, 215');
    const answers: Answered[] = [];
    for (let at = 0; at < 6; at++) answers.push(await send(recorder, sent));
    expect(answers.map(({ status, body }) => [status, body?.status.code])).toEqual([
      [503, '503'],
      [502, undefined],
      [200, 'E100'],
      [200, undefined],
      [200, undefined],
      [200, '200'],
    ]);
    expect(textIn(folder)).not.toContain('Palmeiras');
    const replayer = await replay(folder);
    const replayed: Answered[] = [];
    for (let at = 0; at < 7; at++) replayed.push(await send(replayer, sent));
    expect(replayed.map(({ status }) => status)).toEqual([503, 502, 200, 200, 200, 200, 200]);
    for (const at of [0, 2]) expect(replayed[at]?.body.status.code).toBe(answers[at]?.body.status.code);
    expect(replayed[1]?.text).toMatch(/^<!doctype html><html><head><title>\w+<\/title><\/head><body><h1>/);
    expect(replayed[3]?.text).toBe('');
    expect(replayed[4]?.body).toBeNull();
    expect(replayed[6]?.text).toBe(replayed[5]?.text);
    await sendJson(replayer, '/_sandbox/reset', {});
    expect((await send(replayer, sent)).status).toBe(503);
  });

  test('of a status that is none of HTTP go on as they are, and are replayed', async () => {
    const { folder, recorder } = await record({ upstream: await answering('{}', JSON_TYPE, 999) });
    for (const open of [() => recorder, () => replay(folder)])
      expect(await send(await open(), addresses('Rua 1'))).toMatchObject({ status: 999, text: '{}' });
  });

  test('of the connection are answered by the sandbox, and not recorded', async () => {
    const { folder, recorder } = await record({ upstream: 'http://127.0.0.1:2' });
    const { status, body } = await send(recorder, content());
    expect([status, body.status]).toMatchObject([
      502,
      { message: 'The account at http://127.0.0.1:2 did not answer (ECONNREFUSED)' },
    ]);
    expect(filesIn(folder)).toEqual([]);
  });

  test('to write a recording take nothing from an answer and a callback, which were paid for', async () => {
    const { folder, recorder } = await record();
    const { receiver, url } = await startHook();
    rmSync(folder, { recursive: true });
    expect((await send(recorder, addresses('Rua das Palmeiras, 215'))).status).toBe(200);
    const { body } = await send(recorder, enrichment(url));
    const [callback] = (await receiver.waitFor(1)) as [Received];
    expect(bodyOf(callback).processId).toBe(body.result.processId);
    const { requests } = await inspect(recorder, 'requests');
    expect(requests).toMatchObject([1, 2].map(() => ({ recording: { mode: 'upstream', file: null } })));
  });

  test.each(['itself', 'another that records'])(
    'of an upstream that is %s are said, and end at once',
    async (which) => {
      const { port, close } = await serve(() => {});
      close();
      const own = `http://localhost:${port}`;
      const other = await record({ upstream: own });
      const upstream = which === 'itself' ? own : `http://127.0.0.1:${portOf(other.recorder)}`;
      const { folder, recorder } = await record({ upstream, port });
      const { status, body } = await send(recorder, addresses('Rua das Palmeiras, 215'));
      expect([status, body.status.message]).toEqual([400, expect.stringContaining('--upstream')]);
      expect((await inspect(recorder, 'stats')).total).toBeLessThan(3);
      expect([folder, other.folder].flatMap(filesIn)).toEqual([]);
    },
  );

  test.each([
    ['more members than are recorded', `[${'1,'.repeat(300_000)}1]`],
    ['megabytes of words', JSON.stringify({ result: Array(90).fill('Rua das Palmeiras 215 '.repeat(2500)) })],
  ])('to record an answer with %s take nothing from it', async (_what, dense) => {
    const { folder, recorder } = await record({ upstream: await answering(dense) });
    expect((await send(recorder, addresses('Rua das Palmeiras, 215'))).text).toBe(dense);
    expect(recordingIn(folder, 1).answer.text).toContain(`${dense.length} bytes that are not recorded`);
  });

  test('to find an address in megabytes of text hold nobody up', async () => {
    const { folder, recorder } = await record();
    expect((await send(recorder, addresses('a:'.repeat(1_900_000)))).status).toBeLessThan(500);
    expect(filesIn(folder)).toHaveLength(1);
  });

  test('to have memory for an answer take nothing from it: it is passed on, and not recorded', async () => {
    const large = JSON.stringify({ result: 'x'.repeat(2 ** 23) });
    const { folder, recorder } = await record({ upstream: await answering(large), memoryBytes: 2 ** 24 });
    expect((await send(recorder, addresses('Rua das Palmeiras, 215'))).text).toBe(large);
    expect(filesIn(folder)).toEqual([]);
    const { requests } = await inspect(recorder, 'requests');
    expect(requests).toMatchObject([{ recording: { mode: 'upstream', file: null } }]);
  });

  test('to a client that has gone away are recorded: the account has billed them', async () => {
    const client = new AbortController();
    const { url: upstream } = await serve(async (request, response) => {
      request.resume();
      client.abort();
      await until(async () => (await inspect(recorder, 'requests')).requests[0].aborted);
      response.setHeader('content-type', 'application/json').end('{"result":[]}');
    });
    const { folder, recorder } = await record({ upstream });
    const init = { method: 'POST', body: '{}', headers: JSON_TYPE, signal: client.signal };
    await expect(fetch(`http://127.0.0.1:${portOf(recorder)}${ADDRESSES}`, init)).rejects.toThrow(/abort/);
    expect(await recordedCallbacks(folder, 1, 0)).toEqual([]);
    expect(recordingIn(folder, 1).answer.body).toEqual({ result: [] });
  });

  test('of a wrong token are those of the account; a replay takes any token, but not none', async () => {
    const sent = addresses('Rua das Palmeiras, 215');
    const { folder, recorder } = await record();
    expect((await send(recorder, sent, 'wrong')).body.status.code).toBe('R117');
    expect((await send(recorder, sent)).status).toBe(200);
    expect((await send(recorder, sent, 'wrong')).body.status.code).toBe('R117');
    const replayer = await replay(folder);
    expect((await send(replayer, sent)).status).toBe(200);
    expect((await send(replayer, sent)).status).toBe(200);
    const without = await send(replayer, sent, '');
    expect([without.status, without.body.status.code]).toEqual([401, 'R117']);
  });
});

describe('signing in', () => {
  const signIn = (app: FastifyInstance, password: string) => sendJson(app, SIGN_IN, { username: 'somebody', password });

  test('reaches the account; a replay gives a token of its own each time', async () => {
    const { folder, recorder } = await record();
    const { body } = await signIn(recorder, SECRET.password);
    expect((await send(recorder, content(), body.result.accessToken)).status).toBe(200);
    expect(textIn(folder)).not.toContain(body.result.accessToken);
    const replayer = await replay(folder);
    const tokens = [await signIn(replayer, 'whatever'), await signIn(replayer, 'whatever')].map(
      (answer) => answer.body.result,
    );
    expect(tokens[0]).toEqual({ accessToken: expect.any(String), expiresIn: body.result.expiresIn });
    expect(tokens[0].accessToken).not.toBe(tokens[1].accessToken);
    expect((await send(replayer, content(), tokens[1].accessToken)).status).toBe(200);
  });

  test('works in a replay of requests that were recorded with a token, and where it failed it fails', async () => {
    const { folder, recorder } = await record();
    await send(recorder, content());
    const replayer = await replay(folder);
    expect((await signIn(replayer, 'whatever')).body.result.accessToken).toEqual(expect.any(String));
    await signIn(recorder, 'wrong');
    const second = await replay(folder);
    expect((await signIn(second, 'wrong')).body.status.code).toBe('R117');
    await signIn(recorder, SECRET.password);
    await signIn(recorder, 'wrong');
    const third = await replay(folder);
    for (const password of ['wrong', 'whatever'])
      expect((await signIn(third, password)).body.result.accessToken).toEqual(expect.any(String));
  });

  test('at any path, with any names, is known by having no authorization', async () => {
    const upstream = await answering(JSON.stringify({ sessao: SECRET.token }));
    const { folder, recorder } = await record({ keepValues: true, upstream });
    const ask = async (app: FastifyInstance, chave: string) =>
      (await send(app, { path: '/v1/sessao', json: { usuario: 'ana.silva', chave } }, '')).body;
    expect(await ask(recorder, SECRET.password)).toEqual({ sessao: SECRET.token });
    for (const secret of [SECRET.password, SECRET.token, 'ana.silva']) expect(textIn(folder)).not.toContain(secret);
    const replayer = await replay(folder);
    expect(await ask(replayer, 'whatever')).toEqual({ sessao: expect.stringMatching(/^replayed-/) });
    const unknown = await send(replayer, { path: '/process-image/content-extractoin', json: {} }, '');
    expect(unknown.status).toBe(401);
  });
});

describe('a request', () => {
  test('reaches the account byte for byte, also one that nobody can read: what breaks off is refused, also in a replay', async () => {
    const { folder, recorder } = await record({ keepValues: true });
    const boundary = 'of-mine';
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
    const field = `--${boundary}\r\ncontent-disposition: form-data; name="qrCodeField"\r\n\r\nx\r\n`;
    const file = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7`;
    const path = '/process-image/vio-extraction';
    const ask = (app: FastifyInstance, raw: string) => send(app, { path, raw, headers });
    const sent = [`${field}--${boundary}--\r\n`, field.slice(0, 60), file];
    const answers: Answered[] = [];
    for (const raw of sent) answers.push(await ask(recorder, raw));
    expect(answers.map(({ status, body }) => [status, body.status.code])).toEqual([
      [200, 'S100'],
      [400, 'R101'],
      [400, 'R101'],
    ]);
    const { requests } = await inspect(account, `requests?path=${path}`);
    expect(requests.slice(-3).map((received: Json) => received.headers)).toMatchObject(
      sent.map(({ length }) => ({ ...headers, 'content-length': String(length) })),
    );
    const replayer = await replay(folder);
    for (const at of [1, 2]) {
      const body = expect.stringMatching(`^${sent[at]?.length} bytes`);
      expect(recordingIn(folder, at + 1).request).toMatchObject({ kind: 'other', parameters: { body } });
      for (let time = 0; time < 2; time++)
        expect((await ask(replayer, sent[at] as string)).text).toBe(answers[at]?.text);
    }
  });

  test('has its answer in the charset of the account, and is replayed with the same letters', async () => {
    const answer = JSON.stringify({
      status: { code: '200' },
      result: [{ fields: [{ name: 'nome', value: 'São João' }] }],
    });
    const upstream = await answering(Buffer.from(answer, 'latin1'), {
      'content-type': 'application/json; charset=iso-8859-1',
    });
    const { folder, recorder } = await record({ keepValues: true, upstream });
    const ask = async (app: FastifyInstance) => {
      const { rawPayload, headers } = await app.inject({
        method: 'POST',
        url: ADDRESSES,
        payload: { contents: [] },
        headers: { authorization: `Bearer ${SECRET.token}` },
      });
      return [
        headers['content-type'],
        new TextDecoder(/=(.*)/.exec(String(headers['content-type']))?.[1]).decode(rawPayload),
      ];
    };
    expect(await ask(recorder)).toEqual(['application/json; charset=iso-8859-1', answer]);
    expect(await ask(await replay(folder))).toEqual(['application/json; charset=utf-8', answer]);
  });

  test('is the same whatever its boundary, the order of its parameters, the name of its file and its webhook', async () => {
    const { folder, recorder } = await record();
    const { url } = await startHook();
    await send(recorder, comparison('Bruno'));
    await send(recorder, enrichment(url));
    const replayer = await replay(folder);
    const reordered = {
      path: COMPARE,
      form: [
        ['fields', '[ {"value": "Bruno", "name": "socio"} ]'],
        ['file', files.contract],
      ],
      name: 'another name.pdf',
    } satisfies Sent;
    expect((await send(replayer, reordered)).status).toBe(200);
    const { query, parameters, webhook } = enrichment('http://127.0.0.1:2/other').json as Json;
    expect((await send(replayer, { path: ENRICHMENT, json: { webhook, parameters, query } })).status).toBe(200);
  });

  test('of values that were replaced is known by the values that were sent, and by those that took their place', async () => {
    const { folder, recorder } = await record();
    const { url } = await startHook();
    await send(recorder, invoice());
    await send(recorder, enrichment(url));
    await send(recorder, addresses('Rua das Palmeiras, 1'));
    await send(recorder, addresses('Rua das Palmeiras, 2'));
    const replayer = await replay(folder);
    const [number, other] = [1, 2].map((at) => recordingIn(folder, at + 2).answer.body.requestId);
    expect((await send(replayer, addresses('Rua das Palmeiras, 2'))).body.requestId).toBe(other);
    expect((await send(replayer, addresses('Rua das Palmeiras, 1'))).body.requestId).toBe(number);
    // A workflow takes the number from the answer to the invoice, with or without its dots.
    const { body } = await send(replayer, invoice());
    const fields = body.result[0].extractions.at(-1).fields as Json[];
    const cpf = fields.find(({ name }) => name === 'cpf_cnpj').value;
    expect(cpf).not.toBe(CPF);
    expect((await send(replayer, enrichment(url, cpf))).status).toBe(200);
    expect((await send(replayer, enrichment(url))).status).toBe(200);
  });

  test('is not taken for another whose values are replaced alike', async () => {
    const { folder, recorder } = await record();
    const ask = (email: string): Sent => ({
      path: ENRICHMENT,
      json: { query: 'pf', parameters: { email }, webhook: webhookTo('http://127.0.0.1:2') },
    });
    await armAccount({ path: ENRICHMENT, fault: 'status=503' });
    await send(recorder, ask('ana@escola.example'));
    await send(recorder, ask('ana@fabrica.example'));
    expect(recordingIn(folder, 1).request.parameters).toEqual(recordingIn(folder, 2).request.parameters);
    const replayer = await replay(folder);
    expect((await send(replayer, ask('ana@fabrica.example'))).status).toBe(200);
    expect((await send(replayer, ask('ana@escola.example'))).status).toBe(503);
  });

  test.each([true, false])('has its numbers as they were written; values kept: %s', async (keepValues) => {
    const heard: string[] = [];
    const { url: upstream } = await serve(async (request, response) => {
      heard.push(await text(request));
      response.writeHead(heard.length === 1 ? 200 : 503, JSON_TYPE).end('{"result":[]}');
    });
    const ask = async (app: FastifyInstance, number: string) => {
      const raw = `{"query":"pf","parameters":{"n":[${number},0.10]},"webhook":{"url":"http://127.0.0.1:2/"}}`;
      return (await send(app, { path: ENRICHMENT, raw })).status;
    };
    const [first, second] = ['90071992547409931', '90071992547409932'] as const;
    const { folder, recorder } = await record({ keepValues, upstream });
    expect([await ask(recorder, first), await ask(recorder, second)]).toEqual([200, 503]);
    expect(heard).toEqual([first, second].map((number) => expect.stringContaining(`{"n":[${number},0.10]}`)));
    const replayer = await replay(folder);
    expect([await ask(replayer, second), await ask(replayer, first)]).toEqual([503, 200]);
  });

  test('has its own values in the answer, with which a workflow compares', async () => {
    const { folder, recorder } = await record();
    const sent = 'Bruno Modelo Souza';
    const before = await send(recorder, comparison(sent));
    expect(before.text).toContain(sent);
    expect(textIn(folder)).not.toContain('Bruno');
    const { body } = await send(await replay(folder), comparison(sent));
    expect(body.result[0].fields[0].value).toBe(sent);
    expect(JSON.stringify(body.result).replaceAll(sent, '')).not.toContain('Bruno');
  });

  test('for a period that is told from today finds the recording of a day before; one of that period comes first', async () => {
    const { folder, recorder } = await record();
    const summary = (from: string, to: string, more: object = {}): Sent => ({
      path: '/billing/daily-summary',
      json: { startDate: `${from} 00:00:00.000Z`, endDate: `${to} 23:59:59.999Z`, ...more },
    });
    await send(recorder, summary('2025-01-01', '2025-01-31'));
    await send(recorder, summary('2025-01-30', '2025-01-30'));
    await send(recorder, summary('2025-02-03', '2025-02-03'));
    const recorded = [1, 2, 3].map((at) => recordingIn(folder, at).answer.body.requestId as string);
    const replayer = await replay(folder);
    const answered = async (sent: Sent) => recorded.indexOf((await send(replayer, sent)).body.requestId) + 1;
    expect(await answered(summary('2025-02-01', '2025-02-28'))).toBe(1);
    expect(await answered(summary('2025-02-03', '2025-02-03'))).toBe(3);
    expect(await answered(summary('2025-03-01', '2025-03-01'))).toBe(2);
    // The next execution, with the period before.
    expect(await answered(summary('2025-03-02', '2025-03-02'))).toBe(2);
    expect(await answered(summary('2025-03-01', '2025-03-01'))).toBe(3);
    expect(await answered(summary('2025-03-03', '2025-03-03'))).toBe(2);
    expect(await answered(summary('2025-03-02', '2025-03-08'))).toBe(3);
    expect((await send(replayer, summary('2025-03-01', '2025-03-01', { other: 1 }))).status).toBe(404);
    expect((await send(replayer, summary('yesterday', 'today'))).status).toBe(404);
  });

  test('that is not recorded is answered with the nearest one and what differs', async () => {
    const { folder, recorder } = await record();
    await send(recorder, { path: PAGES, form: [['file', files.contract]] });
    await send(
      recorder,
      content([
        ['tags', 'type=a'],
        ['tags', 'type=b'],
      ]),
    );
    const replayer = await replay(folder);
    const changed = await send(
      replayer,
      content([
        ['tags', 'type=a'],
        ['returnImage', 'true'],
      ]),
    );
    const message = changed.body.status.message.replace(/type=\w/, 'type=b');
    expect([changed.status, changed.body.status.code, message]).toEqual([
      404,
      '404',
      'This request is not recorded. The nearest is 0002-content-extraction.json, which differs in tags[1] (recorded: ' +
        '"type=b", sent: nothing); returnImage (recorded: nothing, sent: "true")',
    ]);
    const other = await send(replayer, { path: PAGES, form: [['file', files.invoice]] });
    expect(other.body.status.message).toContain(
      `0001-multipage-content-extraction.json, which differs in file (recorded: "${files.contract.length} bytes, SHA-256`,
    );
    expect(other.body.status.message).toContain(`sent: "${files.invoice.length} bytes, SHA-256`);
    const json = await send(replayer, { path: PAGES, json: { fileBase64: files.contract.toString('base64') } });
    expect(json.body.status.message).toContain('differs in the kind of body (recorded: form, sent: json)');
    const unknown = await send(replayer, enrichment('http://127.0.0.1:2'));
    expect(unknown.body.status.message).toBe(
      `Nothing is recorded for POST ${ENRICHMENT}. Recorded are: POST ${PAGES}, POST ${CONTENT}`,
    );
  });

  test('of an operation that is not described is passed on and replayed, with the process it asks for', async () => {
    const { folder, recorder } = await record();
    const { receiver, url } = await startHook();
    const { processId } = (await send(recorder, enrichment(url))).body.result;
    await receiver.waitFor(1);
    const path = (id: string) => `/big-data/enrichment/${id}/result?page=2`;
    const asked = await recorder.inject({ url: path(processId), headers: { authorization: `Bearer ${SECRET.token}` } });
    expect(asked.statusCode).toBe(404);
    const replayer = await replay(folder);
    const again = (await send(replayer, enrichment(url))).body.result.processId;
    const answered = await replayer.inject({ url: path(again), headers: { authorization: 'Bearer any' } });
    expect(answered.json().status).toEqual(recordingIn(folder, 2).answer.body.status);
    expect(answered.json().status.code).toBe('404');
  });
});

describe('callbacks', () => {
  /** A folder with an enrichment and its callback, and who was called back. */
  async function recordedEnrichment() {
    const { folder, recorder } = await record();
    const { receiver, url } = await startHook();
    await send(recorder, enrichment(url));
    await recordedCallbacks(folder, 1, 1);
    return { folder, receiver, url };
  }

  test('go through the sandbox, and the account hears what the webhook answered', async () => {
    const { folder, recorder } = await record();
    const { receiver, url } = await startHook(503);
    const { body } = await send(recorder, extraction(url));
    const [callback] = (await receiver.waitFor(1)) as [Received];
    expect(callback.url).toBe(`/hook/${SECRET.path}?signature=${SECRET.signature}&key=${SECRET.query}`);
    expect(callback.headers).toMatchObject({ 'x-ticket': SECRET.header, 'content-type': 'application/json' });
    expect(bodyOf(callback)).toMatchObject({ processId: body.result.processId, status: { code: '200' } });
    const { requests } = await inspect(account, `requests?path=${CONTENT}`);
    const { webhook } = requests.at(-1).json;
    expect(Object.keys(webhook)).toEqual(['url']);
    expect(webhook.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/_sandbox\/callbacks\/[0-9a-f-]{36}$/);
    await recordedCallbacks(folder, 1, 1);
    const deliveries = await until(async () => {
      const { processes } = await inspect(account, 'processes');
      const { deliveries: tried } = processes.find(({ id }: Json) => id === body.result.processId);
      return tried.length > 0 && tried;
    });
    expect(deliveries).toMatchObject([{ httpStatus: 503, answer: 'taken' }]);
  });

  test('have the trace of the request, and the certificate that mtls asks for, recorded and replayed', async () => {
    const { cert, key } = await ownCertificate();
    const { receiver, url } = await startHook(200, { cert, key });
    const { folder, recorder } = await record({ callbackCa: cert });
    const traced = (span: string) => ({
      traceparent: `00-4bf92f3577b34da6a3ce929d0e0e4736-${span}-01`,
      tracestate: `vendor=${span}`,
    });
    const [first, second] = [traced('00f067aa0ba902b7'), traced('11f067aa0ba902b7')];
    await send(recorder, { ...extraction(url, { mtls: true }), headers: first });
    await recordedCallbacks(folder, 1, 1);
    const replayer = await open({ callbackCa: cert, replay: folder });
    await send(replayer, { ...extraction(url, { mtls: true }), headers: second });
    const clientCertificate = 'document-processing-sandbox';
    expect(await receiver.waitFor(2)).toMatchObject([
      { headers: first, clientCertificate },
      { headers: second, clientCertificate },
    ]);
    expect(textIn(folder)).not.toContain('00f067aa0ba902b7');
  });

  test.each(['before', 'times=3', 'never', 'html', 'empty'])(
    'that come like this are recorded and replayed: %s',
    async (how) => {
      const count = { 'times=3': 3, never: 0 }[how] ?? 1;
      const { folder, recorder } = await record();
      const { receiver, url } = await startHook();
      await armAccount({ path: CONTENT, callback: how });
      const { status } = await send(recorder, extraction(url));
      await receiver.waitFor(count);
      await recordedCallbacks(folder, 1, count);
      const replayer = await replay(folder);
      const other = await startHook();
      const again = await send(replayer, extraction(other.url));
      expect([status, again.status]).toEqual([201, 201]);
      await other.receiver.waitFor(count);
      const kinds = (of: typeof receiver) =>
        of.received.map(({ body }) => (body.startsWith('{') ? 'json' : body.replace(/[^<>/]+/g, 'x')));
      expect(kinds(other.receiver)).toEqual(kinds(receiver));
      if (how === 'times=3')
        expect(other.receiver.received.map((one) => bodyOf(one).processId)).toEqual(
          Array.from({ length: 3 }, () => again.body.result.processId),
        );
    },
  );

  test('that are no JSON can be sent again with another ID, or larger', async () => {
    const { recorder } = await record();
    const { receiver, url } = await startReceiver();
    await armAccount({ path: CONTENT, callback: 'html' });
    const { processId } = (await send(recorder, extraction(url))).body.result;
    await until(async () => (await inspect(recorder, 'processes')).processes[0].state === 'finished');
    const wrong = { callback: 'process-id=another; oversized=1' };
    expect((await sendJson(recorder, `/_sandbox/processes/${processId}/send`, wrong)).status).toBe(200);
    const [page, larger] = receiver.received as [Received, Received];
    expect(larger.body.startsWith(page.body)).toBe(true);
    expect(larger.body.length).toBe(page.body.length + 1024 * 1024);
  });

  test('cannot be asked of an account that does not reach the sandbox: nothing is sent to it', async () => {
    const { recorder } = await record({ upstream: 'http://account.test' });
    const { status, body } = await send(recorder, extraction('http://127.0.0.1:2'));
    expect([status, body.status.message]).toEqual([400, expect.stringContaining('--public-url')]);
  });

  test('are asked for in no request that the sandbox has no memory to read', async () => {
    const { recorder } = await record({ memoryBytes: 2 ** 20 });
    const { webhook, ...more } = extraction('http://127.0.0.1:9/').json as Json;
    const json = { webhook, ...more, note: 'x'.repeat(400_000) };
    const { total } = await inspect(account, 'stats');
    expect((await send(recorder, { path: CONTENT, json })).status).toBe(503);
    expect(await inspect(account, 'stats')).toMatchObject({ total });
  });

  /** An account that starts processes, and calls back where the first was to be called back. */
  async function startAsynchronousAccount(answer: object = { result: { processId: '7' } }) {
    let address = '';
    const { url } = await serve(async (request, response) => {
      address ||= (JSON.parse(await text(request)) as Json).webhook.url;
      response.writeHead(201, JSON_TYPE).end(JSON.stringify(answer));
    });
    const callBack = async (body: string | Buffer, headers: Record<string, string> = {}) =>
      (await fetch(address, { method: 'POST', body: new Uint8Array(Buffer.from(body)), headers })).status;
    return { upstream: url, callBack };
  }

  test('that are compressed reach the webhook as text; what is no text is refused', async () => {
    const { upstream, callBack } = await startAsynchronousAccount();
    const { folder, recorder } = await record({ upstream, keepValues: true });
    const { receiver, url } = await startHook();
    await send(recorder, enrichment(url));
    const callback = JSON.stringify({ processId: '7', status: { code: '200' }, result: 'São Paulo' });
    expect(await callBack(gzipSync(callback), { 'content-encoding': 'gzip' })).toBe(200);
    const latin = { 'content-type': 'application/json; charset=iso-8859-1' };
    expect(await callBack(Buffer.from(callback, 'latin1'), latin)).toBe(200);
    expect(await callBack(Buffer.from([0xff, 0xfe, 0x80]))).toBe(400);
    expect(await callBack(callback, { 'content-encoding': 'gzip' })).toBe(400);
    expect(await callBack(callback, { 'content-encoding': 'zstd' })).toBe(415);
    expect(receiver.received.map(({ body }) => body)).toEqual([callback, callback]);
    expect(recordingIn(folder, 1).callbacks).toHaveLength(2);
  });

  test('that are long reach the webhook, and other requests an answer, while they are recorded', async () => {
    const { upstream, callBack } = await startAsynchronousAccount();
    const { folder, recorder } = await record({ upstream });
    const { receiver, url } = await startHook();
    await send(recorder, enrichment(url));
    const result = Array.from({ length: 16_000 }, (_, at) => ({
      name: `campo ${at}`,
      value: `Rua das Palmeiras ${at}`,
    }));
    const long = 'Rua das Palmeiras 215 '.repeat(4000);
    const called = callBack(JSON.stringify({ processId: '7', result, long, file: 'A'.repeat(30_000_000) }));
    await receiver.waitFor(1);
    const answered = recorder.inject('/healthz').then(({ statusCode }) => `healthy: ${statusCode}`);
    expect(await Promise.race([answered, called])).toBe('healthy: 200');
    expect(await called).toBe(200);
    const [{ body }] = recordingIn(folder, 1).callbacks;
    expect(Object.values(body).map((member) => (Array.isArray(member) ? member.length : typeof member))).toEqual([
      ...['string', 16_000, 'string', 'string'],
    ]);
    const texts = Object.values(body) as string[];
    expect([texts[2], (texts[3] as string).length < 1000]).toEqual([`${long.length} characters`, true]);
    await Promise.all(['8', '9'].map((processId) => callBack(JSON.stringify({ processId, status: { code: '200' } }))));
    expect(recordingIn(folder, 1).callbacks).toHaveLength(3);
  });

  test('that come at once and are large wait for memory, and are not refused', async () => {
    const { upstream, callBack } = await startAsynchronousAccount();
    const { recorder } = await record({ upstream, memoryBytes: 2 ** 24 });
    const { receiver, url } = await startHook();
    await send(recorder, enrichment(url));
    const body = JSON.stringify({ processId: '7', result: 'A'.repeat(1_000_000) });
    const calls = await Promise.all(Array.from({ length: 12 }, () => callBack(body)));
    expect(new Set(calls)).toEqual(new Set([200]));
    expect(receiver.received).toHaveLength(12);
  });

  test('of a stranger are refused', async () => {
    const { recorder } = await record();
    expect((await send(recorder, { path: '/_sandbox/callbacks/1', json: {} })).status).toBe(404);
  });

  test('of an account that gives all processes one ID are told apart', async () => {
    const { upstream } = await startAsynchronousAccount({ result: { processId: 'always-this' } });
    const { folder, recorder } = await record({ upstream });
    for (let time = 0; time < 2; time++) {
      const { status, body } = await send(recorder, enrichment('http://127.0.0.1:2'));
      expect([status, body.result.processId]).toEqual([201, 'always-this']);
    }
    expect(filesIn(folder)).toHaveLength(2);
  });

  test.each<[string, object]>([
    ['numbers its processes', { result: { processId: 17 } }],
    ['does not say the ID of a process', { status: { code: '201', message: 'Ok', errors: null } }],
  ])('of an account that %s come, and come again in a replay', async (_what, answer) => {
    const { upstream, callBack } = await startAsynchronousAccount(answer);
    const { folder, recorder } = await record({ upstream });
    const { receiver, url } = await startReceiver();
    await send(recorder, enrichment(url));
    expect(await callBack(JSON.stringify({ processId: 17, data: 1 }), JSON_TYPE)).toBe(200);
    await recordedCallbacks(folder, 1, 1);
    const replayer = await replay(folder);
    await send(replayer, enrichment(url));
    const [passed, replayed] = await receiver.waitFor(2);
    expect(bodyOf(passed as Received)).toEqual({ processId: 17, data: 1 });
    expect(bodyOf(replayed as Received).data).toBeDefined();
  });

  test('to a webhook that is none are refused in a replay; without an authorization they come', async () => {
    const { folder, receiver, url } = await recordedEnrichment();
    const replayer = await replay(folder);
    const { json } = enrichment(url);
    const again = (authorization: unknown) =>
      send(replayer, { path: ENRICHMENT, json: { ...json, webhook: { url, authorization } } });
    for (const authorization of [{ headers: 'x' }, { headers: '' }, { queryStrings: [{ name: 1 }] }])
      expect((await again(authorization)).body.status).toMatchObject({
        code: 'R101',
        errors: [{ parameter: 'webhook' }],
      });
    expect((await again(null)).status).toBe(200);
    await receiver.waitFor(2);
  });

  test('can be made to go wrong in a replay, like others', async () => {
    const { folder, receiver, url } = await recordedEnrichment();
    const replayer = await replay(folder);
    // An account may have paths that the sandbox does not know.
    const elsewhere = { path: '/of-the-account', fault: 'hang' };
    expect((await sendJson(replayer, '/_sandbox/faults', elsewhere)).status).toBe(200);
    await sendJson(replayer, '/_sandbox/faults', { callback: 'wrong-secret' });
    await send(replayer, enrichment(url));
    await receiver.waitFor(2);
    expect(receiver.received.map(({ headers }) => headers['x-ticket'])).toEqual([
      SECRET.header,
      `${SECRET.header.slice(0, -1)}x`,
    ]);
  });
});

describe('the console', () => {
  const list = (app: FastifyInstance, query = '') => inspect(app, `console/requests${query}`);

  test('says where an answer is from, finds it by the ID of the account, and shows its document and callback', async () => {
    const { folder, recorder } = await record();
    const { receiver, url } = await startHook();
    const { body } = await send(recorder, extraction(url));
    await receiver.waitFor(1);
    const [found] = (await list(recorder, `?search=${body.requestId}`)).requests;
    expect(found).toMatchObject({
      operation: 'Content extraction async (JSON)',
      recording: { mode: 'upstream', file: '0001-content-extraction-async.json', requestId: body.requestId },
    });
    const shown = await list(recorder, `/${found.requestId}`);
    expect(shown).toMatchObject({
      hasDocument: true,
      process: { id: body.result.processId, steps: [{}, { what: 'upstream' }] },
    });
    expect(shown.process.parts[0].fields.map(({ name }: Json) => name)).toContain('beneficiario');

    await recordedCallbacks(folder, 1, 1);
    const replayer = await replay(folder);
    const again = await send(replayer, extraction(url));
    await send(replayer, content());
    const { requestId } = recordingIn(folder, 1).answer.body;
    for (const id of [requestId, again.body.requestId, again.body.result.processId])
      expect((await list(replayer, `?search=${id}`)).requests).toMatchObject([
        { requestId: again.body.requestId, recording: { requestId } },
      ]);
    const { requests } = await list(replayer);
    expect(requests).toMatchObject([
      { recording: { mode: 'replayed', file: null }, httpStatus: null },
      { recording: { mode: 'replayed', file: '0001-content-extraction-async.json' } },
    ]);
  });
});

test('a web page reaches neither the account nor its recordings by a name of its own; a page of the public address does', async () => {
  const { folder, recorder } = await record({ keepValues: true, publicUrl: 'https://sandbox.example.com' });
  const ask = (app: FastifyInstance, host: string, headers: object = {}) =>
    app.inject({ url: '/people/7', headers: { host, authorization: `Bearer ${SECRET.token}`, ...headers } });
  const page = { origin: 'https://sandbox.example.com' };
  expect((await ask(recorder, 'sandbox.example.com', page)).statusCode).toBe(404);
  expect((await ask(recorder, 'rebound.example')).json().status.message).toContain('--public-url');
  expect(filesIn(folder)).toHaveLength(1);
  const replayer = await replay(folder);
  expect((await ask(replayer, 'localhost')).json().status.message).toContain('No such operation');
  for (const host of ['rebound.example', 'sandbox.example.com'])
    expect((await ask(replayer, host)).json().status).toMatchObject({ code: '403' });
});

test.each(['http', 'ftp'])(
  'a request with a whole address goes to the account, and nowhere else: %s',
  async (scheme) => {
    const { folder, recorder } = await record({ keepValues: true });
    const headers = { authorization: `Bearer ${SECRET.token}` };
    const to = { host: '127.0.0.1', port: portOf(recorder), path: `${scheme}://elsewhere.example/people/7` };
    const sent = get({ ...to, headers });
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    expect(await text(answer)).toContain('No such operation: GET /people/7');
    expect(recordingIn(folder, 1).request.path).toBe('/people/7');
  },
);

test.each(['/a/../people/7', '/%2E%2e/people/7', '/people/7/.', '/a\\..\\people/7?x'])(
  'a path that would be another one for the account is refused: %s',
  async (path) => {
    const { folder, recorder } = await record();
    const headers = { authorization: `Bearer ${SECRET.token}` };
    const [answer] = (await once(get({ host: '127.0.0.1', port: portOf(recorder), path, headers }), 'response')) as [
      IncomingMessage,
    ];
    expect([answer.statusCode, await text(answer)]).toEqual([400, expect.stringContaining('another path')]);
    expect(filesIn(folder)).toEqual([]);
  },
);

test('the cookies that a browser has of other programs of this machine do not go to the account', async () => {
  const received: (string | undefined)[] = [];
  const own = await serve((request, response) => {
    received.push(request.headers.authorization, request.headers.cookie);
    response.end('{}');
  });
  const { recorder } = await record({ upstream: own.url });
  const headers = { authorization: 'Bearer x', cookie: 'n8n-auth=SESSION-OF-N8N' };
  expect((await recorder.inject({ url: '/people/7', headers })).statusCode).toBe(200);
  expect(received).toEqual(['Bearer x', undefined]);
});

describe('a folder', () => {
  test('in which somebody has put links to other files leaves those as they are', async () => {
    const folder = emptyFolder();
    const other = join(emptyFolder(), 'notes.txt');
    writeFileSync(other, 'mine');
    for (const name of ['0001-content-extraction.json.part', 'recording.lock.lock'])
      symlinkSync(other, join(folder, name));
    const { recorder } = await record({ folder });
    expect((await send(recorder, content())).status).toBe(200);
    expect(readFileSync(other, 'utf8')).toBe('mine');
    expect((await send(await replay(folder), content())).status).toBe(200);
  });

  test('in which a sandbox records is refused to a second one; the first goes on, and then the folder is free', async () => {
    const { folder, recorder } = await record();
    await expect(record({ folder })).rejects.toThrow(
      `another sandbox records in the folder ${folder}. Stop that one, or choose another folder: --record`,
    );
    expect((await send(recorder, content())).status).toBe(200);
    // It can be replayed meanwhile.
    expect((await send(await replay(folder), content())).status).toBe(200);
    await recorder.close();
    const { recorder: next } = await record({ folder });
    expect((await send(next, content())).status).toBe(200);
    await next.close();
    expect(readdirSync(folder).sort()).toEqual(['0001-content-extraction.json', '0002-content-extraction.json']);
  });

  test('in which a sandbox recorded that was killed is free; its first line says whose token it takes', async () => {
    const [folder, lines] = [newFolder(), [] as string[]];
    const options = ['--upstream', accountUrl, '--record', folder];
    const killed = await startSandbox({ options, log: (line) => lines.push(line) });
    const refused = await record({ folder }).catch(({ message }: Error) => message);
    await killed.stop('SIGKILL');
    expect(refused).toContain('another sandbox records');
    expect(lines[0]).toMatch(
      /^Document processing sandbox on http:\/\/127\.0\.0\.1:\d+ \(token: that of the account\)$/,
    );
    await record({ folder });
  });

  test('is not recorded or replayed with what is left of its key', async () => {
    const { folder, recorder } = await record();
    await send(recorder, content());
    await recorder.close();
    for (const left of ['', 'ab12\n', 'x'.repeat(64)]) {
      writeFileSync(`${folder}.key`, left);
      await expect(replay(folder)).rejects.toThrow(`${folder}.key is not the key of a folder of recordings`);
    }
    await expect(record({ folder })).rejects.toThrow(`${folder}.key is not the key`);
    rmSync(`${folder}.key`);
    mkdirSync(`${folder}.key`);
    await expect(replay(folder)).rejects.toThrow(`${folder}.key is not the key`);
  });

  test('in which nothing can be written is named', async () => {
    const file = join(newFolder(), 'a file');
    writeFileSync(file, '');
    await expect(record({ folder: file })).rejects.toThrow(`nothing can be written into the folder ${file}`);
  });
});

test('a folder that holds nothing to replay, or something else, is reported at once', async () => {
  const folder = newFolder();
  await expect(buildApp({ replay: folder })).rejects.toThrow(`the folder ${folder} has no recordings to replay`);
  await expect(buildApp({ replay: join(folder, 'none') })).rejects.toThrow('there is no folder');
  writeFileSync(join(folder, '0001-something.json'), '{}');
  await expect(buildApp({ replay: folder })).rejects.toThrow('0001-something.json is not a recording of the sandbox');
  rmSync(join(folder, '0001-something.json'));
  mkdirSync(join(folder, '0001-folder.json'));
  await expect(buildApp({ replay: folder })).rejects.toThrow('0001-folder.json is not a recording of the sandbox');
  rmdirSync(join(folder, '0001-folder.json'));
  execFileSync('mkfifo', [join(folder, '0001-pipe.json')]);
  await expect(buildApp({ replay: folder })).rejects.toThrow('0001-pipe.json is not a recording of the sandbox');
});

test.each<[object, string]>([
  ...[99, 100, 101, 103, 199, 1000, 200.5, '200', null].map((status): [object, string] => [
    { status },
    `no answer has the status ${JSON.stringify(status)}`,
  ]),
  [{ headers: null }, 'its answer has no headers'],
  [{ headers: { 'retry-after': '1\n2' } }, 'no answer has the header "retry-after" with "1\\n2"'],
  [{ headers: { 'a b': '1' } }, 'no answer has the header "a b" with "1"'],
  [{ headers: { 'content-length': '5' } }, 'no answer has the header "content-length" with "5"'],
])('a recording that somebody has edited is refused, where nothing can answer so: %j', async (edited, reason) => {
  const folder = newFolder();
  const request = { method: 'POST', path: '/a', kind: 'json', isSignIn: false, parameters: {}, fingerprint: null };
  const answer = { status: 200, headers: {}, body: {}, ...edited };
  writeFileSync(join(folder, '0001-edited.json'), JSON.stringify({ request, answer, callbacks: [] }));
  await expect(buildApp({ replay: folder })).rejects.toThrow(
    `0001-edited.json is not a recording of the sandbox: ${reason}`,
  );
});
