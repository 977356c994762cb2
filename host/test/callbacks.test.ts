import { chosenLines, createHost, jsonOf, packTarball, waitFor } from '../n8n.ts';
import type { Host } from '../n8n.ts';
import { action, entry, node, trigger, workflow } from './support/nodes.ts';
import { callBack, resultOf, startService } from './support/service.ts';
import type { Process, Service } from './support/service.ts';

const START = { resource: 'document', operation: 'startExtraction', source: 'url', fileUrl: 'https://example.com/a.pdf' };
const after = (name: string) => node(name, 'n8n-nodes-base.noOp', 1);

const toTrigger = workflow(
  'To the trigger',
  [entry('to-trigger'), action('Start', { ...START, delivery: 'trigger', options: { correlationId: '={{ $json.body.row }}' } }), trigger('Results', 'results'), after('After')],
  ['Entry', 'Start'],
  ['Results', 'After'],
);
const waiting = (name: string, limit?: number) => {
  const options = limit === undefined ? {} : { limitWaitTime: { values: { limitType: 'afterTimeInterval', resumeAmount: limit, resumeUnit: 'minutes' } } };
  return action(name, { ...START, delivery: 'wait', options });
};
const waitAlone = workflow('Wait alone', [entry('wait-alone'), waiting('Wait'), after('After')], ['Entry', 'Wait', 'After']);
const waitWithTrigger = workflow('Wait beside a trigger', [entry('wait-safe'), waiting('Wait'), after('After'), trigger('Results', 'wait-results')], ['Entry', 'Wait', 'After']);
const waitShortly = workflow('Wait shortly', [entry('wait-short'), waiting('Wait', 0.02), after('After')], ['Entry', 'Wait', 'After']);

describe.each(chosenLines())('callbacks in n8n %s', (line) => {
  let host: Host;
  let service: Service;
  const ids: Record<string, string> = {};

  const start = async (path: string, body: object = {}): Promise<Process> => {
    const before = service.processes.length;
    await fetch(host.webhookUrl(path), { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    return (await waitFor(async () => service.processes[before])) as Process;
  };
  const results = async (id = '') => {
    const all = await host.executions(id);
    const finished = all.filter(({ status }) => status === 'success');
    return { all, finished };
  };
  const stored = async (id = '', status = 'waiting') => await waitFor(async () => (await host.executions(id)).find((one) => one.status === status));

  beforeAll(async () => {
    service = await startService();
    host = await createHost(line);
    host.install(packTarball());
    await host.importCredentials([{ id: 'documentProcessing', name: 'Document Processing', type: 'documentProcessingApi', data: { baseUrl: service.url, accessToken: 'token' } }]);
    const workflows = { toTrigger, waitAlone, waitWithTrigger, waitShortly };
    const imported = await host.importWorkflows(Object.values(workflows));
    for (const [index, name] of Object.keys(workflows).entries()) ids[name] = imported[index] as string;
    await host.start();
    for (const id of imported) await host.activate(id);
  });
  afterAll(async () => {
    await host?.dispose();
    await service?.close();
  });

  test('an extraction comes back through the trigger of its workflow, with its correlation', async () => {
    const process = await start('to-trigger', { row: 'row-7' });
    expect(process.webhook.url).toBe(host.webhookUrl('results/callback'));
    expect(await callBack(process)).toBe(200);
    const run = await waitFor(async () => {
      const [newest] = (await results(ids['toTrigger'])).finished;
      const execution = newest && (await host.execution(newest.id));
      return execution && jsonOf(execution, 'After').length > 0 && execution;
    });
    expect(jsonOf(run, 'After')).toMatchObject([{ type: 'carta', fields: { nome: process.processId }, processId: process.processId, event: 'contentExtraction', correlationId: 'row-7' }]);
  });

  test('a waiting execution goes on with its result', async () => {
    const process = await start('wait-alone');
    await stored(ids['waitAlone']);
    expect(await callBack(process)).toBe(200);
    const finished = await stored(ids['waitAlone'], 'success');
    expect(jsonOf(await host.execution(finished?.id ?? ''), 'After')).toMatchObject([{ fields: { nome: process.processId }, event: 'contentExtraction' }]);
  });

  test('beside a trigger, a result that comes at once is handed over', async () => {
    service.delay = 0;
    const process = await start('wait-safe');
    expect(process.webhook.url).toBe(host.webhookUrl('wait-results/callback'));
    const finished = await stored(ids['waitWithTrigger'], 'success');
    expect(jsonOf(await host.execution(finished?.id ?? ''), 'After')).toMatchObject([{ fields: { nome: process.processId } }]);
    service.delay = undefined;
  });
});
