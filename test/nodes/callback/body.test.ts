import { Readable } from 'node:stream';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { resultOf } from '../../support/callbackService.ts';
import { callTrigger, tokenHeader } from './workflow.ts';
import type { IWebhookFunctions } from 'n8n-workflow';
import { readPayload, readText } from '../../../nodes/DocumentProcessing/callback/body';
import { WebhookRejection } from '../../../nodes/DocumentProcessing/callback/webhook-response';

const MEGABYTE = Buffer.alloc(1024 * 1024, ' ');

/** A call whose body n8n has left to the node. */
const callOf = (chunks: Iterable<Buffer>): IWebhookFunctions =>
  ({ getRequestObject: () => Object.assign(Readable.from(chunks), { headers: {} }) }) as unknown as IWebhookFunctions;

function* repeated(chunk: Buffer, times: number): Generator<Buffer> {
  for (let count = 0; count < times; count++) yield chunk;
}

const expectRejection = (text: string, rejection: object) =>
  expect(() => readPayload(text)).toThrow(expect.objectContaining(rejection) as Error);

test('a body is read as it comes, whatever lies between its pieces', async () => {
  const bytes = Buffer.from('{"nome": "Conceição"}');
  const pieces = [...bytes].map((byte) => Buffer.from([byte]));
  expect(readPayload(await readText(callOf(pieces)))).toEqual({ nome: 'Conceição' });
});

test('a body of 100 MB is taken, one of a byte more is rejected (413)', async () => {
  expect(await readText(callOf(repeated(MEGABYTE, 100)))).toHaveLength(100 * MEGABYTE.length);
  const refused = await readText(callOf([...repeated(MEGABYTE, 100), Buffer.from(' ')])).catch(
    (error: unknown) => error,
  );
  expect(refused).toBeInstanceOf(WebhookRejection);
  expect(refused).toMatchObject({ status: 413 });
});

test('many small values are rejected (413): they take forty times their size in memory', () => {
  expectRejection(`[${'{},'.repeat(9_000_000)}{}]`, { status: 413, message: 'The callback is too large' });
  const text = 'x'.repeat(40_000_000);
  expect(readPayload(JSON.stringify({ text }))).toEqual({ text });
});

test('millions of lists inside each other are rejected (400)', () => {
  expectRejection('['.repeat(10_000_000) + ']'.repeat(10_000_000), { status: 400 });
});

test.each(['[]', ' { } ', '\uFEFF{}'])('a body with nothing in it is rejected (400): %j', (text) => {
  expectRejection(text, { status: 400, message: 'The body of this callback has nothing in it' });
});

test.each(['', '"text"', '1', 'null', '{', '{"a": 1}}'])(
  'a body that is no JSON object is rejected (400): %j',
  (text) => expectRejection(text, { status: 400, message: 'The body of this callback is not a JSON object' }),
);

let processes = 0;

/** Who reads the body: the node, or n8n before it calls the node. */
const READERS = { node: { binaryData: true }, n8n: {} };
type Reader = keyof typeof READERS;

const NAME = 'São João ½';

/** Calls the trigger with bytes: the status, and the name in the item it starts with. */
async function receive(bytes: Buffer, headers: Record<string, string>, reader: Reader = 'node') {
  const token = tokenHeader({ event: 'contentExtraction', correlationId: 'row 7' });
  const call = { body: bytes, headers: { 'content-type': 'application/json', ...token, ...headers } };
  const parameters = { options: READERS[reader] };
  const { response, workflowData } = await callTrigger({ url: 'http://127.0.0.1:1' }, call, { parameters });
  const fields = workflowData?.[0]?.[0]?.json['fields'] as { nome?: unknown } | undefined;
  const { status, text } = response;
  return { status, text, name: fields?.nome, accepts: response.headers.get('accept-encoding') };
}

const bodyWith = (name: string): string => JSON.stringify({ ...resultOf(name), processId: `body ${++processes}` });

const encoded = (encoding: BufferEncoding): Buffer => Buffer.from(bodyWith(NAME), encoding);

test.each<Reader>(['node', 'n8n'])('an access key as a number keeps its digits: %s', async (reader) => {
  const key = '35251112345678000190550010000012341123456789';
  const body = Buffer.from(bodyWith(NAME).replaceAll(JSON.stringify(NAME), key));
  expect(await receive(body, {}, reader)).toMatchObject({ status: 200, name: key });
});

describe('a compressed body', () => {
  test.each<[string, (bytes: Buffer) => Buffer, string, Reader]>([
    ['gzip', gzipSync, 'gzip', 'n8n'],
    ['gzip under its old name', gzipSync, 'x-gzip', 'node'],
    ['deflate that is left to the node', deflateSync, 'deflate', 'node'],
    ['deflate without its header', deflateRawSync, 'deflate', 'node'],
    ['brotli', brotliCompressSync, 'br', 'node'],
  ])('%s is read', async (_what, compress, encoding, reader) => {
    const answer = await receive(compress(encoded('utf8')), { 'content-encoding': encoding }, reader);
    expect(answer).toMatchObject({ status: 200, name: NAME });
  });

  test.each(['zstd', 'gzip, gzip', 'unheard-of'])(
    'in a form that is not known here is rejected with those that are (415): %s',
    async (encoding) => {
      expect(await receive(zstdCompressSync(bodyWith(NAME)), { 'content-encoding': encoding })).toMatchObject({
        status: 415,
        accepts: 'gzip, deflate, identity',
        text: expect.stringContaining('Content-Encoding'),
      });
    },
  );

  test.each([
    ['cut', gzipSync(bodyWith(NAME)).subarray(0, 60)],
    ['not what its header says', encoded('utf8')],
    ['followed by something else', Buffer.concat([gzipSync(bodyWith(NAME)), Buffer.from('more')])],
  ])('that is %s is rejected (400)', async (_what, bytes) => {
    expect(await receive(bytes, { 'content-encoding': 'gzip' })).toMatchObject({ status: 400 });
  });

  test('that becomes larger than any result has a reason to be is rejected (413)', async () => {
    const bomb = gzipSync(Buffer.alloc(101 * 1024 * 1024, ' '));
    expect(await receive(bomb, { 'content-encoding': 'gzip' })).toMatchObject({ status: 413 });
  });
});

// Which charsets are known, and their marks: test/nodes/transport/http.test.ts.
describe('the charset of a body', () => {
  test.each<[string, Buffer, string]>([
    ['ISO 8859-1 in quotation marks and capitals', encoded('latin1'), 'Charset="ISO-8859-1"; profile=x'],
    ['a charset before another type', encoded('utf8'), 'charset=utf-8, text/plain'],
  ])('%s is decoded', async (_what, bytes, parameter) => {
    const answer = await receive(bytes, { 'content-type': `application/json; ${parameter}` });
    expect(answer).toMatchObject({ status: 200, name: NAME });
  });

  test('has the letters that only Windows has, on Node 20 too', async () => {
    const bytes = Buffer.from(bodyWith('\x80 5 \x96 \x92'), 'latin1');
    const headers = { 'content-type': 'application/json; charset=windows-1252' };
    expect(await receive(bytes, headers)).toMatchObject({ name: '€ 5 – ’' });
  });

  test.each(['application/json; charset=latin1', 'application/octet-stream; charset=windows-1252'])(
    'is decoded where n8n has read the body: %s',
    async (type) => {
      const answer = await receive(encoded('latin1'), { 'content-type': type }, 'n8n');
      expect(answer).toMatchObject({ status: 200, name: NAME });
    },
  );

  test('that is not known here is rejected, not guessed (415)', async () => {
    const answer = await receive(encoded('latin1'), { 'content-type': 'application/json; charset=klingon' });
    expect(answer).toMatchObject({ status: 415, text: expect.stringContaining('charset') });
  });

  test.each<[string, Buffer, string]>([
    ['ISO 8859-1 that names no charset', encoded('latin1'), ''],
    ['half a character of UTF-16', encoded('utf16le').subarray(0, -1), 'charset=utf-16le'],
    ['UTF-8 that was cut in a letter', Buffer.from('{"nome":"ã"}').subarray(0, 10), ''],
  ])('that the body is not in is malformed (400): %s', async (_what, bytes, parameter) => {
    for (const reader of ['node', 'n8n'] as const) {
      const answer = await receive(bytes, { 'content-type': `application/octet-stream; ${parameter}` }, reader);
      expect(answer).toMatchObject({ status: 400, text: expect.stringContaining('charset') });
    }
  });
});
