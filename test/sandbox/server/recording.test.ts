import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { request, type IncomingMessage, type RequestOptions, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { promisify } from 'node:util';
import { afterAll, afterEach, describe, expect, jest, test } from '@jest/globals';
import { encodeVio } from 'document-processing-reader';
import type { FastifyInstance } from 'fastify';
import { buildApp, type AppOptions } from '../../../sandbox/server/app.ts';
import { emptyFolder } from '../emptyFolder.ts';
import { turnsDuring } from '../turnsDuring.ts';
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
  byName,
  encoded,
  inspect,
  requestsOf,
  sample,
  send as sendBody,
  sendJson,
  untilProcess,
  type Answer,
  type Form,
  type Json,
} from './client.ts';
import { bodyOf, ownCertificate, startReceiver } from './receiver.ts';
import { serve, until } from './surroundings.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const TEXT_TYPE = { 'content-type': 'text/plain' };
const NOBODY = 'http://127.0.0.1:2';

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

/** Starts a sandbox that records, says where, and sends it these requests. */
async function record(
  { folder = newFolder(), keepValues = false, upstream = accountUrl, ...more }: Recording = {},
  ...requests: Sent[]
) {
  const recorder = await open({ record: { upstream, folder, keepValues }, ...more });
  return { folder, recorder, answers: await sendAll(recorder, requests) };
}
const replay = (folder: string) => open({ replay: folder });

/** The address of an account that answers everything so. */
const answering = async (body: string | Buffer, headers: Record<string, string> = JSON_TYPE, status = 200) =>
  (await serve((_request, response) => void response.writeHead(status, headers).end(body))).url;

async function startHook(...given: Parameters<typeof startReceiver>) {
  const { receiver, url } = await startReceiver(...given);
  return { receiver, url: `${url}/hook/${SECRET.path}?signature=${SECRET.signature}` };
}

/** What is sent: a form, JSON, or a body as it is; without an authorization if the token is empty. */
type Sent = {
  path: string;
  form?: Form;
  json?: object;
  raw?: string | Buffer;
  headers?: Record<string, string>;
  token?: string;
};

async function send(app: FastifyInstance, { path, form, json, token = SECRET.token, ...sent }: Sent): Promise<Answer> {
  const { payload, headers } = form
    ? await encoded(form)
    : { payload: sent.raw ?? JSON.stringify(json), headers: JSON_TYPE };
  const authorization = token && `Bearer ${token}`;
  return sendBody(app, path, payload, { authorization, ...headers, ...sent.headers });
}

async function sendAll(app: FastifyInstance, requests: Sent[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const sent of requests) answers.push(await send(app, sent));
  return answers;
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
const enrichment = (url: string, parameters: object = { cpf: CPF }): Sent => ({
  path: ENRICHMENT,
  json: { query: 'pf', parameters, webhook: webhookTo(url) },
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

type Asked = RequestOptions & { body?: string | Buffer; isUnended?: boolean };

/** Asks over a connection for an address as it is, and gives the answer in its bytes. */
async function ask(app: FastifyInstance, path: string, { body = '{}', isUnended, headers, ...options }: Asked = {}) {
  const { port, hostname: host } = new URL(app.listeningOrigin);
  const own = { ...JSON_TYPE, authorization: `Bearer ${SECRET.token}` };
  const sent = request({ method: 'POST', host, port, path, headers: { ...own, ...headers }, ...options });
  sent.on('error', () => {}).write(body);
  if (!isUnended) sent.end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const bytes = await buffer(answer);
  sent.destroy();
  return { status: answer.statusCode, headers: answer.headers, bytes };
}

/** What is answered to so many bytes of a body that has no end. */
const statusOfUnended = async (app: FastifyInstance, path: string, headers: object = {}, bytes = 100) =>
  (await ask(app, path, { headers: { authorization: '', ...headers }, body: ' '.repeat(bytes), isUnended: true }))
    .status;

test('all 13 operations are recorded and replayed, the synchronous ones byte for byte', async () => {
  const { receiver, url } = await startHook();
  const asked = [...SYNCHRONOUS, extraction(url), enrichment(url)];
  const { folder, answers } = await record({ keepValues: true }, ...asked);
  for (const number of [12, 13]) await recordedCallbacks(folder, number, 1);
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
  const onDisk = textIn(folder);
  expect(Object.values(SECRET).filter((secret) => onDisk.includes(secret))).toEqual([]);

  const replayed = await sendAll(await replay(folder), asked);
  const callbacks = await receiver.waitFor(4);
  const callbackOf = ({ result }: Answer) =>
    callbacks.map(bodyOf).find(({ processId }) => processId === result.processId);
  for (const [at, { status, body, text, requestId, result }] of replayed.entries()) {
    const before = answers[at] as Answer;
    if (at < SYNCHRONOUS.length) expect(text).toBe(before.text);
    else {
      expect(result.processId).not.toBe(before.result.processId);
      expect([status, body]).toEqual([before.status, { ...before.body, requestId, result }]);
      const first = callbackOf(before);
      const own = { ...result, ...('requestId' in first && { requestId }) };
      expect(callbackOf(replayed[at] as Answer)).toEqual({ ...first, ...own });
    }
  }
  for (const callback of callbacks)
    expect(callback).toMatchObject({
      headers: { 'x-ticket': SECRET.header, 'content-type': 'application/json' },
      url: `/hook/${SECRET.path}?signature=${SECRET.signature}&key=${SECRET.query}`,
    });
});

describe('what is on the disk', () => {
  test('has values of the same shape in place of those of a document', async () => {
    const { folder } = await record({ keepNames: new Set(['beneficiario', 'valor', 'por']) }, content());
    const { request, answer } = recordingIn(folder, 1);
    expect(request.parameters).toEqual({
      file: expect.stringMatching(new RegExp(`^${encrypted.length} bytes, SHA-256 [0-9a-f]{64}$`)),
      filePassword: 'HIDDEN',
    });
    const [{ fields, ...item }] = answer.body.result;
    expect(byName(fields)).toEqual({
      beneficiario: expect.not.stringMatching(/Gustavo/),
      valor: expect.stringMatching(/^(?!87.65)\d\d\.\d\d$/),
      data: expect.stringMatching(/^20\d\d-[01]\d-[0-3]\d$/),
    });
    expect(item).toMatchObject({ score: 0.99, pageNumber: 1, tags: expect.arrayContaining(['language=por']) });
  });

  test('has the values with --keep-values, but no secret, however short, and the words and numbers that it is a part of', async () => {
    const answer = '{"result":{"pin":"1234 is wrong","text":"id 01234, abcde","score":0.1234,"more":[1234,"xabcde"]}}';
    const fileUrl = `https://h.test/?document=7&X-Amz-Signature=${SECRET.signature}`;
    const json = { query: 'pf', parameters: { senha: '1234', token: 'abcde', fileUrl } };
    const upstream = await answering(answer);
    const { folder, answers } = await record({ upstream, keepValues: true }, { path: ENRICHMENT, json });
    expect(answers).toMatchObject([{ text: answer }]);
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
  const encodings = ['base64', 'hex'] as const;
  return made.filter((word) =>
    [
      ...[word, encodeURIComponent(word), JSON.stringify(word).slice(1, -1), word.normalize('NFD')],
      ...[JSON.stringify(encodeURIComponent(word)).slice(1, -1)],
      ...encodings.map((encoding) => Buffer.from(word).toString(encoding)),
      ...encodings.map((encoding) => createHash('sha256').update(word).digest(encoding)),
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
    ['name=#; filename=# #', '#'],
    ['name="filePassword"; filename="a"', '#'],
    ['name="#"', '¤'],
    ['name="#"', '5 bytes, SHA-256 ¤'],
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
    raw: `${filled('¤')}\r\n${parts
      .map(([about, value]) => `--${boundary}\r\ncontent-disposition: form-data; ${about}\r\n\r\n${value}\r\n`)
      .join('')}--${boundary}--\r\n${filled('¤')}`,
  });
  /** A body that is the secret, or that nobody here can read. */
  const unread = (type: string, raw: string | Buffer, more: object = {}): Sent => ({
    path: ADDRESSES,
    headers: { 'content-type': type, ...more },
    raw,
  });
  const UNREAD = [
    unread('text/plain', filled('#')),
    unread('#/#', filled('{"password":"#"}')),
    unread('application/json', Buffer.from(filled('{"password":"#"}'), 'utf16le')),
    unread('application/json', gzipSync(filled('{"password":"#"}')), { 'content-encoding': 'gzip' }),
    unread('application/json', filled('{"password":"¤","password":"¤","more":"{\\"password\\":\\"#\\"}"}')),
  ];
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
  const ANSWERS: [string, { status?: number; headers?: Record<string, string>; body: unknown }][] = [
    ['a result', { body: envelope([result]) }],
    [
      'a failure with headers',
      {
        status: 503,
        headers: {
          ...{ 'content-type': 'application/#; boundary=#', 'retry-after': '#', '#': '#' },
          ...{ 'set-cookie': '#=#', 'www-authenticate': 'Basic realm="#"' },
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
    ['a document', { headers: { 'content-type': 'application/pdf; name=#' }, body: '%PDF-1.7 ¤' }],
    ['a token', { body: { result: { accessToken: '¤', id: 424242 }, '¤': '¤' } }],
  ];

  test.each(ANSWERS)('whatever is sent, when the account answers with %s', async (_what, template) => {
    const { url: upstream } = await serve(async (request, response) => {
      const url = /http:[^"]*_sandbox\/callbacks\/[\w-]+/.exec(await text(request))?.[0];
      const called = [{ ...envelope([result]), processId: '¤' }, anything()].map((body) =>
        JSON.stringify(filled(body)),
      );
      for (const body of url ? [...called, filled('¤')] : []) await fetch(`${url}?q=x`, { method: 'POST', body });
      const { status = 200, headers = JSON_TYPE, body } = filled(template);
      response.writeHead(status, filled('#'), { ...headers, trailer: 'x' });
      response.addTrailers({ x: filled('#') });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
    const fields = ['name="fields"', JSON.stringify(filled([anything()]))];
    const requests = [formOf(filled('#'), [...filled(PARTS), fields]), ...filled(REQUESTS), ...UNREAD].map((one) => ({
      ...one,
      headers: { ...filled({ cookie: 'a=#', '#': '#' }), ...one.headers },
      token: filled('#'),
    }));
    const { folder } = await record({ upstream }, ...requests);
    expect(filesIn(folder)).toHaveLength(requests.length);
    expect(foundIn(folder)).toEqual([]);
  });
});

describe('an answer is passed on and replayed as the account has written it', () => {
  const latin = (text: string) => Buffer.from(text, 'latin1');
  const JSON_TEXT = '{"result":[{"value":"São"}]}';

  test.each<[what: string, body: Buffer, headers: Record<string, string>, replayed?: Buffer | string]>([
    ['a document', Buffer.concat([contract, Buffer.from([0, 255, 254])]), { 'content-type': 'application/pdf' }],
    ['a text that is not what it says', latin('S\u00e3o'), { 'content-type': 'text/plain; charset=utf-8' }],
    [
      'in a charset, in which it is not recorded',
      latin(JSON_TEXT),
      { 'content-type': 'application/json; charset=iso-8859-1' },
      Buffer.from(JSON_TEXT),
    ],
    ['a secret of the request in bytes', Buffer.from(`\0${SECRET.token}`), {}, 'are no text'],
    ['a secret in wide letters', Buffer.from(`\uFEFF${SECRET.token}`, 'utf16le').swap16(), {}, 'are no text'],
    [
      'packed in an unknown way',
      latin('packed'),
      { 'content-encoding': 'other' },
      '6 bytes that could not be unpacked',
    ],
    ['nothing, packed', Buffer.alloc(0), { 'content-encoding': 'gzip' }],
    ['not packed, as it says', Buffer.from(JSON_TEXT), { ...JSON_TYPE, 'content-encoding': 'gzip' }],
    ['packed without a head', deflateRawSync(JSON_TEXT), { 'content-encoding': 'deflate' }, 'could not be unpacked'],
    ['half of a pack', gzipSync(JSON_TEXT).subarray(0, 20), { 'content-encoding': 'gzip' }, '20 bytes that could not'],
    ['more members than are recorded', latin(`[${'1,'.repeat(300_000)}1]`), JSON_TYPE, '600003 bytes: '],
    [
      'megabytes of words',
      Buffer.from(JSON.stringify({ result: Array(90).fill('Rua das Palmeiras 215 '.repeat(2500)) })),
      JSON_TYPE,
      'bytes: ',
    ],
  ])(
    'to the byte, also in its headers, or as a failure that says so: %s',
    async (_what, body, more, replayed = body) => {
      const location = Buffer.from('/é?a=São').toString('latin1');
      const headers: Record<string, string> = { 'content-type': 'image/png', location, ...more };
      const { url: upstream } = await serve((sent, response) => {
        sent.resume();
        // It takes nothing from what comes behind it.
        response.writeContinue();
        response.writeHead(302, headers).end(body);
      });
      const { folder, recorder } = await record({ keepValues: true, upstream });
      const passed = await ask(recorder, ADDRESSES, { headers: { 'accept-encoding': 'gzip, deflate, br' } });
      expect(passed).toMatchObject({ status: 302, headers, bytes: body });
      const again = await ask(await replay(folder), ADDRESSES);
      if (typeof replayed !== 'string')
        return expect(again).toMatchObject({ status: 302, headers: { location }, bytes: replayed });
      const { status } = JSON.parse(again.bytes.toString());
      return expect([again.status, status.message]).toEqual([501, expect.stringContaining(replayed)]);
    },
  );

  test('but with no bytes of a document where values are replaced', async () => {
    const { folder } = await record(
      { upstream: await answering(contract, { 'content-type': 'application/pdf' }) },
      addresses(),
    );
    const message = expect.stringContaining(`The account has sent ${contract.length} bytes that are no text`);
    expect(await send(await replay(folder), addresses())).toMatchObject({ status: 501, code: '501', message });
  });

  const ODD =
    '{"status" : {"code":"200","message":null,"errors":null},\n\t"2":0.10,"1":1.0E+2,"big":90071992547409931234,"big":-0,' +
    '"result":[{"score":0.970,"fields":[{"value":"HIDDEN","name":"nome"},{"name":"nome","value":"caf\\u00e9\\/ Success"}],' +
    '"__proto__":{"a":1}}] }\n';

  // Some answer with a status that is none of HTTP.
  test.each([
    [true, 999],
    [false, 307],
  ])('to the byte, with its headers and its status; values kept: %s', async (keepValues, status) => {
    const headers = {
      location: '/process-image/content-extraction?query=name#result',
      'retry-after': '7',
      ...JSON_TYPE,
    };
    const upstream = await answering(ODD, headers, status);
    const asked = { path: CONTENT, form: { fileUrl: 'http://h.test/a' } };
    const { folder, answers } = await record({ keepValues, upstream }, asked);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const replayed = await send(await replay(folder), { path: CONTENT, raw: 'fileUrl=http://h.test/a', headers: form });
    for (const answer of [...answers, replayed]) expect(answer).toMatchObject({ status, headers });
    if (keepValues) return expect(replayed.text).toBe(ODD);
    // Names, numbers and texts are others; where they stand, and how they are written, is the same.
    expect(replayed.text).not.toMatch(/HIDDEN|caf(?:é|\\u)|90071|replayed|Success/);
    expect(replayed.text.startsWith('{"status" : {"code":"200","message":null,"errors":null},\n\t"')).toBe(true);
    expect(replayed.text).toMatch(/\t"\d":0\.\d\d,"\d":\d\.\dE\+2,"[a-z]{3}":\d{20},"[a-z]{3}":-0,"result":/);
    expect(replayed.text).toMatch(
      /"score":0\.970,"fields":\[\{"value":"[A-Z]{6}","name":"nome"\},\{"name":"nome",.*\] \}\n$/,
    );
  });

  test.each([true, false])('without a body where it has none; values kept: %s', async (keepValues) => {
    const headers = { 'content-type': 'application/pdf', 'content-encoding': 'gzip', 'content-length': '7' };
    const { url: upstream } = await serve(({ method }, response) =>
      method === 'HEAD' ? response.writeHead(200, headers).end() : response.writeHead(204).end(),
    );
    const { folder, recorder } = await record({ keepValues, upstream });
    const told = async (app: FastifyInstance) => [
      await ask(app, '/people/7', { method: 'HEAD', body: '' }),
      await ask(app, '/people/7', { method: 'GET', body: '' }),
    ];
    const bytes = Buffer.alloc(0);
    expect(await told(recorder)).toMatchObject([
      { status: 200, headers, bytes },
      { status: 204, bytes },
    ]);
    expect(await told(await replay(folder))).toMatchObject([
      { status: 200, bytes },
      { status: 204, bytes },
    ]);
  });
});

describe('a secret is not on the disk where values are kept', () => {
  test('whatever its place in a request, and in an answer that repeats it', async () => {
    const number = 4711471147;
    const basic = { authorization: `Basic ${base64(filled('#:#'))}` };
    const url = 'https://#:#@host.test/a.pdf?sig=%#&page=7';
    const signature = Buffer.alloc(100_000, 'a picture of a signature, ').toString();
    const tokens = Array.from({ length: 3000 }, (_, at) => `one-of-many-${at}-${'x'.repeat(40)}`);
    const requests: Sent[] = [
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
      { path: ADDRESSES, json: { contents: [], more: `of ${signature}, ${tokens.join(' ')}`, signature, tokens } },
      { path: '/session', json: { user: '#', password: '#' }, token: '' },
      { path: SIGN_IN, json: { username: '#', password: number, code: number }, token: '' },
      { path: SIGN_IN, raw: '#', headers: { 'content-type': 'text/plain' }, token: '' },
      {
        path: CONTENT,
        raw: '--b\r\ncontent-disposition: form-data; name="filePassword"; filename="a"\r\n\r\n#\r\n--b--\r\n',
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
      },
      // As curl sends JSON without a header.
      {
        path: SIGN_IN,
        raw: '{"username":"#","password":"#"}',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
    ];
    const { url: upstream } = await serve(async (request, response) => {
      const body = await text(request);
      const read = Buffer.from(/Basic (.*)/.exec(request.headers.authorization ?? '')?.[1] ?? '', 'base64').toString();
      const repeated = made.filter((one) => body.includes(one)).map(base64);
      const texts = [body, body.replaceAll('\\', ''), decodeURIComponent(body), request.url, read, ...repeated];
      response.writeHead(400, { 'content-type': `application/json; for=${made.find((one) => read.includes(one))}` });
      response.end(JSON.stringify({ status: { code: 'R101', message: texts.join(' '), errors: [texts] } }));
    });
    const { folder } = await record({ keepValues: true, upstream }, ...filled(requests));
    expect(filesIn(folder)).toHaveLength(requests.length);
    expect(foundIn(folder)).toEqual([]);
    const others = ['picture of a signature', 'one-of-many', SECRET.token, number, base64(String(number))];
    expect(textIn(folder)).not.toMatch(new RegExp(others.join('|')));
  });

  const LINKS = 'https://host.test/a.pdf?page=7&X-Amz-Signature=# and https://#:#@host.test/';
  const signingIn: Sent = { path: SIGN_IN, json: { username: 'somebody', password: '#' } };
  test.each<[what: string, sent: Sent, answer: string, headers: Record<string, string>, recorded: object]>([
    [
      'a renewal of a session, and an address that has one',
      { path: '/session/renew', json: { refresh: '#' } },
      '{"access":"#","refresh":"#"}',
      { ...JSON_TYPE, location: '/next?session=#' },
      { headers: { location: '/next?session=HIDDEN' } },
    ],
    ['a token as text', signingIn, 'access_token=#&expires_in=60', TEXT_TYPE, { text: 'HIDDEN' }],
    ['an address as text', addresses(), LINKS, TEXT_TYPE, { text: expect.stringContaining('page=7') }],
    [
      'addresses in JSON',
      addresses(),
      JSON.stringify({ links: LINKS.split(' and ') }),
      JSON_TYPE,
      { body: { links: [expect.stringContaining('page=7'), expect.anything()] } },
    ],
  ])('in an answer with %s', async (_what, sent, answer, headers, recorded) => {
    const given = filled({ sent, answer, headers });
    const upstream = await answering(given.answer, given.headers, 400);
    const { folder } = await record({ keepValues: true, upstream }, given.sent);
    expect(recordingIn(folder, 1).answer).toMatchObject(recorded);
    expect(foundIn(folder)).toEqual([]);
  });
});

const free = await serve(() => {});
free.close();

test.each<[what: string, options: Recording & { port?: number }, sent: Sent, status: number, why: string]>([
  ['nobody answers there', { upstream: NOBODY }, content(), 502, `at ${NOBODY} did not answer (ECONNREFUSED)`],
  [
    'it is this sandbox',
    { upstream: `http://localhost:${free.port}`, port: free.port },
    addresses(),
    400,
    '--upstream',
  ],
  ['it cannot call back', { upstream: 'http://account.test' }, extraction(NOBODY), 400, '--public-url'],
  [
    'there is no memory to find its webhook',
    { memoryBytes: 2 ** 20 },
    { path: CONTENT, json: { ...extraction(NOBODY).json, note: 'x'.repeat(400_000) } },
    503,
    'memory',
  ],
  ...[
    [20_000, 1],
    [3000, 1000],
  ].map(([number, length = 0]): [string, object, Sent, number, string] => [
    `${number} values may be secret`,
    {},
    {
      path: ENRICHMENT,
      json: {
        parameters: {
          password: Array.from({ length: number as number }, (_, at) => `%41"é${'x'.repeat(length)}${at}`),
        },
      },
    },
    413,
    'more than 10000 values that may be secret',
  ]),
])('a request goes to no account, and is not recorded, where %s', async (_what, options, sent, status, why) => {
  const { total } = await inspect(account, 'stats');
  const { folder, answers } = await record(options, sent);
  expect(answers).toMatchObject([{ status, message: expect.stringContaining(why) }]);
  expect([filesIn(folder), (await inspect(account, 'stats')).total]).toEqual([[], total]);
});

describe('failures', () => {
  test('are recorded as they come, and replayed in their order; the last is repeated', async () => {
    for (const fault of ['status=503; retry-after=7', 'html; status=502', 'failing-envelope', 'empty', 'truncated'])
      await armAccount({ path: ADDRESSES, fault });
    const { folder, answers } = await record({}, ...Array(6).fill(addresses()));
    const told = (all: Answer[]) => all.map(({ status, code }) => [status, code]);
    expect(told(answers)).toEqual([
      [503, '503'],
      [502, undefined],
      [200, 'E100'],
      [200, undefined],
      [200, undefined],
      [200, '200'],
    ]);
    expect(textIn(folder)).not.toContain('Palmeiras');
    const replayer = await replay(folder);
    const replayed = await sendAll(replayer, Array(7).fill(addresses()));
    expect(told(replayed)).toEqual(told([...answers, answers[5] as Answer]));
    expect(replayed[1]?.text).toMatch(/^<!doctype html><html><head><title>\w+<\/title><\/head><body><h1>/);
    expect(replayed[3]?.text).toBe('');
    await sendJson(replayer, '/_sandbox/reset', {});
    expect((await send(replayer, addresses())).status).toBe(503);
  });

  test('of a connection that the account closes after an answer take nothing from the next', async () => {
    const used = new Set<object>();
    const { url: upstream } = await serve((request, response) => {
      request.resume();
      if (used.has(request.socket)) return request.socket.destroy();
      used.add(request.socket);
      return response.end('{}');
    });
    const { answers } = await record({ upstream }, addresses(), addresses());
    expect(answers).toMatchObject([{ status: 200 }, { status: 200 }]);
  });

  test('to write a recording take nothing from an answer and a callback, which were paid for', async () => {
    const { folder, recorder } = await record();
    const { receiver, url } = await startHook();
    rmSync(folder, { recursive: true });
    expect((await send(recorder, addresses())).status).toBe(200);
    const { result } = await send(recorder, enrichment(url));
    expect((await receiver.waitFor(1)).map(bodyOf)).toMatchObject([result]);
    const unrecorded = { recording: { mode: 'upstream', file: null } };
    expect(await requestsOf(recorder)).toMatchObject([unrecorded, unrecorded]);
  });

  test('to have memory for an answer, or its end, take nothing from it; it ends with its client, and is not recorded', async () => {
    const LONG = 2 ** 23;
    const { promise: isClosed, resolve: close } = Promise.withResolvers<void>();
    const { url: upstream } = await serve((request, response) => {
      request.resume();
      response.on('close', close).writeHead(200).write('x'.repeat(LONG));
    });
    const { folder, recorder } = await record({ upstream, memoryBytes: 2 ** 22 });
    const client = new AbortController();
    const init = { method: 'POST', body: '{}', headers: JSON_TYPE, signal: client.signal };
    const { status, body } = await fetch(recorder.listeningOrigin + ADDRESSES, init);
    let read = 0;
    const reader = body?.getReader();
    while (read < LONG) read += (await reader?.read())?.value?.length ?? LONG;
    client.abort();
    await isClosed;
    expect([status, read, filesIn(folder)]).toEqual([200, LONG, []]);
    expect(await requestsOf(recorder)).toMatchObject([{ recording: { mode: 'upstream', file: null } }]);
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
    await expect(fetch(recorder.listeningOrigin + ADDRESSES, init)).rejects.toThrow(/abort/);
    await recordedCallbacks(folder, 1, 0);
    expect(recordingIn(folder, 1).answer.body).toEqual({ result: [] });
  });

  test('of a wrong token are those of the account; a replay takes any token, but not none', async () => {
    const withToken = (token: string) => ({ ...addresses(), token });
    const { folder, answers } = await record({}, withToken('wrong'), addresses(), withToken('wrong'));
    expect(answers.map(({ code }) => code)).toEqual(['R117', '200', 'R117']);
    const replayed = await sendAll(await replay(folder), ['any', 'other', ''].map(withToken));
    expect(replayed.map(({ code }) => code)).toEqual(['200', '200', 'R117']);
  });
});

describe('signing in', () => {
  const signIn = async (app: FastifyInstance, password = 'whatever') =>
    (await sendJson(app, SIGN_IN, { username: 'somebody', password })).result;

  test('reaches the account; a replay gives a token of its own each time, and fails only where all failed', async () => {
    const token = { accessToken: expect.any(String) };
    const { folder, recorder } = await record();
    await send(recorder, content());
    // It was recorded with a token.
    expect(await signIn(await replay(folder))).toMatchObject(token);
    await signIn(recorder, 'wrong');
    expect(await signIn(await replay(folder), 'wrong')).toBeNull();
    const { accessToken, expiresIn } = await signIn(recorder, SECRET.password);
    expect((await send(recorder, { ...content(), token: accessToken })).status).toBe(200);
    expect(textIn(folder)).not.toContain(accessToken);
    await signIn(recorder, 'wrong');
    const replayer = await replay(folder);
    const [first, second] = [await signIn(replayer, 'wrong'), await signIn(replayer)];
    expect([first, second]).toEqual(Array(2).fill({ ...token, expiresIn }));
    expect(first.accessToken).not.toBe(second.accessToken);
  });

  test('at any path, with any names, is known by having no authorization', async () => {
    const upstream = await answering(JSON.stringify({ sessao: SECRET.token }));
    const asked = { path: '/v1/sessao', json: { usuario: 'ana.silva', chave: SECRET.password }, token: '' };
    const { folder, answers } = await record({ keepValues: true, upstream }, asked);
    expect(answers).toMatchObject([{ body: { sessao: SECRET.token } }]);
    expect(textIn(folder)).not.toMatch(new RegExp(`${SECRET.password}|${SECRET.token}|ana.silva`));
    const json = { usuario: 'ana.silva', chave: 'whatever' };
    const replayer = await replay(folder);
    expect((await send(replayer, { ...asked, json })).body).toEqual({ sessao: expect.stringMatching(/^replayed-/) });
    expect((await send(replayer, { ...asked, path: '/process-image/content-extractoin' })).status).toBe(401);
  });
});

describe('a request', () => {
  test('reaches the account byte for byte, also one that nobody can read: what breaks off is refused, also in a replay', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const field = '--b\r\ncontent-disposition: form-data; name="qrCodeField"\r\n\r\nx\r\n';
    const file = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7';
    const cookie = 'n8n-auth=of-another-program-of-this-machine';
    const sent = [`${field}--b--\r\n`, field.slice(0, 40), file].map((raw) => {
      return { path: VIO, raw, headers: { ...headers, cookie } };
    });
    const { folder, answers } = await record({ keepValues: true }, ...sent);
    expect(answers.map(({ code }) => code)).toEqual(['S100', 'R101', 'R101']);
    const { requests } = await inspect(account, `requests?path=${VIO}`);
    expect(requests.slice(-3).map((received: Json) => received.headers)).toMatchObject(
      sent.map(({ raw }) => ({ ...headers, 'content-length': String(raw.length) })),
    );
    expect(requests.slice(-3).some((received: Json) => 'cookie' in received.headers)).toBe(false);
    expect(recordingIn(folder, 2).request).toMatchObject({
      kind: 'other',
      parameters: { body: expect.stringMatching(/^40 bytes/) },
    });
    const replayed = await sendAll(await replay(folder), sent);
    expect(replayed.map(({ text }) => text)).toEqual(answers.map(({ text }) => text));
  });

  test('is the same whatever its boundary, the order of its parameters, the name of its file and its webhook', async () => {
    const { folder } = await record({}, comparison(), enrichment(NOBODY));
    const file = new File([new Uint8Array(contract)], 'another name.pdf');
    const form = { fields: '[ {"value": "Bruno Modelo Souza", "name": "socio"} ]', file };
    const { query, parameters, webhook } = enrichment('http://127.0.0.1:2/other').json as Json;
    const again = [
      { path: COMPARE, form },
      { path: ENRICHMENT, json: { webhook, parameters, query } },
    ];
    expect((await sendAll(await replay(folder), again)).map(({ status }) => status)).toEqual([200, 200]);
  });

  test('of values that were replaced is known by the values that were sent, and by those that took their place', async () => {
    const [one, two] = [addresses('Rua das Palmeiras, 1'), addresses('Rua das Palmeiras, 2')];
    const { folder } = await record({}, invoice, enrichment(NOBODY), one, two);
    const replayer = await replay(folder);
    const answers = await sendAll(replayer, [two, one]);
    const recorded = [4, 3].map((at) => recordingIn(folder, at).answer.body.requestId);
    expect(answers.map(({ requestId }) => requestId)).toEqual(recorded);
    // A workflow takes the number from the answer to the invoice, with or without its dots.
    const { result } = await send(replayer, invoice);
    const cpf = byName(result[0].extractions.at(-1).fields)['cpf_cnpj'] as string;
    expect(cpf).not.toBe(CPF);
    for (const number of [cpf, CPF])
      expect((await send(replayer, enrichment(NOBODY, { cpf: number }))).status).toBe(200);
  });

  test('is not taken for another whose values are replaced alike', async () => {
    const ask = (email: string) => enrichment(NOBODY, { email });
    await armAccount({ path: ENRICHMENT, fault: 'status=503' });
    const { folder } = await record({}, ask('ana@escola.example'), ask('ana@fabrica.example'));
    expect(recordingIn(folder, 1).request.parameters).toEqual(recordingIn(folder, 2).request.parameters);
    const replayed = await sendAll(await replay(folder), [ask('ana@fabrica.example'), ask('ana@escola.example')]);
    expect(replayed.map(({ status }) => status)).toEqual([200, 503]);
    const unknown = await send(await replay(folder), ask('eva@escola.example'));
    expect([unknown.status, unknown.message]).toEqual([404, expect.stringContaining('differs in parameters.email')]);
    // Values that came with an answer of the replay may stand beside values of the workflow's own.
    const long = (letter: string, name: string): Sent => ({
      path: '/people',
      json: { parameters: { note: letter.repeat(70_000), name } },
    });
    const { folder: ofLong } = await record({}, long('a', 'Maria'));
    const { name } = recordingIn(ofLong, 1).request.parameters.parameters;
    const longer = await sendAll(await replay(ofLong), [long('b', 'Maria'), long('a', name), long('a', 'Maria')]);
    const statuses = longer.map(({ message }) => /not recorded/.test(message));
    expect(statuses).toEqual([true, false, false]);
  });

  test.each([true, false])('has its numbers as they were written; values kept: %s', async (keepValues) => {
    const heard: string[] = [];
    const { url: upstream } = await serve(async (request, response) => {
      heard.push(await text(request));
      response.writeHead(heard.length === 1 ? 200 : 503, JSON_TYPE).end('{"result":[]}');
    });
    const [first, second] = ['90071992547409931', '90071992547409932'].map((number) => ({
      path: ENRICHMENT,
      raw: `{"query":"pf","parameters":{"n":[${number},0.10]},"webhook":{"url":"${NOBODY}/"}}`,
    })) as [Sent, Sent];
    const { folder } = await record({ keepValues, upstream }, first, second);
    expect(heard).toEqual(['31,0.10]', '32,0.10]'].map((end) => expect.stringContaining(`[900719925474099${end}`)));
    const replayed = await sendAll(await replay(folder), [second, first]);
    expect(replayed.map(({ status }) => status)).toEqual([503, 200]);
  });

  test('has its own values in the answer, however short, and an amount with the decimals of the account', async () => {
    const fields = {
      uf: 'SP',
      sexo: 'M',
      serie: '1',
      outra: '3',
      valor: '87.5',
      total: '1000',
      zeros: '0042',
      senha: '',
    };
    const answered = { ...fields, valor: '87.50', total: '1000.00', zeros: '42', score: 1, page: 3 };
    const printed = Object.entries(answered).map(([name, value]) => ({ name, value, score: 1 }));
    const upstream = await answering(`${JSON.stringify({ result: [{ fields: printed, pageNumber: 1 }] })}\n`);
    const compared = comparison();
    const list = Object.entries(fields).map(([name, value]) => ({ name, value }));
    const asked = { ...compared, form: { ...compared.form, fields: JSON.stringify(list) } };
    const { folder } = await record({ upstream }, asked);
    expect(textIn(folder)).not.toMatch(/"(SP|87\.50?|1000(\.00)?)"/);
    const { result } = await send(await replay(folder), asked);
    const unknown = { zeros: expect.not.stringMatching('42'), score: expect.any(Number), page: expect.any(Number) };
    expect(byName(result[0].fields)).toEqual({ ...answered, ...unknown });
    // Of two values that were alike, one may come from an answer of the replay.
    const named = (...names: string[]): Sent => ({ path: '/people', json: { names } });
    const alike = named('São Paulo', 'SAO PAULO', 'Sao Paulo');
    const { url: repeating } = await serve(async (request, response) => {
      response.writeHead(200, JSON_TYPE).end(JSON.stringify({ result: JSON.parse(await text(request)) }));
    });
    const { folder: ofNames } = await record({ upstream: repeating }, alike, named('Ana', 'Ana'));
    const other = recordingIn(ofNames, 2).request.parameters.names[0] as string;
    for (const mixed of [alike, named(other, 'Ana'), named('Ana', other)])
      expect((await send(await replay(ofNames), mixed)).result).toEqual(mixed.json);
  });

  test('is known by what was sent, also where names fall together, or what is secret makes the difference', async () => {
    const ask = (parameters: Json) => enrichment(NOBODY, parameters);
    const names = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`p${at}`, `value ${at}`]));
    const [mine, yours, other] = ['A', 'B', 'C'].map((clientId) => ask({ clientId, pin: '1' })) as [Sent, Sent, Sent];
    const { folder } = await record({}, ask(names), mine, yours);
    const replayer = await replay(folder);
    const replayed = await sendAll(replayer, [yours, ask(names), mine, yours]);
    const recorded = [3, 1, 2, 3].map((at) => recordingIn(folder, at).answer.body.requestId);
    const files = (await inspect(replayer, 'requests')).requests.map(({ recording }: Json) => recording.requestId);
    expect([replayed.map(({ status }) => status), files]).toEqual([[200, 200, 200, 200], recorded]);
    const { status, message } = await send(replayer, other);
    expect([status, message]).toEqual([
      404,
      expect.stringContaining('parameters.clientId (recorded: "HIDDEN", sent: another'),
    ]);
  });

  test('for a billing period is known by its dates, on any day, and a refusal says how to record one that can be replayed', async () => {
    const recorded = [
      period('2025-01-01', '2025-01-31'),
      period('2025-01-30', '2025-01-30'),
      period('2025-01-29', '2025-01-29'),
    ];
    const { folder } = await record({ now: () => Date.UTC(2025, 0, 31, 12) }, ...recorded);
    const ids = recorded.map((_, at) => recordingIn(folder, at + 1).answer.body.requestId);
    const replayer = await open({ replay: folder, now: () => Date.UTC(2025, 1, 1, 12) });
    const asked = [2, 1, 0, 1, 1].map((at) => recorded[at] as Sent);
    expect((await sendAll(replayer, asked)).map(({ requestId }) => ids.indexOf(requestId))).toEqual([2, 1, 0, 1, 1]);
    const { status, message } = await send(replayer, period('2025-01-31', '2025-01-31'));
    expect([status, message]).toEqual([
      404,
      expect.stringMatching(/startDate \(recorded: .+is another one each day: choose Custom/),
    ]);
  });

  test('for a billing period has the days of usage in the answer, however the account writes them', async () => {
    const dates = ['2025-01-30', '2025-01-30T00:00:00.0000000Z', '2025-01-30T03:00:00+03:00', '2025-01-30 00:00'];
    const summary = { result: { details: dates.map((date) => ({ date, services: [] })) } };
    const { folder } = await record(
      { upstream: await answering(JSON.stringify(summary)) },
      period('2025-01-30', '2025-01-30'),
    );
    const { result } = await send(await replay(folder), period('2025-01-30', '2025-01-30'));
    expect(result).toEqual(summary.result);
  });

  test('that is not recorded is answered with the nearest one and what differs', async () => {
    const pages = { path: PAGES, form: { file: contract } };
    const { folder } = await record({}, pages, content({ tags: ['type=a', 'type=b'] }));
    const [changed, otherFile, otherKind, nothing] = await sendAll(await replay(folder), [
      content({ tags: 'type=a', returnImage: 'true' }),
      { ...pages, form: { file: invoiceFile } },
      { path: PAGES, json: {} },
      enrichment(NOBODY),
    ]);
    expect(changed).toMatchObject({ status: 404, code: '404' });
    expect(changed?.message.replace(/type=\w/, 'type=b')).toBe(
      'This request is not recorded. The nearest is 0002-content-extraction.json, which differs in tags[1] (recorded: ' +
        '"type=b", sent: nothing); returnImage (recorded: nothing, sent: "true")',
    );
    expect(otherFile?.message).toMatch(/in file \(recorded: "\d+ bytes, SHA-256 .+, sent: "\d+ bytes, SHA-256/);
    expect(otherKind?.message).toContain('differs in the kind of body (recorded: form, sent: json)');
    expect(nothing?.message).toBe(
      `Nothing is recorded for POST ${ENRICHMENT}. Recorded are: POST ${PAGES}, POST ${CONTENT}`,
    );
  });

  test('with a secret that an answer of the replay has given is known, and one of something else is not', async () => {
    const upstream = await answering('{"result":{"nextPageToken":"tok-Abc123XYZ9"}}');
    const page = (token: string): Sent => ({ path: '/people/list', json: { pageToken: token } });
    const { folder } = await record({ upstream }, page('first'), page('tok-Abc123XYZ9'));
    const replayer = await replay(folder);
    const [token] = Object.values((await send(replayer, page('first'))).result) as [string];
    expect(token).not.toBe('tok-Abc123XYZ9');
    const later = await sendAll(replayer, [page(token), page('of-somebody-else')]);
    expect(later.map(({ message }) => /not recorded/.test(message))).toEqual([false, true]);
  });

  test('of the first of two processes that one recording has started is answered for that', async () => {
    const { url: upstream } = await serve((request, response) => {
      const processId = request.method === 'GET' ? request.url?.split('/').at(-1) : 'a-process-of-the-account';
      response.writeHead(200, JSON_TYPE).end(JSON.stringify({ result: { processId } }));
    });
    const headers = { authorization: `Bearer ${SECRET.token}` };
    const stateOf = async (app: FastifyInstance, { result }: Answer) =>
      (await app.inject({ url: `/processes/${result.processId}`, headers })).json().result.processId;
    const { folder, recorder, answers } = await record({ upstream }, enrichment(NOBODY));
    await stateOf(recorder, answers[0] as Answer);
    const replayer = await replay(folder);
    const started = await sendAll(replayer, [enrichment(NOBODY), enrichment(NOBODY)]);
    const states = await Promise.all(started.map((answer) => stateOf(replayer, answer)));
    expect(states).toEqual(started.map(({ result }) => result.processId));
  });

  test.each([
    '{"result":[],"status":{"message":"Ok","code":"200","errors":null}}',
    '{"result":[{"status":{"code":"PENDING"}}],"status":{"code":200,"message":"Ok"}}',
  ])('that the account has answered with success counts as billed, however that is written: %s', async (answer) => {
    const { recorder } = await record({ upstream: await answering(answer) }, invoice);
    const question = { path: invoice.path, billed: true, times: { exactly: 1 } };
    expect((await sendJson(recorder, '/_sandbox/verify', question)).body).toEqual({ matched: 1 });
  });

  test.each([
    (id: string) => `/big-data/enrichment/${id}/result?page=2`,
    (id: string) => `/people/state?processId=${id}&customer=Acme`,
  ])(
    'of an operation that is not described is passed on and replayed, with the process it asks for: %s',
    async (urlOf) => {
      const { folder, recorder, answers } = await record({}, enrichment(NOBODY));
      const ask = async (app: FastifyInstance, { result }: Answer) => {
        const headers = { authorization: `Bearer ${SECRET.token}` };
        return (await app.inject({ url: urlOf(result.processId), headers })).json();
      };
      const { status } = await ask(recorder, answers[0] as Answer);
      const replayer = await replay(folder);
      const again = await send(replayer, enrichment(NOBODY));
      expect((await ask(replayer, again)).status).toEqual(recordingIn(folder, 2).answer.body.status);
      expect(status.code).toBe('404');
    },
  );
});

describe('callbacks', () => {
  type Started = Recording & {
    webhooks?: string[];
    /** How the account answers the start that it counts so. */
    answer?: ((count: number, response: ServerResponse) => unknown) | undefined;
  };
  const begun =
    (answer: object, status = 201) =>
    (_count: number, response: ServerResponse) =>
      response.writeHead(status, JSON_TYPE).end(JSON.stringify(answer));

  /** Records enrichments whose processes the account numbers; what it calls back, and who is called. */
  async function startAsynchronous({ webhooks, answer, ...options }: Started = {}) {
    const called: string[] = [];
    const { url: upstream } = await serve(async (request, response) => {
      const count = called.push((JSON.parse(await text(request)) as Json).webhook.url);
      if (answer) answer(count, response);
      else begun({ result: { processId: String(count) } })(count, response);
    });
    const { receiver, url } = await startHook();
    const started = (webhooks ?? [url]).map((webhook) => enrichment(webhook));
    const { folder, recorder, answers } = await record({ ...options, upstream }, ...started);
    const callBack = async (body: string | Buffer, headers = {}, at = 0, signal: AbortSignal | null = null) => {
      const sent = { method: 'POST', body: new Uint8Array(Buffer.from(body)), headers, signal };
      return (await fetch(called[at] as string, sent)).status;
    };
    return { folder, recorder, answers, receiver, url, called, callBack };
  }

  test('go through the sandbox, and the account hears what the webhook answered', async () => {
    const { url } = await startHook(503);
    const { answers } = await record({}, extraction(url));
    const { requests } = await inspect(account, `requests?path=${CONTENT}`);
    const own = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/_sandbox\/callbacks\/[0-9a-f-]{36}$/);
    expect(requests.at(-1).json.webhook).toEqual({ url: own });
    const { deliveries } = await untilProcess(account, ['finished'], answers[0]?.result.processId);
    expect(deliveries).toMatchObject([{ httpStatus: 503, answer: 'taken' }]);
  });

  test('that were repeated because nobody took them are in the recording once', async () => {
    const { folder, receiver, callBack } = await startAsynchronous({ webhooks: [`${NOBODY}/away`] });
    for (const body of ['{"processId":"7"}', '{"processId":"7"}', '{"processId":"7","more":1}'])
      expect(await callBack(body)).toBe(502);
    const callbacks = await recordedCallbacks(folder, 1, 2);
    expect(callbacks.map(({ body }) => Object.keys(body).length)).toEqual([1, 2]);
    expect(receiver.received).toHaveLength(0);
    const taken = await startAsynchronous();
    for (let times = 0; times < 2; times++) expect(await taken.callBack('{"processId":"7"}')).toBe(200);
    await recordedCallbacks(taken.folder, 1, 2);
  });

  test('that nobody took are sent by the next run, as the account is heard by that no more', async () => {
    const [taken, dataFolder] = [[] as string[], newFolder()];
    let isAway = true;
    const { url } = await serve(async (request, response) => {
      if (isAway) return void request.socket.destroy();
      taken.push(await text(request));
      response.end('{}');
    });
    const { recorder, callBack } = await startAsynchronous({ webhooks: [url], dataFolder });
    expect(await callBack('{"processId":"7"}')).toBe(502);
    await recorder.close();
    isAway = false;
    await open({ dataFolder });
    expect(await until(() => taken.length > 0 && taken)).toEqual(['{"processId":"7"}']);
  });

  test('wait while they are to be late', async () => {
    const { recorder, receiver, callBack, url } = await startAsynchronous();
    await send(recorder, { ...enrichment(url), headers: { 'x-sandbox-callback': 'delay=1000' } });
    const began = performance.now();
    expect(await callBack('{"processId":"7"}', {}, 1)).toBe(200);
    expect(performance.now() - began).toBeGreaterThan(990);
    expect(receiver.received).toHaveLength(1);
  });

  test('are written behind those of a recording whose end somebody has written otherwise', async () => {
    const { folder, recorder, url, callBack } = await startAsynchronous();
    const file = join(folder, filesIn(folder)[0] as string);
    for (const [at, change] of [
      (written: string) => written.trimEnd(),
      (written: string) => written.replaceAll('\n', '\r\n'),
      (written: string) => JSON.stringify(JSON.parse(written)),
      (written: string) => JSON.stringify(JSON.parse(written), null, 2),
    ].entries()) {
      writeFileSync(file, change(readFileSync(file, 'utf8')));
      await callBack('{"processId":"7"}');
      await recordedCallbacks(folder, 1, at + 1);
    }
    const pulled = file.replace('0001', '0002');
    writeFileSync(pulled, readFileSync(file));
    await send(recorder, enrichment(url));
    expect(filesIn(folder)).toHaveLength(3);
    expect(readFileSync(pulled)).toEqual(readFileSync(file));
    // An editor may give it a byte order mark.
    writeFileSync(file, `\ufeff${readFileSync(file, 'utf8')}`);
    await replay(folder);
  });

  test('have the trace of the request, and the certificate that mtls asks for, recorded and replayed', async () => {
    const { cert, key } = await ownCertificate();
    const { receiver, url } = await startHook(200, { cert, key });
    const traced = (span: string) => ({
      ...extraction(url, { mtls: true }),
      headers: { traceparent: `00-4bf92f3577b34da6a3ce929d0e0e4736-${span}-01`, tracestate: `vendor=${span}` },
    });
    const [first, second] = [traced('00f067aa0ba902b7'), traced('11f067aa0ba902b7')];
    const { folder } = await record({ callbackCa: cert }, first);
    await recordedCallbacks(folder, 1, 1);
    await send(await open({ callbackCa: cert, replay: folder }), second);
    const clientCertificate = 'document-processing-sandbox';
    expect(await receiver.waitFor(2)).toMatchObject(
      [first, second].map(({ headers }) => ({ headers, clientCertificate })),
    );
    expect(textIn(folder)).not.toContain('00f067aa0ba902b7');
  });

  test.each([
    ['before', 1],
    ['times=3', 3],
    ['never', 0],
    ['html', 1],
  ])('that come like this are recorded and replayed: %s', async (callback, count) => {
    const [first, other] = [await startHook(), await startHook()];
    await armAccount({ path: CONTENT, callback });
    const { folder } = await record({}, extraction(first.url));
    await recordedCallbacks(folder, 1, count);
    const { status, result } = await send(await replay(folder), extraction(other.url));
    expect(status).toBe(201);
    await other.receiver.waitFor(count);
    const kinds = ({ receiver: { received } }: typeof other) =>
      received.map(({ body }) => (body.startsWith('{') ? 'json' : body.replace(/[^<>/]+/g, 'x')));
    expect(kinds(other)).toEqual(kinds(first));
    if (count > 1) expect(other.receiver.received.map(bodyOf)).toMatchObject(Array(count).fill(result));
  });

  test('that are compressed reach the webhook as text; what is no text, or has no end, is refused', async () => {
    const { folder, receiver, callBack } = await startAsynchronous({ keepValues: true });
    const callback = JSON.stringify({ processId: '7', status: { code: '200' }, result: 'São Paulo' });
    const latin = { 'content-type': 'application/json; charset=iso-8859-1' };
    for (const [status, body, headers] of [
      [200, gzipSync(callback), { 'content-encoding': 'gzip' }],
      [200, Buffer.from(callback, 'latin1'), latin],
      [400, Buffer.from([0xff, 0xfe, 0x80]), {}],
      [400, callback, { 'content-encoding': 'gzip' }],
      [415, callback, { 'content-encoding': 'zstd' }],
      [413, gzipSync(Buffer.alloc(2 ** 27 + 1)), { 'content-encoding': 'gzip' }],
    ] as [number, string | Buffer, Record<string, string>][])
      expect(await callBack(body, headers)).toBe(status);
    expect(receiver.received.map(({ body }) => body)).toEqual([callback, callback]);
    expect(await recordedCallbacks(folder, 1, 2)).toHaveLength(2);
  });

  test('that are long are answered as their webhook has answered before they are recorded, which they are before the end', async () => {
    const { folder, recorder, callBack } = await startAsynchronous();
    const result = Array.from({ length: 16_000 }, (_, at) => ({ name: `campo ${at}`, value: `Rua ${at}` }));
    const long = 'Rua das Palmeiras 215 '.repeat(4000);
    expect(await callBack(JSON.stringify({ result, long, file: 'A'.repeat(30_000_000) }))).toBe(200);
    expect(await callBack('{"processId":"7"}')).toBe(200);
    await recorder.inject('/healthz');
    expect(recordingIn(folder, 1).callbacks).toEqual([]);
    for (let at = 0; at < 2; at++) expect(await callBack(JSON.stringify({ result }))).toBe(200);
    await recorder.close();
    const { callbacks } = recordingIn(folder, 1);
    const [list, text, file] = Object.values(callbacks[0].body) as [object[], string, string];
    expect([callbacks.length, list.length, text, file.length < 1000]).toEqual([
      ...[4, 16_000, `${long.length} characters`, true],
    ]);
    expect(JSON.stringify(callbacks)).not.toContain('Rua');
  });

  test('that the account repeats, because it has hung up before its answer, come once', async () => {
    const taken: ServerResponse[] = [];
    const { url } = await serve((request, response) => void request.resume().on('end', () => taken.push(response)));
    const { folder, recorder, callBack } = await startAsynchronous({ webhooks: [url] });
    const body = '{"processId":"1","result":[]}';
    const account = new AbortController();
    const left = expect(callBack(body, {}, 0, account.signal)).rejects.toThrow();
    await until(() => taken.length > 0);
    account.abort();
    await left;
    const { server } = recorder;
    await until(async () => (await promisify(server.getConnections.bind(server))()) === 0);
    const repeated = callBack(body);
    taken[0]?.writeHead(202).end();
    expect([await repeated, taken.length]).toEqual([202, 1]);
    expect(await recordedCallbacks(folder, 1, 1)).toHaveLength(1);
    // Nothing is taken for it that comes anew.
    const anew = callBack(body);
    await until(() => taken.length === 2);
    taken[1]?.end();
    expect(await anew).toBe(200);
    expect(await recordedCallbacks(folder, 1, 2)).toHaveLength(2);
  });

  test('of a request whose answer breaks off are passed on, and said to be in no recording; nothing is left of them', async () => {
    const { promise: isCalled, resolve: goOn } = Promise.withResolvers<void>();
    const said = jest.spyOn(console, 'log').mockImplementation(() => {});
    const dataFolder = emptyFolder();
    const { folder, recorder, receiver, url, called, callBack } = await startAsynchronous({
      dataFolder,
      webhooks: [],
      answer: (_count, response) => {
        response.writeHead(201, { 'content-length': 500 }).write('{"result":{"processId":"');
        void isCalled.then(() => response.destroy());
      },
    });
    const answering = send(recorder, enrichment(url));
    await until(() => called.length > 0);
    const early = await callBack('{"processId":"1"}');
    goOn();
    expect([early, (await answering).status, await callBack('{"processId":"2"}')]).toEqual([200, 502, 200]);
    expect((await receiver.waitFor(2)).map(bodyOf)).toEqual([{ processId: '1' }, { processId: '2' }]);
    const lines = await until(() => {
      const found = said.mock.calls.flat().filter((line) => /is in no recording/.test(line));
      return found.length >= 2 && found;
    });
    said.mockRestore();
    expect(lines).toEqual(
      Array(2).fill(expect.stringMatching(/A callback of process 1 .*-async\.json.*did not answer/)),
    );
    const files = join(dataFolder, 'document-processing-sandbox', 'files');
    expect([filesIn(folder), readdirSync(files)]).toEqual([[], []]);
  });

  test('reach their webhook while another, however large, is not taken, also where the account has hung up', async () => {
    let isCalled = false;
    const { url: hung } = await serve(() => void (isCalled = true));
    const { receiver, url } = await startHook();
    const memory = { memoryBytes: 2 ** 22, callbackTimeoutMs: 600_000 };
    const { callBack } = await startAsynchronous({ ...memory, webhooks: [hung, url] });
    const account = new AbortController();
    const large = JSON.stringify({ result: 'A'.repeat(2_000_000) });
    const left = expect(callBack(large, {}, 0, account.signal)).rejects.toThrow();
    await until(() => isCalled);
    // Each takes more than all memory: they come one after the other, and are not refused.
    const calls = await Promise.all(Array.from({ length: 6 }, () => callBack(large, {}, 1)));
    expect([new Set(calls), receiver.received.length]).toEqual([new Set([200]), 6]);
    account.abort();
    await left;
  });

  test('come also where strangers have sent more than all memory holds meanwhile', async () => {
    const { receiver, url } = await startHook();
    await armAccount({ callback: 'delay=3000', path: ENRICHMENT });
    const { recorder } = await record({ memoryBytes: 2 ** 20 }, enrichment(url));
    const headers = { authorization: '', 'x-long': 'x'.repeat(15_000) };
    for (let at = 0; at < 300; at++) await recorder.inject({ url: `/nothing-${at}`, headers });
    const long = { ...enrichment(`${url}&long=${'x'.repeat(100_000)}`), token: 'of-a-stranger' };
    for (let at = 0; at < 10; at++) expect((await send(recorder, long)).status).toBe(401);
    // Its address is too long for the account.
    const known = { ...long, token: SECRET.token };
    for (let at = 0; at < 10; at++) expect((await send(recorder, known)).status).toBe(400);
    await receiver.waitFor(1);
  });

  test('of thousands are awaited with a token as long as a signed one; of more the oldest is given up, and that is said', async () => {
    const log = jest.spyOn(console, 'log').mockImplementation(() => {});
    const { recorder, url, callBack } = await startAsynchronous({ memoryBytes: 2 ** 22, webhooks: [] });
    for (let at = 0; at < 800; at++) await send(recorder, { ...enrichment(url), token: 'x'.repeat(1800) });
    const statuses = await Promise.all([0, 400, 799].map((at) => callBack('{}', {}, at)));
    const lines = log.mock.calls.flat().filter((line) => String(line).includes('is awaited no more'));
    log.mockRestore();
    expect(statuses).toEqual([404, 200, 200]);
    expect(lines.length).toBeGreaterThan(0);
    // Of 10,000 by default.
    expect(lines.length).toBeLessThan(500);
  });

  test.each<[string, Started['answer']]>([
    ['has answered the start with 500, and has begun all the same', begun({}, 500)],
    ['numbers its processes', begun({ result: { processId: 17 } })],
    ['does not say the ID of a process', begun({ status: { code: '201', message: 'Ok', errors: null } })],
  ])('of an account that %s come, and come again in a replay', async (_what, answer) => {
    const { folder, receiver, url, callBack } = await startAsynchronous({ answer });
    expect(await callBack('{"processId":17,"data":1}', JSON_TYPE)).toBe(200);
    await recordedCallbacks(folder, 1, 1);
    await send(await replay(folder), enrichment(url));
    const [passed, replayed] = (await receiver.waitFor(2)).map(bodyOf);
    expect(passed).toEqual({ processId: 17, data: 1 });
    expect(replayed.data).toBeDefined();
  });

  test('of an account that gives all processes one ID are told apart', async () => {
    const { folder, answers } = await startAsynchronous({
      webhooks: [NOBODY, NOBODY],
      answer: begun({ result: { processId: '7' } }),
    });
    expect([answers[1]?.result.processId, filesIn(folder).length]).toEqual(['7', 2]);
  });

  test('go to a webhook without an authorization in a replay, can go wrong there, and to a webhook that is none are refused', async () => {
    const { folder, receiver, url, callBack } = await startAsynchronous();
    await callBack('{"processId":"1"}');
    await recordedCallbacks(folder, 1, 1);
    const replayer = await replay(folder);
    const again = (authorization: unknown) =>
      send(replayer, { path: ENRICHMENT, json: { ...enrichment(url).json, webhook: { url, authorization } } });
    for (const authorization of [{ headers: 'x' }, { queryStrings: [{ name: 1 }] }])
      expect(await again(authorization)).toMatchObject({ code: 'R101', errors: [{ parameter: 'webhook' }] });
    expect((await again(null)).status).toBe(201);
    await receiver.waitFor(2);
    // An account may have paths that the sandbox does not know.
    const elsewhere = { path: '/of-the-account', fault: 'hang' };
    expect((await sendJson(replayer, '/_sandbox/faults', elsewhere)).status).toBe(200);
    await sendJson(replayer, '/_sandbox/faults', { callback: 'wrong-secret' });
    await send(replayer, enrichment(url));
    expect((await receiver.waitFor(3))[2]?.headers['x-ticket']).toBe(`${SECRET.header.slice(0, -1)}x`);
  });
});

test('the console says where an answer is from, finds it by the ID of the account, and shows its document and callback', async () => {
  const find = async (app: FastifyInstance, id = '') => (await inspect(app, `console/requests?search=${id}`)).requests;
  const { receiver, url } = await startHook();
  const { folder, recorder, answers } = await record({}, extraction(url));
  await receiver.waitFor(1);
  await recordedCallbacks(folder, 1, 1);
  const file = '0001-content-extraction-async.json';
  const [{ requestId }] = answers as [Answer];
  const [found] = await find(recorder, requestId);
  expect(found.recording).toEqual({ mode: 'upstream', file, requestId });
  const { hasDocument, process } = await inspect(recorder, `console/requests/${found.requestId}`);
  expect([hasDocument, process.steps]).toMatchObject([true, [{}, { what: 'upstream' }]]);
  expect(JSON.stringify(process.parts)).toContain('beneficiario');

  const replayer = await replay(folder);
  const again = await send(replayer, extraction(url));
  await send(replayer, content());
  const recording = { mode: 'replayed', file, requestId: recordingIn(folder, 1).answer.body.requestId };
  for (const id of [recording.requestId, again.requestId, again.result.processId])
    expect(await find(replayer, id)).toMatchObject([{ requestId: again.requestId, recording }]);
  expect(await find(replayer)).toMatchObject([{ recording: { mode: 'replayed', file: null } }, { recording }]);
});

test('a request goes to the account, and nowhere else, whatever address or path it asks for', async () => {
  const other = new URL(await answering('{"stolen":true}')).host;
  const { folder, recorder } = await record({ keepValues: true });
  const told = async (target: string) => {
    const { status, bytes } = await ask(recorder, target, { method: 'GET', body: '' });
    return [target, status, bytes.toString()];
  };
  for (const target of ['http', 'ftp'].map((scheme) => `${scheme}://elsewhere.example/people/7`))
    expect(await told(target)).toEqual([target, 404, expect.stringContaining('No such operation: GET /people/7')]);
  for (const target of ['/a/../people/7', '/%2E%2e/people/7', '/people/7/.', '/a\\..\\people/7?x'])
    expect(await told(target)).toEqual([target, 400, expect.stringContaining('another path')]);
  for (const target of [`*@${other}/x`, `@${other}/x`])
    expect(String(await told(target).catch(() => ''))).not.toContain('stolen');
  const paths = filesIn(folder).map((_, at) => recordingIn(folder, at + 1).request.path);
  expect(paths.slice(0, 2)).toEqual(['/people/7', '/people/7']);
});

test('what nobody can read as a form is passed on, leaves no file open, and does not end a replay', async () => {
  const upstream = await answering('{}');
  const forms: Sent[] = ['', '; boundary=b'].flatMap((boundary) =>
    ['x', '--b\r\n\r\n', '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\nx\r\n'.repeat(2100)].map((raw) => ({
      path: CONTENT,
      headers: { 'content-type': `multipart/form-data${boundary}` },
      raw,
    })),
  );
  const temporaryFolder = emptyFolder();
  const { folder, recorder, answers } = await record({ upstream, temporaryFolder }, ...forms);
  expect(answers.map(({ status }) => status)).toEqual(forms.map(() => 200));
  const openFiles = () =>
    readdirSync('/proc/self/fd').map((name) => {
      try {
        return readlinkSync(`/proc/self/fd/${name}`);
      } catch {
        return '';
      }
    });
  await until(() => !openFiles().some((path) => path.startsWith(temporaryFolder) && path.endsWith('(deleted)')));
  await recorder.close();
  const replayer = await replay(folder);
  for (let time = 0; time < 20; time++) await Promise.all(forms.map((form) => send(replayer, form)));
  expect((await sendAll(replayer, forms)).map(({ status }) => status)).toEqual(forms.map(() => 200));
});

test('a form of very many values of one name holds nobody', async () => {
  const { recorder } = await record({ upstream: await answering('{}') });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const sent = send(recorder, { path: ADDRESSES, headers, raw: 'a&'.repeat(200_000) });
  expect(await turnsDuring(sent)).toBeGreaterThan(5);
  expect((await sent).status).toBe(200);
});

test('who has no authorization cannot fill the disk, and calls back no callback', async () => {
  const { folder, recorder } = await record({ upstream: NOBODY });
  for (const path of [CONTENT, SIGN_IN, '/v1/sessao'])
    expect([path, await statusOfUnended(recorder, path, {}, 70_000)]).toEqual([path, 413]);
  // Before what they send is there.
  expect(await statusOfUnended(recorder, '/_sandbox/callbacks/1')).toBe(404);
  expect(filesIn(folder)).toEqual([]);
});

describe('where others reach it, the account', () => {
  const HOST = 'sandbox.example.com';
  const KNOWN = { publicUrl: `https://${HOST}`, token: 'token-that-was-set', password: 'password-that-was-set' };

  /** An account that takes everything, and what has reached it. */
  async function startOpenAccount(signedIn: string) {
    const heard: string[] = [];
    const { url: upstream } = await serve((request, response) => {
      heard.push(request.url ?? '');
      response.writeHead(200, JSON_TYPE).end(/sessao/.test(request.url ?? '') ? signedIn : '{}');
    });
    const { folder, recorder } = await record({ upstream, ...KNOWN });
    const ask = async (url: string, payload: object | undefined, token = '') => {
      const headers = { host: HOST, ...(token && { authorization: `Bearer ${token}` }) };
      return (await recorder.inject({ method: payload ? 'POST' : 'GET', url, headers, ...(payload && { payload }) }))
        .statusCode;
    };
    return { heard, folder, recorder, ask };
  }

  test('hears nothing of strangers, however their requests are made, and nothing of them is recorded', async () => {
    const { heard, folder, recorder, ask } = await startOpenAccount('{}');
    const paths = ['/.env', '/?password=x', '/user/authenticate?user=a', ADDRESSES, '/people/7'];
    for (const path of paths)
      for (const [payload, token] of [
        [],
        [undefined, 'any'],
        [{ contents: [] }, 'any'],
        [{ password: 'any' }],
      ] as const)
        expect([path, await ask(path, payload, token)]).toEqual([path, 401]);
    const withFault = { 'x-sandbox-fault': 'hang', host: HOST };
    expect((await recorder.inject({ url: '/people/7', headers: withFault })).statusCode).toBe(401);
    // Before what they send is there.
    expect(await statusOfUnended(recorder, CONTENT, { authorization: 'Bearer any' })).toBe(401);
    expect([heard, filesIn(folder)]).toEqual([[], []]);
    for (let at = 0; at < 100; at++) await ask('/.git/config', undefined);
    expect(await ask('/v1/sessao', { senha: KNOWN.password })).toBe(200);
    // One request is one guess.
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`a${at}`, 'guessed']));
    expect(await ask('/v1/sessao', { ...many, senha: KNOWN.password })).toBe(401);
    for (let at = 0; at < 60; at++) await ask('/v1/sessao', { senha: 'guessed' });
    expect(await ask('/v1/sessao', { senha: KNOWN.password })).toBe(429);
  });

  test.each<[string, string]>([
    ['{"result":{"tokens":[{"value":"aaa-bbb-1","type":"Bearer-of-all"}]}}', 'aaa-bbb-1'],
    ['{"access_token":"17|Zx9","token_type":"Bearer-of-all"}', '17|Zx9...'],
    [
      '{"result":{"session":{"jwt":"Bearer user:secret","plan":"enterprise","at":"2026-12-01T00:00:00Z"}}}',
      'user:secret',
    ],
    ['token-of-the-account-1\n', 'token-of-the-account-1'],
    ['"token-of-the-account-1"', 'token-of-the-account-1'],
  ])('takes the token that its user has set, and what it has called one to his password: %s', async (answer, given) => {
    const token = given.replace('...', '.'.repeat(8));
    const message = ',"requestId":"00000002-0000-0000-c000-000000000000","client_id":"document-processing-frontend"}';
    const body = answer.replace('17|Zx9', token).replace(/\}$/, message);
    const { heard, ask } = await startOpenAccount(body);
    expect(await ask(ADDRESSES, { contents: [] }, KNOWN.token)).toBe(200);
    expect(await ask(ADDRESSES, { contents: [] }, token)).toBe(401);
    expect(await ask('/v1/sessao', { usuario: 'a', chave: KNOWN.password })).toBe(200);
    expect(await ask(ADDRESSES, { contents: [] }, token)).toBe(200);
    for (const other of [
      ...['Bearer-of-all', '00000002-0000-0000-c000-000000000000', 'document-processing-frontend'],
      ...['enterprise', '2026-12-01T00:00:00Z'],
    ])
      expect(await ask(ADDRESSES, { contents: [] }, other)).toBe(401);
    expect(heard).toEqual([ADDRESSES, '/v1/sessao', ADDRESSES]);
  });
});

test('a replay that others reach takes its own token, and gives others for its own password alone', async () => {
  const { folder } = await record({}, addresses());
  const replayer = await open({ replay: folder, host: '0.0.0.0', token: 'own-token', password: 'own-password' });
  const statusWith = async (token: string) => (await send(replayer, { ...addresses(), token })).status;
  const signIn = async (password: string) =>
    (await sendJson(replayer, SIGN_IN, { username: 'a', password }, { authorization: '' })).result;
  expect([await statusWith('any'), await statusWith('own-token'), await signIn('any')]).toEqual([401, 200, null]);
  const asked = { path: `${ADDRESSES}?password=x`, json: { contents: [] }, token: 'own-token' };
  expect((await send(replayer, asked)).status).toBe(404);
  expect(await statusWith((await signIn('own-password')).accessToken)).toBe(200);
  // Before what it sends is there, and with a fault that would hold it.
  expect(await statusOfUnended(replayer, CONTENT, { authorization: 'Bearer any', 'x-sandbox-fault': 'hang' })).toBe(
    401,
  );
});

describe('a folder', () => {
  test('in which somebody has put links to other files leaves those as they are', async () => {
    const folder = emptyFolder();
    const other = join(emptyFolder(), 'notes.txt');
    writeFileSync(other, 'mine');
    for (const name of ['0001-content-extraction.json.part', 'recording.lock.lock'])
      symlinkSync(other, join(folder, name));
    await record({ folder }, content());
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
    const { recorder: next } = await record({ folder }, content());
    await next.close();
    expect(readdirSync(folder).sort()).toEqual(['0001-content-extraction.json', '0002-content-extraction.json']);
  });

  test('whose key is elsewhere, or damaged, is neither recorded nor replayed, and gets no second one', async () => {
    const { folder, recorder } = await record({}, addresses());
    await recorder.close();
    const [key, elsewhere] = [`${folder}.key`, `${folder}.elsewhere`];
    renameSync(key, elsewhere);
    await expect(record({ folder })).rejects.toThrow(`have lost their key, ${key}`);
    expect((await send(await replay(folder), addresses())).message).toContain(`their key, ${key}, is not here`);
    for (const left of ['', 'ab12\n', 'x'.repeat(64)]) {
      writeFileSync(key, left);
      await expect(replay(folder)).rejects.toThrow(`${key} is not the key of a folder of recordings`);
    }
    await expect(record({ folder })).rejects.toThrow(`${key} is not the key`);
    rmSync(key);
    mkdirSync(key);
    await expect(replay(folder)).rejects.toThrow(`${key} is not the key`);
    rmSync(key, { recursive: true });
    renameSync(elsewhere, key);
    expect((await send(await replay(folder), addresses('Rua A, 1'))).message).not.toContain('key');
    await record({ folder }, addresses());
    expect(filesIn(folder)).toHaveLength(2);
  });

  test('is free for the next sandbox where one was refused, and so is the folder of its data', async () => {
    const [folder, dataFolder] = [newFolder(), newFolder()];
    const options = { dataFolder, record: { upstream: 'http://127.0.0.1:2', folder, keepValues: false } };
    writeFileSync(`${folder}.key`, 'ab12');
    await expect(buildApp(options)).rejects.toThrow('is not the key');
    expect(readdirSync(folder)).toEqual([]);
    expect(readdirSync(join(dataFolder, 'document-processing-sandbox'))).not.toContain('sandbox.sqlite.lock');
    rmSync(`${folder}.key`);
    await (await buildApp(options)).close();
  });

  test('that holds nothing to replay, or something else, is reported at once', async () => {
    const folder = newFolder();
    const replayed = (from = folder) => expect(buildApp({ replay: from })).rejects;
    await replayed().toThrow(`the folder ${folder} has no recordings to replay`);
    await replayed(join(folder, 'none')).toThrow('there is no folder');
    execFileSync('mkfifo', [join(folder, '0001-pipe.json')]);
    await replayed().toThrow('0001-pipe.json is not a recording of the sandbox');
  });
});

test.each<[object, string]>([
  ...[199, 1000, 200.5, '200'].map((status): [object, string] => [
    { status },
    `no answer has the status ${JSON.stringify(status)}`,
  ]),
  [{ headers: null }, 'its answer has no headers'],
  [{ headers: { 'retry-after': '1\n2' } }, 'no answer has the header "retry-after" with "1\\n2"'],
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
