// The examples, and the data tables that their notes describe.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lines.ts';
import type { Api, WorkflowJson } from './restApi.ts';
import { waitFor } from './waiting.ts';

const FOLDER = join(root, 'examples');

/** Their names, those of the files without ".json". */
export const EXAMPLES = readdirSync(FOLDER).flatMap((file) => (file.endsWith('.json') ? [file.slice(0, -5)] : []));

export const exampleText = (name: string): string => readFileSync(join(FOLDER, `${name}.json`), 'utf8');
export const readExample = (name: string): WorkflowJson => JSON.parse(exampleText(name)) as WorkflowJson;

/** The example with its data table. */
export const withTable = (workflow: WorkflowJson, id: string): WorkflowJson => ({
  ...workflow,
  nodes: workflow.nodes.map((node) =>
    'dataTableId' in node.parameters
      ? { ...node, parameters: { ...node.parameters, dataTableId: { __rl: true, mode: 'id', value: id } } }
      : node,
  ),
});

export type Columns = Record<string, 'string' | 'number'>;

/** The data tables that examples name in their notes, with their columns. */
export const TABLES: Record<string, Columns> = {
  Queue: { fileUrl: 'string', state: 'string' },
  'Expected values': { fileUrl: 'string', result: 'string', valor_liquido: 'string' },
  Requests: { execution: 'string', day: 'string', planned: 'number', requests: 'number', cost: 'number' },
  Corrections: {
    ...{ document: 'string', page: 'number', type: 'string', field: 'string', read: 'string', score: 'number' },
    ...{ reason: 'string', corrected: 'string', outcome: 'string', reviewer: 'string', requestId: 'string' },
  },
  'Under way': { correlationId: 'string', processId: 'string', problem: 'string' },
  'Document results': {
    delivery: 'string',
    order: 'string',
    seller: 'string',
    amount: 'number',
    invoiceDate: 'string',
    error: 'string',
  },
};

/** Where n8n keeps the data tables of its owner. */
export async function tablesPath(api: Pick<Api, 'call'>): Promise<string> {
  const { id } = await api.call<{ id: string }>('GET', '/projects/personal');
  return `/projects/${id}/data-tables`;
}

/** Creates a data table: as the note of an example describes it, or with other columns. */
export async function createTable(api: Pick<Api, 'call'>, name: string, types: Columns = TABLES[name] ?? {}) {
  const path = await tablesPath(api);
  const columns = Object.entries(types).map(([column, type]) => ({ name: column, type }));
  const { id } = await api.call<{ id: string }>('POST', path, { name, columns });
  return {
    id,
    insert: async (data: object[]) =>
      void (await api.call('POST', `${path}/${id}/insert`, { data, returnType: 'count' })),
    // n8n 1 answers 500 while another transaction of its SQLite is open.
    rows: async () =>
      await waitFor(async () => {
        const found = api.call<{ data: Array<Record<string, unknown>> }>('GET', `${path}/${id}/rows?sortBy=id:asc`);
        return (await found.catch(() => undefined))?.data;
      }),
  };
}
