// What the pages tell people to type in n8n is run as they would: workflows are imported, expressions evaluated.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  NodeHelpers,
  type IExecuteFunctions,
  type INode,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
} from 'n8n-workflow';
import { DocumentProcessingApi } from '../../credentials/DocumentProcessingApi.credentials';
import { startSandbox, type RunningSandbox } from '../support/sandbox.ts';
import { fileItem } from '../engine/binaryData.ts';
import { runWorkflow } from '../engine/execution.ts';
import { START_TYPE } from '../engine/nodeTypes.ts';
import { DocumentProcessing } from '../../nodes/DocumentProcessing/DocumentProcessing.node';
import { DocumentProcessingTrigger } from '../../nodes/DocumentProcessing/DocumentProcessingTrigger.node';
import { blocksOf, PAGES, textOf } from '../support/pages.ts';

const NODE = 'n8n-nodes-document-processing.documentProcessing';
const START = 'On form submission';

const expressionsOf = (page: string): string[] =>
  [...textOf(page).matchAll(/`(\{\{ [^`]* \}\})`/g)].map(([, expression]) => expression ?? '');

/** Outputs what its parameter resolves to. */
const probe: INodeType = {
  description: {
    displayName: 'Probe',
    name: 'probe',
    group: ['transform'],
    version: 1,
    description: 'Outputs what its parameter resolves to',
    defaults: {},
    inputs: ['main'],
    outputs: ['main'],
    properties: [{ displayName: 'Value', name: 'value', type: 'string', default: '' }],
  },
  async execute(this: IExecuteFunctions) {
    return [[{ json: { value: (this.getNodeParameter('value', 0) ?? null) as string } }]];
  },
};

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());

const nodeOf = (name: string, type: string, parameters: INode['parameters'] = {}): INode => ({
  id: name,
  name,
  type,
  typeVersion: 1,
  position: [0, 0],
  parameters,
});

/** Runs a node behind a form with an invoice, and evaluates an expression behind it. */
async function runBehindForm(node: INode, expression = ''): Promise<{ items: INodeExecutionData[]; value: unknown }> {
  const link = (name: string) => ({ main: [[{ node: name, type: 'main' as const, index: 0 }]] });
  const run = await runWorkflow({
    nodes: [
      nodeOf(START, START_TYPE),
      { ...node, credentials: { documentProcessingApi: { id: 'documentProcessingApi', name: 'Sandbox' } } },
      nodeOf('Probe', 'probe', { value: `=${expression}` }),
    ],
    connections: { [START]: link(node.name), [node.name]: link('Probe') },
    nodeTypes: { [NODE]: new DocumentProcessing(), probe },
    credentials: [
      { type: new DocumentProcessingApi(), data: { baseUrl: sandbox.baseUrl, accessToken: sandbox.token } },
    ],
    startNode: START,
    items: [await fileItem('sandbox/samples/service-invoice.pdf', { json: { email: 'maria@example.com' } })],
  });
  if (run.error) throw new Error(`${node.name}, ${expression}: ${run.error.message}`);
  return { items: run.of(node.name).items, value: run.of('Probe').items[0]?.json['value'] };
}

const extractInvoice = (parameters: INode['parameters'] = {}): INode =>
  nodeOf('Extract Invoice', NODE, { resource: 'document', operation: 'extractInvoice', ...parameters });

const workflowsOf = (page: string) =>
  blocksOf(page, 'json')
    .filter((block) => block.includes('"nodes"'))
    .map((block) => [page, block] as const);
const workflows = PAGES.flatMap(workflowsOf);

test.each(workflows)('%s has a workflow that runs as it is', async (_page, block) => {
  const { nodes } = JSON.parse(block) as { nodes: INode[] };
  expect(nodes.length).toBeGreaterThan(0);
  for (const node of nodes) {
    const { items } = await runBehindForm(node);
    expect(items[0]?.json).toMatchObject({ fields: { valor_liquido: '980.00' } });
  }
});

const evaluated = PAGES.flatMap((page) => expressionsOf(page).map((expression) => [page, expression] as const))
  // Only an AI Agent knows `$fromAI`: test/n8n/agent.test.ts has it.
  .filter(([, expression]) => !expression.includes('$fromAI'));

test.each(evaluated)('%s: %s has a value', async (_page, expression) => {
  const whole = expression.includes('$json.result');
  const { value } = await runBehindForm(extractInvoice(whole ? { output: 'raw' } : {}), expression);
  // An invoice of the official source has no type of its own.
  if (!expression.includes('$json.type')) expect(value ?? null).not.toBeNull();
});

const pairs = [...textOf('docs/migration.md').matchAll(/^\| `(\{\{.*?\}\})` \| `(\{\{.*?\}\})` \|$/gm)].filter(
  ([, before]) => before?.includes('$json.result'),
);

test.each(pairs.map(([, before, after]) => [before ?? '', after ?? '']))(
  'migration: %s gives what %s gives',
  async (before, after) => {
    const whole = await runBehindForm(extractInvoice({ output: 'raw' }), before);
    const simplified = await runBehindForm(extractInvoice(), after);
    expect(simplified.value).toEqual(whole.value);
  },
);

test('the pages have workflows, expressions and pairs of them to run', () => {
  expect([workflows.length, evaluated.length, pairs.length].every((count) => count > 0)).toBe(true);
});

const examples = readdirSync('examples')
  .filter((name) => name.endsWith('.json'))
  .map((name) => [`examples/${name}`, textOf(join('examples', name))] as const);

// A pinned result would be taken for that of the user's own document.
test.each(examples)(
  '%s can be imported anywhere: no secret, no local address, nothing pinned, a note',
  (_place, text) => {
    expect(text).not.toMatch(/token|secret|password|127\.0\.0\.1|localhost/i);
    const { nodes, pinData } = JSON.parse(text) as { nodes: INode[]; pinData?: object };
    expect(pinData ?? {}).toEqual({});
    expect(new Set(nodes.map(({ id }) => id)).size).toBe(nodes.length);
    expect(nodes.map(({ type }) => type)).toContain('n8n-nodes-base.stickyNote');
  },
);

test.each([
  [3, 1, 3],
  [3, 1.5, 2],
  [30_000, 1, 20],
  [0.5, 1, 0],
  // What is not known holds the queue: n8n's table takes a limit of 0 for none.
  [null, 1, 0],
])(
  'the example that stops at the budget reads of %j left, at a price of %d, %d documents',
  (remaining, price, count) => {
    const { nodes } = JSON.parse(textOf('examples/stop-at-budget.json')) as { nodes: INode[] };
    const text = JSON.stringify(nodes.find(({ name }) => name === 'How many fit'));
    const [, expression = ''] = /"value":"={{ (.*?) }}"/.exec(text) ?? [];
    const fit = new Function('$json', `return ${expression.replace(/\b1\b/, String(price))}`) as (
      json: object,
    ) => number;
    expect(fit({ remaining })).toBe(count);
  },
);

/** The workflows that people import or paste, by where they are; one only counts the rows of a data table. */
const imported = [
  ...examples.filter(([place]) => place !== 'examples/review-statistics.json'),
  ...workflows,
  ...readdirSync('docs/operations').flatMap((name) => workflowsOf(join('docs/operations', name))),
];
const node = new DocumentProcessing().description;
const descriptions: Record<string, INodeTypeDescription> = {
  [NODE]: node,
  // As n8n makes a tool of a node.
  [`${NODE}Tool`]: { ...node, name: `${node.name}Tool`, outputs: ['ai_tool'] },
  [`${NODE}Trigger`]: new DocumentProcessingTrigger().description,
};

test.each(imported)('%s has only parameters that the editor shows, with values it knows', (_place, text) => {
  const { nodes } = JSON.parse(text) as { nodes: INode[] };
  const ours = nodes.filter(({ type }) => type.startsWith(NODE));
  expect(ours).not.toEqual([]);
  for (const one of ours) {
    const description = descriptions[one.type]!;
    const { properties } = description;
    const shown = NodeHelpers.getNodeParameters(properties, one.parameters, true, false, one, description);
    expect(shown).toMatchObject(one.parameters);
    const complete = { ...one, parameters: shown ?? {} };
    expect(NodeHelpers.getNodeParametersIssues(properties, complete, description)).toBeNull();
  }
});

test('every page for readers is linked from the README or from CONTRIBUTING', () => {
  const linked = ['README.md', 'CONTRIBUTING.md'].map(textOf).join('\n');
  const pages = readdirSync('docs').filter((name) => name.endsWith('.md'));
  expect(pages.filter((name) => !linked.includes(join('docs', name)))).toEqual([]);
  expect(linked).toContain('docs/operations/README.md');
});
