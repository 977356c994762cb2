import { connect } from 'node:net';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { callbackBody, Faults, parseCallbackFault } from '../../../sandbox/server/faults.ts';
import {
  ADDRESSES,
  AUTHORIZED,
  CONTENT,
  SIGN_IN,
  SUMMARY,
  VIO,
  enrich,
  inspect,
  postJson,
  refusalsIn,
  requestsOf,
  said,
  sample,
  sendForm,
  sendJson,
} from './client.ts';
import { listen, openSandbox, until } from './surroundings.ts';

const { app, url: base } = await listen();

beforeEach(() => sendJson(app, '/_sandbox/reset', { parts: ['faults', 'requests', 'stats'] }));

/** Over a connection: some faults break it. */
const send = (fault = '') => postJson(base + VIO, { qrCodeField: 'x' }, { 'x-sandbox-fault': fault });
const ask = (headers = {}, path = VIO) => sendJson(app, path, { qrCodeField: 'x' }, headers);
const arm = (fault: object) => sendJson(app, '/_sandbox/faults', fault);
const armed = async () => (await inspect(app, 'faults')).faults;

const untilInFlight = (count: number) => until(async () => (await inspect(app, 'stats')).inFlight === count);

describe('a header asks for a failure', () => {
  test.each<[string, number, string]>([
    ['status=503; retry-after=2', 503, '503'],
    ['status=429; early', 429, '429'],
    ['code=R130', 400, 'R130'],
    ['code=constructor', 500, 'constructor'],
    ['status=401', 401, 'R117'],
    ['failing-envelope', 200, 'E100'],
    ['failing-envelope; code=R101', 200, 'R101'],
  ])('%s', async (fault, status, code) => {
    const answer = await ask({ 'x-sandbox-fault': fault });
    expect([answer.status, answer.code]).toEqual([status, code]);
    if (fault.includes('retry-after')) expect(answer.headers['retry-after']).toBe('2');
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

  test('a redirect', async () => {
    const redirect = await send('redirect=https://elsewhere.test/');
    expect([redirect.status, redirect.headers.get('location')]).toEqual([302, 'https://elsewhere.test/']);
  });

  test('times=2 is for the first two requests with the same key', async () => {
    const headers = { 'x-sandbox-fault': 'status=503; times=2; key=one' };
    for (const status of [503, 503, 200]) expect(await ask(headers)).toMatchObject({ status });
  });
});

test('so many faults can be armed, each as long as a header, that they take little memory; an import has no more', async () => {
  const long = `key=${'x'.repeat(20_000)}`;
  for (const fault of [{ fault: long }, { fault: 'empty', path: long }, { callback: long }])
    expect((await arm(fault)).status).toBe(400);
  for (let count = 0; count < 1000; count++) expect((await arm({ fault: 'empty' })).status).toBe(200);
  const { status, message } = await arm({ fault: 'empty' });
  expect([status, message]).toEqual([400, expect.stringContaining('DELETE /_sandbox/faults')]);
  const state = await inspect(app, 'state');
  const [first] = state.faults;
  for (const faults of [[...state.faults, first], [{ ...first, fault: long }]]) {
    const file = Buffer.from(JSON.stringify({ ...state, faults }));
    expect((await sendForm(app, '/_sandbox/state', { file })).status).toBe(400);
  }
});

test.each([
  { path: VIO, fault: 'status=503; early; times=2' },
  { path: SIGN_IN, fault: 'status=503; early', times: 2 },
])(
  'a fault is armed for as many requests to its path as it says, wherever it says so: %j',
  async ({ path, ...fault }) => {
    await arm({ path, ...fault });
    expect(await armed()).toMatchObject([{ path, times: 2 }]);
    expect((await ask({}, SUMMARY)).status).toBe(400);
    for (const isBroken of [true, true, false]) expect((await ask({}, path)).status === 503).toBe(isBroken);
  },
);

test('faults end one by one', async () => {
  for (const fault of ['status=500', 'status=503']) await arm({ fault });
  const [{ id }] = await armed();
  const end = async () => (await app.inject({ method: 'DELETE', url: `/_sandbox/faults/${id}` })).statusCode;
  expect([await end(), await end()]).toEqual([200, 404]);
  expect(await armed()).toMatchObject([{ fault: 'status=503' }]);
});

test('a stranger who signs in makes nothing go wrong', async () => {
  const headers = { authorization: '', 'x-sandbox-fault': 'status=503; early' };
  const answer = await sendJson(app, SIGN_IN, { username: 'sandbox', password: 'sandbox' }, headers);
  expect([answer.status, answer.code]).toEqual([401, 'R117']);
  await arm({ fault: 'status=503; early', callback: 'never' });
  await sendJson(app, SIGN_IN, {}, { authorization: '' });
  expect(await armed()).toMatchObject([{ times: 1 }]);
});

test('one for the callback of any operation waits for a request that has one', async () => {
  await arm({ callback: 'never' });
  await sendJson(app, SIGN_IN, {});
  await ask();
  expect(await armed()).toMatchObject([{ callback: 'never', times: 1 }]);
  await enrich(app, { url: 'http://127.0.0.1:2/' });
  expect(await armed()).toEqual([]);
});

describe('a fault that says nothing known is refused, with the known words', () => {
  const [REQUEST_WORDS, CALLBACK_WORDS] = ['Known are: status, code, … key…', 'Known are: delay, before, … hold…'];
  const DELAY = '"delay" must be a number, a range (100-300) or percentiles (p50:200,p95:1500), at most 3600000, not…';

  test.each([
    ...refusalsIn(`
      {"fault":"statsu=503"} → ${REQUEST_WORDS}
      {"fault":"statsu=503"} → Did you mean status?
      {"fault":"status=abc"} → "status" must be a whole number from 200 to 599, not "abc"
      {"fault":"status=42"} → "status" must be a whole number …, not "42"
      {"fault":"probability=20"} → "probability" must be a number from 0 to 1, not…
      {"fault":"rate-limit=0"} → "rate-limit" must be a whole number from 1, not "0"
      {"callback":"delay=2147483648"} → "delay" must be a number from 0 to 2147483647, not…
      {"callback":"times=101"} → "times" must be a whole number from 1 to 100, not…
      {"callback":"oversized=201"} → "oversized" must be a number from 0 to 200, not…
      {"fault":"status=503; status=500"} → "status" stands in it twice
      {"fault":" ; "} → fault: " ; " says nothing
      {"fault":"status=503; times=2","times":3} → times is 3, and in fault it is 2
      {"fault":"status=503; key=a"} → "key" tells headers apart, and this is none
      {"fault":"hang=5"} → "hang" takes no value, so not "5"
      {"fault":"redirect"} → "redirect" needs a value: redirect=…
      {"fault":"retry-after=\u0100"} → "retry-after" has a character that no header…
      {"callback":"status=503"} → ${CALLBACK_WORDS}
      {"callback":"constructor"} → ${CALLBACK_WORDS}
      {"callback":"never; together; times=2"} → "never" does not call back, so "together" would do nothing
      {"path":"/proces-invoice","fault":"hang"} → the path "/proces-invoice" is not known. Known are: …/process-invoice/extraction…
      {"path":"${VIO}"} → fault or callback must say what goes wrong`),
    ...['3600001', '5-2', 'p50:10,p40:20', 'p50:20,p90:10', 'p101:1', '1-9999999999', 'a-b'].map(
      (delay) => [`{"fault":"delay=${delay}"}`, DELAY] as const,
    ),
  ])('%s → %s', async (fault, sentence) => {
    expect(await arm(JSON.parse(fault))).toMatchObject({ status: 400, code: 'R101', message: said(sentence) });
    expect(await armed()).toEqual([]);
  });

  test.each([
    ['x-sandbox-fault', 'statsu=503', REQUEST_WORDS],
    ['x-sandbox-callback', 'explode', CALLBACK_WORDS],
  ])('in a header of a request, too, and an armed fault stays: %s', async (name, text, words) => {
    await arm({ fault: 'status=503' });
    const { code, message } = await ask({ [name]: text });
    expect([code, message]).toEqual(['R101', said(words)]);
    expect(message).toContain(name);
    expect((await ask()).status).toBe(503);
  });
});

describe('rates and latency', () => {
  const ANY = { path: '/', callsBack: false };

  test('a fault with a probability happens as often, and repeats with its seed', () => {
    /** To which of 60 requests it happens. */
    const happenedOf = (fault: string) => {
      const faults = new Faults();
      return Array.from({ length: 60 }, () => faults.take(ANY, fault, undefined).request.has('status'));
    };
    const happened = happenedOf('status=503; probability=0.3');
    const count = happened.filter(Boolean).length;
    expect([count > 9, count < 27]).toEqual([true, true]);
    expect(happenedOf('status=503; probability=0.3')).toEqual(happened);
    expect(happenedOf('status=503; probability=0.3; seed=2')).not.toEqual(happened);
    expect(happenedOf('status=503; probability=0')).not.toContain(true);
    expect(happenedOf('status=503; probability=1')).not.toContain(false);
  });

  test('an armed fault that does not happen is not used up, and leaves the request to the next', async () => {
    await arm({ fault: 'status=503; probability=0.5', times: 3 });
    await arm({ fault: 'status=500', times: 4 });
    const statuses: number[] = [];
    for (let sent = 0; sent < 30; sent++) statuses.push((await ask()).status);
    expect(statuses.toSorted()).toEqual([...Array(23).fill(200), ...Array(4).fill(500), ...Array(3).fill(503)]);
    expect(await armed()).toEqual([]);
  });

  test.each([
    ['40', 40, 40],
    ['0-80', 0, 80],
    ['p50:10,p90:60', 0, 60],
  ])('a delay of %s', (delay, least, most) => {
    const waits = Array.from({ length: 2000 }, (_, seed) =>
      Number(new Faults().take(ANY, `delay=${delay}; seed=${seed}`, undefined).request.get('delay')),
    ).toSorted((a, b) => a - b);
    expect(waits[0]).toBeGreaterThanOrEqual(least);
    expect(waits.at(-1)).toBeLessThanOrEqual(most);
    if (most !== 60) return;
    expect(waits.filter((wait) => wait <= 10).length / waits.length).toBeCloseTo(0.5, 1);
    expect(waits.filter((wait) => wait <= 59).length / waits.length).toBeCloseTo(0.9, 1);
  });

  test('a limit of requests a minute answers what is above it with 429, and Retry-After says when there is room', async () => {
    let time = 1_000_000;
    const limited = await openSandbox({ now: () => time });
    const after = async (milliseconds: number) => {
      time += milliseconds;
      const answer = await sendJson(limited, VIO, { qrCodeField: 'x' }, { 'x-sandbox-fault': 'rate-limit=2' });
      return [answer.status, answer.headers['retry-after']];
    };
    expect(await after(0)).toEqual([200, undefined]);
    expect(await after(20_000)).toEqual([200, undefined]);
    expect(await after(500)).toEqual([429, '40']);
    expect(await after(39_499)).toEqual([429, '1']);
    expect(await after(1)).toEqual([200, undefined]);
    expect(await after(0)).toEqual([429, '20']);
    // The clock is set back.
    expect(await after(-3_600_000)).toEqual([200, undefined]);
  });
});

test('what an account calls back may be no JSON: it has no ID, and is only made longer', () => {
  const larger = [...callbackBody('<html>', parseCallbackFault('process-id=another; oversized=1'))].join('');
  expect([larger.startsWith('<html>'), larger.length]).toEqual([true, '<html>'.length + 2 ** 20]);
});

test('failures that came from a fault are not billed', async () => {
  await sendJson(app, '/_sandbox/reset', { parts: ['usage'] });
  await send('status=503');
  expect(await inspect(app, 'usage')).toEqual({ days: [] });
  await expect((await send('cut')).text()).rejects.toThrow();
  expect(await inspect(app, 'usage')).toMatchObject({ days: [{ requests: 1 }] });
});

test('the request log keeps what was received: parts in order with their digests, values, no token', async () => {
  const type = 'application/pdf';
  const file = new File([new Uint8Array(await sample('contract.pdf'))], '../../étrange name.pdf', { type });
  await sendForm(app, CONTENT, { tags: ['a=b', 'c=d'], file });
  await ask({ 'x-api-key': 'a-real-key', 'x-trace': 'shown' });
  const requests = await requestsOf(app);
  expect(requests).toMatchObject([
    {
      headers: { authorization: expect.stringMatching(/^Bearer •••/) },
      parts: [
        { name: 'tags', filename: null, value: 'a=b' },
        { name: 'tags', value: 'c=d' },
        {
          ...{ name: 'file', filename: 'étrange name.pdf', contentType: type, size: 2637 },
          sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
      ],
    },
    {
      ...{ method: 'POST', path: VIO, json: { qrCodeField: 'x' }, code: 'S100' },
      headers: { 'x-api-key': '•••', 'x-trace': 'shown' },
    },
  ]);
  expect(JSON.stringify(requests)).not.toMatch(/sandbox-token|a-real-key/);
});

test('the request log has the query of an address, without its secrets', async () => {
  await ask({}, `${VIO}?page=2&api_key=a-real-key&key=another&keyword=shown&access%5Ftoken=hidden&flag`);
  const query = 'page=2&api_key=•••&key=•••&keyword=shown&access%5Ftoken=•••&flag';
  expect(await requestsOf(app)).toMatchObject([{ path: VIO, query }]);
});

test('of a body of very many members the request log has the first, and says how many more there were', async () => {
  const contents = Array.from({ length: 3000 }, (_, at) => ({ endereco: `Rua das Palmeiras, ${at}`.padEnd(60, '.') }));
  expect((await sendJson(app, ADDRESSES, { contents })).status).toBe(200);
  const [{ json }] = await requestsOf(app);
  expect(JSON.stringify(json).length).toBeLessThan(200_000);
  expect(json.contents.slice(0, 1000)).toEqual(contents.slice(0, 1000));
  const [, more] = /^(\d+) more, which the log does not keep$/.exec(json.contents.at(-1)) ?? [];
  expect(json.contents.length - 1 + Number(more)).toBe(contents.length);
});

test('requests that hang, or are delayed as long as given or drawn, are counted, also those given up', async () => {
  const giveUp = new AbortController();
  const given = ['hang', 'delay=900000', 'delay=900000-900001'].map((fault) => {
    const headers = { ...AUTHORIZED, 'content-type': 'application/json', 'x-sandbox-fault': fault };
    const init = { method: 'POST', signal: giveUp.signal, headers, body: '{"qrCodeField":"x"}' };
    return expect(fetch(base + VIO, init)).rejects.toThrow();
  });
  await untilInFlight(3);
  await (await send()).text();
  await untilInFlight(3);
  giveUp.abort();
  await Promise.all(given);
  await untilInFlight(0);
  expect((await requestsOf(app))[0]).toMatchObject({ aborted: true, httpStatus: null });
  expect(await inspect(app, 'stats')).toEqual({ inFlight: 0, peak: 4, total: 4 });
});

test('too many documents at once are rejected with 503, Retry-After and an envelope; one that is free reads', async () => {
  const alone = await openSandbox({ queueLength: 0 });
  const form = { file: await sample('contract.pdf'), returnImage: 'true' };
  const told = async () => {
    const { status, code, headers } = await sendForm(alone, CONTENT, form);
    return [status, code, headers['retry-after']].join(' ');
  };
  expect(await told()).toBe('200 200 ');
  const refused = '503 503 1';
  expect((await Promise.all([told(), told(), told()])).sort()).toEqual(['200 200 ', refused, refused]);
});

test('what is not HTTP is answered with an envelope', async () => {
  const answer = await new Promise<string>((resolve) => {
    const socket = connect(Number(new URL(base).port), '127.0.0.1', () => socket.write('RUBBISH\r\n\r\n'));
    socket.on('data', (data) => resolve(data.toString()));
  });
  expect(answer).toMatch(/^HTTP\/1.1 400 [\s\S]*"code":"R101"/);
});
