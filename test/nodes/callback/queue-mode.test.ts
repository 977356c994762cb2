// A process of n8n that has not activated the trigger, e.g. a worker, finds it among the nodes of its workflow, and asks it.
import { callBack } from '../../support/callbackService.ts';
import { letPass } from '../../support/clock.ts';
import { startServer } from '../../support/server.ts';
import { inAnotherProcess, triggerNode, workflowOfEachTest, type StartSetup } from './workflow.ts';

const { service, activate, start } = workflowOfEachTest();

const NONE = 'This workflow has no Document Processing Trigger that is listening [item 0]';

/** Runs the action on a worker: its workflow has this trigger. */
const startOnWorker = (
  delivery: 'trigger' | 'wait',
  trigger: Parameters<typeof triggerNode>[0] = {},
  worker = inAnotherProcess(),
  setup: StartSetup = { active: false },
) => start({ delivery }, { nodeClass: worker.action, otherNodes: [triggerNode(trigger)], ...setup });

test('a trigger that listens gets the result, also of a wait', async () => {
  const trigger = await activate();
  const { process } = await startOnWorker('trigger');
  expect(process.webhook.url).toBe(trigger.urls[0]);
  expect(await callBack(process)).toBe(200);
  expect(trigger.executions).toHaveLength(1);
  expect((await startOnWorker('wait')).process.webhook.url).toBe(trigger.urls[0]);
});

test('a trigger that listens is asked again after five minutes, not before', async () => {
  const trigger = await activate();
  const worker = inAnotherProcess();
  await startOnWorker('trigger', {}, worker);
  await trigger.deactivate();
  const before = await startOnWorker('trigger', {}, worker);
  expect(before.run.error).toBeUndefined();
  letPass(5 * 60_000);
  const after = await startOnWorker('trigger', {}, worker);
  jest.restoreAllMocks();
  expect(after.run.error?.message).toBe(NONE);
});

test.each([403, 407])(
  'a trigger that a proxy keeps from this process, with %d, may be reached by the service',
  async (status) => {
    const proxy = await startServer(() => ({ status, body: '<html>Proxy</html>' }));
    const behind = (delivery: 'trigger' | 'wait') =>
      start(
        { delivery },
        { baseUrl: `${proxy.url}/`, nodeClass: inAnotherProcess().action, active: false, otherNodes: [triggerNode()] },
      );
    expect((await behind('trigger')).process.webhook.url).toBe(`${proxy.url}/webhook/results/callback`);
    expect((await behind('wait')).process.webhook.url).toContain('/webhook-waiting/');
    await proxy.close();
  },
);

test.each<[string, Parameters<typeof startOnWorker>[1], boolean]>([
  ['that is not active', {}, false],
  ['that is disabled', { node: { disabled: true } }, true],
  ['with another path', { node: { webhookId: 'another' } }, true],
])('a trigger %s is none', async (_what, trigger, isActive) => {
  if (isActive) await activate();
  const { run } = await startOnWorker('trigger', trigger);
  expect(run.error?.message).toBe(NONE);
  expect(service.requests).toHaveLength(0);
  const waiting = await startOnWorker('wait', trigger);
  expect(waiting.process.webhook.url).toContain('/webhook-waiting/');
});

test('a trigger that does not listen to the event is refused before anything is sent', async () => {
  await activate();
  const { run } = await startOnWorker('trigger', { parameters: { events: ['enrichment'] } });
  expect(run.error?.message).toContain('does not listen to the event "Content Extraction"');
  expect(service.requests).toHaveLength(0);
});

test.each([
  ['a test run of a workflow that is not active', { mode: 'manual' as const, active: false }, false],
  ['a test run of an active workflow', { mode: 'manual' as const, active: true }, true],
  ['an execution in production', { active: false }, true],
])('a URL that cannot be called from here: %s', async (_what, setup, isSent) => {
  const elsewhere = { ...setup, baseUrl: 'http://127.0.0.1:1/' };
  const { run } = await startOnWorker('trigger', {}, inAnotherProcess(), elsewhere);
  expect(run.error?.message).toBe(isSent ? undefined : NONE);
});

test('a workflow that was copied, with the path of the original in its trigger, does not send results there', async () => {
  await activate();
  for (const mode of ['manual', 'trigger'] as const) {
    const copy = { workflowId: 'copy', active: false, mode };
    const { run } = await startOnWorker('trigger', {}, inAnotherProcess(), copy);
    expect(run.error?.message).toBe(NONE);
    expect(service.requests).toEqual([]);
  }
  const waiting = await startOnWorker('wait', {}, inAnotherProcess(), { workflowId: 'copy', active: false });
  expect(waiting.process.webhook.url).toContain('/webhook-waiting/');
});
