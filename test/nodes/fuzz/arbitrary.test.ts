import fc from '../../support/generated.ts';
import type { IExecuteFunctions } from 'n8n-workflow';
import { type Envelope, readEnvelope } from '../../../nodes/DocumentProcessing/transport/envelope';
import { asNodeError } from '../../../nodes/DocumentProcessing/transport/node-error';
import { ServiceError } from '../../../nodes/DocumentProcessing/common/errors';
import { Item } from '../../../nodes/DocumentProcessing/parameters/item';
import { operations } from '../../../nodes/DocumentProcessing/operations';
import type { Operation } from '../../../nodes/DocumentProcessing/operations/operation';
import { readBinary } from '../../engine/binaryData.ts';
import { runOperation } from '../../support/document-node.ts';
import { startServer } from '../../support/server.ts';

// The members the interface names, with anything in them, so that readers come to every place.
const NAMES = [
  'fields',
  'tables',
  'crops',
  'extractions',
  'sections',
  'pages',
  'headers',
  'values',
  'tags',
  'name',
  'stdName',
  'value',
  'score',
  'source',
  'image',
  'type',
  'pageNumber',
  'number',
  'contents',
  'index',
  'groups',
  'components',
  'stdValue',
  'details',
  'services',
  'date',
  'metadata',
  'result',
  'processId',
  'requestCount',
  'download',
  'download_mimetype',
  '__proto__',
  'constructor',
  'toString',
];
const TEXTS = [...NAMES, 'a=b', 'official', 'iocr', '', 'YWJj', 'not base64!', '__proto__=x'];

const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    fc.constantFrom<unknown>(null, true, 0, 1, -1, 0.5, 1e300),
    fc.constantFrom(...TEXTS),
    fc.string(),
    fc.array(tie('json'), { maxLength: 4 }),
    fc
      .uniqueArray(fc.tuple(fc.constantFrom(...NAMES), tie('json')), { maxLength: 6, selector: ([name]) => name })
      .map((entries) => JSON.parse(JSON.stringify(Object.fromEntries(entries))) as unknown),
  ),
}));

/** What one operation or another cannot do without. */
const REQUIRED = {
  fields: { field: [{ name: 'name', value: 'value' }] },
  source: 'base64',
  fileBase64: 'AAAA',
  model: 'custom',
  customTag: 'id=a',
  inputMode: 'text',
  text: 'Rua A, 1',
  method: 'POST',
  path: '/any',
  bodyType: 'none',
  query: 'pf',
  parameters: { parameter: [{ name: 'cpf', value: '1' }] },
  delivery: 'url',
  callbackUrl: 'https://example.com/callback',
};

/** An item of n8n whose parameters and options are these settings. */
const itemWith = ({ fields }: Operation, settings: Record<string, unknown>): Item => {
  const parameters: Record<string, unknown> = { ...REQUIRED, ...settings, options: settings };
  const context = {
    getInputData: () => [{ json: {} }],
    getNode: () => ({ type: 'documentProcessing', typeVersion: 1, parameters: settings }),
    getTimezone: () => 'UTC',
    getNodeParameter: (name: string, _index: number, fallback: unknown) => parameters[name] ?? fallback,
  };
  const run = { context: context as unknown as IExecuteFunctions, now: new Date(0), fields };
  return new Item(
    { ...run, baseUrl: 'http://127.0.0.1', callbackSecrets: ['secret'], secrets: [], hostsTold: new Set<string>() },
    0,
    { json: {} },
  );
};

const documentSettings = fc.record({
  output: fc.constantFrom('simplified', 'selectedFields', 'markdown'),
  selectedFields: fc.constant(NAMES),
  typedValues: fc.boolean(),
  reviewOutput: fc.boolean(),
  fieldRules: fc.constantFrom(undefined, {
    rule: [
      { name: 'name', required: true, minScore: 0.7, format: 'cpf' },
      { name: '__proto__', required: true, format: 'regex', pattern: '^a' },
    ],
  }),
  sums: fc.constantFrom(undefined, {
    sum: [{ total: 'name', parts: { part: [{ name: '__proto__' }, { name: 'value.name', sign: 'minus' }] } }],
  }),
  splitInto: fc.constantFrom('documents', 'sections', 'rows'),
  fieldNames: fc.constantFrom('name', 'stdName'),
  minScore: fc.constantFrom(undefined, 0.5),
  includeScores: fc.boolean(),
  filesAsBinary: fc.boolean(),
  maskCardNumber: fc.boolean(),
});

const addressSettings = documentSettings.map((settings) => ({ ...settings, output: 'simplified' }));

const billingSettings = fc.record({
  output: fc.constantFrom('services', 'days', 'totals'),
  period: fc.constantFrom('yesterday', 'thisMonth'),
  compareWith: fc.constantFrom(undefined, 'none', 'sameDaysLastWeek', 'last4SameWeekdays'),
  report: fc.boolean(),
  monthlyBudget: fc.constantFrom(undefined, 100),
});

const settingsFor = ({ resource }: Operation) =>
  resource === 'billing' ? billingSettings : resource === 'address' ? addressSettings : documentSettings;

const envelopeOf = (result: unknown): Envelope => ({
  result,
  requestId: null,
  elapsedMilliseconds: null,
  status: { code: '200' },
});

async function outputsOf(operation: Operation, envelope: Envelope, settings: Record<string, unknown>) {
  const item = itemWith(
    operation,
    Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)),
  );
  if (operation.kind === 'batch')
    return operation
      .join([operation.prepare(item), operation.prepare(item)])
      .read(envelope)
      .map((outputs) => {
        if (outputs instanceof Error) throw outputs;
        return outputs;
      });
  const { requests, read } = await operation.prepare(item);
  return [read(requests.map(() => envelope) as [Envelope])];
}

const prototypeMembers = JSON.stringify(Object.getOwnPropertyNames(Object.prototype));
afterEach(() => expect(JSON.stringify(Object.getOwnPropertyNames(Object.prototype))).toBe(prototypeMembers));

// A callback has a token: test/nodes/callback/read-callback.test.ts.
const answered = operations.filter(({ resource }) => resource !== 'callback');

describe.each(answered.map((operation) => [operation.operation, operation] as const))(
  'any JSON in place of the answer: %s',
  (_name, operation) => {
    test('is read into items, or fails as an answer of the service', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.oneof(json, fc.array(json, { maxLength: 3 })),
          settingsFor(operation),
          async (result, given) => {
            try {
              const outputs = (await outputsOf(operation, envelopeOf(result), given)).flatMap((one) => one ?? []);
              for (const output of outputs) expect(Object.getPrototypeOf(output.json)).toBe(Object.prototype);
              JSON.stringify(outputs);
            } catch (caught) {
              expect(caught).toBeInstanceOf(ServiceError);
            }
          },
        ),
        { numRuns: 250 },
      );
    });

    test('comes back whole as raw output', async () => {
      // The others have no raw output.
      if (/^(start|getDailySummary)/.test(operation.operation)) return;
      await fc.assert(
        fc.asyncProperty(json, json, async (result, more) => {
          const envelope = { ...envelopeOf(result), more } as Envelope;
          const [first] = await outputsOf(operation, envelope, { output: 'raw' });
          expect(first?.map((output) => output.json)).toEqual([envelope]);
        }),
        { numRuns: 50 },
      );
    });
  },
);

test('any body at any status is an envelope or a failure, and any failure becomes an error that can be stored', () => {
  const node = {
    id: '1',
    name: 'Node',
    type: 'n',
    typeVersion: 1,
    position: [0, 0] as [number, number],
    parameters: {},
  };
  const status = fc.record({
    code: fc.oneof(json, fc.constantFrom('200', 'S100', 'R101', 'constructor', 'toString')),
    message: json,
    errors: json,
  });
  const body = fc.oneof(json, fc.string(), fc.record({ result: json, requestId: json, status }));
  fc.assert(
    fc.property(
      fc.integer({ min: 100, max: 599 }),
      body,
      fc.array(fc.string({ minLength: 1 }), { maxLength: 2 }),
      (httpStatus, answer, secrets) => {
        const read = readEnvelope({ httpStatus, body: answer });
        if (!(read instanceof ServiceError)) {
          expect(['200', '201', 'S100']).toContain(String(read.status['code']));
          return expect(httpStatus >= 200 && httpStatus < 300).toBe(true);
        }
        const error = asNodeError(node, read, 3, secrets);
        expect(error.message).toMatch(/ \[item 3\]$/);
        expect(error.message.length).toBeLessThan(700);
        JSON.stringify(error);
      },
    ),
    { numRuns: 500 },
  );
});

test('any value as a crop is binary data with the same bytes, or stays as it is in the JSON', async () => {
  const server = await startServer();
  const crop = fc.record({
    name: fc.constantFrom('a', 'a_2', 'b c', '__proto__', ''),
    value: fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 20 }).map((bytes) => Buffer.from(bytes).toString('base64')),
      fc.string({ minLength: 1 }),
    ),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(crop, { minLength: 1, maxLength: 5 }), async (crops) => {
      server.respond(() => ({ json: { ...envelopeOf([{ type: 'x', fields: [], crops }]) } }));
      const { items } = await runOperation(server, 'document.extractContent', {
        source: 'url',
        fileUrl: 'https://example.com',
      });
      const files = await Promise.all(
        Object.values(items[0]?.binary ?? {}).map(async (file) => (await readBinary(file)).toString('base64')),
      );
      const left = Object.values((items[0]?.json['crops'] ?? {}) as object).flat() as string[];
      // Padding bits that are not zero are not kept by any reader of base64.
      const canonical = (text: string) =>
        /^[A-Za-z0-9+/]+={0,2}$/.test(text)
          ? Buffer.from(text, 'base64').toString('base64')
          : text.replace(/[\r\n]+/g, '').trim();
      expect([...files, ...left].map(canonical).sort()).toEqual(
        crops.map(({ value }) => canonical(value.trim())).sort(),
      );
    }),
    { numRuns: 40 },
  );
  await server.close();
});
