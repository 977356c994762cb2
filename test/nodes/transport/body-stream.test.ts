import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { Base64Encoder } from '../../../nodes/DocumentProcessing/transport/base64';
import { streamOf } from '../../../nodes/DocumentProcessing/transport/body-stream';
import { fileFromBase64, FileSource } from '../../../nodes/DocumentProcessing/transport/file';

/** Lets the event loop turn so often: whatever is not stopped goes on in each turn. */
async function turns(count: number): Promise<void> {
  for (let times = 0; times < count; times++) await turn();
}

const sum = (chunks: Uint8Array[]) => chunks.reduce((size, chunk) => size + chunk.length, 0);

const stored = (stream: () => Promise<Readable>, size: number) =>
  new FileSource('a.pdf', 'application/pdf', size, stream);

/** A stream that always has more, and notes how often it was asked. */
function endless() {
  const asked = { times: 0 };
  const stream = new Readable({
    highWaterMark: 1000,
    read() {
      asked.times++;
      setImmediate(() => this.push(Buffer.alloc(1000)));
    },
  });
  return { stream, asked };
}

test('a file is read only as far as requested', async () => {
  const { stream, asked } = endless();
  const reader = streamOf([{ file: stored(async () => stream, Infinity) }]).getReader();
  await reader.read();
  await turns(50);
  expect(asked.times).toBeLessThanOrEqual(4);
  for (let times = 0; times < 100; times++) await reader.read();
  expect(asked.times).toBeGreaterThanOrEqual(100);
});

test('a file is opened when it is its turn', async () => {
  const opened: string[] = [];
  const file = (name: string) =>
    stored(async () => {
      opened.push(name);
      return Readable.from([Buffer.from(name)]);
    }, name.length);
  const reader = streamOf([Buffer.from('head'), { file: file('one') }, { file: file('two') }]).getReader();
  await turns(5);
  expect(opened).toEqual([]);
  expect((await reader.read()).value).toEqual(Buffer.from('head'));
  expect((await reader.read()).value).toEqual(Buffer.from('one'));
  await turns(5);
  expect(opened.length).toBeLessThanOrEqual(2);
  expect((await reader.read()).value).toEqual(Buffer.from('two'));
  expect((await reader.read()).done).toBe(true);
});

test('a request that ends early closes the file', async () => {
  const { stream } = endless();
  const reader = streamOf([{ file: stored(async () => stream, Infinity) }]).getReader();
  await reader.read();
  await reader.cancel();
  expect(stream.destroyed).toBe(true);
});

test('a request that ends while a file is being opened closes it, too', async () => {
  const { stream, asked } = endless();
  let open = (_: Readable) => {};
  const reader = streamOf([
    { file: stored(async () => await new Promise<Readable>((resolve) => (open = resolve)), Infinity) },
  ]).getReader();
  await turns(5);
  await reader.cancel();
  open(stream);
  await turns(5);
  expect(stream.destroyed).toBe(true);
  expect(asked.times).toBe(0);
});

describe('what goes wrong with a file ends the request with it', () => {
  const whole = (file: FileSource) => new Response(streamOf([Buffer.from('head'), { file }])).bytes();

  test.each([
    ['cannot be opened', async () => Promise.reject(new Error('not there')), 10, 'not there'],
    [
      'fails on its way',
      async () =>
        Readable.from(
          (async function* () {
            yield Buffer.alloc(3);
            throw new Error('disk gone');
          })(),
        ),
      10,
      'disk gone',
    ],
    [
      'is closed on its way',
      async () => {
        const { stream } = endless();
        stream.once('data', () => stream.destroy());
        return stream;
      },
      Infinity,
      /"a.pdf" could be read only to byte \d+ of/,
    ],
    [
      'is shorter than announced',
      async () => Readable.from([Buffer.alloc(9)]),
      10,
      '"a.pdf" has 9 bytes instead of the 10 it was stored with',
    ],
    [
      'is longer than announced',
      async () => Readable.from([Buffer.alloc(11)]),
      10,
      '"a.pdf" has 11 bytes instead of the 10 it was stored with',
    ],
  ])('%s', async (_what, open, size, message) => {
    await expect(whole(stored(open as () => Promise<Readable>, size))).rejects.toThrow(message);
  });
});

test('what n8n holds in memory goes out in pieces', async () => {
  const bytes = Buffer.alloc(1_000_001, 'made up');
  for (const encoder of [undefined, new Base64Encoder()]) {
    const read: Uint8Array[] = [];
    for await (const piece of streamOf([
      { file: fileFromBase64(bytes.toString('base64')), ...(encoder && { encoder }) },
    ]))
      read.push(piece);
    expect(Math.max(...read.map(({ length }) => length))).toBeLessThan(300_000);
    expect(sum(read)).toBe(encoder ? 4 * Math.ceil(bytes.length / 3) : bytes.length);
  }
});

test('a large file, and one that is encoded, is read in smaller pieces', async () => {
  const asked = async (size: number, encoder?: Base64Encoder) => {
    const pieces: number[] = [];
    const file = new FileSource('a.pdf', 'application/pdf', size, async (piece) => {
      pieces.push(piece);
      return Readable.from([]);
    });
    await expect(new Response(streamOf([{ file, ...(encoder && { encoder }) }])).bytes()).rejects.toThrow(
      `instead of the ${size}`,
    );
    return pieces;
  };
  const [usual] = await asked(50e6);
  const half = [(usual as number) / 2];
  expect(await asked(1e9)).toEqual(half);
  expect(await asked(50e6, new Base64Encoder())).toEqual(half);
});
