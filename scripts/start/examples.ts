// Imports the examples, linked to the credential and ready to run. Those that changed since are imported again; a workflow
// that somebody has edited or deleted is left alone.
import { createHash, randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createTable, EXAMPLES, exampleText, TABLES, tablesPath } from '../../test/n8n/exampleFile.ts';
import { root } from '../../test/n8n/lines.ts';
import type { Host, WorkflowJson } from '../../test/n8n/n8n.ts';
import type { ImportedExample, Memory } from './dataFolder.ts';

const OUR_TYPES = 'n8n-nodes-document-processing.';
const TRIGGER = `${OUR_TYPES}documentProcessingTrigger`;
const POSTGRES = 'n8n-nodes-base.postgres';

/** Only this machine can reach the sandbox, so its token needs no secret. */
export const SANDBOX_TOKEN = 'sandbox-token';
export const SANDBOX_CREDENTIAL = 'Document Processing (sandbox)';

/** Credentials by type, with which the nodes of the examples are linked. */
export type Credentials = Record<string, { id: string; name: string }>;

export interface ImportResult {
  updated: string[];
  /** Edited workflows, beside which the changed example was imported. */
  beside: string[];
}

type Stored = { checksum: string; isArchived?: boolean; versionId: string; active: boolean };

export async function importExamples(
  host: Host,
  memory: Memory,
  surroundings: Surroundings,
  remember: () => void,
): Promise<ImportResult> {
  const result: ImportResult = { updated: [], beside: [] };
  for (const name of examplesInOrder()) {
    // As their files are called, so that the next start knows those of an earlier version.
    const file = `${name}.json`;
    const text = exampleText(name);
    const fileHash = createHash('sha256').update(text).digest('hex');
    const known = memory.examples[file];
    if (known?.fileHash === fileHash) continue;
    const workflow = prepared(text, surroundings);
    const before = known && (await stored(host, known.workflowId));
    if (known && (!before || before.isArchived)) continue;
    let id: string;
    if (known && before && before.checksum === known.checksum) {
      id = known.workflowId;
      await host.call('PATCH', `/workflows/${id}`, { ...workflow, versionId: before.versionId });
      result.updated.push(workflow.name);
    } else if (known) {
      id = await host.createWorkflow(withNewWebhooks({ ...workflow, name: `${workflow.name} (changed example)` }));
      result.beside.push(workflow.name);
    } else id = await host.createWorkflow(workflow);
    memory.examples[file] = await activated(host, id, workflow, fileHash);
    // One example at a time, so that a start that is stopped here takes none for an edited one the next time.
    remember();
  }
  return result;
}

/** The first one is imported last: n8n lists the newest workflow first. */
export const examplesInOrder = (): string[] => [
  ...EXAMPLES.filter((name) => name !== 'demo')
    .sort()
    .reverse(),
  'demo',
];

async function stored(host: Host, id: string): Promise<Stored | undefined> {
  const response = await host.request('GET', `/rest/workflows/${id}`);
  if (response.status === 404 || response.status === 403) return undefined;
  return ((await response.json()) as { data: Stored }).data;
}

/**
 * Results of asynchronous operations reach a workflow only while it is active. Schedules wait for their owner, and so does
 * a workflow that needs a credential only they can create: n8n would not publish it.
 */
async function activated(host: Host, id: string, { nodes }: WorkflowJson, fileHash: string): Promise<ImportedExample> {
  const isReady = nodes.every(({ type, credentials }) => type !== POSTGRES || credentials);
  if (isReady && nodes.some(({ type, disabled }) => type === TRIGGER && !disabled)) await host.activate(id);
  const checksum = (await stored(host, id))?.checksum ?? '';
  return { workflowId: id, fileHash, checksum };
}

type Row = { fileUrl: string; valor_liquido?: string };

/** Rows that a new table begins with, so that its example has something to read. */
const rowsOf = (name: string, samples: string): Row[] => {
  const fileUrl = `${samples}/service-invoice.pdf`;
  if (name === 'Queue') return [{ fileUrl }, { fileUrl: `${samples}/identity.pdf` }];
  return name === 'Expected values' ? [{ fileUrl, valor_liquido: '980.00' }] : [];
};

/**
 * Creates those that are not there yet, with rows that name samples by their URLs, and corrects these where the samples
 * were elsewhere before. Returns their IDs by name.
 */
export async function provideTables(host: Host, samples: string, before: string): Promise<Record<string, string>> {
  const path = await tablesPath(host);
  const { data } = await host.call<{ data: Array<{ id: string; name: string }> }>('GET', `${path}?take=100`);
  const ids = Object.fromEntries(data.map(({ id, name }) => [name, id]));
  for (const name of Object.keys(TABLES)) {
    const known = ids[name];
    if (known !== undefined) {
      if (samples !== before) await correctUrls(host, `${path}/${known}`, rowsOf(name, before), rowsOf(name, samples));
      continue;
    }
    const table = await createTable(host, name);
    ids[name] = table.id;
    const rows = rowsOf(name, samples);
    if (rows.length) await table.insert(rows);
  }
  return ids;
}

async function correctUrls(host: Host, table: string, before: Row[], now: Row[]): Promise<void> {
  for (const [index, { fileUrl }] of before.entries())
    await host.call('PATCH', `${table}/rows`, {
      filter: { type: 'and', filters: [{ columnName: 'fileUrl', condition: 'eq', value: fileUrl }] },
      data: { fileUrl: now[index]?.fileUrl ?? fileUrl },
    });
}

/** What the examples are linked with. */
interface Surroundings {
  credentials: Credentials;
  filesFolder: string;
  /** IDs of the data tables, by the names that the examples give them; without its ID an example keeps the name. */
  tables?: Record<string, string>;
}

/** The example linked with the credentials and the data tables, and with a folder of this machine for its files. */
export function prepared(text: string, { credentials, filesFolder, tables = {} }: Surroundings): WorkflowJson {
  const inFolder = text.replaceAll('/home/node/.n8n-files', JSON.stringify(filesFolder).slice(1, -1));
  const workflow = JSON.parse(inFolder) as WorkflowJson;
  for (const { parameters } of workflow.nodes) {
    const { cachedResultName = '' } = (parameters['dataTableId'] ?? {}) as { cachedResultName?: string };
    const value = tables[cachedResultName];
    if (value !== undefined) parameters['dataTableId'] = { __rl: true, mode: 'id', value };
  }
  const ready = (node: Node): Node => ({ ...node, ...linked(node, credentials), ...(hasMadeUpUrl(node) && OFF) });
  return { ...workflow, nodes: workflow.nodes.map(ready) };
}

const OFF = { disabled: true };

/** Nobody is at the made-up address of a chat: a first run would end with an error. */
const hasMadeUpUrl = ({ parameters }: Node): boolean =>
  /^https:\/\/chat\.example\.com\//.test(String(parameters['url']));

type Node = WorkflowJson['nodes'][number];

function linked(node: Node, credentials: Credentials): Partial<Node> {
  const types = new Set(Object.keys(node.credentials ?? {}));
  if (node.type.startsWith(OUR_TYPES)) types.add('documentProcessingApi');
  const links = [...types].flatMap((type) => (credentials[type] ? [[type, credentials[type]] as const] : []));
  return links.length === 0 ? {} : { credentials: Object.fromEntries(links) };
}

/** Two active workflows cannot have the same webhook. */
const withNewWebhooks = (workflow: WorkflowJson): WorkflowJson => ({
  ...workflow,
  nodes: workflow.nodes.map((node) => (node.webhookId ? { ...node, webhookId: randomUUID() } : node)),
});

/** Puts sample documents where the examples look for files. Returns that folder. */
export function provideFiles(folder: string): string {
  const samples = join(root, 'sandbox/samples');
  const into = {
    invoices: ['service-invoice.pdf'],
    'large-folder': ['identity.pdf', 'statement.pdf', 'service-invoice.pdf', 'contract.pdf'],
  };
  for (const [name, files] of Object.entries(into)) {
    if (existsSync(join(folder, name))) continue;
    mkdirSync(join(folder, name), { recursive: true });
    for (const file of files) copyFileSync(join(samples, file), join(folder, name, file));
  }
  return folder;
}
