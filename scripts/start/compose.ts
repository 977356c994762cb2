// Writes into a folder what compose.yaml has n8n import at its first start: the examples, with their credentials and files.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exampleText, TABLES } from '../../test/n8n/exampleFile.ts';
import type { WorkflowJson } from '../../test/n8n/restApi.ts';
import { mailCredential } from '../../test/n8n/mailServer.ts';
import { credentialFor, manualTrigger, node, workflow } from '../../test/n8n/workflowJson.ts';
import { examplesInOrder, prepared, provideFiles, SANDBOX_CREDENTIAL, SANDBOX_TOKEN } from './examples.ts';

/** Where the Read Files node may read in n8n's image, and the examples look for files. */
const FILES = '/home/node/.n8n-files';

/** The names of the services are those of compose.yaml. */
const CREDENTIALS = [
  credentialFor('http://sandbox:4010', SANDBOX_TOKEN, { id: 'document-processing', name: SANDBOX_CREDENTIAL }),
  mailCredential(1025, 'mail', 'Mail catcher', 'mail'),
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
  const start = manualTrigger('When clicking ‘Execute workflow’');
  const content =
    '## Data tables\n\nPress **Execute workflow** once. It creates the tables that other examples use, and leaves alone those there are.';
  const parameters = { content, width: 520, height: 160 };
  const note = node('About', 'n8n-nodes-base.stickyNote', 1, parameters, { position: [-40, -240] });
  const tables = Object.entries(TABLES).map(([tableName, columns], index) =>
    node(
      tableName,
      DATA_TABLE,
      1.1,
      {
        ...{ resource: 'table', operation: 'create', tableName, options: { createIfNotExists: true } },
        columns: { column: Object.entries(columns).map(([name, type]) => ({ name, type })) },
      },
      { position: [240, index * 200] },
    ),
  );
  return workflow('Data tables', [note], ...tables.map((table) => [start, table]));
}

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder to write into');
const credentials = Object.fromEntries(CREDENTIALS.map(({ id, name, type }) => [type, { id, name }]));
mkdirSync(join(folder, 'workflows'), { recursive: true });
const write = (id: string, workflow: WorkflowJson): void =>
  writeFileSync(join(folder, 'workflows', `${id}.json`), JSON.stringify({ ...workflow, id, active: false }));
for (const name of examplesInOrder())
  write(name, adapted(prepared(exampleText(name), { credentials, filesFolder: FILES })));
write('data-tables', dataTables());
writeFileSync(join(folder, 'credentials.json'), JSON.stringify(CREDENTIALS));
provideFiles(join(folder, 'files'));
