import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from '@jest/globals';
import Fastify, { type FastifyInstance } from 'fastify';
import { Engines, serveHealth } from '../../../sandbox/server/routes/health.ts';
import { defaultSettings } from '../../../sandbox/server/settings.ts';
import { emptyFolder } from '../emptyFolder.ts';
import {
  ADDRESSES,
  AUTHORIZED,
  CONTENT,
  SUMMARY,
  enrich,
  inspect,
  processesOf,
  requestsOf,
  sample,
  sampleInBase64,
  send,
  sendForm,
  sendJson,
  untilProcess,
  type Answer,
  type Json,
} from './client.ts';
import { bodyOf, startReceiver, type Received } from './receiver.ts';
import { listen, openSandbox, serve, until } from './surroundings.ts';
import { turnsDuring } from '../turnsDuring.ts';

const SECRETS = {
  headers: [{ name: 'x-ticket', value: 'TOPSECRET' }],
  queryStrings: [{ name: 'k', value: 'TOPSECRET' }],
};
const WITH_SECRETS = '?secrets=include';

const exported = async (app: FastifyInstance, query = '') => (await app.inject(`/_sandbox/state${query}`)).body;
const importInto = (app: FastifyInstance, state: string | object): Promise<Answer> =>
  sendForm(app, '/_sandbox/state', { file: Buffer.from(typeof state === 'string' ? state : JSON.stringify(state)) });
const sendAgain = (app: FastifyInstance, id: string) => sendJson(app, `/_sandbox/processes/${id}/send`, {});
const use = (app: FastifyInstance, records: unknown) => sendJson(app, '/_sandbox/usage', records);
const daysOf = async (app: FastifyInstance): Promise<Json[]> => (await inspect(app, 'usage')).days;
const SERVICE = { serviceName: 'content-extraction', requestCount: 1 };

/** A request, a process whose callback is held, an armed fault, and usage of the past. */
async function withState(url = 'http://127.0.0.1:2/hook?signature=TOPSECRET'): Promise<FastifyInstance> {
  const app = await openSandbox();
  await sendJson(app, ADDRESSES, { contents: [] });
  await enrich(app, { url, authorization: SECRETS }, 'hold');
  await untilProcess(app, ['held']);
  await sendJson(app, '/_sandbox/faults', { fault: 'status=503', times: 2 });
  await use(app, { ...SERVICE, date: '2025-01-31T10:00:00Z' });
  return app;
}

const contents = async (app: FastifyInstance) => ({
  requests: (await requestsOf(app)).length,
  processes: (await processesOf(app)).length,
  faults: (await inspect(app, 'faults')).faults.length,
  usage: (await daysOf(app)).length,
  stats: (await inspect(app, 'stats')).total,
});
/** The calls above are counted as usage of today. */
const FULL = { requests: 2, processes: 1, faults: 1, usage: 3, stats: 2 };
const EMPTY = { requests: 0, processes: 0, faults: 0, usage: 0, stats: 0 };

test('a callback to the sandbox itself leaves nothing that is sent with it in the log', async () => {
  const { app, url } = await listen();
  await enrich(app, { url: url + ADDRESSES, authorization: SECRETS });
  const [, callback] = await until(async () => {
    const requests = await requestsOf(app);
    return requests.length > 1 && requests;
  });
  expect(JSON.stringify(callback)).not.toContain('TOPSECRET');
});

test('a reset forgets the parts that it names, or everything', async () => {
  const app = await withState();
  const reset = (payload?: object) =>
    app.inject({ method: 'POST', url: '/_sandbox/reset', ...(payload && { payload }) });
  let left = FULL;
  for (const part of Object.keys(EMPTY)) {
    expect((await reset({ parts: [part] })).json()).toEqual({ reset: [part] });
    expect(await contents(app)).toEqual((left = { ...left, [part]: 0 }));
  }
  for (const payload of [undefined, {}]) {
    await importInto(app, await exported(await withState(), WITH_SECRETS));
    expect((await reset(payload)).json()).toEqual({ reset: Object.keys(EMPTY) });
    expect(await contents(app)).toEqual(EMPTY);
  }
});

test('the state goes from one sandbox to another as one file', async () => {
  const { receiver, url } = await startReceiver();
  const file = await exported(await withState(url), WITH_SECRETS);
  const other = await openSandbox();
  await sendJson(other, ADDRESSES, { contents: [] });
  // With a byte order mark, and as Windows PowerShell writes it.
  for (const encoding of ['utf8', 'utf16le'] as const) {
    const written = Buffer.from(`\ufeff${file}`, encoding);
    expect((await sendForm(other, '/_sandbox/state', { file: written })).status).toBe(200);
  }
  const answer = await importInto(other, file);
  expect(answer.body).toEqual({ imported: { requests: 2, processes: 1, faults: 1, usage: 3 } });
  expect(await contents(other)).toMatchObject({ ...FULL, stats: expect.any(Number) });
  const [{ id, ...process }] = (await processesOf(other)) as [Json];
  expect(process).toMatchObject({ state: 'held', steps: [{ what: 'accepted' }, { what: 'held' }] });
  await sendAgain(other, id);
  const body = expect.stringContaining(id);
  expect(receiver.received).toMatchObject([{ headers: { 'x-ticket': 'TOPSECRET' }, body }]);
});

test('a process that was imported is repeated neither by this run nor by the next', async () => {
  const dataFolder = emptyFolder();
  const called: string[] = [];
  const callsTo = (path: string) => called.filter((one) => one.startsWith(path)).length;
  let status = 503;
  const { url } = await serve((request, response) => {
    called.push(request.url ?? '');
    response.writeHead(status).end();
  });
  const first = await openSandbox({ dataFolder });
  await enrich(first, { url: `${url}/imported`, authorization: SECRETS });
  await untilProcess(first, ['finished']);
  await importInto(first, await exported(first, WITH_SECRETS));
  const before = callsTo('/imported');
  await enrich(first, { url: `${url}/own` });
  // When this one is repeated, the other would have been.
  await until(() => callsTo('/own') > 1);
  await first.close();
  const ofFirst = callsTo('/own');
  status = 200;
  await (await openSandbox({ dataFolder })).ready();
  await until(() => callsTo('/own') > ofFirst);
  expect(callsTo('/imported')).toBe(before);
});

test('a result that was exported without its secrets is never sent, whatever is exported of it again', async () => {
  const { receiver, url } = await startReceiver();
  const app = await openSandbox();
  await enrich(app, { url }, 'hold', { parameters: { cpf: '11144477735' } });
  await untilProcess(app, ['held']);
  const other = await openSandbox();
  await importInto(other, await exported(app));
  const third = await openSandbox();
  await importInto(third, await exported(other, WITH_SECRETS));
  for (const sandbox of [other, third]) {
    const [{ id, outcome }] = (await processesOf(sandbox)) as [Json];
    expect(JSON.parse(outcome).parameters).toEqual({ cpf: '•••' });
    const message = 'The process was imported without the secrets of its webhook or its result';
    expect(await sendAgain(sandbox, id)).toMatchObject({ status: 409, message });
  }
  expect(receiver.received).toEqual([]);
});

describe('what people see who have not asked for secrets', () => {
  let app: FastifyInstance;
  const filePassword = Buffer.from('SECRET of a file').toString('base64');
  beforeAll(async () => {
    const receiver = await serve(async (request, response) => {
      const { headers, url } = request;
      const body = await text(request);

      const basic = Buffer.from(/Basic (.*)/.exec(headers.authorization ?? '')?.[1] ?? '', 'base64').toString();
      response.statusCode = 403;
      response.end(JSON.stringify({ message: 'no token', headers, url, body, json: JSON.parse(body), basic }));
    });
    app = await openSandbox();
    const query = 'signature=of%2FSECRET&bare-SECRET&a=my+SECRET&b=a%2fSECRET';
    const url = `http://user:pass-SECRET@127.0.0.1:${receiver.port}/?${query}`;
    const basic = Buffer.from('somebody:SECRET of "all"').toString('base64');
    const authorization = {
      headers: [
        { name: 'authorization', value: `Basic ${basic}` },
        { name: 'x-ticket', value: 'ticket-SECRET/1' },
        { name: 'x-padded', value: ' padded-SECRET ' },
      ],
      queryStrings: [{ name: 'k', value: 'query SECRET' }],
    };
    const parameters = { senha: 'senha-SECRET', token: 71730001, other: { pin: ['SECRET-pin', 'a"SECRET"b'] } };
    await enrich(app, { url, authorization }, undefined, { parameters, more: 'SECRET' });
    for (const fileUrl of [
      'host.test/a.pdf?sig=SECRET',
      'https:me:SECRET@host.test/a?SECRET',
      'ftp://h.test/#t=SECRET',
      'http:\\\\name:SECRET@h.test/?SECRET',
      'http://name:a@SECRET@h.test/',
    ])
      await sendForm(app, CONTENT, { fileUrl, chave: 'SECRET' });
    await sendJson(app, ADDRESSES, { contents: [{ a: 'SECRET', 'b?': 71730001 }], 'of-mine': { c: ['SECRET'] } });
    await sendJson(app, '/of-the-account', { accessKey: 'SECRET' });
    const headers = { ...AUTHORIZED, 'x-customer': 'of-a-customer' };
    await app.inject({ method: 'POST', url: '/of-the-account?cpf=11144477735&bare', headers });
    // The last two are refused: what they sent is in the log all the same.
    const fileUrl = 'http://name:SECRET@127.0.0.1:2/folder/a.pdf?signature=SECRET';
    await sendForm(app, CONTENT, { fileUrl, filePassword });
    for (const webhook of [
      { url: 'http://127.0.0.1:2/' },
      { authorization },
      { url: 'x', authorization: { headers: 'SECRET' } },
    ])
      await sendJson(app, CONTENT, { fileUrl, filePassword, webhook });
    // A part without a name has an empty one.
    const part = '--b\r\ncontent-disposition: form-data; filename="a.pdf"\r\n\r\na\r\n--b--\r\n';
    await send(app, CONTENT, part, { 'content-type': 'multipart/form-data; boundary=b' });
    await until(async () => (await processesOf(app)).at(-1).deliveries.length > 0);
  });

  test.each(['state', 'processes', 'console/processes', 'console/requests'])('has no secret: %s', async (path) => {
    const text = (await app.inject(`/_sandbox/${path}`)).body;
    const digest = createHash('sha256').update(filePassword).digest('hex');
    const found = ['SECRET', '71730001', 'U0VDUkVU', 'NFQ1JFV', 'TRUNSRV', digest];
    expect(found.filter((secret) => text.includes(secret))).toEqual([]);
  });

  test('but the log has each request as it came, and a state that is exported with secrets', async () => {
    const [first] = await requestsOf(app);
    expect(first.json.parameters.senha).toBe('senha-SECRET');
    expect(await exported(app, WITH_SECRETS)).toContain('pass-SECRET');
  });

  test('has the names, what is public, and what the receiver meant', async () => {
    const { deliveries, outcome } = (await processesOf(app)).at(-1);
    expect(deliveries[0]).toMatchObject({ httpStatus: 403, answer: expect.stringContaining('no token') });
    for (const text of ['"senha":"•••"', 'PESSOA SINTÉTICA']) expect(outcome).toContain(text);
    const state = await exported(app);
    const left = ['x-ticket', 'cpf=•••&•••', '"x-customer":"•••"'];
    expect(left.filter((text) => !state.includes(text))).toEqual([]);
    expect(state).toMatch(/http:\/\/•••@127\.0\.0\.1:2\/•••\d\.pdf\?signature=•••/);
    const { requests } = JSON.parse(state);
    const webhook = { authorization: { queryStrings: [{ name: 'k', value: '•••' }] } };
    expect(requests.slice(0, 2)).toMatchObject([
      { json: { query: 'pf', parameters: { senha: '•••', token: '•••' }, webhook } },
      { parts: [{ value: '•••1.pdf?sig=•••' }, { name: 'chave', value: '•••' }] },
    ]);
    expect(requests.at(-1)).toMatchObject({ code: 'R101', parts: [{ name: '', size: 1 }] });
    expect((await importInto(await openSandbox(), state)).status).toBe(200);
  });

  test('has no name of a file, wherever it stands; one that comes again is told by its replacement', async () => {
    const other = await openSandbox();
    const name = 'cpf 123.456.789-09.PDF';
    const file = (called: string) => new File(['%PDF-1.7'], called);
    await sendForm(other, CONTENT, { file: file(name) });
    for (const fileUrl of [`http://h.test/${encodeURIComponent(name)}`, name, `C:\\cpf 123\\${name}`])
      await sendForm(other, CONTENT, { fileUrl });
    await sendJson(other, CONTENT, { fileUrl: `http://h.test/cpf%20123/Ana.Silva/?a=${name}#${name}` });
    await sendForm(other, CONTENT, { file: file('Ana.Silva') });
    const text = await exported(other);
    expect(text).not.toMatch(/cpf|123\.456|Silva/i);
    const sent = (JSON.parse(text).requests as Json[]).map(({ json, parts }) =>
      json ? json.fileUrl : (parts[0].filename ?? parts[0].value),
    );
    const shown = [
      '•••1.PDF',
      'http://h.test/•••1.PDF',
      '•••1.PDF',
      '•••1.PDF',
      'http://h.test/•••2?a=•••#•••',
      '•••2',
    ];
    expect(sent).toEqual(shown);
  });
});

describe('what a receiver repeats as its program writes it is hidden, and so is all of its answer', () => {
  const SECRET = 'Zq7/Kx+9pW&"ñ<t>\'';
  const hex = (text: string) => Buffer.from(text).toString('hex');
  const escaped = (text: string, letters: RegExp, of: (code: string) => string) =>
    text.replace(letters, (letter) => of(letter.charCodeAt(0).toString(16).padStart(4, '0')));
  const WAYS: Record<string, (text: string) => string> = {
    php: (text) => JSON.stringify(text).replaceAll('/', '\\/'),
    python: (text) => escaped(JSON.stringify(text), /[^ -~]/g, (code) => `\\u${code}`),
    dotnet: (text) => escaped(JSON.stringify(text), /[+&<>'ñ]/g, (code) => `\\u${code.toUpperCase()}`),
    'in JSON in JSON': (text) => JSON.stringify(JSON.stringify(JSON.stringify(text)).replaceAll('/', '\\/')),
    page: (text) => escaped(text, /[&<>"']/g, (code) => `&#${parseInt(code, 16)};`).replaceAll('&#38;', '&amp;'),
    'page in hexadecimal': (text) => escaped(text, /[^a-z]/g, (code) => `&#x${code};`),
    form: (text) => new URLSearchParams({ a: `${text} ` }).toString(),
    'URL in small letters': (text) => encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase()),
    'each letter in a URL': (text) => hex(text).replace(/../g, '%$&'),
    'URL in a URL': (text) => encodeURIComponent(encodeURIComponent(text)),
    'base64 of more': (text) => btoa(`of user:${text} and`.replace('ñ', '?')),
    'base64 for URLs': (text) => Buffer.from(`!${text}!`).toString('base64url'),
    hexadecimal: (text) => `a${hex(text)}`,
    capitals: (text) => text.toUpperCase(),
    'latin letters': (text) => Buffer.from(text).toString('latin1'),
    'as long as an answer is kept': (text) => `${'-'.repeat(974)}${text}`,
  };

  let app: FastifyInstance;
  beforeAll(async () => void (app = await openSandbox()));

  test.each(Object.entries(WAYS))('%s', async (_way, write) => {
    const echo = await serve(({ url }, response) => {
      const sent = new URL(url ?? '', 'http://receiver.test').searchParams.get('sig') ?? '';
      response.writeHead(401).end(`no token, but ${write(sent)}`);
    });
    const authorization = { queryStrings: [{ name: 'sig', value: SECRET }] };
    const { result } = await enrich(app, { url: echo.url, authorization });
    const { id, deliveries } = await untilProcess(app, ['finished'], result.processId);
    expect(deliveries[0].answer).toMatch(/^••• \(\d+ characters, which repeat something secret\)$/);
    expect(deliveries[0].explanation.cause).toMatch('had no token');
    const { processes } = JSON.parse(await exported(app));
    expect(processes.find((one: Json) => one.id === id).deliveries[0].answer).toBe(deliveries[0].answer);
  });
});

test.each([
  ['with what ends it in JSON', 'of SECRET, a SECRET}} '.repeat(2000)],
  // Looked for in itself, it would hold all others for minutes.
  ['all alike', '\\'.repeat(2 ** 18)],
])('a long parameter is masked whole: %s', async (_what, list) => {
  const app = await openSandbox();
  const { receiver, url } = await startReceiver();
  const { requestId } = await enrich(app, { url }, undefined, { parameters: { list } });
  await receiver.waitFor(1);
  await untilProcess(app, ['finished']);
  const shown = (await inspect(app, `console/requests/${requestId}`)).process.result;
  const [exportedProcess] = JSON.parse(await exported(app)).processes;
  for (const result of [shown, exportedProcess.payload.text])
    expect(JSON.parse(result)).toMatchObject({ parameters: { list: '•••' }, tags: ['source=synthetic'] });
});

test('others get their turn while what is long is listed, masked or exported', async () => {
  const app = await openSandbox();
  const receiver = await serve((_request, response) => response.end());
  const headers = Array.from({ length: 500 }, (_, at) => ({ name: 'a', value: `v-${at}` }));
  const webhook = { url: receiver.url, authorization: { headers } };
  const parameters = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`k${at}`, `value ${at}`]));
  const { requestId } = await enrich(app, webhook, undefined, { parameters });
  for (let at = 0; at < 60; at++) await enrich(app, webhook);
  const contents = Array.from({ length: 12 }, () => ({ text: 'v'.repeat(8000) }));
  for (let at = 0; at < 60; at++) await sendJson(app, ADDRESSES, { contents });
  await until(async () => (await processesOf(app)).every(({ state }: Json) => state === 'finished'));
  for (const path of [`console/requests/${requestId}`, 'processes', 'console/processes?limit=200', 'requests'])
    expect([path, (await turnsDuring(inspect(app, path))) > 5]).toEqual([path, true]);
});

test('others get their turn while megabytes are masked in one piece, and what is secret between two pieces is hidden', async () => {
  const state = JSON.parse(await exported(await withState(), WITH_SECRETS));
  const [process] = state.processes;
  const text = `${'x'.repeat(2 ** 17 - 5)}TOPSECRET${'x'.repeat(2 ** 22)}TOPSECRET`;
  const app = await openSandbox();
  await importInto(app, { ...state, processes: [{ ...process, payload: { ...process.payload, text } }] });
  const masked = exported(app);
  expect(await turnsDuring(masked)).toBeGreaterThan(30);
  const [{ payload }] = JSON.parse(await masked).processes;
  expect([payload.text.length, payload.text.match(/•••/g)]).toEqual([text.length - 12, ['•••', '•••']]);
});

test('a file that is no state is refused, and nothing is lost', async () => {
  const app = await withState();
  await sendAgain(app, (await processesOf(app))[0].id);
  const state = JSON.parse(await exported(app, WITH_SECRETS));
  /** One member of one row is wrong. */
  const damaged = (list: string, member: string, value: unknown): [string, object] => [
    `${member} of ${list} is ${JSON.stringify(value)}`,
    { ...state, [list]: [{ ...state[list].at(-1), [member]: value }] },
  ];
  const [{ deliveries, webhook }] = state.processes;
  // The members of a request are also what one in the log can do.
  const MEMBERS = `processes steps [{}]
    processes createdAt 1e300
    requests forget 1
    requests receive 1
    requests toJSON 1
    requests answer 1
    requests headers {"content-type":5}
    requests method "GET; touch of-a-stranger;"
    faults callback 5
    usage requests 1152921504606846976`;
  for (const [what, file] of [
    ['no JSON', 'PK'],
    ['another file', { format: 'something' }],
    ['a later version', { ...state, version: 2 }],
    ['null', 'null'],
    damaged('processes', 'deliveries', [{ ...deliveries[0], milliseconds: 2 ** 60 }]),
    damaged('processes', 'webhook', { ...webhook, headers: Array(501).fill({ name: 'a', value: 'b' }) }),
    ...[...MEMBERS.matchAll(/(\w+) (\w+) (.+)/g)].map(([, list, member, value]) =>
      damaged(list as string, member as string, JSON.parse(value as string)),
    ),
  ] as [string, string | object][]) {
    const { status, message } = await importInto(app, file);
    const refusal = expect.stringContaining('This file is not the state of a sandbox');
    expect([what, status, message]).toEqual([what, 400, refusal]);
  }
  expect(await contents(app)).toEqual(FULL);
});

test('what is read while it is forgotten is neither billed nor listed', async () => {
  const app = await openSandbox();
  const document = await sample('contract.pdf');
  const release: (() => void)[] = [];
  const { url } = await serve((_request, response) => void release.push(() => response.end(document)));
  const fileUrl = `${url}/contract.pdf`;
  const answered = sendForm(app, CONTENT, { fileUrl });
  const { receiver, url: hook } = await startReceiver();
  await sendJson(app, CONTENT, { fileUrl, webhook: { url: hook } });
  await until(() => release.length === 2);
  await sendJson(app, '/_sandbox/reset', { parts: ['requests', 'usage'] });
  for (const answer of release) answer();
  const { status, requestId } = await answered;
  await receiver.waitFor(1);
  expect([status, await daysOf(app), await requestsOf(app)]).toEqual([200, [], []]);
  expect((await app.inject(`/_sandbox/console/requests/${requestId}/pages`)).statusCode).toBe(404);
});

test('a process that an import has failed is not read on, and calls nobody back', async () => {
  const app = await openSandbox();
  const { receiver, url } = await startReceiver();
  const document = { fileBase64: await sampleInBase64('service-invoice.pdf'), webhook: { url } };
  const start = async () => (await sendJson(app, CONTENT, document)).result.processId as string;
  const earlier = [await start(), await start()];
  await importInto(app, await exported(app, WITH_SECRETS));
  // Documents are read one after the other.
  const last = await start();
  const [callback] = (await receiver.waitFor(1)) as [Received];
  expect(bodyOf(callback).processId).toBe(last);
  const ofEarlier = (await processesOf(app)).filter(({ id }) => earlier.includes(id));
  expect(ofEarlier).toMatchObject(earlier.map(() => ({ state: 'failed', deliveries: [] })));
});

test('a file whose members would take all the memory is refused, and nothing is lost', async () => {
  const app = await withState();
  const head = '{"format":"document-processing-sandbox-state","version":1,"exportedAt":"","requests":[],"processes":[]';
  for (const [more, status] of [
    [`[${'0,'.repeat(4_100_000)}0]`, 413],
    [`[${`${'['.repeat(900)}${']'.repeat(900)},`.repeat(4600)}0]`, 413],
    [`${'['.repeat(100_000)}${']'.repeat(100_000)}`, 400],
  ] as const) {
    expect((await importInto(app, `${head},"faults":[],"usage":[],"more":${more}}`)).status).toBe(status);
  }
  expect(await contents(app)).toEqual(FULL);
});

test('usage is refused of more than can be counted, of a day that is none, of a service with a very long name', async () => {
  const app = await openSandbox();
  const record = { date: '2025-01-31T10:00:00Z', serviceName: 'x'.repeat(1000) };
  for (const wrong of [
    { requestCount: 2 ** 60 },
    { date: '+012345-01-01T00:00:00Z' },
    { date: '05/05/19 at noon' },
    { date: '2025-02-30T10:00:00Z' },
    { serviceName: 'x'.repeat(1001) },
  ])
    expect((await use(app, [record, { ...record, ...wrong }])).status).toBe(400);
  expect(await daysOf(app)).toEqual([]);
  await use(app, record);
  expect((await importInto(app, (await exported(app)).replace('"xxx', '"xxxx'))).status).toBe(400);
  expect(await daysOf(app)).toHaveLength(1);
});

test('usage is read by day and service, also before 1970 and in what is exported, and cleared', async () => {
  const app = await openSandbox();
  const at = (date: string) => ({ ...SERVICE, date, billingCount: 5 });
  await use(app, [at('0000-01-01T00:00:00Z'), at('1969-12-31T00:00:00Z'), at('1969-12-31T23:59:59.999Z')]);
  await use(app, at('1970-01-01T00:00:00Z'));
  const day = (day: string, requests: number) => ({
    ...{ day, service: SERVICE.serviceName, requests, typified: 0, nonTypified: 0, billed: 5 * requests },
  });
  const days = [day('0000-01-01', 1), day('1969-12-31', 2), day('1970-01-01', 1)];
  expect(await daysOf(app)).toEqual(days);
  const period = { startDate: '1969-12-31 00:00:00.000Z', endDate: '1969-12-31 23:59:59.999Z' };
  const { result } = await sendJson(app, SUMMARY, period);
  expect(result).toMatchObject({ requestCount: 2, details: [{ date: '1969-12-31T00:00:00.000Z' }] });
  const other = await openSandbox();
  await importInto(other, await exported(app));
  expect(await daysOf(other)).toEqual(days);
  await other.inject({ method: 'DELETE', url: '/_sandbox/usage' });
  expect(await daysOf(other)).toEqual([]);
});

const TODAY = Date.parse('2025-06-15T12:00:00Z');

test('a long state is imported whole, keeps its newest processes and every sum, and is exported again', async () => {
  const [count, processCount] = [60_000, 6000];
  const app = await openSandbox({ now: () => TODAY });
  const short = JSON.parse(await exported(await withState(), WITH_SECRETS)) as Json;
  const each = <T>(length: number, of: (at: number) => T) => Array.from({ length }, (_, at) => of(at));
  const process = { ...short.processes[0], state: 'finished', finishedAt: TODAY };
  const processes = each(processCount, (at) => ({ ...process, id: `process-${at}`, createdAt: TODAY - at }));
  // Every second minute, at another second.
  const usage = each(count, (at) => ({ ...short.usage[0], billed: 2, at: TODAY - at * 121_000 }));
  const { body } = await importInto(app, { ...short, faults: [], processes, usage });
  expect(body.imported).toMatchObject({ processes: processCount, usage: count });
  const [first, last] = ['2025-06-01T03:00:00.000Z', '2025-06-02T02:59:59.999Z'] as const;
  const period = { startDate: first.replace('T', ' '), endDate: last.replace('T', ' ') };
  const { length } = usage.filter(({ at }) => at >= Date.parse(first) && at <= Date.parse(last));
  const { result } = await sendJson(app, SUMMARY, period);
  expect(result).toMatchObject({ requestCount: length, billingCount: length * 2 });
  const state = JSON.parse(await exported(app)) as Json;
  expect(state.processes.map(({ id }: Json) => id)).toEqual(each(5000, (at) => `process-${at}`));
  expect(state.usage.length).toBeLessThan(count / 5);
  expect(state.usage.reduce((sum: number, { billed }: Json) => sum + billed, 0)).toBe(count * 2);
  expect((await importInto(app, state)).status).toBe(200);
}, 300_000);

test('the health is told to anyone: alive at once, ready once the engines are loaded', async () => {
  const app = await openSandbox({ host: '0.0.0.0', networks: false });
  const health = async (query = '') => {
    const { statusCode, body } = await app.inject(`/healthz${query}`);
    return { ...JSON.parse(body), statusCode };
  };
  const engines = { text: 'ready', pictures: 'notLoaded', networks: 'off', generative: 'rules', missing: [] };
  expect(await health()).toEqual({ statusCode: 200, alive: true, ready: false, engines });
  expect(await health('?ready')).toMatchObject({ statusCode: 503 });
  await app.warm();
  expect(await health('?ready')).toMatchObject({ statusCode: 200, ready: true, engines: { pictures: 'ready' } });
}, 120_000);

test('networks that are wanted but missing do not count as on', async () => {
  const [app, engines] = [Fastify(), new Engines()];
  serveHealth(app, engines, defaultSettings);
  const told = async () => (await app.inject('/healthz')).json().engines;
  expect(await told()).toMatchObject({ pictures: 'notLoaded', networks: 'on' });
  await engines.load(Promise.resolve(['the neural networks are not installed']));
  expect(await told()).toMatchObject({ networks: 'missing', missing: ['the neural networks are not installed'] });
});

test('where the engines are loaded with the first document, it is ready without them', async () => {
  const app = await openSandbox({ warm: false });
  for (const query of ['ready', 'ready=1'])
    expect((await app.inject(`/healthz?${query}`)).json()).toMatchObject({
      ready: true,
      engines: { pictures: 'notLoaded' },
    });
});

test('what was put together to more than one record may have is exported so that it can be imported', async () => {
  const [app, other] = [await openSandbox({ now: () => TODAY }), await openSandbox({ now: () => TODAY })];
  const at = (time: string, billingCount: number) => ({ ...SERVICE, date: `2025-06-01T${time}:00Z`, billingCount });
  await use(
    app,
    ['00:01', '00:02', '00:03'].map((time) => at(time, 1_000_000_000)),
  );
  await use(app, Array(10_000).fill(at('12:00', 0)));
  const days = [{ requests: 10_003, billed: 3_000_000_000 }];
  expect(await daysOf(app)).toMatchObject(days);
  expect((await importInto(other, await exported(app))).status).toBe(200);
  expect(await daysOf(other)).toMatchObject(days);
});
