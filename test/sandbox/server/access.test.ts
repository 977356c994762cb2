import { describe, expect, test } from '@jest/globals';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { emptyFolder } from '../emptyFolder.ts';
import { ADDRESSES, CARD, SIGN_IN, enrich, inspect, processesOf, requestsOf, sendJson } from './client.ts';
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

  test('is answered to any page that has a token and a password of its own', async () => {
    const token = 'of-my-own';
    const page = { host: 'sandbox.example', origin: 'https://sandbox.example', authorization: `Bearer ${token}` };
    expect((await askUnder(await openSandbox({ token }), page)).status).toBe(403);
    expect((await askUnder(await openSandbox({ token, password: token }), page)).status).toBe(200);
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

  test('a token is generated if none is set, another for each run', async () => {
    const [one, other] = [await openSandbox({ host: '0.0.0.0' }), await openSandbox({ host: '192.168.0.7' })];
    expect(one.consoleToken).toMatch(/^[\w-]{24}$/);
    expect(other.consoleToken).not.toBe(one.consoleToken);
    expect(await statusOf(one, { url: '/_sandbox/stats' })).toBe(401);
  });

  test.each([{ consoleToken: TOKEN }, { publicUrl: 'https://sandbox.example.com' }])(
    'a loopback address needs one with %j',
    async (options) => {
      expect(await statusOf(await openSandbox(options), { url: '/_sandbox/stats' })).toBe(401);
    },
  );
});
