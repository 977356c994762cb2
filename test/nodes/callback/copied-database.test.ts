// Static data outlives what it says: it may come from another n8n, or from before the workflow was switched off.
import type { IDataObject } from 'n8n-workflow';
import { openedForEachTest } from '../../support/opened.ts';
import { startServer, type Answer } from '../../support/server.ts';
import { DocumentProcessingTrigger } from '../../../nodes/DocumentProcessing/DocumentProcessingTrigger.node';
import { inAnotherProcess, registeredAt, workflowOfEachTest, type StartSetup } from './workflow.ts';

const { n8n, service, activate, start } = workflowOfEachTest();
/** The n8n that the database was copied from: its trigger listens. */
const original = openedForEachTest(() => startServer(() => ({ json: { message: 'Listening' } })));

const NONE = 'This workflow has no Document Processing Trigger that is listening [item 0]';

const startIn = async (delivery: 'trigger' | 'wait', staticData: IDataObject, setup: StartSetup = {}) =>
  await start({ delivery }, { staticData, nodeClass: inAnotherProcess().action, ...setup });

test.each([{}, { mode: 'manual' as const }])('the URL of another n8n is not sent, nor asked: %j', async (setup) => {
  const staticData = registeredAt(`${original.url}/webhook/results/callback`);
  expect((await startIn('trigger', staticData, setup)).run.error?.message).toBe(NONE);
  expect(service.requests).toEqual([]);
  expect((await startIn('wait', staticData, setup)).process.webhook.url).toContain(`${n8n.baseUrl}webhook-waiting/`);
  expect(original.requests).toEqual([]);
});

test('the trigger of this n8n is sent, in place of the one that is registered for another', async () => {
  const trigger = await activate();
  const staticData = registeredAt(`${original.url}/webhook/results/callback`);
  // This process has activated the trigger.
  const { process } = await start({ delivery: 'trigger' }, { staticData });
  expect(process.webhook.url).toBe(trigger.urls[0]);
});

test('the URL of a workflow that is not active is not sent where nothing answers in its name', async () => {
  const staticData = registeredAt(`${n8n.baseUrl}webhook/results/callback`);
  expect((await startIn('trigger', staticData, { active: false })).run.error?.message).toBe(NONE);
  const waiting = await startIn('wait', staticData, { active: false });
  expect(waiting.process.webhook.url).toContain('/webhook-waiting/');
});

test.each([
  ['a test run of a workflow that is not active', { mode: 'manual' as const, active: false }, false],
  ['a test run of an active workflow', { mode: 'manual' as const, active: true }, true],
  ['an execution in production', { active: false }, true],
])('a URL that cannot be called from here: %s', async (_what, setup, isSent) => {
  const elsewhere = 'http://127.0.0.1:1/';
  const staticData = registeredAt(`${elsewhere}webhook/results/callback`);
  const { run } = await startIn('trigger', staticData, { ...setup, baseUrl: elsewhere });
  expect(run.error?.message).toBe(isSent ? undefined : NONE);
});

test.each([
  ['the same path', '', '', true],
  ['a path below', '/n8n', '/n8n', true],
  ['another path of the same host', '/n8n', '/staging', false],
  ['a path that begins alike', '/n8n', '/n8n-staging', false],
])('a URL belongs to the n8n that has %s', async (_what, ownPath, path, isOwn) => {
  const staticData = registeredAt(`${original.url}${path}/webhook/results/callback`);
  const { run } = await startIn('trigger', staticData, { baseUrl: `${original.url}${ownPath}/` });
  expect(run.error?.message).toBe(isOwn ? undefined : NONE);
});

test.each<[string, Answer]>([
  ['is not registered', { status: 404, json: { code: 404, message: 'The requested webhook is not registered.' } }],
  ['has another credential', { status: 403, json: { message: 'The token of this callback is not valid' } }],
])('a trigger that %s is not sent, though static data has it', async (_what, answer) => {
  original.respond(() => answer);
  const staticData = registeredAt(`${original.url}/webhook/results/callback`);
  const { run } = await startIn('trigger', staticData, { baseUrl: `${original.url}/` });
  expect(run.error?.message).toBe(NONE);
  expect(service.requests).toEqual([]);
});

describe('a workflow that was copied in this n8n', () => {
  const COPY = { workflowId: 'copy', active: false };

  test('with the URL of the original in its static data does not send results there', async () => {
    const trigger = await activate();
    const { run } = await startIn('trigger', trigger.staticData(), COPY);
    expect(run.error?.message).toBe(NONE);
    expect(service.requests).toEqual([]);
    expect((await startIn('wait', trigger.staticData(), COPY)).process.webhook.url).toContain('/webhook-waiting/');
  });

  test('with the path of the original in its trigger does not send results there', async () => {
    await activate();
    const otherNodes = [{ type: DocumentProcessingTrigger, node: { webhookId: 'results' } }];
    const { run } = await startIn('trigger', {}, { ...COPY, mode: 'manual', otherNodes });
    expect(run.error?.message).toBe(NONE);
    expect(service.requests).toEqual([]);
  });
});
