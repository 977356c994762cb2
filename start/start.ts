// Starts n8n with this package, the sandbox, the owner's account, the credential and the examples.
import { join } from 'node:path';
import { startSandbox } from '../demo/sandbox.ts';
import type { RunningSandbox } from '../demo/sandbox.ts';
import { install } from '../host/install.mjs';
import { NEWEST } from '../host/lines.ts';
import { createHost } from '../host/n8n.ts';
import type { Host } from '../host/n8n.ts';
import { guard } from '../host/processes.ts';
import { freePortFrom, isFree } from '../host/settings.ts';
import { step } from '../scripts/progress.mjs';
import type { DataFolder, Memory } from './dataFolder.ts';
import { importExamples, provideFiles } from './examples.ts';
import type { Credentials } from './examples.ts';
import { installPackage } from './package.ts';
import { UsageError } from './options.ts';

const N8N_PORT = 5678;
const SANDBOX_PORT = 4010;
/** Only this machine can reach the sandbox, so its token needs no secret. */
const SANDBOX_TOKEN = 'sandbox-token';

export interface Started {
  host: Host;
  sandbox: RunningSandbox;
  email: string;
  password: string;
  /** What the user should know, e.g. that a port was taken. */
  notes: string[];
}

/** Starts everything. `onStop` gets a function for each part that must be stopped at the end, also if a later part fails. */
export async function start(
  data: DataFolder,
  chosenPort: number | undefined,
  onStop: (stop: () => Promise<void>) => void,
): Promise<Started> {
  const notes: string[] = [];
  const memory = data.read();
  const port = await portOf(chosenPort, notes);
  await install(NEWEST);

  const owner = { email: 'owner@example.com', firstName: 'Local', lastName: 'Owner', password: memory.password };
  const files = provideFiles(join(data.path, 'files'));
  const host = await createHost(NEWEST, {
    userFolder: data.path,
    port,
    owner,
    readableFolders: [files],
    settings: {
      GENERIC_TIMEZONE: Intl.DateTimeFormat().resolvedOptions().timeZone,
      N8N_ENCRYPTION_KEY: memory.encryptionKey,
      N8N_LOG_FILE_LOCATION: join(data.path, 'n8n.log'),
      N8N_LOG_OUTPUT: 'console,file',
    },
  });
  await step('Building and installing the package', () => {
    installPackage(host, memory, join(data.path, 'package'));
    data.write(memory);
  });

  const sandboxPort = await freePortFrom(memory.sandboxPort ?? SANDBOX_PORT);
  const [sandbox] = await step('Starting n8n and the sandbox', () =>
    Promise.all([
      startSandbox({
        port: sandboxPort,
        token: SANDBOX_TOKEN,
        dataFolder: join(data.path, 'sandbox'),
        warm: true,
      }).then((running) => {
        const guarded = guard('kill -9 "$1"', String(running.pid));
        onStop(async () => {
          await running.stop();
          guarded.dismiss();
        });
        return running;
      }),
      host.launch().then(() => onStop(host.dispose)),
    ]),
  );
  await step('Setting up the account, the credential and the examples', async () => {
    if (!(await signedIn(host))) {
      notes.push(
        'The password of the account was changed, so the examples and the credential were left as they are. ' +
          'Sign in with your own password.',
      );
      return;
    }
    const credentials = await provideCredential(host, memory, sandbox.baseUrl);
    const { updated, beside } = await importExamples(host, memory, credentials, files);
    memory.sandboxPort = sandboxPort;
    data.write(memory);
    if (updated.length) notes.push(`Changed examples were imported again: ${updated.join(', ')}`);
    if (beside.length)
      notes.push(`You have edited these examples. Their new versions are beside them: ${beside.join(', ')}`);
  });
  return { host, sandbox, email: owner.email, password: owner.password, notes };
}

async function portOf(chosen: number | undefined, notes: string[]): Promise<number> {
  if (chosen !== undefined) {
    if (await isFree(chosen)) return chosen;
    throw new UsageError(
      `Port ${chosen} is taken by another program. Choose another one: npm start -- --port ${chosen + 1}`,
    );
  }
  const port = await freePortFrom(N8N_PORT);
  if (port !== N8N_PORT) notes.push(`Port ${N8N_PORT} is taken by another program, so n8n uses ${port}.`);
  return port;
}

async function signedIn(host: Host): Promise<boolean> {
  try {
    await host.signIn();
    return true;
  } catch (error) {
    if (/responded with 401/.test((error as Error).message)) return false;
    throw error;
  }
}

/** Creates the credential at the first start, and corrects it if the sandbox has another port now. */
async function provideCredential(host: Host, memory: Memory, sandboxUrl: string): Promise<Credentials> {
  const type = 'documentProcessingApi';
  const name = 'Document Processing (sandbox)';
  const body = { name, type, data: { baseUrl: sandboxUrl, accessToken: SANDBOX_TOKEN } };
  const known = memory.credentials[type];
  if (known === undefined) {
    const { id } = await host.api<{ id: string }>('POST', '/credentials', body);
    memory.credentials[type] = id;
    return { [type]: { id, name } };
  }
  const response = await host.request('GET', `/rest/credentials/${known}?includeData=true`);
  if (response.ok) {
    const { data } = ((await response.json()) as { data: { data?: { baseUrl?: string } } }).data;
    const usedBefore = `http://127.0.0.1:${memory.sandboxPort}`;
    if (data?.baseUrl !== sandboxUrl && data?.baseUrl === usedBefore)
      await host.api('PATCH', `/credentials/${known}`, body);
  }
  return { [type]: { id: known, name } };
}
