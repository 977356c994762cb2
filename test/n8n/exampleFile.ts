import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lines.ts';
import { waitFor } from './n8n.ts';
import type { Host, WorkflowJson } from './n8n.ts';

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

/** A data table as the note of an example describes it. */
export async function createTable(host: Host, name: string, types: Record<string, string>) {
  const { id: project } = await host.api<{ id: string }>('GET', '/projects/personal');
  const columns = Object.entries(types).map(([column, type]) => ({ name: column, type }));
  const tables = `/projects/${project}/data-tables`;
  const { id } = await host.api<{ id: string }>('POST', tables, { name, columns });
  return {
    id,
    insert: async (data: object[]) =>
      void (await host.api('POST', `${tables}/${id}/insert`, { data, returnType: 'count' })),
    // n8n 1 answers 500 while another transaction of its SQLite is open.
    rows: async () =>
      await waitFor(async () => {
        const path = `${tables}/${id}/rows?sortBy=id:asc`;
        const found = host.api<{ data: Array<Record<string, unknown>> }>('GET', path);
        return (await found.catch(() => undefined))?.data;
      }),
  };
}
