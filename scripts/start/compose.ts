// Writes into a folder what compose.yaml has n8n import at its first start: the examples, with their credentials and files.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { exampleFiles, prepared, provideFiles } from './examples.ts';

/** Where the Read Files node may read in n8n's image, and the examples look for files. */
const FILES = '/home/node/.n8n-files';

/** The names of the services are those of compose.yaml. */
const CREDENTIALS = [
  {
    id: 'document-processing',
    name: 'Document Processing (sandbox)',
    type: 'documentProcessingApi',
    data: { baseUrl: 'http://localhost:4010', authentication: 'accessToken', accessToken: 'sandbox-token' },
  },
  {
    id: 'mail',
    name: 'Mail catcher',
    type: 'smtp',
    data: { user: '', password: '', host: 'mail', port: 1025, secure: false, disableStartTls: true, hostName: '' },
  },
];

const [folder = 'compose'] = process.argv.slice(2);
const credentials = Object.fromEntries(CREDENTIALS.map(({ id, name, type }) => [type, { id, name }]));
mkdirSync(join(folder, 'workflows'), { recursive: true });
for (const file of exampleFiles()) {
  const workflow = prepared(readFileSync(join('examples', file), 'utf8'), { credentials, filesFolder: FILES });
  const id = basename(file, '.json');
  writeFileSync(join(folder, 'workflows', file), JSON.stringify({ ...workflow, id, active: false }));
}
writeFileSync(join(folder, 'credentials.json'), JSON.stringify(CREDENTIALS));
provideFiles(join(folder, 'files'));
