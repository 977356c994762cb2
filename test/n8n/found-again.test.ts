// By what an execution is found again in real n8n: its custom data, and what it gives to n8n's traces.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSandbox } from '../support/sandbox.ts';
import type { RunningSandbox } from '../support/sandbox.ts';
import { root } from './lines.ts';
import { chosenLines, createHost, waitFor } from './n8n.ts';
import type { Host } from './n8n.ts';
import { action, credentialFor, entry, node, trigger, workflow } from './workflowJson.ts';

const PARSE = { resource: 'address', operation: 'parse', text: '={{ $json.body.text }}' };
const ENRICH = {
  resource: 'enrichment',
  operation: 'start',
  query: 'pf',
  parameters: { parameter: [{ name: 'cpf', value: '52998224725' }] },
};
/** Its callback says that the password is missing. */
const LOCKED = {
  resource: 'document',
  operation: 'startExtraction',
  source: 'base64',
  fileBase64: readFileSync(join(root, 'sandbox/samples/encrypted.pdf')).toString('base64'),
};
const UNREADABLE = {
  resource: 'document',
  operation: 'extractContent',
  source: 'base64',
  fileBase64: 'bm8gZG9jdW1lbnQ=',
};
const PASS_ON = node('Again', 'n8n-nodes-base.set', 3.4, { mode: 'raw', jsonOutput: '{ "body": { "text": "none" } }' });

const workflows = {
  twice: workflow(
    'Twice',
    [entry('twice'), action('Parse', PARSE), PASS_ON, action('Parse again', PARSE)],
    ['Entry', 'Parse', 'Again', 'Parse again'],
  ),
  failing: workflow('Failing', [entry('failing'), action('Read', UNREADABLE)], ['Entry', 'Read']),
  waiting: workflow(
    'Waiting',
    [entry('waiting'), action('Wait', { ...LOCKED, delivery: 'wait' }), PASS_ON, trigger('Results', 'waiting-results')],
    ['Entry', 'Wait', 'Again'],
  ),
  delivered: workflow(
    'Delivered',
    [entry('delivered'), action('Start', { ...ENRICH, delivery: 'trigger' }), trigger('Results', 'delivered-results')],
    ['Entry', 'Start'],
  ),
};

type Logged = { requestId: string; path: string; code: string };
type CustomData = Record<string, string>;

describe.each(chosenLines())('an execution of n8n %s is found again', (line) => {
  let host: Host;
  let sandbox: RunningSandbox;
  let ids: Record<keyof typeof workflows, string>;

  beforeAll(async () => {
    sandbox = await startSandbox();
    host = await createHost(line);
    await host.start();
    await host.createCredentials([credentialFor(sandbox.baseUrl, sandbox.token)]);
    ids = await host.createWorkflows(workflows);
    for (const id of Object.values(ids)) await host.activate(id);
  });
  afterAll(async () => {
    await host?.dispose();
    await sandbox?.stop();
  });

  const logged = async (): Promise<Logged[]> =>
    ((await (await fetch(`${sandbox.baseUrl}/_sandbox/requests`)).json()) as { requests: Logged[] }).requests;

  /** Runs a workflow; what the sandbox received for it, and the executions of the workflow once they have ended. */
  async function run(name: keyof typeof workflows, executions = 1, body = {}) {
    const before = (await logged()).length;
    await (await host.callWebhook(name, body)).arrayBuffer();
    const ended = await waitFor(async () => {
      const found = (await host.executions(ids[name])).filter(
        ({ status }) => status === 'success' || status === 'error',
      );
      return found.length >= executions && found;
    });
    const newestFirst = ended.map(({ id }) => id).sort((one, other) => Number(other) - Number(one));
    return { requests: (await logged()).slice(before), executions: newestFirst };
  }

  const customDataOf = async (id = '') =>
    (await host.api<{ customData: CustomData }>('GET', `/executions/${id}`)).customData;

  const tracingOf = async (id: string, nodeName: string) =>
    (await host.execution(id)).data.resultData.runData[nodeName]?.at(-1)?.metadata?.tracing;

  it('by its requests, and by how many items a person should check', async () => {
    const { requests, executions } = await run('twice', 1, { text: 'Rua das Flores, 123, Centro, São Paulo - SP' });
    const [first, last] = requests.map(({ requestId }) => requestId);
    expect(requests).toHaveLength(2);
    expect(await customDataOf(executions[0])).toEqual({
      documentProcessing_firstRequestId: first,
      documentProcessing_lastRequestId: last,
      documentProcessing_needsReview: '1',
    });
    expect(await tracingOf(executions[0] ?? '', 'Parse again')).toMatchObject({
      'documentProcessing.operation': 'address.parse',
      'documentProcessing.attempts': 1,
      'documentProcessing.requestId': last,
      'documentProcessing.status': '200',
    });
  });

  it('by the request that failed', async () => {
    const { requests, executions } = await run('failing');
    const [{ requestId, code } = { requestId: '', code: '' }] = requests;
    expect(await customDataOf(executions[0])).toMatchObject({ documentProcessing_failedRequestId: requestId });
    expect(await tracingOf(executions[0] ?? '', 'Read')).toMatchObject({
      'documentProcessing.requestId': requestId,
      'documentProcessing.status': code,
    });
  });

  const newestProcess = async () =>
    ((await (await fetch(`${sandbox.baseUrl}/_sandbox/processes`)).json()) as { processes: Array<{ id: string }> })
      .processes[0]?.id;

  it('by its process where it waits for its result, and by the result that is a failure', async () => {
    const { requests, executions } = await run('waiting');
    expect(await customDataOf(executions[0])).toMatchObject({
      documentProcessing_processId: await newestProcess(),
      documentProcessing_failedRequestId: requests[0]?.requestId,
    });
  });

  it('by its process where it starts one, and where it starts with the result', async () => {
    const { executions } = await run('delivered', 2);
    const processId = await newestProcess();
    expect(processId).toBeDefined();
    for (const id of executions)
      expect(await customDataOf(id)).toMatchObject({ documentProcessing_processId: processId });
    expect(executions).toHaveLength(2);
  });
});
