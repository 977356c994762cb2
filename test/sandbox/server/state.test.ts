import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from '@jest/globals';
import Fastify, { type FastifyInstance } from 'fastify';
import { Engines, serveHealth } from '../../../sandbox/server/routes/health.ts';
import { defaultSettings } from '../../../sandbox/server/settings.ts';
import { emptyFolder } from '../emptyFolder.ts';
import {
  AUTHORIZED,
  enrich,
  inspect,
  processesOf,
  sample,
  send,
  sendForm,
  sendJson,
  untilProcess,
  type Json,
} from './client.ts';
import { startReceiver } from './receiver.ts';
import { openSandbox, serve, until } from './surroundings.ts';

const ADDRESSES = '/process-text/multi-address-parsing';
const CONTENT = '/process-image/content-extraction';
const usual = await openSandbox();
const SECRETS = {
  headers: [{ name: 'x-ticket', value: 'TOPSECRET' }],
  queryStrings: [{ name: 'k', value: 'TOPSECRET' }],
};

/** A request, a process whose callback is held, an armed fault, and usage of the past. */
async function withState(url = 'http://127.0.0.1:2/hook?signature=TOPSECRET'): Promise<FastifyInstance> {
  const app = await openSandbox();
  await sendJson(app, ADDRESSES, { contents: [] });
  await enrich(app, { url, authorization: SECRETS }, 'hold');
  await untilProcess(app, ['held']);
  await sendJson(app, '/_sandbox/faults', { fault: 'status=503', times: 2 });
  await sendJson(app, '/_sandbox/usage', [
    { date: '2025-01-31T10:00:00Z', serviceName: 'content-extraction', requestCount: 3, billingCount: 4 },
  ]);
  return app;
}

const contents = async (app: FastifyInstance) => ({
  requests: (await inspect(app, 'requests')).requests.length,
  processes: (await processesOf(app)).length,
  faults: (await inspect(app, 'faults')).faults.length,
  usage: (await inspect(app, 'usage')).days.length,
  stats: (await inspect(app, 'stats')).total,
});
/** The calls above are counted as usage of today. */
const FULL = { requests: 2, processes: 1, faults: 1, usage: 3, stats: 2 };
const EMPTY = { requests: 0, processes: 0, faults: 0, usage: 0, stats: 0 };

test('a callback to the sandbox itself leaves nothing that is sent with it in the log and in an export', async () => {
  const app = await openSandbox();
  const own = await app.listen({ port: 0, host: '127.0.0.1' });
  await enrich(app, { url: `${own}${ADDRESSES}`, authorization: SECRETS });
  await until(async () => (await inspect(app, 'requests')).requests.length >= 2);
  const [, callback] = (await inspect(app, 'requests')).requests;
  expect(JSON.stringify(callback)).not.toContain('TOPSECRET');
  expect((await app.inject('/_sandbox/state')).body).not.toContain('TOPSECRET');
});

test.each([{ payload: {} }, {}])('a reset with the request %j forgets everything', async (body) => {
  const app = await withState();
  expect(await contents(app)).toEqual(FULL);
  const answer = await app.inject({ method: 'POST', url: '/_sandbox/reset', ...body });
  expect(answer.json()).toEqual({ reset: ['requests', 'processes', 'faults', 'usage', 'stats'] });
  expect(await contents(app)).toEqual(EMPTY);
});

test.each(Object.keys(EMPTY) as (keyof typeof EMPTY)[])('a reset of %s leaves the rest', async (part) => {
  const app = await withState();
  await sendJson(app, '/_sandbox/reset', { parts: [part] });
  expect(await contents(app)).toEqual({ ...FULL, [part]: 0 });
});

test('a part that there is not, and a body that is null, are refused, and nothing is forgotten', async () => {
  const app = await withState();
  for (const body of [{ parts: ['faults', 'everything'] }, null])
    expect((await sendJson(app, '/_sandbox/reset', body)).status).toBe(400);
  expect(await contents(app)).toEqual(FULL);
});

test('a process that is reset while it is at work calls nobody back', async () => {
  const app = await openSandbox();
  const { receiver, url } = await startReceiver();
  await enrich(app, { url }, 'delay=3000');
  await sendJson(app, '/_sandbox/reset', {});
  // When this one comes, the first would have come.
  await enrich(app, { url }, 'delay=3000', { query: 'pj' });
  await receiver.waitFor(1);
  expect(receiver.received.map(({ body }) => JSON.parse(body).query)).toEqual(['pj']);
  expect(await processesOf(app)).toHaveLength(1);
});

const exported = async (app: FastifyInstance, query = '') => (await app.inject(`/_sandbox/state${query}`)).body;
const importInto = (app: FastifyInstance, text: string) =>
  sendForm(app, '/_sandbox/state', [['file', Buffer.from(text)]]);

test('the state goes from one sandbox to another as one file', async () => {
  const { receiver, url } = await startReceiver();
  const file = await exported(await withState(url), '?secrets=include');
  const other = await openSandbox();
  await sendJson(other, ADDRESSES, { contents: [] });
  const { status, body } = await importInto(other, file);
  expect([status, body]).toEqual([200, { imported: { requests: 2, processes: 1, faults: 1, usage: 3 } }]);
  expect(await contents(other)).toMatchObject({ ...FULL, stats: expect.any(Number) });
  const [process] = await processesOf(other);
  expect(process).toMatchObject({ state: 'held', steps: [{ what: 'accepted' }, { what: 'held' }] });
  await sendJson(other, `/_sandbox/processes/${process.id}/send`, {});
  expect(receiver.received[0]).toMatchObject({ headers: { 'x-ticket': 'TOPSECRET' } });
  expect(JSON.parse(receiver.received[0]?.body ?? '').processId).toBe(process.id);
});

test('secrets are in the file only if they are asked for; without those of webhooks nothing is sent', async () => {
  const app = await withState();
  const filePassword = Buffer.from('TOPSECRET').toString('base64');
  const fileUrl = 'http://name:TOPSECRET@127.0.0.1:2/document.pdf?signature=TOPSECRET';
  const { headers } = SECRETS;
  await sendForm(app, CONTENT, [
    ['fileUrl', fileUrl],
    ['filePassword', filePassword],
  ]);
  // The second is refused, and so is the third: what they sent is in the log all the same.
  for (const webhook of [
    { url: 'http://127.0.0.1:2/' },
    { authorization: { headers } },
    { url: 'x', authorization: { headers: 'TOPSECRET' } },
  ])
    await sendJson(app, CONTENT, { fileUrl, filePassword, webhook });
  const file = await exported(app);
  expect(file).not.toContain('TOPSECRET');
  expect(file).not.toContain(filePassword);
  expect(file).not.toContain(createHash('sha256').update(filePassword).digest('hex'));
  expect(file).toContain('x-ticket');
  expect(await exported(app, '?secrets=include')).toContain('TOPSECRET');
  const other = await openSandbox();
  await importInto(other, file);
  const { id } = (await processesOf(other)).at(-1);
  const { status, body } = await sendJson(other, `/_sandbox/processes/${id}/send`, {});
  expect([status, body.status.message]).toEqual([
    409,
    'The process was imported without the secrets of its webhook or its result',
  ]);
});

test.each(['', '?secrets=include'])(
  'a process that was imported is not repeated by the next run: %s',
  async (query) => {
    const dataFolder = emptyFolder();
    const app = await openSandbox();
    const { receiver, url } = await startReceiver();
    receiver.close();
    await enrich(app, { url: `${url}/with`, authorization: SECRETS });
    await untilProcess(app, ['failed']);
    const { processId } = (await enrich(app, { url: `${url}/without` })).body.result;
    await untilProcess(app, ['failed'], processId);
    const file = await exported(app, query);
    await app.close();
    const first = await openSandbox({ dataFolder });
    await importInto(first, file);
    const own = (await enrich(first, { url: `${url}/own` })).body.result;
    await untilProcess(first, ['failed'], own.processId);
    await first.close();
    const called: string[] = [];
    await serve(
      (request, response) => {
        called.push(request.url ?? '');
        response.end();
      },
      Number(new URL(url).port),
    );
    await (await openSandbox({ dataFolder })).ready();
    // The others would have been repeated before its own.
    await until(() => called.length > 0);
    expect(called).toEqual(['/own']);
  },
);

test('a result that was exported without its secrets is never sent, whatever is exported of it again', async () => {
  const { receiver, url } = await startReceiver();
  const app = await openSandbox();
  await enrich(app, { url: `${url}/` }, 'hold', { parameters: { cpf: '11144477735' } });
  await untilProcess(app, ['held']);
  const other = await openSandbox();
  await importInto(other, await exported(app));
  const third = await openSandbox();
  await importInto(third, await exported(other, '?secrets=include'));
  for (const sandbox of [other, third]) {
    const [{ id, outcome }] = await processesOf(sandbox);
    expect(JSON.parse(outcome).parameters).toEqual({ cpf: '•••' });
    expect((await sendJson(sandbox, `/_sandbox/processes/${id}/send`, {})).status).toBe(409);
  }
  expect(receiver.received).toEqual([]);
});

test.each([
  ['without', ''],
  ['with', '?secrets=include'],
])(
  'a callback is repeated with what its process has then: none that was reset and imported %s its secrets',
  async (_, query) => {
    const app = await openSandbox();
    const called: string[] = [];
    const callsTo = (wanted: string) => called.filter((path) => path.startsWith(wanted)).length;
    const receiver = await serve((request, response) => {
      called.push(request.url ?? '');
      response.writeHead(callsTo('/second') > 1 ? 200 : 503).end();
    });
    const callBack = (path: string, value: string) =>
      enrich(app, { url: receiver.url + path, authorization: { queryStrings: [{ name: 'k', value }] } });
    await callBack('/first', 'TOPSECRET');
    await untilProcess(app, ['finished']);
    await importInto(app, await exported(app, query));
    const before = callsTo('/first');
    await callBack('/second', 'other');
    // When this one is repeated, the first would have been.
    await until(() => callsTo('/second') > 1);
    expect(callsTo('/first')).toBe(before);
  },
);

describe('what people see who have not asked for secrets', () => {
  let app: FastifyInstance;
  beforeAll(async () => {
    const receiver = await serve(async (request, response) => {
      const { headers, url } = request;
      const body = await text(request);

      const basic = Buffer.from(/Basic (.*)/.exec(headers.authorization ?? '')?.[1] ?? '', 'base64').toString();
      response.statusCode = 403;
      response.end(JSON.stringify({ message: 'no token', headers, url, body, json: JSON.parse(body), basic }));
    });
    app = await openSandbox();
    const url = `http://user:pass-SECRET@127.0.0.1:${receiver.port}/?signature=of%2FSECRET`;
    const basic = Buffer.from('somebody:SECRET of "all"').toString('base64');
    const authorization = {
      headers: [
        { name: 'authorization', value: `Basic ${basic}` },
        { name: 'x-ticket', value: 'ticket-SECRET/1' },
      ],
      queryStrings: [{ name: 'k', value: 'query SECRET' }],
    };
    const parameters = { senha: 'senha-SECRET', token: 71730001, other: { pin: ['SECRET-pin', 'a"SECRET"b'] } };
    await enrich(app, { url, authorization }, undefined, { parameters, more: 'SECRET' });
    for (const fileUrl of [
      'host.test/a.pdf?sig=SECRET',
      'https:me:SECRET@host.test/a?SECRET',
      'ftp://h.test/#t=SECRET',
    ])
      await sendForm(app, CONTENT, [
        ['fileUrl', fileUrl],
        ['chave', 'SECRET'],
      ]);
    await sendJson(app, ADDRESSES, { contents: [{ a: 'SECRET', 'b?': 71730001 }], 'of-mine': { c: ['SECRET'] } });
    await sendJson(app, '/of-the-account', { accessKey: 'SECRET' });
    await until(async () => (await processesOf(app))[0].deliveries.length > 0);
  });

  test.each(['state', 'processes', 'console/processes', 'console/requests'])('has no secret: %s', async (path) => {
    const text = (await app.inject(`/_sandbox/${path}`)).body;
    const found = ['SECRET', encodeURIComponent('SECRET'), '71730001', 'U0VDUkVU', 'NFQ1JFV', 'TRUNSRV'];
    expect(found.filter((secret) => text.includes(secret))).toEqual([]);
  });

  test('but the log has each request as it came, for who wants to know what a workflow sent', async () => {
    const { requests } = await inspect(app, 'requests');
    expect(requests[0].json.parameters.senha).toBe('senha-SECRET');
    const { request } = await inspect(app, `console/requests/${requests[0].requestId}`);
    expect(request).toEqual(requests[0]);
  });

  test('has the names, what is public, and what the receiver meant', async () => {
    const [process] = await processesOf(app);
    expect(process.deliveries[0]).toMatchObject({ httpStatus: 403, answer: expect.stringContaining('no token') });
    expect(process.outcome).toContain('"senha":"•••"');
    expect(process.outcome).toContain('PESSOA SINTÉTICA');
    const state = JSON.parse(await exported(app));
    expect(state.requests[0].json).toMatchObject({
      query: 'pf',
      parameters: { senha: '•••', token: '•••' },
      webhook: { authorization: { queryStrings: [{ name: 'k', value: '•••' }] } },
    });
    expect(state.requests[1].parts).toMatchObject([
      { value: 'host.test/•••?sig=•••' },
      { name: 'chave', value: '•••' },
    ]);
    const { requestId } = state.requests[0];
    const shown = await inspect(app, `console/requests/${requestId}`);
    expect(shown.process.result).toContain('"senha":"•••"');
  });
});

test.each([
  ['with what ends it in JSON', 'of SECRET, a SECRET}} '.repeat(2000)],
  // Looked for in itself, it would hold all others for minutes.
  ['all alike', '\\'.repeat(2 ** 18)],
])('a long parameter is masked whole: %s', async (_what, list) => {
  const app = await openSandbox();
  const { receiver, url } = await startReceiver();
  const { requestId } = (await enrich(app, { url }, undefined, { parameters: { list } })).body;
  await receiver.waitFor(1);
  await until(async () => (await processesOf(app))[0].state === 'finished');
  const shown = (await inspect(app, `console/requests/${requestId}`)).process.result;
  const [exportedProcess] = JSON.parse(await exported(app)).processes;
  for (const result of [shown, exportedProcess.payload.text])
    expect(JSON.parse(result)).toMatchObject({ parameters: { list: '•••' }, tags: ['source=synthetic'] });
});

/** How often others got their turn. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let [turns, isOver] = [0, false];
  const over = work.then(() => (isOver = true));
  const turn = () => void (isOver || (turns++, setImmediate(turn)));
  turn();
  await over;
  return turns;
}

test('others get their turn while what is long is listed, masked or exported', async () => {
  const app = await openSandbox();
  const receiver = await serve((_request, response) => response.end());
  const headers = Array.from({ length: 500 }, (_, at) => ({ name: 'a', value: `v-${at}` }));
  const webhook = { url: receiver.url, authorization: { headers } };
  const parameters = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`k${at}`, `value ${at}`]));
  const { requestId } = (await enrich(app, webhook, undefined, { parameters })).body;
  for (let at = 0; at < 60; at++) await enrich(app, webhook);
  const contents = Array.from({ length: 12 }, () => ({ text: 'v'.repeat(8000) }));
  for (let at = 0; at < 60; at++) await sendJson(app, ADDRESSES, { contents });
  await until(async () => (await processesOf(app)).every(({ state }: Json) => state === 'finished'));
  for (const path of [`console/requests/${requestId}`, 'processes', 'console/processes?limit=200', 'requests'])
    expect([path, (await turnsDuring(inspect(app, path))) > 5]).toEqual([path, true]);
});

test('a file that is no state is refused, and nothing is lost', async () => {
  const app = await withState();
  await sendJson(app, `/_sandbox/processes/${(await processesOf(app))[0].id}/send`, {});
  const state = JSON.parse(await exported(app, '?secrets=include'));
  /** One member of one row is wrong. */
  const damaged = (list: string, member: string, value: unknown): [string, object] => [
    `${member} of ${list} is ${JSON.stringify(value)}`,
    { ...state, [list]: [{ ...state[list].at(-1), [member]: value }] },
  ];
  const [{ deliveries, webhook }] = state.processes;
  for (const [what, file] of [
    ['no JSON', 'PK'],
    ['another file', { format: 'something' }],
    ['a later version', { ...state, version: 2 }],
    ['null', null],
    damaged('processes', 'webhook', 'x'),
    damaged('processes', 'webhook', { url: webhook.url }),
    damaged('processes', 'deliveries', [{}]),
    damaged('processes', 'deliveries', [{ ...deliveries[0], milliseconds: 2 ** 60 }]),
    damaged('processes', 'steps', [{}]),
    damaged('processes', 'finishedAt', undefined),
    damaged('processes', 'job', undefined),
    damaged('processes', 'payload', undefined),
    damaged('processes', 'createdAt', 1e300),
    damaged('processes', 'id', {}),
    damaged('requests', 'headers', null),
    damaged('requests', 'headers', { 'content-type': 5 }),
    // What a request in the log can do.
    ...['forget', 'receive', 'toJSON', 'answer'].map((member) => damaged('requests', member, 1)),
    damaged('requests', 'method', 'GET; touch of-a-stranger;'),
    damaged('requests', 'parts', 'x'),
    damaged('faults', 'callback', 5),
    damaged('usage', 'typified', undefined),
    damaged('usage', 'requests', 2 ** 60),
  ] as [string, unknown][]) {
    const { status, body } = await importInto(app, typeof file === 'string' ? file : JSON.stringify(file));
    const refusal = expect.stringContaining('This file is not the state of a sandbox');
    expect([what, status, body.status.message]).toEqual([what, 400, refusal]);
    expect([what, await contents(app)]).toEqual([what, FULL]);
  }
});

test('half a letter in an imported query string does not keep its callback from being sent', async () => {
  const app = await withState();
  const { receiver, url } = await startReceiver();
  const state = JSON.parse(await exported(app, '?secrets=include'));
  const [process] = state.processes;
  const webhook = { ...process.webhook, url, queryStrings: [{ name: 'k', value: '\ud83d' }] };
  await importInto(app, JSON.stringify({ ...state, processes: [{ ...process, webhook }] }));
  const { status, body } = await sendJson(app, `/_sandbox/processes/${process.id}/send`, {});
  expect([status, (body as Json)['process'].state]).toEqual([200, 'finished']);
  expect(receiver.received).toHaveLength(1);
});

test('a process that an import has failed is not read on, and calls nobody back', async () => {
  const app = await openSandbox();
  const { receiver, url } = await startReceiver();
  const document = { fileBase64: (await sample('service-invoice.pdf')).toString('base64'), webhook: { url } };
  const start = async () => (await sendJson(app, CONTENT, document)).body.result.processId as string;
  const earlier = [await start(), await start()];
  await importInto(app, await exported(app, '?secrets=include'));
  // Documents are read one after the other.
  const last = await start();
  await receiver.waitFor(1);
  expect(receiver.received.map(({ body }) => JSON.parse(body).processId)).toEqual([last]);
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
    expect(await contents(app)).toEqual(FULL);
  }
});

test('faults end one by one', async () => {
  const app = await openSandbox();
  const first = (await sendJson(app, '/_sandbox/faults', { fault: 'status=500' })).body as unknown as { id: number };
  await sendJson(app, '/_sandbox/faults', { fault: 'status=503' });
  expect((await app.inject({ method: 'DELETE', url: `/_sandbox/faults/${first.id}` })).statusCode).toBe(200);
  expect((await inspect(app, 'faults')).faults).toMatchObject([{ fault: 'status=503' }]);
  expect((await app.inject({ method: 'DELETE', url: `/_sandbox/faults/${first.id}` })).statusCode).toBe(404);
});

test('usage is refused of more than can be counted, of a day that is none, of a service with a very long name', async () => {
  const app = await openSandbox();
  const record = { date: '2025-01-31T10:00:00Z', serviceName: 'x'.repeat(1000) };
  for (const wrong of [
    { requestCount: 2 ** 60 },
    { date: '+012345-01-01T00:00:00Z' },
    { date: '-000001-01-01T00:00:00Z' },
    { date: '05/05/19 at noon' },
    { date: '2025-02-30' },
    { date: '2025-02-30T10:00:00Z' },
    { serviceName: 'x'.repeat(1001) },
  ])
    expect((await sendJson(app, '/_sandbox/usage', [record, { ...record, ...wrong }])).status).toBe(400);
  expect((await inspect(app, 'usage')).days).toEqual([]);
  await sendJson(app, '/_sandbox/usage', record);
  expect((await importInto(app, (await exported(app)).replace('"xxx', '"xxxx'))).status).toBe(400);
  expect((await inspect(app, 'usage')).days).toHaveLength(1);
});

test('usage is read by day and service, and cleared', async () => {
  const app = await openSandbox();
  const record = { date: '2025-01-31T10:00:00Z', serviceName: 'invoice-extraction', requestCount: 2, billingCount: 5 };
  await sendJson(app, '/_sandbox/usage', [record, record]);
  expect((await inspect(app, 'usage')).days).toEqual([
    { day: '2025-01-31', service: 'invoice-extraction', requests: 4, typified: 0, nonTypified: 0, billed: 10 },
  ]);
  await app.inject({ method: 'DELETE', url: '/_sandbox/usage' });
  expect((await inspect(app, 'usage')).days).toEqual([]);
});

test('a day is a day before 1970, too, and in what is exported', async () => {
  const app = await openSandbox();
  const usage = (date: string) => ({ date, serviceName: 'content-extraction', requestCount: 1 });
  const instants = ['0000-01-01T00:00:00Z', '1969-12-31T00:00:00Z', '1969-12-31T23:59:59.999Z', '1970-01-01T00:00:00Z'];
  await sendJson(app, '/_sandbox/usage', instants.map(usage));
  const days = [
    ['0000-01-01', 1],
    ['1969-12-31', 2],
    ['1970-01-01', 1],
  ];
  const daysOf = async (one: FastifyInstance) =>
    (await inspect(one, 'usage')).days.map(({ day, requests }: Json) => [day, requests]);
  expect(await daysOf(app)).toEqual(days);
  const period = { startDate: '1969-12-31 00:00:00.000Z', endDate: '1969-12-31 23:59:59.999Z' };
  const { result } = (await sendJson(app, '/billing/daily-summary', period)).body;
  expect(result).toMatchObject({ requestCount: 2, details: [{ date: '1969-12-31T00:00:00.000Z' }] });
  const other = await openSandbox();
  await importInto(other, await exported(app));
  expect(await daysOf(other)).toEqual(days);
});

const TODAY = Date.parse('2025-06-15T12:00:00Z');

/** What a sandbox has done that has run for long. */
function longState(count: number): string {
  const webhook = { url: 'http://a.test/', fallbackUrl: null, headers: [], queryStrings: [], mtls: false };
  const processes = Array.from({ length: count / 10 }, (_, at) => ({
    ...{
      id: `process-${at}`,
      requestId: `request-${at}`,
      kind: 'enrichment',
      state: 'finished',
      job: {},
      outcome: 'x',
    },
    ...{ createdAt: TODAY - at, finishedAt: TODAY, webhook, deliveries: [], steps: [] },
    payload: { text: 'a result '.repeat(10), failed: false },
  }));
  // Every second minute, at another second.
  const usage = Array.from({ length: count }, (_, at) => ({
    ...{ at: TODAY - at * 121_000, service: 'content-extraction', requests: 1, typified: 1, nonTypified: 0, billed: 2 },
  }));
  const head = { format: 'document-processing-sandbox-state', version: 1, exportedAt: '' };
  return JSON.stringify({ ...head, requests: [], faults: [], processes, usage });
}

test('a long state is imported whole, keeps its newest processes and every sum, and is exported again', async () => {
  const count = 60_000;
  const app = await openSandbox({ now: () => TODAY });
  expect((await importInto(app, longState(count))).body).toEqual({
    imported: { requests: 0, processes: count / 10, faults: 0, usage: count },
  });
  const { result } = (
    await sendJson(app, '/billing/daily-summary', {
      startDate: '2025-06-01 03:00:00.000Z',
      endDate: '2025-06-02 02:59:59.999Z',
    })
  ).body;
  const inPeriod = Array.from({ length: count }, (_, at) => TODAY - at * 121_000).filter(
    (at) => at >= Date.parse('2025-06-01T03:00:00Z') && at < Date.parse('2025-06-02T03:00:00Z'),
  );
  expect(result).toMatchObject({ requestCount: inPeriod.length, billingCount: inPeriod.length * 2 });
  const state = JSON.parse(await exported(app)) as Json;
  expect(state.processes.map(({ id }: Json) => id)).toEqual(Array.from({ length: 5000 }, (_, at) => `process-${at}`));
  expect(state.usage.length).toBeLessThan(count / 5);
  expect(state.usage.reduce((sum: number, { billed }: Json) => sum + billed, 0)).toBe(count * 2);
  expect((await importInto(app, JSON.stringify(state))).status).toBe(200);
}, 300_000);

test.each(['-5', '0', '1.5', 'many', '', '1&limit=2', '%201', '1e2'])(
  'a list with the limit %j is refused',
  async (limit) => {
    for (const list of ['requests', 'processes']) {
      const { statusCode, body } = await usual.inject(`/_sandbox/console/${list}?limit=${limit}`);
      expect([statusCode, body]).toEqual([400, expect.stringContaining('limit')]);
    }
  },
);

test('the health is told to anyone: alive at once, ready once the engines are loaded', async () => {
  const app = await openSandbox({ host: '0.0.0.0', networks: false });
  const health = await app.inject('/healthz');
  expect([health.statusCode, health.json()]).toEqual([
    200,
    {
      alive: true,
      ready: false,
      engines: { text: 'ready', pictures: 'notLoaded', networks: 'off', generative: 'rules', missing: [] },
    },
  ]);
  expect((await app.inject('/healthz?ready')).statusCode).toBe(503);
  await app.warm();
  const warm = await app.inject('/healthz?ready');
  expect([warm.statusCode, warm.json()]).toMatchObject([200, { ready: true, engines: { pictures: 'ready' } }]);
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
  expect((await app.inject('/healthz?ready')).json()).toMatchObject({
    ready: true,
    engines: { pictures: 'notLoaded' },
  });
});

test('what was put together to more than one record may have is exported so that it can be imported', async () => {
  const app = await openSandbox({ now: () => TODAY });
  const record = { serviceName: 'content-extraction', requestCount: 1, billingCount: 1_000_000_000 };
  const minutes = ['00:01', '00:02', '00:03'].map((time) => ({ ...record, date: `2025-06-01T${time}:00Z` }));
  await sendJson(app, '/_sandbox/usage', minutes);
  await sendJson(
    app,
    '/_sandbox/usage',
    Array(10_000).fill({ ...record, date: '2025-06-01T12:00:00Z', billingCount: 0 }),
  );
  const day = { requests: 10_003, billed: 3_000_000_000 };
  expect((await inspect(app, 'usage')).days).toMatchObject([day]);
  const other = await openSandbox({ now: () => TODAY });
  const { status } = await importInto(other, await exported(app));
  expect([status, (await inspect(other, 'usage')).days]).toEqual([200, [expect.objectContaining(day)]]);
});

test('an export without secrets has no name of a file, and can be imported', async () => {
  const app = await openSandbox();
  const fileUrl = 'http://127.0.0.1:9/folder/Ana%20Silva.pdf?page=1';
  const form = new FormData();
  form.append('file', new Blob(['no document']), 'Ana Silva.pdf');
  form.append('fileUrl', fileUrl);
  const encoded = new Response(form);
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '' };
  await send(app, CONTENT, Buffer.from(await encoded.arrayBuffer()), headers);
  await sendJson(app, '/process-image/vio-extraction', { fileUrl });
  expect(await exported(app, '?secrets=include')).toContain('Ana Silva');
  const file = await exported(app);
  expect(file).not.toContain('Silva');
  expect(file).toContain('http://127.0.0.1:9/folder/•••?page=•••');
  expect((await importInto(await openSandbox(), file)).status).toBe(200);
});

test.each(['', '; filename="a.pdf"'])(
  'a part without a name has an empty one, and is exported so: %j',
  async (more) => {
    const app = await openSandbox();
    const body = `--b\r\ncontent-disposition: form-data${more}\r\n\r\na\r\n--b--\r\n`;
    expect((await send(app, CONTENT, body, { 'content-type': 'multipart/form-data; boundary=b' })).status).toBe(400);
    expect((await inspect(app, 'requests')).requests[0].parts).toMatchObject([{ name: '', size: 1 }]);
    expect((await importInto(await openSandbox(), await exported(app))).status).toBe(200);
  },
);

test('an export without secrets has no value of a query or of a header that is not how a request was sent', async () => {
  const sandbox = await openSandbox();
  const headers = { ...AUTHORIZED, 'x-customer': '11144477735' };
  await sandbox.inject({ method: 'POST', url: '/process-image/facematch?cpf=11144477735&11144477735', headers });
  const { body } = await sandbox.inject('/_sandbox/state');
  expect(body).not.toContain('11144477735');
  expect(JSON.parse(body).requests).toMatchObject([{ query: 'cpf=•••&•••', headers: { 'x-customer': '•••' } }]);
});
