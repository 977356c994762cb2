import { setTimeout as sleep } from 'node:timers/promises';
import type { IExecuteFunctions, INodeParameters } from 'n8n-workflow';
import { DocumentProcessing } from '../../../nodes/DocumentProcessing/DocumentProcessing.node';
import {
  DocumentProcessingTool,
  pdfItem,
  runOperation,
  signingIn,
  isSignIn,
  numbered,
} from '../../support/document-node.ts';
import { failure } from '../../support/envelope.ts';
import { serverForEachTest } from '../../support/opened.ts';
import { contentItem } from '../../support/samples.ts';
import { SILENCE, type Answer } from '../../support/server.ts';
import type { RecordedRequest } from '../../support/recordedRequest.ts';

const server = serverForEachTest();

/** With which the secrets may change during an execution. */
const SIGN_IN = { ...signingIn(), answerLocation: 'token' };

const run = (count: number, options: INodeParameters = {}, setup = {}) =>
  runOperation(
    server,
    'document.extractContent',
    { source: 'url', fileUrl: '=https://example.com/{{ $json.n }}', options },
    { items: numbered(count), ...setup },
  );

/** The number of the item a request is for. */
const numberOf = (request: RecordedRequest) => Number(request.parts[0]?.data.toString().split('/').pop());

const success = (request: RecordedRequest): Answer => ({
  result: [contentItem({ type: `type ${numberOf(request)}` })],
});
const refused: Answer = { status: 400, json: failure('R101', 'A specified parameter is wrong') };

/** Answers once this many requests have come, the last one first. */
function answerInReverse(width: number) {
  const waiting: Array<() => void> = [];
  server.respond(
    async (request) =>
      await new Promise((resolve) => {
        waiting.push(() => resolve(success(request)));
        if (waiting.length < width) return;
        for (const answer of waiting.splice(0).reverse()) answer();
      }),
  );
}

test.each([1, 3])(
  'with a maximum of %i no more requests are under way at once, and there are that many',
  async (maxConcurrency) => {
    answerInReverse(maxConcurrency);
    const result = await run(6, { maxConcurrency });
    expect(server.inFlight.peak).toBe(maxConcurrency);
    expect(result.items.map(({ json, pairedItem }) => [json['type'], pairedItem])).toEqual(
      [0, 1, 2, 3, 4, 5].map((item) => [`type ${item}`, { item }]),
    );
  },
);

test('five requests are under way at once unless said otherwise', async () => {
  answerInReverse(5);
  await run(10);
  expect(server.inFlight.peak).toBe(5);
});

test('the first failure stops the queue: nothing more is sent', async () => {
  server.respond((request) => (numberOf(request) === 2 ? refused : success(request)));
  const result = await run(20, { maxConcurrency: 1 });
  expect(result).toMatchObject({
    status: 'error',
    items: [],
    error: {
      name: 'NodeApiError',
      message: 'A specified parameter is wrong (R101) [item 2]',
      context: { itemIndex: 2, code: 'R101', requestId: 'req-1' },
    },
  });
  expect(server.requests).toHaveLength(3);
});

test('requests under way come to their end when another one fails, and none is begun', async () => {
  server.respond(async (request) => {
    await server.arrived(3);
    return numberOf(request) === 0 ? refused : success(request);
  });
  await run(20, { maxConcurrency: 3 });
  await server.settled();
  expect(server.requests.length).toBeLessThanOrEqual(5);
  expect(server.requests.every(({ aborted }) => !aborted)).toBe(true);
});

test('a failure ends the pause of a request that was to be repeated', async () => {
  server.respond(async (request) => {
    if (numberOf(request) === 0)
      return { status: 429, headers: { 'retry-after': '600' }, json: failure('429', 'Slow down') };
    await server.arrived(2);
    return refused;
  });
  const { error } = await run(2, { maxConcurrency: 2 });
  expect(error?.message).toBe('A specified parameter is wrong (R101) [item 1]');
  expect(server.requests).toHaveLength(2);
});

test('of items that are rejected before sending the first is named, however long looking at it takes', async () => {
  const { error } = await runOperation(
    server,
    'document.extractContent',
    { source: 'binary', binaryPropertyName: 'data' },
    { items: [await pdfItem(), await pdfItem({}, Buffer.alloc(0)), { json: {} }] },
  );
  expect(error?.message).toBe('The file "document.pdf" is empty [item 1]');
  expect(server.requests).toHaveLength(0);
});

describe('Continue On Fail', () => {
  const someFail = () => server.respond((request) => (numberOf(request) % 2 === 1 ? refused : success(request)));

  test('gives each failed item an item of its own among the others, linked', async () => {
    someFail();
    const result = await run(4, {}, { onError: 'continueRegularOutput' });
    expect(result.status).toBe('success');
    expect(result.items.map(({ json, pairedItem }) => [json['type'] ?? json['error'], pairedItem])).toEqual([
      ['type 0', { item: 0 }],
      ['A specified parameter is wrong (R101) [item 1]', { item: 1 }],
      ['type 2', { item: 2 }],
      ['A specified parameter is wrong (R101) [item 3]', { item: 3 }],
    ]);
    expect(server.requests).toHaveLength(4);
  });

  test('keeps all results if the credential cannot be read again once an item has failed', async () => {
    class Once extends DocumentProcessing {
      override async execute(this: IExecuteFunctions) {
        const read = this.getCredentials.bind(this);
        let reads = 0;
        this.getCredentials = async <T extends object>(type: string) => {
          if (reads++ > 0 && server.requests.length > 1) throw new Error('The database is gone');
          return await read<T>(type);
        };
        return await new DocumentProcessing().execute.call(this);
      }
    }
    server.respond(({ path }, index) => {
      if (isSignIn({ path })) return { json: { token: 'fresh-token-1' } };
      return index === 1 ? { json: failure('R130', 'No') } : { result: [contentItem()] };
    });
    const setup = { onError: 'continueRegularOutput', nodeClass: Once, credential: SIGN_IN } as const;
    const result = await run(3, { maxConcurrency: 1 }, setup);
    expect(result.items.map(({ json }) => json['error'] ?? json['type'])).toEqual([
      'No (R130) [item 0]',
      ...['documento pessoal', 'documento pessoal'],
    ]);
  });
});

/** Waits until the node reads a response: its idle timeout then runs. */
async function idleTimeoutStarted(): Promise<void> {
  for (const end = Date.now() + 60_000; !idleTimeout.mock.calls.length; await sleep(5))
    if (Date.now() > end) throw new Error('No response is being read');
}

let idleTimeout: jest.SpiedFunction<typeof AbortSignal.timeout>;
beforeEach(() => {
  idleTimeout = jest.spyOn(AbortSignal, 'timeout');
});
afterEach(() => idleTimeout.mockRestore());

test.each([
  [undefined, 3, undefined],
  ['continueRegularOutput', 3, undefined],
  ['stopWorkflow', 1, 'Wrong (R101) [item 0]'],
] as const)('a tool with On Error %s sends %i of three requests that fail', async (onError, sent, message) => {
  server.respond(() => ({ status: 400, json: failure('R101', 'Wrong') }));
  const setup = { nodeClass: DocumentProcessingTool, ...(onError && { onError }) };
  const { error } = await run(3, { maxConcurrency: 1 }, setup);
  expect(error?.message).toBe(message);
  expect(server.requests).toHaveLength(sent);
});

describe('Stop', () => {
  const stopped = async (when: () => Promise<unknown>, options: INodeParameters = {}, setup = {}) => {
    const stop = new AbortController();
    const running = run(10, options, { signal: stop.signal, ...setup });
    await when();
    stop.abort();
    return await running;
  };

  test.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'])(
    'while waiting for an answer takes the requests back and sends nothing more (%s)',
    async (onError) => {
      server.respond(() => SILENCE);
      const result = await stopped(() => server.arrived(2), { maxConcurrency: 2 }, { onError });
      await server.settled();
      expect(result.status).toBe('canceled');
      expect(server.requests.map(({ aborted }) => aborted)).toEqual([true, true]);
    },
  );

  // n8n itself takes a request back. What is between two requests is the node's own.
  test('ends the pause of a tool, which goes on after other failures', async () => {
    server.respond(() => ({ status: 429, headers: { 'retry-after': '600' }, json: failure('429', 'Slow down') }));
    const pausing = async () => {
      await server.arrived(1);
      await server.settled();
    };
    const result = await stopped(pausing, { maxConcurrency: 1 }, { nodeClass: DocumentProcessingTool });
    expect(result).toMatchObject({ status: 'canceled', items: [] });
    expect(server.requests).toHaveLength(1);
  });

  test('while an answer comes takes the request back', async () => {
    server.respond(() => ({ result: [], silentAfter: 20 }));
    const result = await stopped(
      async () => {
        await server.arrived(1);
        await idleTimeoutStarted();
      },
      { maxConcurrency: 1 },
    );
    await server.settled();
    expect(result.status).toBe('canceled');
    expect(server.requests.map(({ aborted }) => aborted)).toEqual([true]);
  });

  describe('that n8n has written into the record of the execution only', () => {
    afterEach(() => jest.restoreAllMocks());

    /** Runs items until Stop stands in the record, which is when the node looks for the second time. */
    const stoppedInRecord = async (setup: object) => {
      const looks: Array<{ time: number; sent: number }> = [];
      const readExecution = async () => {
        looks.push({ time: performance.now(), sent: server.requests.length });
        return await Promise.resolve({ resultData: { runData: {}, ...(looks.length > 1 && { error: {} }) } });
      };
      server.respond((request) => sleep(20, success(request)));
      const result = await run(1000, { maxConcurrency: 2 }, { ...setup, readExecution });
      await server.settled();
      return { result, looks };
    };

    test.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'])(
      'is seen on a worker: nothing more is sent, and no node gets anything (%s)',
      async (onError) => {
        const { result, looks } = await stoppedInRecord({ onError });
        const [first, second] = looks;
        expect(second!.time - first!.time).toBeGreaterThanOrEqual(1000);
        expect(looks).toHaveLength(2);
        expect(server.requests.length).toBeGreaterThan(0);
        expect(server.requests.length - second!.sent).toBeLessThanOrEqual(2);
        expect(result.items).toEqual([]);
        expect(result.status).toBe(onError === 'stopWorkflow' ? 'canceled' : 'success');
      },
    );

    test('in the pause before a repetition is told, not the failure that was to be repeated', async () => {
      let looks = 0;
      const readExecution = () =>
        Promise.resolve({
          resultData: { runData: {}, ...(server.requests.length > 0 && looks++ > 0 && { error: {} }) },
        });
      server.respond(() => ({ status: 429, headers: { 'retry-after': '600' }, json: failure('429', 'Slow down') }));
      const result = await run(1, { retries: 1 }, { readExecution });
      expect([result.status, result.error?.message]).toEqual(['canceled', 'The execution was canceled']);
      expect(server.requests).toHaveLength(1);
    });

    test('is not looked for in a run of the editor, which is told', async () => {
      const readExecution = jest.fn();
      server.respond((request) => sleep(300, success(request)));
      await run(8, { maxConcurrency: 2 }, { mode: 'manual', readExecution });
      expect(server.requests).toHaveLength(8);
      expect(readExecution).not.toHaveBeenCalled();
    });
  });
});
