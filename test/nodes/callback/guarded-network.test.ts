// An n8n with N8N_SSRF_PROTECTION_ENABLED lets no request out to a private address, its own among them.
import { OutboundHttp, SsrfProtectionService } from '@n8n/backend-network';
import { SsrfProtectionConfig } from '@n8n/config';
import { Container } from '@n8n/di';
import { pressTest, signingIn, runOperation } from '../../support/document-node.ts';
import { callBack, resultOf } from '../../support/callbackService.ts';
import { callTrigger, inAnotherProcess, resumedBy, tokenHeader, workflowOfEachTest } from './workflow.ts';

const guard = Container.get(SsrfProtectionConfig);

/** What N8N_SSRF_ALLOWED_HOSTNAMES and N8N_SSRF_ALLOWED_IP_RANGES hold. n8n reads them once, when it starts. */
function allow(allowedHostnames: string[], allowedIpRanges: string[] = []): void {
  Object.assign(guard, { allowedHostnames, allowedIpRanges });
  for (const service of [SsrfProtectionService, OutboundHttp]) Container.set<unknown>(service, undefined);
}

const { n8n, service, activate, start } = workflowOfEachTest();
beforeEach(() => {
  service.url = service.url.replace('127.0.0.1', 'localhost');
  // The service is allowed by its name; n8n calls itself 127.0.0.1.
  allow(['localhost']);
  guard.enabled = true;
});
afterEach(() => {
  guard.enabled = false;
  allow([]);
});

const BLOCKED = 'The request was blocked because it resolves to a restricted IP address';

/** What the trigger of execution 7 is sent. */
const relayedCall = (processId: string, resumeUrl: string) => {
  const token = {
    event: 'contentExtraction',
    correlationId: 'row 7',
    waiting: { executionId: '7', output: {}, resumeUrl },
  };
  return { body: resultOf(processId), headers: tokenHeader(token as never) };
};

const TO_TRIGGER = /\/webhook\/results\/callback$/;
const TO_EXECUTION = /\/webhook-waiting\//;

/** n8n's own address is 127.0.0.1, and `localhost` is another name of it; 127.0.0.2 stands for a service elsewhere. */
test.each([
  ['the service by name and n8n by address', 'localhost', ['localhost'], ['127.0.0.1/32'], TO_TRIGGER],
  ['the service only, by name', 'localhost', ['localhost'], [], TO_EXECUTION],
  ['n8n only', '127.0.0.2', [], ['127.0.0.1/32'], undefined],
])('allowed is %s', async (_setting, host, names, ranges, goesTo) => {
  service.url = service.url.replace('localhost', host);
  allow(names, ranges);
  const trigger = await activate();
  const { run, process } = await start({ delivery: 'wait' }, { trigger });
  if (!goesTo) {
    expect(run.error).toMatchObject({
      message: `${BLOCKED} [item 0]`,
      description: expect.stringMatching(/allowlist/),
    });
    expect(service.requests).toEqual([]);
  } else {
    expect(process.webhook.url).toMatch(goesTo);
    const resumed = n8n.resumed(run);
    expect(await callBack(process)).toBe(200);
    expect((await resumedBy(trigger, service, resumed)).items).toMatchObject([
      { json: { processId: process.processId } },
    ]);
  }
});

test('a result for the trigger goes to it, though it cannot be asked', async () => {
  const trigger = await activate();
  for (const nodeClass of [undefined, inAnotherProcess().action]) {
    const { process } = await start({ delivery: 'trigger' }, { trigger, ...(nodeClass && { nodeClass }) });
    expect(process.webhook.url).toBe(trigger.urls[0]);
  }
});

test('a trigger that cannot be asked in a test run is not said to be missing', async () => {
  const trigger = await activate();
  // In a test run n8n does not say that the workflow is active.
  const setup = { nodeClass: inAnotherProcess().action, active: false, mode: 'manual' as const };
  const { run } = await start({ delivery: 'trigger' }, { trigger, ...setup });
  expect(run.error).toMatchObject({
    message: expect.stringMatching(
      /could not ask .* n8n guards its network, and its own address is not allowed \[item 0\]$/,
    ),
    description: expect.stringMatching(/N8N_SSRF_ALLOWED_IP_RANGES/),
  });
  expect(service.requests).toEqual([]);
});

test('a result that cannot be relayed is refused at once, with the reason of n8n, and can be repeated', async () => {
  const call = () => callTrigger(service, relayedCall('guarded', `${n8n.baseUrl}webhook-waiting/7`));
  for (const { response, workflowData } of [await call(), await call()])
    expect([response.status, response.json, workflowData]).toEqual([502, { message: BLOCKED }, undefined]);
});

test('a request, a sign-in and the test of a credential are told so too, with who can allow it, and where', async () => {
  allow([]);
  for (const data of [{}, signingIn()]) {
    const { error } = await runOperation(service, 'api.sendRequest', { path: 'a' }, { credential: data });
    const pressed = await pressTest(service.url, data);
    for (const text of [`${error?.message} ${error?.description}`, pressed.message])
      for (const part of [BLOCKED, 'allowlist', 'N8N_SSRF_ALLOWED_HOSTNAMES', 'N8N_SSRF_ALLOWED_IP_RANGES'])
        expect(text).toContain(part);
  }
  expect(service.requests).toEqual([]);
});
