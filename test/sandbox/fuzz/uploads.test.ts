// Broken and hostile uploads over real connections: forms, JSON and base64. Each is answered with an envelope that is no
// internal failure, nothing stays on disk, and memory stays bounded.
import { readdirSync } from 'node:fs';
import { request as send } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { emptyFolder } from '../emptyFolder.ts';
import { AUTHORIZED, CARD, COMPARE, CONTENT, GENERATIVE, PAGES, VIO } from '../server/client.ts';
import { listen, until } from '../server/surroundings.ts';

// FUZZ_RUNS and FUZZ_SEED set them. By default they are few.
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 1000);
const SEED = Number(process.env['FUZZ_SEED'] ?? 1);
const BATCH = 20;
const TIME_LIMIT = Math.max(300_000, RUNS * 20);

const home = emptyFolder();
const { url } = await listen({
  ...{ dataFolder: home, requestLogLength: 10, networks: false },
  kept: { documents: 0, documentBytes: 0 },
});

const prototypes = () =>
  JSON.stringify([Object, Array, Function].map((one) => Object.getOwnPropertyNames(one.prototype)));
const untouched = prototypes();
afterEach(() => expect(prototypes()).toBe(untouched));

/** After so many bytes the client goes away. */
type Upload = { path: string; type: string; body: Buffer; cutAfter: number | undefined };

/** `undefined` if the client went away before the answer. */
const upload = ({ path, type, body, cutAfter }: Upload): Promise<{ status: number; text: string } | undefined> =>
  new Promise((resolve, reject) => {
    const headers = { ...AUTHORIZED, 'content-type': type, 'content-length': body.length };
    const request = send(url + path, { method: 'POST', headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }))
        .on('error', () => resolve(undefined));
    });
    request.setTimeout(120_000, () =>
      reject(new Error(`No answer within two minutes to ${type}: ${body.toString('latin1', 0, 500)}`)),
    );
    request.on('error', () => resolve(undefined));
    if (cutAfter === undefined) request.end(body);
    else request.write(body.subarray(0, cutAfter), () => request.destroy());
  });

const FORMS = [CONTENT, PAGES, GENERATIVE, COMPARE];
const JSONS = [CONTENT, PAGES, VIO, CARD];

const text = fc.oneof(
  fc.string(),
  fc.constantFrom(
    '',
    '__proto__',
    'constructor',
    'file',
    'fileBase64',
    'tags',
    'true',
    'a"b\r\nc',
    '\u0000',
    '{"a":1}',
    '../../etc/passwd',
  ),
);
const bytes = fc.uint8Array({ maxLength: 400 }).map((given) => Buffer.from(given));
const content = fc.oneof(
  bytes,
  text.map((given) => Buffer.from(given)),
  fc.constantFrom(
    ...[
      '%PDF-1.4\n',
      '%PDF-1.7\n1 0 obj\n<</Length 99999999999>>stream\n',
      'GIF89a',
      '\x89PNG\r\n\x1a\n',
      'II*\0',
      'PK\x03\x04',
      '<svg/>',
    ].map((start) => Buffer.from(start, 'latin1')),
  ),
);
const part = fc.record({
  name: fc.oneof(fc.constantFrom('file', 'file', 'tags', 'filePassword', 'fields', '__proto__', 'returnCrops'), text),
  filename: fc.option(text),
  more: fc.constantFrom(
    ...[
      '',
      '',
      '',
      'Content-Type: application/pdf\r\n',
      'Content-Type: application/json\r\n',
      'Content-Transfer-Encoding: base64\r\n',
    ],
    ...['Content-Type\r\n', ': x\r\n', `X-Long: ${'x'.repeat(20_000)}\r\n`, '\u0000\r\n'],
  ),
  content,
});
const BOUNDARY = 'boundary';

const form = fc
  .record({
    parts: fc.array(part, { maxLength: 6 }),
    type: fc.constantFrom(
      ...Array.from({ length: 6 }, () => `multipart/form-data; boundary=${BOUNDARY}`),
      ...[
        'multipart/form-data',
        'multipart/form-data; boundary=',
        'multipart/form-data; boundary=other',
        'multipart/mixed; boundary=boundary',
      ],
    ),
    ending: fc.constantFrom(`--${BOUNDARY}--\r\n`, `--${BOUNDARY}--\r\n`, '', `--${BOUNDARY}`, '\r\n', '--'),
  })
  .map(({ parts, type, ending }) => {
    const pieces = parts.flatMap(({ name, filename, more, content: given }) => {
      const file = filename === null ? '' : `; filename="${filename}"`;
      const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n${more}\r\n`;
      return [Buffer.from(head), given, Buffer.from('\r\n')];
    });
    return { type, body: Buffer.concat([...pieces, Buffer.from(ending)]) };
  });

const base64 = fc.oneof(
  content.map((given) => given.toString('base64')),
  fc
    .tuple(content, fc.nat(40))
    .map(([given, at]) => `${given.toString('base64').slice(0, at)}=${given.toString('base64').slice(at)}`),
  text,
  fc.constantFrom(
    '\\u0041',
    '\\/\\/\\/\\/',
    '\\uD800',
    '\\x',
    '====',
    'data:application/pdf;base64,AAAA',
    'A'.repeat(100_001),
  ),
);
const jsonText = fc
  .record({
    members: fc.array(
      fc.tuple(
        fc.oneof(fc.constantFrom('fileBase64', 'fileUrl', 'webhook', '__proto__', 'tags'), text),
        fc.oneof(base64, fc.json()),
      ),
      { maxLength: 5 },
    ),
  })
  .map(
    ({ members }) =>
      // Values as they are: some are JSON, some are texts with and without their quotes.
      `{${members.map(([name, value], index) => `${JSON.stringify(name)}:${index % 3 === 2 ? value : `"${value}"`}`).join(',')}}`,
  );
const json = fc
  .oneof(
    { weight: 5, arbitrary: jsonText },
    { weight: 1, arbitrary: fc.tuple(jsonText, fc.nat(300)).map(([given, at]) => given.slice(0, at)) },
    { weight: 1, arbitrary: fc.constantFrom('[', '{"a":', '{"fileBase64":[').map((open) => open.repeat(20_000)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('', 'null', '[]', '"', '{"fileBase64":"', '\uFEFF{}', '{"__proto__":{"polluted":1}}'),
    },
    { weight: 1, arbitrary: bytes.map((given) => given.toString('latin1')) },
  )
  .map((given) => ({ type: 'application/json', body: Buffer.from(given) }));

const anyUpload = fc
  .oneof(
    fc.tuple(fc.constantFrom(...FORMS), form),
    fc.tuple(fc.constantFrom(...JSONS), json),
    // What is sent as something else.
    fc.tuple(
      fc.constantFrom(...JSONS),
      form.map(({ body }) => ({ type: 'application/json', body })),
    ),
  )
  .chain(([path, given]) =>
    fc
      .oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.nat(500) })
      .map((cutAfter): Upload => ({ path, ...given, cutAfter })),
  );

const uploadsLeft = () => readdirSync(join(home, 'document-processing-sandbox/files'));

const untilNoUploadIsLeft = () => until(() => uploadsLeft().length === 0);

const megabytes = () => process.memoryUsage.rss() / 1024 / 1024;

test(
  'any upload is answered with an envelope, and leaves nothing behind',
  async () => {
    const before = megabytes();
    const check = async (uploads: Upload[]) => {
      const answers = await Promise.all(uploads.map(upload));
      answers.forEach((answer, index) => {
        if (!answer) return expect(uploads[index]?.cutAfter).toBeDefined();
        const { status, requestId } = JSON.parse(answer.text) as { status: { code: string }; requestId: string };
        const sent = uploads[index] as Upload;
        const what = `${answer.status} ${status.code} to ${sent.path} ${sent.type} ${sent.body.toString('latin1', 0, 300)}`;
        if (status.code === 'E100' || (answer.status >= 500 && answer.status !== 503)) throw new Error(what);
        expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
      });
      expect(prototypes()).toBe(untouched);
    };
    await fc.assert(fc.asyncProperty(fc.array(anyUpload, { minLength: BATCH, maxLength: BATCH }), check), {
      seed: SEED,
      numRuns: Math.ceil(RUNS / BATCH),
      endOnFailure: true,
      reporter: ({ failed, seed, errorInstance }) => {
        if (failed)
          throw new Error(
            `${(errorInstance as Error | null)?.message}\nFUZZ_SEED=${seed} FUZZ_RUNS=${RUNS} repeats it`,
          );
      },
    });
    await untilNoUploadIsLeft();
    // The engine that reads documents is loaded meanwhile; what is sent here is less than a kilobyte each.
    expect(megabytes() - before).toBeLessThan(400);
  },
  TIME_LIMIT,
);

const LARGE = 200;

async function peakWhile(work: Promise<unknown>): Promise<number> {
  const state = { done: false };
  void work.finally(() => (state.done = true)).catch(() => undefined);
  let peak = megabytes();
  while (!state.done) {
    peak = Math.max(peak, megabytes());
    await sleep(10);
  }
  return peak;
}

const JSON_TYPE = 'application/json';
const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;
const partOf = (disposition: string) => `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`;

test.each([
  ['a file in base64', JSON_TYPE, '{"fileBase64":"', 'QUJD', '"}'],
  ['base64 that is wrong from the start', JSON_TYPE, '{"fileBase64":"*', 'QUJD', '"}'],
  ['base64 of escapes', JSON_TYPE, '{"fileBase64":"', '\\/\\/', '"}'],
  ['a text that is too long', JSON_TYPE, '{"fileUrl":"', 'x', '"}'],
  ['nested lists', JSON_TYPE, '{"tags":', '[', ''],
  ['a file in a form', FORM_TYPE, partOf('name="file"; filename="a"'), 'x\r\nx', `\r\n--${BOUNDARY}--\r\n`],
  ['a field of a form that never ends', FORM_TYPE, partOf('name="tags"'), 'y', ''],
])(
  `memory is bounded while ${LARGE} MB arrive: %s`,
  async (_what, type, start, piece, end) => {
    const before = megabytes();
    const path = type === JSON_TYPE ? CARD : CONTENT;
    const body = Readable.from([start, ...Array<Buffer>(LARGE).fill(Buffer.alloc(1 << 20, piece)), end]);
    const answered = new Promise<number>((resolve) => {
      const headers = { ...AUTHORIZED, 'content-type': type };
      const request = send(url + path, { method: 'POST', headers, agent: false }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0));
      });
      request.on('error', () => resolve(0));
      body.pipe(request);
    });
    const peak = await peakWhile(answered);
    expect([400, 413, 415]).toContain(await answered);
    expect(peak - before).toBeLessThan(150);
    await untilNoUploadIsLeft();
  },
  60_000,
);
