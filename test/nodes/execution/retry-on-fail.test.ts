// n8n's own "Retry On Fail" runs a node again with all its items. What an earlier try was answered, and paid, is not sent again.
import type { INode, INodeParameters } from 'n8n-workflow';
import { deduplicationStore } from '../../engine/deduplication.ts';
import { pdfItem, runOperation } from '../../support/document-node.ts';
import { envelope, failure } from '../../support/envelope.ts';
import { openedForEachTest } from '../../support/opened.ts';
import { contentItem } from '../../support/samples.ts';
import { startServer } from '../../support/server.ts';
import type { RecordedRequest } from '../../support/recordedRequest.ts';

/** How often the file "bad.pdf" is refused before it is read. */
let refusals: number;
beforeEach(() => {
  refusals = 1;
  deduplicationStore.reset();
});

const nameOf = (request: RecordedRequest) => (request.parts[0]?.filename ?? '').replace('.pdf', '');
const server = openedForEachTest(() =>
  startServer((request) =>
    nameOf(request) === 'bad' && refusals-- > 0
      ? { status: 500, json: failure('E100', 'busy') }
      : { json: envelope([contentItem({ type: nameOf(request) })]) },
  ),
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

    test('files that are read in a second try are read in the next run', async () => {
      await read(['a', 'bad', 'b'], { skipAlreadyRead: true }, { onError });
      sent();
      const next = await read(['a', 'bad', 'b'], { skipAlreadyRead: true }, { onError });
      expect(sent()).toEqual(onError === 'stopWorkflow' ? [] : ['bad']);
      expect(next.outputs[1]).toHaveLength(onError === 'stopWorkflow' ? 3 : 2);
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

test('a run that is stopped by hand between two tries says so too', async () => {
  const stop = new AbortController();
  server.respond((request) => {
    if (nameOf(request) !== 'bad') return { json: envelope([contentItem({ type: nameOf(request) })]) };
    setTimeout(() => stop.abort(), 100);
    return { status: 500, json: failure('E100', 'busy') };
  });
  const setup = { onError: 'stopWorkflow', node: { ...RETRY, waitBetweenTries: 1000 }, signal: stop.signal } as const;
  const { error } = await read(['a', 'b', 'bad', 'c'], {}, setup);
  expect(sent()).toEqual(['a', 'b', 'bad']);
  expect(error?.description ?? '').toContain('Sent: 3 items (0 to 2) of 4.');
});

test.each(['continueRegularOutput', 'stopWorkflow'] as const)(
  'equal files stay one request, and a wrong password an error, in all tries (On Error %s)',
  async (onError) => {
    server.respond((request) => {
      const password = request.parts.find(({ name }) => name === 'filePassword')?.data.toString();
      if (password === Buffer.from('wrong').toString('base64'))
        return { status: 400, json: failure('R101', 'Password') };
      return nameOf(request) === 'bad' && refusals-- > 0
        ? { status: 500, json: failure('E100', 'busy') }
        : { json: envelope([contentItem({ type: nameOf(request) })]) };
    });
    const names = ['a', 'a', 'bad', 'b'];
    const run = await read(
      onError === 'stopWorkflow' ? names : ['bad', 'a', 'a', 'b'],
      { skipAlreadyRead: true },
      { onError },
    );
    expect(sent()).toEqual(onError === 'stopWorkflow' ? ['a', 'bad', 'bad', 'b'] : ['bad', 'a', 'b', 'bad']);
    expect(run.outputs.map((items) => items.length)).toEqual([3, 1]);
    if (onError === 'stopWorkflow') return;
    refusals = 10;
    const passwords = ['', 'wrong', 'right'];
    const items = await Promise.all(
      ['bad', 'c', 'c'].map((name, index) =>
        pdfItem({ password: passwords[index] }, Buffer.from(`%PDF-1.4\nAnother ${name}`), `${name}.pdf`),
      ),
    );
    const both = await read([], { skipAlreadyRead: true, filePassword: '={{ $json.password }}' }, { onError, items });
    expect(sent()).toEqual(['bad', 'c', 'c', 'bad', 'c', 'bad', 'c']);
    expect(outputOf(both)).toEqual([['busy', 'Password', 'c'], []]);
  },
);

test('a batch of which one address has no answer does not send the others again', async () => {
  server.respond(({ json }) => {
    const { contents } = json as { contents: { text: string }[] };
    const found = contents
      .map((_one, index) => ({ index, extractions: [] }))
      .filter((_one, index) => contents[index]?.text !== 'x');
    return { json: envelope({ contents: found }) };
  });
  const { items } = await runOperation(
    server,
    'address.parse',
    { text: '={{ $json.text }}', batchSize: 3, options: { retries: 0 } },
    { items: ['a', 'x', 'b'].map((text) => ({ json: { text } })), node: RETRY, onError: 'stopWorkflow' },
  );
  const batches = server.requests.map(({ json }) =>
    (json as { contents: { text: string }[] }).contents.map(({ text }) => text),
  );
  expect(batches).toEqual([['a', 'x', 'b'], ['x'], ['x']]);
  expect(items).toEqual([]);
});

test('a run that is stopped between two tries has read no file', async () => {
  const stop = new AbortController();
  server.respond((request) => {
    if (nameOf(request) !== 'b')
      return nameOf(request) === 'bad'
        ? { status: 500, json: failure('E100', 'busy') }
        : { json: envelope([contentItem({})]) };
    setTimeout(() => stop.abort(), 100);
    return { json: envelope([contentItem({ type: 'b' })]) };
  });
  const setup = {
    onError: 'continueRegularOutput',
    node: { ...RETRY, waitBetweenTries: 1000 },
    signal: stop.signal,
  } as const;
  await read(['bad', 'a', 'b'], { skipAlreadyRead: true }, setup);
  expect(sent()).toEqual(['bad', 'a', 'b']);
  await read(['a', 'b'], { skipAlreadyRead: true }, { onError: 'continueRegularOutput' });
  expect(sent()).toEqual(['a', 'b']);
});

test('hints and reviews of an earlier try are told once more', async () => {
  const unknown = { type: null, stdType: null, score: 0 };
  server.respond((request) =>
    nameOf(request) === 'bad' && refusals-- > 0
      ? { status: 500, json: failure('E100', 'busy') }
      : { json: envelope([contentItem(nameOf(request) === 'a' ? unknown : { type: nameOf(request) })]) },
  );
  const run = await read(['bad', 'a', 'b'], { reviewOutput: true }, { onError: 'continueRegularOutput' });
  expect(run.outputs.map((items) => items.map(({ json }) => json['type']))).toEqual([['bad', 'b'], [null]]);
  expect(run.hints.at(-1)?.message).toBe('1 document was not identified, so "needsReview" is true.');
});

test('addresses of a batch that was answered are not sent again', async () => {
  server.respond(({ json }) => {
    const { contents } = json as { contents: { text: string }[] };
    const isBad = contents.some(({ text }) => text === 'bad') && refusals-- > 0;
    const result = { contents: contents.map((_one, index) => ({ index, extractions: [] })) };
    return isBad ? { status: 500, json: failure('E100', 'busy') } : { json: envelope(result) };
  });
  const texts = ['bad', 'a', 'b', 'c'];
  const { items } = await runOperation(
    server,
    'address.parse',
    { text: '={{ $json.text }}', batchSize: 2, options: { maxConcurrency: 1, retries: 0 } },
    { items: texts.map((text) => ({ json: { text } })), node: RETRY, onError: 'continueRegularOutput' },
  );
  expect(
    server.requests.map(({ json }) => (json as { contents: { text: string }[] }).contents.map(({ text }) => text)),
  ).toEqual([
    ['bad', 'a'],
    ['b', 'c'],
    ['bad', 'a'],
  ]);
  expect(items.filter(({ json }) => json['error'] !== undefined)).toEqual([]);
  expect(items).toHaveLength(4);
});
