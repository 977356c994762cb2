// One result, with the same settings, gives the same items whichever way it comes: as the answer to a request, to the
// trigger, to an execution that waits (directly or relayed by the trigger), or through Read Callback.
import fc from '../../support/generated.ts';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { readBinary } from '../../engine/binaryData.ts';
import { runNode } from '../../engine/execution.ts';
import { DocumentProcessingTrigger } from '../../../nodes/DocumentProcessing/DocumentProcessingTrigger.node';
import { TOKEN_HEADER } from '../../../nodes/DocumentProcessing/callback/token';
import { runOperation } from '../../support/document-node.ts';
import { envelope } from '../../support/envelope.ts';
import { callBack, startService } from '../../support/callbackService.ts';
import { openedForAllTests } from '../../support/opened.ts';
import { EXTRACTION, inAnotherProcess, signed, triggerSetup, workflowOf } from '../callback/workflow.ts';
import { documentOf, resultItem } from './documents.ts';

const { n8n, service, activate, start } = workflowOf(openedForAllTests);

const result = fc
  .array(documentOf('extractContent'), { maxLength: 3 })
  .map((documents) => documents.map((document, index) => resultItem(document, 'extractContent', index)));

const settings = fc.record({
  output: fc.constantFrom('simplified', 'raw', 'selectedFields', 'markdown'),
  splitInto: fc.constantFrom('documents', 'sections', 'rows'),
  selectedFields: fc.constantFrom<string[]>(['a', 'type'], ['tables', 'b']),
  options: fc.record(
    {
      fieldNames: fc.constantFrom('name', 'stdName'),
      filesAsBinary: fc.boolean(),
      includeScores: fc.boolean(),
      minScore: fc.constantFrom(0.5, 0.96),
      reviewOutput: fc.boolean(),
      typedValues: fc.boolean(),
      fieldRules: fc.constantFrom({ rule: [{ name: 'b', format: 'cpf', required: true }] }),
      sums: fc.constantFrom({
        sum: [
          { total: 'valor', parts: { part: [{ name: 'number' }, { name: 't.valor', sign: 'minus' }] }, tolerance: 1 },
        ],
      }),
    },
    { requiredKeys: [] },
  ),
});

/** What belongs to a callback alone, and what n8n links. */
const REFERENCE = ['processId', 'event', 'correlationId', 'deliveryId'];

async function comparable(outputs: INodeExecutionData[][]) {
  const files = async ({ binary = {} }: INodeExecutionData) =>
    await Promise.all(
      Object.entries(binary).map(async ([name, file]) => [
        name,
        file.fileName,
        file.mimeType,
        (await readBinary(file)).toString('base64'),
      ]),
    );
  const contents = async (item: INodeExecutionData) => ({
    json: Object.fromEntries(Object.entries(item.json).filter(([name]) => !REFERENCE.includes(name))),
    reference: REFERENCE.map((name) => item.json[name]),
    files: await files(item),
  });
  const all = await Promise.all(outputs.map(async (items) => await Promise.all(items.map(contents))));
  // n8n pads the outputs of some executions with empty ones.
  return all.slice(0, all.findLastIndex((items) => items.length > 0) + 1);
}

type Comparable = Awaited<ReturnType<typeof comparable>>;
const withoutReference = (outputs: Comparable) =>
  outputs.map((items) => items.map(({ json, files }) => ({ json, files })));

let processes = 0;

/** The items of this callback in each channel. */
async function channels(body: IDataObject, parameters: INodeParameters): Promise<Record<string, Comparable>> {
  const correlationId = 'row 7';
  const header = signed({ event: 'contentExtraction', correlationId });

  const trigger = await activate({ parameters });
  const [url = ''] = trigger.urls;
  const webhook = { url, authorization: { headers: [{ name: TOKEN_HEADER, value: header }] } };
  expect(await callBack({ processId: '', webhook }, body)).toBe(200);
  const items = trigger.executions[0]?.[0] ?? [];
  const triggered = await runNode(DocumentProcessingTrigger, { ...triggerSetup(service, { parameters }), items });

  const options = { ...(parameters['options'] as IDataObject), correlationId };
  const wait = async (nodeClass?: ReturnType<typeof inAnotherProcess>['action']) => {
    const waiting = { ...parameters, delivery: 'wait', options };
    const { run, process } = await start(waiting as INodeParameters, nodeClass && { nodeClass });
    expect(process.webhook.url.includes('/webhook-waiting/')).toBe(nodeClass !== undefined);
    const resumed = n8n.resumed(run);
    // The trigger has delivered this process: each has its own.
    expect(await callBack(process, { ...body, processId: process.processId })).toBe(200);
    const { outputs } = await resumed;
    const known = JSON.stringify(process.processId).slice(1, -1);
    const renamed = JSON.parse(JSON.stringify(outputs).replaceAll(known, String(body['processId']))) as typeof outputs;
    return await comparable(renamed);
  };
  const relayed = await wait();
  const direct = await wait(elsewhere);
  await trigger.deactivate();

  const callback = { headers: { [TOKEN_HEADER.toLowerCase()]: header }, body };
  const read = await runOperation(service, 'callback.readCallback', parameters, { items: [{ json: callback }] });
  return {
    trigger: await comparable(triggered.outputs),
    relayed,
    direct,
    read: await comparable(read.outputs),
  };
}

let elsewhere: ReturnType<typeof inAnotherProcess>['action'];
beforeAll(() => {
  elsewhere = inAnotherProcess().action;
});

test('a result gives the same items in every channel', async () => {
  await fc.assert(
    fc.asyncProperty(result, settings, async (documents, given) => {
      const parameters = given as unknown as INodeParameters;
      const answer = envelope(documents);
      const processId = `channel ${++processes}`;
      const found = await channels({ ...answer, processId } as unknown as IDataObject, parameters);
      for (const [channel, outputs] of Object.entries(found))
        expect({ channel, outputs }).toEqual({ channel, outputs: found['trigger'] });
      for (const { reference } of (found['trigger'] ?? []).flat())
        expect(reference).toEqual([processId, 'contentExtraction', 'row 7', processId]);

      const direct = await startService();
      direct.respond(() => ({ json: answer }));
      const action = await runOperation(direct, 'document.extractContent', { ...EXTRACTION, ...parameters });
      await direct.close();
      expect(action.error).toBeUndefined();
      expect(withoutReference(found['trigger'] ?? [])).toEqual(withoutReference(await comparable(action.outputs)));
    }),
    { numRuns: 40 },
  );
});
