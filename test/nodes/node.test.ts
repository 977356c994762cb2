import {
  NodeHelpers,
  type INode,
  type INodeParameters,
  type INodeProperties,
  type INodePropertyCollection,
  type INodePropertyOptions,
  type INodeTypeDescription,
} from 'n8n-workflow';
import { everyParameter, filledIn, nodeOf, shownOf, workflowOf } from '../support/in-editor.ts';
import { DocumentProcessing } from '../../nodes/DocumentProcessing/DocumentProcessing.node';
import { DocumentProcessingTrigger } from '../../nodes/DocumentProcessing/DocumentProcessingTrigger.node';
import { operations } from '../../nodes/DocumentProcessing/operations';
import type { Operation } from '../../nodes/DocumentProcessing/operations/operation';
import { outputs } from '../../nodes/DocumentProcessing/parameters/node-outputs';
import { withToolFields } from '../../nodes/DocumentProcessing/parameters/tool-fields';

const { description } = new DocumentProcessing();

/** Characters of the description as JSON: what docs/making/adding-an-operation.md speaks of. */
const LARGEST_DESCRIPTION = 90_000;

/** The table of what the node does, as it is promised. */
const PROMISED: Record<string, string[]> = {
  address: ['parse'],
  api: ['sendRequest'],
  billing: ['getDailySummary'],
  callback: ['readCallback'],
  document: [
    'compareContent',
    'extractContent',
    'extractDriverLicence',
    'extractGenerative',
    'extractInvoice',
    'extractPages',
    'extractPaymentCard',
    'startExtraction',
  ],
  enrichment: ['start'],
};

const optionsOf = (property: INodeProperties) => (property.options ?? []) as INodePropertyOptions[];

const parameters = everyParameter(description.properties);
test('the node is called what workflows call it, and can be a tool', () => {
  expect(description).toMatchObject({
    name: 'documentProcessing',
    displayName: 'Document Processing',
    usableAsTool: true,
    inputs: ['main'],
    outputs: expect.stringContaining('reviewOutput'),
    credentials: [{ name: 'documentProcessingApi', required: true }],
    version: 1,
  });
});

test("the editor's lists hold every operation there is, and no other", () => {
  const resources = description.properties.find(({ name }) => name === 'resource')!;
  expect(optionsOf(resources).map(({ value }) => value)).toEqual(Object.keys(PROMISED));
  for (const [resource, names] of Object.entries(PROMISED)) {
    const list = description.properties.find(
      ({ name, displayOptions }) => name === 'operation' && displayOptions?.show?.['resource']?.includes(resource),
    )!;
    expect(optionsOf(list).map(({ value }) => value)).toEqual(names);
    expect(names).toContain(list.default);
  }
  expect(operations.map(({ resource, operation }) => `${resource}.${operation}`).sort()).toEqual(
    Object.entries(PROMISED)
      .flatMap(([resource, names]) => names.map((name) => `${resource}.${name}`))
      .sort(),
  );
});

test.each(operations.map((one) => [`${one.resource}.${one.operation}`, one] as const))(
  '%s has an action and a description',
  (_name, { action, description: text }) => {
    expect(action).toMatch(/^[A-Z][^.]*[^. ]$/);
    expect(text).toMatch(/^[A-Z].*[^.]$/);
  },
);

test('the description is that of the trigger, which the node creator shows for both', () => {
  expect(new DocumentProcessingTrigger().description).toMatchObject({
    description: description.description,
    group: ['trigger'],
  });
});

test('what the canvas shows below the name of a node is in words', () => {
  const subtitleOf = (subtitle: string | undefined, given: INodeParameters): unknown => {
    const node = nodeOf(given);
    return workflowOf(node).expression.getSimpleParameterValue(node, subtitle, 'internal', {});
  };
  const { subtitle } = description;
  const names: unknown[] = operations.map(({ resource, operation }) => subtitleOf(subtitle, { resource, operation }));
  expect(names).toEqual(expect.arrayContaining(['Extract Invoice', 'Parse Addresses', 'Start Enrichment']));
  for (const name of names) expect(name).toMatch(/^[A-Z][a-z]+( [A-Z][a-z]+)+$/);
  const events = ['contentExtraction', 'enrichment'];
  const trigger = new DocumentProcessingTrigger().description;
  expect(subtitleOf(trigger.subtitle, { events })).toBe('Content Extraction, Enrichment');
});

const ONE = ['main', undefined];
const DONE = ['main', 'Done'];
const REVIEW = ['main', 'Needs Review'];
const READ = ['main', 'Already Read'];

test.each([
  [{}, [ONE]],
  [{ options: { reviewOutput: false, skipAlreadyRead: false } }, [ONE]],
  [{ options: { reviewOutput: true } }, [DONE, REVIEW]],
  [{ options: { skipAlreadyRead: true } }, [DONE, READ]],
  [{ options: { skipAlreadyRead: 'true', reviewOutput: ' TRUE ' } }, [DONE, REVIEW, READ]],
  [{ options: { skipAlreadyRead: 'truely' } }, [ONE]],
])('both nodes have the outputs of their parameters: %j', (given, expected) => {
  for (const type of [description, new DocumentProcessingTrigger().description]) expect(type.outputs).toBe(outputs);
  const node = nodeOf(given);
  const computed = NodeHelpers.getNodeOutputs(workflowOf(node), node, description);
  expect(computed.map((one) => (typeof one === 'string' ? [one, undefined] : [one.type, one.displayName]))).toEqual(
    expected,
  );
});

test('the names of operations, by which shared options tell them apart, actions and descriptions are their own', () => {
  for (const member of ['operation', 'action', 'description'] as const)
    expect(new Set(operations.map((one) => one[member])).size).toBe(operations.length);
});

test.each([
  ['fields', 'field', ['name', 'value']],
  ['parameters', 'parameter', ['name', 'value']],
  ['callbackHeaders', 'header', ['name', 'value']],
  ['callbackQueryStrings', 'queryString', ['name', 'value']],
  ['formFields', 'field', ['name', 'value']],
  ['formFiles', 'file', ['name', 'binaryPropertyName']],
  ['fieldRules', 'rule', ['name', 'format', 'pattern', 'minScore', 'required']],
  ['sums', 'sum', ['total', 'parts', 'tolerance']],
  ['parts', 'part', ['name', 'sign', 'optional']],
])('the list %s has members called %s', (name, member, values) => {
  const found = parameters.filter((one) => one.name === name);
  expect(found).not.toEqual([]);
  for (const parameter of found) {
    const [collection, ...others] = parameter.options as INodePropertyCollection[];
    expect(others).toEqual([]);
    expect(collection).toMatchObject({ name: member });
    expect(collection?.values.map((value) => value.name)).toEqual(values);
    expect(parameter.typeOptions?.multipleValues).toBe(true);
  }
});

test('passwords are typed hidden, and each value of options is offered once', () => {
  for (const parameter of parameters) {
    if (parameter.name === 'filePassword') expect(parameter.typeOptions?.password).toBe(true);
    if (parameter.type === 'options')
      expect(new Set(optionsOf(parameter).map(({ value }) => value)).size).toBe(parameter.options?.length);
    if (parameter.type === 'options' && parameter.default !== '')
      expect(optionsOf(parameter).map(({ value }) => value)).toContain(parameter.default);
  }
});

const typeOf = (isTool: boolean) => (isTool ? { ...description, name: `${description.name}Tool` } : description);

/** Names, texts, defaults and choices of the fields that the editor shows, without the conditions that show them. */
function inEditor(
  fields: INodeProperties[],
  node: INode,
  type: INodeTypeDescription,
  values = node.parameters,
): unknown[] {
  return shownOf(fields, node, type, values).map(({ displayOptions: _condition, ...field }) =>
    field.type === 'collection'
      ? { ...field, options: inEditor(field.options as INodeProperties[], node, type, {}) }
      : field,
  );
}

/** One set of parameters for each choice that a field of the operation offers. */
const choicesOf = ({ resource, operation, fields }: Operation): INodeParameters[] =>
  fields
    .filter(({ type }) => type === 'options')
    .flatMap((field) =>
      [...optionsOf(field).map(({ value }) => value), '={{ $json.choice }}'].map((value) => ({
        resource,
        operation,
        [field.name]: value,
      })),
    );

describe.each(operations.map((one) => [`${one.resource}.${one.operation}`, one] as const))('%s', (_name, operation) => {
  test.each([
    ['node', false],
    ['tool', true],
  ])('shows its own fields as a %s, in their order, and no others', (_what, isTool) => {
    const type = typeOf(isTool);
    const own = withToolFields(operation.fields);
    const first = { resource: operation.resource, operation: operation.operation };
    for (const given of [first, ...choicesOf(operation)]) {
      const node = filledIn(type, given);
      const others = ['resource', 'operation', 'toolDescription'];
      const shown = description.properties.filter(({ name }) => !others.includes(name));
      const seen = inEditor(shown, node, type) as INodeProperties[];
      expect(seen).toEqual(inEditor(own, node, type));
      expect(new Set(seen.map(({ name }) => name)).size).toBe(seen.length);
      expect(inEditor(own, node, type).length).toBeGreaterThan(1);
    }
  });
});

test('the description is small enough to be sent to every editor', () => {
  const weight = JSON.stringify(description).length;
  expect(weight).toBeLessThanOrEqual(LARGEST_DESCRIPTION);
});

/** The choices on which it depends what else there is to fill in. */
const CHOICES = operations.flatMap(({ resource, operation, fields }) =>
  fields
    .filter(({ name, type }) => type === 'options' && fields.some((other) => other.displayOptions?.show?.[name]))
    .map(({ name }) => [`${resource}.${operation}`, name] as const),
);

// n8n asks for all that could be shown where a choice is an expression, and shows what is shown for its value.
test.each(CHOICES)('%s can be run and published with an expression for %s', (operation, choice) => {
  const [resource, name] = operation.split('.') as [string, string];
  const issuesOf = (chosen: INodeParameters) => {
    const given = { resource, operation: name, model: 'custom', ...chosen };
    return NodeHelpers.getNodeParametersIssues(description.properties, filledIn(description, given), description);
  };
  expect(issuesOf({ [choice]: '={{ $json.choice }}' })).toEqual(issuesOf({}));
});
