// n8n's own "Retry On Fail" runs a node again with all its items. What an earlier try was answered, and paid, is not sent again.
import type { INode, INodeParameters } from 'n8n-workflow';
import { deduplicationStore } from '../../engine/deduplication.ts';
import { pdfItem, runOperation } from '../../support/document-node.ts';
import { failure } from '../../support/envelope.ts';
import { serverForEachTest } from '../../support/opened.ts';
import { contentItem } from '../../support/samples.ts';
import type { RecordedRequest } from '../../support/recordedRequest.ts';

/** How often the file "bad.pdf" is refused before it is read. */
let refusals: number;
beforeEach(() => {
  refusals = 1;
  deduplicationStore.reset();
});

const nameOf = (request: RecordedRequest) => (request.parts[0]?.filename ?? '').replace('.pdf', '');
const server = serverForEachTest((request) =>
  nameOf(request) === 'bad' && refusals-- > 0
    ? { status: 500, json: failure('E100', 'busy') }
    : { result: [contentItem({ type: nameOf(request) })] },
);

const RETRY: Partial<INode> = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const read = async (names: string[], options: INodeParameters = {}, setup: Parameters<typeof runOperation>[3] = {}) =>
  await runOperation(
    server,
    'document.extractContent',
    { options: { maxConcurrency: 1, retries: 0, ...options } },
    {
      items: await Promise.all(names.map((name) => pdfItem({ name }, Buffer.from(`%PDF-1.4\n${name}`), `${name}.pdf`))),
      node: RETRY,
      ...setup,
    },
  );
type Run = Awaited<ReturnType<typeof read>>;

const sent = () => server.requests.splice(0).map(nameOf);
const outputOf = ({ outputs }: Run) =>
  outputs.map((items) => items.map(({ json }) => json['type'] ?? String(json['error']).replace(/ \(.*/, '')));

describe.each(['continueRegularOutput', 'continueErrorOutput', 'stopWorkflow'] as const)(
  'with On Error %s',
  (onError) => {
    test.each([
      ['first', ['bad', 'a', 'b'], onError === 'stopWorkflow' ? ['bad', 'bad', 'a', 'b'] : ['bad', 'a', 'b', 'bad']],
      ['last', ['a', 'b', 'bad'], ['a', 'b', 'bad', ...(onError === 'stopWorkflow' ? ['bad'] : [])]],
    ])('an item that fails once and comes %s is sent again, and no other', async (place, names, requests) => {
      const run = await read(names, {}, { onError });
      expect(sent()).toEqual(requests);
      // Where the node continues, n8n runs it again only for an item that comes first.
      const isRead = place === 'first' || onError === 'stopWorkflow';
      const failed = isRead ? [] : ['busy'];
      const done = names.filter((name) => isRead || name !== 'bad');
      expect(outputOf(run)).toEqual(
        onError === 'continueErrorOutput' ? [done, failed] : [isRead ? names : [...done, ...failed]],
      );
    });

    test('an item that always fails takes nothing from the others, which are read once', async () => {
      refusals = 10;
      const run = await read(['bad', 'a', 'b'], { skipAlreadyRead: true }, { onError });
      expect(sent()).toEqual(onError === 'stopWorkflow' ? ['bad', 'bad', 'bad'] : ['bad', 'a', 'b', 'bad', 'bad']);
      if (onError === 'stopWorkflow') expect(run.error?.message).toBe('busy (E100) [item 0]');
      if (onError === 'continueRegularOutput') expect(outputOf(run)).toEqual([['busy', 'a', 'b'], []]);
      if (onError === 'continueErrorOutput') expect(outputOf(run)).toEqual([['a', 'b'], [], ['busy']]);
      refusals = 0;
      const next = await read(['bad', 'a', 'b'], { skipAlreadyRead: true }, { onError });
      expect(sent()).toEqual(onError === 'stopWorkflow' ? ['bad', 'a', 'b'] : ['bad']);
      expect(next.error).toBeUndefined();
    });
  },
);

test('a run that stops in its last try says what all tries have sent and got', async () => {
  refusals = 10;
  const { error } = await read(['a', 'b', 'bad', 'c'], {}, { onError: 'stopWorkflow' });
  expect(sent()).toEqual(['a', 'b', 'bad', 'bad', 'bad']);
  expect(error?.description).toContain(
    'Sent: 3 items (0 to 2) of 4. Answered with a result, and so billed: 2 items (0 to 1).',
  );
});

test.each([
  ['continueRegularOutput', ['bad', 'a', 'a', 'b'], ['bad', 'a', 'b', 'bad']],
  ['stopWorkflow', ['a', 'a', 'bad', 'b'], ['a', 'bad', 'bad', 'b']],
] as const)('equal files stay one request in all tries (On Error %s)', async (onError, names, requests) => {
  const run = await read([...names], { skipAlreadyRead: true }, { onError });
  expect(sent()).toEqual(requests);
  expect(run.outputs.map((items) => items.length)).toEqual([3, 1]);
});

/** The texts of each batch of addresses that was sent. Whatever the service leaves out has no answer. */
async function parse(
  texts: string[],
  batchSize: number,
  onError: 'stopWorkflow' | 'continueRegularOutput',
  answer: (texts: string[]) => object,
) {
  const batches: string[][] = [];
  server.respond(({ json }) => {
    const batch = (json as { contents: Array<{ text: string }> }).contents.map(({ text }) => text);
    batches.push(batch);
    return answer(batch);
  });
  const options = { maxConcurrency: 1, retries: 0 };
  const parameters = { text: '={{ $json.text }}', batchSize, options };
  const items = texts.map((text) => ({ json: { text } }));
  const run = await runOperation(server, 'address.parse', parameters, { items, node: RETRY, onError });
  return { batches, items: run.items };
}
const found = (texts: string[]) => ({
  result: { contents: texts.flatMap((text, index) => (text === 'x' ? [] : [{ index, extractions: [] }])) },
});

test('a batch of which one address has no answer does not send the others again', async () => {
  const { batches, items } = await parse(['a', 'x', 'b'], 3, 'stopWorkflow', found);
  expect(batches).toEqual([['a', 'x', 'b'], ['x'], ['x']]);
  expect(items).toEqual([]);
});

test.each(['continueRegularOutput', 'stopWorkflow'] as const)(
  'a run that is stopped by hand between two tries says what it has sent, and has read no file (On Error %s)',
  async (onError) => {
    const stop = new AbortController();
    refusals = 10;
    const skip = { skipAlreadyRead: true };
    // A pause that nothing else makes.
    const node = { ...RETRY, waitBetweenTries: 1234 };
    const setTimer = jest.spyOn(globalThis, 'setTimeout');
    const names = onError === 'stopWorkflow' ? ['a', 'bad', 'b'] : ['bad', 'a'];
    const running = read(names, skip, { onError, node, signal: stop.signal });
    while (!setTimer.mock.calls.some(([, pause]) => pause === node.waitBetweenTries))
      await new Promise((resolve) => setImmediate(resolve));
    setTimer.mockRestore();
    stop.abort();
    const { error } = await running;
    expect(sent()).toEqual(names.filter((name) => name !== 'b'));
    if (onError === 'stopWorkflow') expect(error?.description).toContain('Sent: 2 items (0 to 1) of 3.');
    await read(['a'], skip, { onError });
    expect(sent()).toEqual(['a']);
  },
);

test('hints and reviews of an earlier try are told once more', async () => {
  const unknown = { type: null, stdType: null, score: 0 };
  server.respond((request) =>
    nameOf(request) === 'bad' && refusals-- > 0
      ? { status: 500, json: failure('E100', 'busy') }
      : { result: [contentItem(nameOf(request) === 'a' ? unknown : { type: nameOf(request) })] },
  );
  const run = await read(['bad', 'a', 'b'], { reviewOutput: true }, { onError: 'continueRegularOutput' });
  expect(run.outputs.map((items) => items.map(({ json }) => json['type']))).toEqual([['bad', 'b'], [null]]);
  expect(run.hints.at(-1)).toBe('1 document was not identified, so "needsReview" is true.');
});
