import type { INodeParameters } from 'n8n-workflow';
import { pdfItem } from '../../support/document-node.ts';
import { failure } from '../../support/envelope.ts';
import { contentItem, field } from '../../support/samples.ts';
import { read, scenario } from '../../support/scenario.ts';
import type { Answer } from '../../support/server.ts';

const SURE = contentItem({ type: 'sure', fields: [field('a', '1', 0.99)] });
const UNSURE = contentItem({ type: 'unsure', fields: [field('a', '1', 0.4)] });
const UNKNOWN = contentItem({ type: null, stdType: null, fields: [], tables: [] });

const ANSWERS: Answer[] = [
  { result: [SURE, UNSURE] },
  { status: 400, json: failure('R130', 'Unsupported file format') },
  { result: [UNKNOWN] },
  { result: [] },
  { result: [SURE] },
];

const content = scenario('document.extractContent').responds(
  (_request, index) => ANSWERS[index % ANSWERS.length] as Answer,
);

const run = async (
  options: INodeParameters = {},
  parameters: INodeParameters = {},
  onError: 'continueRegularOutput' | 'continueErrorOutput' = 'continueErrorOutput',
) => {
  const { outputs, error } = await content.with(
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
  const [first, last] = DONE;
  expect(await run({ reviewOutput: true }, {}, 'continueRegularOutput')).toEqual([[first, ['error', 1], last], REVIEW]);
  expect((await run()).map((items) => items.length)).toEqual([5, 1]);
});

test('what failed has its file at the error output of n8n, to be moved or sent on; nothing else has', async () => {
  const items = await Promise.all([pdfItem(), pdfItem()]);
  const given = items.map((item, index) => ({ ...item, json: { row: index } }));
  const setup = { items: given, onError: 'continueErrorOutput' } as const;
  const options = { maxConcurrency: 1 };
  const { outputs } = await content.with({ options }, setup);
  expect(outputs.map((output) => output.map(({ json, binary }) => [json['row'], binary]))).toEqual([
    [
      [undefined, undefined],
      [undefined, undefined],
    ],
    [[1, items[1]?.binary]],
  ]);
  const regular = { ...setup, onError: 'continueRegularOutput' } as const;
  const { items: failed } = await content.with({ options }, regular);
  expect(failed.map(({ binary }) => binary)).toEqual([undefined, undefined, undefined]);
});

test('what a field rule has an expression for that returns nothing is told: the rule checks less than it says', async () => {
  const rule = [
    { name: 'a', required: '={{ $json.nope }}', format: '={{ null }}', minScore: '={{ 0.9 }}' },
    { name: 'b', required: true },
  ];
  const { hints } = await content.with({ options: { fieldRules: { rule } } });
  expect(hints).toEqual([
    'The option "Format" of "Field Rules" is not set for 1 of 1 items: its expression returned nothing.',
    'The option "Required" of "Field Rules" is not set for 1 of 1 items: its expression returned nothing.',
    'No document has what "Field Rules" names: b. Check the spelling.',
  ]);
});

describe('a document that was not identified needs a review, in each form', () => {
  const FORMS: INodeParameters[] = [{}, { output: 'raw' }, { splitInto: 'rows' }];
  const untyped = (members: object) => contentItem({ type: null, stdType: null, score: 0, ...members });
  const some = { fields: [field('a', '1', 0.99)] };
  const source = (fields: unknown[]) => ({ source: 'iocr', fields, tables: [] });
  const expected = { fields: { field: [{ name: 'a', value: '1' }] } };
  const licence = { crops: [], fields: [{ name: 'nome', score: 1, value: 'Rui' }], pageNumber: 0, tags: [] };

  test.each<[what: string, operation: string, needsReview: boolean, item: object, INodeParameters?]>([
    ['a content without a type', 'document.extractContent', true, untyped(some)],
    ['a content that was only classified', 'document.extractContent', false, contentItem({ fields: [] })],
    ['a content with a standardised type only', 'document.extractContent', true, contentItem({ type: null, ...some })],
    ['pages without a type', 'document.extractPages', true, { type: null, extractions: [{ sections: [some] }] }],
    [
      'an invoice with a type of null',
      'document.extractInvoice',
      true,
      { type: null, extractions: [source(some.fields)] },
    ],
    ['an invoice with a score of 0', 'document.extractInvoice', true, { score: 0, extractions: [source(some.fields)] }],
    [
      'an invoice without a value',
      'document.extractInvoice',
      true,
      { extractions: [source([field('a', ' '), field('b', null)])] },
    ],
    [
      'an invoice of a file only',
      'document.extractInvoice',
      true,
      { extractions: [source([field('download', 'YWJj')])] },
    ],
    [
      'an invoice of a table of another shape',
      'document.extractInvoice',
      false,
      { extractions: [{ source: 'iocr', fields: [], tables: [{ cells: [[1]] }] }] },
    ],
    ['an ordinary licence', 'document.extractDriverLicence', false, licence],
    [
      'a licence without a value',
      'document.extractDriverLicence',
      true,
      { ...licence, fields: [{ name: 'nome', value: null }] },
    ],
    ['a comparison, whose type may be null', 'document.compareContent', false, untyped(some), expected],
    [
      'a comparison that found nothing',
      'document.compareContent',
      true,
      untyped({ fields: [field('a', null)] }),
      expected,
    ],
  ])('%s', async (_what, operation, expectsReview, item, parameters = {}) => {
    for (const form of FORMS) {
      const { outputs } = await read([item], { ...parameters, ...form, options: { reviewOutput: true } }, operation);
      expect([form, outputs.map((items) => items.length > 0)]).toEqual([form, [!expectsReview, expectsReview]]);
      for (const { json } of outputs.flat())
        if (form['output'] !== 'raw') expect([form, json['needsReview']]).toEqual([form, expectsReview]);
    }
  });
});
