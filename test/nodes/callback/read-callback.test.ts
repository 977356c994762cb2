import { randomUUID } from 'node:crypto';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { fileItem } from '../../engine/binaryData.ts';
import { issueToken, TOKEN_HEADER } from '../../../nodes/DocumentProcessing/callback/token';
import { runOperation } from '../../support/document-node.ts';
import { failure } from '../../support/envelope.ts';
import { resultOf, startedAs, startService } from '../../support/callbackService.ts';
import { openedForEachTest } from '../../support/opened.ts';
import { callTrigger, signed } from './workflow.ts';

const service = openedForEachTest(startService);
// Whatever is read, no request is sent.
afterEach(() => expect(service.requests).toEqual([]));

const tokenFor = (event: 'contentExtraction' | 'enrichment' | 'probe', more = {}) =>
  signed({ event, correlationId: 'row 7', ...more });

const read = async (items: object[], parameters: INodeParameters = {}, continues = true) =>
  await runOperation(service, 'callback.readCallback', parameters, {
    items: items.map((json) => ({ json: json as never })),
    ...(continues && { onError: 'continueRegularOutput' as const }),
  });

const callback = (body: unknown, token = tokenFor('contentExtraction')) => ({
  headers: { 'content-type': 'application/json', [TOKEN_HEADER.toLowerCase()]: token },
  body,
});

test('a callback gives the items of the trigger, in the form the node asks for', async () => {
  for (const [event, bodyOf] of [
    ['contentExtraction', resultOf],
    ['contentExtraction', (processId: string) => ({ ...failure('R130', 'Unsupported file format'), processId })],
    ['contentExtraction', startedAs],
    ['enrichment', (processId: string) => ({ processId, any: [{ shape: null }] })],
    ['enrichment', (processId: string) => [{ processId }]],
  ] as const) {
    for (const parameters of [{}, { output: 'raw' }, { options: { minScore: 0.95, typedValues: true } }]) {
      // The trigger accepts each process once.
      const body = bodyOf(randomUUID());
      const call = { body, headers: { [TOKEN_HEADER]: tokenFor(event) } };
      const { workflowData } = await callTrigger(service, call, { parameters: parameters as never });
      const { items } = await read([callback(body, tokenFor(event))], parameters);
      expect(items.map(({ json }) => json)).toEqual(workflowData?.[0]?.map(({ json }) => json));
      expect(items[0]?.pairedItem).toEqual({ item: 0 });
    }
  }
});

test('a failure gives an item without the secrets of the credential that it repeats, as of the trigger', async () => {
  const said = failure('R101', 'Not signed in with Bearer token-of-the-test');
  const body = { ...said, requestId: 'token-of-the-test', processId: randomUUID() };
  const call = { body, headers: { [TOKEN_HEADER]: tokenFor('contentExtraction') } };
  const { workflowData } = await callTrigger(service, call);
  const { items } = await read([callback(body)]);
  expect(items[0]?.json).toMatchObject({ error: 'Not signed in with Bearer *** (R101)', requestId: '***' });
  expect(workflowData?.[0]?.[0]?.json).toEqual(items[0]?.json);
});

test('options of an operation that the node had before skip no callback, and refuse none', async () => {
  const options = { skipAlreadyRead: true, maxConcurrency: 0, fallbackUrl: 'no URL' };
  const { items, hints } = await read([callback(resultOf('x'))], { options });
  expect([items.map(({ json }) => json['processId']), hints]).toEqual([['x'], []]);
});

test('a process ID that is a number is one, and other headers may hold anything', async () => {
  const given = callback({ ...resultOf('x'), processId: 17 });
  const headers = { ...given.headers, 'x-trace': 2 ** 60 };
  const { items } = await read([{ ...given, headers }]);
  expect(items[0]?.json).toMatchObject({ processId: '17', deliveryId: '17', correlationId: 'row 7' });
  const raw = await read([{ ...given, headers }], { output: 'raw' });
  expect(raw.items[0]?.json).toMatchObject({ processId: '17', requestId: 'req-1' });
  expect(raw.items[0]?.json).not.toHaveProperty('payload');
});

test('a document that was not identified needs a review, here and at the trigger, whatever the form', async () => {
  const options = { reviewOutput: true };
  for (const parameters of [{}, { output: 'markdown' }, { output: 'raw' }, { splitInto: 'rows' }]) {
    for (const [type, expected] of [
      [null, [0, 1]],
      ['carta', [1, 0]],
    ] as const) {
      const item = { type, stdType: null, score: 0, fields: [{ name: 'a', value: '1', score: 1 }], tables: [] };
      const body = { ...resultOf(randomUUID()), result: [item] };
      const { outputs } = await read([callback(body)], { ...parameters, options });
      expect(outputs.map((items) => items.length)).toEqual(expected);
      const call = { body, headers: { [TOKEN_HEADER]: tokenFor('contentExtraction') } };
      const { workflowData } = await callTrigger(service, call, { parameters: { ...parameters, options } as never });
      // The trigger marks what it sends to the second output when its execution has started.
      expect(workflowData?.[0]).toMatchObject([type === null ? { needsReview: 1 } : { json: {} }]);
      expect(workflowData?.[0]?.[0] && 'needsReview' in workflowData[0][0]).toBe(type === null);
    }
  }
});

describe('selected members that every item of a callback has', () => {
  const belongsTo = { event: 'contentExtraction', correlationId: 'row 7' };
  const names = ['processId', 'correlationId', 'event', 'deliveryId'];
  const selecting = (selectedFields: string[]) => ({ output: 'selectedFields', selectedFields });

  test('are found, and come once, here and at the trigger', async () => {
    const parameters = selecting([...names, 'nome']);
    const body = resultOf(randomUUID());
    const { processId } = body;
    const { items, hints } = await read([callback(body)], parameters);
    const expected = {
      fields: { nome: processId },
      requestId: 'req-1',
      processId,
      deliveryId: processId,
      ...belongsTo,
    };
    expect([items.map(({ json }) => json), hints]).toEqual([[expected], []]);
    const call = { body, headers: { [TOKEN_HEADER]: tokenFor('contentExtraction') } };
    const { workflowData } = await callTrigger(service, call, { parameters: parameters as never });
    expect(workflowData?.[0]?.map(({ json }) => json)).toEqual([expected]);
  });

  test('hide no field of the same name', async () => {
    const fields = names.map((name) => ({ name, stdName: null, value: `the field ${name}`, score: 1 }));
    const { items } = await read([callback(resultOf('p', { fields }))], selecting(names));
    expect(items.map(({ json }) => json)).toEqual([
      {
        fields: Object.fromEntries(names.map((name) => [name, `the field ${name}`])),
        requestId: 'req-1',
        processId: 'p',
        deliveryId: 'p',
        ...belongsTo,
      },
    ]);
  });
});

test.each([
  {},
  { output: 'markdown' },
  { splitInto: 'sections' },
  { output: 'selectedFields', selectedFields: ['type'] },
])('a document whose own process ID is null makes no copy of the item: %j', async (parameters) => {
  const { items } = await read([callback(resultOf('p', { processId: null }))], parameters as INodeParameters);
  expect(items).toMatchObject([{ json: { processId: 'p', type: 'carta' } }]);
  expect(items[0]?.json).not.toHaveProperty('payload');
});

test('headers and body come in any form: text, any case, a list of values', async () => {
  const body = JSON.stringify(resultOf('p-1'));
  const token = tokenFor('contentExtraction');
  for (const headers of [{ [TOKEN_HEADER]: token }, { [TOKEN_HEADER.toUpperCase()]: [token] }])
    for (const given of [body, `\uFEFF${body}`, JSON.stringify(body)])
      for (const parameters of [
        { headers: JSON.stringify(headers), body: given },
        { headers: '={{ $json.h }}', body: '={{ $json.b }}' },
      ]) {
        const { items } = await read([{ h: headers, b: given }], parameters);
        expect(items).toMatchObject([{ json: { fields: { nome: 'p-1' }, processId: 'p-1', correlationId: 'row 7' } }]);
      }
});

test.each(['contentExtraction', 'enrichment'] as const)('a body may be the bytes of a queue: %s', async (event) => {
  const bytes = Buffer.from(JSON.stringify(resultOf('p-é')));
  for (const body of [bytes, bytes.toJSON(), { type: 'Buffer', data: bytes.toString('base64') }]) {
    const { items } = await read([callback(body, tokenFor(event))]);
    expect(items).toMatchObject([{ json: { processId: 'p-é', requestId: 'req-1', event } }]);
  }
});

const CAPITALS = { 'content-type': undefined, 'Content-Type': 'application/json; charset=iso-8859-1' };

describe('bytes are read as the headers of the callback say', () => {
  const NAME = 'São João ½';
  const json = JSON.stringify(resultOf(NAME));
  const reading = async (bytes: Buffer, headers: object, form: 'buffer' | 'json' = 'json') => {
    const given = callback(form === 'json' ? bytes.toJSON() : bytes);
    return await read([{ ...given, headers: { ...given.headers, ...headers } }]);
  };

  test.each<[string, Buffer, object]>([
    ['ISO 8859-1', Buffer.from(json, 'latin1'), { 'content-type': 'application/json; charset=iso-8859-1' }],
    ['the name of the header in capitals', Buffer.from(json, 'latin1'), CAPITALS],
    ['a list of values', Buffer.from(json, 'latin1'), { 'content-type': ['application/json; charset=iso-8859-1'] }],
    ['UTF-16 by its mark', Buffer.from(`\uFEFF${json}`, 'utf16le'), {}],
    ['gzip', gzipSync(json), { 'content-encoding': 'gzip' }],
    ['deflate', deflateSync(json), { 'content-encoding': 'Deflate' }],
    ['brotli', brotliCompressSync(json), { 'content-encoding': 'br' }],
    ['gzip that was undone on the way', Buffer.from(json), { 'content-encoding': 'gzip' }],
    ['brotli that was undone on the way', Buffer.from(json), { 'content-encoding': 'br' }],
    ['headers that say nothing', Buffer.from(json), { 'content-type': null, 'content-encoding': 7 }],
  ])('%s', async (_what, bytes, headers) => {
    for (const form of ['buffer', 'json'] as const) {
      const { items } = await reading(bytes, headers, form);
      expect(items).toMatchObject([{ json: { fields: { nome: NAME }, processId: NAME } }]);
    }
  });

  test.each<[string, Buffer, object, string]>([
    ['other letters', Buffer.from(json, 'latin1'), {}, 'is not in its charset, or not in UTF-8 if it names none'],
    [
      'an unknown charset',
      Buffer.from(json),
      { 'content-type': 'a/b; charset=klingon' },
      'charset of this callback is not',
    ],
    [
      'an unknown compression',
      gzipSync(json),
      { 'content-encoding': 'klingon' },
      'Content-Encoding of this callback is',
    ],
    ['cut gzip', gzipSync(json).subarray(0, 60), { 'content-encoding': 'gzip' }, 'cannot be decompressed'],
    ['no JSON', gzipSync('text'), { 'content-encoding': 'gzip' }, 'is not the JSON of a callback'],
  ])('or refused: %s', async (_what, bytes, headers, message) => {
    const { items } = await reading(bytes, headers);
    expect(items).toMatchObject([{ json: { error: expect.stringContaining(message) } }]);
  });

  test('a text is a text, whatever the headers say', async () => {
    const headers = { ...callback('').headers, 'content-type': 'a/b; charset=klingon', 'content-encoding': 'gzip' };
    const { items } = await read([{ headers, body: json }]);
    expect(items).toMatchObject([{ json: { fields: { nome: NAME } } }]);
  });
});

test('each item is read on its own: one that is forged or cut is an error item, the others are read', async () => {
  const token = tokenFor('contentExtraction');
  const [claims = '', signature = ''] = token.split('.');
  const changed = Buffer.from(Buffer.from(claims, 'base64url').toString().replace('row 7', 'row 8')).toString(
    'base64url',
  );
  const other = issueToken({ event: 'contentExtraction', correlationId: 'row 7' }, 'another secret');
  const good = callback(resultOf('good'));
  const { items } = await read([
    good,
    callback(resultOf('x'), `${changed}.${signature}`),
    callback(resultOf('x'), token.slice(0, -1)),
    callback(resultOf('x'), claims),
    callback(resultOf('x'), other),
    { body: resultOf('x'), headers: {} },
    { body: resultOf('x') },
    { ...good, body: JSON.stringify(resultOf('x')).slice(0, -20) },
    { ...good, body: 'text' },
    { ...good, body: null },
    { ...good, body: {} },
    { ...good, body: '[]' },
    { ...good, body: { neither: 'result nor status' } },
    callback(resultOf('x'), tokenFor('probe')),
    callback(resultOf('x'), tokenFor('contentExtraction', { waiting: { executionId: '1', output: {} } })),
    good,
  ]);
  expect(items.map(({ json }) => json['error'] ?? json['processId'])).toEqual([
    'good',
    ...Array.from({ length: 4 }, () => expect.stringContaining('token of this callback is not valid')),
    expect.stringContaining(`no header "${TOKEN_HEADER}"`),
    expect.stringContaining('no headers of a callback'),
    expect.stringContaining('"Body" is not'),
    expect.stringContaining('"Body" is not'),
    ...Array.from({ length: 3 }, () => expect.stringContaining('"Body" is empty')),
    expect.stringContaining('not a result of content extraction'),
    expect.stringContaining('issued for something else'),
    expect.stringContaining('issued for something else'),
    'good',
  ]);
  expect(items.map(({ pairedItem }) => (pairedItem as { item: number }).item)).toEqual([...items.keys()]);
});

test('a result that an execution waits for is refused with what to do', async () => {
  const waiting = { executionId: '1', output: {}, resumeUrl: 'https://example.com/webhook-waiting/1' };
  const { error } = await read([callback(resultOf('x'), tokenFor('contentExtraction', { waiting }))], {}, false);
  expect(error?.message).toBe('The token of this callback was issued for something else [item 0]');
  expect(error?.description).toMatch(/Enter the URL of a Document Processing Trigger as "Fallback URL"/);
});

test('an item that is no callback is told from one with wrong parameters', async () => {
  const { error } = await read([{ orderNumber: 'A-1' }], {}, false);
  expect(error?.message).toBe('The item has no headers of a callback [item 0]');
  expect(error?.description).toContain('put it behind that node');
  const emptied = await read([callback(resultOf('x'))], { headers: '' }, false);
  expect(emptied.error?.message).toBe('The item has no headers of a callback [item 0]');
  const text = await read([callback(resultOf('x'))], { headers: 'text' }, false);
  expect(text.error?.message).toContain('The parameter "Headers" is not valid JSON');
});

test('a body that is no callback at all says what to pass on', async () => {
  const { error } = await read([callback({ any: 'thing' })], {}, false);
  expect(error?.message).toBe('The parameter "Body" is not a result of content extraction [item 0]');
  expect(error?.description).toContain('Pass on the whole body');
});

test('without Continue On Fail the first one that is forged stops the node', async () => {
  const { error } = await read([callback(resultOf('x'), 'forged')], {}, false);
  expect(error?.message).toBe('The token of this callback is not valid [item 0]');
  expect(error?.description).toContain('choose the credential');
});

describe('an empty body, as the Webhook node has it of what it does not parse', () => {
  const run = async (body: unknown, files: Record<string, Buffer>, headers = {}) => {
    const given = callback(body, tokenFor('enrichment'));
    const items = await Promise.all(
      Object.entries(files).map(([property, bytes]) =>
        fileItem(bytes, { fileName: 'body', mimeType: 'application/octet-stream', property }),
      ),
    );
    const binary = Object.assign({}, ...items.map((item) => item.binary)) as NonNullable<INodeExecutionData['binary']>;
    const item = { json: { ...given, headers: { ...given.headers, ...headers } } as never, binary };
    return await runOperation(service, 'callback.readCallback', {}, { items: [item] });
  };
  const payload = { processId: 'São', situation: null };
  const json = JSON.stringify(payload);

  test.each([{}, [], '{}', '', null, undefined])('%j: the only file is read', async (body) => {
    for (const name of ['data', 'callback'])
      expect((await run(body, { [name]: Buffer.from(json) })).items).toMatchObject([{ json: payload }]);
  });

  test('the only file is read in memory too', async () => {
    const binary = { data: { data: Buffer.from(json).toString('base64'), mimeType: 'application/octet-stream' } };
    const item = { json: callback({}, tokenFor('enrichment')) as never, binary };
    const { items } = await runOperation(service, 'callback.readCallback', {}, { items: [item] });
    expect(items).toMatchObject([{ json: payload }]);
  });

  test('as the headers say', async () => {
    const type = { 'content-type': 'application/json; charset=iso-8859-1' };
    const bytes = gzipSync(Buffer.from(json, 'latin1'));
    const { items } = await run({}, { data: bytes }, { ...type, 'content-encoding': 'gzip' });
    expect(items).toMatchObject([{ json: payload }]);
    const { error } = await run({}, { data: Buffer.from(json, 'latin1') });
    expect(error?.message).toContain('The parameter "Body" has bytes that cannot be read');
  });

  test.each<[string, Record<string, Buffer>]>([
    ['without a file', {}],
    ['with several', { a: Buffer.from(json), b: Buffer.from(json) }],
    ['with one that is as empty', { data: Buffer.from('{}') }],
  ])('is refused %s', async (_what, files) => {
    const { error } = await run({}, files);
    expect(error?.message).toBe('The parameter "Body" is empty [item 0]');
    expect(error?.description).toContain('Webhook node puts a body that it does not parse into a file');
  });

  test('is refused with a file that is too large for a callback, which is named', async () => {
    const { error } = await run({}, { video: Buffer.alloc(100 * 1024 * 1024 + 1) });
    expect(error?.message).toBe(
      'The parameter "Body" is empty, and the file "video" is too large for a callback [item 0]',
    );
    expect(error?.description).toContain('pass that file on, and no other');
  });

  test('a body that has something is read, whatever the file is', async () => {
    expect((await run({ processId: 'p' }, { data: Buffer.from(json) })).items).toMatchObject([
      { json: { processId: 'p' } },
    ]);
  });
});

test('documents to be reviewed leave by the second output', async () => {
  const options = { minScore: 0.95, reviewOutput: true };
  const { outputs } = await read([callback(resultOf('x'))], { options });
  expect(outputs.map((items) => items.length)).toEqual([0, 1]);
});
