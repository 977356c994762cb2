import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
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

type Event = 'contentExtraction' | 'enrichment';

const tokenFor = (event: Event | 'probe', more = {}) => signed({ event, correlationId: 'row 7', ...more });

const read = (items: object[], parameters: INodeParameters = {}) =>
  runOperation(service, 'callback.readCallback', parameters, {
    items: items.map((item) => ('binary' in item ? item : { json: item }) as INodeExecutionData),
    onError: 'continueRegularOutput',
  });

const callback = (body: unknown, token = tokenFor('contentExtraction'), headers = {}) => ({
  headers: { 'content-type': 'application/json', [TOKEN_HEADER.toLowerCase()]: token, ...headers },
  body,
});

test('a callback gives the items of the trigger, in the form the node asks for', async () => {
  const said = failure('R101', 'Not signed in with Bearer token-of-the-test');
  for (const [event, bodyOf] of [
    ['contentExtraction', resultOf],
    ['contentExtraction', (processId: string) => ({ ...said, requestId: 'token-of-the-test', processId })],
    ['contentExtraction', startedAs],
    ['enrichment', (processId: string) => ({ processId, any: [{ shape: null }] })],
    ['enrichment', (processId: string) => [{ processId }]],
  ] as const) {
    for (const parameters of [{}, { output: 'raw' }, { options: { minScore: 0.95, typedValues: true } }]) {
      // The trigger accepts each process once.
      const body = bodyOf(randomUUID());
      const call = { body, headers: { [TOKEN_HEADER]: tokenFor(event) } };
      const { workflowData } = await callTrigger(service, call, { parameters });
      const { items } = await read([callback(body, tokenFor(event))], parameters);
      expect(items.map(({ json }) => json)).toEqual(workflowData?.[0]?.map(({ json }) => json));
      expect(items[0]?.pairedItem).toEqual({ item: 0 });
      expect(JSON.stringify(items)).not.toContain('token-of-the-test');
    }
  }
});

test('a process ID that is a number is one, and other headers may hold anything', async () => {
  const given = callback({ ...resultOf('x'), processId: 17 }, undefined, { 'x-trace': 2 ** 60 });
  const { items } = await read([given]);
  expect(items[0]?.json).toMatchObject({ processId: '17', deliveryId: '17', correlationId: 'row 7' });
  const raw = await read([given], { output: 'raw' });
  expect(raw.items[0]?.json).toMatchObject({ processId: '17', requestId: 'req-1' });
  expect(raw.items[0]?.json).not.toHaveProperty('payload');
});

test('selected members that every item of a callback has are found, and come once', async () => {
  const selectedFields = ['processId', 'correlationId', 'event', 'deliveryId', 'nome'];
  const { items, hints } = await read([callback(resultOf('p'))], { output: 'selectedFields', selectedFields });
  const reference = { event: 'contentExtraction', correlationId: 'row 7', requestId: 'req-1' };
  const json = { fields: { nome: 'p' }, processId: 'p', deliveryId: 'p', ...reference };
  expect([items.map((item) => item.json), hints]).toEqual([[json], []]);
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

test.each<Event>(['contentExtraction', 'enrichment'])('a body may be the bytes of a queue: %s', async (event) => {
  const bytes = Buffer.from(JSON.stringify(resultOf('p-é')));
  for (const body of [bytes, bytes.toJSON(), { type: 'Buffer', data: bytes.toString('base64') }]) {
    const { items } = await read([callback(body, tokenFor(event))]);
    expect(items).toMatchObject([{ json: { processId: 'p-é', requestId: 'req-1', event } }]);
  }
});

describe('bytes are read as the headers of the callback say', () => {
  const NAME = 'São João ½';
  const json = JSON.stringify(resultOf(NAME));
  const latin = Buffer.from(json, 'latin1');
  const reading = async (body: unknown, headers: object) => (await read([callback(body, undefined, headers)])).items;

  test.each<[string, Buffer, object]>([
    ['ISO 8859-1', latin, { 'content-type': 'application/json; charset=iso-8859-1' }],
    ['gzip that was undone on the way', Buffer.from(json), { 'content-encoding': 'gzip' }],
    ['headers that say nothing', Buffer.from(json), { 'content-type': null, 'content-encoding': 7 }],
  ])('%s', async (_what, bytes, headers) => {
    expect(await reading(bytes.toJSON(), headers)).toMatchObject([{ json: { fields: { nome: NAME } } }]);
  });

  test.each<[string, Buffer, object, string]>([
    ['other letters', latin, {}, 'is not in its charset, or not in UTF-8 if it names none'],
    ['an unknown compression', gzipSync(json), { 'content-encoding': 'klingon' }, 'Content-Encoding of this callback'],
    ['no JSON', gzipSync('text'), { 'content-encoding': 'gzip' }, 'is not the JSON of a callback'],
  ])('or refused: %s', async (_what, bytes, headers, message) => {
    expect(await reading(bytes.toJSON(), headers)).toMatchObject([
      { json: { error: expect.stringContaining(message) } },
    ]);
  });

  test('a text is a text, whatever the headers say', async () => {
    const headers = { 'content-type': 'a/b; charset=klingon', 'content-encoding': 'gzip' };
    expect(await reading(json, headers)).toMatchObject([{ json: { fields: { nome: NAME } } }]);
  });
});

test('each item is read on its own: one that is forged or cut is an error item, the others are read', async () => {
  const [good, token] = [callback(resultOf('good')), tokenFor('contentExtraction')];
  const other = issueToken({ event: 'contentExtraction', correlationId: 'row 7' }, 'another secret');
  const waiting = { executionId: '1', output: {}, resumeUrl: 'https://example.com/webhook-waiting/1' };
  const invalid = ['The token of this callback is not valid', 'choose the credential'] as const;
  const noJson = ['"Body" is not the JSON of a callback', 'the whole body'] as const;
  const ELSE = 'The token of this callback was issued for something else';
  const refused: Array<[item: object, message: string, description: string]> = [
    [callback(resultOf('x'), token.slice(0, -1)), ...invalid],
    [callback(resultOf('x'), other), ...invalid],
    [{ body: resultOf('x'), headers: {} }, `no header "${TOKEN_HEADER}"`, 'Pass on all'],
    [{ orderNumber: 'A-1' }, 'The item has no headers of a callback', 'put it behind that node'],
    [{ ...good, body: 'text' }, ...noJson],
    [{ ...good, body: null }, '"Body" is empty', 'into a file'],
    [
      { ...good, body: { neither: 'result nor status' } },
      'The parameter "Body" is not a result of content extraction',
      'Pass on the whole body',
    ],
    [callback(resultOf('x'), tokenFor('probe')), ELSE, 'whether a trigger is listening'],
    [
      callback(resultOf('x'), tokenFor('contentExtraction', { waiting })),
      ELSE,
      'Enter the URL of a Document Processing Trigger as "Fallback URL"',
    ],
  ];
  const { items } = await read([good, ...refused.map(([item]) => item), good]);
  const errors = refused.map(([, message, description]) => ({
    error: expect.stringContaining(message),
    message: expect.stringContaining(description),
  }));
  const processId = 'good';
  expect(items.map(({ json }) => json)).toMatchObject([{ processId }, ...errors, { processId }]);
  expect(items.map(({ pairedItem }) => (pairedItem as { item: number }).item)).toEqual([...items.keys()]);
});

test('headers that are empty are those of no callback, and a text is no JSON', async () => {
  const errorOf = async (headers: string) =>
    (await read([callback(resultOf('x'))], { headers })).items[0]?.json['error'];
  expect(await errorOf('')).toBe('The item has no headers of a callback [item 0]');
  expect(await errorOf('text')).toContain('The parameter "Headers" is not valid JSON');
});

describe('an empty body, as the Webhook node has it of what it does not parse', () => {
  const payload = { processId: 'São', situation: null };
  const json = JSON.stringify(payload);

  const run = async (body: unknown, files: Record<string, Buffer>, headers = {}) => {
    const type = { fileName: 'body', mimeType: 'application/octet-stream' };
    const stored = Object.entries(files).map(([property, bytes]) => fileItem(bytes, { ...type, property }));
    const binary = Object.assign({}, ...(await Promise.all(stored)).map((item) => item.binary)) as object;
    return (await read([{ json: callback(body, tokenFor('enrichment'), headers), binary }])).items;
  };

  test.each([{}, [], ' {} ', '', null, undefined])('%j: the only file is read', async (body) => {
    expect(await run(body, { callback: Buffer.from(json) })).toMatchObject([{ json: payload }]);
  });

  test.each<[string, Record<string, Buffer>, string]>([
    ['with several', { a: Buffer.from(json), b: Buffer.from(json) }, 'The parameter "Body" is empty [item 0]'],
    ['with one that is as empty', { data: Buffer.from('{}') }, 'The parameter "Body" is empty [item 0]'],
    [
      'with one that is too large for a callback, which is named',
      { video: Buffer.alloc(100 * 1024 * 1024 + 1) },
      'The parameter "Body" is empty, and the file "video" is too large for a callback [item 0]',
    ],
  ])('is refused %s', async (_what, files, error) => {
    const message = expect.stringMatching(/Webhook node puts a body that it does not parse into a file.*and no other/);
    expect(await run({}, files)).toMatchObject([{ json: { error, message } }]);
  });

  test('a body that has something is read, whatever the file is', async () => {
    expect(await run({ processId: 'p' }, { data: Buffer.from(json) })).toMatchObject([{ json: { processId: 'p' } }]);
  });
});
