// Writes into a folder what compose.yaml has n8n import at its first start: the examples, with their credentials and files.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { mailCredential, sandboxCredential } from './credentials.ts';
import { exampleFiles, prepared, provideFiles } from './examples.ts';

/** Where the Read Files node may read in n8n's image, and the examples look for files. */
const FILES = '/home/node/.n8n-files';

/** The names of the services are those of compose.yaml. */
const CREDENTIALS = [
  { id: 'document-processing', ...sandboxCredential('http://sandbox:4010') },
  { id: 'mail', ...mailCredential('Mail catcher', 'mail', 1025) },
];

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder to write into');
const credentials = Object.fromEntries(CREDENTIALS.map(({ id, name, type }) => [type, { id, name }]));
mkdirSync(join(folder, 'workflows'), { recursive: true });
for (const file of exampleFiles()) {
  const workflow = prepared(readFileSync(join('examples', file), 'utf8'), { credentials, filesFolder: FILES });
  const id = basename(file, '.json');
  writeFileSync(join(folder, 'workflows', file), JSON.stringify({ ...workflow, id, active: false }));
}
writeFileSync(join(folder, 'credentials.json'), JSON.stringify(CREDENTIALS));
provideFiles(join(folder, 'files'));
