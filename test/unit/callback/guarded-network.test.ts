// An n8n with N8N_SSRF_PROTECTION_ENABLED lets no request out to a private address, its own among them.
import { SsrfProtectionConfig } from '@n8n/config';
import { Container } from '@n8n/di';
import { openInstance, type Instance } from '../../engine/instance.ts';
import { runNode } from '../../engine/execution.ts';
import { runWebhook } from '../../engine/webhook.ts';
import { DocumentProcessingTrigger } from '../../../nodes/DocumentProcessing/DocumentProcessingTrigger.node';
import { issueToken, TOKEN_HEADER } from '../../../nodes/DocumentProcessing/callback/token';
import { callbackSecretOf } from '../../../nodes/DocumentProcessing/transport/credential';
import { credentialFor } from '../../support/document-node.ts';
import { callBack, resultOf, startService, type Service } from '../../support/callbackService.ts';
import { activate, inAnotherProcess, start, triggerSetup } from './workflow.ts';

const guard = Container.get(SsrfProtectionConfig);
// The service is allowed by its name; n8n calls itself 127.0.0.1.
guard.allowedHostnames = ['localhost'];

let service: Service;
let n8n: Instance;
beforeEach(async () => {
  service = await startService();
  service.url = service.url.replace('127.0.0.1', 'localhost');
  n8n = await openInstance();
  guard.enabled = true;
});
afterEach(async () => {
  guard.enabled = false;
  await n8n.close();
  await service.close();
});

const BLOCKED = 'The request was blocked because it resolves to a restricted IP address';

/** What the trigger of execution 7 is sent. */
const relayedCall = (processId: string, resumeUrl: string) => {
  const token = {
    event: 'contentExtraction',
    correlationId: 'row 7',
    waiting: { executionId: '7', output: {}, resumeUrl },
  };
  const secret = callbackSecretOf(credentialFor(service.url).data);
  return { body: resultOf(processId), headers: { [TOKEN_HEADER]: issueToken(token as never, secret) } };
};

test('a result that is waited for goes to the execution: the trigger could not relay it', async () => {
  const trigger = await activate({ n8n, service });
  const { run, process } = await start({ n8n, service, trigger }, { delivery: 'wait' });
  expect(process.webhook.url).toContain('/webhook-waiting/');
  const resumed = n8n.resumed(run);
  expect(await callBack(process)).toBe(200);
  expect((await resumed).items).toMatchObject([{ json: { processId: process.processId } }]);
  await trigger.deactivate();
});

test('a result for the trigger goes to it, though it cannot be asked', async () => {
  const trigger = await activate({ n8n, service });
  for (const nodeClass of [undefined, inAnotherProcess().action]) {
    const { process } = await start({ n8n, service, trigger }, { delivery: 'trigger' }, nodeClass && { nodeClass });
    expect(process.webhook.url).toBe(trigger.urls[0]);
  }
  await trigger.deactivate();
});

test('a result that cannot be relayed is refused at once, with the reason of n8n, and can be repeated', async () => {
  const call = async () =>
    await runWebhook(DocumentProcessingTrigger, {
      ...triggerSetup(service),
      request: relayedCall('guarded', `${n8n.baseUrl}webhook-waiting/7`),
    });
  for (const { response, workflowData } of [await call(), await call()])
    expect([response.status, response.json, workflowData]).toEqual([502, { message: BLOCKED }, undefined]);
});

test('an execution that relays ends with that reason', async () => {
  guard.enabled = false;
  // Nothing listens there: the trigger stores the callback.
  const { workflowData } = await runWebhook(DocumentProcessingTrigger, {
    ...triggerSetup(service),
    request: relayedCall('stored', 'http://127.0.0.1:1/webhook-waiting/7'),
  });
  guard.enabled = true;
  const run = await runNode(DocumentProcessingTrigger, { ...triggerSetup(service), items: workflowData?.[0] ?? [] });
  expect(run.error).toMatchObject({
    message: 'Execution 7 did not accept its result',
    description: expect.stringContaining(BLOCKED),
  });
});
