// The option "Skip Files Already Read": what is sent a second time, and what is not. test/n8n/already-read.test.ts has it in n8n.
import type { INodeExecutionData, INodeParameters, INodeProperties } from 'n8n-workflow';
import { deduplicationStore } from '../../engine/deduplication.ts';
import { breakOffNextFile, fileItem, readBinary, stallFiles } from '../../engine/binaryData.ts';
import { operations } from '../../../nodes/DocumentProcessing/operations';
import { PDF, pdfItem, runOperation, BY_URL } from '../../support/document-node.ts';
import { failure } from '../../support/envelope.ts';
import { serverForEachTest } from '../../support/opened.ts';
import { REQUIRED } from '../../support/required-parameters.ts';
import { contentItem, field } from '../../support/samples.ts';
import type { Answer } from '../../support/server.ts';
import type { RecordedRequest } from '../../support/recordedRequest.ts';

beforeEach(() => deduplicationStore.reset());
const server = serverForEachTest((request) => ({ result: [contentItem({ type: nameOf(request) })] }));

const nameOf = (request: RecordedRequest) => request.parts[0]?.filename ?? '';

const file = (name: string, content = name, json = {}) =>
  pdfItem(json, Buffer.from(`%PDF-1.4\n${content}\n%%EOF`), `${name}.pdf`);
const files = (...names: string[]) => Promise.all(names.map((name) => file(name, name, { name })));

const SKIP = { skipAlreadyRead: true, maxConcurrency: 1, retries: 0 };
type Setup = Parameters<typeof runOperation>[3];

/** What came of these items, and which of them left by each output. */
async function read(items: INodeExecutionData[], options: INodeParameters = {}, setup: Setup = {}) {
  const parameters = { options: { ...SKIP, ...options } };
  const run = await runOperation(server, 'document.extractContent', parameters, { items, ...setup });
  return { ...run, inputs: run.outputs.map(inputsOf) };
}

/** The names of the files that were sent since the last call. */
function sent(): string[] {
  return server.requests.splice(0).map((request) => nameOf(request).replace('.pdf', ''));
}

const inputsOf = (items: INodeExecutionData[]) => items.map(({ pairedItem }) => (pairedItem as { item: number }).item);

const refused: Answer = { status: 400, json: failure('R130', 'Unsupported file format') };
const failing =
  (...names: string[]) =>
  (request: RecordedRequest): Answer =>
    names.includes(nameOf(request)) ? refused : { result: [contentItem({})] };

/** What n8n's store holds at each use of it while this runs. */
async function statesDuring(work: () => Promise<unknown>) {
  const states: Array<ReturnType<typeof deduplicationStore.saved>> = [];
  deduplicationStore.failure = () => void states.push(deduplicationStore.saved());
  await work();
  deduplicationStore.failure = () => undefined;
  expect(states.length).toBeGreaterThan(2);
  return states;
}

test.each([
  ['is over', { timeout: 0.3 }, undefined],
  ['or the run is stopped', {}, 300],
])('a storage that stalls ends with the item when its time %s', async (_what, options, stopAfter) => {
  const stalled = stallFiles();
  const setup = { binaryMode: 'filesystem', ...(stopAfter && { signal: AbortSignal.timeout(stopAfter) }) } as const;
  const items = [await fileItem(PDF, { fileName: 'a.pdf', binaryMode: 'filesystem' })];
  const { error, outputs } = await read(items, options, setup);
  stalled.mockRestore();
  expect(error?.message ?? '').toMatch(stopAfter ? /^$|cancel/ : /No complete response came within 0\.3 seconds/);
  expect(outputs?.flat() ?? []).toEqual([]);
});

describe('the same folder twice', () => {
  test('is sent once; the second time each item leaves as it came, by an output of its own', async () => {
    const first = await read(await files('a', 'b', 'c'));
    expect(sent()).toEqual(['a', 'b', 'c']);
    expect(first.inputs).toEqual([[0, 1, 2], []]);
    expect(first.hints).toEqual([]);

    const items = await files('a', 'b', 'c');
    const second = await read(items);
    expect(sent()).toEqual([]);
    const [done, already = []] = second.outputs;
    expect(done).toEqual([]);
    expect(already.map(({ json, binary }) => ({ json, binary }))).toEqual(
      items.map(({ json, binary }) => ({ json, binary })),
    );
    expect(inputsOf(already)).toEqual([0, 1, 2]);
    const [binary] = already.flatMap((item) => item.binary?.['data'] ?? []);
    expect((await readBinary(binary!)).toString()).toContain('%PDF-1.4\na\n');
    expect(second.hints).toEqual([
      '3 of 3 items have a file that was read already. Nothing was sent for them: they are in the output "Already Read".',
    ]);
  });

  test('is sent twice without the option, and nothing is asked or noted', async () => {
    await read(await files('a'), { skipAlreadyRead: false });
    const { outputs } = await read(await files('a'), { skipAlreadyRead: false });
    expect(sent()).toEqual(['a', 'a']);
    expect(outputs).toHaveLength(1);
    expect(deduplicationStore.calls).toEqual([]);
  });
});

describe('what counts as the same file', () => {
  /** How many of these runs, one after the other, send a request. */
  async function countSent(...runs: Array<() => Promise<{ error?: unknown }>>): Promise<boolean[]> {
    const counts: boolean[] = [];
    for (const run of runs) {
      const before = server.requests.length;
      expect((await run()).error).toBeUndefined();
      counts.push(server.requests.length > before);
    }
    return counts;
  }
  const run =
    (parameters: INodeParameters, setup: Setup = {}, operation = 'extractContent') =>
    async () => {
      const options = { ...SKIP, ...(parameters['options'] as INodeParameters | undefined) };
      return await runOperation(
        server,
        `document.${operation}`,
        { ...parameters, options },
        { items: [await pdfItem()], ...setup },
      );
    };

  const offering = operations.filter(({ fields }) =>
    ((fields.find(({ name }) => name === 'options')?.options ?? []) as INodeProperties[]).some(
      ({ name }) => name === 'skipAlreadyRead',
    ),
  );
  const sourcesOf = (fields: INodeProperties[]) =>
    (fields.find(({ name }) => name === 'source')?.options ?? []).map((option) =>
      String('value' in option && option.value),
    );

  test('every operation that sends a file and has its answer at once offers the option, no other does', () => {
    expect(offering.map(({ operation }) => operation)).toEqual(
      operations
        .filter(({ fields, isAsynchronous }) => sourcesOf(fields).length > 0 && !isAsynchronous)
        .map(({ operation }) => operation),
    );
  });

  const CASES = offering.flatMap(({ operation, fields }) =>
    sourcesOf(fields).map((source) => [operation, source] as const),
  );
  test.each(CASES)('%s sends a %s once', async (operation, source) => {
    const parameters: INodeParameters = {
      ...REQUIRED[`document.${operation}`],
      source,
      fileUrl: 'https://example.com/a.pdf',
      fileBase64: PDF.toString('base64'),
      qrCodeField: 'the value of a code',
    };
    expect(await countSent(run(parameters, {}, operation), run(parameters, {}, operation))).toEqual([true, false]);
  });

  const base64 = (content: Buffer) => ({ source: 'base64', fileBase64: content.toString('base64') });

  // The second sends base64 in JSON; each reads a file in several pieces.
  test.each(['extractContent', 'extractPaymentCard'])(
    '%s: its content counts as a whole, not where it comes from or what it is called',
    async (operation) => {
      const large = Buffer.concat([PDF, Buffer.alloc(1_000_000, 'x')]);
      const changed = Buffer.concat([large.subarray(0, -1), Buffer.from('y')]);
      const stored = async (bytes: Buffer<ArrayBuffer>, name = 'a.pdf') => ({
        items: [await pdfItem({}, bytes, name)],
      });
      const url = { source: 'base64', fileBase64: `data:application/pdf;base64,${large.toString('base64')}` };
      expect(
        await countSent(
          run({}, await stored(large), operation),
          run({}, await stored(changed), operation),
          run({}, await stored(large, 'renamed.pdf'), operation),
          run(base64(large), {}, operation),
          run(url, {}, operation),
          run(base64(changed), {}, operation),
          run(base64(PDF), {}, operation),
        ),
      ).toEqual([true, true, false, false, false, false, true]);
    },
  );

  test('a URL stands for itself', async () => {
    const url = (fileUrl: string) => run({ source: 'url', fileUrl });
    expect(
      await countSent(
        url('https://example.com/a.pdf'),
        url('https://example.com/a.pdf'),
        url('https://example.com/b.pdf'),
        url('https://example.com/a.pdf?signature=1'),
      ),
    ).toEqual([true, false, true, true]);
  });

  test('another operation, and parameters that change the answer, make it another', async () => {
    const compare = (value: string) => run({ fields: { field: [{ name: 'nome', value }] } }, {}, 'compareContent');
    const generative = (model: string) => run({ model }, {}, 'extractGenerative');
    expect(
      await countSent(
        run({}),
        run({}, {}, 'extractPages'),
        run({ options: { tags: ['country=bra'] } }),
        run({ options: { tags: ['country=bra'] } }),
        run({ options: { returnCrops: true } }),
        compare('Maria'),
        compare('Maria'),
        compare('Ana'),
        generative('id=bra-nlp-contrato-social-1'),
        generative('id=bra-nlp-registro-imovel-1'),
      ),
    ).toEqual([true, true, true, false, true, true, false, true, true, true]);
  });

  test('another token, password, form of the output or way of sending does not', async () => {
    expect(
      await countSent(
        run({}),
        run({}, { credential: { accessToken: 'another' } }),
        run({ options: { filePassword: 'secret' } }),
        run({ output: 'raw' }),
        run({ options: { minScore: 0.1, timeout: 10 } }),
        run({}, { credential: { baseUrl: `${server.url}/` } }),
      ),
    ).toEqual([true, false, false, false, false, false]);
  });

  test('another service, another node and another workflow have a history of their own', async () => {
    const others = [
      { credential: { baseUrl: `${server.url}/v2` } },
      { node: { id: 'a copy' } },
      { workflowId: 'another' },
    ];
    expect(await countSent(run({}), ...others.map((other) => run({}, other)), run({}))).toEqual([
      ...[true, true, true, true],
      false,
    ]);
  });

  test('the store holds no file, no password and no URL', async () => {
    const options = { filePassword: 'secret' };
    await countSent(run({ options }), run({ options, ...BY_URL }));
    const entries = [...deduplicationStore.saved().values()].flat();
    expect(entries).toHaveLength(2);
    for (const entry of entries) expect(entry).toMatch(/^[A-Za-z0-9+/]{22}==$/);
  });
});

describe('what was not read is tried again', () => {
  test.each(['continueRegularOutput', 'continueErrorOutput'] as const)('a file that failed (%s)', async (onError) => {
    server.respond(failing('b.pdf'));
    const { inputs } = await read(await files('a', 'b', 'c'), {}, { onError });
    const [done, already, error] = inputs;
    expect([done, already, error]).toEqual(
      onError === 'continueErrorOutput' ? [[0, 2], [], [1]] : [[0, 1, 2], [], undefined],
    );
    sent();
    server.respond(failing());
    expect((await read(await files('a', 'b', 'c'))).inputs).toEqual([[1], [0, 2]]);
    expect(sent()).toEqual(['b']);
    await read(await files('a', 'b', 'c'));
    expect(sent()).toEqual([]);
  });

  test('all files of a run that stops, whose results are not output', async () => {
    server.respond(failing('b.pdf'));
    const { error } = await read(await files('a', 'b', 'c'));
    expect(error?.message).toContain('Unsupported file format (R130)');
    expect(sent()).toEqual(['a', 'b']);
    server.respond(failing());
    await read(await files('a', 'b', 'c'));
    expect(sent()).toEqual(['a', 'b', 'c']);
  });

  test('n8n was killed between any two uses of its store: no file is ever taken for read that was not', async () => {
    await read(await files('old'));
    const before = deduplicationStore.saved();
    const states = await statesDuring(async () => await read(await files('old', 'a', 'b')));
    for (const state of [before, ...states]) {
      deduplicationStore.restore(state);
      sent();
      await read(await files('old', 'a', 'b'));
      const again = sent();
      expect(again).toEqual(expect.arrayContaining(['a', 'b']));
      expect(new Set(again).size).toBe(again.length);
      await read(await files('old', 'a', 'b'));
      expect(sent()).toEqual([]);
    }
  });

  test('a file whose storage breaks off while it is compared is sent, not waited for', async () => {
    breakOffNextFile();
    expect((await read(await files('a'))).inputs).toEqual([[0], []]);
    expect(sent()).toEqual(['a']);
  });
});

test('equal files with different passwords are no request of each other: one that is wrong says nothing of another', async () => {
  const passwordOf = (request: RecordedRequest) =>
    request.parts.find(({ name }) => name === 'filePassword')?.data.toString() ?? '';
  server.respond((request) =>
    passwordOf(request) === Buffer.from('right').toString('base64')
      ? { result: [contentItem()] }
      : { status: 400, json: failure('R101', 'The password of the file is wrong') },
  );
  const items = await Promise.all(
    ['wrong', 'right', 'wrong too'].map((password, n) => file(`copy ${n}`, 'a', { password })),
  );
  const options = { filePassword: '={{ $json.password }}' };
  const { inputs } = await read(items, options, { onError: 'continueErrorOutput' });
  expect(inputs).toEqual([[1], [], [0, 2]]);
  expect(sent()).toEqual(['copy 0', 'copy 1', 'copy 2']);
  // Read with one of them, it is read.
  expect((await read(items, options)).inputs).toEqual([[], [0, 1, 2]]);
});

describe('a folder that is compared in several steps', () => {
  const NAMES = Array.from({ length: 130 }, (_, index) => `${index}`);
  const wide = { maxConcurrency: 20 };

  test('has equal files far apart: they are one request, and share what became of it long before', async () => {
    const good = await file('good');
    const bad = await file('bad');
    const items = [good, bad, ...(await files(...NAMES)), good, bad];
    server.respond(failing('bad.pdf'));
    const run = async () => (await read(items, wide, { onError: 'continueErrorOutput' })).inputs;
    const [done, already, failed] = await run();
    expect([done?.length, already, failed]).toEqual([131, [132], [1, 133]]);
    expect(sent()).toHaveLength(132);
    const [again, before, failedAgain] = await run();
    expect([again, before?.length, before?.at(-1), failedAgain]).toEqual([[], 132, 132, [1, 133]]);
    expect(sent()).toEqual(['bad']);
  });

  test('is sent to its end where the store fails midway, which is told once', async () => {
    deduplicationStore.failure = () => (deduplicationStore.calls.length > 1 ? new Error('disk full') : undefined);
    const { outputs, hints } = await read(await files(...NAMES), wide);
    expect(outputs.map((output) => output.length)).toEqual([130, 0]);
    expect(hints).toEqual([expect.stringContaining('(disk full)')]);
  });
});

test('with the review output there are three: done, needs review, already read', async () => {
  const both = { reviewOutput: true, minScore: 0.5 };
  server.respond((request) => ({
    result: [
      contentItem({ type: nameOf(request), fields: [field('x', '1', nameOf(request) === 'a.pdf' ? 0.9 : 0.1)] }),
    ],
  }));
  await read(await files('old'), both);
  expect((await read(await files('a', 'b', 'old'), both)).inputs).toEqual([[0], [1], [2]]);
  expect((await read(await files('a', 'b', 'old'), both)).inputs).toEqual([[], [], [0, 1, 2]]);
});

describe('"Forget Files Already Read"', () => {
  test('reads those files again for which it is on', async () => {
    await read(await files('a', 'b'));
    sent();
    const { inputs } = await read(await files('a', 'b'), { forgetAlreadyRead: '={{ $json.name === "b" }}' });
    expect(sent()).toEqual(['b']);
    expect(inputs).toEqual([[1], [0]]);
    await read(await files('a', 'b'));
    expect(sent()).toEqual([]);
  });
});

describe('nothing fails because of the store', () => {
  const full = () => new Error('value too long for type');

  test.each([
    ['every call', () => true],
    ['removing', (call: string) => call === 'removeProcessed'],
    ['the last call', (_call: string, index: number) => index === 3],
  ])('which fails with %s', async (_name, fails) => {
    deduplicationStore.failure = (call) => (fails(call, deduplicationStore.calls.length) ? full() : undefined);
    const { items, error, hints } = await read(await files('a', 'b'));
    expect(error).toBeUndefined();
    expect(inputsOf(items)).toEqual([0, 1]);
    expect(sent()).toEqual(['a', 'b']);
    expect(hints).toEqual([expect.stringContaining('(value too long for type)')]);
  });

  /** Makes a store with so many entries, of which the first is that of the oldest file. */
  async function fillTo(count: number): Promise<void> {
    await read(await files('oldest'));
    sent();
    const [[key, entries] = ['', []]] = [...deduplicationStore.saved()];
    const others = Array.from({ length: count - entries.length }, (_, index) => `other ${index}`);
    deduplicationStore.restore(new Map([[key, [...entries, ...others]]]));
  }
  const countEntries = () => [...deduplicationStore.saved().values()].flat().length;

  test('which has just enough room: no file is forgotten, by files that fail or are read already neither', async () => {
    await fillTo(49_998);
    await read(await files('newer', 'newest'));
    expect(countEntries()).toBe(50_000);
    server.respond(() => ({ status: 500 }));
    await read(await files('a', 'b'), {}, { onError: 'continueRegularOutput' });
    expect(sent()).toEqual(['newer', 'newest', 'a', 'b']);
    const { inputs } = await read(await files('newer', 'oldest', 'newest'));
    expect(inputs).toEqual([[], [0, 1, 2]]);
    await read(await files('oldest'));
    expect([sent(), countEntries()]).toEqual([[], 50_000]);
  });

  test('which forgets as many files as there are too many', async () => {
    await fillTo(50_000);
    const [oldest = ''] = [...deduplicationStore.saved().values()].flat();
    await read(await files('a', 'b', 'c'));
    expect(countEntries()).toBe(50_000);
    const left = [...deduplicationStore.saved().values()].flat();
    expect([oldest, 'other 0', 'other 1', 'other 2'].map((entry) => left.includes(entry))).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });
});
