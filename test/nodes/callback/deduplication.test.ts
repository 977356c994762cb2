import { once } from 'node:events';
import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import type { IDataObject, INodeParameters, IWebhookFunctions } from 'n8n-workflow';
import { refuseNextFile } from '../../engine/binaryData.ts';
import type { NodeClass } from '../../engine/nodeTypes.ts';
import { runWebhook, type WebhookTarget } from '../../engine/webhook.ts';
import type { WebhookResponse } from '../../engine/webhookServer.ts';
import { DocumentProcessingTrigger } from '../../../nodes/DocumentProcessing/DocumentProcessingTrigger.node';
import { claimDelivery, PAUSE } from '../../../nodes/DocumentProcessing/callback/deduplication';
import type { CallbackToken } from '../../../nodes/DocumentProcessing/callback/token';
import { envelope, failure } from '../../support/envelope.ts';
import { callBack, resultOf, startedAs, type Process } from '../../support/callbackService.ts';
import { letPass } from '../../support/clock.ts';
import { contentItem } from '../../support/samples.ts';
import { inAnotherProcess, tokenHeader, triggerSetup, workflowOfEachTest } from './workflow.ts';

const { service, activate, start } = workflowOfEachTest();
afterEach(() => jest.restoreAllMocks());

const ENRICHED: CallbackToken = { event: 'enrichment', correlationId: 'row 7' };
const EXTRACTED: Partial<CallbackToken> = { event: 'contentExtraction' };

/** A trigger of an n8n that has just been started. */
const afterRestart = (): NodeClass => inAnotherProcess().trigger;

interface Delivery {
  staticData?: IDataObject;
  node?: NodeClass;
  workflowId?: string;
  token?: Partial<CallbackToken>;
  body?: object;
  mode?: 'webhook' | 'manual';
  parameters?: INodeParameters;
  store?: WebhookTarget['store'];
  signal?: AbortSignal;
}

/** Calls the trigger with the result of an enrichment, unless said otherwise. */
async function deliver(
  processId: string | undefined,
  { node = DocumentProcessingTrigger, workflowId = 'once', token, body, store, signal, ...setup }: Delivery = {},
) {
  const call = {
    body: { ...body, ...(processId !== undefined && { processId }) },
    headers: tokenHeader({ ...ENRICHED, ...token }),
    ...(signal && { signal }),
  };
  const target = triggerSetup(service, { workflowId, ...setup });
  const { response, workflowData, staticData } = await runWebhook(node, { ...target, request: call, store });
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    started: workflowData !== undefined,
    items: workflowData?.[0],
    staticData,
  };
}

/** What the trigger knows of n8n in a call: its workflow, its own ID, and its static data. */
const contextIn = (workflowId: string, staticData: IDataObject) =>
  ({
    getWorkflow: () => ({ id: workflowId }),
    getNode: () => ({ id: 'id of Document Processing Trigger' }),
    getWorkflowStaticData: () => staticData,
  }) as unknown as IWebhookFunctions;

/** How storing an execution ends. */
const full = () => Promise.reject(new Error('The disk is full'));
const stored = () => Promise.resolve();

const STARTS = { status: 200, started: true };
const STARTS_NOTHING = { status: 200, started: false };

const delivered = (staticData: IDataObject): string[] =>
  (staticData['node:Document Processing Trigger'] as IDataObject)['delivered'] as string[];

test('processes that come at once, and several times, are each delivered once', async () => {
  const trigger = await activate();
  const processes: Process[] = [];
  for (let count = 0; count < 10; count++) processes.push((await start({ delivery: 'trigger' }, { trigger })).process);
  const calls = [...processes, ...processes, ...processes].map((process) => callBack(process));
  expect(await Promise.all(calls)).toEqual(Array(30).fill(200));
  for (const process of processes)
    expect(await callBack(process, { ...resultOf(process.processId), requestId: 'of a repetition' })).toBe(200);
  const ids = trigger.executions.map((execution) => execution[0]?.[0]?.json['processId']);
  expect(ids.sort()).toEqual(processes.map(({ processId }) => processId).sort());
});

test('a result whose documents have the process ID is delivered once', async () => {
  const answer = (elapsedMilliseconds: number) => ({
    body: { ...envelope([contentItem({ processId: 'in-documents' })]), elapsedMilliseconds },
    token: EXTRACTED,
  });
  expect(await deliver(undefined, answer(1))).toMatchObject({ started: true });
  expect(await deliver(undefined, answer(2))).toMatchObject({ started: false });
});

test('a process is remembered after a restart, by static data alone', async () => {
  const first = await deliver('restarted', { workflowId: 'restart' });
  expect(first).toMatchObject(STARTS);
  const again = { workflowId: 'restart', node: afterRestart(), staticData: first.staticData };
  expect(await deliver('restarted', again)).toMatchObject(STARTS_NOTHING);
  expect(await deliver('another', again)).toMatchObject(STARTS);
  expect(await deliver('restarted', { ...again, node: afterRestart(), staticData: {} })).toMatchObject(STARTS);
});

test('the memory is bounded: 1000 while n8n runs, 250 after a restart', async () => {
  const workflowId = 'bounded';
  let { staticData } = await deliver('p0', { workflowId });
  // The same as by the webhook, without a connection for each.
  const trigger = contextIn(workflowId, staticData['node:Document Processing Trigger'] as IDataObject);
  for (let count = 1; count < 1099; count++) (await claimDelivery(trigger, ENRICHED, `p${count}`))?.confirm();
  ({ staticData } = await deliver('p1099', { staticData, workflowId }));
  expect(delivered(staticData)).toHaveLength(250);
  expect(delivered(staticData).at(-1)).toBe('enrichment/p1099');
  const isKnown = async (processId: string, node?: NodeClass) =>
    !(await deliver(processId, { staticData, workflowId, ...(node && { node }) })).started;
  expect([await isKnown('p200'), await isKnown('p99'), await isKnown('p850', afterRestart())]).toEqual([
    true,
    false,
    true,
  ]);
});

test('a trigger that listens for a test event takes what came before, and remembers nothing', async () => {
  const at = { workflowId: 'tested' };
  const inTest = { ...at, mode: 'manual' as const };
  expect(await deliver('p', inTest)).toMatchObject(STARTS);
  expect(await deliver('p', inTest)).toMatchObject({ ...STARTS, staticData: {} });
  expect(await deliver('p', at)).toMatchObject(STARTS);
  expect(await deliver('p', inTest)).toMatchObject(STARTS);
  expect(await deliver('p', at)).toMatchObject(STARTS_NOTHING);
});

test('other workflows remember for themselves', async () => {
  for (const workflowId of ['one', 'two']) expect(await deliver('shared', { workflowId })).toMatchObject(STARTS);
  expect(await deliver('shared', { workflowId: 'one' })).toMatchObject(STARTS_NOTHING);
});

test.each([[undefined], ['']])(
  'a payload with the process ID %j is known by its text and its correlation',
  async (processId) => {
    const at = { workflowId: `unnamed ${processId}`, body: { n: 1 } };
    expect(await deliver(processId, at)).toMatchObject(STARTS);
    expect(await deliver(processId, at)).toMatchObject(STARTS_NOTHING);
    expect(await deliver(processId, { ...at, body: { n: 2 } })).toMatchObject(STARTS);
    expect(await deliver(processId, { ...at, token: { correlationId: 'row 8' } })).toMatchObject(STARTS);
  },
);

test('an extraction and an enrichment with the same process ID are two deliveries', async () => {
  const at = { workflowId: 'numbered' };
  const extracted = { ...at, token: EXTRACTED, body: resultOf('17') };
  const first = await deliver('17', extracted);
  const second = await deliver('17', { ...at, staticData: first.staticData });
  expect([first, second]).toMatchObject([STARTS, STARTS]);
  const afterwards = { staticData: second.staticData, node: afterRestart() };
  expect(await deliver('17', { ...extracted, ...afterwards })).toMatchObject(STARTS_NOTHING);
  expect(await deliver('17', { ...at, ...afterwards })).toMatchObject(STARTS_NOTHING);
});

test('two requests with one correlation ID are two deliveries, though their payloads are the same', async () => {
  const trigger = await activate();
  const parameters = { delivery: 'trigger', options: { correlationId: 'customer 7' } };
  const request = () => start(parameters, { trigger, operation: 'enrichment.start' });
  for (const { process } of [await request(), await request()])
    for (let count = 0; count < 2; count++) expect(await callBack(process, { result: [] })).toBe(200);
  const ids = trigger.executions.map((execution) => execution[0]?.[0]?.json['deliveryId']);
  expect([ids.length, new Set(ids).size]).toEqual([2, 2]);
});

describe.each<[string, string, Partial<CallbackToken>, object, object]>([
  ['an extraction that has failed', 'failed', EXTRACTED, failure('E100', 'Try again'), resultOf('x')],
  ['a failed enrichment', 'failed', {}, { ...failure('E100', 'Try again'), result: null }, { result: { a: 1 } }],
  ['the response that starts a process', 'started', EXTRACTED, startedAs('p'), resultOf('x')],
  [
    'a process with a status of its own',
    'started',
    EXTRACTED,
    envelope([{ processId: 'p', status: 'running', percent: 40 }]),
    resultOf('x'),
  ],
])('what is no result, as %s,', (what, outcome, token, body, result) => {
  test('is delivered once, and the result after it too', async () => {
    const at = { workflowId: what, token };
    const first = await deliver('p', { ...at, body });
    expect(first).toMatchObject({ ...STARTS, items: [{ json: { processId: 'p', deliveryId: `p:${outcome}` } }] });
    expect(await deliver('p', { ...at, body: { ...body, requestId: 'another' } })).toMatchObject(STARTS_NOTHING);
    const second = await deliver('p', { ...at, body: result, staticData: first.staticData, node: afterRestart() });
    expect(second).toMatchObject({ ...STARTS, items: [{ json: { processId: 'p', deliveryId: 'p' } }] });
  });

  test('starts nothing after the result', async () => {
    const at = { workflowId: `${what}, late`, token };
    const { started, staticData } = await deliver('p', { ...at, body: result });
    expect(started).toBe(true);
    expect(await deliver('p', { ...at, body })).toMatchObject(STARTS_NOTHING);
    const afterwards = { ...at, body, staticData, node: afterRestart() };
    expect(await deliver('p', afterwards)).toMatchObject(STARTS_NOTHING);
  });
});

describe('a callback of an extraction that names its process in place of a document', () => {
  test.each<[string, object]>([
    ['a type of null', { type: null }],
    ['extractions', { extractions: null }],
  ])('is told from a document that has a process ID and %s', async (what, members) => {
    const body = envelope([{ processId: 'p', ...members }]);
    const { items } = await deliver(undefined, { workflowId: `document with ${what}`, token: EXTRACTED, body });
    expect(items).toMatchObject([{ json: { type: null, needsReview: true, deliveryId: 'p' } }]);
  });
});

test('a delivery whose files could not be stored can be repeated, and the log says why without a secret', async () => {
  const image = Buffer.from([0xff, 0xd8, 0xff, 0xe0]).toString('base64');
  const again = { workflowId: 'blocked', token: EXTRACTED, body: resultOf('x', { image }) };
  const log = jest.spyOn(Container.get(Logger), 'error').mockImplementation(() => undefined);
  refuseNextFile('ENOSPC: no space left for token-of-the-test');
  expect(await deliver('blocked', again)).toMatchObject({ status: 500, started: false });
  // Nobody else learns why: no execution starts.
  expect(log).toHaveBeenCalledWith(
    expect.stringMatching(/could not take a callback: .*"image".*: ENOSPC: no space left for \*\*\*$/),
    { workflowId: 'blocked' },
  );
  expect(await deliver('blocked', again)).toMatchObject(STARTS);
  expect(await deliver('blocked', again)).toMatchObject(STARTS_NOTHING);
});

describe.each([
  ['stays', false],
  ['goes while n8n stores the execution', true],
])('a callback whose caller %s', (when, goes) => {
  test.each([
    ['starts nothing when it is repeated, if n8n has stored it', stored, false],
    ['is delivered when it is repeated, if n8n could not store it', full, true],
  ])('%s', async (what, end, isDelivered) => {
    const workflowId = `${when}, ${what}`;
    const caller = new AbortController();
    const store = async (response: WebhookResponse) => {
      if (goes) caller.abort();
      if (goes) await once(response, 'close');
      await end();
    };
    const first = await deliver('p', { workflowId, store, signal: caller.signal }).catch(() => undefined);
    expect(first === undefined).toBe(goes);
    // A failed one is not remembered after a restart either.
    if (first && isDelivered) expect(first).toMatchObject({ status: 500, staticData: {} });
    expect(await deliver('p', { workflowId })).toMatchObject({ status: 200, started: isDelivered });
    expect(await deliver('p', { workflowId })).toMatchObject(STARTS_NOTHING);
  });
});

/** Waits until a callback has found that it is being received already, and pauses before it looks again; or is answered. */
async function pausing(call: Promise<unknown>): Promise<void> {
  const setTimer = jest.spyOn(globalThis, 'setTimeout');
  let isAnswered = false;
  void call.then(() => (isAnswered = true));
  const isPausing = () => setTimer.mock.calls.some(([, milliseconds]) => milliseconds === PAUSE);
  while (!isPausing() && !isAnswered) await new Promise((resolve) => setImmediate(resolve));
  setTimer.mockRestore();
}

test('a repeated callback waits for the first to be stored', async () => {
  const order: string[] = [];
  let second: ReturnType<typeof deliver> | undefined;
  const store = async () => {
    second = deliver('slow', { workflowId: 'slow' });
    void second.then(() => order.push('the second is answered'));
    await pausing(second);
    order.push('the first is stored');
  };
  expect(await deliver('slow', { workflowId: 'slow', store })).toMatchObject(STARTS);
  expect(await second).toMatchObject(STARTS_NOTHING);
  expect(order).toEqual(['the first is stored', 'the second is answered']);
});

test('a repeated callback is told to come later if the first takes long', async () => {
  let second: Awaited<ReturnType<typeof deliver>> | undefined;
  const store = async () => {
    const repeated = deliver('long', { workflowId: 'long' });
    await pausing(repeated);
    letPass(5001);
    second = await repeated;
  };
  expect(await deliver('long', { workflowId: 'long', store })).toMatchObject(STARTS);
  expect(second).toMatchObject({ status: 503, retryAfter: '5', started: false });
});

test('a callback with which n8n comes to no end can be repeated some minutes later', async () => {
  expect(await claimDelivery(contextIn('gone', {}), ENRICHED, 'gone')).toBeDefined();
  letPass(5 * 60_000 + 1);
  expect(await deliver('gone', { workflowId: 'gone' })).toMatchObject(STARTS);
});
