import type { INode } from 'n8n-workflow';
import type { Host, WorkflowJson } from './n8n.ts';
import { chosenLines, createHost, jsonOf } from './n8n.ts';
import { node, workflow } from './workflowJson.ts';

const START = node('Start', 'n8n-nodes-base.manualTrigger', 1);
const SET = node('Set', 'n8n-nodes-base.set', 3.4, { mode: 'raw', jsonOutput: '{ "answer": 42 }' });
const STOP = node('Stop', 'n8n-nodes-base.stopAndError', 1, { errorMessage: 'on purpose' });
const CODE = node('Code', 'n8n-nodes-base.code', 2, { jsCode: 'return [{ json: { got: $input.first().json.body } }]' });

const manual = workflow('Manual', [START, SET], ['Start', 'Set']);
const failing = workflow('Failing', [START, STOP], ['Start', 'Stop']);
function answering(path: string, answer: INode): WorkflowJson {
  const parameters = { httpMethod: 'POST', path, responseMode: 'lastNode' };
  const webhook = node('Webhook', 'n8n-nodes-base.webhook', 2, parameters, { webhookId: path });
  return workflow(path, [webhook, answer], ['Webhook', answer.name]);
}
const echo = answering('echo', CODE);

describe.each(chosenLines())('n8n %s', (line) => {
  let host: Host;
  let manualId: string, failingId: string, echoId: string;

  beforeAll(async () => {
    host = await createHost(line);
    [manualId, failingId, echoId] = await host.importWorkflows([manual, failing, echo]);
  });
  afterAll(() => host?.dispose());

  describe('without a server', () => {
    it('runs an imported workflow and returns its items', async () => {
      const run = await host.execute(manualId);
      expect(run.status).toBe('success');
      expect(jsonOf(run, 'Set')).toEqual([{ answer: 42 }]);
    });

    it('returns the run data of a failed workflow', async () => {
      const run = await host.execute(failingId);
      expect(run.status).toBe('error');
      expect(run.data.resultData.error?.message).toBe('on purpose');
    });

    it('reports what n8n logged when a command fails', async () => {
      await expect(host.command('import:workflow', '--input=/nowhere.json')).rejects.toThrow(/no such file/);
    });
  });

  describe('with a server', () => {
    beforeAll(() => host.start());

    it('lists the nodes of our package', async () => {
      const names = (await host.nodeTypes()).map(({ name }) => name);
      expect(names).toContain('n8n-nodes-document-processing.documentProcessing');
    });

    it('serves the output schemas of our operations, which the editor shows before a run', async () => {
      const response = await host.request(
        'GET',
        '/schemas/n8n-nodes-document-processing.documentProcessing/1.0.0/document/extractInvoice.json',
      );
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({
        type: 'object',
        properties: { fields: { properties: { valor_liquido: {} } }, needsReview: { type: 'boolean' } },
      });
    });

    it('responds to a webhook while its workflow is active, and again after a power cut', async () => {
      expect((await host.callWebhook('echo', { n: 1 })).status).toBe(404);
      await host.activate(echoId);
      expect(await (await host.callWebhook('echo', { n: 2 })).json()).toEqual({ got: { n: 2 } });

      await host.kill();
      await expect(host.callWebhook('echo', { n: 3 })).rejects.toThrow();
      await host.start();
      expect(await (await host.callWebhook('echo', { n: 4 })).json()).toEqual({ got: { n: 4 } });

      await host.deactivate(echoId);
      expect((await host.callWebhook('echo', { n: 5 })).status).toBe(404);
    });

    it('stores the run data of each execution', async () => {
      const [latest] = await host.executions(echoId);
      expect(latest).toMatchObject({ mode: 'webhook', status: 'success' });
      expect(jsonOf(await host.execution(latest?.id ?? ''), 'Code')).toEqual([{ got: { n: 4 } }]);
    });

    it('lists every execution of a workflow, also of many that started in the same moment', async () => {
      const id = await host.createWorkflow(answering('many', SET));
      await host.activate(id);
      // More than n8n lists at once.
      for (let batch = 0; batch < 2; batch++)
        await Promise.all(Array.from({ length: 55 }, () => host.callWebhook('many')));
      const listed = await host.executions(id);
      expect(listed).toHaveLength(110);
      expect(new Set(listed.map((execution) => execution.id)).size).toBe(110);
    });

    it('listens on a test URL when the editor tests a webhook', async () => {
      const id = await host.createWorkflow(echo);
      expect(await host.runManually(id, 'Webhook')).toEqual({ waitingForWebhook: true });
      const call = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"n": 6}' };
      expect(await (await fetch(host.testWebhookUrl('echo'), call)).json()).toEqual({ got: { n: 6 } });
      expect(await host.executions(id)).toMatchObject([{ mode: 'manual', status: 'success' }]);
    });

    it('runs a workflow as the editor does', async () => {
      expect(jsonOf(await host.runToItsEnd(manualId, 'Start'), 'Set')).toEqual([{ answer: 42 }]);
    });

    it('logs no attempt to connect beyond this machine', () => {
      expect(host.log()).not.toMatch(/ENOTFOUND|ECONNREFUSED|EAI_AGAIN|api\.n8n\.io/);
    });
  });
});
