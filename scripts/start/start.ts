// Starts n8n with this package, the sandbox, the owner's account, the credential and the examples.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { eightWeeks } from '../../test/support/eight-weeks.ts';
import { startSandbox } from '../../test/support/sandbox.ts';
import type { RunningSandbox } from '../../test/support/sandbox.ts';
import { UsageError } from '../commandLine.ts';
import { install } from '../install-n8n.mjs';
import { NEWEST } from '../../test/n8n/lines.ts';
import { keepMail } from '../../test/n8n/mailFolder.ts';
import { startMailServer } from '../../test/n8n/mailServer.ts';
import { createHost } from '../../test/n8n/n8n.ts';
import type { Host } from '../../test/n8n/n8n.ts';
import { guard } from '../../test/n8n/processes.ts';
import { freePortFrom, isFree } from '../../test/n8n/settings.ts';
import type { Settings } from '../../test/n8n/settings.ts';
import { step } from '../progress.mjs';
import { type LocalCredential, mailCredential, SANDBOX_TOKEN, sandboxCredential } from './credentials.ts';
import type { DataFolder, Memory } from './dataFolder.ts';
import { importExamples, provideFiles, provideTables } from './examples.ts';
import type { Credentials } from './examples.ts';
import { installPackage } from './package.ts';
import { serveSamples } from './samples.ts';

const N8N_PORT = 5678;
const SANDBOX_PORT = 4010;
const MAIL_PORT = 2525;
const SAMPLES_PORT = 4020;

export interface Started {
  host: Host;
  sandbox: RunningSandbox;
  /** The folder with the mails that workflows send. */
  mails: string;
  email: string;
  password: string;
  /** What the user should know, e.g. that a port was taken. */
  notes: string[];
}

/** Where n8n keeps its data and listens is for the options to say. */
const NOT_PASSED_ON = ['N8N_USER_FOLDER', 'N8N_HOST', 'N8N_LISTEN_ADDRESS', 'N8N_PORT', 'N8N_RESTRICT_FILE_ACCESS_TO'];

/** The settings of n8n with which `npm start` was called. */
const settingsOfEnvironment = (): Settings =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => name.startsWith('N8N_') && !NOT_PASSED_ON.includes(name)),
  ) as Settings;

/** Starts everything. `onStop` gets a function for each part that must be stopped at the end, also if a later part fails. */
export async function start(
  data: DataFolder,
  chosenPort: number | undefined,
  onStop: (stop: () => Promise<void>) => void,
): Promise<Started> {
  const notes: string[] = [];
  const memory = data.read();
  data.clearUnfinished(memory);
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
      ...settingsOfEnvironment(),
      GENERIC_TIMEZONE: Intl.DateTimeFormat().resolvedOptions().timeZone,
      // Otherwise one who signs in lands on an advertisement for it, not on the workflows.
      // The other calls api.n8n.io at each start.
      N8N_DISABLED_MODULES: 'instance-ai,mcp-registry',
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
  const mails = join(data.path, 'mails');
  mkdirSync(mails, { recursive: true });
  const mailServer = await startMailServer(
    (mail) => keepMail(mail, mails, new Date()),
    await freePortFrom(memory.mailPort ?? MAIL_PORT),
  );
  onStop(mailServer.close);
  const samplesPort = await freePortFrom(memory.samplesPort ?? SAMPLES_PORT);
  const samples = await serveSamples(samplesPort);
  onStop(samples.close);
  const sandbox = await step('Starting n8n and the sandbox', async () => {
    await host.launch();
    onStop(host.dispose);
    // It calls back the results that its last run has not: n8n has to listen.
    const running = await startSandbox({
      port: sandboxPort,
      token: SANDBOX_TOKEN,
      dataFolder: join(data.path, 'sandbox'),
      warm: true,
    });
    const guarded = guard('kill -9 "$1"', String(running.pid));
    onStop(async () => {
      await running.stop();
      guarded.dismiss();
    });
    return running;
  });
  if (memory.sandboxPort === undefined && !memory.hasUsage) {
    await addUsage(sandbox);
    memory.hasUsage = true;
    data.write(memory);
  }
  await step('Setting up the account, the credential and the examples', async () => {
    if (!(await signedIn(host))) {
      notes.push(
        'The password of the account was changed, so the examples and the credential were left as they are. ' +
          'Sign in with your own password.',
      );
      return;
    }
    const credentials = {
      ...(await provideCredential(host, memory, sandboxCredential(sandbox.baseUrl), {
        baseUrl: `http://127.0.0.1:${memory.sandboxPort}`,
      })),
      ...(await provideCredential(host, memory, mailCredential('Mail to a folder', '127.0.0.1', mailServer.port), {
        host: '127.0.0.1',
        port: memory.mailPort,
      })),
    };
    const surroundings = { credentials, filesFolder: files, tables: await provideTables(host, samples.url) };
    const { updated, beside } = await importExamples(host, memory, surroundings, () => data.write(memory));
    memory.sandboxPort = sandboxPort;
    memory.mailPort = mailServer.port;
    memory.samplesPort = samplesPort;
    data.write(memory);
    if (updated.length) notes.push(`Changed examples were imported again: ${updated.join(', ')}`);
    if (beside.length)
      notes.push(`You have edited these examples. Their new versions are beside them: ${beside.join(', ')}`);
  });
  return { host, sandbox, mails, email: owner.email, password: owner.password, notes };
}

/** Eight made-up weeks, so that the first billing report has something to say. */
async function addUsage({ baseUrl }: RunningSandbox): Promise<void> {
  const response = await fetch(`${baseUrl}/_sandbox/usage`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(eightWeeks(new Date())),
  });
  if (!response.ok) throw new Error(`The sandbox takes no usage: ${await response.text()}`);
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

/**
 * Creates the credential at the first start, and corrects it if what it leads to has another port now. `before` is what it
 * says if nobody has changed it since the last start.
 */
async function provideCredential(
  host: Host,
  memory: Memory,
  { type, name, data }: LocalCredential,
  before: Record<string, unknown>,
): Promise<Credentials> {
  const known = memory.credentials[type];
  if (known === undefined) {
    const { id } = await host.api<{ id: string }>('POST', '/credentials', { name, type, data });
    memory.credentials[type] = id;
    return { [type]: { id, name } };
  }
  const response = await host.request('GET', `/rest/credentials/${known}?includeData=true`);
  if (response.ok) {
    const stored = ((await response.json()) as { data: { data?: Record<string, unknown> } }).data.data;
    const isUntouched = Object.entries(before).every(([key, value]) => stored?.[key] === value);
    if (isUntouched && Object.keys(before).some((key) => before[key] !== data[key]))
      await host.api('PATCH', `/credentials/${known}`, { name, type, data });
  }
  return { [type]: { id: known, name } };
}
