import { InstanceSettings } from 'n8n-core';
import { Container } from '@n8n/di';
import type { INodeExecutionData, IRunExecutionData } from 'n8n-workflow';
import { runNode } from '../../engine/execution.ts';
import { DocumentProcessingTrigger } from '../../../nodes/DocumentProcessing/DocumentProcessingTrigger.node';
import { relays } from '../../../nodes/DocumentProcessing/callback/relay';
import { TOKEN_HEADER } from '../../../nodes/DocumentProcessing/callback/token';
import { letPass, timeOutAt } from '../../support/clock.ts';
import { CUT, SILENCE, type Answer } from '../../support/server.ts';
import { resultOf } from '../../support/callbackService.ts';
import { serverForEachTest } from '../../support/opened.ts';
import { callTrigger, tokenHeader, triggerSetup } from './workflow.ts';

/** Answers as n8n does at the address of a waiting execution. */
const execution = serverForEachTest();
afterEach(() => jest.restoreAllMocks());

const RUNNING = { status: 409, json: { message: 'The execution "7" is running already.' } };
const FINISHED = { status: 409, json: { message: 'The execution "7" has finished already.' } };
const GONE = { status: 404, json: { message: 'The execution "7" does not exist.' } };
const FALLEN_OVER = { status: 500, json: { message: 'Internal Server Error' } };
const STARTING = { status: 200, body: 'n8n is starting up. Please wait' };
const NO_WEBHOOKS_YET = { status: 404, body: '<!DOCTYPE html><pre>Cannot POST /webhook-waiting/7</pre>' };
const RESUMED = { status: 200, json: { message: 'Accepted' } };

/** An execution as n8n stores it: it continues with these items. */
const continuingWith = (json: object) =>
  ({ executionData: { nodeExecutionStack: [{ data: { main: [[{ json }]] } }] } }) as unknown as IRunExecutionData;

const readingOf = (stored?: IRunExecutionData) =>
  stored ? { readExecution: (id: string) => Promise.resolve(id === '7' ? stored : undefined) } : {};

/** What the trigger is sent of a result that execution 7 waits for. */
const callFor = (processId: string, resumeUrl = execution.url, instanceId?: string) => {
  const waiting = { executionId: '7', output: {} as never, resumeUrl, instanceId };
  return {
    body: resultOf(processId),
    headers: tokenHeader({ event: 'contentExtraction', correlationId: 'row 7', waiting }),
  };
};

/** The execution gives these answers, then the last again. */
const answerWith = (...answers: Answer[]) =>
  execution.respond((_request, index) => answers[Math.min(index, answers.length - 1)] as Answer);

async function relay(processId: string, answers: Answer[], stored?: IRunExecutionData) {
  answerWith(...answers);
  const { response, workflowData } = await callTrigger(execution, callFor(processId), readingOf(stored));
  return { status: response.status, text: response.text, calls: execution.requests.length, workflowData };
}

test.each([
  ['while the execution is still running (409)', [RUNNING, RUNNING, RESUMED]],
  ['while n8n 1 is still storing the execution (500)', [FALLEN_OVER, FALLEN_OVER, RESUMED]],
  ['while n8n says that it is starting', [STARTING, STARTING, RESUMED]],
  ['while n8n has started without its webhooks', [NO_WEBHOOKS_YET, NO_WEBHOOKS_YET, RESUMED]],
])('a relayed callback is repeated %s', async (when, answers) => {
  expect(await relay(when, answers)).toMatchObject({ status: 200, calls: 3 });
});

test.each([
  ['whose execution has finished', FINISHED],
  ['whose execution does not exist', GONE],
])('a callback %s is rejected at once, and can be delivered again', async (what, answer) => {
  const { status, json } = answer;
  expect(await relay(what, [answer])).toMatchObject({ status, text: JSON.stringify(json), calls: 1 });
  expect(await relay(what, [answer])).toMatchObject({ status, calls: 2 });
});

test('an answer of more than a megabyte is not read: n8n answers with a sentence', async () => {
  const large = { status: 403, json: { message: 'Not here', more: 'x'.repeat(2 ** 21) } };
  expect(await relay('large', [large])).toMatchObject({
    text: expect.stringContaining('something else than n8n answered with HTTP 403') as string,
    calls: 1,
  });
});

test('a callback that is relayed to a redirect is answered with 502, to be repeated', async () => {
  const moved = { status: 307, headers: { location: 'https://example.com/' }, json: { message: 'Moved' } };
  expect(await relay('redirected', [moved])).toMatchObject({ status: 502, calls: 1, workflowData: undefined });
});

test('an execution of this n8n is called at the address that it has now, if it has moved', async () => {
  execution.respond(() => RESUMED);
  const { instanceId } = Container.get(InstanceSettings);
  const before = 'http://127.0.0.1:1/n8n/webhook-waiting/7?signature=a/b';
  const call = callFor('moved', before, instanceId);
  const { response } = await callTrigger(execution, call, { baseUrl: `${execution.url}/` });
  expect(response.status).toBe(200);
  expect(execution.requests).toMatchObject([{ path: '/webhook-waiting/7', query: { signature: 'a/b' } }]);
});

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
  /** The item of the execution that the trigger starts. Its time is over with the second call. */
  const storedItem = async (processId: string): Promise<INodeExecutionData[]> => {
    void execution.arrived(2).then(() => letPass(2000));
    return (await relay(processId, [RUNNING])).workflowData?.[0] ?? [];
  };
  /** Runs the trigger in that execution. */
  const runStored = (items: INodeExecutionData[], credential = {}, stored?: IRunExecutionData) =>
    runNode(DocumentProcessingTrigger, {
      ...triggerSetup(execution, { credential, ...readingOf(stored) }),
      items,
    });

  test('keeps its token out of the data of that execution', async () => {
    const items = await storedItem('no token');
    expect(items.map(({ json }) => json)).toEqual([{ relaysToExecution: '7' }]);
    expect(JSON.stringify(items)).not.toContain(execution.requests[0]?.headers[TOKEN_HEADER.toLowerCase()]);
  });

  test('is answered within 2 seconds, and stored as an execution that relays it', async () => {
    const { status, calls, workflowData } = await relay('stored', [RUNNING]);
    expect(status).toBe(200);
    // The pauses between them grow to half a second.
    expect(calls).toBeLessThan(10);
    execution.respond((_request, index) => (index < calls + 2 ? RUNNING : RESUMED));
    const run = await runStored(workflowData?.[0] ?? []);
    expect([run.status, run.outputs]).toEqual(['success', [[]]]);
    expect(run.hints).toEqual([expect.stringContaining('execution 7')]);
    expect(execution.requests).toHaveLength(calls + 3);
    expect(execution.requests.at(-1)?.json).toEqual(resultOf('stored'));
    expect(await relay('stored', [RUNNING])).toMatchObject({ status: 200, workflowData: undefined });
  });

  test.each<[string, Answer, RegExp]>([
    [
      'the waiting one is gone',
      GONE,
      /^The last attempt ended with "The execution "7" does not exist\."\. If that execution is still waiting, retry this one\.$/,
    ],
    [
      'a proxy is in between',
      { status: 403, body: '<html>Access denied</html>' },
      /something else than n8n answered with HTTP 403".*retry this one\. n8n must be able to call its own URL.*NO_PROXY/,
    ],
  ])('ends that execution with an error if %s', async (what, answer, description) => {
    const items = await storedItem(what);
    answerWith(answer);
    const { error } = await runStored(items);
    expect(error).toMatchObject({
      message: 'Execution 7 did not accept its result',
      description: expect.stringMatching(description),
    });
  });

  test('ends it without one if the waiting one has finished', async () => {
    const items = await storedItem('finished meanwhile');
    answerWith(FINISHED);
    const run = await runStored(items);
    expect(run).toMatchObject({ status: 'success', outputs: [[]] });
    expect(run.hints).toEqual(['Execution 7 had finished when its result came.']);
  });

  test('is sent nowhere if its token was made with another secret', async () => {
    const run = await runStored(await storedItem('forged'), { callbackSecret: 'another' });
    expect(execution.requests).toHaveLength(2);
    expect(run).toMatchObject({ status: 'error', error: { message: 'The token of this callback is no longer valid' } });
  });

  test('goes on relaying while n8n does not answer', async () => {
    timeOutAt(execution.arrived(1).then(() => letPass(10_000)));
    const { status, calls, workflowData } = await relay('silence', [SILENCE]);
    expect([status, calls]).toEqual([200, 1]);
    answerWith(SILENCE, CUT, RESUMED);
    expect(await runStored(workflowData?.[0] ?? [])).toMatchObject({ status: 'success', outputs: [[]] });
    expect(execution.requests).toHaveLength(3);
  });

  test('is told from a result, which passes through the trigger as it came', async () => {
    const binary = { callback: { data: Buffer.from('no token\n{}').toString('base64'), mimeType: 'text/plain' } };
    const result = { json: { processId: 'a', relaysToExecution: '7' }, binary };
    const withoutFile = { json: { relaysToExecution: '7' } };
    for (const item of [result, withoutFile])
      expect((await runStored([item])).items).toMatchObject([{ json: item.json }]);
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
  const calls = Array.from({ length: 30 }, (_, index) => callTrigger(execution, callFor(`at once ${index}`)));
  expect((await Promise.all(calls)).map(({ response }) => response.status)).toEqual(Array(30).fill(200));
  expect(execution.requests).toHaveLength(30);
  expect(execution.inFlight.peak).toBe(10);
});
