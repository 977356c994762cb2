// The rules by which n8n 2.41 tells what its next major version breaks, run on our examples.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { INode } from 'n8n-workflow';
import { lineFolder, root } from './lines.ts';
import type { WorkflowJson } from './restApi.ts';

interface Rule {
  detectWorkflow?(
    workflow: WorkflowJson,
    nodesByType: Map<string, INode[]>,
  ): Promise<{ isAffected: boolean; issues: Array<{ title: string }> }>;
}

const folder = join(lineFolder('2.41'), 'node_modules/n8n/dist/modules/breaking-changes/rules/v3/');
const load = createRequire(join(folder, 'rules.js'));
load('reflect-metadata');

const rules = readdirSync(folder)
  .filter((file) => file.endsWith('.rule.js'))
  .flatMap((file) => Object.values(load(join(folder, file)) as Record<string, unknown>))
  .filter((exported) => typeof exported === 'function')
  .map((exported) => new (exported as new () => Rule)());

async function issuesOf(workflow: WorkflowJson): Promise<string[]> {
  const nodesByType = new Map<string, INode[]>();
  for (const node of workflow.nodes) nodesByType.set(node.type, [...(nodesByType.get(node.type) ?? []), node]);
  const found = await Promise.all(rules.map(async (rule) => await rule.detectWorkflow?.(workflow, nodesByType)));
  return found.flatMap((one) => (one?.isAffected ? one.issues.map(({ title }) => title) : []));
}

const examples = readdirSync(join(root, 'examples')).filter((file) => file.endsWith('.json'));

test.each(examples)('n8n 3 breaks nothing in %s that its rules know of', async (file) => {
  expect(await issuesOf(JSON.parse(readFileSync(join(root, 'examples', file), 'utf8')) as WorkflowJson)).toEqual([]);
});

test('the rules find what is broken', async () => {
  const node = {
    id: '1',
    name: 'Each',
    type: 'n8n-nodes-base.executeWorkflow',
    typeVersion: 1.2,
    position: [0, 0] as [number, number],
    parameters: { mode: 'each', options: {} },
  };
  const [issue] = await issuesOf({ name: 'Broken', nodes: [node], connections: {} } as unknown as WorkflowJson);
  expect(issue).toContain('Run once for each item');
});
