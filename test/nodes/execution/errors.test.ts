import type { INodeParameters } from 'n8n-workflow';
import { runOperation, BY_URL, signingIn, isSignIn } from '../../support/document-node.ts';
import { envelope, failure } from '../../support/envelope.ts';
import { serverForEachTest } from '../../support/opened.ts';
import { PNG } from '../../support/samples.ts';
import { startServer, type Answer } from '../../support/server.ts';

const server = serverForEachTest();

const run = async (answer: Answer, options: INodeParameters = {}, setup = {}) => {
  server.respond(() => answer);
  return await runOperation(
    server,
    'document.extractContent',
    { ...BY_URL, options: { retries: 0, ...options } },
    setup,
  );
};

const JSON_TYPE = { 'content-type': 'application/json' };
const HTML = { headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>Hello</title>' };

describe('an answer that is no success is an error of n8n that says', () => {
  const CASES: Array<[string, Answer, message: RegExp, description?: RegExp]> = [
    [
      'the code and the message of a failing envelope in HTTP 200',
      { json: failure('R130', 'Unsupported file format') },
      /^Unsupported file format \(R130\)/,
      /Convert the file.* Request ID: req-1$/,
    ],
    [
      'what to do with invalid authorization data',
      { status: 401, json: failure('R117', 'Invalid authorization data') },
      /^Invalid authorization data \(R117\)/,
      /access token.*sign in.*"Token Location"/,
    ],
    [
      'what to do when the service could not',
      { status: 500, json: failure('E100', '') },
      /^The request could not be processed \(E100\)/,
      /Try again later.*Request ID: req-1/,
    ],
    [
      'the option that is missing, in the words of the editor',
      { json: failure('R101', 'The PDF is encrypted and needs filePassword', { parameter: 'filePassword' }) },
      /^The PDF is encrypted and needs "File Password" \(R101\)/,
      /^Add the option "File Password"\. Request ID: req-1$/,
    ],
    [
      'which option the details name as a member',
      { status: 400, json: failure('R101', 'Invalid', { errors: [{ filePassword: ['required'] }] }) },
      /^Invalid \(R101\)/,
      /^Add the option "File Password"\./,
    ],
    [
      'what the service says without a code',
      { status: 400, json: { status: { code: null, message: 'The file is corrupt', errors: null }, requestId: 'r' } },
      /^The file is corrupt \(HTTP 400\)/,
      /^Check the parameters.*Request ID: r$/,
    ],
    [
      'what to do about a code that the service interface does not show',
      { json: failure('R250', 'Sem saldo') },
      /^Sem saldo \(R250\)/,
      /^Check the parameters of this item\. .*support.*Request ID: req-1$/,
    ],
    [
      'sentences among the details, each once',
      { json: failure('R101', 'Wrong', [{ code: 7, reason: 'page 3 is blank' }, { reason: 'page 3 is blank' }]) },
      /^Wrong \(R101\)/,
      /The service says: page 3 is blank\. Request ID/,
    ],
    [
      'the words among the details where there is no sentence, but for the parameter that it names already',
      { json: failure('R101', 'Wrong', [{ field: 'filePassword', reason: 'expired', note: ' ' }]) },
      /^Wrong \(R101\)/,
      /^Add the option "File Password"\. The service says: expired\. Request ID/,
    ],
    [
      'the advice of the code, whatever parameter the details name',
      { json: failure('R130', 'Unsupported', { parameter: 'tags' }) },
      /^Unsupported \(R130\)/,
      /^Convert the file/,
    ],
    [
      'the same with wrong letters, if it is not in the encoding that it names',
      { status: 400, headers: JSON_TYPE, body: Buffer.from(JSON.stringify(failure('R101', 'Inválido')), 'latin1') },
      /^Inv\ufffdlido \(R101\)/,
      /^Check the parameters.*Request ID: req-1/,
    ],
    [
      'what to check where it refuses a request in a way of its own',
      { status: 422, ...HTML },
      /^The service did not process the request \(HTTP 422\)/,
      /^Check the parameters of this item\./,
    ],
    [
      'what JSON without an envelope says of a failure, as a gateway sends it',
      {
        status: 400,
        json: { status: 400, error: 'Bad Request', message: 'Required part file is missing', path: '/x' },
      },
      /^The service did not understand the request \(HTTP 400\)/,
      /JSON without a status code\. The service says: Bad Request; Required part file is missing\.$/,
    ],
    [
      'which parameter JSON without an envelope names',
      { status: 422, json: { detail: [{ loc: ['body', 'fileUrl'], msg: 'no such host' }] } },
      /\(HTTP 422\)/,
      /^Check the parameter "File URL"\. The service says: no such host\.$/,
    ],
    ['what HTTP 405 means', { status: 405, ...HTML }, /method .*\(HTTP 405\)/, /path and the/],
    ['what HTTP 429 means', { status: 429 }, /too many requests \(HTTP 429\)/, /"Max Concurrency"/],
  ];

  test.each(CASES)('%s', async (_what, answer, message, description = /./) => {
    const { error, status, items } = await run(answer);
    expect({ status, items, name: error?.name }).toEqual({ status: 'error', items: [], name: 'NodeApiError' });
    expect(error?.message).toMatch(message);
    expect(error?.message).toMatch(/ \[item 0\]$/);
    expect(error?.description).toMatch(description);
    expect(error?.context).toMatchObject({ itemIndex: 0 });
  });
});

describe('the parameter that the details of an answer name is', () => {
  const BASE64 = Buffer.from('file').toString('base64');
  const base64 = { source: 'base64', fileBase64: BASE64 };
  const generative = { ...base64, model: 'id=bra-nlp-contrato-social-1' };
  const named = (parameter: string): Answer => ({
    status: 400,
    json: failure('R101', 'Wrong', [{ parameter: 'customTag' }, { parameter }]),
  });
  const CHECK_ALL = 'Check the parameters of this item';
  const LATER = 'Try again later, or set the option "Repeat Uncertain Requests".';

  test.each<[what: string, operation: string, INodeParameters, Answer, advice: string]>([
    [
      'the one that is shown',
      'document.extractPaymentCard',
      base64,
      named('fileBase64'),
      'Check the parameter "File Base64".',
    ],
    ['the text of addresses', 'address.parse', { text: 'Rua A' }, named('contents'), 'Check the parameter "Text".'],
    [
      'the JSON of addresses, by a member of it',
      'address.parse',
      { inputMode: 'json', contentsJson: '{"text": "Rua A"}' },
      named('text'),
      'Check the parameter "Contents".',
    ],
    ['the model of the list', 'document.extractGenerative', generative, named('tags'), 'Check the parameter "Model".'],
    [
      'the model that is entered',
      'document.extractGenerative',
      { ...generative, model: '={{ "custom" }}', customTag: 'id=1' },
      named('tags'),
      'Check the parameter "Custom Tag".',
    ],
    [
      'none of an option that is not shown',
      'document.extractContent',
      BY_URL,
      named('returnedImageQuality'),
      CHECK_ALL,
    ],
    [
      'the option that another one shows',
      'document.extractContent',
      { ...BY_URL, options: { returnImage: true, returnedImageQuality: '5' } },
      named('returnedImageQuality'),
      'Check the option "Returned Image Quality".',
    ],
    ['none in a time-out', 'document.extractContent', BY_URL, { status: 504, json: { error: 'timeout' } }, LATER],
    [
      'the one that a code of its own speaks of',
      'document.extractContent',
      BY_URL,
      { status: 404, json: failure('R250', 'Not found', [{ field: 'fileUrl' }]) },
      'Check the parameter "File URL".',
    ],
  ])('%s: %s', async (_what, operation, parameters, answer, advice) => {
    server.respond(() => answer);
    const { error } = await runOperation(server, operation, {
      ...parameters,
      options: { retries: 0, ...(parameters['options'] as object) },
    });
    expect(error?.description?.slice(0, advice.length)).toBe(advice);
  });
});

test('the details of the service stay in the error as they came, where the editor shows them on demand', async () => {
  const details = [{ parameter: 'tags', description: 'not a pair' }];
  const { error } = await run({ status: 400, json: failure('R101', 'Wrong', details) });
  expect(error).toMatchObject({ httpCode: '400', context: { data: { requestId: 'req-1', errors: details } } });
  expect(`${error?.message} ${error?.description}`).not.toContain('{');
});

test('what came instead of a result is in no error: it may be all of a document', async () => {
  const { error } = await run({ json: { data: envelope([{ name: 'the whole document' }]) } });
  expect(JSON.stringify(error)).not.toContain('whole document');
});

test('a redirect is not followed, and the token goes nowhere else', async () => {
  const other = await startServer();
  const { error } = await run({ status: 308, headers: { location: `${other.url}/elsewhere` } });
  expect(error?.message).toBe(`The service redirects the request to another address (HTTP 308) [item 0]`);
  expect(error?.description).toContain(`${other.url}/elsewhere`);
  expect(server.requests).toHaveLength(1);
  expect(other.requests).toHaveLength(0);
  await other.close();
});

test('a message of the service that looks like one of the network is kept as it is', async () => {
  const { json } = await run({ json: failure('R101', 'ETIMEDOUT') }, {}, { onError: 'continueRegularOutput' });
  expect(json[0]?.['error']).toBe('ETIMEDOUT (R101) [item 0]');
});

test('a long message or long details of the service are cut', async () => {
  const { error } = await run({ json: failure('R101', 'word '.repeat(10_000), { why: 'word '.repeat(10_000) }) });
  expect(error?.message.length).toBeLessThan(600);
  expect(error?.message).toContain('(R101)');
  expect(error?.description?.length).toBeLessThan(1000);
});

describe('no secret', () => {
  const TOKEN = 'tok/en+"1"-abcdefghij';
  const SECRET = 'callback secret ç';
  const PREVIOUS = 'the secret before';
  const PASSWORD = ' päss"word ';
  const ENCODED = Buffer.from(PASSWORD).toString('base64');
  const ALL = [
    TOKEN,
    SECRET,
    PREVIOUS,
    PASSWORD,
    ENCODED,
    encodeURIComponent(TOKEN),
    JSON.stringify(TOKEN).slice(1, -1),
    JSON.stringify(PASSWORD).slice(1, -1),
  ];
  const credential = { accessToken: ` ${TOKEN}\n`, callbackSecret: SECRET, previousCallbackSecret: PREVIOUS };

  const echoes: Array<[string, Answer]> = [
    [
      'in a message',
      { json: failure('R101', `Bearer ${TOKEN} with ${PASSWORD} or ${ENCODED}, ${SECRET} and ${PREVIOUS}`) },
    ],
    [
      'in details',
      { json: failure('R101', 'Wrong', [{ [TOKEN]: PASSWORD, deep: { list: [`x${SECRET}x`, ENCODED] } }]) },
    ],
    ['where details are cut', { json: failure('R101', 'Wrong', 'x'.repeat(495) + TOKEN) }],
    ['in a request ID', { json: { ...failure('R101', 'Wrong'), requestId: TOKEN } }],
    [
      'in an address to go to',
      { status: 302, headers: { location: `https://example.com/?token=${encodeURIComponent(TOKEN)}` } },
    ],
    ['in a web page', { status: 500, headers: { 'content-type': 'text/html' }, body: `<p>${TOKEN}` }],
  ];

  test.each(echoes)('the service sends back %s is in an error or an item', async (_where, answer) => {
    for (const onError of ['stopWorkflow', 'continueErrorOutput'] as const) {
      const { error, outputs, hints } = await run(answer, { filePassword: PASSWORD }, { credential, onError });
      const { message, description, stack } = error ?? {};
      const shown = [JSON.stringify({ error: { ...error }, outputs, hints }), message, description, stack].join('\n');
      for (const secret of ALL) expect(shown).not.toContain(secret);
      expect(shown).not.toContain(TOKEN.slice(0, 5));
      expect(shown).not.toContain('Bearer tok');
    }
  });

  test('nor the content of a file is repeated, however short it is', async () => {
    const fileBase64 = PNG.toString('base64');
    server.respond(() => ({ json: failure('R130', `Cannot read ${fileBase64}`) }));
    const { error } = await runOperation(server, 'document.extractPaymentCard', { source: 'base64', fileBase64 });
    expect(error?.message).toBe('Cannot read *** (R130) [item 0]');
  });

  test('is in the record of a failed connection', async () => {
    const { error } = await runOperation(
      { url: 'http://127.0.0.1:1' },
      'document.extractContent',
      { ...BY_URL, options: { retries: 0 } },
      { credential },
    );
    expect(error?.message).toContain('ECONNREFUSED');
    const { node: _, ...shown } = error as unknown as Record<string, unknown>;
    for (const secret of ALL) expect(JSON.stringify(shown)).not.toContain(secret);
    expect(JSON.stringify(shown)).not.toContain('Bearer');
  });

  test('and no signed token is in it', async () => {
    let token = '';
    server.respond(({ json }) => {
      const { webhook } = json as { webhook: { authorization: { headers: Array<{ value: string }> } } };
      token = webhook.authorization.headers[0]?.value ?? '';
      return { json: failure('R101', `Wrong: ${JSON.stringify(webhook)}`, [webhook, `Cannot send ${token}`]) };
    });
    const parameter = [{ name: 'cpf', value: '1' }];
    const delivery = { delivery: 'url', callbackUrl: 'https://example.com/' };
    const { error } = await runOperation(server, 'enrichment.start', { parameters: { parameter }, ...delivery });
    expect(error?.message).toMatch(/^Wrong: .*example\.com.*\*\*\*.* \(R101\)/);
    const { node: _, ...shown } = error as unknown as Record<string, unknown>;
    expect(token).toContain('.');
    for (const part of token.split('.')) expect(JSON.stringify(shown)).not.toContain(part);
  });
});

describe('signing in', () => {
  const credential = signingIn();
  /** The answer to the sign-in, and that to all else. */
  const answer = (toSignIn: Answer, toOthers: Answer = { result: [] }) =>
    server.respond((request) => (isSignIn(request) ? toSignIn : toOthers));
  const start = (
    more = {},
    parameters: INodeParameters = { source: 'base64', fileBase64: Buffer.from('file').toString('base64') },
  ) => runOperation(server, 'document.extractContent', parameters, { credential: { ...credential, ...more } });

  const CHECK = 'Check the "Sign-In Path" and "Sign-In Body" of the credential.';
  const wrong = (code: string) => failure(code, 'Wrong password very-secret-1');

  test.each<[what: string, Answer, message: string, description: string]>([
    [
      'in an envelope in HTTP 200',
      { json: wrong('R117') },
      `: Wrong password *** (R117). ${CHECK}`,
      'Request ID: req-1',
    ],
    [
      'in one in HTTP 500',
      { status: 500, json: wrong('E100') },
      ': Wrong password *** (E100). Try again later.',
      'Request ID: req-1',
    ],
    [
      'in sentences of its own',
      { status: 400, json: { error: 'invalid_client', error_description: 'Client ana is disabled' } },
      ` (400). ${CHECK}`,
      'The service says: Client *** is disabled.',
    ],
    [
      'by a redirect',
      { status: 302, headers: { location: 'https://example.com/login' } },
      ` (302). It was redirected to https://example.com/login, which is not followed. ${CHECK}`,
      '',
    ],
  ])('that is rejected %s tells why, without secrets', async (_what, given, message, description) => {
    answer(given);
    const { error } = await start();
    expect(error?.message).toBe(`The sign-in was rejected${message} [item 0]`);
    expect(error?.description ?? '').toBe(description);
  });

  test('with a number that would be rounded is refused, not sent', async () => {
    const { error } = await start({ signInSecret: '{"user": 12345678901234567890, "password": "very-secret-1"}' });
    expect(error?.message).toBe(
      'The "Sign-In Body" of the credential has a number that cannot be sent unchanged. Write it in quotes. [item 0]',
    );
    expect(server.requests).toEqual([]);
  });

  test('may find the token anywhere', async () => {
    answer({ json: { data: [{ jwt: 'deep-token' }], 'a.b[0]': { "it's": 'deep-token' } } });
    for (const answerLocation of [
      'data.0.jwt',
      '$.data[0].jwt',
      ' data . 0 . jwt ',
      "data[0]['jwt']",
      '$["data"][0][ "jwt" ]',
      `['a.b[0]']["it's"]`,
      "['a.b[0]'].it's",
    ]) {
      server.requests.length = 0;
      await start({ answerLocation, baseUrl: `${server.url}/` });
      expect(server.requests[1]?.headers.authorization).toBe('Bearer deep-token');
    }
    for (const [baseUrl, body] of [
      [server.url, '"whole-token"'],
      [`${server.url}/`, 'whole-token'],
    ] as const) {
      server.requests.length = 0;
      answer({ body, headers: body.startsWith('"') ? JSON_TYPE : { 'content-type': 'text/plain' } });
      await start({ answerLocation: '$', baseUrl });
      expect(server.requests[1]?.headers.authorization).toBe('Bearer whole-token');
    }
  });
});
