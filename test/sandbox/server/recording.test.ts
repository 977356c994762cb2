import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import { encodeVio } from 'document-processing-reader';
import type { FastifyInstance } from 'fastify';
import { buildApp, type AppOptions } from '../../../sandbox/server/app.ts';
import { emptyFolder } from '../emptyFolder.ts';
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
  encoded,
  inspect,
  requestsOf,
  sample,
  sendJson,
  untilProcess,
  type Form,
  type Json,
} from './client.ts';
import { bodyOf, ownCertificate, startReceiver, type Received } from './receiver.ts';
import { serve, until } from './surroundings.ts';

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
const settings = { token: SECRET.token, username: 'somebody', password: SECRET.password };
const account = await buildApp({ workers: 1, ...settings });
const accountUrl = await account.listen({ port: 0, host: '127.0.0.1' });
const [encrypted, contract, invoiceFile] = [
  await sample('encrypted.pdf'),
  await sample('contract.pdf'),
  await sample('service-invoice.pdf'),
];
const opened: FastifyInstance[] = [];
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
type Sent = { path: string; form?: Form; json?: object; raw?: string; headers?: Record<string, string> };
type Answered = { status: number; headers: Record<string, unknown>; text: string; body: Json };

async function send(app: FastifyInstance, sent: Sent, token = SECRET.token): Promise<Answered> {
  const { path, form, json, raw = JSON.stringify(json) } = sent;
  const { payload, headers } = form ? await encoded(form) : { payload: raw, headers: JSON_TYPE };
  const authorization = token && { authorization: `Bearer ${token}` };
  const all = { ...authorization, ...headers, ...sent.headers };
  const response = await app.inject({ method: 'POST', url: path, payload, headers: all });
  const { statusCode: status, headers: answered, body: text } = response;
  return {
    status,
    headers: answered,
    text,
    body: String(answered['content-type']).includes('json') ? parsed(text) : null,
  };
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
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
    fileBase64: encrypted.toString('base64'),
    filePassword: SECRET.pdfPassword,
    webhook: webhookTo(url, more),
  },
});
const enrichment = (url: string, cpf = CPF): Sent => ({
  path: ENRICHMENT,
  json: { query: 'pf', parameters: { cpf }, webhook: webhookTo(url) },
});
const content = (more: Form = {}): Sent => ({
  path: CONTENT,
  form: { file: encrypted, filePassword: SECRET.pdfPassword, ...more },
});
const addresses = (text = 'Rua das Palmeiras, 215'): Sent => ({ path: ADDRESSES, json: { contents: [{ text }] } });
const comparison = (value = 'Bruno Modelo Souza'): Sent => ({
  path: COMPARE,
  form: { file: contract, fields: JSON.stringify([{ name: 'socio', value }]) },
});
const invoice: Sent = { path: INVOICE, form: { file: invoiceFile } };
const period = (first: string, last: string, more: object = {}): Sent => ({
  path: SUMMARY,
  json: { startDate: `${first} 00:00:00.000Z`, endDate: `${last} 23:59:59.999Z`, ...more },
});
const qrCodeField = encodeVio({ nome: 'Bruno', cpf: CPF });

/** All operations with an answer of their own; the two with a callback are apart. */
const SYNCHRONOUS: Sent[] = [
  content(),
  { path: PAGES, form: { file: contract } },
  { path: PAGES, json: { fileBase64: contract.toString('base64') } },
  { path: GENERATIVE, form: { file: contract, tags: 'id=bra-nlp-contrato-social-1' } },
  comparison(),
  invoice,
  period('2025-01-01', '2025-01-02'),
  { path: VIO, json: { qrCodeField } },
  { path: VIO, form: { qrCodeField } },
  { path: CARD, json: { fileBase64: contract.toString('base64') } },
  addresses(),
];

const filesIn = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.json'));
const recordingIn = (folder: string, number: number): Json =>
  JSON.parse(readFileSync(join(folder, filesIn(folder)[number - 1] as string), 'utf8'));
const textIn = (folder: string) =>
  readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
const armAccount = (fault: object) => account.inject({ method: 'POST', url: '/_sandbox/faults', payload: fault });
/** The callbacks of a recording, once there are so many. */
const recordedCallbacks = (folder: string, number: number, count: number): Promise<Json[]> =>
  until(() => {
    const callbacks = filesIn(folder).length < number ? [] : recordingIn(folder, number).callbacks;
    return filesIn(folder).length >= number && callbacks.length >= count && callbacks;
  });

test('all 13 operations are recorded and replayed, the synchronous ones byte for byte', async () => {
  const { folder, recorder } = await record({ keepValues: true });
  const hook = await startHook();
  const answers: Answered[] = [];
  for (const sent of [...SYNCHRONOUS, extraction(hook.url), enrichment(hook.url)])
    answers.push(await send(recorder, sent));
  await recordedCallbacks(folder, 12, 1);
  await recordedCallbacks(folder, 13, 1);
  const called = (await hook.receiver.waitFor(2)).map(bodyOf);
  expect(answers.map(({ status }) => status)).toEqual([...SYNCHRONOUS.map(() => 200), 201, 200]);
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
  for (const [at, sent] of SYNCHRONOUS.entries()) expect((await send(replayer, sent)).text).toBe(answers[at]?.text);
  for (const [at, asked] of [extraction, enrichment].entries()) {
    const { receiver, url } = await startHook();
    const before = answers[11 + at] as Answered;
    const { status, body } = await send(replayer, asked(url));
    const { requestId, result } = body;
    expect(result.processId).not.toBe(before.body.result.processId);
    expect([status, body]).toEqual([before.status, { ...before.body, requestId, result }]);
    const [callback] = (await receiver.waitFor(1)) as [Received];
    const first = called.find(({ processId }) => processId === before.body.result.processId);
    expect(bodyOf(callback)).toEqual({ ...first, ...result, ...('requestId' in first && { requestId }) });
    expect(callback).toMatchObject({
      headers: { 'x-ticket': SECRET.header },
      url: `/hook/${SECRET.path}?signature=${SECRET.signature}&key=${SECRET.query}`,
    });
  }
});

describe('what is on the disk', () => {
  test('has values of the same shape in place of those of a document', async () => {
    const { folder, recorder } = await record({ keepNames: new Set(['beneficiario', 'valor', 'por']) });
    await send(recorder, content());
    const { request, answer } = recordingIn(folder, 1);
    expect(request.parameters).toEqual({
      file: expect.stringMatching(new RegExp(`^${encrypted.length} bytes, SHA-256 [0-9a-f]{64}$`)),
      filePassword: 'HIDDEN',
    });
    const [{ fields, ...item }] = answer.body.result;
    const values = Object.fromEntries(fields.map(({ name, value }: Json) => [name, value]));
    expect(values).toEqual({
      beneficiario: expect.stringMatching(/^(?!Gustavo)[A-Z][a-z]{6} [A-Z][a-z]{6} [A-Z][a-z]{4}$/),
      valor: expect.stringMatching(/^(?!87.65)\d\d\.\d\d$/),
      data: expect.stringMatching(/^20\d\d-[01]\d-[0-3]\d$/),
    });
    expect(item).toMatchObject({ score: 0.99, pageNumber: 1, tags: expect.arrayContaining(['language=por']) });
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

const base64 = (text: string) => Buffer.from(text).toString('base64');
let numbered = 0;
const made: string[] = [];
const fill: Record<string, () => string> = {
  // With letters that are written in several ways.
  '¤': () => JSON.stringify(keep(`Qüwix"Ya/k${++numbered}z`)).slice(1, -1),
  '%¤': () => encodeURIComponent(keep(`Qüwix"Ya/k${++numbered}z`)),
  '#': () => keep(`qwixyak${++numbered}z`),
  '%#': () => encodeURIComponent(keep(`qwix/yak=${++numbered}z`)),
  '424242': () => keep(String(71730000 + ++numbered)),
};
const keep = (word: string) => {
  made.push(word);
  return word;
};
/** With a word that is nowhere else in place of each mark: # may stand in a header, 424242 is a number. */
const filled = <T>(template: T): T =>
  JSON.parse(JSON.stringify(template).replace(/%?[¤#]|424242/g, (mark) => (fill[mark] as () => string)()));
/** Words that were made, and are on the disk in any form. */
const foundIn = (folder: string) => {
  const onDisk = readdirSync(folder).join() + textIn(folder);
  return made.filter((word) =>
    [
      ...[word, encodeURIComponent(word), JSON.stringify(word).slice(1, -1), word.normalize('NFD')],
      ...[base64(word), JSON.stringify(encodeURIComponent(word)).slice(1, -1)],
    ].some((form) => onDisk.includes(form)),
  );
};

describe('a folder can be shared', () => {
  /** Everything that JSON can be, at every depth. */
  const anything = (depth = 2): object => ({
    ...{ '¤': '¤', name: '¤', value: '¤', number: 424242, list: ['¤', 424242, ['¤']] },
    // Names that have values of their own beside the service's file and tags.
    ...{ query: '¤', tags: ['¤'], startDate: '¤', requestId: '¤' },
    ...(depth > 0 && { '¤¤': anything(depth - 1), date: anything(0), score: 424242 }),
  });
  const envelope = (result: unknown) => ({
    ...{ result, requestId: '¤', elapsedMilliseconds: 7, '¤¤': '¤' },
    status: { code: 'R101', message: '¤', errors: [{ value: '¤', '¤': '¤' }, '¤'] },
    ...anything(0),
  });
  const result = {
    fields: [{ name: '¤', stdName: '¤', value: '¤', score: 0.5, '¤': '¤' }],
    ...{ image: '¤', type: '¤', stdType: '¤', processType: '¤', score: 0.25, pageNumber: 1 },
    tags: ['¤', 'country=¤', '¤=x'],
    tables: [{ name: '¤', headers: [{ name: '¤' }], values: [[{ name: '¤', value: '¤' }]] }],
    ...anything(1),
  };
  const webhook = {
    url: 'http://127.0.0.1:2/#?#=#',
    authorization: { headers: [{ name: '#', value: '#' }], queryStrings: [{ name: '¤', value: '¤' }] },
  };

  /** What describes each part of a form, and what is in it. */
  const PARTS = [
    ['name="file"; filename="#"', '%PDF-1.7'],
    ['name="#"; filename=".#"', '%PDF-1.7'],
    ['name="#"; filename="a.#.#"', '%PDF-1.7'],
    ['name="f"; filename*=UTF-8\'\'%¤', '%PDF-1.7'],
    ['name="#"', '¤'],
    ['name="tags"', 'country=¤'],
    ['name="tags"', '¤'],
    ['name="returnImage"', '¤'],
    ['name="returnedImageQuality"', '¤'],
    ['name="filePassword"', base64(keep('a password, which is in base64'))],
    ['name="fileUrl"', 'http://#:#@h.test/#/#?#=##'],
  ];
  const formOf = (boundary: string, parts: string[][]): Sent => ({
    path: filled(`${CONTENT}?#=#`),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    raw: `${parts
      .map(([about, value]) => `--${boundary}\r\ncontent-disposition: form-data; ${about}\r\n\r\n${value}\r\n`)
      .join('')}--${boundary}--\r\n`,
  });
  const REQUESTS: Sent[] = [
    { path: CONTENT, json: { fileBase64: 'JVBERg==', fileUrl: '¤', webhook, ...anything() } },
    { path: ENRICHMENT, json: { query: '¤', parameters: anything(), webhook } },
    { path: ADDRESSES, json: { contents: [anything(), '¤', ['¤']] } },
    { path: SUMMARY, json: { startDate: '¤', endDate: anything() } },
    // An operation that is not described, a list, what is no JSON, and the fields of a page.
    { path: '/#/%¤?#', json: anything() },
    { path: ADDRESSES, json: [anything(), '¤'] },
    { path: ADDRESSES, raw: '{¤' },
    { path: ADDRESSES, headers: { 'content-type': 'application/x-www-form-urlencoded' }, raw: '#=#' },
    { path: SIGN_IN, json: { username: '¤', password: '¤', ...anything() } },
  ];
  type Made = { status?: number; headers?: Record<string, string>; body: unknown };
  const ANSWERS: [string, Made][] = [
    ['a result', { body: envelope([result]) }],
    [
      'a failure with headers',
      {
        status: 503,
        headers: {
          ...{ 'content-type': 'application/#; boundary=#', 'retry-after': '#', '#': '#' },
          location: 'https://h.test/#?#=#',
        },
        body: envelope(null),
      },
    ],
    ['another shape', { status: 302, headers: { location: '/#/%¤' }, body: ['¤', anything(), 424242] }],
    ['usage', { body: envelope({ details: [{ date: '¤', services: [{ serviceName: '¤', requestCount: 1 }] }] }) }],
    ['a text', { headers: { 'content-type': 'text/plain' }, body: 'access_token=# ¤' }],
    ['a page', { headers: { 'content-type': 'text/html' }, body: '<html><# a="#">#<!--#--></html>' }],
    ['half of it', { body: JSON.stringify(envelope([result])).slice(0, -40) }],
    ['a token', { body: { result: { accessToken: '¤', id: 424242 }, '¤': '¤' } }],
  ];

  test.each(ANSWERS)('whatever is sent, when the account answers with %s', async (_what, template) => {
    const account = await serve(async (request, response) => {
      const url = /http:[^"]*_sandbox\/callbacks\/[\w-]+/.exec(await text(request))?.[0];
      const called = [{ ...envelope([result]), processId: '¤' }, anything()].map((body) =>
        JSON.stringify(filled(body)),
      );
      for (const body of url ? [...called, filled('¤')] : []) await fetch(`${url}?q=x`, { method: 'POST', body });
      const { status = 200, headers = JSON_TYPE, body } = filled(template);
      response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
    });
    const { folder, recorder } = await record({ upstream: account.url });
    const fields = ['name="fields"', JSON.stringify(filled([anything()]))];
    const sent = [formOf(filled('#'), [...filled(PARTS), fields]), ...filled(REQUESTS)];
    for (const one of sent) {
      const headers = { ...filled({ cookie: 'a=#', '#': '#' }), ...one.headers };
      await send(recorder, { ...one, headers }, filled('#'));
    }
    expect(filesIn(folder)).toHaveLength(sent.length);
    expect(foundIn(folder)).toEqual([]);
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
    const passedOn = await send(recorder, { path: CONTENT, form: { fileUrl: 'http://h.test/a' } });
    expect(passedOn.headers).toMatchObject({ ...JSON_TYPE, location, 'retry-after': '7' });
    const replayed = await (
      await replay(folder)
    ).inject({
      ...{ method: 'POST', url: CONTENT, payload: 'fileUrl=http://h.test/a' },
      headers: { authorization: 'Bearer x', 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(replayed.statusCode).toBe(307);
    expect(replayed.headers).toMatchObject({ ...JSON_TYPE, location, 'retry-after': '7' });
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
  test.each([true, false])('of a request or in an answer that repeats it; values kept: %s', async (keepValues) => {
    const number = 4711471147;
    const basic = { authorization: `Basic ${base64(filled('#:#'))}` };
    const url = 'https://#:#@host.test/a.pdf?sig=%#&page=7';
    const withToken: Sent[] = [
      { path: `${PAGES}?pass=#&key=#&sig=%#&page=7`, json: { filePassword: number }, headers: basic },
      { path: `${PAGES}?pwd=#`, json: {} },
      ...[url, 'ftp://#:#@host.test/a.pdf', ' https://#:#@host.test/'].map((fileUrl) => ({
        path: PAGES,
        json: { fileUrl },
      })),
      { path: ADDRESSES, json: { contents: [{ text: `at ${url} now` }] } },
      { path: ENRICHMENT, json: { webhook: { headers: [{ name: 'x-ticket', value: number }] } } },
      {
        path: '/facematch',
        json: {
          headers: [{ name: 'x-api-key', value: '#' }],
          ...{ auth: '#', accessKey: '#', callback: { url: 'https://host.test/?ticket=#' } },
          sent: { size: 1, sha256: 'a'.repeat(64), token: '#' },
        },
      },
    ];
    const signingIn = [
      { path: '/session', json: { user: '#', password: '#' } },
      { path: SIGN_IN, json: { username: '#', password: number, code: number } },
    ];
    const { url: upstream } = await serve(async (request, response) => {
      const body = await text(request);
      const read = Buffer.from(/Basic (.*)/.exec(request.headers.authorization ?? '')?.[1] ?? '', 'base64').toString();
      const repeated = made.filter((one) => body.includes(one)).map(base64);
      const texts = [body, body.replaceAll('\\', ''), decodeURIComponent(body), request.url, read, ...repeated];
      response.writeHead(400, JSON_TYPE);
      response.end(JSON.stringify({ status: { code: 'R101', message: texts.join(' '), errors: [texts] } }));
    });
    const { folder, recorder } = await record({ keepValues, upstream });
    for (const sent of filled(withToken)) await send(recorder, sent);
    for (const sent of filled(signingIn)) await send(recorder, sent, '');
    expect(filesIn(folder)).toHaveLength(withToken.length + signingIn.length);
    expect(foundIn(folder)).toEqual([]);
    expect(textIn(folder)).not.toMatch(new RegExp(`${number}|${base64(String(number))}|${SECRET.token}`));
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
    const answers: Answered[] = [];
    for (let at = 0; at < 6; at++) answers.push(await send(recorder, addresses()));
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
    for (let at = 0; at < 7; at++) replayed.push(await send(replayer, addresses()));
    expect(replayed.map(({ status, body }) => [status, body?.status.code])).toEqual([
      ...answers.map(({ status, body }) => [status, body?.status.code]),
      [200, '200'],
    ]);
    expect(replayed[1]?.text).toMatch(/^<!doctype html><html><head><title>\w+<\/title><\/head><body><h1>/);
    expect(replayed[3]?.text).toBe('');
    expect(replayed[6]?.text).toBe(replayed[5]?.text);
    await sendJson(replayer, '/_sandbox/reset', {});
    expect((await send(replayer, addresses())).status).toBe(503);
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
    expect((await send(recorder, addresses())).status).toBe(200);
    const { body } = await send(recorder, enrichment(url));
    const [callback] = (await receiver.waitFor(1)) as [Received];
    expect(bodyOf(callback).processId).toBe(body.result.processId);
    const unrecorded = { recording: { mode: 'upstream', file: null } };
    expect(await requestsOf(recorder)).toMatchObject([unrecorded, unrecorded]);
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
      const { status, body } = await send(recorder, addresses());
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
    expect((await send(recorder, addresses())).text).toBe(dense);
    expect(recordingIn(folder, 1).answer.text).toContain(`${dense.length} bytes that are not recorded`);
  });

  test('to have memory for an answer take nothing from it: it is passed on, and not recorded', async () => {
    const large = JSON.stringify({ result: 'x'.repeat(2 ** 23) });
    const { folder, recorder } = await record({ upstream: await answering(large), memoryBytes: 2 ** 24 });
    expect((await send(recorder, addresses())).text).toBe(large);
    expect(filesIn(folder)).toEqual([]);
    expect(await requestsOf(recorder)).toMatchObject([{ recording: { mode: 'upstream', file: null } }]);
  });

  test('to end an answer end with its client', async () => {
    const LONG = 2 ** 23;
    const { promise: isClosed, resolve: close } = Promise.withResolvers<void>();
    const { url: upstream } = await serve((request, response) => {
      request.resume();
      response.on('close', close).writeHead(200).write('x'.repeat(LONG));
    });
    const { recorder } = await record({ upstream, memoryBytes: 2 ** 22 });
    const client = new AbortController();
    const init = { method: 'POST', body: '{}', headers: JSON_TYPE, signal: client.signal };
    const { status, body } = await fetch(`http://127.0.0.1:${portOf(recorder)}${ADDRESSES}`, init);
    let read = 0;
    const reader = body?.getReader();
    while (read < LONG) read += (await reader?.read())?.value?.length ?? LONG;
    client.abort();
    await isClosed;
    expect([status, read]).toEqual([200, LONG]);
  });

  test('to a client that has gone away are recorded: the account has billed them', async () => {
    const client = new AbortController();
    const { url: upstream } = await serve(async (request, response) => {
      request.resume();
      client.abort();
      await until(async () => (await requestsOf(recorder))[0].aborted);
      response.setHeader('content-type', 'application/json').end('{"result":[]}');
    });
    const { folder, recorder } = await record({ upstream });
    const init = { method: 'POST', body: '{}', headers: JSON_TYPE, signal: client.signal };
    await expect(fetch(`http://127.0.0.1:${portOf(recorder)}${ADDRESSES}`, init)).rejects.toThrow(/abort/);
    expect(await recordedCallbacks(folder, 1, 0)).toEqual([]);
    expect(recordingIn(folder, 1).answer.body).toEqual({ result: [] });
  });

  test('of a wrong token are those of the account; a replay takes any token, but not none', async () => {
    const { folder, recorder } = await record();
    for (const [token, code] of [
      ['wrong', 'R117'],
      [SECRET.token, '200'],
      ['wrong', 'R117'],
    ] as const)
      expect((await send(recorder, addresses(), token)).body.status.code).toBe(code);
    const replayer = await replay(folder);
    for (const token of ['any', 'other']) expect((await send(replayer, addresses(), token)).status).toBe(200);
    const { status, body } = await send(replayer, addresses(), '');
    expect([status, body.status.code]).toEqual([401, 'R117']);
  });
});

describe('signing in', () => {
  const signIn = async (app: FastifyInstance, password = 'whatever') =>
    (await sendJson(app, SIGN_IN, { username: 'somebody', password })).result;

  test('reaches the account; a replay gives a token of its own each time', async () => {
    const { folder, recorder } = await record();
    const { accessToken, expiresIn } = await signIn(recorder, SECRET.password);
    expect((await send(recorder, content(), accessToken)).status).toBe(200);
    expect(textIn(folder)).not.toContain(accessToken);
    const replayer = await replay(folder);
    const [first, second] = [await signIn(replayer), await signIn(replayer)];
    expect(first).toEqual({ accessToken: expect.any(String), expiresIn });
    expect(first.accessToken).not.toBe(second.accessToken);
    expect((await send(replayer, content(), second.accessToken)).status).toBe(200);
  });

  test('works in a replay of requests that were recorded with a token, and where it failed it fails', async () => {
    const token = { accessToken: expect.any(String) };
    const { folder, recorder } = await record();
    await send(recorder, content());
    expect(await signIn(await replay(folder))).toMatchObject(token);
    await signIn(recorder, 'wrong');
    expect(await signIn(await replay(folder), 'wrong')).toBeNull();
    await signIn(recorder, SECRET.password);
    await signIn(recorder, 'wrong');
    const last = await replay(folder);
    for (const password of ['wrong', 'whatever']) expect(await signIn(last, password)).toMatchObject(token);
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
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const field = '--b\r\ncontent-disposition: form-data; name="qrCodeField"\r\n\r\nx\r\n';
    const file = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7';
    const sent = [`${field}--b--\r\n`, field.slice(0, 40), file].map((raw) => ({ path: VIO, raw, headers }));
    const answers: Answered[] = [];
    for (const one of sent) answers.push(await send(recorder, one));
    expect(answers.map(({ body }) => body.status.code)).toEqual(['S100', 'R101', 'R101']);
    const { requests } = await inspect(account, `requests?path=${VIO}`);
    expect(requests.slice(-3).map((received: Json) => received.headers)).toMatchObject(
      sent.map(({ raw }) => ({ ...headers, 'content-length': String(raw.length) })),
    );
    const replayer = await replay(folder);
    for (const at of [1, 2]) {
      const body = expect.stringMatching(`^${sent[at]?.raw.length} bytes`);
      expect(recordingIn(folder, at + 1).request).toMatchObject({ kind: 'other', parameters: { body } });
      for (let time = 0; time < 2; time++)
        expect((await send(replayer, sent[at] as Sent)).text).toBe(answers[at]?.text);
    }
  });

  test('has its answer in the charset of the account, and is replayed with the same letters', async () => {
    const answer = '{"status":{"code":"200"},"result":[{"fields":[{"name":"nome","value":"São João"}]}]}';
    const charset = 'application/json; charset=iso-8859-1';
    const upstream = await answering(Buffer.from(answer, 'latin1'), { 'content-type': charset });
    const { folder, recorder } = await record({ keepValues: true, upstream });
    const headers = { authorization: 'Bearer x' };
    const recorded = await recorder.inject({ method: 'POST', url: ADDRESSES, payload: {}, headers });
    expect([recorded.headers['content-type'], recorded.rawPayload.toString('latin1')]).toEqual([charset, answer]);
    expect((await send(await replay(folder), { path: ADDRESSES, json: {} })).text).toBe(answer);
  });

  test('is the same whatever its boundary, the order of its parameters, the name of its file and its webhook', async () => {
    const { folder, recorder } = await record();
    const { url } = await startHook();
    await send(recorder, comparison());
    await send(recorder, enrichment(url));
    const replayer = await replay(folder);
    const file = new File([new Uint8Array(contract)], 'another name.pdf');
    const form = { fields: '[ {"value": "Bruno Modelo Souza", "name": "socio"} ]', file };
    expect((await send(replayer, { path: COMPARE, form })).status).toBe(200);
    const { query, parameters, webhook } = enrichment('http://127.0.0.1:2/other').json as Json;
    expect((await send(replayer, { path: ENRICHMENT, json: { webhook, parameters, query } })).status).toBe(200);
  });

  test('of values that were replaced is known by the values that were sent, and by those that took their place', async () => {
    const { folder, recorder } = await record();
    const { url } = await startHook();
    await send(recorder, invoice);
    await send(recorder, enrichment(url));
    await send(recorder, addresses('Rua das Palmeiras, 1'));
    await send(recorder, addresses('Rua das Palmeiras, 2'));
    const replayer = await replay(folder);
    const [number, other] = [1, 2].map((at) => recordingIn(folder, at + 2).answer.body.requestId);
    expect((await send(replayer, addresses('Rua das Palmeiras, 2'))).body.requestId).toBe(other);
    expect((await send(replayer, addresses('Rua das Palmeiras, 1'))).body.requestId).toBe(number);
    // A workflow takes the number from the answer to the invoice, with or without its dots.
    const { body } = await send(replayer, invoice);
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
    const of = (number: string) => ({
      path: ENRICHMENT,
      raw: `{"query":"pf","parameters":{"n":[${number},0.10]},"webhook":{"url":"http://127.0.0.1:2/"}}`,
    });
    const [first, second] = [of('90071992547409931'), of('90071992547409932')];
    const { folder, recorder } = await record({ keepValues, upstream });
    for (const sent of [first, second]) await send(recorder, sent);
    expect(heard).toEqual(['31,0.10]', '32,0.10]'].map((end) => expect.stringContaining(`[900719925474099${end}`)));
    const replayer = await replay(folder);
    expect([(await send(replayer, second)).status, (await send(replayer, first)).status]).toEqual([503, 200]);
  });

  test('has its own values in the answer, with which a workflow compares', async () => {
    const { folder, recorder } = await record();
    const sent = 'Bruno Modelo Souza';
    expect((await send(recorder, comparison())).text).toContain(sent);
    expect(textIn(folder)).not.toContain('Bruno');
    const { body } = await send(await replay(folder), comparison());
    expect(body.result[0].fields[0].value).toBe(sent);
    expect(JSON.stringify(body.result).replaceAll(sent, '')).not.toContain('Bruno');
  });

  test('for a period that is told from today finds the recording of a day before; one of that period comes first', async () => {
    const { folder, recorder } = await record();
    await send(recorder, period('2025-01-01', '2025-01-31'));
    await send(recorder, period('2025-01-30', '2025-01-30'));
    await send(recorder, period('2025-02-03', '2025-02-03'));
    const recorded = [1, 2, 3].map((at) => recordingIn(folder, at).answer.body.requestId as string);
    const replayer = await replay(folder);
    const answered = async (...asked: Parameters<typeof period>) =>
      recorded.indexOf((await send(replayer, period(...asked))).body.requestId) + 1;
    expect(await answered('2025-02-01', '2025-02-28')).toBe(1);
    expect(await answered('2025-02-03', '2025-02-03')).toBe(3);
    expect(await answered('2025-03-01', '2025-03-01')).toBe(2);
    // The next execution, with the period before.
    expect(await answered('2025-03-02', '2025-03-02')).toBe(2);
    expect(await answered('2025-03-01', '2025-03-01')).toBe(3);
    expect(await answered('2025-03-03', '2025-03-03')).toBe(2);
    expect(await answered('2025-03-02', '2025-03-08')).toBe(3);
    expect((await send(replayer, period('2025-03-01', '2025-03-01', { other: 1 }))).status).toBe(404);
    expect((await send(replayer, period('yesterday', 'today'))).status).toBe(404);
  });

  test('that is not recorded is answered with the nearest one and what differs', async () => {
    const { folder, recorder } = await record();
    await send(recorder, { path: PAGES, form: { file: contract } });
    await send(recorder, content({ tags: ['type=a', 'type=b'] }));
    const replayer = await replay(folder);
    const refused = async (sent: Sent) => {
      const { status, body } = await send(replayer, sent);
      expect([status, body.status.code]).toEqual([404, '404']);
      return body.status.message as string;
    };
    const changed = await refused(content({ tags: 'type=a', returnImage: 'true' }));
    expect(changed.replace(/type=\w/, 'type=b')).toBe(
      'This request is not recorded. The nearest is 0002-content-extraction.json, which differs in tags[1] (recorded: ' +
        '"type=b", sent: nothing); returnImage (recorded: nothing, sent: "true")',
    );
    const other = await refused({ path: PAGES, form: { file: invoiceFile } });
    expect(other).toContain(
      `0001-multipage-content-extraction.json, which differs in file (recorded: "${contract.length} bytes, SHA-256`,
    );
    expect(other).toContain(`sent: "${invoiceFile.length} bytes, SHA-256`);
    expect(await refused({ path: PAGES, json: {} })).toContain(
      'differs in the kind of body (recorded: form, sent: json)',
    );
    expect(await refused(enrichment('http://127.0.0.1:2'))).toBe(
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
    const { result } = (await send(recorder, extraction(url))).body;
    const [callback] = (await receiver.waitFor(1)) as [Received];
    expect(callback).toMatchObject({
      url: `/hook/${SECRET.path}?signature=${SECRET.signature}&key=${SECRET.query}`,
      headers: { 'x-ticket': SECRET.header, 'content-type': 'application/json' },
    });
    expect(bodyOf(callback)).toMatchObject({ ...result, status: { code: '200' } });
    const { requests } = await inspect(account, `requests?path=${CONTENT}`);
    const own = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/_sandbox\/callbacks\/[0-9a-f-]{36}$/);
    expect(requests.at(-1).json.webhook).toEqual({ url: own });
    await recordedCallbacks(folder, 1, 1);
    const { deliveries } = await untilProcess(account, ['finished'], result.processId);
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
      const [first, other] = [await startHook(), await startHook()];
      await armAccount({ path: CONTENT, callback: how });
      expect((await send(recorder, extraction(first.url))).status).toBe(201);
      await first.receiver.waitFor(count);
      await recordedCallbacks(folder, 1, count);
      const { status, body } = await send(await replay(folder), extraction(other.url));
      expect(status).toBe(201);
      await other.receiver.waitFor(count);
      const kinds = ({ receiver: { received } }: typeof other) =>
        received.map(({ body }) => (body.startsWith('{') ? 'json' : body.replace(/[^<>/]+/g, 'x')));
      expect(kinds(other)).toEqual(kinds(first));
      if (how === 'times=3') expect(other.receiver.received.map(bodyOf)).toMatchObject(Array(3).fill(body.result));
    },
  );

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
    const result = Array.from({ length: 16_000 }, (_, at) => ({ name: `campo ${at}`, value: `Rua ${at}` }));
    const long = 'Rua das Palmeiras 215 '.repeat(4000);
    const called = callBack(JSON.stringify({ result, long, file: 'A'.repeat(30_000_000) }));
    await receiver.waitFor(1);
    const answered = recorder.inject('/healthz').then(({ statusCode }) => `healthy: ${statusCode}`);
    expect(await Promise.race([answered, called])).toBe('healthy: 200');
    expect(await called).toBe(200);
    const [{ body }] = recordingIn(folder, 1).callbacks;
    const [list, text, file] = Object.values(body) as [object[], string, string];
    expect([list.length, text, file.length < 1000]).toEqual([16_000, `${long.length} characters`, true]);
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
    const { upstream } = await startAsynchronousAccount();
    const { folder, recorder } = await record({ upstream });
    for (let time = 0; time < 2; time++)
      expect((await send(recorder, enrichment('http://127.0.0.1:2'))).body.result.processId).toBe('7');
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
    expect(await callBack('{"processId":17,"data":1}', JSON_TYPE)).toBe(200);
    await recordedCallbacks(folder, 1, 1);
    await send(await replay(folder), enrichment(url));
    const [passed, replayed] = (await receiver.waitFor(2)).map(bodyOf);
    expect(passed).toEqual({ processId: 17, data: 1 });
    expect(replayed.data).toBeDefined();
  });

  test('to a webhook that is none are refused in a replay; without an authorization they come', async () => {
    const { folder, receiver, url } = await recordedEnrichment();
    const replayer = await replay(folder);
    const { json } = enrichment(url);
    const again = (authorization: unknown) =>
      send(replayer, { path: ENRICHMENT, json: { ...json, webhook: { url, authorization } } });
    for (const authorization of [{ headers: 'x' }, { queryStrings: [{ name: 1 }] }])
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
  const read = (app: FastifyInstance, query: string) => inspect(app, `console/requests${query}`);

  test('says where an answer is from, finds it by the ID of the account, and shows its document and callback', async () => {
    const { folder, recorder } = await record();
    const { receiver, url } = await startHook();
    const { requestId } = (await send(recorder, extraction(url))).body;
    await receiver.waitFor(1);
    const file = '0001-content-extraction-async.json';
    const [found] = (await read(recorder, `?search=${requestId}`)).requests;
    expect(found).toMatchObject({
      operation: 'Content extraction async (JSON)',
      recording: { mode: 'upstream', file, requestId },
    });
    const { hasDocument, process } = await read(recorder, `/${found.requestId}`);
    expect([hasDocument, process.steps]).toMatchObject([true, [{}, { what: 'upstream' }]]);
    expect(process.parts[0].fields.map(({ name }: Json) => name)).toContain('beneficiario');

    await recordedCallbacks(folder, 1, 1);
    const replayer = await replay(folder);
    const { body } = await send(replayer, extraction(url));
    await send(replayer, content());
    const recording = { mode: 'replayed', file, requestId: recordingIn(folder, 1).answer.body.requestId };
    for (const id of [recording.requestId, body.requestId, body.result.processId])
      expect((await read(replayer, `?search=${id}`)).requests).toMatchObject([
        { requestId: body.requestId, recording },
      ]);
    expect((await read(replayer, '')).requests).toMatchObject([
      { recording: { mode: 'replayed', file: null }, httpStatus: null },
      { recording },
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
  const replayed = (from = folder) => expect(buildApp({ replay: from })).rejects;
  await replayed().toThrow(`the folder ${folder} has no recordings to replay`);
  await replayed(join(folder, 'none')).toThrow('there is no folder');
  writeFileSync(join(folder, '0002-something.json'), '{}');
  await replayed().toThrow('0002-something.json is not a recording of the sandbox');
  execFileSync('mkfifo', [join(folder, '0001-pipe.json')]);
  await replayed().toThrow('0001-pipe.json is not a recording of the sandbox');
});

test.each<[object, string]>([
  ...[101, 199, 1000, 200.5, '200', null].map((status): [object, string] => [
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
