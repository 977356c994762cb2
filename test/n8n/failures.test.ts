// n8n 1 and 2 throw different errors for the same response. Users must read the same message in both.
import { gzipSync } from 'node:zlib';
import type { INode } from 'n8n-workflow';
import { envelope, failure } from '../support/envelope.ts';
import { openedForAllTests } from '../support/opened.ts';
import { CUT, startServer } from '../support/server.ts';
import type { Answer } from '../support/server.ts';
import { chosenLines, jsonOf } from './n8n.ts';
import type { WorkflowJson } from './n8n.ts';
import { sharedHost } from './sharedHost.ts';
import { action, entry, node, splitOut, workflow } from './workflowJson.ts';

const DONE: Answer = { json: envelope([{ type: 'carta', fields: [], tables: [] }]) };
const REJECTED: Answer = { status: 400, json: failure('R130', 'Unsupported file format') };

/** The responses of the service in order, the resulting item, and the number of requests. */
const CASES: Array<[name: string, answers: Answer[], expected: object, requests: number]> = [
  [
    'a code of the service',
    [REJECTED],
    { error: 'Unsupported file format (R130) [item 0]', message: expect.stringContaining('Request ID: req-1') },
    1,
  ],
  [
    'a web page',
    [{ status: 502, headers: { 'content-type': 'text/html' }, body: '<html></html>' }],
    { error: expect.stringContaining('(HTTP 502)') },
    1,
  ],
  [
    'a redirect',
    [{ status: 302, headers: { location: 'http://127.0.0.1:9/' } }],
    { error: expect.stringContaining('(HTTP 302)') },
    1,
  ],
  ['a cut connection', [CUT], { error: expect.stringContaining('The connection was cut') }, 1],
  [
    'a response that is cut',
    [{ ...DONE, cutAfter: 20 }],
    { error: expect.stringContaining('The connection was cut') },
    1,
  ],
  [
    'an answer that unpacks without end',
    [
      {
        headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
        body: gzipSync(Buffer.alloc(3 * 2 ** 20, ' ')),
        repeats: true,
      },
    ],
    { error: expect.stringContaining('is too large: more than 25 MB') },
    1,
  ],
  [
    'too many requests, then a response',
    [{ status: 429, headers: { 'retry-after': '1' }, body: '' }, DONE],
    { type: 'carta' },
    2,
  ],
];

describe.each(chosenLines())('failures in n8n %s', (line) => {
  const service = openedForAllTests(() =>
    startServer(({ path }) =>
      path === '/user/authenticate' ? { json: { result: { accessToken: 'fresh' } } } : (answers.shift() ?? REJECTED),
    ),
  );
  const host = sharedHost(line);
  let answers: Answer[] = [];

  const run = async (path: string, body?: object): Promise<object> =>
    (await (await host.callWebhook(path, body)).json()) as object;

  const activate = async (json: WorkflowJson) => await host.activate(await host.createWorkflow(json));
  /** A webhook that answers with what came out. */
  const responding = (path: string, more = {}) => ({
    ...entry(path),
    parameters: { httpMethod: 'POST', path, responseMode: 'lastNode', ...more },
  });
  const read = (id: string, options: object = {}, more: Partial<INode> = {}) => {
    const source = { source: 'url', fileUrl: 'https://example.com/a.pdf?key=of-the-file' };
    const parameters = { resource: 'document', operation: 'extractContent', ...source, options };
    const credentials = { documentProcessingApi: { id, name: id } };
    return action('Read', parameters, { onError: 'continueRegularOutput', credentials, ...more });
  };

  beforeAll(async () => {
    const signIn = {
      authentication: 'signIn',
      signInPath: 'user/authenticate',
      signInSecret: '{}',
      answerLocation: 'result.accessToken',
      sessionToken: 'old',
    };
    const credential = (id: string, data: object) => ({
      id,
      name: id,
      type: 'documentProcessingApi',
      data: { baseUrl: service.url, ...data },
    });
    await host.createCredentials([credential('withToken', { accessToken: 'token' }), credential('withSignIn', signIn)]);
    for (const id of ['withToken', 'withSignIn']) await activate(workflow(id, [responding(id), read(id)]));
    const retrying = read('withToken', { maxConcurrency: 1 }, { retryOnFail: true, waitBetweenTries: 1 });
    const again = [responding('again', { responseData: 'allEntries' }), splitOut('Split', 'body.names'), retrying];
    await activate(workflow('Again', again));
  });
  describe.each(['withToken', 'withSignIn'])('%s', (credential) => {
    test.each(CASES)('%s', async (_name, given, expected, requests) => {
      answers = [...given];
      const before = service.requests.length;
      expect(await run(credential)).toMatchObject(expected);
      expect(service.requests.length - before).toBe(requests);
    });
  });

  test("n8n's Retry On Fail sends only what has failed", async () => {
    answers = [REJECTED, DONE, DONE, REJECTED, DONE];
    const before = service.requests.length;
    const items = await run('again', { names: ['a', 'b', 'c'] });
    expect(items).toMatchObject([{ type: 'carta' }, { type: 'carta' }, { type: 'carta' }]);
    expect(service.requests.length - before).toBe(5);
  });

  test('an error workflow gets what happened, and nothing that was typed into the node', async () => {
    const told = workflow('Told', [node('On Error', 'n8n-nodes-base.errorTrigger', 1)]);
    const errorWorkflow = await host.createWorkflow(told);
    // In n8n 1 it need not be active.
    if (!line.startsWith('1.')) await host.activate(errorWorkflow);
    const options = { filePassword: 'password-of-the-file', retries: 0 };
    const failing = workflow('Failing', [entry('failing'), read('withToken', options, { onError: 'stopWorkflow' })]);
    await activate({ ...failing, settings: { ...failing.settings, errorWorkflow } });
    answers = [REJECTED];
    await (await host.callWebhook('failing')).arrayBuffer();
    const execution = await host.finished(errorWorkflow);
    const [json] = jsonOf(execution, 'On Error');
    expect(json).toMatchObject({
      execution: { error: { message: 'Unsupported file format (R130) [item 0]', node: { name: 'Read' } } },
    });
    expect(JSON.stringify(json)).not.toMatch(/of-the-file/);
  });

  test('renews an expired token and sends the request again', async () => {
    answers = [{ status: 401, json: failure('R117', 'Invalid authorization data') }, DONE];
    const before = service.requests.length;
    expect(await run('withSignIn')).toMatchObject({ type: 'carta' });
    expect(service.requests.slice(before).map(({ path }) => path)).toEqual([
      '/process-image/content-extraction',
      '/user/authenticate',
      '/process-image/content-extraction',
    ]);
    expect(service.requests.at(-1)?.headers.authorization).toBe('Bearer fresh');
  });

  test('does not send a rejected access token again', async () => {
    answers = [{ status: 401, json: failure('R117', 'Invalid authorization data') }];
    const before = service.requests.length;
    expect(await run('withToken')).toMatchObject({ error: 'Invalid authorization data (R117) [item 0]' });
    expect(service.requests.length - before).toBe(1);
  });
});
