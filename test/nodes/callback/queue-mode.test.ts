// Executions on workers of n8n 2.41 have no static data: the trigger is found among the nodes of its workflow.
import type { INode, INodeParameters } from 'n8n-workflow';
import { DocumentProcessingTrigger } from '../../../nodes/DocumentProcessing/DocumentProcessingTrigger.node';
import { callBack } from '../../support/callbackService.ts';
import { letPass } from '../../support/clock.ts';
import { startServer } from '../../support/server.ts';
import { inAnotherProcess, workflowOfEachTest } from './workflow.ts';

const { service, activate, start } = workflowOfEachTest();

const nodesOf = (trigger: { node?: Partial<INode>; parameters?: INodeParameters } = {}) => [
  {
    type: DocumentProcessingTrigger,
    parameters: { events: ['contentExtraction'], ...trigger.parameters },
    node: { webhookId: 'results', ...trigger.node },
  },
];

/** Runs the action on a worker: its workflow has this trigger, but no static data. */
const startOnWorker = async (
  delivery: 'trigger' | 'wait',
  trigger: { node?: Partial<INode>; parameters?: INodeParameters } = {},
  worker = inAnotherProcess(),
) => await start({ delivery }, { nodeClass: worker.action, active: false, otherNodes: nodesOf(trigger) });

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
  expect(after.run.error?.message).toBe('This workflow has no Document Processing Trigger that is listening [item 0]');
});

test.each([403, 407])(
  'a trigger that a proxy keeps from this process, with %d, may be reached by the service',
  async (status) => {
    const proxy = await startServer(() => ({ status, body: '<html>Proxy</html>' }));
    const behind = (delivery: 'trigger' | 'wait') =>
      start(
        { delivery },
        { baseUrl: `${proxy.url}/`, nodeClass: inAnotherProcess().action, active: false, otherNodes: nodesOf() },
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
  expect(run.error?.message).toBe('This workflow has no Document Processing Trigger that is listening [item 0]');
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

test('a trigger whose events are an expression gets the result', async () => {
  const parameters = { events: "={{ 'enrichment, contentExtraction' }}" };
  const trigger = await activate({ parameters });
  const { process } = await startOnWorker('trigger', { parameters });
  expect(process.webhook.url).toBe(trigger.urls[0]);
});
