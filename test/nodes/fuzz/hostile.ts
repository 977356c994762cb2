// What a broken or hostile service sends: answers and bodies, with the secrets of a request repeated in them.
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import fc from '../../support/generated.ts';
import { CUT, SILENCE, type Answer } from '../../support/server.ts';

/** Answers and callbacks together: FUZZ_RUNS sets it. By default they are few. */
export const RUNS = Number(process.env['FUZZ_RUNS'] ?? 1000);

export const SECRETS = {
  accessToken: 'token "of" the/fuzz+test?ü',
  password: 'pa$$ & wörd of a file',
  callbackSecret: 'callback-secret-of-the-fuzz-test',
};

/** The forms in which a secret could stand in a message. */
const formsOf = (secret: string) => [
  secret,
  encodeURIComponent(secret),
  JSON.stringify(secret).slice(1, -1),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
];
export const secretForms = [SECRETS.accessToken, SECRETS.callbackSecret].flatMap(formsOf);
export const passwordForms = formsOf(SECRETS.password);

// The members the interface names, with anything in them, so that readers come to every place.
const NAMES =
  `fields tables crops extractions sections pages headers values tags name stdName value score source image type
  pageNumber number contents index groups components stdValue details services date metadata result processId requestCount
  download download_mimetype status code message errors requestId __proto__ constructor toString hasOwnProperty`
    .trim()
    .split(/\s+/);
const [token = '', password = ''] = Object.values(SECRETS);
const TEXTS = [
  ...NAMES,
  ...secretForms,
  ...passwordForms,
  `Bearer ${token}`,
  `The password "${password}" is wrong`,
  `https://user:${encodeURIComponent(token)}@example.com/?token=${encodeURIComponent(token)}`,
  ...['a=b', 'official', 'iocr', '', 'YWJj', 'not base64!', '__proto__=x', '2025-02-30', '\u0000', '\ud800'],
];

export const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'medium' },
    fc.constantFrom<unknown>(null, true, 0, 1, -1, 0.5, 1e300),
    fc.constantFrom(...TEXTS),
    fc.string(),
    fc.array(tie('json'), { maxLength: 4 }),
    fc.uniqueArray(fc.tuple(fc.constantFrom(...NAMES), tie('json')), { maxLength: 6, selector: ([name]) => name }).map(
      // `fromEntries` makes a member of `__proto__`; an object literal would set the prototype.
      (entries) => Object.fromEntries(entries) as unknown,
    ),
  ),
}));

const envelope = fc.record({
  result: fc.oneof(json, fc.array(json, { maxLength: 3 })),
  requestId: json,
  elapsedMilliseconds: json,
  processId: json,
  status: fc.oneof(
    json,
    fc.record({
      code: fc.oneof(fc.constantFrom('200', '201', 'S100', 'R101', 'E100'), json),
      message: json,
      errors: json,
    }),
  ),
});

const LONG = 'x'.repeat(300_000);
const nested = (open: string, depth: number) => Buffer.from(open.repeat(depth));

/** Any body: JSON of any shape, JSON damaged in some way, and what is no JSON at all. */
export const body: fc.Arbitrary<Buffer> = fc.oneof(
  { weight: 6, arbitrary: fc.oneof(envelope, json).map((value) => Buffer.from(JSON.stringify(value))) },
  {
    weight: 2,
    arbitrary: fc.tuple(envelope, fc.nat(400), fc.uint8Array({ maxLength: 4 })).map(([value, at, bytes]) => {
      const text = Buffer.from(JSON.stringify(value));
      return Buffer.concat([text.subarray(0, at), bytes, ...(bytes.length > 0 ? [text.subarray(at)] : [])]);
    }),
  },
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  envelope.chain((value) =>
    fc.constantFrom(
      Buffer.from(`\uFEFF${JSON.stringify(value)}`),
      Buffer.from(JSON.stringify(value), 'utf16le'),
      Buffer.from(`${JSON.stringify(value)}${JSON.stringify(value)}`),
    ),
  ),
  fc
    .constantFrom(
      ...['', ' ', 'null', '0', '"', '{', '[]', 'NaN', '{"result":1e999}', '<!doctype html><h1>502</h1>'],
      `{"status":{"code":"R101","message":"${LONG}"}}`,
      `{"result":"${LONG}","status":{"code":"200"}}`,
      `<html>${TEXTS.join(' ')}</html>`,
      '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"result":[{"__proto__":{"polluted":1}}]}',
    )
    .map((text) => Buffer.from(text)),
  fc.constantFrom(nested('[', 20_000), nested('{"result":', 5000), nested('{"a":[', 5000)),
);

export const contentType = fc.constantFrom(
  'application/json',
  'application/json; charset=utf-16',
  'text/html',
  'text/plain',
  'application/octet-stream',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'image/png',
  'nonsense',
  '',
);

const compressed = (bytes: Buffer) =>
  fc.constantFrom(
    ['gzip', gzipSync(bytes)] as const,
    ['gzip', gzipSync(bytes).subarray(0, 15)] as const,
    ['gzip', bytes] as const,
    ['br', brotliCompressSync(bytes)] as const,
    ['deflate', deflateSync(bytes)] as const,
    ['nonsense', bytes] as const,
    ['gzip', gzipSync(Buffer.alloc(2_000_000))] as const,
  );

const status = fc.oneof(
  { weight: 4, arbitrary: fc.constant(200) },
  fc.constantFrom(201, 204, 206, 301, 302, 304, 400, 401, 403, 404, 408, 413, 429, 500, 503, 504),
  fc.integer({ min: 200, max: 599 }),
);

const httpAnswer: fc.Arbitrary<Answer> = fc
  .record({
    status,
    bytes: body,
    type: contentType,
    isCompressed: fc.boolean(),
    more: fc.constantFrom<Record<string, string>>(
      ...[{}, {}, {}, { 'retry-after': '-1' }, { 'retry-after': '9e999' }, { 'set-cookie': '__proto__=1' }],
      ...[{ location: `http://127.0.0.1:9/${encodeURIComponent(token)}` }, { 'x-long': 'x'.repeat(20_000) }],
      { 'www-authenticate': `Bearer ${encodeURIComponent(token)}` },
    ),
  })
  .chain(({ bytes, isCompressed, ...rest }) =>
    (isCompressed ? compressed(bytes) : fc.constant(['', bytes] as const)).map(([encoding, sent]) => ({
      ...rest,
      encoding,
      sent,
    })),
  )
  .map(({ status: code, type, more, encoding, sent }) => ({
    status: code,
    body: sent,
    headers: { 'content-type': type, ...more, ...(encoding && { 'content-encoding': encoding }) },
  }));

const broken: fc.Arbitrary<Answer> = fc.oneof(
  fc.constant(CUT),
  fc.tuple(httpAnswer, fc.nat(60)).map(([answer, cutAfter]) => ({ ...(answer as object), cutAfter })),
  fc
    .constantFrom(
      ...[
        'garbage',
        'HTTP/1.1 200',
        'HTTP/1.1 999 Odd\r\n\r\n',
        'HTTP/9.9 200 OK\r\n\r\n{}',
        '\u0000\u0001',
        `SSH-2.0-${token}\r\n`,
      ],
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}',
      'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 7\r\n\r\n{}',
      'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n{}',
      'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nConnection: close\r\n\r\n{}',
    )
    .map((raw) => ({ raw })),
);

/** Any answer over HTTP, or over a connection that is not. One in some hundred is silent until the client gives up. */
export const answer: fc.Arbitrary<Answer> = fc.oneof(
  { weight: 300, arbitrary: httpAnswer },
  { weight: 30, arbitrary: broken },
  { weight: 1, arbitrary: fc.constant(SILENCE) },
);

/** Checks its share of all runs. Says what failed and how to repeat it: the counterexamples would be megabytes of text. */
export async function check<T>(property: fc.IAsyncProperty<T>, share: number): Promise<void> {
  await fc.assert(property, {
    numRuns: Math.ceil(RUNS * share),
    endOnFailure: true,
    reporter: ({ failed, seed, errorInstance }: fc.RunDetails<T>) => {
      if (!failed) return;
      const { message } = errorInstance as Error;
      const repeat = `FUZZ_SEED=${seed} FUZZ_RUNS=${RUNS} repeats it`;
      throw new Error(`${message.slice(0, 3000)}\n${repeat}`, { cause: errorInstance });
    },
  });
}

/** For the few runs by default some minutes, else as long as it takes. */
export const TIME_LIMIT = Math.max(300_000, RUNS * 20);

const prototypes = () =>
  JSON.stringify([Object.prototype, Array.prototype, Function.prototype].map((one) => Object.getOwnPropertyNames(one)));
const untouched = prototypes();

export const expectUntouchedPrototypes = () => expect(prototypes()).toBe(untouched);

/** Rejects if it takes longer: something hangs. */
export async function within<T>(seconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Not done within ${seconds} s`)), seconds * 1000);
  });
  return await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
