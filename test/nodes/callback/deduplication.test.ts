import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import { BinaryDataConfig } from 'n8n-core';
import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { openInstance } from '../../engine/instance.ts';
import type { NodeClass } from '../../engine/nodeTypes.ts';
import { runWebhook, type WebhookTarget } from '../../engine/webhook.ts';
import type { WebhookResponse } from '../../engine/webhookServer.ts';
import { DocumentProcessingTrigger } from '../../../nodes/DocumentProcessing/DocumentProcessingTrigger.node';
import { claimDelivery, PAUSE } from '../../../nodes/DocumentProcessing/callback/deduplication';
import type { CallbackToken } from '../../../nodes/DocumentProcessing/callback/token';
import { envelope, failure } from '../../support/envelope.ts';
import { callBack, resultOf, startedAs, startService, type Process } from '../../support/callbackService.ts';
import { letPass } from '../../support/clock.ts';
import { openedForEachTest } from '../../support/opened.ts';
import { contentItem } from '../../support/samples.ts';
import { activate, callTrigger, inAnotherProcess, resumedBy, start, tokenHeader, triggerSetup } from './workflow.ts';

const n8n = openedForEachTest(openInstance);
const service = openedForEachTest(startService);
afterEach(() => jest.restoreAllMocks());

const ENRICHED: CallbackToken = { event: 'enrichment', correlationId: 'row 7' };

const ALL_TAKEN = (count: number) => Array.from({ length: count }, () => 200);

/** A trigger of an n8n that has just been started. */
const afterRestart = (): NodeClass => inAnotherProcess().trigger;

async function deliver(
  processId: string | undefined,
  {
    staticData = {},
    node = DocumentProcessingTrigger as NodeClass,
    workflowId = 'once',
    token = {},
    body = {},
    mode = 'webhook',
    store,
    signal,
  }: {
    staticData?: IDataObject;
    node?: NodeClass;
    workflowId?: string;
    token?: Partial<CallbackToken>;
    body?: object;
    mode?: 'webhook' | 'manual';
    store?: WebhookTarget['store'];
    signal?: AbortSignal;
  } = {},
) {
  const call = {
    body: { ...body, ...(processId !== undefined && { processId }) },
    headers: tokenHeader({ ...ENRICHED, ...token }),
    ...(signal && { signal }),
  };
  const outcome = await runWebhook(node, {
    ...triggerSetup(service, { workflowId, staticData, mode }),
    request: call,
    store,
  });
  return {
    status: outcome.response.status,
    retryAfter: outcome.response.headers.get('retry-after'),
    started: outcome.workflowData !== undefined,
    items: outcome.workflowData?.[0],
    staticData: outcome.staticData,
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
const full = async () => await Promise.reject(new Error('The disk is full'));
const stored = async () => await Promise.resolve();

const delivered = (staticData: IDataObject): string[] =>
  (staticData['node:Document Processing Trigger'] as IDataObject)['delivered'] as string[];

test('a result whose documents have the process ID is delivered once, without a copy of itself', async () => {
  const staticData = {};
  const answer = (elapsedMilliseconds: number) => ({
    body: { ...envelope([contentItem({ processId: 'in-documents' })]), elapsedMilliseconds },
    token: { event: 'contentExtraction' as const },
    staticData,
  });
  const [first, again] = [await deliver(undefined, answer(1)), await deliver(undefined, answer(2))];
  expect([first.started, again.started]).toEqual([true, false]);
  const item = first.items?.[0];
  expect(item?.json).toMatchObject({ processId: 'in-documents' });
  expect(item?.json).not.toHaveProperty('payload');
});

test('a process is delivered once, however often it comes, at once or later', async () => {
  const trigger = await activate({ n8n, service });
  const { process } = await start({ n8n, service, trigger }, { delivery: 'trigger' });
  expect(await Promise.all(Array.from({ length: 50 }, () => callBack(process)))).toEqual(ALL_TAKEN(50));
  expect(await callBack(process, { ...resultOf(process.processId), requestId: 'of a repetition' })).toBe(200);
  expect(trigger.executions).toHaveLength(1);
});

test('processes that come at once are all delivered', async () => {
  const trigger = await activate({ n8n, service });
  const processes: Process[] = [];
  for (let count = 0; count < 30; count++)
    processes.push((await start({ n8n, service, trigger }, { delivery: 'trigger' })).process);
  expect(await Promise.all([...processes, ...processes].map((process) => callBack(process)))).toEqual(ALL_TAKEN(60));
  const ids = trigger.executions.map((execution) => execution[0]?.[0]?.json['processId']);
  expect(ids.sort()).toEqual(processes.map(({ processId }) => processId).sort());
});

test('a process is remembered after a restart, by static data alone', async () => {
  const first = await deliver('restarted', { workflowId: 'restart' });
  expect(first).toMatchObject({ status: 200, started: true });
  const again = { workflowId: 'restart', node: afterRestart(), staticData: first.staticData };
  expect(await deliver('restarted', again)).toMatchObject({ status: 200, started: false });
  expect(await deliver('another', again)).toMatchObject({ status: 200, started: true });
  expect(await deliver('restarted', { ...again, node: afterRestart(), staticData: {} })).toMatchObject({
    started: true,
  });
});

test('the memory is bounded: 1000 while n8n runs, 250 after a restart', async () => {
  const workflowId = 'bounded';
  let { staticData } = await deliver('p0', { workflowId });
  // The same as by the webhook, without a connection for each.
  const trigger = contextIn(workflowId, staticData['node:Document Processing Trigger'] as IDataObject);
  for (let count = 1; count < 1099; count++) {
    const claim = await claimDelivery(trigger, ENRICHED, `p${count}`);
    expect(claim).toBeDefined();
    claim?.confirm();
  }
  ({ staticData } = await deliver('p1099', { staticData, workflowId }));
  expect(delivered(staticData)).toHaveLength(250);
  expect(delivered(staticData).at(-1)).toBe('enrichment/p1099');
  expect((await deliver('p200', { staticData, workflowId })).started).toBe(false);
  expect((await deliver('p99', { staticData, workflowId })).started).toBe(true);
  expect((await deliver('p850', { staticData, workflowId, node: afterRestart() })).started).toBe(false);
});

test('a trigger that listens for a test event takes what came before, and remembers nothing', async () => {
  const at = { workflowId: 'tested' };
  expect(await deliver('p', { ...at, mode: 'manual' })).toMatchObject({ status: 200, started: true });
  expect(await deliver('p', { ...at, mode: 'manual' })).toMatchObject({ status: 200, started: true, staticData: {} });
  expect(await deliver('p', at)).toMatchObject({ started: true });
  expect(await deliver('p', { ...at, mode: 'manual' })).toMatchObject({ started: true });
  expect(await deliver('p', at)).toMatchObject({ started: false });
});

test('other triggers and other workflows remember for themselves', async () => {
  expect((await deliver('shared', { workflowId: 'one' })).started).toBe(true);
  expect((await deliver('shared', { workflowId: 'two' })).started).toBe(true);
  expect((await deliver('shared', { workflowId: 'one' })).started).toBe(false);
});

test.each([[undefined], ['']])(
  'a payload with the process ID %j is known by its text and its correlation',
  async (processId) => {
    const at = { workflowId: `unnamed ${processId}`, body: { n: 1 } };
    expect((await deliver(processId, at)).started).toBe(true);
    expect((await deliver(processId, at)).started).toBe(false);
    expect((await deliver(processId, { ...at, body: { n: 2 } })).started).toBe(true);
    expect((await deliver(processId, { ...at, token: { correlationId: 'row 8' } })).started).toBe(true);
  },
);

test('an extraction and an enrichment with the same process ID are two deliveries', async () => {
  const at = { workflowId: 'numbered' };
  const extracted = { ...at, token: { event: 'contentExtraction' as const }, body: resultOf('17') };
  const first = await deliver('17', extracted);
  expect(first).toMatchObject({ status: 200, started: true });
  const second = await deliver('17', { ...at, staticData: first.staticData });
  expect(second).toMatchObject({ status: 200, started: true });
  const afterwards = { staticData: second.staticData, node: afterRestart() };
  expect(await deliver('17', { ...extracted, ...afterwards })).toMatchObject({ started: false });
  expect(await deliver('17', { ...at, ...afterwards })).toMatchObject({ started: false });
});

test('two requests with one correlation ID are two deliveries, though their payloads are the same', async () => {
  const trigger = await activate({ n8n, service });
  const request = async (delivery: string) =>
    await start(
      { n8n, service, trigger },
      { delivery, options: { correlationId: 'customer 7' } },
      {},
      'enrichment.start',
    );
  const nothingFound = { result: [] };
  for (const { process } of [await request('trigger'), await request('trigger')]) {
    expect(await callBack(process, nothingFound)).toBe(200);
    expect(await callBack(process, nothingFound)).toBe(200);
  }
  expect(trigger.executions).toHaveLength(2);
  const ids = trigger.executions.splice(0).map((execution) => execution[0]?.[0]?.json['deliveryId']);
  expect(new Set(ids).size).toBe(2);
  for (const { run, process } of [await request('wait'), await request('wait')]) {
    const resumed = n8n.resumed(run);
    expect(await callBack(process, nothingFound)).toBe(200);
    expect((await resumedBy(trigger, service, resumed)).items).toMatchObject([{ json: nothingFound }]);
  }
  await trigger.deactivate();
});

describe('the failure of a process', () => {
  const extraction = { event: 'contentExtraction' as const };
  const FAILURES: Array<[string, Partial<CallbackToken>, object, object]> = [
    ['an extraction that has failed', extraction, failure('E100', 'Try again'), resultOf('x')],
    ['an extraction without a result', extraction, { ...resultOf('x'), result: null }, resultOf('x')],
    ['an enrichment', {}, { ...failure('E100', 'Try again'), result: null }, { result: { a: 1 } }],
  ];

  test.each(FAILURES)('is delivered once, and the result after it too: %s', async (what, token, failed, result) => {
    const at = { workflowId: what, token };
    const first = await deliver('p', { ...at, body: failed });
    expect(first).toMatchObject({ status: 200, started: true });
    expect(first.items).toMatchObject([{ json: { processId: 'p', deliveryId: 'p:failed' } }]);
    expect(await deliver('p', { ...at, body: { ...failed, requestId: 'another' } })).toMatchObject({ started: false });
    const second = await deliver('p', { ...at, body: result, staticData: first.staticData, node: afterRestart() });
    expect(second).toMatchObject({ status: 200, started: true });
    expect(second.items).toMatchObject([{ json: { processId: 'p', deliveryId: 'p' } }]);
  });

  test.each(FAILURES)('starts nothing after the result: %s', async (what, token, failed, result) => {
    const at = { workflowId: `${what}, late`, token };
    const first = await deliver('p', { ...at, body: result });
    expect(first.started).toBe(true);
    const late = { ...at, body: failed };
    expect(await deliver('p', late)).toMatchObject({ status: 200, started: false });
    const afterwards = { ...late, staticData: first.staticData, node: afterRestart() };
    expect(await deliver('p', afterwards)).toMatchObject({ status: 200, started: false });
  });

  test('is not seen in a status of an enrichment that may mean anything', async () => {
    for (const [index, status] of ['done', { text: 'x' }, { code: '200' }].entries()) {
      const { items } = await deliver(`s${index}`, { workflowId: 'status', body: { status, data: 1 } });
      expect(items).toMatchObject([{ json: { deliveryId: `s${index}` } }]);
    }
  });
});

describe('a callback of an extraction that names its process in place of a document', () => {
  const token = { event: 'contentExtraction' as const };
  const STARTED: Array<[string, (processId: string) => object]> = [
    ['as the response that starts a process does', (processId) => startedAs(processId)],
    ['with a status of its own', (processId) => envelope([{ processId, status: 'running', percent: 40 }])],
  ];
  const items = (deliveryId: string) => [
    { json: { error: 'The callback of the service has no result', processId: 'p', deliveryId } },
  ];

  test.each(STARTED)('is delivered once, and the result after it too: %s', async (what, bodyOf) => {
    const at = { workflowId: `started ${what}`, token };
    const first = await deliver(undefined, { ...at, body: bodyOf('p') });
    expect(first).toMatchObject({ status: 200, started: true, items: items('p:started') });
    expect(await deliver('p', { ...at, body: { ...bodyOf('p'), requestId: 'another' } })).toMatchObject({
      status: 200,
      started: false,
    });
    const later = { ...at, staticData: first.staticData, node: afterRestart() };
    expect(await deliver('p', { ...later, body: resultOf('p') })).toMatchObject({
      status: 200,
      started: true,
      items: [{ json: { fields: { nome: 'p' }, deliveryId: 'p' } }],
    });
  });

  test.each(STARTED)('takes no place of a failure, and starts nothing after the result: %s', async (what, bodyOf) => {
    const at = { workflowId: `started and failed ${what}`, token };
    const started = await deliver('p', { ...at, body: bodyOf('p') });
    expect(started).toMatchObject({ started: true, items: items('p:started') });
    const failed = await deliver('p', { ...at, body: failure('E100', 'Try again') });
    expect(failed).toMatchObject({ started: true, items: [{ json: { deliveryId: 'p:failed' } }] });
    const other = { workflowId: `${at.workflowId}, late`, token };
    expect((await deliver('p', { ...other, body: resultOf('p') })).started).toBe(true);
    expect(await deliver('p', { ...other, body: bodyOf('p') })).toMatchObject({ status: 200, started: false });
  });

  test('is whole in Raw', async () => {
    const call = { body: startedAs('raw'), headers: tokenHeader({ ...token, correlationId: 'row 7' }) };
    const parameters = { output: 'raw' };
    const { workflowData } = await callTrigger(service, call, { workflowId: 'started raw', parameters });
    expect(workflowData).toMatchObject([[{ json: { ...startedAs('raw'), deliveryId: 'raw:started' } }]]);
  });

  test.each<[string, object]>([
    ['a type of null', { type: null }],
    ['fields', { fields: [] }],
    ['extractions', { extractions: null }],
  ])('is told from a document that has a process ID and %s', async (what, members) => {
    const body = envelope([{ processId: 'p', ...members }]);
    const { items: delivered } = await deliver(undefined, { workflowId: `document with ${what}`, token, body });
    expect(delivered).toMatchObject([{ json: { type: null, needsReview: true, deliveryId: 'p' } }]);
  });
});

test('a delivery whose files could not be stored can be repeated', async () => {
  const folder = join(Container.get(BinaryDataConfig).localStoragePath, 'workflows', 'blocked');
  await mkdir(dirname(folder), { recursive: true });
  writeFileSync(folder, 'no folder');
  const photo = Buffer.from([0xff, 0xd8, 0xff, 0xe0]).toString('base64');
  const again = {
    workflowId: 'blocked',
    token: { event: 'contentExtraction' as const },
    body: resultOf('x', { image: photo }),
  };
  const log = jest.spyOn(Container.get(Logger), 'error').mockImplementation(() => undefined);
  expect(await deliver('blocked', again)).toMatchObject({ status: 500, started: false });
  // Nobody else learns why: no execution starts.
  expect(log).toHaveBeenCalledWith(
    expect.stringMatching(/^Document Processing Trigger could not take a callback: .*(?:EEXIST|ENOTDIR)/),
    { workflowId: 'blocked' },
  );
  log.mockRestore();
  await rm(folder);
  expect(await deliver('blocked', again)).toMatchObject({ status: 200, started: true });
  expect(await deliver('blocked', again)).toMatchObject({ status: 200, started: false });
});

test('a delivery whose execution n8n could not store is its answer to give, and can be repeated', async () => {
  const refused = await deliver('unstored', { store: full });
  expect(refused).toMatchObject({ status: 500, started: false, staticData: {} });
  expect(await deliver('unstored')).toMatchObject({ status: 200, started: true });
  expect(await deliver('unstored')).toMatchObject({ status: 200, started: false });
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
    expect(await deliver('p', { workflowId })).toMatchObject({ status: 200, started: isDelivered });
    expect(await deliver('p', { workflowId })).toMatchObject({ status: 200, started: false });
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
  expect(await deliver('slow', { workflowId: 'slow', store })).toMatchObject({ status: 200, started: true });
  expect(await second).toMatchObject({ status: 200, started: false });
  expect(order).toEqual(['the first is stored', 'the second is answered']);
});

test('a repeated callback is delivered if the first cannot be stored', async () => {
  const repeated: Array<ReturnType<typeof deliver>> = [];
  const store = async () => {
    for (let count = 0; count < 2; count++) {
      const again = deliver('second chance', { workflowId: 'chance' });
      repeated.push(again);
      await pausing(again);
    }
    throw new Error('The disk is full');
  };
  const first = await deliver('second chance', { workflowId: 'chance', store });
  const outcomes = [first, ...(await Promise.all(repeated))];
  expect(outcomes.map(({ status }) => status)).toEqual([500, 200, 200]);
  expect(outcomes.filter(({ started }) => started)).toHaveLength(1);
});

test('a callback with which n8n comes to no end can be repeated some minutes later', async () => {
  expect(await claimDelivery(contextIn('gone', {}), ENRICHED, 'gone')).toBeDefined();
  letPass(5 * 60_000 + 1);
  expect(await deliver('gone', { workflowId: 'gone' })).toMatchObject({ status: 200, started: true });
});

test('a repeated callback is told to come later if the first takes long', async () => {
  let second: Awaited<ReturnType<typeof deliver>> | undefined;
  const store = async () => {
    const repeated = deliver('long', { workflowId: 'long' });
    await pausing(repeated);
    letPass(5001);
    second = await repeated;
  };
  expect(await deliver('long', { workflowId: 'long', store })).toMatchObject({ status: 200, started: true });
  expect(second).toMatchObject({ status: 503, retryAfter: '5', started: false });
});

test('a delivery that failed can be repeated where others were stored while it was under way', async () => {
  let other: IDataObject = {};
  const failsAfterAnother = async () => {
    ({ staticData: other } = await deliver('beside', { workflowId: 'race' }));
    throw new Error('The disk is full');
  };
  expect(await deliver('unlucky', { workflowId: 'race', store: failsAfterAnother })).toMatchObject({ status: 500 });
  expect(delivered(other)).toEqual(['enrichment/beside']);
  expect(await deliver('unlucky', { workflowId: 'race', staticData: other })).toMatchObject({
    status: 200,
    started: true,
  });
  expect(await deliver('beside', { workflowId: 'race', staticData: other })).toMatchObject({
    status: 200,
    started: false,
  });
});
