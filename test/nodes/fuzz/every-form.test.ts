// What was read of a document, and how it is judged, must not depend on the form in which it is asked for. Documents are
// made up, and go through every form.
import fc from '../../support/generated.ts';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { runOperation } from '../../support/document-node.ts';
import { envelope } from '../../support/envelope.ts';
import { serverForAllTests } from '../../support/opened.ts';
import { documentOf, isValue, OPERATIONS, resultItem, type Document, type Operation, type Part } from './documents.ts';

const server = serverForAllTests();

/** The values that count: of an invoice, those of the first source that has one for the name. */
function countedParts({ parts }: Document, operation: Operation): Part[] {
  if (operation !== 'extractInvoice') return parts;
  const ranked = [...parts].sort(
    (one, other) => Number(other.source === 'official') - Number(one.source === 'official'),
  );
  const fields = new Map<string, Part>();
  const tables = new Map<string, Part>();
  for (const part of ranked) {
    for (const { name } of part.fields.filter(isValue)) if (!fields.has(name)) fields.set(name, part);
    const withRows = part.tables.filter(({ rows }) => rows.flat().some(isValue));
    for (const name of [...withRows, ...part.unknown].map((one) => String(one['name'])))
      if (!tables.has(name)) tables.set(name, part);
  }
  return parts.map((part) => ({
    ...part,
    fields: part.fields.filter(({ name }) => fields.get(name) === part),
    tables: part.tables.filter(({ name }) => tables.get(name) === part),
    unknown: part.unknown.filter(({ name }) => tables.get(String(name)) === part),
  }));
}

/** The made-up values in a text or an object, masked or not, in order. */
const valuesIn = (given: unknown): string[] =>
  [
    ...JSON.stringify(given ?? null)
      .replace(/\\/g, '')
      .matchAll(/v\d{5}v|9\d{5}\.25|[\d*]{12}(\d{4})(?!\d)/g),
  ]
    .map(([value, lastDigits]) => lastDigits ?? value)
    .sort();
const fieldValues = (parts: Part[]) => valuesIn(parts.map(({ fields }) => fields));
const tableValues = (parts: Part[]) => valuesIn(parts.map(({ tables, unknown }) => [tables, unknown]));
const distinct = (values: string[]) => [...new Set(values)];

const CHOICES = fc.record({
  fieldNames: fc.constantFrom('name', 'stdName'),
  typedValues: fc.boolean(),
  maskCardNumber: fc.boolean(),
  includeScores: fc.boolean(),
});
type Choices = typeof CHOICES extends fc.Arbitrary<infer C> ? C : never;
const DEFAULTS: Choices = {
  fieldNames: 'name',
  typedValues: false,
  maskCardNumber: false,
  includeScores: false,
};

const EXPECTED = {
  minScore: 0.4,
  fieldRules: {
    rule: [
      { name: 'a', required: true, minScore: 0.6 },
      { name: 'valor', format: 'amount' },
      { name: 'second', minScore: 0.8 },
      { name: 'b', minScore: 0.2 },
      { name: 'number', format: 'regex', pattern: '^4\\d{15}$' },
      { name: 't.amount', format: 'amount', required: true },
    ],
  },
  sums: {
    sum: [
      { total: 'valor', parts: { part: [{ name: 'a' }, { name: 't.amount', sign: 'minus' }] } },
      { total: 'number', parts: { part: [{ name: 'number' }, { name: 'number' }] } },
    ],
  },
};

const SELECTED = [
  'fields',
  'tables',
  'tags',
  'needsReview',
  'lowConfidence',
  'missing',
  'invalid',
  'notChecked',
  'texts',
];
const FORMS = [
  { output: 'simplified', splitInto: 'documents' },
  { output: 'simplified', splitInto: 'sections' },
  { output: 'simplified', splitInto: 'rows' },
  { output: 'markdown', splitInto: 'documents' },
  { output: 'selectedFields', splitInto: 'documents' },
  { output: 'raw', splitInto: 'documents' },
] as const;
type Form = (typeof FORMS)[number];

interface Told {
  form: Form;
  choices: Choices;
  /** The items of each output: done, and to be reviewed. */
  outputs: [done: INodeExecutionData[], review: INodeExecutionData[]];
}

/** The same result in every form, with two choices of options. */
async function tellAll(operation: Operation, result: unknown, choices: Choices): Promise<Told[]> {
  server.respond(() => ({ result: result }));
  const asked = [DEFAULTS, choices].flatMap((one) => FORMS.map((form) => ({ form, choices: one })));
  const parameters: INodeParameters = {
    source: operation === 'extractGenerative' ? 'base64' : 'url',
    fileUrl: 'http://example.com/document.pdf',
    fileBase64: 'YWJj',
    model: 'id=bra-nlp-contrato-social-1',
    output: '={{ $json.form.output }}',
    splitInto: '={{ $json.form.splitInto }}',
    selectedFields: SELECTED,
    options: {
      ...{ ...EXPECTED, reviewOutput: true, maxConcurrency: 12 },
      ...Object.fromEntries(Object.keys(DEFAULTS).map((name) => [name, `={{ $json.choices.${name} }}`])),
    },
  };
  const { outputs, error } = await runOperation(server, `document.${operation}`, parameters, {
    items: asked.map(({ form, choices: chosen }) => ({ json: { form, choices: chosen } })),
  });
  expect(error).toBeUndefined();
  expect(outputs).toHaveLength(2);
  const of = (items: INodeExecutionData[] | undefined, index: number) =>
    (items ?? []).filter(({ pairedItem }) => (pairedItem as { item: number }).item === index);
  return asked.map((one, index) => ({ ...one, outputs: [of(outputs[0], index), of(outputs[1], index)] }));
}

/**
 * Lists of names: as many, whatever names the item has. Items of sections and rows have the uncertain names of a document
 * among them.
 */
const judgementOf = ({ json }: INodeExecutionData, { fieldNames }: Told['choices'], items: INodeExecutionData[]) => {
  const low = new Set(items.flatMap((item) => item.json['lowConfidence'] as string[]));
  const lists = [[...low].sort(), json['missing'], json['invalid'], json['notChecked']] as string[][];
  // A sum has its numbers too, which may be masked.
  const namesIn = (list: string[]) => list.map((one) => one.split(': ')[0]);
  return [json['needsReview'], ...lists.map((list) => (fieldNames === 'name' ? namesIn(list) : list.length))];
};

/** What is said of sums. */
const remarksOf = ({ invalid, notChecked }: IDataObject): string[] =>
  ([invalid, notChecked].flat() as string[]).filter((one) => one.includes(': '));

const documentNumber = ({ json }: INodeExecutionData): unknown => (json['tags'] as IDataObject)['document'];

/** What the items of one document tell. */
function check(
  document: Document,
  { form, choices }: Told,
  items: INodeExecutionData[],
  operation: Operation,
  context: string,
): void {
  const counted = countedParts(document, operation);
  const [first] = items;
  const all = { context, counted: [...fieldValues(counted), ...tableValues(counted)].sort() };
  const told = (values: string[]) => ({ context, counted: values });
  const jsons = items.map(({ json }) => json);
  if (form.output === 'markdown') {
    const [markdown = '', sums] = String(first?.json['markdown']).split('\n\n## Sums\n\n');
    expect(sums?.split('\n').length ?? 0).toBe(remarksOf(first?.json ?? {}).length);
    // What two sources read alike is there once.
    const everything = [...fieldValues(document.parts), ...tableValues(document.parts)];
    expect(told(valuesIn(markdown))).toEqual({ context, counted: distinct(everything).sort() });
  } else if (form.splitInto === 'sections') {
    const everything = [...fieldValues(document.parts), ...tableValues(document.parts)].sort();
    expect(told(valuesIn(jsons.map(({ fields, tables }) => [fields, tables])))).toEqual({
      context,
      counted: everything,
    });
  } else if (form.splitInto === 'rows') {
    expect(told(valuesIn(jsons.map(({ row }) => row)))).toEqual({ context, counted: tableValues(counted) });
  } else {
    expect(told(valuesIn([first?.json['fields'], first?.json['tables']]))).toEqual(all);
    if (operation === 'extractInvoice' && form.output === 'simplified')
      for (const { source, ...values } of document.parts)
        expect(valuesIn(first?.json[source])).toEqual(
          [...fieldValues([{ source, ...values }]), ...tableValues([{ source, ...values }])].sort().flatMap((one) =>
            // With typed values a source has its texts beside them, except those of unknown tables.
            choices.typedValues && !valuesIn(values.unknown).includes(one) ? [one, one] : [one],
          ),
        );
  }
  if (choices.typedValues && form.splitInto === 'documents') {
    const inTables = valuesIn(counted.map(({ tables }) => tables));
    expect(told(valuesIn(first?.json['texts']))).toEqual({
      context,
      counted: [...fieldValues(counted), ...inTables].sort(),
    });
  }
  if (choices.maskCardNumber && operation === 'extractPaymentCard')
    expect(JSON.stringify(items)).not.toContain('41111');
}

describe.each(OPERATIONS)('every form tells the same: %s', (operation) => {
  test('values, and what is to be reviewed', async () => {
    const documents = fc.array(documentOf(operation), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(documents, CHOICES, fc.boolean(), async (given, choices, isAlone) => {
        const items = given.map((document, index) => resultItem(document, operation, index));
        // The only one may stand without the list.
        const result = isAlone && items.length === 1 ? items[0] : items;
        const all = await tellAll(operation, result, choices);
        const [reference] = all;
        for (const told of all) {
          const context = JSON.stringify([told.form, told.choices, result]);
          const [done, review] = told.outputs;
          if (told.form.output === 'raw') {
            const hasMask = told.choices.maskCardNumber && operation === 'extractPaymentCard';
            const masked = JSON.stringify(envelope(result)).replace(/411111111111(?=\d{4})/g, '*'.repeat(12));
            const expected = hasMask ? (JSON.parse(masked) as unknown) : envelope(result);
            expect([...done, ...review].map(({ json }) => json)).toEqual([expected]);
            expect([context, review.length > 0]).toEqual([context, (reference?.outputs[1].length ?? 0) > 0]);
            continue;
          }
          for (const [index, document] of given.entries()) {
            const isThis = (item: INodeExecutionData) => documentNumber(item) === String(index);
            const items = [...done, ...review].filter(isThis);
            const [simplified] = reference?.outputs.flat().filter(isThis) ?? [];
            check(document, told, items, operation, context);
            for (const item of items) {
              const whole = simplified as INodeExecutionData;
              const expected = judgementOf(whole, told.choices, [whole]);
              expect([context, judgementOf(item, told.choices, items)]).toEqual([context, expected]);
              expect([context, review.includes(item)]).toEqual([context, item.json['needsReview']]);
            }
            expect(items.length).toBeGreaterThan(0);
          }
        }
      }),
      { numRuns: 12 },
    );
  });
});
