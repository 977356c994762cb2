// Any value for any parameter, at any item: an expression that fails, or gives another type than the editor would. The
// item fails with the parameter's name or is read sensibly, and the others do not notice. FUZZ_RUNS above the usual runs every
// case, by default some of each parameter.
import type {
  IDataObject,
  INodeExecutionData,
  INodeParameters,
  INodeProperties,
  INodePropertyCollection,
  INodePropertyOptions,
} from 'n8n-workflow';
import { operations } from '../../../nodes/DocumentProcessing/operations';
import type { Operation } from '../../../nodes/DocumentProcessing/operations/operation';
import { tokenHeader } from '../callback/workflow.ts';
import { runOperation } from '../../support/document-node.ts';
import { envelope } from '../../support/envelope.ts';
import { serverForAllTests } from '../../support/opened.ts';
import { REQUIRED } from '../../support/required-parameters.ts';
import type { RecordedRequest } from '../../support/recordedRequest.ts';
import { contentItem, field } from '../../support/samples.ts';
import { RUNS } from './hostile.ts';

const RUNS_EVERY_CASE = process.env['FUZZ_RUNS'] !== undefined && RUNS > 1000;

const FAILING = "$('No such node').first().json.a";
const VALUES = ['undefined', 'null', '7', '-0.5', '"some text"', '""', 'true', '{ a: 1 }', '[ "x", { b: 2 } ]', '[ ]'];

/** n8n asks for all of them where the source is an expression. */
const SOURCES = { binaryPropertyName: 'data', fileBase64: 'AAAA', qrCodeField: 'code' };

/** The first row of a list: n8n takes no expression in its place, only in the columns. */
const ROWS: Record<string, IDataObject> = {
  fieldRules: { name: 'nome', format: 'regex', pattern: 'a', required: true, minScore: 0.5 },
  sums: { total: 'total', parts: { part: [{ name: 'a', sign: 'minus' }] }, tolerance: 0.01 },
  parts: { name: 'a', sign: 'minus' },
  unitPrices: { service: 'vio', price: 1 },
  formFiles: { name: 'file', binaryPropertyName: 'data' },
};
const PAIR = { name: 'a', value: '1' };

/** What the other items have in the place, where nothing is not right. */
const RIGHT: Record<string, string> = {
  preview: 'false',
  binaryPropertyName: '"data"',
  bodyJson: '{ a: $itemIndex }',
  body: '$json.body',
  bodyType: '"json"',
  callbackUrl: '"https://example.com/callback"',
  contentsJson: '{ text: "Rua " + $itemIndex }',
  correlationId: '"id-" + $itemIndex',
  customQuery: '"query-" + $itemIndex',
  customTag: '"id=" + $itemIndex',
  delivery: '"url"',
  endDate: '"2025-01-09"',
  fileBase64: '"AAAA"',
  fileUrl: '"https://example.com/" + $itemIndex',
  format: '"regex"',
  headers: '$json.headers',
  inputMode: '"text"',
  maskCardNumber: 'false',
  method: '"POST"',
  minScore: '0.5',
  model: '"custom"',
  monthlyBudget: '100',
  name: '"a"',
  path: '"/any/" + $itemIndex',
  pattern: '"a"',
  period: '"custom"',
  price: '1',
  qrCodeField: '"code"',
  query: '"custom"',
  otherFields: '[ "nome" ]',
  selectedFields: '[ "nome" ]',
  service: '"vio"',
  source: '"url"',
  startDate: '"2025-01-02"',
  text: '"Rua " + $itemIndex',
  total: '"total"',
  output: '"simplified"',
  report: 'false',
};

const server = serverForAllTests();
const unhandled: unknown[] = [];
const note = (reason: unknown) => unhandled.push(reason);
beforeAll(() => void process.on('unhandledRejection', note));
afterAll(() => {
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});

const answerOf = (request: RecordedRequest) => {
  const { contents } = (request.json ?? {}) as { contents?: unknown[] };
  if (contents)
    return envelope({
      contents: contents.map((content, index) => ({
        index,
        extractions: [{ source: JSON.stringify(content), sections: [{ groups: [{ components: [] }] }] }],
      })),
    });
  if (request.path.startsWith('/billing')) return envelope({ details: [] });
  const isStart = JSON.stringify(request.json ?? {}).includes('"webhook"');
  return envelope(isStart ? { processId: 'p-1' } : [contentItem({ fields: [field('nome', 'Ana', 0.9)] })]);
};

/** The input: for Read Callback what another node has received, and for all a value to read. */
const inputs = (): INodeExecutionData[] =>
  [0, 1, 2].map((index) => ({
    json: {
      headers: tokenHeader({ event: 'contentExtraction', correlationId: `row ${index}` }),
      body: envelope([contentItem({})]) as never,
    },
    binary: { data: { data: 'AAAA', mimeType: 'application/pdf', fileName: 'a.pdf' } },
  }));

interface Case {
  /** What the editor calls it, or the list it stands in. */
  labels: string[];
  /** What is right there, as an expression. */
  right: string;
  /** The parameters with an expression in this place. */
  parameters(expression: string): INodeParameters;
}

/** The parameters that show a field. */
const conditionsOf = ({ displayOptions }: INodeProperties): IDataObject =>
  Object.fromEntries(
    Object.entries(displayOptions?.show ?? {})
      .filter(([name]) => !name.startsWith('@'))
      .map(([name, values]) => [name.replace(/^\//, ''), (values as string[])[0]]),
  );

/** Each place inside a field where an expression can stand, and the value around it. */
function placesIn(
  field: INodeProperties,
): Array<{ labels: string[]; right: string; around(expression: string): unknown }> {
  const choices =
    field.type === 'options' ? (field.options as INodePropertyOptions[]).map(({ value }) => `"${value}"`) : [];
  const known = RIGHT[field.name] ?? 'undefined';
  const right = choices.length === 0 || choices.includes(known) ? known : (choices[0] as string);
  if (field.type !== 'fixedCollection')
    return [{ labels: [field.displayName], right, around: (expression) => expression }];
  const [collection] = field.options as INodePropertyCollection[];
  const { name: member, values } = collection as INodePropertyCollection;
  const row = (column: string, value: unknown) => ({ [member]: [{ ...(ROWS[field.name] ?? PAIR), [column]: value }] });
  return values.flatMap((column) =>
    column.type === 'fixedCollection'
      ? placesIn(column).map((place) => ({
          ...place,
          labels: [...place.labels, field.displayName],
          around: (expression: string) => row(column.name, place.around(expression)),
        }))
      : {
          labels: [column.displayName, field.displayName],
          right: RIGHT[column.name] ?? (column.name === 'value' ? '"1"' : 'undefined'),
          around: (expression: string) => row(column.name, expression),
        },
  );
}

/** n8n does not take an expression in a switch without one, and waiting takes one item. */
const isTried = (field: INodeProperties) =>
  !['notice', 'hidden', 'collection'].includes(field.type) &&
  field.noDataExpression !== true &&
  field.name !== 'limitWaitTime' &&
  (conditionsOf(field)['delivery'] ?? 'url') === 'url';

/** The fields of operations that were tried: the same field of another one is read by the same code. */
const seen = new Set<string>();
const isNew = (field: INodeProperties): boolean => {
  const key = JSON.stringify(field);
  return RUNS_EVERY_CASE || (!seen.has(key) && seen.add(key).has(key));
};

function casesOf({ resource, operation, fields }: Operation): Case[] {
  const base = { ...SOURCES, ...REQUIRED[`${resource}.${operation}`] };
  const options = fields.find(({ name }) => name === 'options')?.options as INodeProperties[];
  const common = { retries: 0, correlationId: '=id-{{ $itemIndex }}' };
  const caseOf = (field: INodeProperties, parametersWith: (value: unknown) => IDataObject): Case[] =>
    placesIn(field).map(({ labels, right, around }) => ({
      labels,
      right,
      parameters: (expression) =>
        ({
          ...base,
          options: common,
          ...conditionsOf(field),
          ...parametersWith(around(expression)),
        }) as INodeParameters,
    }));
  return [
    ...fields
      .filter((field) => isTried(field) && isNew(field))
      .flatMap((field) => caseOf(field, (value) => ({ [field.name]: value as string }))),
    ...options
      .filter((option) => isTried(option) && isNew(option))
      .flatMap((option) =>
        caseOf(option, (value) => ({
          // An option is shown by parameters, or by other options.
          options: { ...common, ...conditionsOf(option), [option.name]: value as string },
        })),
      ),
  ];
}

/** What was sent, without what is different each time: a batch as its parts, a callback without its token. */
const sent = (): string[] =>
  server.requests
    .flatMap(({ method, path, json, parts }) => {
      const { contents } = (json ?? {}) as { contents?: unknown[] };
      if (contents) return contents.map((content) => JSON.stringify(content));
      const form = parts.map(({ name, filename, data }) => [name, filename, data.toString()]);
      return [
        JSON.stringify([method, path, json, form]).replace(/"X-Document-Processing-Ticket","value":"[^"]*"/i, ''),
      ];
    })
    .sort();

async function run(operation: Operation, parameters: INodeParameters, continues: boolean) {
  server.requests.length = 0;
  server.respond((request) => ({ json: answerOf(request) }));
  const { items, error } = await runOperation(server, `${operation.resource}.${operation.operation}`, parameters, {
    items: inputs(),
    timezone: 'UTC',
    ...(continues && { onError: 'continueRegularOutput' as const }),
  });
  return { items, error, requests: sent() };
}

const itemOf = ({ pairedItem }: INodeExecutionData): number[] =>
  [pairedItem].flat().map((one) => (typeof one === 'object' ? one.item : (one ?? -1)));
const without = (all: string[], some: string[]): string[] =>
  some.reduce((rest, one) => (rest.includes(one) ? rest.toSpliced(rest.indexOf(one), 1) : rest), all);
const stable = (items: INodeExecutionData[]) =>
  JSON.stringify(items.map(({ json, pairedItem }) => ({ json: { ...json, deliveryId: null }, pairedItem })));

const fails = (value: string, item: number, good: string) => `={{ $itemIndex === ${item} ? ${value} : ${good} }}`;

test('every operation is among them', () => {
  expect(Object.keys(REQUIRED).sort()).toEqual(operations.map((one) => `${one.resource}.${one.operation}`).sort());
});

const all = operations
  .map((one) => [`${one.resource}.${one.operation}`, one, casesOf(one)] as const)
  .filter(([, , cases]) => cases.length > 0);

describe.each(all)('%s', (_name, operation, ownCases) => {
  const cases = ownCases.map((one) => [one.labels.join(' in '), one] as const);

  test.each(cases)(
    '%s',
    async (label, one) => {
      const index = cases.findIndex(([other]) => other === label);
      const baseline = await run(operation, one.parameters(`={{ ${one.right} }}`), true);
      expect(baseline.items.map(({ json }) => json['error'])).toEqual(baseline.items.map(() => undefined));
      const rotated = [0, 1].map((more) => VALUES[(index * 2 + more) % VALUES.length]!);
      const tried = RUNS_EVERY_CASE
        ? [FAILING, ...VALUES].flatMap((value) => [0, 1, 2].map((item) => [value, item] as const))
        : [FAILING, ...rotated].map((value, more) => [value, (index + more) % 3] as const);
      for (const [value, item] of tried) {
        const parameters = one.parameters(fails(value, item, one.right));
        const { items, error, requests } = await run(operation, parameters, true);
        const where = `${value} at item ${item}`;
        expect([where, error?.message]).toEqual([where, undefined]);
        expect(JSON.stringify([items, requests])).not.toContain('[object Object]');
        const failed = items.filter(({ json }) => Object.hasOwn(json, 'error'));
        if (failed.length > 0) {
          expect([where, failed.map(itemOf)]).toEqual([where, [[item]]]);
          const { error: message, message: advice } = failed[0]!.json;
          const told = `${String(message)} ${String(advice)}`;
          const names = [...one.labels.map((named) => `"${named}"`), 'The body of this callback'];
          expect(names.some((named) => told.includes(named)) ? where : told).toBe(where);
        }
        if (value === FAILING) expect([where, failed.length]).toEqual([where, 1]);
        // One item that asks for a preview is enough for all of the run.
        if (items.some(({ json }) => json['preview'] === true)) continue;
        const others = (all: INodeExecutionData[]) => all.filter((output) => !itemOf(output).includes(item));
        expect([where, stable(others(items))]).toEqual([where, stable(others(baseline.items))]);
        expect([where, new Set(items.flatMap(itemOf))]).toEqual([where, new Set([0, 1, 2])]);
        // Beside its own requests, the others' are all there: what is missing is at most what the item would send.
        const missing = without(baseline.requests, requests);
        expect(missing.length).toBeLessThanOrEqual(baseline.requests.length / 3);
        if (failed.length > 0) expect(without(requests, baseline.requests)).toEqual([]);
      }
      const stops = await run(operation, one.parameters(fails(FAILING, 1, one.right)), false);
      expect(stops.error?.message).toMatch(/ \[item 1\]$/);
      expect(stops.items).toEqual([]);
      expect(stops.requests).toEqual([]);
    },
    RUNS_EVERY_CASE ? 60_000 : 20_000,
  );
});
