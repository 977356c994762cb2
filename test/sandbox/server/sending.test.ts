import { globSync } from 'node:fs';
import { type ServerResponse } from 'node:http';
import { type ServerOptions } from 'node:https';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { explain, mayPass } from '../../../sandbox/server/processes/deliveryFailures.ts';
import type { Delivery } from '../../../sandbox/server/processes/processStore.ts';
import { emptyFolder } from '../emptyFolder.ts';
import {
  ENRICHMENT,
  enrich,
  inspect,
  jsonAt,
  postJson,
  processesOf,
  refusalsIn,
  sendJson,
  untilProcess,
  type Json,
} from './client.ts';
import { bodyOf, ownCertificate, startReceiver, type Received } from './receiver.ts';
import { openSandbox, runSandbox, serve, until } from './surroundings.ts';

const app = await openSandbox();

const authorization = { headers: [{ name: 'x-ticket', value: 'abc' }] };
const startFor = async (url: string, callback?: string): Promise<string> =>
  (await enrich(app, { url, authorization }, callback)).result.processId;
const find = async (id: string) => (await processesOf(app)).find((process) => process.id === id);
const send = (id: string, callback?: string) =>
  sendJson(app, `/_sandbox/processes/${id}/send`, callback ? { callback } : {});

const untilIt = (id: string, ...states: string[]) => untilProcess(app, states, id);

test('callbacks that their receiver does not take, however large and many, hold up those to others', async () => {
  const small = await openSandbox({ memoryBytes: 16 * 2 ** 20, callbackTimeoutMs: 600_000 });
  let waiting = 0;
  const hung = await serve(() => void waiting++);
  for (let time = 0; time < 60; time++) await enrich(small, hung, time < 8 ? 'oversized=20' : undefined);
  await until(() => waiting >= 8);
  const { receiver, url } = await startReceiver();
  await enrich(small, { url }, 'oversized=20');
  await receiver.waitFor(1);
  expect(await processesOf(small)).toHaveLength(61);
});

test('a callback is held until it is released whole, and sent again as it was or broken; its history says so', async () => {
  const { receiver, url } = await startReceiver();
  const id = await startFor(url, 'hold');
  await untilIt(id, 'held');
  expect(receiver.received).toEqual([]);
  const steps = [{ what: 'accepted' }, { what: 'held' }, { what: 'released' }];
  expect((await send(id)).body.process).toMatchObject({ state: 'finished', steps });
  await send(id);
  await send(id, 'process-id=forged');
  const [first, second, broken] = receiver.received as [Received, Received, Received];
  expect([bodyOf(first).processId, first.headers['x-ticket']]).toEqual([id, 'abc']);
  expect([second.body, bodyOf(broken).processId]).toEqual([first.body, 'forged']);
  expect(await find(id)).toMatchObject({
    deliveries: [{}, {}, {}],
    steps: [...steps, { what: 'sentAgain', detail: null }, { what: 'sentAgain', detail: 'process-id=forged' }],
  });
  expect(await send('none')).toMatchObject({ status: 404, message: 'No such process: none' });
});

test('a callback that was released is no longer held, also while its receiver thinks, and is not sent twice meanwhile', async () => {
  const answers: (() => void)[] = [];
  const slow = await serve((_request, response) => void answers.push(() => response.end('taken')));
  const id = await startFor(slow.url, 'hold');
  await untilIt(id, 'held');
  const released = send(id, 'times=2');
  await untilIt(id, 'sending');
  expect((await send(id)).status).toBe(409);
  await until(() => answers.length === 1);
  answers[0]?.();
  await until(() => answers.length === 2);
  expect(await find(id)).toMatchObject({ state: 'sending', deliveries: [{ httpStatus: 200 }] });
  answers[1]?.();
  await released;
  expect(await find(id)).toMatchObject({ state: 'finished', deliveries: [{}, {}] });
});

test('a callback that was taken counts as taken, though the clock was set back meanwhile', async () => {
  let clock = Date.parse('2025-06-15T12:00:00Z');
  const other = await openSandbox({ now: () => clock });
  const statuses = [403, 200];
  const webhook = await serve((_request, response) => void response.writeHead(statuses.shift() ?? 500).end());
  await enrich(other, webhook);
  const shown = () => inspect(other, 'console/processes');
  await untilProcess(other, ['finished']);
  expect((await shown()).undelivered).toBe(1);
  clock -= 3_600_000;
  await sendJson(other, `/_sandbox/processes/${(await shown()).processes[0].id}/send`, {});
  expect(await shown()).toMatchObject({
    undelivered: 0,
    processes: [{ deliveries: [{ httpStatus: 403 }, { httpStatus: 200 }] }],
  });
});

test('the next callback can be held by arming it, and released broken, or by a request without a body', async () => {
  const { receiver, url } = await startReceiver();
  await sendJson(app, '/_sandbox/faults', { callback: 'hold', times: 2 });
  const [broken, whole] = [await startFor(url), await startFor(url)];
  await Promise.all([untilIt(broken, 'held'), untilIt(whole, 'held')]);
  await startFor(url);
  await receiver.waitFor(1);
  expect(receiver.received).toHaveLength(1);
  await send(broken, 'wrong-secret; malformed');
  const { headers, body } = receiver.received[1] as Received;
  expect(headers['x-ticket']).toBe('abx');
  expect(() => JSON.parse(body)).toThrow();
  const { statusCode } = await app.inject({ method: 'POST', url: `/_sandbox/processes/${whole}/send` });
  expect([statusCode, receiver.received.length]).toEqual([200, 3]);
});

describe('what has not ended', () => {
  const away = (response: ServerResponse) => void response.writeHead(503).end('Service Unavailable');

  test('makes no room for what comes later: all of many large results come once their receiver is back', async () => {
    const patient = await openSandbox({ callbackTimeoutMs: 600_000 });
    const [refused, taken] = [new Set<string>(), new Set<string>()];
    let isBack = false;
    const { url } = await serve(async (request, response) => {
      await text(request);
      (isBack ? taken : refused).add(request.url ?? '');
      if (isBack) response.end('taken');
      else away(response);
    });
    const parameters = { note: 'v'.repeat(4_000_000) };
    const all = Array.from({ length: 25 }, (_, at) => `/${at}`);
    for (const path of all) await enrich(patient, { url: url + path }, undefined, { parameters });
    await until(() => refused.size === all.length);
    isBack = true;
    await until(() => taken.size === all.length);
  });

  test.each([
    ['are held', { processes: 2, bytes: Infinity }, 'hold', 'held', /^2 processes/],
    ['are sent again', { processes: 2, bytes: Infinity }, undefined, 'finished', /^2 processes/],
    ['are large', { processes: 9, bytes: 50_000 }, undefined, 'finished', /^2 processes with 1 MB/],
  ])('lets no other begin where all its room is taken, and bills it not: those that %s', async (...how) => {
    const [, unfinished, callback, state, sentence] = how;
    const small = await openSandbox({ unfinished });
    let isBack = false;
    const receiver = await serve((_request, response) => (isBack ? void response.end('taken') : away(response)));
    const start = () => enrich(small, receiver, callback, { parameters: { note: 'v'.repeat(30_000) } });
    for (let time = 0; time < 2; time++) await untilProcess(small, [state], (await start()).result.processId);
    expect(await start()).toMatchObject({ status: 503, message: expect.stringMatching(sentence) });
    expect((await inspect(small, 'usage')).days).toMatchObject([{ requests: 2, billed: 2 }]);
    isBack = true;
    const [{ id }] = await processesOf(small);
    await sendJson(small, `/_sandbox/processes/${id}/send`, {});
    expect((await start()).status).toBe(200);
  });

  test('and is not taken for an hour is given up, and says so', async () => {
    const dataFolder = emptyFolder();
    const first = await openSandbox({ dataFolder });
    const { result } = await enrich(first, { url: 'http://127.0.0.1:2/' });
    const [delivery] = (await untilProcess(first, ['failed'], result.processId)).deliveries;
    await first.close();
    const [file] = globSync(join(dataFolder, '**', 'sandbox.sqlite')) as [string];
    const database = new DatabaseSync(file);
    const insert = database.prepare(`INSERT INTO delivery (processId, at, target, url, milliseconds, error)
      VALUES (?, 0, 'url', ?, 0, ?)`);
    for (let time = 1; time < 32; time++) insert.run(result.processId, delivery.url, delivery.error);
    database.close();
    const second = await openSandbox({ dataFolder });
    await until(async () => (await processesOf(second))[0].steps.at(-1).what === 'givenUp');
  });
});

describe('a callback that nobody takes', () => {
  type Answer = (response: ServerResponse) => void;
  const taken: Answer = (response) => void response.end('taken');
  const answer =
    (status: number, text: string): Answer =>
    (response) =>
      void response.writeHead(status).end(text);

  /** A receiver that answers the first callbacks so, and takes the others. */
  async function answering(...answers: Answer[]) {
    const received: string[] = [];
    const { url } = await serve(async (request, response) => {
      received.push(await text(request));
      (answers.shift() ?? taken)(response);
    });
    return { received, url: `${url}/webhook/x` };
  }
  async function untilTaken(id: string): Promise<Json> {
    await until(async () => (await find(id)).deliveries.at(-1)?.answer === 'taken');
    return find(id);
  }

  const away: [string, Answer[]][] = [
    ['closes the connection', [(response) => response.destroy()]],
    ['is n8n that starts', [answer(200, 'n8n is starting up. Please wait'), answer(404, 'Cannot POST /webhook/x')]],
    ['is n8n that stops', [answer(503, '{"message":"Server is shutting down"}')]],
    ['fails', [answer(500, '{"message":"Internal Server Error"}')]],
    ['is away behind a tunnel or a proxy', [408, 425, 507, 521, 530, 599].map((status) => answer(status, 'away'))],
  ];
  test.each(away)(
    'is repeated, with what it was broken by, when the receiver %s, until it is taken',
    async (_, answers) => {
      const expected = answers.length + 1;
      const { received, url } = await answering(...answers);
      const { state, deliveries } = await untilTaken(await startFor(url, 'process-id=forged'));
      expect([received.length, new Set(received).size, state]).toEqual([expected, 1, 'finished']);
      expect(received[0]).toContain('"processId":"forged"');
      expect(deliveries[0].explanation.remedy).toMatch(/repeats the callback for an hour/);
    },
  );

  test('is sent once where it was taken while the sandbox stood still, as on a computer that sleeps', async () => {
    const timeout = 1000;
    const sandbox = await runSandbox({ callbackTimeout: timeout / 1000 });
    const signal = (name: NodeJS.Signals) => process.kill(sandbox.pid as number, name);
    const { url } = await serve(async (request, response) => {
      await text(request);
      // It waits for an answer, and does nothing else.
      await sleep(timeout / 4);
      signal('SIGSTOP');
      response.end('taken', () => setTimeout(signal, 1.5 * timeout, 'SIGCONT'));
    });
    const body = { query: 'pf', parameters: {}, webhook: { url } };
    await postJson(sandbox.baseUrl + ENRICHMENT, body, { authorization: `Bearer ${sandbox.token}` });
    const [delivery] = await until(async () => {
      const { processes } = await jsonAt(`${sandbox.baseUrl}/_sandbox/processes`);
      return processes[0].deliveries.length > 0 && processes[0].deliveries;
    });
    expect(delivery).toMatchObject({ httpStatus: 200, answer: 'taken', error: null });
  });

  test('comes once more where its receiver takes longer than it is waited for, and not for an hour', async () => {
    const patient = await openSandbox({ callbackTimeoutMs: 500 });
    let called = 0;
    const { url } = await serve(async (request, response) => {
      called++;
      await text(request);
      await sleep(800);
      response.end('taken');
    });
    const { processId } = (await enrich(patient, { url })).result;
    const { deliveries } = await untilProcess(patient, ['finished'], processId);
    expect(deliveries).toMatchObject([{ error: expect.stringContaining('abort') }, { answer: 'taken' }]);
    expect(called).toBe(2);
  });

  test('is repeated though the clock is set by hours meanwhile', async () => {
    let clock = Date.parse('2025-06-15T12:00:00Z');
    const other = await openSandbox({ now: () => clock });
    const away = answer(503, 'Service Unavailable');
    const { received, url } = await answering(away, away);
    await enrich(other, { url });
    await until(() => received.length >= 1);
    clock += 2 * 3_600_000;
    await until(() => received.length === 3);
  });

  test('is not repeated when it was refused, or was sent again by hand', async () => {
    const refusals = [400, 401, 403, 409, 413].map((status) => answer(status, '{}'));
    const refused = await answering(...refusals);
    for (const _ of refusals) await startFor(refused.url);
    const byHand = await answering(answer(503, 'Service Unavailable'));
    const sent = await startFor(byHand.url);
    await untilIt(sent, 'finished');
    await send(sent);
    const before = byHand.received.length;
    // When this one is repeated, the others would have been.
    const repeated = await answering(answer(503, 'Service Unavailable'));
    await untilTaken(await startFor(repeated.url));
    expect([refused.received.length, byHand.received.length]).toEqual([refusals.length, before]);
  });
});

describe('a callback that was not taken is explained', () => {
  const explanationOf = async (url: string, by = app) => {
    const { processId } = (await enrich(by, { url })).result;
    return (await untilProcess(by, ['finished', 'failed'], processId)).deliveries[0].explanation;
  };
  /** By one that answers as n8n does. */
  const causeOf = async (status: number, answer: string) => {
    const { url } = await serve((_request, response) => void response.writeHead(status).end(answer));
    return explanationOf(url);
  };

  const ANSWERS = `
    403 The token of this callback is not valid → Wrong secret
    401 This callback has no token → had no token
    404 The requested webhook "POST x" is not registered. Unlike test URL calls, production URL calls are not shown → not published
    404 The requested webhook is not registered. Click the 'Execute workflow' button on the canvas → test URL
    404 This webhook is not registered for POST requests → takes no POST
    404 Cannot POST /x → Wrong address
    405 Method Not Allowed → Wrong address
    400 The plain HTTP request was sent to HTTPS port → speaks https
    409 The execution "7" is running already. → Too early
    409 The execution "7" has finished already. → finished already
    200 n8n is starting up. Please wait → n8n was starting
    502 The request was blocked because it resolves to a restricted IP address → guards its network
    502 Bad Gateway → cannot answer now
    301 → another address
    413 → larger than
    418 teapot → HTTP 418`;
  test.each(refusalsIn(ANSWERS))('%s → %s', async (answered, cause) => {
    const [, status, answer = ''] = /^(\d+) ?(.*)$/.exec(answered) ?? [];
    expect((await causeOf(Number(status), answer)).cause).toContain(cause);
  });

  test('nobody there, and a name that nobody has', async () => {
    expect((await explanationOf('http://127.0.0.1:2/x')).cause).toBe('Nobody listens at this address.');
    expect((await explanationOf('http://n8n.invalid/x')).cause).toBe(
      'No machine of the name n8n.invalid is known here.',
    );
  });

  test.each(['EMFILE', 'ENFILE', 'ENOBUFS', 'EADDRNOTAVAIL'])('no room here for another connection: %s', (error) => {
    const failed = { target: 'url', url: 'http://n8n.test/', httpStatus: null, answer: null, error } as Delivery;
    expect(explain(failed)?.cause).toBe('This machine has no room for another connection now.');
    expect(mayPass(failed)).toBe(true);
  });

  test('no answer in time, and http where https was asked for', async () => {
    const impatient = await openSandbox({ callbackTimeoutMs: 500 });
    const { url } = await serve(() => {});
    expect((await explanationOf(url, impatient)).cause).toBe('No answer came in time.');
    const plain = await serve((_request, response) => void response.end());
    expect((await explanationOf(plain.url.replace('http', 'https'))).cause).toMatch(/what listens there speaks http/);
  });

  const DEMANDING: ServerOptions = { requestCert: true, rejectUnauthorized: true };
  const expired = { notBeforeDate: new Date('2020-01-01'), notAfterDate: new Date('2021-01-01') };
  test.each<[string, ServerOptions, object, RegExp]>([
    ['wants a certificate of the caller', DEMANDING, {}, /wants a certificate/],
    ['wants one by TLS 1.2', { ...DEMANDING, maxVersion: 'TLSv1.2' }, {}, /wants a certificate/],
    ['speaks an old TLS only', { minVersion: 'TLSv1', maxVersion: 'TLSv1.1' }, {}, /another version/],
    ['has a certificate of yesteryear', {}, expired, /has expired/],
  ])('a receiver that %s', async (_what, options, dates, cause) => {
    const { cert, key } = await ownCertificate(dates);
    const { url } = await startReceiver(200, { cert, key, ...options });
    const trusting = await openSandbox({ callbackCa: cert });
    expect((await explanationOf(url, trusting)).cause).toMatch(cause);
  });

  test('of a certificate for thousands of names, which the reason lists, only the beginning is kept', async () => {
    const names = Array.from({ length: 2000 }, (_, at) => `receiver-${at}.example`);
    const { cert, key } = await ownCertificate({}, names);
    const { url } = await startReceiver(200, { cert, key });
    const trusting = await openSandbox({ callbackCa: cert });
    await enrich(trusting, { url: url.replace('127.0.0.1', 'localhost') });
    const { error, explanation } = await until(async () => (await processesOf(trusting))[0].deliveries[0]);
    expect([error.length, explanation.cause]).toEqual([2048, expect.stringContaining('another name')]);
  });

  test('what was taken has no explanation', async () => {
    expect(await causeOf(200, 'Workflow was started')).toBeNull();
  });
});
