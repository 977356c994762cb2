import { request as httpRequest } from 'node:http';
import { signIn } from '../../../nodes/DocumentProcessing/transport/sign-in';
import { SILENCE, startServer, type Answer } from '../../support/server.ts';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { describeError } from '../../../nodes/DocumentProcessing/transport/node-error';
import { ConnectionError, HttpStatusError, ServiceError } from '../../../nodes/DocumentProcessing/common/errors';
import { Session, SignedInRequests } from '../../../nodes/DocumentProcessing/transport/session';
import type { Envelope } from '../../../nodes/DocumentProcessing/transport/envelope';
import { DocumentProcessingApi } from '../../../credentials/DocumentProcessingApi.credentials';
import { pressTest, runOperation, BY_URL, isSignIn, numbered, signingIn } from '../../support/document-node.ts';
import { envelope, failure } from '../../support/envelope.ts';
import { openedForEachTest } from '../../support/opened.ts';
import type { RecordedRequest } from '../../support/recordedRequest.ts';

const EXPIRED: Answer = { status: 401, json: failure('R117', 'Invalid authorization data') };

/** A service that keeps one session a user: a sign-in ends the one before. */
class OneSession {
  token = 'token-0';
  signIns = 0;

  readonly answer = (request: RecordedRequest): Answer => {
    if (isSignIn(request)) {
      this.token = `token-${++this.signIns}`;
      return { result: { accessToken: this.token } };
    }
    return request.headers.authorization === `Bearer ${this.token}` ? { result: [] } : EXPIRED;
  };
}

let service: OneSession;
const server = openedForEachTest(() => startServer((service = new OneSession()).answer));

const credential = signingIn();

const run = (
  count: number,
  maxConcurrency: number,
  data: ICredentialDataDecryptedObject = {},
  options = {},
  setup = {},
) =>
  runOperation(
    server,
    'document.extractContent',
    { ...BY_URL, output: 'raw', options: { maxConcurrency, ...options } },
    {
      credential: { ...credential, ...data },
      items: numbered(count),
      onError: 'continueRegularOutput',
      ...setup,
    },
  );

type Run = Awaited<ReturnType<typeof run>>;
const errorsOf = ({ items }: Run) => items.flatMap(({ json }) => (json['error'] === undefined ? [] : [json['error']]));
const signIns = () => server.requests.filter(isSignIn).length;

describe('where a sign-in ends the session before it', () => {
  test.each([
    ['no token yet', '', 1],
    ['no token yet', '', 20],
    ['an expired token', 'old', 1],
    ['an expired token', 'old', 20],
  ])('20 items with %s (%j), %i at a time, sign in once and all succeed', async (_what, sessionToken, width) => {
    const done = await run(20, width, { sessionToken });
    expect(errorsOf(done)).toEqual([]);
    expect(done.items).toHaveLength(20);
    const [sent, ...others] = server.requests.filter(isSignIn);
    expect(others).toEqual([]);
    expect(sent).toMatchObject({ method: 'POST', json: { user: 'ana', password: 'very-secret-1' } });
    expect(sent?.headers.authorization).toBeUndefined();
    expect(done.credentials[0]?.data['sessionToken']).toBe('token-1');
  });

  test('a session that ends in the middle is opened again once', async () => {
    let answered = 0;
    server.respond((request) => {
      if (!isSignIn(request) && ++answered === 12) service.token = 'ended';
      return service.answer(request);
    });
    expect(errorsOf(await run(30, 6))).toEqual([]);
    expect(signIns()).toBe(2);
  });

  test('an item whose token is refused once another item has failed is not sent again', async () => {
    let fail = () => {};
    const failing = new Promise<void>((resolve) => (fail = resolve));
    server.respond(async (request, index) => {
      if (!request.path.endsWith('content-extraction')) return service.answer(request);
      if (index === 0) {
        await server.arrived(2);
        fail();
        return { status: 400, json: failure('R130', 'Unsupported file format') };
      }
      await failing;
      // The failure has been read by the time requests of our own, sent after it, are answered.
      for (let n = 0; n < 10; n++) await (await fetch(`${server.url}/later`)).text();
      return EXPIRED;
    });
    const { error } = await run(2, 2, { sessionToken: 'old' }, {}, { onError: 'stopWorkflow' });
    expect(error?.message).toMatch('Unsupported file format (R130)');
    expect(server.requests.filter(({ path }) => path !== '/later')).toHaveLength(2);
  });

  test('executions at the same moment share a sign-in, and so does a later one with the old token', async () => {
    const runs = await Promise.all([run(8, 4, { sessionToken: 'old' }), run(8, 4, { sessionToken: 'old' }), run(8, 4)]);
    expect(runs.flatMap(errorsOf)).toEqual([]);
    expect(errorsOf(await run(1, 1, { sessionToken: 'old' }))).toEqual([]);
    expect(signIns()).toBe(1);
  });

  test('the test of the credential signs in, and executions go on with its session', async () => {
    await run(1, 1);
    expect(await pressTest(server.url, credential)).toMatchObject({ status: 'OK' });
    expect(signIns()).toBe(2);
    expect(errorsOf(await run(3, 3, { sessionToken: 'token-1' }))).toEqual([]);
    expect(signIns()).toBe(2);
  });

  test("requests of n8n's own nodes share it as well", async () => {
    const data = { baseUrl: server.url, signInPath: 'user/authenticate', answerLocation: 'result.accessToken' };
    const renew = () =>
      new DocumentProcessingApi().preAuthentication.call(
        {
          helpers: {
            httpRequest: async ({ url, body }) => {
              const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
              return { statusCode: response.status, headers: {}, body: await response.json() };
            },
          },
        },
        { ...credential, ...data, sessionToken: 'old' },
      );
    expect(await Promise.all([renew(), renew(), renew()])).toMatchObject(Array(3).fill({ sessionToken: 'token-1' }));
    expect(signIns()).toBe(1);
  });
});

describe('a credential that is edited, in which n8n keeps the session token,', () => {
  const answerAs =
    (host: string) =>
    (request: RecordedRequest): Answer =>
      isSignIn(request)
        ? { result: { accessToken: `${(request.json as { user: string }).user} at ${host}` } }
        : { result: { sent: request.headers.authorization } };
  const sentBy = ({ items }: Run) => items.map(({ json }) => json['result']);

  test('to sign in as another user goes on as that one', async () => {
    server.respond(answerAs('one'));
    const { credentials } = await run(1, 1);
    const edited = { ...credentials[0]?.data, signInSecret: '{"user": "eva", "password": "very-secret-2"}' };
    expect(sentBy(await run(2, 2, edited))).toEqual(Array(2).fill({ sent: 'Bearer eva at one' }));
    expect(await pressTest(server.url, edited)).toMatchObject({ status: 'OK' });
    expect(server.requests.at(-1)?.headers.authorization).toBe('Bearer eva at one');
  });

  test('to call another service does not show it the token of the first', async () => {
    server.respond(answerAs('one'));
    const { credentials } = await run(1, 1);
    const other = await startServer(answerAs('two'));
    await run(2, 2, { ...credentials[0]?.data, baseUrl: other.url });
    expect(new Set(other.requests.map(({ headers }) => headers.authorization))).toEqual(
      new Set([undefined, 'Bearer ana at two']),
    );
    await other.close();
  });
});

/** What is sent where the token "old" is refused and another process stores one that is accepted. */
async function tokensSent(stored: () => string, signIn?: () => string): Promise<string[]> {
  const sent: string[] = [];
  const requests = new SignedInRequests(new Session(), { sessionToken: 'old' }, async () => stored());
  const outcome = await requests.send(async (data) => {
    if (data['sessionToken'] === '') data['sessionToken'] = signIn?.() ?? '';
    sent.push(String(data['sessionToken']));
    return data['sessionToken'] === 'accepted' ? (envelope([]) as unknown as Envelope) : new HttpStatusError(401);
  });
  expect(outcome).not.toBeInstanceOf(ServiceError);
  return sent;
}

test('a token that another process has stored is used before signing in', async () => {
  expect(await tokensSent(() => 'accepted')).toEqual(['old', 'accepted']);
});

test('a token that another process gets at the same moment is waited for until n8n has stored it', async () => {
  let stored = '';
  const signIn = () => {
    setTimeout(() => (stored = 'accepted'), 120);
    return 'ended-by-the-other';
  };
  expect(await tokensSent(() => stored, signIn)).toEqual(['old', 'ended-by-the-other', 'accepted']);
});

test('a request that n8n has not let out is told of without the token', async () => {
  const requests = new SignedInRequests(new Session(), { sessionToken: 'a-token' }, async () => '');
  const outcome = await requests.send(async () => new ConnectionError(undefined, 'a-token is blocked'));
  expect(describeError(outcome).message).toBe('*** is blocked');
});

describe('a sign-in that does not help', () => {
  test('is known, also where the token before it is accepted meanwhile', () => {
    const session = new Session();
    session.begin('new');
    session.accept('old');
    expect(session.refuse('new')).toBe(true);
  });

  test.each([1, 20])('is made twice at most for 20 items, %i at a time, if every token is refused', async (width) => {
    server.respond((request) => (isSignIn(request) ? service.answer(request) : EXPIRED));
    expect(errorsOf(await run(20, width, { sessionToken: 'old' }))).toEqual(
      Array.from({ length: 20 }, (_none, index) => `Invalid authorization data (R117) [item ${index}]`),
    );
    expect(signIns()).toBeLessThanOrEqual(2);
    expect(server.requests.length).toBeLessThanOrEqual(2 + 20 + 2 * width);
  });

  test.each([1, 20])('is made once for 20 items, %i at a time, if the password is wrong', async (width) => {
    server.respond((request) => (isSignIn(request) ? { status: 403, json: { why: 'very-secret-1' } } : EXPIRED));
    const message =
      'The sign-in was rejected (403). Check the "Sign-In Path" and "Sign-In Body" of the credential. [item 0]';
    const told = errorsOf(await run(20, width)).map((error) => String(error).replace(/item \d+/, 'item 0'));
    expect(told).toEqual(Array(20).fill(message));
    expect(server.requests).toHaveLength(1);
  });

  test('is made again by the next execution, and helps it', async () => {
    server.respond((request) => (isSignIn(request) ? { status: 403 } : EXPIRED));
    await run(2, 1);
    server.respond(service.answer);
    expect(errorsOf(await run(2, 1))).toEqual([]);
  });

  test('is forgotten once one has helped: another may fail later', async () => {
    const refused = ['Bearer token-1', 'Bearer token-3'];
    server.respond((request) => {
      const answer = service.answer(request);
      if (isSignIn(request)) return answer;
      if (refused.includes(request.headers.authorization ?? '')) return EXPIRED;
      // Each session is good for one request.
      service.token = 'ended';
      return answer;
    });
    const ended = 'Invalid authorization data (R117)';
    expect(errorsOf(await run(4, 1))).toEqual([`${ended} [item 0]`, `${ended} [item 2]`]);
  });

  test('leaves an item that may not do its operation without result, and the others unharmed', async () => {
    server.respond((request) =>
      request.path === '/forbidden' ? { status: 401, json: failure('R117', 'Not yours') } : service.answer(request),
    );
    const path = '={{ $itemIndex % 4 === 1 ? "/forbidden" : "/a" }}';
    const parameters = { path, bodyJson: '{}', options: { maxConcurrency: 4 } };
    const items = numbered(20);
    const setup = { credential, items, onError: 'continueRegularOutput' } as const;
    expect(errorsOf(await runOperation(server, 'api.sendRequest', parameters, setup))).toEqual(
      [1, 5, 9, 13, 17].map((item) => `Not yours (R117) [item ${item}]`),
    );
  });
});

test('a sign-in is repeated like a request if the service is too busy', async () => {
  const busy: Answer = { status: 503, headers: { 'retry-after': '0' }, json: {} };
  let tries = 0;
  server.respond((request) => (isSignIn(request) && ++tries === 1 ? busy : service.answer(request)));
  expect(errorsOf(await run(10, 5))).toEqual([]);
  expect(signIns()).toBe(2);
});

test('a refused token is renewed whatever the HTTP status that tells it', async () => {
  server.respond((request) => {
    const answer = service.answer(request);
    return answer === EXPIRED ? { json: failure('R117', 'Invalid authorization data') } : answer;
  });
  expect(errorsOf(await run(4, 2, { sessionToken: 'old' }))).toEqual([]);
  expect(signIns()).toBe(1);
});

test('no token that was used on the way stands in a message', async () => {
  server.respond((request) => {
    if (isSignIn(request)) return service.answer(request);
    const { authorization } = request.headers;
    return authorization === 'Bearer token-1'
      ? { json: failure('R101', 'Not stale-token but token-1', { why: `You sent ${authorization}` }) }
      : { status: 401, json: failure('R117', `Not ${authorization}`) };
  });
  const { error } = await run(1, 1, { sessionToken: 'stale-token' }, {}, { onError: 'stopWorkflow' });
  expect(`${error?.message} ${error?.description}`).not.toMatch(/stale-token|token-1/);
});

test.each<[string, Answer]>([
  ['that drips', { result: { accessToken: 'fresh' }, drips: true }],
  ['that does not come', SILENCE],
])('an answer to a sign-in %s is not waited for without end', async (_how, answer) => {
  server.respond(() => answer);
  const credentials = {
    baseUrl: server.url,
    signInPath: 'in',
    signInSecret: '{}',
    answerLocation: 'result.accessToken',
  };
  const send = async ({ url, method, body }: { url: string; method?: string; body?: unknown }) =>
    await new Promise((resolve, reject) => {
      httpRequest(url, { method }, (response) => {
        resolve({ statusCode: response.statusCode, headers: response.headers, body: response });
      })
        .on('error', reject)
        .end(JSON.stringify(body));
    });
  await expect(signIn(send, credentials, 300)).rejects.toThrow(
    'The sign-in got no complete response within 0.3 seconds. Check the "Base URL" and try again later.',
  );
});
