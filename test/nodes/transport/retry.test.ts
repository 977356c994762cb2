import dns from 'node:dns';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server, Socket } from 'node:net';
import type { INodeParameters } from 'n8n-workflow';
import { ConnectionError, HttpStatusError, type ServiceError } from '../../../nodes/DocumentProcessing/common/errors';
import { delayBeforeRetry, readRetryAfter } from '../../../nodes/DocumentProcessing/transport/retry';
import { pressTest, runOperation, BY_URL, numbered } from '../../support/document-node.ts';
import { failure } from '../../support/envelope.ts';
import { timeOutAt } from '../../support/clock.ts';
import { serverForEachTest } from '../../support/opened.ts';
import { CUT, SILENCE, type Answer } from '../../support/server.ts';

const server = serverForEachTest();

const NOW = { 'retry-after': '0' };
const again = (status: number, headers = NOW): Answer => ({ status, headers, json: failure('E100', 'Later') });

/** The first answers as given, then success. */
const answers = (...first: Answer[]) => server.respond((_request, index) => first[index] ?? { result: [] });

afterEach(() => jest.restoreAllMocks());

const run = (options: INodeParameters = {}) =>
  runOperation(server, 'document.extractContent', {
    ...BY_URL,
    options,
  });

test.each([429, 503])('HTTP %i is repeated until it succeeds', async (status) => {
  answers(again(status), again(status));
  expect((await run()).items).toHaveLength(1);
  expect(server.requests).toHaveLength(3);
  expect(new Set(server.requests.map(({ body }) => body.toString())).size).toBe(3);
  expect(server.requests.map(({ parts }) => parts.map(({ data }) => data.toString()))).toEqual(
    [1, 2, 3].map(() => ['https://example.com/a.pdf']),
  );
});

test.each([0, 1, 2, 3])(
  'no more than %i times is repeated when "retries" says so, or nothing does',
  async (retries) => {
    server.respond(() => again(503));
    expect((await run(retries < 3 ? { retries } : {})).error?.message).toBe('Later (E100) [item 0]');
    expect(server.requests).toHaveLength(retries + 1);
  },
);

test('a cut connection is not repeated, before or inside the answer', async () => {
  for (const cut of [CUT, { result: [], cutAfter: 20 }] satisfies Answer[]) {
    server.requests.length = 0;
    answers(cut);
    expect((await run()).error?.message).toMatch(/^The connection was cut before the whole response came/);
    expect(server.requests).toHaveLength(1);
  }
});

test('a time-out with a part of a millisecond is told as one', async () => {
  answers(SILENCE);
  expect((await run({ timeout: 0.1004 })).error?.message).toBe('No complete response came within 0.1 seconds [item 0]');
});

test.each<[string, Answer]>([
  ['before the answer', SILENCE],
  ['inside it', { result: [], silentAfter: 20 }],
  ['inside an answer of no success', { status: 500, result: [], silentAfter: 20 }],
  ['inside one that comes without end, a byte at a time', { result: [], drips: true }],
])('a time-out %s is not repeated', async (_where, answer) => {
  answers(answer);
  expect((await run({ timeout: 0.2 })).error?.message).toBe('No complete response came within 0.2 seconds [item 0]');
  // On a busy machine the time can be over before the request has arrived.
  expect(server.requests.length).toBeLessThanOrEqual(1);
});

test.each([
  ['a cut connection', CUT],
  ['a cut answer', { result: [], cutAfter: 20 }],
] satisfies Array<[string, Answer]>)('%s is repeated when uncertain requests may be', async (_what, answer) => {
  answers(answer);
  expect((await run({ retryUncertain: true })).error).toBeUndefined();
  expect(server.requests).toHaveLength(2);
});

test.each<[string, Answer]>([
  ['a time-out', SILENCE],
  ['a time-out inside the answer', { result: [], silentAfter: 20 }],
])('%s is repeated when uncertain requests may be', async (_what, answer) => {
  answers(answer);
  timeOutAt(server.arrived(1));
  expect((await run({ retryUncertain: true })).error).toBeUndefined();
  expect(server.requests).toHaveLength(2);
});

test.each<[string, Answer]>([
  ['a time-out', SILENCE],
  ['a cut connection', CUT],
])('%s that was repeated is not told of as if it were not', async (_what, answer) => {
  server.respond(() => answer);
  if (answer === SILENCE) for (const count of [1, 2]) timeOutAt(server.arrived(count));
  const { error } = await run({ retryUncertain: true, retries: 1 });
  expect(server.requests).toHaveLength(2);
  expect(error?.description).toContain('only with the option "Repeat Uncertain Requests"');
  expect(error?.description).not.toMatch(/not repeated|Set the option/);
});

test('a wait that is too long to be made is told of', async () => {
  server.respond(() => again(429, { 'retry-after': '3600' }));
  const { error } = await run();
  expect(server.requests).toHaveLength(1);
  expect(error?.description).toContain('The service asks to wait (Retry-After: 3600).');
});

test('a wait is as long though the clock is set back meanwhile', async () => {
  const clock = Date.now;
  server.respond((_request, index) => {
    if (index === 0) jest.spyOn(Date, 'now').mockImplementation(() => clock() - 3_600_000);
    return index === 0 ? again(429, { 'retry-after': '0.1' }) : { result: [] };
  });
  expect((await run()).items).toHaveLength(1);
});

test('a refused connection is repeated, and told of when it stays refused', async () => {
  server.url = 'http://127.0.0.1:1';
  const { error } = await run({ retries: 1 });
  expect(error).toMatchObject({
    name: 'NodeApiError',
    httpCode: 'ECONNREFUSED',
    message: 'The service refused the connection (ECONNREFUSED) [item 0]',
    description:
      'Check the "Base URL" of the credential, and that the service is running. ' +
      'n8n tried 127.0.0.1:1: if that is not the service, it is a proxy, of HTTPS_PROXY or HTTP_PROXY.',
  });
});

/** Lets every connection fail like this before it is made. */
const failConnecting = (failure: Error) =>
  jest.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket) {
    process.nextTick(() => this.destroy(failure));
    return this;
  });

const connecting = (address: string) =>
  Object.assign(new Error(`connect ETIMEDOUT ${address}`), { code: 'ETIMEDOUT', syscall: 'connect' });

test.each<[string, Error]>([
  ['one address', connecting('192.0.2.1:443')],
  [
    'two, which Node tries for a quarter of a second each',
    Object.assign(new AggregateError([connecting('192.0.2.1:443'), connecting('[2001:db8::1]:443')]), {
      code: 'ETIMEDOUT',
    }),
  ],
])('a connection to %s that the network gives up is no time-out of the node', async (_what, failure) => {
  failConnecting(failure);
  const { error } = await run({ retries: 0 });
  expect(error?.message).toBe('The service could not be reached: connect ETIMEDOUT 192.0.2.1:443 (ETIMEDOUT) [item 0]');
  expect(error?.description).toBe('Check the "Base URL" of the credential and the network.');
});

const NOTHING_SENT = expect.stringContaining('Nothing was sent, so nothing is billed');

/** What two items are told that use this service. */
const runTwo = async (url: string, retries: number) =>
  (
    await runOperation(
      { url },
      'document.extractContent',
      { ...BY_URL, options: { retries, maxConcurrency: 1 } },
      { items: numbered(2) },
    )
  ).error;

describe('where encryption fails before the request, nothing was sent', () => {
  let connections = 0;
  const open = async (listening: Server) => {
    connections = 0;
    listening.on('connection', () => connections++);
    await once(listening.listen(0, '127.0.0.1'), 'listening');
    return `https://127.0.0.1:${(listening.address() as AddressInfo).port}`;
  };

  test('the connection is closed too early: it is repeated', async () => {
    const closing = createServer((socket) => void socket.once('data', () => socket.destroy()));
    const error = await runTwo(await open(closing), 1);
    closing.close();
    expect(connections).toBe(2);
    expect(error).toMatchObject({ httpCode: 'ECONNRESET', description: NOTHING_SENT });
    expect(error?.message).toMatch(/^The service could not be reached: .*disconnected before secure TLS/);
    expect(error?.description).not.toContain('may have processed');
  });

  test('both sides do not agree, and would not again: what to change is told, without the words of OpenSSL', async () => {
    const url = await open(createHttpServer());
    const error = await runTwo(url, 1);
    expect(connections).toBe(1);
    const test = await pressTest(url);
    const what = /^n8n and the service could not agree on encryption: [\w ]+ \(EPROTO\)/;
    const advice = 'Where the service is not encrypted, it begins with "http://".';
    expect(error).toMatchObject({ httpCode: 'EPROTO', message: expect.stringMatching(what) });
    expect(error?.description).toContain(advice);
    expect(error?.description).toEqual(NOTHING_SENT);
    expect(test).toEqual({ status: 'Error', message: expect.stringMatching(what) });
    expect(test.message).toContain(advice);
    for (const text of [error!.message, test.message]) expect(text).not.toMatch(/\n|openssl|SSL routines/i);
  });
});

test.each(['DEPTH_ZERO_SELF_SIGNED_CERT', 'CERT_HAS_EXPIRED'])(
  'a certificate that n8n does not trust is told of, with what to do, and that nothing was sent: %s',
  async (code) => {
    failConnecting(Object.assign(new Error('the reason'), { code }));
    expect(await runTwo('https://127.0.0.1:9', 0)).toMatchObject({
      message: `n8n does not trust the certificate of the service: the reason (${code}) [item 0]`,
      description: expect.stringMatching(/NODE_EXTRA_CA_CERTS.*Nothing was sent, so nothing is billed/),
    });
  },
);

test.each<[string, string, unknown]>([
  ['ERR_TLS_CERT_ALTNAME_INVALID', "Hostname/IP does not match certificate's altnames", NOTHING_SENT],
  ['ETIMEDOUT', 'connect ETIMEDOUT 192.0.2.1:443', NOTHING_SENT],
  ['ETIMEDOUT', 'read ETIMEDOUT', expect.stringContaining('Sent: 1 item (0) of 2.')],
  ['ERR_SSL_BAD_RECORD_TYPE', 'bad record type', expect.stringContaining('Sent: 1 item (0) of 2.')],
  ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'alert', expect.stringContaining('Sent: 1 item (0) of 2.')],
])('%s tells whether anything was sent: %s', async (code, message, description) => {
  failConnecting(Object.assign(new Error(message), { code }));
  expect(await runTwo('https://127.0.0.1:9', 0)).toMatchObject({ httpCode: code, description });
});

test.each([
  ['was not found', 'ENOTFOUND'],
  ['could not be looked up', 'EAI_AGAIN'],
])('a host name that %s is told of', async (what, code) => {
  const failure = Object.assign(new Error(`getaddrinfo ${code} proxy.invalid`), { code, syscall: 'getaddrinfo' });
  const lookup = (_name: string, _options: object, done: (error: Error) => void) => done(failure);
  jest.spyOn(dns, 'lookup').mockImplementation(lookup as never);
  const { error } = await runOperation({ url: 'http://does-not-exist.invalid' }, 'document.extractContent', {
    ...BY_URL,
    options: { retries: 0 },
  });
  expect(error?.message).toBe(`The service's host name ${what} (${code}) [item 0]`);
  expect(error?.description).toContain('n8n tried proxy.invalid: if that is not the service, it is a proxy');
});

describe('the pause before a request is repeated', () => {
  const settings = { retries: 3, uncertain: false };
  const pause = (failure: ServiceError, attempt = 0, random = 0.5, more = {}) =>
    delayBeforeRetry(failure, attempt, { ...settings, ...more }, Date.parse('2025-01-01T00:00:00Z'), () => random);
  const after = (httpStatus: number, retryAfter?: string) => new HttpStatusError(httpStatus, { retryAfter });

  test.each([
    ['seconds', '7', 7000],
    ['a date', 'Wed, 01 Jan 2025 00:01:00 GMT', 60_000],
    ['a part of a second', '1.5', 1500],
    ['a date in the form of JSON', '2025-01-01T00:01:00Z', 60_000],
  ])('is what the service asks for: %s', (_what, retryAfter, expected) => {
    expect(pause(after(429, retryAfter))).toBe(expected);
  });

  test('grows, half of it by chance, where the service asks for nothing or for nonsense', () => {
    expect([0, 1, 2].map((attempt) => pause(after(503), attempt, 0))).toEqual([250, 500, 1000]);
    expect([0, 1, 2].map((attempt) => pause(after(503, 'soon'), attempt, 1))).toEqual([500, 1000, 2000]);
    expect(pause(after(503), 20, 1, { retries: 100 })).toBe(30_000);
    expect(readRetryAfter(undefined, 0)).toBeUndefined();
  });

  test.each(['Wed, 01 Jan 2025 00:00:00 GMT', '-3', '+3', '1e3', '', ','])(
    'grows also where the service asks for %j',
    (retryAfter) => {
      expect([0, 1, 2].map((attempt) => pause(after(503, retryAfter), attempt, 0))).toEqual([250, 500, 1000]);
    },
  );

  test('grows after the first where the service asks for none every time', () => {
    expect([0, 1, 2].map((attempt) => pause(after(429, '0'), attempt, 0))).toEqual([0, 500, 1000]);
  });

  test('is not made for longer than a quarter of an hour: the request has failed then', () => {
    expect(pause(after(429, '900'))).toBe(900_000);
    for (const retryAfter of ['901', '9'.repeat(400), 'Fri, 01 Jan 2100 00:00:00 GMT'])
      expect(pause(after(429, retryAfter))).toBeUndefined();
  });

  test.each([500, 502, 504])('is made after HTTP %i only where uncertain requests may be repeated', (status) => {
    expect(pause(after(status))).toBeUndefined();
    expect(pause(after(status), 0, 0.5, { uncertain: true })).toBe(375);
  });

  test.each([200, 400, 408, 422, 501])('is never made after HTTP %i', (status) => {
    expect(pause(after(status), 0, 0.5, { uncertain: true })).toBeUndefined();
  });

  test.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'])('is made after %s', (networkCode) => {
    expect(pause(new ConnectionError(networkCode, ''))).toBe(375);
  });

  test.each(['ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ECONNABORTED'])(
    'is made after %s only where uncertain requests may be repeated',
    (networkCode) => {
      expect(pause(new ConnectionError(networkCode, ''))).toBeUndefined();
      expect(pause(new ConnectionError(networkCode, ''), 0, 0.5, { uncertain: true })).toBe(375);
    },
  );

  test.each(['CERT_HAS_EXPIRED', 'ERR_CANCELED', 'constructor'])('is not made after %s', (networkCode) => {
    expect(pause(new ConnectionError(networkCode, ''), 0, 0, { uncertain: true })).toBeUndefined();
  });
});
