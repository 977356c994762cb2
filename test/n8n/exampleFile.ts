import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lines.ts';
import type { WorkflowJson } from './n8n.ts';

const fileOf = (name: string) => join(root, 'examples', `${name}.json`);

export const readExample = (name: string): WorkflowJson =>
  JSON.parse(readFileSync(fileOf(name), 'utf8')) as WorkflowJson;

/**
 * Checks that anyone can import the example: no secrets, no local addresses, unique node IDs, a note. Nothing is pinned:
 * a run would show the sample of somebody else as the result of the user's own document.
 */
export function expectImportable(name: string): void {
  expect(readFileSync(fileOf(name), 'utf8')).not.toMatch(/token|secret|password|127\.0\.0\.1|localhost/i);
  const { nodes, pinData } = readExample(name);
  expect(pinData ?? {}).toEqual({});
  expect(new Set(nodes.map(({ id }) => id)).size).toBe(nodes.length);
  expect(nodes.some(({ type }) => type === 'n8n-nodes-base.stickyNote')).toBe(true);
}

/** The example with its data table. */
export const withTable = (workflow: WorkflowJson, id: string): WorkflowJson => ({
  ...workflow,
  nodes: workflow.nodes.map((node) =>
    'dataTableId' in node.parameters
      ? { ...node, parameters: { ...node.parameters, dataTableId: { __rl: true, mode: 'id', value: id } } }
      : node,
  ),
});
