import { testCredential } from '../harness/credentialTest.ts';
import { credentialFor } from './helpers/document-node.ts';
import { envelope, failure } from './helpers/envelope.ts';
import { only } from './helpers/sent.ts';
import { startServer } from './helpers/server.ts';
import type { Answer, RecordingServer } from './helpers/server.ts';

let server: RecordingServer;
beforeEach(async () => {
  server = await startServer(() => ({ json: envelope({ details: [] }) }));
});
afterEach(async () => server.close());

test.each(['', '/', '//', '/v1/'])(
  'the test of a credential asks the daily summary of one day, also with a base URL that ends in "%s"',
  async (end) => {
    expect(await testCredential(credentialFor(` ${server.url}${end}`))).toEqual({
      status: 'OK',
      message: 'Connection successful!',
    });
    const { method, path, headers, json } = only(server.requests);
    expect({ method, path }).toEqual({ method: 'POST', path: `${end === '/v1/' ? '/v1' : ''}/billing/daily-summary` });
    expect(headers.authorization).toBe('Bearer token-of-the-test');
    const { startDate, endDate, ...rest } = json as Record<string, string>;
    expect(rest).toEqual({});
    expect(startDate).toMatch(/^\d{4}-\d\d-\d\d 00:00:00\.000Z$/);
    expect(endDate).toBe(startDate!.replace('00:00:00.000', '23:59:59.999'));
    expect(Date.parse(startDate!.replace(' ', 'T'))).toBeLessThan(Date.now());
  },
);

test.each([
  ['a failing envelope in HTTP 200, R117', { json: failure('R117', 'Invalid authorization data') }],
  ['a failing envelope in HTTP 200, R101', { json: failure('R101', 'Wrong') }],
  ['a failing envelope in HTTP 200, E100', { json: failure('E100', 'Broken') }],
  ['HTTP 401', { status: 401, json: failure('R117', 'Invalid') }],
  ['HTTP 500', { status: 500, json: failure('E100', 'Broken') }],
  ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }],
  ['a web page', { headers: { 'content-type': 'text/html' }, body: '<!doctype html><p>Hello' }],
  ['JSON of something else', { json: { ok: true } }],
] satisfies Array<[string, Answer]>)('the test of a credential fails on %s', async (_what, answer) => {
  server.respond(() => answer);
  const result = await testCredential(credentialFor(server.url));
  expect(result.status).toBe('Error');
  expect(result.message).not.toContain('token-of-the-test');
});

test('the test of a credential that signs in does so, and fails when it is refused', async () => {
  const signIn = { authentication: 'signIn', signInSecret: '{"password":"very-secret-1"}', answerLocation: 'token' };
  server.respond(({ path }) => ({ json: path === '/user/authenticate' ? { token: 'fresh' } : envelope({}) }));
  expect((await testCredential(credentialFor(server.url, signIn))).status).toBe('OK');
  expect(server.requests.map(({ path }) => path)).toEqual(['/user/authenticate', '/billing/daily-summary']);
  server.respond(() => ({ status: 403, json: {} }));
  const refused = await testCredential(credentialFor(server.url, signIn));
  expect(refused.status).toBe('Error');
  expect(refused.message).not.toContain('very-secret-1');
});
