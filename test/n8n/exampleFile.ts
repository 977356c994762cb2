import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lines.ts';
import type { WorkflowJson } from './n8n.ts';

export const readExample = (name: string): WorkflowJson =>
  JSON.parse(readFileSync(join(root, 'examples', `${name}.json`), 'utf8')) as WorkflowJson;

/** The example with its data table. */
export const withTable = (workflow: WorkflowJson, id: string): WorkflowJson => ({
  ...workflow,
  nodes: workflow.nodes.map((node) =>
    'dataTableId' in node.parameters
      ? { ...node, parameters: { ...node.parameters, dataTableId: { __rl: true, mode: 'id', value: id } } }
      : node,
  ),
});
