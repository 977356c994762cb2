import { DocumentProcessing } from '../../nodes/DocumentProcessing/DocumentProcessing.node';
import { DocumentProcessingTrigger } from '../../nodes/DocumentProcessing/DocumentProcessingTrigger.node';
import { pressTest, runOperation, BY_URL } from '../support/document-node.ts';
import { envelope, failure } from '../support/envelope.ts';
import { serverForEachTest } from '../support/opened.ts';
import { only } from '../support/sent.ts';
import type { Answer } from '../support/server.ts';

const server = serverForEachTest(() => ({ result: { details: [] } }));

test('both nodes test the credential, with the same function', () => {
  for (const node of [new DocumentProcessing(), new DocumentProcessingTrigger()]) {
    expect(node.description.credentials).toMatchObject([{ testedBy: 'testCredential' }]);
    expect(node.methods.credentialTest.testCredential).toBe(
      new DocumentProcessing().methods.credentialTest.testCredential,
    );
  }
});

test('the test of a credential asks the daily summary of one day', async () => {
  expect(await pressTest(server.url)).toEqual({ status: 'OK', message: 'Connection successful!' });
  const { method, path, headers, json } = only(server.requests);
  expect({ method, path }).toEqual({ method: 'POST', path: '/billing/daily-summary' });
  expect(headers.authorization).toBe('Bearer token-of-the-test');
  const { startDate, endDate, ...rest } = json as Record<string, string>;
  expect(rest).toEqual({});
  expect(startDate).toMatch(/^\d{4}-\d\d-\d\d 00:00:00\.000Z$/);
  expect(endDate).toBe(startDate!.replace('00:00:00.000', '23:59:59.999'));
  expect(Date.parse(startDate!.replace(' ', 'T'))).toBeLessThan(Date.now());
});

test.each([
  [
    'a rejected token in HTTP 200',
    { json: failure('R117', 'Invalid authorization data') },
    /^Invalid authorization data \(R117\)\. Renew the access token in the credential.* Request ID: req-1$/,
  ],
  [
    'an answer without end',
    { headers: { 'content-type': 'application/json' }, body: ' '.repeat(1000), repeats: true },
    /^The response of the service is too large: more than 2.5 MB beside images and files\. Check the "Base URL"/,
  ],
] satisfies Array<[string, Answer, RegExp]>)(
  'the test of a credential says what is wrong: %s',
  async (_what, answer, message) => {
    server.respond(() => answer);
    expect(await pressTest(server.url)).toEqual({ status: 'Error', message: expect.stringMatching(message) });
  },
);

test.each([
  [
    'a server that is not running',
    'http://127.0.0.1:1',
    /^The service refused the connection \(ECONNREFUSED\)\. Check/,
  ],
  ['a base URL without a protocol', 'api.example.com', /^The "Base URL" of the credential is not a valid URL\. Open/],
])('the test of a credential says what is wrong: %s', async (_what, baseUrl, message) => {
  const signIn = { authentication: 'signIn', signInSecret: '{"password":"very-secret-1"}' };
  for (const data of [{}, signIn])
    expect(await pressTest(baseUrl, data)).toEqual({ status: 'Error', message: expect.stringMatching(message) });
});

const send = (data: Parameters<typeof pressTest>[1]) =>
  runOperation(server, 'api.sendRequest', { path: 'a', bodyJson: '{}' }, { credential: { ...data } });

const signIn = { authentication: 'signIn', signInSecret: '{}', answerLocation: 'token' };

const PASTED = [
  'abc.def',
  '  abc.def\n',
  'Bearer abc.def',
  'BEARER\tabc.def ',
  'Bearer Bearer abc.def',
  '"abc.def"',
  "'Bearer abc.def'",
  '`abc.def`',
  'Authorization: Bearer abc.def',
  '\r\n"Bearer abc.def"\r\n',
];

test.each(PASTED)('a token that was pasted, or that a sign-in answers, as %j is sent as it is meant', async (token) => {
  server.respond(({ path }) => ({ json: path === '/user/authenticate' ? { token } : envelope({}) }));
  for (const data of [{ accessToken: token }, signIn]) {
    expect(await pressTest(server.url, data)).toMatchObject({ status: 'OK' });
    expect((await send(data)).error).toBeUndefined();
  }
  const sent = server.requests.filter(({ path }) => path !== '/user/authenticate');
  expect(sent.map(({ headers }) => headers.authorization)).toEqual(Array(4).fill('Bearer abc.def'));
});

test.each(['Bearer-abc', 'tok/en+"1"=='])(
  'a token that only looks like something else, %j, is kept',
  async (accessToken) => {
    await send({ accessToken });
    expect(only(server.requests).headers.authorization).toBe(`Bearer ${accessToken}`);
  },
);

test.each([' ', 'bearer "" ', 'Authorization: Bearer'])(
  'a token that is none, %j, is not sent',
  async (accessToken) => {
    const message = 'The credential has no access token. Open it and enter one, or let it sign in.';
    expect(await pressTest(server.url, { accessToken })).toEqual({ status: 'Error', message });
    expect((await send({ accessToken })).error?.message).toBe(`${message} [item 0]`);
    expect(server.requests).toEqual([]);
  },
);

test.each(['ab-secret\nab', 'ab-secret\u0142', '\u201cab-secret\u201d'])(
  'a token that no header can carry, %j, is told of without showing it',
  async (token) => {
    const message = /^The "Access Token" of the credential has a character that cannot be sent/;
    expect(await pressTest(server.url, { accessToken: token })).toEqual({
      status: 'Error',
      message: expect.stringMatching(message),
    });
    const { error } = await send({ accessToken: token });
    expect(error?.message).toMatch(message);
    expect(JSON.stringify({ ...error })).not.toContain('ab-secret');
    expect(server.requests).toEqual([]);
    server.respond(() => ({ json: { token } }));
    const signedIn = /^The token in the response to the sign-in has a character that cannot be sent/;
    expect((await pressTest(server.url, signIn)).message).toMatch(signedIn);
    expect((await send(signIn)).error?.message).toMatch(signedIn);
    expect(new Set(server.requests.map(({ path }) => path))).toEqual(new Set(['/user/authenticate']));
  },
);

test('the test of a credential does not show the token that it got by signing in', async () => {
  server.respond(({ path }) => ({
    json: path === '/user/authenticate' ? { token: 'fresh-token' } : failure('X1', 'No account for fresh-token'),
  }));
  expect((await pressTest(server.url, signIn)).message).toMatch(/^No account for \*\*\* \(X1\)/);
});

test('the test of a credential that signs in says what is wrong with that', async () => {
  server.respond(() => ({ json: {} }));
  expect((await pressTest(server.url, signIn)).message).toMatch(/no token at "token"/);
  expect((await pressTest(server.url, { ...signIn, signInSecret: '[very-secret-1' })).message).toBe(
    'The "Sign-In Body" of the credential is not a JSON object. ' +
      'Enter what your provider told you to send, e.g. {"username": "…", "password": "…"}.',
  );
  expect((await pressTest(server.url, { ...signIn, signInSecret: ' ' })).message).toMatch(
    /^The "Sign-In Body" of the credential is empty\. Enter what/,
  );
});

describe('a credential with an expression', () => {
  const run = async (accessToken: string, ...tokens: string[]) => {
    const parameters = { ...BY_URL, output: 'raw' };
    const items = tokens.map((token) => ({ json: { token } }));
    const done = await runOperation(server, 'document.extractContent', parameters, {
      credential: { accessToken },
      items,
    });
    return { ...done, sent: server.requests.map(({ headers }) => headers.authorization) };
  };

  test.each([
    ['={{ $json.token }}', 25],
    ['={{ $json.token === "b" ? "b" : "a" }}', 25],
    ['={{ $json?.token ?? "a" }}', 25],
    ['={{ $("Start").item.json.token === "b" ? "b" : "a" }}', 25],
    ['={{ $itemIndex === 1 ? "b" : "a" }}', 1],
    ['={{ ($input.item?.json ?? {}).token || "a" }}', 1],
  ])(
    'that has another value for one item is refused: all would be sent, and billed, as the first: %s',
    async (token, other) => {
      const tokens = Array.from({ length: 30 }, (_, index) => (index === other ? 'b' : 'a'));
      const { error, sent } = await run(token, ...tokens);
      expect(error?.message).toBe('The credential has an expression with another value for another item [item 0]');
      expect(sent).toEqual([]);
    },
  );

  test.each([
    ['={{ $json.token }}', ['a']],
    ['={{ $json.token }}', ['a', 'a', 'a']],
    ['={{ $("Start").first().json.token }}', ['a', 'b']],
  ])('that has the same for all, %s for %j, is used', async (accessToken, tokens) => {
    const { error, sent } = await run(accessToken, ...tokens);
    expect(error).toBeUndefined();
    expect(sent).toEqual(tokens.map(() => 'Bearer a'));
  });
});
