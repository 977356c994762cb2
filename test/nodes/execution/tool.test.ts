// The node as an AI Agent's tool, run in n8n's engine. What the editor shows of it: test/nodes/tool.test.ts.
import type { INodeParameters } from 'n8n-workflow';
import { DocumentProcessingTool, BY_URL } from '../../support/document-node.ts';
import { failure } from '../../support/envelope.ts';
import { scenario } from '../../support/scenario.ts';

const TOOL = { nodeClass: DocumentProcessingTool, items: [{ json: {} }] };
const extract = scenario('document.extractContent');

test('gives the model what went wrong as its result', async () => {
  const refused = extract.responds(() => ({ status: 400, json: failure('R130', 'No PDF') }));
  const { json, error } = await refused.with(BY_URL, TOOL);
  expect(error).toBeUndefined();
  expect(json).toEqual([{ error: 'No PDF (R130)', message: expect.stringMatching(/^Convert the file/) }]);
});

test('throws what went wrong where its user has chosen to stop the workflow', async () => {
  const refused = extract.responds(() => ({ status: 400, json: failure('R130', 'No PDF') }));
  const { error } = await refused.with(BY_URL, { ...TOOL, onError: 'stopWorkflow' });
  expect(error?.message).toBe('No PDF (R130) [item 0]');
});

test('has one output, to the model, and reads a file whenever it is asked to', async () => {
  const given = { ...BY_URL, options: { reviewOutput: true, skipAlreadyRead: true } };
  for (const { outputs, requests } of [await extract.with(given, TOOL), await extract.with(given, TOOL)]) {
    expect(outputs).toMatchObject([[{ json: { needsReview: true } }]]);
    expect(requests).toHaveLength(1);
  }
});

test.each<[what: string, operation: string, INodeParameters, error: string, message: RegExp]>([
  [
    'without a file',
    'extractContent',
    { source: 'binary', binaryPropertyName: 'data' },
    'There is no file for this tool',
    /Ask the user for the document/,
  ],
  [
    'without an argument',
    'extractContent',
    { fileUrl: '' },
    'The parameter "File URL" is empty',
    /^Call the tool again/,
  ],
  [
    'that would wait',
    'startExtraction',
    { delivery: 'wait' },
    'An AI tool cannot wait for the result',
    /"Extract Content"/,
  ],
])('%s, sends nothing and says what to do', async (_what, operation, parameters, error, message) => {
  const { json, requests } = await scenario(`document.${operation}`).with({ ...BY_URL, ...parameters }, TOOL);
  expect(json).toEqual([{ error, message: expect.stringMatching(message) }]);
  expect(requests).toEqual([]);
});

test('asks for no images, whatever its options say', async () => {
  const options = { returnImage: true, returnCrops: true, tags: ['a=b'] };
  const { requests } = await extract.with({ ...BY_URL, options }, TOOL);
  expect(requests[0]?.parts.map(({ name }) => name).sort()).toEqual(['fileUrl', 'tags']);
});
