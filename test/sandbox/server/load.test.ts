import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { emptyFolder } from '../emptyFolder.ts';
import { AUTHORIZED, jsonAt, postJson, sample, sendJson, type Json } from './client.ts';
import { startReceiver } from './receiver.ts';
import { openSandbox, runSandbox, serve, until } from './surroundings.ts';

const PATH = '/process-image/content-extraction';
const REQUESTS = 64;

const folder = emptyFolder();
const app = await openSandbox({
  temporaryFolder: folder,
  networks: false,
  warm: false,
  kept: { documents: 0, documentBytes: 0 },
});
const base = await app.listen({ port: 0, host: '127.0.0.1' });
const upload = new FormData();
upload.append('file', new Blob([new Uint8Array(await sample('service-invoice.pdf'))]), 'invoice.pdf');
const encoded = new Response(upload);
const contentType = encoded.headers.get('content-type') ?? '';
const body = Buffer.from(await encoded.arrayBuffer());

/** Sends a part of the body; the status of the answer, or null if the client vanished before it. */
function send(share: number): { request: ClientRequest; status: Promise<number | null> } {
  const headers = { ...AUTHORIZED, 'content-type': contentType, 'content-length': body.length };
  const sent = request(base + PATH, { method: 'POST', headers });
  const status = new Promise<number | null>((resolve) => {
    sent.on('response', (response) => response.resume().on('end', () => resolve(response.statusCode ?? null)));
    sent.on('error', () => resolve(null));
  });
  if (share === 1) sent.end(body);
  else sent.write(body.subarray(0, Math.floor(share * body.length)));
  return { request: sent, status };
}

const untilIdle = (of: string) => until(async () => (await jsonAt(`${of}/_sandbox/stats`)).inFlight === 0);

/** The files in the temporary folder. */
async function files(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

describe('many requests at once', () => {
  test('get no 500 and leave no file behind, though half of the clients vanish', async () => {
    const before = (await files()).length;
    // A quarter vanishes in the middle of its upload, a quarter while it waits for its answer.
    const clients = Array.from({ length: REQUESTS }, (_, at) => ({
      ...send(at % 4 === 0 ? 0.5 : 1),
      vanishes: at % 2 === 0,
    }));
    // Until uploads are on disk.
    await until(async () => (await files()).length !== before);
    for (const client of clients) if (client.vanishes) client.request.destroy();
    const statuses = await Promise.all(clients.map(({ status }) => status));
    const stayed = statuses.filter((_, at) => !clients[at]?.vanishes);
    expect(stayed).toHaveLength(REQUESTS / 2);
    expect(stayed.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(stayed).toContain(200);
    await untilIdle(base);
    // A file is deleted a moment after its request has ended.
    await until(async () => (await files()).length <= before);
    expect(await files()).toHaveLength(before);
    const log = await jsonAt(`${base}/_sandbox/requests`);
    expect(JSON.stringify(log)).not.toMatch(/"status(Code)?":500/);
  });
});

describe('a sandbox with little memory', () => {
  const PARSING = '/process-text/multi-address-parsing';
  const text = (bytes: number) => 'v'.repeat(bytes);
  const form = (parts: number, bytes: number) =>
    `${Array.from(
      { length: parts },
      (_, at) => `--b\r\ncontent-disposition: form-data; name="part-${at}"\r\n\r\n${text(bytes)}\r\n`,
    ).join('')}--b--\r\n`;
  const FLOODS: [string, string, string, string][] = [
    ['forms of many texts', PATH, 'multipart/form-data; boundary=b', form(1900, 5000)],
    ['forms of long texts', PATH, 'multipart/form-data; boundary=b', form(9, 1_000_000)],
    ['long JSON', PARSING, 'application/json', JSON.stringify({ contents: [{ text: text(7_000_000) }] })],
    ['JSON of many members', PARSING, 'application/json', `{"contents":[],"others":[${'{},'.repeat(50_000)}{}]}`],
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
    ['sign-ins', '/user/authenticate', '{"username":"u","password":"p","more":[LISTS]}'],
    [
      'enrichments',
      '/big-data/enrichment/async',
      '{"query":"pf","parameters":{"more":[LISTS]},"webhook":{"url":"http://127.0.0.1:9/"}}',
    ],
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
    expect(requests).toHaveLength(4 * (8 * ROUNDS + 1));
    expect(requests.map(({ json }: Json) => json)).toContainEqual(expect.stringContaining('no longer kept'));
  });

  test('forgets rows, too, before it refuses a request', async () => {
    const app = await openSandbox({ memoryBytes: 2 ** 20 });
    const statuses = new Set<number>();
    for (let time = 0; time < 60; time++)
      statuses.add((await sendJson(app, PARSING, { contents: [] }, { 'x-long': text(15_000) })).status);
    expect([...statuses]).toEqual([200]);
  });

  test('has memory for the addresses that it answers, or refuses the request', async () => {
    const app = await openSandbox({ memoryBytes: 2 ** 20 });
    const statusOf = async (count: number) => {
      const contents = Array.from({ length: count }, () => ({ text: 'Rua das Flores 12, São Paulo, SP, 01001-000' }));
      const headers = { ...AUTHORIZED, 'content-type': 'application/json' };
      return (await app.inject({ method: 'POST', url: PARSING, headers, payload: { contents } })).statusCode;
    };
    expect([await statusOf(100), await statusOf(1000), await statusOf(100)]).toEqual([200, 503, 200]);
  });

  test('survives texts whose end never comes', async () => {
    const own = await start();
    const headers = { ...AUTHORIZED, 'content-type': 'multipart/form-data; boundary=b' };
    const clients = Array.from({ length: 250 }, () => request(own + PATH, { method: 'POST', headers }));
    const statuses = await Promise.all(
      clients.map(
        (client) =>
          new Promise<number | undefined>((resolve) => {
            client.on('response', ({ statusCode }) => resolve(statusCode)).on('error', () => resolve(undefined));
            client.write(form(1, 1_000_000).slice(0, -10), () => resolve(0));
          }),
      ),
    );
    expect(statuses.filter((status) => status !== 0 && status !== 503)).toEqual([]);
    for (const client of clients) client.destroy();
    await untilIdle(own);
    expect(await statusOf(own + PATH, form(9, 1_000_000), headers['content-type'])).toBe(400);
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
    for (let at = 0; at < 30; at++) expect(await statusOf(`${own}/big-data/enrichment/async`, body)).toBe(200);
    release();
    await until(() => received === 30);
  });

  test('survives long extractions that wait for their turn, and so does the next run', async () => {
    const data = ['--data', emptyFolder()];
    const first = await run(...data);
    // Nobody answers there.
    const { url } = await serve(() => {});
    const body = JSON.stringify({ fileUrl: url, tags: [text(6_000_000)], webhook: { url } });
    for (let at = 0; at < 30; at++) expect(await statusOf(first.baseUrl + PATH, body)).toBe(201);
    await first.stop('SIGKILL');
    expect(await jsonAt(`${await start(...data)}/healthz`)).toMatchObject({ alive: true });
  });

  async function recorded(count: number): Promise<string> {
    const folder = emptyFolder();
    const request = { method: 'POST', path: PARSING, kind: 'json', isSignIn: false, fingerprint: null };
    for (let number = 1; number <= count; number++) {
      const parameters = { contents: [{ text: `Street ${number}` }] };
      const answer = { status: 200, headers: {}, body: {} };
      const recording = { values: 'kept', request: { ...request, parameters }, answer, callbacks: [] };
      await writeFile(join(folder, `${String(number).padStart(4, '0')}-a.json`), JSON.stringify(recording));
    }
    return folder;
  }

  test('survives a long request that is none of many recordings, and answers others while it compares', async () => {
    const own = await start('--replay', await recorded(300));
    const body = JSON.stringify({ contents: Array.from({ length: 20_000 }, (_, at) => ({ text: `Road ${at}` })) });
    let isAnswered = false;
    const answering = postJson(own + PARSING, body).finally(() => (isAnswered = true));
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
    ['many names around many values', `${'{"a":'.repeat(900)}[${'1,'.repeat(190_000)}1]${'}'.repeat(900)}`],
  ])('has memory for the places of %s, or refuses the request', async (_kind, body) => {
    const own = await start('--replay', await recorded(1));
    const statuses = await Promise.all(Array.from({ length: 12 }, () => statusOf(own + PARSING, body)));
    expect(statuses.filter((status) => status !== 404 && status !== 503)).toEqual([]);
    expect((await fetch(`${own}/healthz`)).status).toBe(200);
  });

  test('survives recorded callbacks that are sent later', async () => {
    const replayed = emptyFolder();
    const parameters = { query: 'pf', parameters: {}, webhook: 'HIDDEN' };
    const recording = {
      ...{
        values: 'kept',
        callbacks: ['v', 'w'].map((note) => ({ body: { processId: '1', note: note.repeat(3e6) } })),
      },
      request: { method: 'POST', path: '/big-data/enrichment/async', kind: 'json', isSignIn: false, parameters },
      answer: { status: 200, headers: {}, body: { result: { processId: '1' } } },
    };
    await writeFile(join(replayed, '0001-a.json'), JSON.stringify(recording));
    const own = await start('--replay', replayed);
    const { receiver, url } = await startReceiver();
    const body = { ...parameters, webhook: { url } };
    const send = async (callback: string) =>
      (await postJson(`${own}/big-data/enrichment/async`, body, { 'x-sandbox-callback': callback })).status;
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
    const recordings = join(folder, 'recordings');
    const recorder = await start('--upstream', account.url, '--record', recordings);
    const enrichment = { query: 'pf', parameters: {}, webhook: { url } };
    for (let at = 0; at < STARTS; at++) {
      const answer = await postJson(`${recorder}/big-data/enrichment/async`, enrichment);
      expect([answer.status, (await answer.text()).length > 2_000_000]).toEqual([201, true]);
    }
    for (const address of [called[0], called.at(-1)]) expect(await statusOf(address as string, '{"data":1}')).toBe(200);
    await receiver.waitFor(2);
    const names = (await readdir(recordings)).filter((name) => name.endsWith('.json')).sort();
    for (const name of [names[0], names[STARTS - 1]])
      expect(JSON.parse(await readFile(join(recordings, name as string), 'utf8')).callbacks).toHaveLength(1);
  });
});

test('a body that never ends is closed', async () => {
  const patient = await openSandbox({ networks: false, warm: false, requestTimeoutMs: 300 });
  const address = await patient.listen({ port: 0, host: '127.0.0.1' });
  const sent = request(address + PATH, { method: 'POST', headers: { ...AUTHORIZED, 'content-type': contentType } });
  const dripping = setInterval(() => sent.write('x'), 20);
  const ended = new Promise<string>((resolve) => {
    sent.on('response', ({ statusCode }) => resolve(`HTTP ${statusCode}`));
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
  });
  sent.write(body.subarray(0, 100));
  expect(await ended).toMatch(/^HTTP 408$|^ECONNRESET$|^EPIPE$/);
  clearInterval(dripping);
});

test('one text of more than 100,000 characters is no address', async () => {
  const contents = [{ text: 'Rua A, 1' }, { text: 'Rua das Flores, 123, São Paulo - SP\n'.repeat(250_000) }];
  const { status, body } = await sendJson(app, '/process-text/multi-address-parsing', { contents });
  expect([status, body.status]).toMatchObject([400, { code: 'R101', message: expect.any(String) }]);
});

test('an upload that is rejected early is answered, though its client asked to close the connection', async () => {
  const statusOf = async () => {
    const headers = { connection: 'close', 'content-type': 'application/json', 'content-length': 6_553_600 };
    // What fails once the answer has come harms nothing.
    const sent = request(base + PATH, { method: 'POST', headers }).on('error', () => undefined);
    Readable.from(Array.from({ length: 100 }, () => Buffer.alloc(65_536, 65))).pipe(sent);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return response.resume().statusCode;
  };
  for (let round = 0; round < 8; round++)
    expect(await Promise.all([statusOf(), statusOf(), statusOf()])).toEqual([401, 401, 401]);
});
