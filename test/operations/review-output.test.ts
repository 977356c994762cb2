import type { INodeParameters } from 'n8n-workflow';
import { pdfItem, runOperation } from '../helpers/document-node.ts';
import { envelope, failure } from '../helpers/envelope.ts';
import { contentItem, field } from '../helpers/samples.ts';
import { startServer } from '../helpers/server.ts';
import type { Answer, RecordingServer } from '../helpers/server.ts';

let server: RecordingServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(async () => server.close());

const SURE = contentItem({ type: 'sure', fields: [field('a', '1', 0.99)] });
const UNSURE = contentItem({ type: 'unsure', fields: [field('a', '1', 0.4)] });
const UNKNOWN = contentItem({ type: null, stdType: null, fields: [], tables: [] });

const ANSWERS: Answer[] = [
  { json: envelope([SURE, UNSURE]) },
  { status: 400, json: failure('R130', 'Unsupported file format') },
  { json: envelope([UNKNOWN]) },
  { json: envelope([]) },
  { json: envelope([SURE]) },
];

const run = async (
  options: INodeParameters = {},
  parameters: INodeParameters = {},
  onError: 'continueRegularOutput' | 'continueErrorOutput' = 'continueErrorOutput',
) => {
  server.respond((_request, index) => ANSWERS[index % ANSWERS.length] as Answer);
  const { outputs, error } = await runOperation(
    server,
    'document.extractContent',
    { ...parameters, options: { minScore: 0.5, maxConcurrency: 1, ...options } },
    { items: await Promise.all(ANSWERS.map(() => pdfItem())), onError },
  );
  expect(error).toBeUndefined();
  return outputs.map((items) =>
    items.map(({ json, pairedItem }) => [
      json['error'] ? 'error' : (json['type'] ?? null),
      (pairedItem as { item: number }).item,
    ]),
  );
};

const DONE = [
  ['sure', 0],
  ['sure', 4],
];
const REVIEW = [
  ['unsure', 0],
  [null, 2],
  [null, 3],
];

test('each item leaves by exactly one output, with its input item; failures by the error output of n8n', async () => {
  expect(await run({ reviewOutput: true })).toEqual([DONE, REVIEW, [['error', 1]]]);
});

test('without an error output, failures stay among those that are done', async () => {
  expect(await run({ reviewOutput: true }, {}, 'continueRegularOutput')).toEqual([
    [
      ['sure', 0],
      ['error', 1],
      ['sure', 4],
    ],
    REVIEW,
  ]);
});

test('it is off by default', async () => {
  expect((await run()).map((items) => items.length)).toEqual([5, 1]);
  expect((await run({ reviewOutput: false })).map((items) => items.length)).toEqual([5, 1]);
});

test('it does not depend on the form of the output', async () => {
  const counts = async (parameters: INodeParameters) =>
    (await run({ reviewOutput: true }, parameters)).map((items) => items.length);
  expect(await counts({ output: 'markdown' })).toEqual([2, 3, 1]);
  expect(await counts({ output: 'selectedFields', selectedFields: ['a'] })).toEqual([2, 3, 1]);
  // A request is one item: the first has a document to be reviewed.
  expect(await counts({ output: 'raw' })).toEqual([1, 3, 1]);
  expect(await counts({ splitInto: 'sections' })).toEqual([2, 3, 1]);
});

test('a document that breaks a field rule goes to review', async () => {
  const fieldRules = { rule: [{ name: 'missing', required: true }] };
  expect((await run({ reviewOutput: true, minScore: 0, fieldRules })).map((items) => items.length)).toEqual([0, 5, 1]);
});

test('addresses have it too', async () => {
  const group = (score: number) => ({
    name: 'endereco',
    stdValue: 'x',
    score,
    components: [{ name: 'cep', stdName: 'postcode', value: '1', stdValue: '1', score }],
    secondaries: [],
  });
  const content = (index: number, groups: unknown[]) => ({
    index,
    extractions: [{ source: 'rules', sections: [{ name: 'endereco', groups }] }],
  });
  server.respond(() => ({
    json: envelope({ contents: [content(0, [group(0.9)]), content(1, [group(0.1)]), content(2, [])] }),
  }));
  const { outputs } = await runOperation(
    server,
    'address.parse',
    { text: 'x', options: { minScore: 0.5, reviewOutput: true } },
    { items: [{ json: {} }, { json: {} }, { json: {} }] },
  );
  expect(outputs.map((items) => items.map(({ pairedItem }) => pairedItem))).toEqual([
    [{ item: 0 }],
    [{ item: 1 }, { item: 2 }],
  ]);
});
