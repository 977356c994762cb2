import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import fc from '../../support/generated.ts';
import { readBody, responseInTime, TimeLimit } from '../../../nodes/DocumentProcessing/transport/response-body';
import { runOperation, numbered } from '../../support/document-node.ts';
import { scenario } from '../../support/scenario.ts';
import { startServer, type Reply } from '../../support/server.ts';

const inTime = () => new TimeLimit(5000);

/** The bytes in chunks of these lengths, over and over. */
function* inChunks(bytes: Buffer, lengths: number[]): Generator<Buffer> {
  for (let start = 0, at = 0; start < bytes.length; at++) {
    const length = lengths[at % lengths.length] as number;
    yield bytes.subarray(start, start + length);
    start += length;
  }
}

const streamOf = (text: string | Buffer, lengths = [64 * 1024]) =>
  Readable.from(inChunks(Buffer.from(text), lengths), { objectMode: false });

const lengths = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });
const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.stringMatching(/^[\\"/a:\n]{0,9}$/),
  fc.base64String({ maxLength: 60 }),
);
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.constantFrom<unknown>(null, true, -1.5e-7),
    fc.array(tie('json'), { maxLength: 4 }),
    fc.dictionary(text, tie('json'), { maxKeys: 4 }),
  ),
}));

test('JSON is read as it would be in one, wherever its chunks end', async () => {
  await fc.assert(
    fc.asyncProperty(json, lengths, fc.constantFrom(undefined, 1, '\t'), async (value, chunks, indent) => {
      const written = JSON.stringify(value, undefined, indent);
      expect(JSON.stringify(await readBody(streamOf(written, chunks), inTime()))).toBe(
        JSON.stringify(JSON.parse(written)),
      );
    }),
    { numRuns: 2000 },
  );
});

test('text that is not JSON is returned as it is, whether it comes whole or in chunks', async () => {
  const broken = fc.oneof(
    fc.stringMatching(/^[\\"{}[\]:,a1 ]{0,20}$/),
    fc.stringMatching(/^\{"a":"[a\n\t]{0,9}"\}$/),
    fc.tuple(json, fc.nat(30)).map(([value, cut]) => JSON.stringify(value).slice(0, -1 - cut)),
  );
  await fc.assert(
    fc.asyncProperty(broken, lengths, async (made, chunks) => {
      const written = Buffer.from(made).toString();
      const read = await readBody(streamOf(written, chunks), inTime());
      let whole: unknown;
      try {
        whole = JSON.parse(written);
      } catch {
        expect(read).toBe(written);
        return;
      }
      expect(read).toEqual(whole);
    }),
    { numRuns: 2000 },
  );
});

test('what is nested deeper than a text can be put back into is its text, whole', async () => {
  const deep = `${'['.repeat(20_000)}{"a":"xyz"}${']'.repeat(20_000)}`;
  expect([deep, JSON.parse(deep)]).toContainEqual(await readBody(streamOf(deep, [7]), inTime()));
});

const bytesOf = (text: string, charset: string): Buffer => {
  if (charset === 'utf-16be') return Buffer.from(text, 'utf16le').swap16();
  return Buffer.from(text, charset === 'utf-16le' ? 'utf16le' : charset === 'utf-8' ? 'utf8' : 'latin1');
};

test('the encoding that an answer names is kept to, wherever its chunks end', async () => {
  const latin = fc.string({ unit: fc.integer({ min: 0xa0, max: 0xff }).map((code) => String.fromCharCode(code)) });
  const named = fc.oneof(
    fc.tuple(latin, fc.constantFrom('iso-8859-1', 'windows-1252', 'utf-8', 'utf-16le', 'utf-16be')),
    fc.tuple(
      fc.string({ unit: fc.oneof(fc.constant('\uFFFD'), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 })) }),
      fc.constantFrom('utf-8', 'utf-16le', 'utf-16be'),
    ),
  );
  await fc.assert(
    fc.asyncProperty(named, lengths, async ([value, charset], chunks) => {
      const stream = Readable.from(inChunks(bytesOf(JSON.stringify({ value }), charset), chunks), {
        objectMode: false,
      });
      expect(await readBody(stream, inTime(), `application/json; charset=${charset}`)).toEqual({ value });
    }),
    { numRuns: 1000 },
  );
});

test.each(['utf-8', 'utf-16le', 'utf-16be'])(
  'a byte order mark tells %s, also where it comes byte by byte',
  async (charset) => {
    const stream = Readable.from(inChunks(bytesOf('\uFEFF{"value":"ção"}', charset), [1]), { objectMode: false });
    expect(await readBody(stream, inTime(), 'application/json; charset=iso-8859-1')).toEqual({ value: 'ção' });
  },
);

test.each([
  ['half a character of UTF-16', 'utf-16le', bytesOf('{"value":"x"}', 'utf-16le').subarray(0, -1)],
  ['half a pair of UTF-16', 'utf-16be', bytesOf('{"value":"\ud800"}', 'utf-16be')],
  ['a byte that Windows-1253 does not have', 'windows-1253', Buffer.from('{"value":"\xff"}', 'latin1')],
])('%s is told of', async (_what, charset, bytes) => {
  const stream = Readable.from(inChunks(bytes, [3]), { objectMode: false });
  const read = readBody(stream, inTime(), `application/json; charset=${charset}`);
  await expect(read).rejects.toThrow('is not in its character encoding');
});

test('an answer that does not end in time is an error, although it never pauses', async () => {
  const endless = async function* () {
    for (;;) {
      await turn();
      yield Buffer.from(' ');
    }
  };
  const stream = Readable.from(endless(), { objectMode: false });
  await expect(readBody(stream, new TimeLimit(200))).rejects.toThrow('timeout of 200ms exceeded');
  expect(stream.destroyed).toBe(true);
});

test('an answer that begins too late is an error, and is not read', async () => {
  const body = Readable.from([Buffer.from('{}')], { objectMode: false });
  const limit = new TimeLimit(50);
  limit.start();
  let answer: (response: unknown) => void = () => undefined;
  const sent = new Promise((resolve) => (answer = resolve));
  await expect(responseInTime(sent, limit)).rejects.toThrow('timeout of 50ms exceeded');
  answer({ statusCode: 200, headers: {}, body });
  await turn();
  expect(body.destroyed).toBe(true);
});

describe('an answer that is too large', () => {
  const JSON_TYPE = { 'content-type': 'application/json' };
  const blanks = Buffer.alloc(3 * 2 ** 20, ' ');
  const packed = { headers: { ...JSON_TYPE, 'content-encoding': 'gzip' }, body: gzipSync(blanks) };
  const endless = (body: string, status = 200): Reply => ({ status, headers: JSON_TYPE, body, repeats: true });
  const ONE = 'The response of the service is too large: more than 1 MB';
  const QUARTER = 'The response of the service is too large: more than 0.25 MB beside images and files';

  test.each<[string, Reply, string]>([
    ['packed, without end', { ...packed, repeats: true }, QUARTER],
    ['brackets', { headers: JSON_TYPE, body: '['.repeat(2 ** 19) }, QUARTER],
    ['a text without end', { ...endless('a'), body: `{"result":"${'a'.repeat(2 ** 20)}` }, ONE],
    ['a failure without end', endless(' '.repeat(1000), 500), 'The service could not process the request (HTTP 500)'],
    ['a refusal without end', endless('{"a":', 401), 'The service did not accept the access token (HTTP 401)'],
  ])('fails its item, and the others go on: %s', async (_what, reply, message) => {
    const server = await startServer((_request, index) => (index === 1 ? reply : { result: { index } }));
    const { items, error } = await runOperation(
      server,
      'api.sendRequest',
      { path: 'a', options: { maxResponseSize: 1, maxConcurrency: 1 } },
      { items: numbered(3), onError: 'continueRegularOutput' },
    );
    expect(error).toBeUndefined();
    expect(items.map(({ json }) => json['error'] ?? json['result'])).toEqual([
      { index: 0 },
      `${message} [item 1]`,
      { index: 2 },
    ]);
    // The rest of it is not read.
    await server.settled();
    await server.close();
  });

  test('is one of more than 100 MB, unless the option says otherwise, and may be billed', async () => {
    const large = `{"result":"${'a'.repeat(101 * 2 ** 20)}","requestId":"1","status":{"code":"200"}}`;
    const request = scenario('api.sendRequest', () => ({ headers: JSON_TYPE, body: large }));
    const { error } = await request.with({ path: 'a' });
    expect(error?.name).toBe('NodeApiError');
    expect(error?.message).toBe('The response of the service is too large: more than 100 MB [item 0]');
    expect(error?.description).toMatch(/may have been processed and billed.* raise the option "Max Response Size"/);
    const { json } = await request.with({ path: 'a', options: { maxResponseSize: 102 } });
    expect(json[0]?.['result']).toHaveLength(101 * 2 ** 20);
  });
});
