import type { IExecuteFunctions, INodeExecutionData, INodeParameters, INodeType } from 'n8n-workflow';
import { runWorkflow } from '../../engine/execution.ts';
import { START_NODE, workflowAround } from '../../engine/workflow.ts';
import { DocumentProcessing } from '../../../nodes/DocumentProcessing/DocumentProcessing.node';
import { credentialFor, runOperation, BY_URL, numbered } from '../../support/document-node.ts';
import { failure } from '../../support/envelope.ts';
import { serverForEachTest } from '../../support/opened.ts';
import { contentItem } from '../../support/samples.ts';
import { scenario } from '../../support/scenario.ts';

const server = serverForEachTest();

const REFUSED = { status: 400, json: failure('R130', 'Unsupported file format') };
const FILE_OF_ITEM = { source: 'url', fileUrl: '=https://example.com/{{ $json.n }}' };

const run = async (failing: number, options: INodeParameters = {}, count = 6, setup = {}) => {
  const extract = scenario('document.extractContent', (request) => {
    const item = Number(request.parts[0]?.data.toString().split('/').pop());
    return item === failing ? REFUSED : { result: [contentItem()] };
  });
  const items = numbered(count);
  return await extract.with({ ...FILE_OF_ITEM, options: { maxConcurrency: 1, ...options } }, { items, ...setup });
};

test('a run that stops midway says what was sent and billed, and how to keep it', async () => {
  const { error, requests } = await run(3);
  expect(error?.message).toBe('Unsupported file format (R130) [item 3]');
  expect(error?.description).toMatch(
    /req-1\. Sent: 4 items \(0 to 3\) of 6\. .* billed: 3 items \(0 to 2\)\..*choose "Continue".* or process the items in batches\.$/,
  );
  expect(error?.context).toMatchObject({
    sent: { count: 4, first: 0, last: 3 },
    answered: { count: 3, first: 0, last: 2 },
  });
  expect(requests).toHaveLength(4);
});

test('it names no way to keep anything where the first one failed: the run is repeated as a whole', async () => {
  expect((await run(0)).error?.description).toMatch(
    /Sent: 1 item \(0\) of 6\. Answered with a result, and so billed: no item\.$/,
  );
});

test('an answer that could not be used is billed too', async () => {
  const answered = scenario('document.extractContent').answers([contentItem()], null);
  const parameters = { ...BY_URL, options: { maxConcurrency: 1 } };
  const { error } = await answered.with(parameters, { items: numbered(2) });
  expect(error?.message).toContain('has no result');
  expect(error?.description).toMatch(/so billed: 2 items \(0 to 1\)\..*or process the items in batches\.$/);
});

test('the first and the last item are those of the input, whichever is answered first', async () => {
  const third = Promise.withResolvers<void>();
  const extract = scenario('document.extractContent', async (_request, index) => {
    if (index === 2) third.resolve();
    if (index === 0) await third.promise;
    return { result: index === 2 ? null : [contentItem()] };
  });
  const parameters = { ...FILE_OF_ITEM, options: { maxConcurrency: 2 } };
  const items = numbered(3);
  const { error } = await extract.with(parameters, { items });
  expect(error?.context).toMatchObject({ answered: { count: 3, first: 0, last: 2 } });
});

const EXTRACTION = { resource: 'document', operation: 'extractContent', ...FILE_OF_ITEM };
const REQUEST = { resource: 'api', operation: 'sendRequest', path: 'a', bodyJson: '{}' };

test.each<[INodeParameters, string]>([
  [EXTRACTION, ', except for files that were read with the option "Skip Files Already Read".'],
  [REQUEST, '.'],
])('in a loop it does not advise batches: %j', async (parameters, ending) => {
  const batches = {
    description: {
      ...{ displayName: 'Loop Over Items', name: 'splitInBatches', group: ['transform'], version: 1, description: '' },
      ...{ defaults: {}, inputs: ['main'], outputs: ['main', 'main'], properties: [] },
    },
    async execute(this: IExecuteFunctions) {
      const left = this.getContext('node');
      left['items'] ??= this.getInputData();
      return [[], (left['items'] as INodeExecutionData[]).splice(0, 3)];
    },
  } as unknown as INodeType;
  server.respond((_request, index) => (index === 4 ? REFUSED : { result: [contentItem()] }));
  const { nodeName, ...workflow } = workflowAround(DocumentProcessing, {
    parameters: { ...parameters, options: { maxConcurrency: 1 } },
    credentials: [credentialFor(server.url)],
    otherNodes: [{ type: batches }],
  });
  const to = (node: string) => [{ node, type: 'main' as const, index: 0 }];
  const loop = { main: [to('Loop Over Items')] };
  const connections = { [START_NODE]: loop, 'Loop Over Items': { main: [[], to(nodeName)] }, [nodeName]: loop };
  const items = numbered(9);
  const { error } = (await runWorkflow({ ...workflow, connections, startNode: START_NODE, items })).of(nodeName);
  expect(server.requests).toHaveLength(5);
  expect(error?.description).toContain(
    'Sent: 2 items (0 to 1) of 3, of this batch of the loop. Answered with a result, and so billed: 1 item (0).',
  );
  expect(error?.description?.split('sends the batches before this one again')[1]).toBe(ending);
  expect(error?.description).not.toContain('process the items in batches');
});

test('it says so too when nothing was sent', async () => {
  const { error, requests } = await run(-1, { minScore: 7 });
  expect(error?.description).toContain('Nothing was sent, so nothing is billed: 6 items are left.');
  expect(requests).toEqual([]);
});

test.each([
  ['is not valid', 'ftp://example.com', {}],
  ['refuses connections', 'http://127.0.0.1:1', {}],
  ['cannot be asked without a token', undefined, { accessToken: '' }],
])('nor was anything sent where the service %s', async (_what, url, credential) => {
  const { error } = await runOperation(
    { url: url ?? server.url },
    'document.extractContent',
    { ...BY_URL, options: { retries: 0 } },
    { items: numbered(2), credential },
  );
  expect(error?.description).toMatch(/Nothing was sent, so nothing is billed: 2 items are left\.$/);
  expect(server.requests).toEqual([]);
});

test('the message for a single item is as before, and with Continue On Fail nothing is said', async () => {
  expect((await run(0, {}, 1)).error?.description).not.toContain('Sent');
  const { items } = await run(3, {}, 6, { onError: 'continueRegularOutput' });
  expect(JSON.stringify(items)).not.toContain('billed');
});

test('a run of an operation that is not billed says nothing of it', async () => {
  const summary = scenario('billing.getDailySummary', ({ json }) =>
    JSON.stringify(json).includes('2025-01-02')
      ? { status: 400, json: failure('R101', 'A specified parameter is wrong') }
      : { result: { details: [] } },
  );
  const day = '={{ $json.day }}';
  const { error, requests } = await summary.with(
    { period: 'custom', startDate: day, endDate: day, options: { maxConcurrency: 1 } },
    { items: ['2025-01-01', '2025-01-02', '2025-01-03'].map((one) => ({ json: { day: one } })), timezone: 'UTC' },
  );
  expect(error?.message).toBe('A specified parameter is wrong (R101) [item 1]');
  expect(error?.description).not.toContain('billed');
  expect(requests).toHaveLength(2);
});
