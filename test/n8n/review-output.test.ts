// Two outputs in real n8n: which item leaves where, in an execution, a trigger and a wait.
import { envelope, failure } from '../support/envelope.ts';
import { contentItem, field } from '../support/samples.ts';
import { callBack, startService } from '../support/callbackService.ts';
import type { Process, Service } from '../support/callbackService.ts';
import { startServer } from '../support/server.ts';
import type { RecordingServer } from '../support/server.ts';
import { chosenLines, jsonOf, waitFor } from './n8n.ts';
import type { Host } from './n8n.ts';
import { sharedHost } from './sharedHost.ts';
import { action, credentialFor, entry, node, START_EXTRACTION, trigger, workflow } from './workflowJson.ts';
import type { WorkflowJson } from './restApi.ts';

const SURE = contentItem({ type: 'sure', fields: [field('valor_total', '1025.00', 0.99)] });
const UNSURE = contentItem({ type: 'unsure', fields: [field('valor_total', '1025.00', 0.4)] });
const RULES = { rule: [{ name: 'valor_total', required: true, format: 'amount', minScore: 0.5 }] };
const REVIEWED = { reviewOutput: true, typedValues: true, fieldRules: RULES };
const END = ['Done', 'Review', 'Failed'];
const ends = () => END.map((name) => node(name, 'n8n-nodes-base.noOp', 1));

/** The outputs of a node go to Done, Review and Failed. */
function branched(made: WorkflowJson, name: string, outputs = END): WorkflowJson {
  const main = outputs.map((end) => [{ node: end, type: 'main', index: 0 }]);
  return { ...made, connections: { ...made.connections, [name]: { main } } as WorkflowJson['connections'] };
}

const credential = (id: string) => ({ credentials: { documentProcessingApi: { id, name: id } } });

const WORKFLOWS = [
  branched(
    workflow(
      'Execute',
      [
        entry('execute'),
        node('Split', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'body.kinds', options: {} }),
        action(
          'Read',
          {
            resource: 'document',
            operation: 'extractContent',
            source: 'url',
            fileUrl: "=https://example.com/{{ $json['body.kinds'] }}",
            options: { ...REVIEWED, maxConcurrency: 1 },
          },
          { onError: 'continueErrorOutput', ...credential('sync') },
        ),
        ...ends(),
      ],
      ['Entry', 'Split', 'Read'],
    ),
    'Read',
  ),
  branched(
    workflow(
      'Trigger',
      [
        entry('start-trigger'),
        action('Start', { ...START_EXTRACTION, delivery: 'trigger' }),
        trigger('Results', 'results', { options: REVIEWED }),
        ...ends(),
      ],
      ['Entry', 'Start'],
    ),
    'Results',
    ['Done', 'Review'],
  ),
  branched(
    workflow(
      'Wait',
      [
        entry('wait'),
        action('Wait', { ...START_EXTRACTION, delivery: 'wait', options: REVIEWED }),
        ...ends().filter(({ name }) => name !== 'Review'),
        node('Review', 'n8n-nodes-base.set', 3.4, {
          mode: 'raw',
          jsonOutput: "={{ { ...$json, row: $('Entry').item.json.body.row } }}",
        }),
      ],
      ['Entry', 'Wait'],
    ),
    'Wait',
    ['Done', 'Review'],
  ),
];

describe.each(chosenLines())('the review output in n8n %s', (line) => {
  let host: Host;
  let sync: RecordingServer;
  let service: Service;
  const ids: string[] = [];

  const enter = async (path: string, body?: object) => void (await (await host.callWebhook(path, body)).arrayBuffer());
  /** What came to Done, Review and Failed in the next execution of a workflow that ends there. */
  const nextRun = async (index: number, act: () => Promise<unknown>) => {
    const id = ids[index] as string;
    const before = new Set(
      (await host.executions(id)).filter(({ status }) => status === 'success').map((one) => one.id),
    );
    await act();
    const execution = await waitFor(async () => {
      for (const one of await host.executions(id)) {
        if (one.status !== 'success' || before.has(one.id)) continue;
        const found = await host.execution(one.id);
        if (END.some((name) => jsonOf(found, name).length > 0)) return found;
      }
      return undefined;
    });
    return END.map((name) => jsonOf(execution, name));
  };
  const start = async (path: string, body?: object): Promise<Process> => {
    const before = service.processes.length;
    await enter(path, body);
    return (await waitFor(async () => service.processes[before])) as Process;
  };
  const resultWith = (process: Process, ...documents: object[]) => ({
    ...envelope(documents),
    processId: process.processId,
  });

  beforeAll(async () => {
    sync = await startServer((request) => {
      const kind = request.parts[0]?.data.toString().split('/').pop();
      if (kind === 'bad') return { status: 400, json: failure('R130', 'Unsupported file format') };
      return { json: envelope(kind === 'none' ? [] : [kind === 'sure' ? SURE : UNSURE]) };
    });
    service = await startService();
    host = await sharedHost(line);
    await host.createCredentials([
      credentialFor(service.url),
      credentialFor(sync.url, 'token', { id: 'sync', name: 'sync' }),
    ]);
    for (const one of WORKFLOWS) ids.push(await host.createWorkflow(one));
    for (const id of ids) await host.activate(id);
  });
  afterAll(async () => {
    await sync?.close();
    await service?.close();
  });

  test('an execution has done, review and failed items on three outputs', async () => {
    const [done, review, failed] = await nextRun(0, () =>
      enter('execute', { kinds: ['sure', 'bad', 'unsure', 'none'] }),
    );
    expect(done).toMatchObject([{ type: 'sure', fields: { valor_total: 1025 }, texts: { valor_total: '1025.00' } }]);
    expect(review).toMatchObject([
      { type: 'unsure', lowConfidence: ['valor_total'], needsReview: true },
      { type: null, missing: ['valor_total'], needsReview: true },
    ]);
    expect(failed).toMatchObject([{ error: expect.stringContaining('Unsupported file format (R130)') }]);
  });

  test('the trigger starts by one output or the other', async () => {
    const callOf = (document: object) => async () => {
      const process = await start('start-trigger');
      expect(await callBack(process, resultWith(process, document))).toBe(200);
    };
    const [done, none] = await nextRun(1, callOf(SURE));
    expect([done, none]).toMatchObject([[{ type: 'sure' }], []]);
    const [empty, review] = await nextRun(1, callOf(UNSURE));
    expect([empty, review]).toMatchObject([[], [{ type: 'unsure', needsReview: true }]]);
  });

  test('a wait goes on by the review output, in n8n 1 by the first', async () => {
    const [done, review] = await nextRun(2, async () => {
      const process = await start('wait', { row: 'row-7' });
      await waitFor(async () => (await host.executions(ids[2] ?? '')).find(({ status }) => status === 'waiting'));
      expect(await callBack(process, resultWith(process, SURE, UNSURE))).toBe(200);
    });
    if (line.startsWith('1.')) {
      expect([done, review]).toMatchObject([[{ type: 'sure' }, { type: 'unsure', needsReview: true }], []]);
    } else {
      expect([done, review]).toMatchObject([[{ type: 'sure' }], [{ type: 'unsure', needsReview: true, row: 'row-7' }]]);
    }
  });
});
