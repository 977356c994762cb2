import { request as requestHttp } from 'node:http';
import { connect } from 'node:net';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { Faults } from '../../../sandbox/server/faults.ts';
import { AUTHORIZED, jsonAt, postJson, sample, sendForm, sendJson, type Json } from './client.ts';
import { openSandbox, until } from './surroundings.ts';

const VIO = '/process-image/vio-extraction';
const app = await openSandbox({ queueLength: 2 });
const base = await app.listen({ port: 0, host: '127.0.0.1' });

beforeEach(async () => {
  for (const path of ['faults', 'requests', 'stats']) await fetch(`${base}/_sandbox/${path}`, { method: 'DELETE' });
});

const send = (fault?: string, path = VIO, headers = {}) =>
  postJson(base + path, { qrCodeField: 'x' }, { ...(fault && { 'x-sandbox-fault': fault }), ...headers });
const arm = (fault: object) => postJson(`${base}/_sandbox/faults`, fault);
const read = (path: string) => jsonAt(`${base}/_sandbox/${path}`);

const untilInFlight = (count: number) => until(async () => (await read('stats')).inFlight === count);

describe('a header asks for a failure', () => {
  test.each<[string, number, string]>([
    ['status=503; retry-after=2', 503, '503'],
    ['status=429; early', 429, '429'],
    ['code=E100', 500, 'E100'],
    ['code=R130', 400, 'R130'],
    ['code=constructor', 500, 'constructor'],
    ['status=401', 401, 'R117'],
    ['failing-envelope', 200, 'E100'],
    ['failing-envelope; code=R101', 200, 'R101'],
  ])('%s', async (fault, status, code) => {
    const response = await send(fault);
    const body = (await response.json()) as { status: { code: string } };
    expect([response.status, body.status.code]).toEqual([status, code]);
    if (fault.includes('retry-after')) expect(response.headers.get('retry-after')).toBe('2');
  });

  test('answers that are no envelope: empty, a page, garbage, JSON cut short', async () => {
    expect(await (await send('empty')).text()).toBe('');
    const page = await send('html; status=502');
    expect([page.status, page.headers.get('content-type'), await page.text()]).toEqual([
      502,
      'text/html; charset=utf-8',
      expect.stringMatching(/^<!doctype html>/),
    ]);
    for (const fault of ['garbage', 'truncated']) await expect((await send(fault)).json()).rejects.toThrow();
  });

  test('connections that break: at once, after the work was done, in the middle of the answer', async () => {
    for (const fault of ['reset', 'reset-after']) await expect(send(fault)).rejects.toThrow();
    const cut = await send('cut');
    expect(cut.status).toBe(200);
    await expect(cut.text()).rejects.toThrow();
  });

  test('a redirect, and a delay, as it is given or drawn', async () => {
    const redirect = await send('redirect=https://elsewhere.test/');
    expect([redirect.status, redirect.headers.get('location')]).toEqual([302, 'https://elsewhere.test/']);
    for (const delay of ['100', '100-110']) {
      const began = performance.now();
      expect((await send(`delay=${delay}`)).status).toBe(200);
      expect(performance.now() - began).toBeGreaterThan(90);
    }
  });

  test('times=2 is for the first two requests with the same key', async () => {
    const statuses: number[] = [];
    for (let time = 0; time < 4; time++) statuses.push((await send('status=503; times=2; key=one')).status);
    expect(statuses).toEqual([503, 503, 200, 200]);
  });
});

test('so many faults can be armed, each as long as a header, that they take little memory; an import has no more', async () => {
  const long = `key=${'x'.repeat(20_000)}`;
  for (const fault of [{ fault: long }, { fault: 'empty', path: long }, { callback: long }])
    expect((await arm(fault)).status).toBe(400);
  const statuses = new Set<number>();
  for (let armed = 0; armed < 1000; armed++) statuses.add((await arm({ fault: 'empty' })).status);
  expect([...statuses]).toEqual([200]);
  const refused = await arm({ fault: 'empty' });
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('DELETE /_sandbox/faults')]);
  const state = await read('state');
  for (const faults of [[...state.faults, state.faults[0]], [{ ...state.faults[0], fault: long }]]) {
    const form = new FormData();
    form.append('file', new Blob([JSON.stringify({ ...state, faults })]), 'state.json');
    expect((await fetch(`${base}/_sandbox/state`, { method: 'POST', body: form })).status).toBe(400);
  }
});

test('a failure can be armed for the next requests to a path', async () => {
  await arm({ path: VIO, fault: 'status=503; retry-after=1', times: 2 });
  expect((await read('faults')).faults).toMatchObject([{ path: VIO, times: 2 }]);
  expect((await send(undefined, '/billing/daily-summary')).status).toBe(400);
  expect([(await send()).status, (await send()).status, (await send()).status]).toEqual([503, 503, 200]);
});

describe('a fault that says nothing known is refused, with the known words', () => {
  const REQUEST_WORDS = /Known are: status, code, .*\bkey$/;
  const CALLBACK_WORDS = /Known are: delay, before, .*\bhold$/;
  test.each<[string, object, RegExp]>([
    ['a misspelt word', { fault: 'statsu=503' }, REQUEST_WORDS],
    ['an unknown word', { fault: 'delay=10; explode' }, REQUEST_WORDS],
    ['no number', { fault: 'status=abc' }, /"status" must be a number, not "abc"$/],
    ['no number at all', { fault: 'delay' }, /"delay" must be a number, not ""$/],
    ['a wait that no timer has', { fault: 'delay=2147483648' }, /"delay" must be at most 2147483647, not 2147483648$/],
    ['such a wait of a callback', { callback: 'delay=99999999999' }, /"delay" must be at most 2147483647/],
    ['a status that no answer can have', { fault: 'status=42' }, /"status" must be from 200 to 599, not 42$/],
    ['a percentage for a probability', { fault: 'probability=20' }, /"probability" must be from 0 to 1, not 20$/],
    ['a limit that lets nothing pass', { fault: 'rate-limit=0' }, /"rate-limit" must be a whole number from 1, not 0$/],
    ...['5-2', 'p50:10,p40:20', 'p50:20,p90:10', 'p101:1', 'p50:', '1-9999999999', 'a-b'].map(
      (delay): [string, object, RegExp] => [
        `a delay of ${delay}`,
        { fault: `delay=${delay}` },
        /"delay" must be a number, a range \(100-300\) or percentiles \(p50:200,p95:1500\), at most 2147483647, not/,
      ],
    ),
    ['a value where none belongs', { fault: 'hang=5' }, /"hang" takes no value, so not "5"$/],
    ['no value where one belongs', { fault: 'redirect' }, /"redirect" needs a value: redirect=…$/],
    ['a character of no header', { fault: 'retry-after=\u0100' }, /"retry-after" has a character that no header/],
    ['a word of a request for a callback', { callback: 'status=503' }, CALLBACK_WORDS],
    ['a word of an object', { callback: 'constructor' }, CALLBACK_WORDS],
    [
      'words that contradict each other',
      { callback: 'never; together; times=2' },
      /"never" does not call back, so "together" would do nothing$/,
    ],
    ['the same in another order', { callback: 'malformed; never' }, /so "malformed" would do nothing$/],
    [
      'an unknown path',
      { path: '/proces-invoice', fault: 'hang' },
      /"\/proces-invoice".*\/process-invoice\/extraction/,
    ],
    ['nothing', { path: VIO }, /fault or callback must say what goes wrong$/],
  ])('%s', async (_what, fault, message) => {
    const response = await arm(fault);
    const { status } = (await response.json()) as Json;
    expect([response.status, status]).toEqual([
      400,
      { code: 'R101', message: expect.stringMatching(message), errors: expect.anything() },
    ]);
    expect((await read('faults')).faults).toEqual([]);
  });

  test('in a header of a request, too, and an armed fault stays', async () => {
    await arm({ fault: 'status=503' });
    for (const [name, text, message] of [
      ['x-sandbox-fault', 'statsu=503', REQUEST_WORDS],
      ['x-sandbox-callback', 'explode', CALLBACK_WORDS],
    ] as const) {
      const response = await send(undefined, VIO, { [name]: text });
      const { status } = (await response.json()) as Json;
      expect([response.status, status.code]).toEqual([400, 'R101']);
      expect(status.message).toMatch(message);
      expect(status.message).toContain(name);
    }
    expect((await send()).status).toBe(503);
  });
});

describe('rates and latency', () => {
  test.each(['a header', 'an armed fault'])(
    'a fault with a probability, by %s, happens as often, and repeats with its seed',
    async (by) => {
      /** Statuses of 60 requests, which repeat with the same seed. */
      const statusesOf = async (fault: string): Promise<number[]> => {
        await fetch(`${base}/_sandbox/faults`, { method: 'DELETE' });
        if (by === 'an armed fault') await arm({ fault, times: 100 });
        const headers = by === 'a header' ? { 'x-sandbox-fault': fault } : {};
        const statuses: number[] = [];
        for (let at = 0; at < 60; at++)
          statuses.push((await sendJson(app, VIO, { qrCodeField: 'x' }, headers as Record<string, string>)).status);
        return statuses;
      };
      const statuses = await statusesOf('status=503; probability=0.3');
      const failed = statuses.filter((status) => status === 503).length;
      expect([failed > 9, failed < 27]).toEqual([true, true]);
      expect(await statusesOf('status=503; probability=0.3')).toEqual(statuses);
      expect(await statusesOf('status=503; probability=0.3; seed=2')).not.toEqual(statuses);
      expect(new Set(await statusesOf('status=503; probability=0'))).toEqual(new Set([200]));
      expect(new Set(await statusesOf('status=503; probability=1'))).toEqual(new Set([503]));
    },
  );

  test('an armed fault that does not happen is not used up, and leaves the request to the next', async () => {
    await arm({ fault: 'status=503; probability=0.5', times: 3 });
    await arm({ fault: 'status=500', times: 4 });
    const statuses: number[] = [];
    for (let sent = 0; sent < 30; sent++) statuses.push((await send()).status);
    const count = (status: number) => statuses.filter((one) => one === status).length;
    expect([count(503), count(500), count(200)]).toEqual([3, 4, 23]);
    expect((await read('faults')).faults).toEqual([]);
  });

  test.each<[string, number[]]>([
    ['40', [40, 40]],
    ['0-80', [0, 80]],
    ['p50:10,p90:60', [0, 60]],
    ['p0:30,p100:30', [30, 30]],
  ])('a delay of %s', async (delay, [least = 0, most = 0]) => {
    const waits = Array.from({ length: 2000 }, (_, at) => {
      const { request } = new Faults().take('/', `delay=${delay}; seed=${at}`, undefined);
      return Number(request.get('delay'));
    });
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(least);
    expect(Math.max(...waits)).toBeLessThanOrEqual(most);
    if (delay !== 'p50:10,p90:60') return;
    const share = (limit: number) => waits.filter((wait) => wait <= limit).length / waits.length;
    expect(share(10)).toBeCloseTo(0.5, 1);
    expect(share(59)).toBeCloseTo(0.9, 1);
  });

  test('a limit of requests a minute answers what is above it with 429, and Retry-After says when there is room', async () => {
    let time = 1_000_000;
    const limited = await openSandbox({ now: () => time });
    const post = async (url: string, payload: object) =>
      limited.inject({ method: 'POST', url, payload, headers: AUTHORIZED });
    await post('/_sandbox/faults', { path: VIO, fault: 'rate-limit=2', times: 100 });
    const answer = async () => {
      const { statusCode, headers } = await post(VIO, { qrCodeField: 'x' });
      return [statusCode, headers['retry-after']];
    };
    expect(await answer()).toEqual([200, undefined]);
    time += 20_000;
    expect(await answer()).toEqual([200, undefined]);
    time += 500;
    expect(await answer()).toEqual([429, '40']);
    expect((await post('/billing/daily-summary', {})).statusCode).toBe(400);
    time += 39_499;
    expect(await answer()).toEqual([429, '1']);
    time += 1;
    expect(await answer()).toEqual([200, undefined]);
    expect(await answer()).toEqual([429, '20']);
    // The clock is set back.
    time -= 3_600_000;
    expect(await answer()).toEqual([200, undefined]);
  });
});

test('the path of a request that signs in can have a fault', async () => {
  expect((await arm({ path: '/user/authenticate', fault: 'status=503; early' })).status).toBe(200);
  expect((await send(undefined, '/user/authenticate')).status).toBe(503);
});

test('failures that came from a fault are not billed', async () => {
  const period = { startDate: '2000-01-01 00:00:00.000Z', endDate: '2999-01-01 00:00:00.000Z' };
  const count = async () => (await sendJson(app, '/billing/daily-summary', period)).body.result.requestCount;
  const before = await count();
  await send('status=503');
  expect(await count()).toBe(before);
  await send('cut')
    .then((response) => response.text())
    .catch(() => {});
  expect(await count()).toBe(before + 1);
});

test('the request log keeps what was received: parts in order with their digests, values, no token', async () => {
  const form = new FormData();
  form.append('tags', 'a=b');
  form.append('tags', 'c=d');
  form.append(
    'file',
    new Blob([new Uint8Array(await sample('contract.pdf'))], { type: 'application/pdf' }),
    '../../étrange name.pdf',
  );
  await (
    await fetch(`${base}/process-image/content-extraction`, { method: 'POST', headers: AUTHORIZED, body: form })
  ).text();
  await (await send(undefined, VIO, { 'x-api-key': 'a-real-key', 'x-trace': 'shown' })).text();
  const { requests } = await read('requests');
  expect(requests).toHaveLength(2);
  expect(requests[0].parts).toMatchObject([
    { name: 'tags', filename: null, value: 'a=b' },
    { name: 'tags', value: 'c=d' },
    {
      name: 'file',
      filename: 'étrange name.pdf',
      contentType: 'application/pdf',
      size: 2637,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  ]);
  expect(requests[1]).toMatchObject({ method: 'POST', path: VIO, json: { qrCodeField: 'x' }, code: 'S100' });
  expect(JSON.stringify(requests)).not.toMatch(/sandbox-token|a-real-key/);
  expect(requests[1].headers).toMatchObject({ 'x-api-key': '•••', 'x-trace': 'shown' });
  expect(requests[0].headers.authorization).toMatch(/^Bearer •••/);
});

test('the request log has the query of an address, without its secrets', async () => {
  await send(undefined, `${VIO}?page=2&api_key=a-real-key&key=another&keyword=shown&access%5Ftoken=hidden&flag`);
  expect((await read('requests')).requests[0]).toMatchObject({
    path: VIO,
    query: 'page=2&api_key=•••&key=•••&keyword=shown&access%5Ftoken=•••&flag',
  });
});

test('of a body of very many members the request log has the first, and says how many more there were', async () => {
  const contents = Array.from({ length: 3000 }, (_, at) => ({ endereco: `Rua das Palmeiras, ${at}`.padEnd(60, '.') }));
  expect((await sendJson(app, '/process-text/multi-address-parsing', { contents })).status).toBe(200);
  const { json } = (await read('requests?secrets=include')).requests[0];
  expect(JSON.stringify(json).length).toBeLessThan(200_000);
  expect(json.contents.slice(0, 1000)).toEqual(contents.slice(0, 1000));
  const [, more] = /^(\d+) more, which the log does not keep$/.exec(json.contents.at(-1)) ?? [];
  expect(json.contents.length - 1 + Number(more)).toBe(contents.length);
});

test('requests at the same time are counted, also those given up', async () => {
  const giveUp = new AbortController();
  const headers = { ...AUTHORIZED, 'x-sandbox-fault': 'hang', 'content-type': 'application/json' };
  const init = { method: 'POST', signal: giveUp.signal, headers, body: '{"qrCodeField":"x"}' };
  const given = Array.from({ length: 3 }, () => expect(fetch(base + VIO, init)).rejects.toThrow());
  await untilInFlight(3);
  giveUp.abort();
  await Promise.all(given);
  await untilInFlight(0);
  expect((await read('requests')).requests.at(-1)).toMatchObject({ aborted: true, httpStatus: null });
  await (await send()).text();
  await untilInFlight(0);
  expect(await read('stats')).toEqual({ inFlight: 0, peak: 3, total: 4 });
});

test('too many documents at once are rejected with 503, Retry-After and an envelope, and none is lost', async () => {
  const file = await sample('contract.pdf');
  const extract = async () => {
    const { status, headers, body } = await sendForm(app, '/process-image/content-extraction', [
      ['file', file],
      ['returnImage', 'true'],
    ]);
    return [status, body.status.code, headers['retry-after']].join(' ');
  };
  const answers = await Promise.all(Array.from({ length: 12 }, extract));
  expect(new Set(answers)).toEqual(new Set(['200 200 ', '503 503 1']));
});

test('where nobody may wait, a process that is free reads a document', async () => {
  const alone = await openSandbox({ queueLength: 0 });
  const file = await sample('contract.pdf');
  const extract = async () => {
    const values: [string, string | Buffer][] = [
      ['file', file],
      ['returnImage', 'true'],
    ];
    return (await sendForm(alone, '/process-image/content-extraction', values)).status;
  };
  expect(await extract()).toBe(200);
  expect((await Promise.all([extract(), extract(), extract()])).sort()).toEqual([200, 503, 503]);
});

test('an upload that breaks off leaves nothing behind, and the next request is answered', async () => {
  const socket = connect(Number(new URL(base).port), '127.0.0.1');
  const head = [
    `POST ${VIO} HTTP/1.1`,
    'Host: a',
    'Authorization: Bearer sandbox-token',
    'Content-Type: multipart/form-data; boundary=abc',
    'Content-Length: 100000',
  ];
  socket.write(
    `${head.join('\r\n')}\r\n\r\n--abc\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF`,
  );
  await untilInFlight(1);
  socket.destroy();
  await untilInFlight(0);
  expect((await send()).status).toBe(200);
});

test('a rejected upload is answered before it has been sent', async () => {
  const status = await new Promise((resolve, reject) => {
    const request = requestHttp(`${base}/process-image/content-extraction`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=a', 'content-length': 1_000_000 },
    });
    request.on('response', (response) => resolve(response.destroy().statusCode)).on('error', reject);
    request.write('--a\r\n');
  });
  expect(status).toBe(401);
});

test('what is not HTTP is answered with an envelope', async () => {
  const answer = await new Promise<string>((resolve) => {
    const socket = connect(Number(new URL(base).port), '127.0.0.1', () => socket.write('RUBBISH\r\n\r\n'));
    socket.on('data', (data) => resolve(data.toString()));
  });
  expect(answer).toMatch(/^HTTP\/1.1 400 [\s\S]*"code":"R101"/);
});
