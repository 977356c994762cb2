// Writes into a folder what compose.yaml has n8n import at its first start: the examples, with their credentials and files.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { mailCredential, sandboxCredential } from './credentials.ts';
import type { WorkflowJson } from '../../test/n8n/n8n.ts';
import { exampleFiles, prepared, provideFiles, TABLES } from './examples.ts';

/** Where the Read Files node may read in n8n's image, and the examples look for files. */
const FILES = '/home/node/.n8n-files';

/** The names of the services are those of compose.yaml. */
const CREDENTIALS = [
  { id: 'document-processing', ...sandboxCredential('http://sandbox:4010') },
  { id: 'mail', ...mailCredential('Mail catcher', 'mail', 1025) },
];

const DATA_TABLE = 'n8n-nodes-base.dataTable';

/** What `npm start` has done for its reader, the first start of compose.yaml has in part. */
const DONE =
  'Here the credentials and folders are chosen, the workflow *Data tables* creates the tables, and nothing is published.';

/** A table has no ID yet: it belongs to an account, and there is none before the first visit. */
function adapted(workflow: WorkflowJson): WorkflowJson {
  for (const { type, parameters } of workflow.nodes) {
    // Those for evaluations take an ID alone, so they stay to be chosen, as the note of their example says.
    const { cachedResultName } = (parameters['dataTableId'] ?? {}) as { cachedResultName?: string };
    if (type === DATA_TABLE) parameters['dataTableId'] = { __rl: true, mode: 'name', value: cachedResultName ?? '' };
    if (typeof parameters['content'] === 'string')
      parameters['content'] = parameters['content']
        .replace(/^With `npm start`, .*$/m, DONE)
        .replace(/\(with `npm start` it is (?:there|chosen)\)/, '(here the workflow *Data tables* creates it)')
        .replace(/With `npm start`,? the mail (is|arrives)[^.\n]*/, 'Here the mail $1 at `http://localhost:8025`')
        .replace(/With `npm start`, the folder is .* and has/, 'Here the folder has')
        .replace('with `npm start`', 'here');
  }
  return workflow;
}

/** Creates, with one press, the tables that examples write to. */
function dataTables(): WorkflowJson {
  const start = {
    ...{ id: 'start', name: 'When clicking ‘Execute workflow’', type: 'n8n-nodes-base.manualTrigger' },
    ...{ typeVersion: 1, position: [0, 0] as [number, number], parameters: {} },
  };
  const content =
    '## Data tables\n\nPress **Execute workflow** once. It creates the tables that other examples use, and leaves alone those there are.';
  const note = {
    ...{ id: 'note', name: 'About', type: 'n8n-nodes-base.stickyNote', typeVersion: 1 },
    ...{ position: [-40, -240] as [number, number], parameters: { content, width: 520, height: 160 } },
  };
  const tables = Object.entries(TABLES).map(([tableName, columns], index) => ({
    ...{ id: tableName, name: tableName, type: DATA_TABLE, typeVersion: 1.1 },
    position: [240, index * 200] as [number, number],
    parameters: {
      ...{ resource: 'table', operation: 'create', tableName, options: { createIfNotExists: true } },
      columns: { column: Object.entries(columns).map(([name, type]) => ({ name, type })) },
    },
  }));
  const all = tables.map(({ name }) => ({ node: name, type: 'main' as const, index: 0 }));
  return { name: 'Data tables', nodes: [start, note, ...tables], connections: { [start.name]: { main: [all] } } };
}

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder to write into');
const credentials = Object.fromEntries(CREDENTIALS.map(({ id, name, type }) => [type, { id, name }]));
mkdirSync(join(folder, 'workflows'), { recursive: true });
const write = (id: string, workflow: WorkflowJson): void =>
  writeFileSync(join(folder, 'workflows', `${id}.json`), JSON.stringify({ ...workflow, id, active: false }));
for (const file of exampleFiles()) {
  const workflow = prepared(readFileSync(join('examples', file), 'utf8'), { credentials, filesFolder: FILES });
  write(basename(file, '.json'), adapted(workflow));
}
write('data-tables', dataTables());
writeFileSync(join(folder, 'credentials.json'), JSON.stringify(CREDENTIALS));
provideFiles(join(folder, 'files'));
