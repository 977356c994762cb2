import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { emptyFolder } from '../emptyFolder.ts';
import { turnsDuring } from '../turnsDuring.ts';
import {
  ADDRESSES,
  AUTHORIZED,
  CONTENT,
  ENRICHMENT,
  INVOICE,
  SIGN_IN,
  encoded,
  jsonAt,
  postJson,
  sample,
  sendJson,
  type Json,
} from './client.ts';
import { startReceiver } from './receiver.ts';
import { listen, openSandbox, runSandbox, serve, until } from './surroundings.ts';

const { app, url: base } = await listen({ networks: false, warm: false });
const FORM = { 'content-type': 'multipart/form-data; boundary=b' };

const untilIdle = (of: string) => until(async () => (await jsonAt(`${of}/_sandbox/stats`)).inFlight === 0);

test('long texts of addresses let others in, after each', async () => {
  const contents = Array.from({ length: 40 }, () => ({ address: 'Rua das Flores '.repeat(1000) }));
  const parsed = app.inject({ method: 'POST', url: ADDRESSES, headers: AUTHORIZED, payload: { contents } });
  expect(await turnsDuring(parsed)).toBeGreaterThan(30);
  expect((await parsed).statusCode).toBe(200);
});

describe('a sandbox with little memory', () => {
  const text = (bytes: number) => 'v'.repeat(bytes);
  const form = (parts: number, bytes: number) =>
    `${Array.from(
      { length: parts },
      (_, at) => `--b\r\ncontent-disposition: form-data; name="part-${at}"\r\n\r\n${text(bytes)}\r\n`,
    ).join('')}--b--\r\n`;
  const FLOODS: [string, string, string, string][] = [
    ['forms of many texts', CONTENT, FORM['content-type'], form(1900, 5000)],
    ['forms of long texts', CONTENT, FORM['content-type'], form(9, 1_000_000)],
    ['long JSON', ADDRESSES, 'application/json', JSON.stringify({ contents: [{ text: text(7_000_000) }] })],
    ['JSON of many members', ADDRESSES, 'application/json', `{"contents":[],"others":[${'{},'.repeat(50_000)}{}]}`],
  ];
  /** So often eight of each: more than its memory in all. */
  const ROUNDS = 2;
  let address: string;
  const run = (...options: string[]) =>
    runSandbox({
      ...{ token: 'sandbox-token', callbackTimeout: 600, options },
      ...{ node: ['--max-old-space-size=160'], env: { SANDBOX_MEMORY_MB: '32' } },
    });
  const start = async (...options: string[]) => (await run(...options)).baseUrl;
  beforeAll(async () => void (address = await start()));
  const statusOf = async (url: string, body: string, type = 'application/json') => {
    const response = await postJson(url, body, { 'content-type': type });
    await response.text();
    return response.status;
  };
  test.each(FLOODS)('survives %s, of which it answers some and refuses the others', async (_kind, path, type, body) => {
    const post = () => statusOf(address + path, body, type);
    const statuses: number[] = [];
    for (let round = 0; round < ROUNDS; round++)
      statuses.push(...(await Promise.all(Array.from({ length: 8 }, () => post()))));
    expect(statuses.filter((status) => ![200, 400, 503].includes(status))).toEqual([]);
    expect(await post()).not.toBe(503);
    const { requests } = await jsonAt(`${address}/_sandbox/requests`);
    expect(requests.at(-1)).toMatchObject({ path, sent: expect.arrayContaining([expect.any(String)]) });
    expect(JSON.stringify(requests).length).toBeLessThan(32 * 1024 * 1024);
  });

  test.each([
    ['sign-ins', SIGN_IN, '{"username":"u","password":"p","more":[LISTS]}'],
    ['enrichments', ENRICHMENT, '{"query":"pf","parameters":{"more":[LISTS]},"webhook":{"url":"http://127.0.0.1:9/"}}'],
  ])('survives lists in lists of %s that wait', async (_kind, path, body) => {
    const own = await start();
    const post = async (lists: number) => {
      const nested = Array(lists).fill('['.repeat(900) + ']'.repeat(900));
      const sent = await postJson(own + path, body.replace('LISTS', nested.join()), {
        'x-sandbox-fault': 'delay=2000',
      });
      return sent.status;
    };
    const statuses = await Promise.all(Array.from({ length: 40 }, (_, at) => post(at < 38 ? 150 : 3500)));
    expect(statuses.filter((status) => ![200, 401, 413, 503].includes(status))).toEqual([]);
    expect((await fetch(`${own}/healthz`)).status).toBe(200);
  });

  test('survives faults with keys as long as a header, each another one', async () => {
    const faults = join(import.meta.dirname, '../../../sandbox/server/faults.ts');
    const take = `faults.take('/', 'rate-limit=5; key=' + at + 'v'.repeat(14_000), undefined)`;
    const script = `import { Faults } from ${JSON.stringify(faults)}; const faults = new Faults();
      for (let at = 0; at < 9000; at++) ${take};`;
    const args = ['--max-old-space-size=60', '--no-warnings', '--input-type=module', '--eval', script];
    const [code] = await once(spawn(process.execPath, args), 'exit');
    expect(code).toBe(0);
  });

  test('keeps the rows of requests whose texts have made room, and says so', async () => {
    const { requests } = await jsonAt(`${address}/_sandbox/requests`);
    expect(requests).toHaveLength(FLOODS.length * (8 * ROUNDS + 1));
    expect(requests.map(({ json }: Json) => json)).toContainEqual(expect.stringContaining('no longer kept'));
  });

  test('forgets rows, too, before it refuses a request', async () => {
    const small = await openSandbox({ memoryBytes: 2 ** 20 });
    for (let time = 0; time < 60; time++) {
      const answer = await sendJson(small, ADDRESSES, { contents: [] }, { 'x-long': text(15_000) });
      expect(answer.status).toBe(200);
    }
  });

  test('has memory for the addresses that it answers, or refuses the request', async () => {
    const small = await openSandbox({ memoryBytes: 2 ** 20 });
    const statusOf = async (count: number) => {
      const contents = Array(count).fill({ text: 'Rua das Flores 12, São Paulo, SP, 01001-000' });
      return (await sendJson(small, ADDRESSES, { contents })).status;
    };
    expect([await statusOf(100), await statusOf(1000), await statusOf(100)]).toEqual([200, 503, 200]);
  });

  test('survives texts whose end never comes', async () => {
    const own = await start();
    const init = { method: 'POST', headers: { ...AUTHORIZED, ...FORM } };
    const clients = Array.from({ length: 250 }, () => request(own + CONTENT, init));
    const outcomes = clients.map(
      (client) =>
        new Promise<unknown>((resolve) => {
          client.on('response', ({ statusCode }) => resolve(statusCode)).on('error', resolve);
          client.write(form(1, 1_000_000).slice(0, -10), () => resolve('sent'));
        }),
    );
    for (const outcome of await Promise.all(outcomes)) expect(['sent', 503]).toContain(outcome);
    for (const client of clients) client.destroy();
    await untilIdle(own);
    expect(await statusOf(own + CONTENT, form(9, 1_000_000), FORM['content-type'])).toBe(400);
  });

  test('survives a receiver that answers none of many large results, and sends each', async () => {
    const own = await start();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    let received = 0;
    const receiver = await serve(async (incoming, response) => {
      await once(incoming.resume(), 'end');
      received++;
      await released;
      response.end();
    });
    const webhook = { url: receiver.url };
    const body = JSON.stringify({ query: 'pf', parameters: { note: text(4_000_000) }, webhook });
    for (let at = 0; at < 30; at++) expect(await statusOf(`${own}${ENRICHMENT}`, body)).toBe(200);
    release();
    await until(() => received === 30);
  });

  test('survives long extractions that wait for their turn, and so does the next run', async () => {
    const data = ['--data', emptyFolder()];
    const first = await run(...data);
    // Nobody answers there.
    const { url } = await serve(() => {});
    const body = JSON.stringify({ fileUrl: url, tags: [text(6_000_000)], webhook: { url } });
    for (let at = 0; at < 30; at++) expect(await statusOf(first.baseUrl + CONTENT, body)).toBe(201);
    await first.stop('SIGKILL');
    expect(await jsonAt(`${await start(...data)}/healthz`)).toMatchObject({ alive: true });
  });

  /** A folder with recordings, of which something may be another. */
  async function recorded(recordings: Json[]): Promise<string> {
    const folder = emptyFolder();
    const request = { method: 'POST', kind: 'json', isSignIn: false, fingerprint: null };
    const answer = { status: 200, headers: {}, body: { result: { processId: '1' } } };
    for (const [at, { callbacks = [], ...more }] of recordings.entries()) {
      const recording = { values: 'kept', request: { ...request, ...more }, answer, callbacks };
      await writeFile(join(folder, `${String(at + 1).padStart(4, '0')}-a.json`), JSON.stringify(recording));
    }
    return folder;
  }
  const streets = (count: number) =>
    Array.from({ length: count }, (_, at) => {
      const contents = [{ text: `Street ${at + 1}` }];
      return { path: ADDRESSES, parameters: { contents } };
    });

  test('survives a long request that is none of many recordings, and answers others while it compares', async () => {
    const own = await start('--replay', await recorded(streets(300)));
    const body = JSON.stringify({ contents: Array.from({ length: 20_000 }, (_, at) => ({ text: `Road ${at}` })) });
    let isAnswered = false;
    const answering = postJson(own + ADDRESSES, body).finally(() => (isAnswered = true));
    let others = 0;
    while (!isAnswered) {
      expect((await fetch(`${own}/healthz`)).status).toBe(200);
      others++;
    }
    const answer = await answering;
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain(
      'which differs in contents[0].text (recorded: \\"Street 1\\", sent: \\"Road 0\\")',
    );
    expect(others).toBeGreaterThan(5);
  });

  test.each([
    ['many values', `{"contents":[${'1,'.repeat(190_000)}1]}`],
    ['a long name before many values', `{"${text(20_000)}":[${'1,'.repeat(50_000)}1]}`],
  ])('has memory for the places of %s, or refuses the request', async (_kind, body) => {
    const own = await start('--replay', await recorded(streets(1)));
    const statuses = await Promise.all(Array.from({ length: 12 }, () => statusOf(own + ADDRESSES, body)));
    expect(statuses.filter((status) => status !== 404 && status !== 503)).toEqual([]);
    expect((await fetch(`${own}/healthz`)).status).toBe(200);
  });

  test('survives recorded callbacks that are sent later', async () => {
    const parameters = { query: 'pf', parameters: {}, webhook: 'HIDDEN' };
    const callbacks = ['v', 'w'].map((note) => ({ body: { processId: '1', note: note.repeat(3e6) } }));
    const own = await start('--replay', await recorded([{ path: ENRICHMENT, parameters, callbacks }]));
    const { receiver, url } = await startReceiver();
    const body = { ...parameters, webhook: { url } };
    const send = async (callback: string) =>
      (await postJson(`${own}${ENRICHMENT}`, body, { 'x-sandbox-callback': callback })).status;
    for (let at = 0; at < 50; at++) expect(await send('delay=600000')).toBe(200);
    expect(await send('delay=1')).toBe(200);
    const bodies = (await receiver.waitFor(2)).map(({ body }) => body);
    expect(bodies).toEqual([expect.stringContaining('"note":"vvv'), expect.stringContaining('"note":"www')]);
  });

  const STARTS = 70;
  test('records starts with large answers, and their callbacks are passed on and written', async () => {
    const called: string[] = [];
    const account = await serve(async (incoming, response) => {
      called.push(/http:[^"]*_sandbox\/callbacks\/[\w-]+/.exec(await textOf(incoming))?.[0] ?? '');
      response.writeHead(201, { 'content-type': 'application/json' });
      response.end(
        `{"requestId":"request-${called.length}","result":{"processId":"${called.length}"},"more":"${text(2_000_000)}"}`,
      );
    });
    const { receiver, url } = await startReceiver();
    const recordings = join(emptyFolder(), 'recordings');
    const recorder = await start('--upstream', account.url, '--record', recordings);
    const enrichment = { query: 'pf', parameters: {}, webhook: { url } };
    for (let at = 0; at < STARTS; at++) {
      const answer = await postJson(`${recorder}${ENRICHMENT}`, enrichment);
      expect([answer.status, (await answer.text()).length > 2_000_000]).toEqual([201, true]);
    }
    for (const address of [called[0], called.at(-1)]) expect(await statusOf(address as string, '{"data":1}')).toBe(200);
    await receiver.waitFor(2);
    const names = (await readdir(recordings)).filter((name) => name.endsWith('.json')).sort();
    const callbacksIn = async (name: string) => JSON.parse(await readFile(join(recordings, name), 'utf8')).callbacks;
    for (const name of [names[0], names[STARTS - 1]] as string[])
      await until(async () => (await callbacksIn(name)).length === 1);
  });
});

/** An invoice with a long comment, which comes back with what is read. */
async function longInvoice(): Promise<Buffer> {
  const invoice = await sample('service-invoice.pdf');
  const end = invoice.toString('latin1').slice(invoice.lastIndexOf('startxref'));
  return Buffer.concat([invoice, Buffer.from(`\n%${'x'.repeat(15_000_000)}\n${end}`)]);
}

test('an answer takes memory until it is sent, and who takes nothing of it is disconnected', async () => {
  const { payload, headers } = await encoded({ file: await longInvoice() });
  const startOf = async (address: string) => {
    const init = { method: 'POST', headers: { ...AUTHORIZED, ...headers } };
    const client = request(address + INVOICE, init).end(payload);
    const [response] = (await once(client, 'response')) as [IncomingMessage];
    return response.on('error', () => undefined);
  };
  const { url: address } = await listen({ networks: false, memoryBytes: 120 * 2 ** 20 });
  const first = await startOf(address);
  const second = await startOf(address);
  expect([first.statusCode, second.resume().statusCode]).toEqual([200, 503]);
  first.destroy();
  await untilIdle(address);
  expect((await startOf(address)).resume().statusCode).toBe(200);
  const usage = await jsonAt(`${address}/_sandbox/usage`);
  expect(usage.days).toMatchObject([{ requests: 2 }]);
  const { url: other } = await listen({ networks: false, answerTimeoutMs: 300 });
  expect((await startOf(other)).statusCode).toBe(200);
  await untilIdle(other);
});

test('a body that never ends is closed', async () => {
  const { url: address } = await listen({ networks: false, warm: false, requestTimeoutMs: 300 });
  const sent = request(address + CONTENT, { method: 'POST', headers: { ...AUTHORIZED, ...FORM } });
  const dripping = setInterval(() => sent.write('x'), 20);
  const ended = new Promise<string>((resolve) => {
    sent.on('response', ({ statusCode }) => resolve(`HTTP ${statusCode}`));
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
  });
  expect(await ended).toMatch(/^HTTP 408$|^ECONNRESET$|^EPIPE$/);
  clearInterval(dripping);
});

test('one text of more than 100,000 characters is no address', async () => {
  const contents = [{ text: 'Rua A, 1' }, { text: 'Rua das Flores, 123, São Paulo - SP\n'.repeat(250_000) }];
  expect(await sendJson(app, ADDRESSES, { contents })).toMatchObject({ status: 400, code: 'R101' });
});

test('an upload that is rejected early is answered, though its client asked to close the connection', async () => {
  const statusOf = async () => {
    const headers = { connection: 'close', 'content-type': 'application/json', 'content-length': 6_553_600 };
    // What fails once the answer has come harms nothing.
    const sent = request(base + CONTENT, { method: 'POST', headers }).on('error', () => undefined);
    Readable.from(Array.from({ length: 100 }, () => Buffer.alloc(65_536, 65))).pipe(sent);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return response.resume().statusCode;
  };
  for (let round = 0; round < 8; round++)
    expect(await Promise.all([statusOf(), statusOf(), statusOf()])).toEqual([401, 401, 401]);
});
