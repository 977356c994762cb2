import { beforeAll, describe, expect, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { buildApp, type AppOptions } from '../../../sandbox/server/app.ts';
import { emptyFolder } from '../emptyFolder.ts';
import { enrich, inspect, processesOf, sendJson } from './client.ts';
import { openSandbox, serve, until } from './surroundings.ts';

const INSPECTION = [
  ['GET', '/_sandbox/requests'],
  ['DELETE', '/_sandbox/requests'],
  ['GET', '/_sandbox/stats'],
  ['GET', '/_sandbox/processes'],
  ['GET', '/_sandbox/faults'],
  ['POST', '/_sandbox/faults'],
  ['POST', '/_sandbox/usage'],
] as const;
const SECRET = 'a name in a document';

type Call = { app: FastifyInstance; method: 'GET' | 'POST' | 'DELETE'; url: string; headers?: Record<string, string> };
async function call({ app, method, url, headers = {} }: Call) {
  const payload = url.endsWith('/usage') ? '[]' : '{"fault":"status=500"}';
  const body =
    method === 'POST' ? { payload, headers: { 'content-type': 'application/json', ...headers } } : { headers };
  const response = await app.inject({ method, url, ...body });
  return { status: response.statusCode, body: response.body, headers: response.headers };
}

async function withOneRequest(app: FastifyInstance): Promise<FastifyInstance> {
  await sendJson(app, '/process-text/multi-address-parsing', { contents: [{ name: SECRET }] });
  return app;
}

describe('on a loopback address', () => {
  let app: FastifyInstance;
  beforeAll(async () => void (app = await withOneRequest(await openSandbox())));

  test.each(['localhost:4010', '127.0.0.1:4010', '127.8.0.1', '[::1]:4010', 'sandbox.localhost:4010', 'LOCALHOST'])(
    'the name %s is answered without a token',
    async (host) => {
      const { status, body } = await call({
        app,
        method: 'GET',
        url: '/_sandbox/requests',
        headers: { host },
      });
      expect([status, body.includes(SECRET)]).toEqual([200, true]);
    },
  );

  describe.each(INSPECTION)('%s %s', (method, url) => {
    test.each([
      ['under a name that a web page gave this address', { host: 'rebound.example:4010' }],
      ['under a name that only begins like it', { host: 'localhost.example' }],
      ['under an address that only begins like it', { host: '127.0.0.1.example' }],
      ['under an address of the network', { host: '192.168.0.7:4010' }],
      ['from a page of another site', { host: 'localhost:4010', origin: 'https://example.com' }],
      ['from a page of another port', { host: 'localhost:4010', origin: 'http://localhost:5678' }],
      ['from a page without an origin', { host: 'localhost:4010', origin: 'null' }],
      ['from a picture or script of another site', { host: 'localhost:4010', 'sec-fetch-site': 'cross-site' }],
      ['from a page under another name of this machine', { host: 'localhost:4010', 'sec-fetch-site': 'same-site' }],
    ])('is refused %s', async (_, headers) => {
      const { status, body } = await call({ app, method, url, headers: headers as Record<string, string> });
      expect([status, body.includes(SECRET)]).toEqual([403, false]);
      expect(JSON.parse(body).status.message).toMatch(
        /refuse this request: (this sandbox is not called|the request comes)/,
      );
    });
  });

  test('what was refused has armed and removed nothing', async () => {
    expect(await inspect(app, 'faults')).toEqual({ faults: [] });
    expect((await inspect(app, 'requests')).requests).toHaveLength(1);
  });

  test('its own page may use it, and a link on another page may lead to it', async () => {
    const own = { host: 'localhost:4010', origin: 'http://localhost:4010', 'sec-fetch-site': 'same-origin' };
    expect((await call({ app, method: 'GET', url: '/_sandbox/stats', headers: own })).status).toBe(200);
    const link = { host: 'localhost:4010', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
    const page = await call({ app, method: 'GET', url: '/_sandbox', headers: link });
    expect(page.status).toBe(200);
    expect(page.headers).toMatchObject({
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'cross-origin-resource-policy': 'same-origin',
    });
    for (const [method, url] of [
      ['POST', '/_sandbox/faults'],
      ['GET', '/_sandbox/state?secrets=include'],
      ['GET', '/_sandbox/console/events'],
    ] as const)
      expect([url, (await call({ app, method, url, headers: link })).status]).toEqual([url, 403]);
  });
});

test('a loopback address that others reach by a public one needs a token', async () => {
  const app = await openSandbox({ publicUrl: 'https://sandbox.example.com' });
  expect(app.consoleToken).toEqual(expect.any(String));
  expect((await app.inject('/_sandbox/requests')).statusCode).toBe(401);
});

describe('the service itself', () => {
  const ADDRESSES = '/process-text/multi-address-parsing';
  const askUnder = (app: FastifyInstance, headers: Record<string, string>) =>
    sendJson(app, ADDRESSES, { contents: [] }, headers);
  const inApp = async <T>(options: AppOptions, work: (app: FastifyInstance) => Promise<T>): Promise<T> => {
    const app = await buildApp({ workers: 1, ...options });
    return work(app).finally(() => app.close());
  };

  test.each([
    'localhost:4010',
    'host.docker.internal:4010',
    'sandbox:4010',
    '192.168.0.7:4010',
    'tunnel.example',
    '[fd00::7]:4010',
  ])('is answered under the name %s, whatever the sandbox listens at: programs may use any', async (host) => {
    for (const listening of ['127.0.0.1', '0.0.0.0'])
      expect((await inApp({ host: listening }, (app) => askUnder(app, { host }))).status).toBe(200);
  });

  const FOREIGN: [string, Record<string, string>][] = [
    ['under a name that it gave this address', { host: 'rebound.example:4010', origin: 'http://rebound.example:4010' }],
    ['of another site', { host: 'localhost:4010', origin: 'https://example.com' }],
    [
      'of another site, under a name of a container',
      { host: 'host.docker.internal:4010', origin: 'https://example.com' },
    ],
    ['of another port', { host: 'localhost:4010', origin: 'http://localhost:5678' }],
    ['without an origin', { host: 'localhost:4010', origin: 'null' }],
    ['that is told by the browser', { host: 'localhost:4010', 'sec-fetch-site': 'cross-site' }],
  ];
  describe.each(FOREIGN)('is refused to a page %s', (_, headers) => {
    test.each(['127.0.0.1', '0.0.0.0'])('where the sandbox listens at %s', async (host) => {
      await inApp({ host, consoleToken: 'console-secret' }, async (app) => {
        for (const path of [ADDRESSES, '/user/authenticate']) {
          const { status, body } = await sendJson(app, path, { username: 'sandbox', password: 'sandbox' }, headers);
          expect([path, status, body.status.code]).toEqual([path, 403, '403']);
          expect(body.status.message).toContain('a web page');
        }
        // It has not used up what is armed.
        const authorization = 'Bearer console-secret';
        await sendJson(app, '/_sandbox/faults', { fault: 'status=503' }, { authorization });
        await askUnder(app, headers);
        expect((await askUnder(app, {})).status).toBe(503);
      });
    });
  });

  test.each(['localhost:4010', '192.168.0.7:4010', 'sandbox.local:4010'])(
    'is answered to its own page to try it, which is in no frame of another, under %s',
    async (host) => {
      const page = { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' };
      expect((await inApp({}, (app) => askUnder(app, page))).status).toBe(200);
      const docs = await inApp({}, (app) => call({ app, method: 'GET', url: '/docs/', headers: page }));
      expect([docs.status, docs.headers['content-security-policy']]).toEqual([200, "frame-ancestors 'none'"]);
    },
  );

  test('answers with no page whose scripts would be those of the console, and to no link on another page', async () => {
    const page = '<script>fetch("/_sandbox/state?secrets=include")</script>';
    const asked: unknown[] = [];
    const account = await serve((request, response) => {
      asked.push(request.url);
      const headers = { 'content-type': 'text/html', 'content-security-policy': "default-src * 'unsafe-inline'" };
      response.writeHead(200, headers).end(page);
    });
    const folder = emptyFolder();
    const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' };
    const record = { upstream: account.url, folder, keepValues: true };
    for (const options of [{ record }, { replay: folder }]) {
      await inApp(options, async (app) => {
        const typed = await call({ app, method: 'GET', url: '/of-the-account', headers: { 'sec-fetch-site': 'none' } });
        expect([typed.status, typed.headers['content-security-policy']]).toEqual([200, 'sandbox']);
        expect((await call({ app, method: 'GET', url: '/of-another-page', headers: link })).status).toBe(403);
      });
    }
    expect(asked).toEqual(['/of-the-account']);
  });

  test('is answered to any page that has a token and a password of its own', async () => {
    const page = { host: 'sandbox.example', origin: 'https://sandbox.example', authorization: 'Bearer of-my-own' };
    expect((await inApp({ token: 'of-my-own' }, (app) => askUnder(app, page))).status).toBe(403);
    const own = { token: 'of-my-own', password: 'of-my-own' };
    expect((await inApp(own, (app) => askUnder(app, page))).status).toBe(200);
  });
});

test('the sandbox itself does not use it for whoever names it as a webhook or a file', async () => {
  const app = await withOneRequest(await openSandbox());
  const own = `${await app.listen({ port: 0, host: '127.0.0.1' })}/_sandbox`;
  const fault = { fault: 'status=503', path: '/process-invoice/extraction' };
  await sendJson(app, '/_sandbox/faults', fault);
  const headers = [{ name: 'X-Sandbox-Request', value: '' }];
  await enrich(app, { url: `${own}/reset`, authorization: { headers } });
  expect(await until(async () => (await processesOf(app))[0].deliveries[0])).toMatchObject({ httpStatus: 403 });
  expect(await inspect(app, 'faults')).toMatchObject({ faults: [fault] });
  const fileUrl = `${own}/requests`;
  const { status, body } = await sendJson(app, '/process-image/payment-card-extraction', { fileUrl });
  expect([status, body.status.message]).toEqual([400, expect.stringContaining('HTTP 403')]);
});

describe('on any other address', () => {
  let app: FastifyInstance;
  beforeAll(async () => {
    app = await withOneRequest(await openSandbox({ host: '0.0.0.0', consoleToken: 'console-secret' }));
  });
  const host = 'sandbox.example:4010';

  describe.each(INSPECTION)('%s %s', (method, url) => {
    test.each([
      ['without a token', {}],
      ['without a token from the machine itself', { host: '127.0.0.1:4010' }],
      ['with another token', { authorization: 'Bearer wrong' }],
      ["with the service's token", { authorization: 'Bearer sandbox-token' }],
      ['with a made-up cookie', { cookie: 'sandbox_console=console-secret' }],
    ])('is refused %s', async (_, headers) => {
      const { status, body } = await call({ app, method, url, headers: { host, ...(headers as object) } });
      expect([status, body.includes(SECRET)]).toEqual([401, false]);
    });

    test('is answered with the token', async () => {
      if (method === 'DELETE') return;
      const { status } = await call({ app, method, url, headers: { host, authorization: 'Bearer console-secret' } });
      expect(status).toBe(200);
    });
  });

  test('the page signs in once with the token; the cookie is for this site and not for scripts', async () => {
    expect((await call({ app, method: 'GET', url: '/_sandbox', headers: { host } })).status).toBe(200);
    const signIn = (token: string, headers: object = {}) =>
      app.inject({ method: 'POST', url: '/_sandbox/session', payload: { token }, headers: { host, ...headers } });
    expect((await signIn('wrong')).statusCode).toBe(401);
    expect((await signIn('console-secret', { origin: 'https://example.com' })).statusCode).toBe(403);
    const signedIn = await signIn('console-secret', { origin: `http://${host}` });
    expect(signedIn.statusCode).toBe(200);
    const setCookie = String(signedIn.headers['set-cookie']);
    expect(setCookie).toMatch(/; HttpOnly; SameSite=Strict$/);
    expect(setCookie).not.toContain('console-secret');
    const cookie = setCookie.split(';', 1)[0] as string;
    const read = await call({
      app,
      method: 'GET',
      url: '/_sandbox/requests',
      headers: { host, cookie },
    });
    expect([read.status, read.body.includes(SECRET)]).toEqual([200, true]);
    const foreign = { host, cookie, origin: 'https://example.com' };
    expect((await call({ app, method: 'GET', url: '/_sandbox/requests', headers: foreign })).status).toBe(403);
  });

  test('signing in to another sandbox of this machine, whose cookies a browser sends to both, leaves it signed in', async () => {
    const other = await openSandbox({ host: '0.0.0.0', consoleToken: 'of-the-other' });
    const jar = new Map<string, string>();
    for (const [one, token] of [
      [app, 'console-secret'],
      [other, 'of-the-other'],
    ] as const) {
      const { cookies } = await one.inject({ method: 'POST', url: '/_sandbox/session', payload: { token } });
      for (const { name, value } of cookies) jar.set(name, value);
    }
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ');
    for (const one of [app, other])
      expect((await one.inject({ url: '/_sandbox/stats', headers: { cookie } })).statusCode).toBe(200);
  });

  test('a token is generated if none is set, another for each run', async () => {
    const [one, other] = await Promise.all([openSandbox({ host: '0.0.0.0' }), openSandbox({ host: '192.168.0.7' })]);
    expect(one.consoleToken).toMatch(/^[\w-]{24}$/);
    expect(other.consoleToken).not.toBe(one.consoleToken);
    const authorization = `Bearer ${one.consoleToken}`;
    expect((await one.inject({ url: '/_sandbox/requests', headers: { authorization } })).statusCode).toBe(200);
    expect((await one.inject('/_sandbox/requests')).statusCode).toBe(401);
  });

  test('a token that is set is needed on a loopback address too', async () => {
    const shared = await openSandbox({ consoleToken: 'console-secret' });
    expect((await shared.inject('/_sandbox/requests')).statusCode).toBe(401);
  });
});
