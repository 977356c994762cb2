import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { readBody } from '../../../nodes/DocumentProcessing/transport/response-body';
import { runOperation } from '../../support/document-node.ts';
import { envelope } from '../../support/envelope.ts';
import { startServer } from '../../support/server.ts';

const PATIENCE = 5000;

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
      expect(JSON.stringify(await readBody(streamOf(written, chunks), PATIENCE))).toBe(
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
      const read = await readBody(streamOf(written, chunks), PATIENCE);
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
  expect([deep, JSON.parse(deep)]).toContainEqual(await readBody(streamOf(deep, [7]), PATIENCE));
});

test('a byte order mark is no part of it', async () => {
  expect(await readBody(streamOf('\uFEFF{"a":1}', [1]), PATIENCE)).toEqual({ a: 1 });
});

test('an answer that takes longer than the timeout is read as long as no pause does', async () => {
  const slowly = async function* () {
    for (const chunk of inChunks(Buffer.from('{"a":"slow"}'), [2])) {
      await sleep(250);
      yield chunk;
    }
  };
  expect(await readBody(Readable.from(slowly(), { objectMode: false }), 1400)).toEqual({ a: 'slow' });
}, 20_000);

test('one that breaks off is an error', async () => {
  const cut = async function* () {
    yield Buffer.from('{"a":');
    throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
  };
  await expect(readBody(Readable.from(cut(), { objectMode: false }), PATIENCE)).rejects.toThrow('aborted');
});

test('a packed answer is unpacked', async () => {
  const server = await startServer(() => ({
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body: gzipSync(JSON.stringify(envelope([{ type: 'cnh', fields: [{ name: 'nome', value: 'José' }] }]))),
  }));
  const { items } = await runOperation(server, 'document.extractContent', {
    source: 'url',
    fileUrl: 'https://example.com/a.pdf',
  });
  expect(items[0]?.json).toMatchObject({ type: 'cnh', fields: { nome: 'José' } });
  await server.close();
});
