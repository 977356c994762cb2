// The node as an AI Agent's tool, run in n8n's engine. What the editor shows of it: test/nodes/tool.test.ts.
import type { INodeParameters } from 'n8n-workflow';
import { DocumentProcessingTool, runOperation } from '../../support/document-node.ts';
import { envelope, failure } from '../../support/envelope.ts';
import { openedForEachTest } from '../../support/opened.ts';
import { contentItem } from '../../support/samples.ts';
import { startServer } from '../../support/server.ts';

const server = openedForEachTest(() => startServer(() => ({ json: envelope([contentItem()]) })));

const run = async (options: INodeParameters = {}, setup = {}) => {
  const parameters = { source: 'url', fileUrl: 'https://example.com/a.pdf', options };
  return await runOperation(server, 'document.extractContent', parameters, {
    nodeClass: DocumentProcessingTool,
    ...setup,
  });
};

test('gives the model what went wrong as its result', async () => {
  server.respond(() => ({ status: 400, json: failure('R130', 'No PDF') }));
  const { items, error } = await run();
  expect(error).toBeUndefined();
  expect(items.map(({ json }) => json)).toEqual([
    { error: 'No PDF (R130)', message: expect.stringMatching(/^Convert the file/) },
  ]);
});

test('has one output, to the model, and reads a file whenever it is asked to', async () => {
  server.respond(() => ({ json: envelope([]) }));
  for (const _time of [1, 2]) {
    const { outputs } = await run({ reviewOutput: true, skipAlreadyRead: true });
    expect(outputs).toMatchObject([[{ json: { needsReview: true } }]]);
  }
  expect(server.requests).toHaveLength(2);
});

test.each([
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
    { source: 'url', fileUrl: '' },
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
  const given = { source: 'url', fileUrl: 'https://example.com/a.pdf', ...parameters };
  const { items } = await runOperation(server, `document.${operation}`, given, { nodeClass: DocumentProcessingTool });
  expect(items.map(({ json }) => json)).toEqual([{ error, message: expect.stringMatching(message) }]);
  expect(server.requests).toEqual([]);
});

test('asks for no images, whatever its options say', async () => {
  await run({ returnImage: true, returnCrops: true, tags: ['a=b'] });
  expect(server.requests[0]?.parts.map(({ name }) => name).sort()).toEqual(['fileUrl', 'tags']);
});
