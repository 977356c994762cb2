// By what an execution is found again in real n8n: its custom data, which is stored before it waits, and after.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSandbox } from '../support/sandbox.ts';
import type { RunningSandbox } from '../support/sandbox.ts';
import { root } from './lines.ts';
import { chosenLines, waitFor } from './n8n.ts';
import type { Host } from './n8n.ts';
import { sharedHost } from './sharedHost.ts';
import { action, credentialFor, entry, trigger, workflow } from './workflowJson.ts';

const PATH = 'found-again';
/** Its callback says that the password is missing. */
const LOCKED = {
  resource: 'document',
  operation: 'startExtraction',
  source: 'base64',
  fileBase64: readFileSync(join(root, 'sandbox/samples/encrypted.pdf')).toString('base64'),
  delivery: 'wait',
};

describe.each(chosenLines())('in n8n %s', (line) => {
  let host: Host;
  let sandbox: RunningSandbox;

  beforeAll(async () => {
    sandbox = await startSandbox();
    host = await sharedHost(line);
    await host.createCredentials([credentialFor(sandbox.baseUrl, sandbox.token)]);
  });
  afterAll(async () => {
    await sandbox?.stop();
  });

  const inSandbox = async (path: string) =>
    (await (await fetch(`${sandbox.baseUrl}/_sandbox/${path}`)).json()) as Record<
      string,
      Array<Record<string, string>>
    >;

  test('an execution is found by the process that it waits for, and by the result that is a failure', async () => {
    const nodes = [entry(PATH), action('Wait', LOCKED), trigger('Results', `${PATH}-results`)];
    const id = await host.createWorkflow(workflow(PATH, nodes, ['Entry', 'Wait']));
    await host.activate(id);
    await (await host.callWebhook(PATH)).arrayBuffer();
    const { id: execution } = await waitFor(async () =>
      (await host.executions(id)).find(({ status }) => status === 'success' || status === 'error'),
    );
    const [process] = (await inSandbox('processes'))['processes'] ?? [];
    const [request] = (await inSandbox('requests'))['requests'] ?? [];
    expect(await host.api('GET', `/executions/${execution}`)).toMatchObject({
      customData: {
        documentProcessing_processId: process?.['id'],
        documentProcessing_failedRequestId: request?.['requestId'],
      },
    });
  });
});
