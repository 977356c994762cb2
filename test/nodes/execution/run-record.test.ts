// By what an execution is found again: n8n's custom data, and the metadata that n8n adds to its traces.
import type { IDataObject, IExecuteFunctions, INodeParameters } from 'n8n-workflow';
import { runWorkflow, type WorkflowRun } from '../../engine/execution.ts';
import { callResumeUrl } from '../../engine/waitingExecution.ts';
import { START_NODE, workflowAround } from '../../engine/workflow.ts';
import { DocumentProcessing } from '../../../nodes/DocumentProcessing/DocumentProcessing.node';
import { DocumentProcessingTrigger } from '../../../nodes/DocumentProcessing/DocumentProcessingTrigger.node';
import { callBack, resultOf } from '../../support/callbackService.ts';
import { credentialFor, runOperation, BY_URL, numbered } from '../../support/document-node.ts';
import { envelope, failure } from '../../support/envelope.ts';
import { serverForEachTest } from '../../support/opened.ts';
import { contentItem } from '../../support/samples.ts';
import { CUT, type Answer } from '../../support/server.ts';
import { tokenOf, triggerSetup, workflowOfEachTest } from '../callback/workflow.ts';

const server = serverForEachTest();
const { service, activate, start } = workflowOfEachTest();

const customDataOf = ({ record }: WorkflowRun) => record.data.resultData.metadata;

const tracingOf = ({ record }: WorkflowRun, nodeName = 'Document Processing') =>
  record.data.resultData.runData[nodeName]?.at(-1)?.metadata?.tracing;

const READ: INodeParameters = { ...BY_URL, options: { maxConcurrency: 1 } };

/** Reads so many items, one after the other; answers are by the number of the request. */
async function read(
  answers: Answer[],
  parameters: INodeParameters = {},
  setup: Parameters<typeof runOperation>[3] = {},
) {
  server.respond((_request, index) => answers[index] as Answer);
  const items = numbered(answers.length);
  return await runOperation(server, 'document.extractContent', { ...READ, ...parameters }, { items, ...setup });
}

const answer = (requestId: unknown, member = {}): Answer => ({
  json: envelope([contentItem(member)], { requestId: requestId as string }),
});
const UNIDENTIFIED = { type: null, stdType: null, fields: [] };
const failed = (requestId: string, code = 'R130'): Answer => ({
  status: 400,
  json: { ...failure(code, 'Unsupported file format'), requestId },
});

describe('the custom data of an execution', () => {
  test('has the first and the last request, and how many items a person should check', async () => {
    const run = await read([answer('req-a', UNIDENTIFIED), answer('req-b'), answer('req-c', UNIDENTIFIED)]);
    expect(customDataOf(run)).toEqual({
      documentProcessing_firstRequestId: 'req-a',
      documentProcessing_lastRequestId: 'req-c',
      documentProcessing_needsReview: '2',
    });
  });

  const RETRY = { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 };
  test.each<[what: string, INodeParameters, Answer[], setup: object, cost: string, requests: string]>([
    [
      'what was answered, and each request that the service may have counted',
      { unitPrice: 0.1, retries: 2 },
      [answer('a'), { status: 503, json: {} }, answer('b'), failed('c'), answer('d'), { status: 401, json: {} }],
      { items: numbered(5), onError: 'continueRegularOutput' },
      '0.3',
      '4',
    ],
    [
      'the cost of all tries',
      { unitPrice: 0.7 },
      [failed('a', 'E100'), answer('b'), answer('c')],
      { items: numbered(2), node: RETRY },
      '1.4',
      '3',
    ],
  ])('has with a price %s', async (_what, options, answers, setup, cost, requests) => {
    const run = await read(answers, { options: { maxConcurrency: 1, ...options } }, setup);
    expect(run.error).toBeUndefined();
    expect(customDataOf(run)).toMatchObject({ documentProcessing_cost: cost, documentProcessing_requests: requests });
  });

  test('has no cost of what was never sent, and of a preview', async () => {
    const preview = await read([answer('req-a')], { options: { preview: true, unitPrice: 1 } });
    expect(customDataOf(preview) ?? {}).toEqual({});
    const refused = await runOperation({ url: 'http://127.0.0.1:1' }, 'document.extractContent', {
      ...READ,
      options: { unitPrice: 1, retries: 0 },
    });
    expect(customDataOf(refused) ?? {}).not.toHaveProperty('documentProcessing_requests');
  });

  test.each([
    ['stops', {}],
    ['has an error branch', { onError: 'continueErrorOutput' as const }],
  ])('has the request that failed where the node %s', async (_what, setup) => {
    const run = await read([answer('req-a'), failed('req-b'), answer('req-c')], {}, setup);
    expect(customDataOf(run)).toMatchObject({
      documentProcessing_firstRequestId: 'req-a',
      documentProcessing_failedRequestId: 'req-b',
    });
  });

  test('counts over all nodes and all runs of a node', async () => {
    let sent = 0;
    server.respond(() => answer(`req-${++sent}`, UNIDENTIFIED));
    const { nodeName, ...workflow } = workflowAround(DocumentProcessing, {
      parameters: { resource: 'document', operation: 'extractContent', ...READ },
      credentials: [credentialFor(server.url)],
    });
    const [first, node] = workflow.nodes;
    if (!first || !node) throw new Error('The workflow has no node');
    const to = (name: string) => ({ node: name, type: 'main' as const, index: 0 });
    const run = await runWorkflow({
      ...workflow,
      nodes: [first, node, { ...node, id: 'second', name: 'Second' }],
      // The second runs twice: for what comes from the start, and for what comes from the first.
      connections: {
        [START_NODE]: { main: [[to(nodeName), to('Second')]] },
        [nodeName]: { main: [[to('Second')]] },
      },
      startNode: START_NODE,
    });
    expect(run.record.data.resultData.runData['Second']).toHaveLength(2);
    expect(customDataOf(run)).toEqual({
      documentProcessing_firstRequestId: 'req-1',
      documentProcessing_lastRequestId: 'req-3',
      documentProcessing_needsReview: '3',
    });
  });

  test('has what the summary says is billed', async () => {
    const details = [{ date: '2025-01-31T00:00:00Z', services: [{ serviceName: 'vio', billingCount: 7 }] }];
    server.respond(() => ({ json: envelope({ details, billingCount: 7 }, { requestId: 'req-bill' }) }));
    const run = await runOperation(server, 'billing.getDailySummary');
    expect(run.error).toBeUndefined();
    expect(customDataOf(run)).toEqual({
      documentProcessing_firstRequestId: 'req-bill',
      documentProcessing_lastRequestId: 'req-bill',
      documentProcessing_units: '7',
    });
  });

  test('takes numbers for IDs, and nothing that is none', async () => {
    expect(customDataOf(await read([answer(17)]))).toMatchObject({ documentProcessing_lastRequestId: '17' });
    for (const id of ['Ana Souza, born 1990', 'x'.repeat(300), '', null, { id: 1 }])
      expect(customDataOf(await read([answer(id)]))).toBeUndefined();
  });

  test('has no secret, whatever the service calls an ID', async () => {
    const id = 'token-of-the-test';
    const run = await read([answer(id), failed(id), failed('req-c', id)], {}, { onError: 'continueRegularOutput' });
    expect(customDataOf(run)).toEqual({
      documentProcessing_lastRequestId: 'req-c',
      documentProcessing_failedRequestId: 'req-c',
    });
    expect(JSON.stringify(tracingOf(run))).not.toContain(id);
    const password = await read([answer('Senha123')], { options: { filePassword: 'Senha123' } });
    expect(customDataOf(password)).toBeUndefined();
  });

  test.each(['manual', 'trigger'] as const)('changes nothing where n8n keeps no more keys (%s)', async (mode) => {
    const own = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`own${n}`, 'mine']));
    class Crowded extends DocumentProcessing {
      override async execute(this: IExecuteFunctions) {
        this.customData.setAll(own);
        return await new DocumentProcessing().execute.call(this);
      }
    }
    const run = await read([answer('req-a')], {}, { nodeClass: Crowded, mode });
    expect(run.items).toMatchObject([{ json: { requestId: 'req-a' } }]);
    expect(customDataOf(run)).toEqual(own);
  });
});

describe('a result that comes later', () => {
  test('is found by its process in the execution that waits for it, and in what it needs', async () => {
    const { run, process } = await start({ delivery: 'wait' });
    const { processId } = process;
    expect(customDataOf(run)).toMatchObject({ documentProcessing_processId: processId });
    const { name, value } = tokenOf(process);
    const body = { ...resultOf(processId, { type: null, stdType: null }), requestId: 'req-of-the-result' };
    const resumed = (await callResumeUrl(run, { headers: { [name]: value }, body })).run;
    expect(resumed && customDataOf(resumed)).toEqual({
      ...customDataOf(run),
      documentProcessing_lastRequestId: 'req-of-the-result',
      documentProcessing_needsReview: '1',
    });
  });

  test.each([
    [resultOf, {}],
    [failedResult, { documentProcessing_failedRequestId: 'req-1' }],
  ])('is found by its process in the execution of the trigger', async (bodyOf, expected) => {
    const trigger = await activate();
    const { process } = await start({ delivery: 'trigger' }, { trigger });
    expect(await callBack(process, bodyOf(process.processId))).toBe(200);
    const [items] = trigger.executions.at(-1) ?? [];
    const workflow = workflowAround(DocumentProcessingTrigger, triggerSetup(service));
    const run = await runWorkflow({ ...workflow, startNode: workflow.nodeName, items: items ?? [] });
    expect(customDataOf(run)).toEqual({
      documentProcessing_processId: process.processId,
      documentProcessing_firstRequestId: 'req-1',
      documentProcessing_lastRequestId: 'req-1',
      ...expected,
    });
  });
});

function failedResult(processId: string) {
  return { ...failure('R130', 'Unsupported file format'), processId };
}

describe('what n8n adds to its traces', () => {
  const traced = async (...given: Parameters<typeof read>) => tracingOf(await read(...given)) as IDataObject;

  test('says what was done, how often it was tried, and how long it took the service', async () => {
    server.respond((_request, index) => (index === 0 ? { status: 503 } : answer('req-a')));
    const run = await runOperation(server, 'document.extractContent', READ);
    expect(tracingOf(run)).toEqual({
      'documentProcessing.operation': 'document.extractContent',
      'documentProcessing.requests': 1,
      'documentProcessing.attempts': 2,
      'documentProcessing.requestId': 'req-a',
      'documentProcessing.status': '200',
      'documentProcessing.elapsedMilliseconds': 12,
    });
  });

  test('says what the network did where no answer came', async () => {
    const tracing = await traced([answer('req-a'), CUT]);
    expect(tracing['documentProcessing.status']).toMatch(/^E[A-Z_]+$/);
    expect(tracing).not.toHaveProperty('documentProcessing.requestId');
  });
});
