import { writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { describe, expect, jest, test } from '@jest/globals';
import { isObject } from '../../../sandbox/server/json.ts';
import { urlWithQuery } from '../../../sandbox/server/processes/webhook.ts';
import { emptyFolder } from '../emptyFolder.ts';
import { turnsDuring } from '../turnsDuring.ts';
import {
  CONTENT,
  ENRICHMENT,
  byName,
  enrich,
  inspect,
  postJson,
  processesOf,
  requestsOf,
  sampleInBase64,
  sendJson,
  untilProcess,
  type Json,
} from './client.ts';
import { bodyOf, ownCertificate, startReceiver, type Received } from './receiver.ts';
import { openSandbox, runSandbox, serve, until } from './surroundings.ts';

/** Below the ports that programs get by chance. */
const NOBODY = 'http://127.0.0.1:2/gone';
const app = await openSandbox({ callbackTimeoutMs: 60_000 });
const fileBase64 = await sampleInBase64('encrypted.pdf');
const filePassword = Buffer.from('sandbox').toString('base64');
const start = (webhook: object, callback = '', more: object = {}) =>
  sendJson(app, CONTENT, { fileBase64, filePassword, webhook, ...more }, { 'x-sandbox-callback': callback });

/** A process, once it has ended. */
const settled = ({ result }: Json, of = app) => untilProcess(of, ['finished', 'failed'], result.processId);

/** The process of a callback to this address, once it has ended, and what came to its fallback. */
async function calledBack(to: string) {
  const { receiver, url } = await startReceiver();
  const process = await settled(await enrich(app, { url: to, fallbackUrl: `${url}/second` }));
  return { ...process, fallback: receiver.received.map((one) => one.url) };
}

test('an accepted extraction is 201, and its callback has the synchronous answer plus processId', async () => {
  const { receiver, url } = await startReceiver();
  const authorization = {
    headers: [{ name: 'X-Ticket', value: 'abc' }],
    queryStrings: [{ name: 'k e', value: 'ü&=' }],
  };
  const { status, body, result, requestId } = await start({ url: `${url}/hook?signed=a%20b&x`, authorization });
  expect([status, body.status]).toEqual([201, { code: '201', message: 'Ok', errors: null }]);
  expect(result).toEqual({ processId: expect.any(String) });
  const [callback] = (await receiver.waitFor(1)) as [Received];
  expect(callback).toMatchObject({
    url: '/hook?signed=a%20b&x&k%20e=%C3%BC%26%3D',
    headers: { 'x-ticket': 'abc', 'content-type': 'application/json' },
  });
  const called = bodyOf(callback);
  expect(called).toMatchObject({ ...result, requestId, status: { code: '200', message: 'Ok', errors: null } });
  expect(byName(called.result[0].fields)).toMatchObject({ beneficiario: 'Gustavo Exemplo Prado', valor: '87.65' });
});

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const TRACEPARENT = `00-${TRACE_ID}-00f067aa0ba902b7-01`;
const TRACESTATE = 'rojo=00f067aa0ba902b7,congo=t61rcWkgMzE';

const OWN = TRACEPARENT.replace('00f0', '11f0');
test.each([
  ['is in the log and goes with its callback', TRACEPARENT, [], TRACEPARENT, TRACESTATE],
  ['goes behind one that its webhook asks for', TRACEPARENT, [{ name: 'Traceparent', value: OWN }], OWN, undefined],
  ...[
    TRACEPARENT.replace('00-', 'ff-'),
    TRACEPARENT.replace(TRACE_ID, '0'.repeat(32)),
    TRACEPARENT.replace('00f067aa0ba902b7', '0'.repeat(16)),
    `${TRACEPARENT}-more`,
  ].map((none) => [`is neither kept nor sent on if it is none: ${none}`, none, [], undefined, undefined] as const),
] as const)('the trace of a request %s', async (_what, traceparent, headers, sent, tracestate) => {
  const { receiver, url } = await startReceiver();
  const body = { query: 'pf', parameters: {}, webhook: { url, authorization: { headers } } };
  await sendJson(app, ENRICHMENT, body, { traceparent, tracestate: TRACESTATE });
  const [callback] = (await receiver.waitFor(1)) as [Received];
  expect([callback.headers['traceparent'], callback.headers['tracestate']]).toEqual([sent, tracestate]);
  expect((await requestsOf(app)).at(-1).traceparent).toBe(sent ? TRACEPARENT : null);
  if (sent) expect((await inspect(app, `console/requests?search=${TRACE_ID}`)).requests).not.toEqual([]);
});

test.each(['127.5.5.5', '[::1]', 'n8n.localhost', 'LOCALHOST'])(
  'in a container, %s is another machine: it gives the document and is called back',
  async (name) => {
    const { receiver, url } = await startReceiver();
    const files = await serve((_request, response) => response.end(Buffer.from(fileBase64, 'base64')));
    const named = (to: string) => `http://${name}:${new URL(to).port}/x`;
    const inContainer = await openSandbox({ localhost: '127.0.0.1' });
    const webhook = { url: named(url) };
    await sendJson(inContainer, CONTENT, { fileUrl: named(files.url), filePassword, webhook });
    const [callback] = (await receiver.waitFor(1)) as [Received];
    expect(byName(bodyOf(callback).result[0].fields)).toMatchObject({ valor: '87.65' });
    const { deliveries } = await untilProcess(inContainer, ['finished']);
    expect(deliveries).toMatchObject([webhook]);
  },
);

test('a result that is longer than any text can be is a failure, which says so', async () => {
  const { receiver, url } = await startReceiver();
  const stringify = JSON.stringify.bind(JSON);
  jest.spyOn(JSON, 'stringify').mockImplementation((value, ...more) => {
    if (isObject(value) && 'processId' in value && value['result'] !== null)
      throw new RangeError('Invalid string length');
    return stringify(value, ...(more as []));
  });
  const { result } = await start({ url });
  await receiver.waitFor(1);
  jest.restoreAllMocks();
  const { status } = bodyOf(receiver.received[0] as Received);
  expect(status).toMatchObject({ code: 'E100', message: expect.stringContaining('larger than 500 MB') });
  const { steps } = await settled({ result });
  expect(steps).toContainEqual(expect.objectContaining({ what: 'read', detail: `E100: ${status.message}` }));
});

test('an enrichment answers 200 OK with an empty list, and its payload says that it is synthetic', async () => {
  const { receiver, url } = await startReceiver();
  const parameters = { cpf: '11144477735' };
  const { status, body, result } = await enrich(app, { url }, undefined, { parameters });
  expect([status, body.status]).toEqual([200, { code: '200', message: 'OK', errors: [] }]);
  const [callback] = (await receiver.waitFor(1)) as [Received];
  expect(bodyOf(callback)).toMatchObject({ ...result, query: 'pf', parameters, tags: ['source=synthetic'] });
});

test('fallbackUrl is called when nobody answers at url, and not when url answers with an error', async () => {
  const { deliveries, fallback } = await calledBack(NOBODY);
  expect(fallback).toEqual(['/second']);
  expect(deliveries).toMatchObject([
    { target: 'url', httpStatus: null, error: expect.stringContaining('ECONNREFUSED') },
    { target: 'fallbackUrl', httpStatus: 200, answer: 'taken' },
  ]);
  const failing = { target: 'url', httpStatus: 500 };
  expect(await calledBack((await startReceiver(500)).url)).toMatchObject({ deliveries: [failing], fallback: [] });
});

/** A receiver that answers with these bytes, and then does something. */
const startOddReceiver = (answer: string, then: (socket: Socket) => void = () => {}) =>
  serve(({ socket }) => void socket.write(`HTTP/1.1 ${answer}`, () => then(socket)));

describe('a receiver whose head has come has answered: the fallback is not called', () => {
  test.each<[string, (socket: Socket) => void]>([
    ['and then nothing', () => {}],
    ['and then a body without end', (socket) => void pipeline(Readable.from(endless()), socket).catch(() => {})],
    ['and then a broken connection', (socket) => socket.destroySoon()],
  ])('%s', async (_what, then) => {
    const odd = await startOddReceiver('200 OK\r\nContent-Length: 1000000000\r\n\r\ntaken', then);
    const taken = { target: 'url', httpStatus: 200, answer: expect.stringMatching(/^taken/) };
    expect(await calledBack(odd.url)).toMatchObject({ state: 'finished', deliveries: [taken], fallback: [] });
  });
});

test.each<[string, string]>([
  ['of two manners', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n5\r\ntaken\r\n0\r\n\r\n'],
  ['of two lengths', 'Content-Length: 5\r\nContent-Length: 5\r\n\r\ntaken'],
  ['very long', `X: ${'x'.repeat(2_000_000)}\r\nContent-Length: 5\r\n\r\ntaken`],
  ['with a control character', 'X: a\x01b\r\n\r\ntaken'],
  ['with a blank in a name', 'X A: b\r\n\r\ntaken'],
  ['that breaks off', 'X: a'],
])('an answer whose head no parser takes is one: %s', async (_what, rest) => {
  for (const end of ['\r\n', '\n']) {
    const odd = await startOddReceiver(`200 OK${end}${rest}`, (socket) => socket.destroySoon());
    const taken = { httpStatus: 200, error: null, explanation: null };
    expect(await calledBack(odd.url)).toMatchObject({ state: 'finished', deliveries: [taken], fallback: [] });
  }
});

test('what is no HTTP is told as that, and is not repeated; it and another protocol have not taken the callback', async () => {
  const mail = await serve(({ socket }) => void socket.end('220 mail.test ESMTP\r\n'));
  const explanation = {
    cause: expect.stringContaining('does not speak HTTP'),
    remedy: expect.not.stringContaining('hour'),
  };
  const taken = { httpStatus: 200 };
  expect(await calledBack(mail.url)).toMatchObject({ deliveries: [{ explanation }, taken], fallback: ['/second'] });
  const switching = await startOddReceiver('101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n');
  const failed = { target: 'url', error: expect.stringContaining('101') };
  expect((await calledBack(switching.url)).deliveries).toMatchObject([failed, taken]);
});

function* endless(): Generator<string> {
  for (;;) yield 'x'.repeat(10_000);
}

test('a reset stops the calls that were still to come', async () => {
  const called: ServerResponse[] = [];
  const slow = await serve((_request, response) => void called.push(response));
  await enrich(app, slow, 'times=3');
  await until(() => called.length > 0);
  await sendJson(app, '/_sandbox/reset', {});
  called[0]?.end();
  // A process that begins after the others have got their answer, and is over.
  const { url } = await startReceiver();
  await settled(await enrich(app, { url }));
  expect(called).toHaveLength(1);
});

test.each([
  { headers: [{ name: 'Trailer', value: '1' }] },
  { headers: [{ name: 'Content-Length', value: '1' }] },
  { headers: [{ name: 'a b', value: '1' }] },
  { queryStrings: [{ name: 'key', value: '\ud83d' }] },
])('what no callback can carry is refused at once: %j', async (authorization) => {
  const { status, code, message } = await enrich(app, { url: NOBODY, authorization });
  expect([status, code, message]).toEqual([400, 'R101', expect.stringContaining('cannot be sent')]);
});

test.each(['headers', 'queryStrings'])(
  'a webhook with more %s than any receiver asks for is refused',
  async (member) => {
    const pairs = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `n${at}`, value: `v${at}` }));
    const statusOf = async (count: number) =>
      (await enrich(app, { url: NOBODY, authorization: { [member]: pairs(count) } })).status;
    expect([await statusOf(500), await statusOf(501)]).toEqual([200, 400]);
  },
);

test('half a letter in what was imported does not keep its callback from being sent', () => {
  expect(urlWithQuery(NOBODY, [{ name: 'k', value: '\ud83d' }])).toBe(`${NOBODY}?k=%EF%BF%BD`);
});

test('with mtls the callback shows a client certificate, without it none', async () => {
  const { cert, key } = await ownCertificate();
  const { receiver, url } = await startReceiver(200, { cert, key });
  const trusting = await openSandbox({ callbackCa: cert });
  const send = (mtls: boolean) =>
    sendJson(trusting, CONTENT, { fileBase64, filePassword, webhook: { url, authorization: { mtls } } });
  await send(true);
  expect((await receiver.waitFor(1))[0]?.clientCertificate).toBe('document-processing-sandbox');
  await send(false);
  expect((await receiver.waitFor(2))[1]?.clientCertificate).toBeNull();
  // An enrichment has no mtls, and the scheme of an address may be written in any case.
  await enrich(trusting, { url: url.replace('https', 'HTTPS'), authorization: { mtls: true } });
  expect((await receiver.waitFor(3))[2]?.clientCertificate).toBeNull();
});

test('the certificate authority of callbacks comes to those that Node was given', async () => {
  const [one, other] = [await ownCertificate(), await ownCertificate({}, ['another'])];
  const folder = emptyFolder();
  const fileOf = ({ cert }: typeof one, name: string) => {
    writeFileSync(join(folder, name), cert);
    return join(folder, name);
  };
  const env = { SANDBOX_CALLBACK_CA: fileOf(one, 'one.pem'), NODE_EXTRA_CA_CERTS: fileOf(other, 'other.pem') };
  const { baseUrl, token } = await runSandbox({ env });
  for (const certificate of [one, other]) {
    const { receiver, url } = await startReceiver(200, certificate);
    const body = { query: 'pf', parameters: {}, webhook: { url } };
    await postJson(baseUrl + ENRICHMENT, body, { authorization: `Bearer ${token}` });
    await receiver.waitFor(1);
  }
});

describe('a callback can be made to go wrong', () => {
  test('it comes before the answer', async () => {
    const { receiver, url } = await startReceiver();
    const { result } = await start({ url }, 'before');
    expect(receiver.received.map(bodyOf)).toMatchObject([result]);
  });

  test('it comes later than those of other requests', async () => {
    const { receiver, url } = await startReceiver();
    const { result } = await enrich(app, { url }, 'delay=3000');
    await enrich(app, { url });
    const [, last] = await receiver.waitFor(2);
    expect(bodyOf(last as Received)).toMatchObject(result);
  });

  test('it comes several times, changed, cut off, with other secrets, as large as requested', async () => {
    const { receiver, url } = await startReceiver();
    const authorization = { headers: [{ name: 'x-ticket', value: 'abc' }] };
    const one = async (callback: string) => {
      const before = receiver.received.length;
      await start({ url, authorization }, callback);
      return (await receiver.waitFor(before + 1))[before] as Received;
    };
    expect((await one('wrong-secret')).headers['x-ticket']).toBe('abx');
    expect((await one('no-secret')).headers).not.toHaveProperty('x-ticket');
    const malformed = await one('malformed');
    expect(() => bodyOf(malformed)).toThrow();
    expect(bodyOf(await one('process-id=forged')).processId).toBe('forged');
    expect((await one('empty')).body).toBe('');
    const large = await one('oversized=3');
    expect(large.body.length).toBeGreaterThan(3 * 1024 * 1024);
    const [{ name, value }] = bodyOf(large).result[0].crops;
    expect([name, Buffer.from(value, 'base64').toString('base64') === value]).toEqual(['oversized', true]);
    const { value: little } = bodyOf(await one('oversized=0.3')).result[0].crops[0];
    expect([little.length, little.length % 4]).toEqual([Math.ceil(0.3 * 2 ** 18) * 4, 0]);
    const half = await one('malformed; oversized=3');
    expect([half.body, half.body.length]).toEqual([
      large.body.slice(0, half.body.length),
      Math.ceil(large.body.length / 2),
    ]);
    const count = receiver.received.length;
    await enrich(app, { url }, 'times=3');
    await receiver.waitFor(count + 3);
  });
});

test.each([
  ['', (to: string) => ({ url: to })],
  [
    ', also as the fallback of several addresses',
    (to: string, at: number) => ({ url: `http://127.0.0.1:${at < 30 ? 2 : 3}/`, fallbackUrl: to }),
  ],
])(
  'of very many callbacks at once to one receiver some wait for their turn, each comes once%s',
  async (_, webhookAt) => {
    const called: string[] = [];
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { url } = await serve(async (request, response) => {
      called.push(JSON.parse(await text(request)).processId);
      await released;
      response.end();
    });
    const answers = await Promise.all(Array.from({ length: 60 }, (_one, at) => enrich(app, webhookAt(url, at))));
    await until(() => called.length >= 49);
    // Others would come meanwhile.
    await inspect(app, 'processes');
    expect(called.length).toBeLessThanOrEqual(50);
    release();
    await until(() => called.length === 60);
    expect(called.toSorted()).toEqual(answers.map(({ result }) => result.processId).toSorted());
  },
);

test('a large callback that is sent very often is in memory once, and holds nobody; its first and last deliveries are listed', async () => {
  const started = await enrich(app, { url: NOBODY }, 'times=100; together; oversized=100');
  const ended = settled(started);
  expect(await turnsDuring(ended)).toBeGreaterThan(500);
  const { id } = await ended;
  const shown = async () => (await inspect(app, `console/requests/${started.requestId}`)).process;
  expect((await shown()).deliveries).toEqual(
    Array(100).fill(expect.objectContaining({ error: expect.stringMatching(/^ECONNREFUSED/) })),
  );
  await sendJson(app, `/_sandbox/processes/${id}/send`, { callback: 'times=50' });
  const process = await shown();
  expect([process.deliveries.length, process.deliveriesLeftOut]).toEqual([100, 0]);
  for (const list of ['processes', 'console/processes?limit=500']) {
    const { processes } = await inspect(app, list);
    const { deliveries, deliveriesLeftOut } = processes.find((one: Json) => one.id === id);
    expect([deliveries.length, deliveriesLeftOut]).toEqual([10, 90]);
    expect(deliveries.map(({ at }: Json) => at)).toEqual(
      [...process.deliveries.slice(0, 3), ...process.deliveries.slice(-7)].map(({ at }: Json) => at),
    );
  }
});

test('what an earlier run was to send to a receiver that has moved goes to its new address', async () => {
  const dataFolder = emptyFolder();
  const { receiver, url } = await startReceiver();
  const { origin, pathname } = new URL(url);
  const [old, similar] = ['http://127.0.0.1:4999', 'http://127.0.0.1:49998'];
  const first = await openSandbox({ dataFolder });
  const delayed = await enrich(first, { url: `${old}${pathname}?token=1` }, 'delay=60000');
  const toFallback = await enrich(first, { url: `${similar}/a`, fallbackUrl: `${old}${pathname}` }, 'delay=60000');
  const held = await enrich(first, { url: `${old}${pathname}` }, 'hold');
  await first.close();

  const movedReceiver = { from: ['http://localhost:4999', old], to: origin };
  const second = await openSandbox({ dataFolder, movedReceiver });
  await second.ready();
  await receiver.waitFor(2);
  await sendJson(second, `/_sandbox/processes/${held.result.processId}/send`, {});
  const received = await receiver.waitFor(3);
  expect(received.map((one) => bodyOf(one).processId).sort()).toEqual(
    [delayed, toFallback, held].map(({ result }) => result.processId).sort(),
  );
  expect(received.map(({ url: path }) => path)).toContain(`${pathname}?token=1`);
});

test('what is to go wrong with a callback does so also where its document is read by the next run', async () => {
  const of = { dataFolder: emptyFolder(), warm: false };
  const { url: fileUrl } = await serve(() => {});
  const first = await openSandbox(of);
  await sendJson(first, CONTENT, { fileUrl, webhook: { url: NOBODY } }, { 'x-sandbox-callback': 'hold' });
  await first.close();
  const second = await openSandbox({ ...of, downloadTimeoutMs: 10 });
  await second.ready();
  expect(await untilProcess(second, ['held', 'failed', 'finished'])).toMatchObject({ state: 'held', deliveries: [] });
});

test('a document whose reading was stopped on purpose is read by the next run, however often, and so are those that wait', async () => {
  const of = { dataFolder: emptyFolder(), warm: false };
  const { receiver, url } = await startReceiver();
  const { url: fileUrl } = await serve(() => {});
  for (let run = 1; run <= 5; run++) {
    const sandbox = await openSandbox(of);
    await sandbox.ready();
    if (run === 1) for (let at = 0; at < 40; at++) await sendJson(sandbox, CONTENT, { fileUrl, webhook: { url } });
    await until(async () => (await processesOf(sandbox)).some(({ state }) => state === 'running'));
    await sandbox.close();
  }
  const last = await openSandbox({ ...of, downloadTimeoutMs: 10 });
  await last.ready();
  const received = await receiver.waitFor(40);
  expect(received.map((one) => bodyOf(one).status.code)).toEqual(Array(40).fill('R101'));
});
