import type { INodeExecutionData, IRunExecutionData } from 'n8n-workflow';
import { runNode } from '../../engine/execution.ts';
import { DocumentProcessingTrigger } from '../../../nodes/DocumentProcessing/DocumentProcessingTrigger.node';
import { relays } from '../../../nodes/DocumentProcessing/callback/relay';
import { TOKEN_HEADER } from '../../../nodes/DocumentProcessing/callback/token';
import { letPass, timeOutAt } from '../../support/clock.ts';
import { CUT, SILENCE, startServer } from '../../support/server.ts';
import type { Answer } from '../../support/server.ts';
import { resultOf } from '../../support/callbackService.ts';
import { openedForEachTest } from '../../support/opened.ts';
import { callTrigger, tokenHeader, triggerSetup } from './workflow.ts';

/** Answers as n8n does at the address of a waiting execution. */
const execution = openedForEachTest(() => startServer());
afterEach(() => jest.restoreAllMocks());

const RUNNING = { status: 409, json: { message: 'The execution "7" is running already.' } };
const FINISHED = { status: 409, json: { message: 'The execution "7" has finished already.' } };
const FALLEN_OVER = { status: 500, json: { message: 'Internal Server Error' } };
const STARTING = { status: 200, body: 'n8n is starting up. Please wait' };
const NO_WEBHOOKS_YET = { status: 404, body: '<!DOCTYPE html><pre>Cannot POST /webhook-waiting/7</pre>' };
const RESUMED = { status: 200, json: { message: 'Accepted' } };

/** An execution as n8n stores it: it continues with these items. */
const continuingWith = (json: object) =>
  ({ executionData: { nodeExecutionStack: [{ data: { main: [[{ json }]] } }] } }) as unknown as IRunExecutionData;

const readingOf = (stored?: IRunExecutionData) =>
  stored ? { readExecution: async (id: string) => await Promise.resolve(id === '7' ? stored : undefined) } : {};

/**
 * Calls the trigger with a result that execution 7 waits for; its address gives these answers, then the last again.
 */
async function relay(processId: string, answers: Answer[], stored?: IRunExecutionData) {
  execution.respond((_request, index) => answers[Math.min(index, answers.length - 1)] as Answer);
  const waiting = { executionId: '7', output: {} as never, resumeUrl: execution.url };
  const token = { event: 'contentExtraction', correlationId: 'row 7', waiting } as const;
  const call = { body: resultOf(processId), headers: tokenHeader(token) };
  const { response, workflowData } = await callTrigger(execution, call, readingOf(stored));
  return { status: response.status, text: response.text, calls: execution.requests.length, workflowData };
}

/** The same for an execution that goes on running. The trigger's time is over with the second call. */
const relayInVain = async (processId: string) => {
  void execution.arrived(2).then(() => letPass(2000));
  return await relay(processId, [RUNNING]);
};

test.each([
  ['while the execution is still running (409)', [RUNNING, RUNNING, RESUMED]],
  ['while n8n 1 is still storing the execution (500)', [FALLEN_OVER, FALLEN_OVER, RESUMED]],
  ['while n8n says that it is starting', [STARTING, STARTING, RESUMED]],
  ['while n8n has started without its webhooks', [NO_WEBHOOKS_YET, NO_WEBHOOKS_YET, RESUMED]],
])('a relayed callback is repeated %s', async (_when, answers) => {
  expect(await relay(`repeated ${JSON.stringify(answers[0])}`, answers)).toMatchObject({ status: 200, calls: 3 });
});

test.each([
  ['whose execution has finished', FINISHED],
  ['whose execution does not exist', { status: 404, json: { message: 'The execution "7" does not exist.' } }],
])('a callback %s is rejected at once, and can be delivered again', async (what, answer) => {
  expect(await relay(what, [answer])).toMatchObject({
    status: answer.status,
    text: JSON.stringify(answer.json),
    calls: 1,
  });
  expect(await relay(what, [answer])).toMatchObject({ status: answer.status, calls: 2 });
});

test('an answer of more than a megabyte is not read: n8n answers with a sentence', async () => {
  const large = { status: 403, json: { message: 'Not here', more: 'x'.repeat(2 ** 21) } };
  expect(await relay('large', [large])).toMatchObject({
    text: expect.stringContaining('something else than n8n answered with HTTP 403') as string,
    calls: 1,
  });
});

test.each([301, 302, 307])(
  'a callback that is relayed to a redirect (%d) is answered with 502, to be repeated',
  async (status) => {
    const headers = { location: 'https://example.com/' };
    const answered = await relay(`redirected ${status}`, [{ status, headers, json: { message: 'Moved' } }]);
    expect(answered).toMatchObject({ status: 502, calls: 1, workflowData: undefined });
  },
);

test('a callback whose execution runs because it was resumed with the same result is accepted at once', async () => {
  const answered = await relay('same', [RUNNING], continuingWith({ processId: 'same', deliveryId: 'same' }));
  expect(answered).toMatchObject({ status: 200, calls: 1, workflowData: undefined });
});

test('a callback whose execution has finished with the same result was accepted before', async () => {
  const runData = { Wait: [{ data: { main: [[{ json: { deliveryId: 'done' } }]] } }] };
  const stored = { resultData: { runData } } as unknown as IRunExecutionData;
  expect(await relay('done', [FINISHED], stored)).toMatchObject({ status: 200, calls: 1, workflowData: undefined });
});

test.each([
  ['was resumed with another result', { processId: 'earlier', deliveryId: 'earlier' }],
  ['is about to wait for this one', { timedOut: true, processId: 'is about to wait for this one' }],
])('a callback whose execution %s is relayed until it is accepted', async (what, json) => {
  const answered = await relay(what, [RUNNING, RUNNING, RESUMED], continuingWith(json));
  expect(answered).toMatchObject({ status: 200, calls: 3 });
});

describe('a callback whose execution n8n has not stored in time', () => {
  /** Runs the trigger in the execution that it has started. */
  const runStored = async (items: INodeExecutionData[] | undefined, credential = {}, stored?: IRunExecutionData) =>
    await runNode(DocumentProcessingTrigger, {
      ...triggerSetup(execution, { credential, ...readingOf(stored) }),
      items: items ?? [],
    });

  test('keeps its token out of the data of that execution', async () => {
    const { workflowData } = await relayInVain('no token');
    expect(workflowData?.[0]?.map(({ json }) => json)).toEqual([{ relaysToExecution: '7' }]);
    expect(JSON.stringify(workflowData)).not.toContain(execution.requests[0]?.headers[TOKEN_HEADER.toLowerCase()]);
  });

  test('ends that execution without an error if the waiting one was resumed with the result meanwhile', async () => {
    const { workflowData } = await relayInVain('resumed meanwhile');
    const before = execution.requests.length;
    const run = await runStored(workflowData?.[0], {}, continuingWith({ deliveryId: 'resumed meanwhile' }));
    expect(run).toMatchObject({ status: 'success', outputs: [[]] });
    expect(execution.requests).toHaveLength(before + 1);
  });

  test('is answered within 2 seconds, and stored as an execution that relays it', async () => {
    const { status, calls, workflowData } = await relay('stored', [RUNNING]);
    expect(status).toBe(200);
    // The pauses between them grow to half a second.
    expect(calls).toBeLessThan(10);
    const before = execution.requests.length;
    execution.respond((_request, index) => (index < before + 2 ? RUNNING : RESUMED));
    const run = await runStored(workflowData?.[0]);
    expect([run.status, run.outputs]).toEqual(['success', [[]]]);
    expect(run.hints).toMatchObject([{ message: expect.stringContaining('execution 7') }]);
    expect(execution.requests).toHaveLength(before + 3);
    expect(execution.requests.at(-1)?.json).toEqual(resultOf('stored'));
    expect(await relay('stored', [RUNNING])).toMatchObject({ status: 200, workflowData: undefined });
  });

  test('ends that execution with an error if the waiting one is gone', async () => {
    const { workflowData } = await relayInVain('gone');
    execution.respond(() => ({ status: 404, json: { message: 'The execution "7" does not exist.' } }));
    const run = await runStored(workflowData?.[0]);
    expect(run.error).toMatchObject({
      message: 'Execution 7 did not accept its result',
      description:
        'The last attempt ended with "The execution "7" does not exist.". If that execution is still waiting, retry this one.',
    });
  });

  test('ends that execution with an error that names a proxy in between', async () => {
    const { workflowData } = await relayInVain('proxied');
    execution.respond(() => ({ status: 403, body: '<html>Access denied</html>' }));
    const run = await runStored(workflowData?.[0]);
    expect(run.error).toMatchObject({
      message: 'Execution 7 did not accept its result',
      description: expect.stringMatching(
        /something else than n8n answered with HTTP 403".*retry this one\. n8n must be able to call its own URL.*NO_PROXY/,
      ),
    });
  });

  test('ends it without one if the waiting one has finished', async () => {
    const { workflowData } = await relayInVain('finished meanwhile');
    execution.respond(() => FINISHED);
    const run = await runStored(workflowData?.[0]);
    expect(run).toMatchObject({ status: 'success', outputs: [[]] });
    expect(run.hints).toMatchObject([{ message: 'Execution 7 had finished when its result came.' }]);
  });

  test('is sent nowhere if its token was made with another secret', async () => {
    const { workflowData } = await relayInVain('forged');
    const before = execution.requests.length;
    const run = await runStored(workflowData?.[0], { callbackSecret: 'another' });
    expect(execution.requests).toHaveLength(before);
    expect(run).toMatchObject({ status: 'error', error: { message: 'The token of this callback is no longer valid' } });
  });

  test('goes on relaying while n8n does not answer', async () => {
    timeOutAt(execution.arrived(1).then(() => letPass(10_000)));
    const { status, calls, workflowData } = await relay('silence', [SILENCE]);
    expect([status, calls]).toEqual([200, 1]);
    execution.respond((_request, index) => (index === 1 ? CUT : RESUMED));
    expect(await runStored(workflowData?.[0])).toMatchObject({ status: 'success', outputs: [[]] });
    expect(execution.requests).toHaveLength(3);
  });
});

test('of many callbacks that are relayed at once, ten at most wait for n8n, and all arrive', async () => {
  const allBegunOrWaiting = async () => {
    while (relays.running + relays.waiting.length < 30) await new Promise((resolve) => setImmediate(resolve));
    await execution.arrived(relays.running);
  };
  const begun = allBegunOrWaiting();
  execution.respond(async () => {
    await begun;
    return RESUMED;
  });
  const waiting = { executionId: '7', output: {} as never, resumeUrl: execution.url };
  const headers = tokenHeader({ event: 'contentExtraction', correlationId: 'row 7', waiting });
  const calls = Array.from({ length: 30 }, (_, index) =>
    callTrigger(execution, { body: resultOf(`at once ${index}`), headers }),
  );
  expect((await Promise.all(calls)).map(({ response }) => response.status)).toEqual(Array(30).fill(200));
  expect(execution.requests).toHaveLength(30);
  expect(execution.inFlight.peak).toBe(10);
});

test('a result passes through the trigger as it came', async () => {
  const items = [{ json: { processId: 'a', relaysToExecution: '7' } }, { json: { relaysToExecution: '7' } }];
  const run = await runNode(DocumentProcessingTrigger, { ...triggerSetup(execution), items });
  expect(run.items.map(({ json }) => json)).toEqual(items.map(({ json }) => json));
});
