// By what an execution is found again in real n8n: its custom data, which is stored before it waits, and after.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lines.ts';
import { chosenLines, waitFor } from './n8n.ts';
import { hostWithSandbox } from './sharedHost.ts';
import { action, entry, trigger, workflow } from './workflowJson.ts';

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
  const { host, sandbox } = hostWithSandbox(line);

  test('an execution is found by the process that it waits for, and by the result that is a failure', async () => {
    const id = await host.createWorkflow(
      workflow(PATH, [entry(PATH), action('Wait', LOCKED)], [trigger('Results', `${PATH}-results`)]),
    );
    await host.activate(id);
    await (await host.callWebhook(PATH)).arrayBuffer();
    const { id: execution } = await waitFor(async () =>
      (await host.executions(id)).find(({ status }) => status === 'success' || status === 'error'),
    );
    type Listed = Array<Record<string, string>>;
    const { processes } = await sandbox.inspect<{ processes: Listed }>('processes');
    const { requests } = await sandbox.inspect<{ requests: Listed }>('requests');
    expect(await host.call('GET', `/executions/${execution}`)).toMatchObject({
      customData: {
        documentProcessing_processId: processes[0]?.['id'],
        documentProcessing_failedRequestId: requests[0]?.['requestId'],
      },
    });
  });
});
