// n8n with N8N_SSRF_PROTECTION_ENABLED, which lets no node call a private address that is not allowed. Only n8n 2 has it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { INode } from 'n8n-workflow';
import { callBack, startService } from '../support/callbackService.ts';
import type { Service } from '../support/callbackService.ts';
import { createHost, jsonOf, packTarball, waitFor } from './n8n.ts';
import type { Host } from './n8n.ts';
import { NEWEST } from './lines.ts';
import { action, entry, node, trigger, workflow } from './workflowJson.ts';

const BLOCKED = 'The request was blocked because it resolves to a restricted IP address';

const waiting = (path: string, credentials: NonNullable<INode['credentials']>) => {
  const parameters = {
    ...{ resource: 'document', operation: 'startExtraction', source: 'url', fileUrl: 'https://example.com/a.pdf' },
    delivery: 'wait',
  };
  return workflow(
    path,
    [
      entry(path),
      action(`Wait ${path}`, parameters, { credentials }),
      node('After', 'n8n-nodes-base.noOp', 1),
      { ...trigger('Results', `${path}-results`), credentials },
    ],
    ['Entry', `Wait ${path}`, 'After'],
  );
};

const folder = mkdtempSync(join(tmpdir(), 'guarded-'));
let service: Service;
let host: Host;
let wait: string;
let elsewhere: string;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await host?.stop();
  await service?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts n8n, whose own address is 127.0.0.1. The service has the name `localhost`; the one elsewhere is at 127.0.0.2. */
async function start(allowed: Record<string, string>): Promise<void> {
  const isFirst = host === undefined;
  await host?.stop();
  host = await createHost(NEWEST, {
    userFolder: folder,
    settings: { N8N_SSRF_PROTECTION_ENABLED: 'true', ...allowed },
  });
  if (isFirst) host.install(packTarball());
  await host.start();
  if (!isFirst) return;
  [wait, elsewhere] = [await createWait('wait', 'localhost'), await createWait('elsewhere', '127.0.0.2')];
}

/** Creates an active workflow that starts an extraction at such a host and waits for its result. Returns its ID. */
async function createWait(path: string, name: string): Promise<string> {
  const { id: credential } = await host.api<{ id: string }>('POST', '/credentials', {
    name,
    type: 'documentProcessingApi',
    data: { baseUrl: service.url.replace('127.0.0.1', name), accessToken: 'token' },
  });
  const id = await host.createWorkflow(waiting(path, { documentProcessingApi: { id: credential, name } }));
  await host.activate(id);
  return id;
}

const enter = async (path: string) => await fetch(host.webhookUrl(path), { method: 'POST' });

/** A wait gets its result, which the service sends to such an address; the other service is blocked. */
async function expectResultAt(address: string): Promise<void> {
  const before = service.processes.length;
  await enter('wait');
  const process = await waitFor(() => service.processes[before]);
  expect(process.webhook.url).toContain(address);
  await waitFor(async () => (await host.executions(wait)).some(({ status }) => status === 'waiting'));
  expect(await callBack(process)).toBe(200);
  await waitFor(async () => {
    const ended = (await host.executions(wait)).filter(({ status }) => status === 'success');
    const items = await Promise.all(ended.map(async ({ id }) => jsonOf(await host.execution(id), 'After')));
    return items.flat().some(({ processId }) => processId === process.processId);
  });

  await enter('elsewhere');
  const blocked = await waitFor(async () =>
    (await host.executions(elsewhere)).find(({ status }) => status === 'error'),
  );
  expect((await host.execution(blocked.id)).data.resultData.error).toMatchObject({
    message: `${BLOCKED} [item 0]`,
    description: expect.stringMatching(/allowlist/),
  });
  expect(service.processes).toHaveLength(before + 1);
}

test('where the service is allowed and n8n is not, a wait beside a trigger has its result sent to the execution', async () => {
  await start({ N8N_SSRF_ALLOWED_HOSTNAMES: 'localhost' });
  await expectResultAt('/webhook-waiting/');
});

test('where both are, the trigger relays it', async () => {
  await start({ N8N_SSRF_ALLOWED_HOSTNAMES: 'localhost', N8N_SSRF_ALLOWED_IP_RANGES: '127.0.0.1/32' });
  await expectResultAt('/webhook/wait-results/callback');
});
