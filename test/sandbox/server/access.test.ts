import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { AppOptions } from '../../../sandbox/server/app.ts';
import { emptyFolder } from '../emptyFolder.ts';
import { ADDRESSES, CARD, SIGN_IN, enrich, inspect, processesOf, requestsOf, sendJson, type Json } from './client.ts';
import { listen, openSandbox, serve, until } from './surroundings.ts';

const INSPECTION = [
  { method: 'GET', url: '/_sandbox/requests' },
  { method: 'DELETE', url: '/_sandbox/requests' },
  { method: 'GET', url: '/_sandbox/processes' },
  { method: 'POST', url: '/_sandbox/faults', payload: { fault: 'status=500' } },
  { method: 'POST', url: '/_sandbox/usage', payload: [] },
] as const;
const SECRET = 'a name in a document';
const TOKEN = 'console-secret';
const NETWORK = { host: '0.0.0.0', consoleToken: TOKEN };

const withOneRequest = async (app: FastifyInstance) => {
  await sendJson(app, ADDRESSES, { contents: [{ name: SECRET }] });
  return app;
};
const local = await withOneRequest(await openSandbox());
const shared = await withOneRequest(await openSandbox(NETWORK));

async function statusOf(app: FastifyInstance, request: InjectOptions): Promise<number> {
  const { statusCode, body } = await app.inject(request);
  expect(body.includes(SECRET)).toBe(statusCode === 200 && /requests$/.test(String(request.url)));
  return statusCode;
}

describe('on a loopback address', () => {
  const host = 'localhost:4010';

  test.each(['localhost:4010', '127.8.0.1', '[::1]:4010', 'sandbox.localhost:4010', 'LOCALHOST'])(
    'the name %s is answered without a token',
    async (name) => {
      expect(await statusOf(local, { url: '/_sandbox/requests', headers: { host: name } })).toBe(200);
    },
  );

  describe.each(INSPECTION)('$method $url', (request) => {
    test.each([
      ['under a name that a web page gave this address', { host: 'rebound.example:4010' }],
      ['under a name that only begins like it', { host: 'localhost.example' }],
      ['under an address that only begins like it', { host: '127.0.0.1.example' }],
      ['under an address of the network', { host: '192.168.0.7:4010' }],
      ['from a page of another site', { host, origin: 'https://example.com' }],
      ['from a page of another port', { host, origin: 'http://localhost:5678' }],
      ['from a page without an origin', { host, origin: 'null' }],
      ['from a picture or script of another site', { host, 'sec-fetch-site': 'cross-site' }],
      ['from a page under another name of this machine', { host, 'sec-fetch-site': 'same-site' }],
      ['through a tunnel that calls it by its own name', { host, 'x-forwarded-for': '203.0.113.7' }],
      ['through a proxy that calls it by its own name', { host, forwarded: 'for=203.0.113.7' }],
    ])('is refused %s', async (_, headers) => {
      expect(await statusOf(local, { ...request, headers })).toBe(403);
    });
  });

  test('what was refused has armed and removed nothing', async () => {
    expect(await inspect(local, 'faults')).toEqual({ faults: [] });
    expect(await requestsOf(local)).toHaveLength(1);
  });

  test('its own page may use it, and a link on another page may lead to it', async () => {
    const own = { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' };
    expect(await statusOf(local, { url: '/_sandbox/stats', headers: own })).toBe(200);
    const link = { host, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
    const page = await local.inject({ url: '/_sandbox', headers: link });
    expect(page.statusCode).toBe(200);
    expect(page.headers).toMatchObject({
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'cross-origin-resource-policy': 'same-origin',
    });
    for (const url of ['/_sandbox/state?secrets=include', '/_sandbox/console/events'])
      expect(await statusOf(local, { url, headers: link })).toBe(403);
  });
});

describe('the service itself', () => {
  const askUnder = (app: FastifyInstance, headers: object) => sendJson(app, ADDRESSES, { contents: [] }, headers);

  test.each([
    'localhost:4010',
    'host.docker.internal:4010',
    'sandbox:4010',
    '192.168.0.7:4010',
    'tunnel.example',
    '[fd00::7]:4010',
  ])('is answered under the name %s, whatever the sandbox listens at: programs may use any', async (host) => {
    for (const app of [local, shared]) expect((await askUnder(app, { host })).status).toBe(200);
  });

  test.each([
    ['under a name that it gave this address', 'rebound.example:4010', { origin: 'http://rebound.example:4010' }],
    ['of another site', 'localhost:4010', { origin: 'https://example.com' }],
    ['of another site, to a container', 'host.docker.internal:4010', { origin: 'https://example.com' }],
    ['of another port', 'localhost:4010', { origin: 'http://localhost:5678' }],
    ['without an origin', 'localhost:4010', { origin: 'null' }],
    ['that is told by the browser', 'localhost:4010', { 'sec-fetch-site': 'cross-site' }],
  ])('is refused to a page %s, and uses up nothing that is armed', async (_, host, from) => {
    for (const app of [local, shared]) {
      const authorization = `Bearer ${TOKEN}`;
      await sendJson(app, '/_sandbox/faults', { fault: 'status=503' }, { authorization });
      for (const path of [ADDRESSES, SIGN_IN]) {
        const signIn = { username: 'sandbox', password: 'sandbox' };
        const { status, code, message } = await sendJson(app, path, signIn, { host, ...from });
        expect([path, status, code]).toEqual([path, 403, '403']);
        expect(message).toContain('a web page');
      }
      expect((await askUnder(app, {})).status).toBe(503);
    }
  });

  test('is refused to nginx as it is without settings, like the console', async () => {
    const { app } = await listen();
    const statusOfOld = async (what: string) => {
      const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
      socket.write(`${what} HTTP/1.0\r\nHost: 127.0.0.1:4010\r\nConnection: close\r\n\r\n`);
      const [head] = (await once(socket, 'data')) as [Buffer];
      return Number(head.toString().split(' ')[1]);
    };
    expect(await Promise.all(['GET /_sandbox/state', `POST ${ADDRESSES}`, 'GET /healthz'].map(statusOfOld))).toEqual([
      403, 403, 200,
    ]);
  });

  test('is answered through a tunnel, and to any page, only where it has a token and a password of its own', async () => {
    const token = 'of-my-own';
    const tunnel = { host: 'localhost:4010', 'x-forwarded-host': 'tunnel.example', 'x-forwarded-for': '203.0.113.7' };
    const refused = await askUnder(local, tunnel);
    expect([refused.status, refused.message]).toEqual([403, expect.stringContaining('--public-url')]);
    const page = { host: 'sandbox.example', origin: 'https://sandbox.example', authorization: `Bearer ${token}` };
    expect((await askUnder(await openSandbox({ token }), page)).status).toBe(403);
    const own = await openSandbox({ token, password: token });
    for (const headers of [page, { ...tunnel, authorization: `Bearer ${token}` }])
      expect((await askUnder(own, headers)).status).toBe(200);
    const known = await openSandbox({ publicUrl: 'https://tunnel.example' });
    for (const headers of [tunnel, { host: 'tunnel.example', origin: 'https://tunnel.example' }])
      expect((await askUnder(known, headers)).status).toBe(200);
    expect((await askUnder(known, page)).status).toBe(403);
  });

  test.each(['localhost:4010', '192.168.0.7:4010', 'sandbox.local:4010'])(
    'is answered to its own page to try it, which is in no frame of another, under %s',
    async (host) => {
      const headers = { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' };
      expect((await askUnder(local, headers)).status).toBe(200);
      const docs = await local.inject({ url: '/docs/', headers });
      expect([docs.statusCode, docs.headers['content-security-policy']]).toEqual([200, "frame-ancestors 'none'"]);
    },
  );

  test('answers with no page whose scripts would be those of the console, and to no link on another page', async () => {
    const asked: unknown[] = [];
    const account = await serve((request, response) => {
      asked.push(request.url);
      response
        .setHeader('content-type', 'text/html')
        .setHeader('content-security-policy', "default-src 'unsafe-inline'");
      response.end('<script>fetch("/_sandbox/state?secrets=include")</script>');
    });
    const folder = emptyFolder();
    const record = { upstream: account.url, folder, keepValues: true };
    const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' };
    for (const options of [{ record }, { replay: folder }]) {
      const app = await openSandbox(options);
      const typed = await app.inject({ url: '/of-the-account', headers: { 'sec-fetch-site': 'none' } });
      expect([typed.statusCode, typed.headers['content-security-policy']]).toEqual([200, 'sandbox']);
      expect(await statusOf(app, { url: '/of-another-page', headers: link })).toBe(403);
    }
    expect(asked).toEqual(['/of-the-account']);
  });
});

test('the sandbox itself does not use it for whoever names it as a webhook or a file', async () => {
  const { app, url } = await listen();
  const own = `${url}/_sandbox`;
  const fault = { fault: 'status=503', path: '/process-invoice/extraction' };
  await sendJson(app, '/_sandbox/faults', fault);
  const headers = [{ name: 'X-Sandbox-Request', value: '' }];
  await enrich(app, { url: `${own}/reset`, authorization: { headers } });
  expect(await until(async () => (await processesOf(app))[0].deliveries[0])).toMatchObject({ httpStatus: 403 });
  expect(await inspect(app, 'faults')).toMatchObject({ faults: [fault] });
  const { status, message } = await sendJson(app, CARD, { fileUrl: `${own}/requests` });
  expect([status, message]).toEqual([400, expect.stringContaining('HTTP 403')]);
});

describe('on any other address', () => {
  const host = 'sandbox.example:4010';

  describe.each(INSPECTION)('$method $url', (request) => {
    test.each([
      ['without a token', {}],
      ['without a token from the machine itself', { host: '127.0.0.1:4010' }],
      ['with another token', { authorization: 'Bearer wrong' }],
      ["with the service's token", { authorization: 'Bearer sandbox-token' }],
      ['with a made-up cookie', { cookie: `sandbox_console=${TOKEN}` }],
    ])('is refused %s', async (_, headers) => {
      expect(await statusOf(shared, { ...request, headers: { host, ...headers } })).toBe(401);
    });
  });

  const signIn = (token: string, headers: object = {}, app = shared) =>
    app.inject({ method: 'POST', url: '/_sandbox/session', payload: { token }, headers: { host, ...headers } });

  test('the page signs in once with the token; the cookie is for this site and not for scripts', async () => {
    expect(await statusOf(shared, { url: '/_sandbox', headers: { host } })).toBe(200);
    expect((await signIn('wrong')).statusCode).toBe(401);
    const origin = 'https://example.com';
    expect((await signIn(TOKEN, { origin })).statusCode).toBe(403);
    const signedIn = await signIn(TOKEN, { origin: `http://${host}` });
    expect(signedIn.statusCode).toBe(200);
    const setCookie = String(signedIn.headers['set-cookie']);
    expect(setCookie).toMatch(/; HttpOnly; SameSite=Strict$/);
    expect(setCookie).not.toContain(TOKEN);
    const [cookie] = setCookie.split(';', 1);
    for (const signed of [{ cookie }, { authorization: `Bearer ${TOKEN}` }])
      expect(await statusOf(shared, { url: '/_sandbox/requests', headers: { host, ...signed } })).toBe(200);
    expect(await statusOf(shared, { url: '/_sandbox/requests', headers: { host, cookie, origin } })).toBe(403);
  });

  test('signing in to another sandbox of this machine, whose cookies a browser sends to both, leaves it signed in', async () => {
    const other = await openSandbox({ host: '0.0.0.0', consoleToken: 'of-the-other' });
    const { cookies } = await signIn(TOKEN);
    cookies.push(...(await signIn('of-the-other', {}, other)).cookies);
    const jar = Object.fromEntries(cookies.map(({ name, value }) => [name, value]));
    const cookie = Object.entries(jar).map((pair) => pair.join('='));
    for (const one of [shared, other])
      expect(await statusOf(one, { url: '/_sandbox/stats', headers: { cookie: cookie.join('; ') } })).toBe(200);
  });

  test.each([{ host: '0.0.0.0' }, { host: '192.168.0.7' }, { publicUrl: 'https://sandbox.example.com' }])(
    'a token is generated if none is set, another for each run: %j',
    async (options) => {
      const [one, other] = [await openSandbox(options), await openSandbox(options)];
      expect(one.consoleToken).toMatch(/^[\w-]{24}$/);
      expect(other.consoleToken).not.toBe(one.consoleToken);
      expect(await statusOf(one, { url: '/_sandbox/stats' })).toBe(401);
    },
  );

  test('a loopback address needs one that is set', async () => {
    expect(await statusOf(await openSandbox({ consoleToken: TOKEN }), { url: '/_sandbox/stats' })).toBe(401);
  });
});

describe('strangers, where others reach the sandbox,', () => {
  const open = async (options: AppOptions = {}) => (await listen({ ...NETWORK, ...options })).app;
  const own = { authorization: `Bearer ${TOKEN}` };
  const ask = (app: FastifyInstance, headers: object = {}) => sendJson(app, ADDRESSES, { contents: [] }, headers);
  const signIn = (app: FastifyInstance, password = 'wrong') =>
    sendJson(app, SIGN_IN, { username: 'sandbox', password }, { authorization: '' });
  const portOf = (app: FastifyInstance) => (app.server.address() as AddressInfo).port;

  /** Sends a request whose body does not end. */
  async function half(app: FastifyInstance, path: string, body: string): Promise<Socket> {
    const socket = connect(portOf(app), '127.0.0.1').on('error', () => {});
    const head = `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 65000\r\n\r\n`;
    await new Promise((resolve) => socket.write(head + body, resolve));
    return socket;
  }

  test.each<[who: string, options: AppOptions, flood: (app: FastifyInstance, at: number) => Promise<unknown>]>([
    [
      'strangers',
      NETWORK,
      (app, at) =>
        at % 2
          ? ask(app, { authorization: 'Bearer wrong' })
          : app.inject({ url: `/of-a-stranger-${at}`, headers: { authorization: '' } }),
    ],
    [
      'web pages, which are refused,',
      {},
      (app, at) => {
        const headers = { host: 'localhost:4010', 'sec-fetch-site': 'cross-site' };
        return app.inject(at % 2 ? { url: `/of-a-page-${at}`, headers } : { method: 'POST', url: ADDRESSES, headers });
      },
    ],
  ])('or others: %s take the place of no request in the log but their own', async (_who, options, flood) => {
    const { app } = await listen({ ...options, requestLogLength: 3 });
    await sendJson(app, ADDRESSES, { contents: [{ name: SECRET }] });
    for (let at = 0; at < 600; at++) await flood(app, at);
    // Who has signed in is none of the 500 strangers any more.
    await signIn(app, 'sandbox');
    await ask(app);
    const { requests } = (await app.inject({ url: '/_sandbox/requests', headers: own })).json();
    expect(requests[0]).toMatchObject({ path: ADDRESSES, code: '200', json: { contents: [{ name: SECRET }] } });
    expect(requests.filter(({ code }: Json) => code === '200')).toHaveLength(3);
    expect(requests).toHaveLength(499 + 3);
    const counted = { fields: { contents: [{ name: SECRET }] }, times: { exactly: 1 } };
    expect((await sendJson(app, '/_sandbox/verify', counted, own)).status).toBe(200);
  });

  test('leave memory for the others, however much of a sign-in they send', async () => {
    const app = await open({ memoryBytes: 4 * 2 ** 20 });
    const body = `{"username":"${'a'.repeat(60_000)}`;
    const sockets = await Promise.all(
      Array.from({ length: 60 }, (_, at) => half(app, at % 2 ? SIGN_IN : '/_sandbox/session', body)),
    );
    let answered = 0;
    for (const socket of sockets) socket.once('data', () => answered++);
    await until(() => answered > 40);
    expect((await ask(app)).status).toBe(200);
    expect((await app.inject({ url: '/_sandbox/requests', headers: own })).statusCode).toBe(200);
    for (const socket of sockets) socket.destroy();
    await until(async () => (await signIn(app, 'sandbox')).status === 200);
  });

  test('have seconds to send a sign-in, and who has a token as long as it takes', async () => {
    const app = await open();
    const began = performance.now();
    const stranger = await half(app, SIGN_IN, '{');
    const form = { authorization: 'Bearer sandbox-token', 'content-type': 'application/json' };
    const slow = request({ port: portOf(app), path: ADDRESSES, method: 'POST', headers: form });
    slow.on('error', () => {}).write('{"contents":');
    await once(stranger.resume(), 'close');
    expect(performance.now() - began).toBeGreaterThan(5000);
    slow.end('[]}');
    const [answer] = (await once(slow, 'response')) as [IncomingMessage];
    expect(answer.resume().statusCode).toBe(200);
  });

  test('cannot guess a password or the console token by trying, and are told when they may go on', async () => {
    let now = Date.now();
    const app = await open({ now: () => now });
    const openConsole = (token: string) => app.inject({ method: 'POST', url: '/_sandbox/session', payload: { token } });
    // Signing in well is not counted.
    for (let at = 0; at < 100; at++) expect((await signIn(app, 'sandbox')).status).toBe(200);
    const statuses: number[] = [];
    for (let at = 0; at < 50; at++) statuses.push((await signIn(app)).status, (await openConsole('wrong')).statusCode);
    expect(statuses.slice(0, 60)).toEqual(Array(60).fill(401));
    expect(statuses.slice(60)).toEqual(Array(40).fill(429));
    const refused = await openConsole(TOKEN);
    expect([refused.statusCode, Number(refused.headers['retry-after'])]).toEqual([429, 60]);
    // Who has a token is not asked.
    expect((await ask(app)).status).toBe(200);
    now += 61_000;
    expect([(await signIn(app, 'sandbox')).status, (await openConsole(TOKEN)).statusCode]).toEqual([200, 200]);
  });

  test('may ask again and again for the page to try the service, and read nothing of it', async () => {
    const app = await open({ memoryBytes: 2 ** 20, answerTimeoutMs: 1000 });
    const page = 'GET /docs/static/swagger-ui-bundle.js HTTP/1.1\r\nhost: x\r\n\r\n';
    await app.inject('/docs/static/swagger-ui-bundle.js');
    const before = process.memoryUsage.rss();
    let opened = 0;
    app.server.on('connection', () => opened++);
    const sockets = Array.from({ length: 200 }, () => connect(portOf(app), '127.0.0.1').on('error', () => {}));
    for (const socket of sockets) socket.pause().write(page.repeat(10));
    await until(() => opened === sockets.length);
    const connections = promisify(app.server.getConnections.bind(app.server));
    await until(async () => (await connections()) === 0);
    for (const socket of sockets) socket.destroy();
    expect((await signIn(app, 'sandbox')).status).toBe(200);
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * 2 ** 20);
  });

  test('leave no request open whose connection was reset behind what is no HTTP', async () => {
    const app = await open();
    const headers = ['authorization: Bearer sandbox-token', 'content-type: application/json', 'x-sandbox-fault: reset'];
    const head = [`POST ${ADDRESSES} HTTP/1.1`, 'host: x', ...headers, 'content-length: 15', '', ''].join('\r\n');
    const sockets = Array.from({ length: 20 }, () => connect(portOf(app), '127.0.0.1').on('error', () => {}));
    for (const socket of sockets) socket.resume().write(`${head}{"contents":[]}\0\x01`);
    await Promise.all(sockets.map((socket) => once(socket, 'close')));
    const inFlight = async () => (await app.inject({ url: '/_sandbox/stats', headers: own })).json().inFlight;
    await until(async () => (await inFlight()) === 0);
  });

  test('are counted together where they have the first half of an address in common', async () => {
    const app = await open();
    const guess = (remoteAddress: string) =>
      app.inject({ method: 'POST', url: SIGN_IN, payload: { username: 'sandbox', password: 'x' }, remoteAddress });
    for (let at = 0; at < 60; at++) await guess(`fd00::${at.toString(16)}:1`);
    const statuses = ['fd00::1', 'fd00:0:0:0:1::', 'fd00:0:0:1::1', '::1', '10.0.0.1', '::ffff:10.0.0.2'].map(guess);
    expect((await Promise.all(statuses)).map(({ statusCode }) => statusCode)).toEqual([429, 429, 401, 401, 401, 401]);
  });
});
