// Starts n8n with this package, the sandbox, the owner's account, the credential and the examples.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { eightWeeks } from '../../test/support/eight-weeks.ts';
import { startSandbox } from '../../test/support/sandbox.ts';
import type { RunningSandbox } from '../../test/support/sandbox.ts';
import { install } from '../install-n8n.mjs';
import { NEWEST } from '../../test/n8n/lines.ts';
import { keepMail } from '../../test/n8n/mailFolder.ts';
import { mailCredential, startMailServer } from '../../test/n8n/mailServer.ts';
import { createHost } from '../../test/n8n/n8n.ts';
import type { CredentialJson, Host } from '../../test/n8n/n8n.ts';
import { guard } from '../../test/n8n/processes.ts';
import { freePortFrom } from '../../test/n8n/settings.ts';
import type { Settings } from '../../test/n8n/settings.ts';
import { credentialFor } from '../../test/n8n/workflowJson.ts';
import { step } from '../progress.mjs';
import type { DataFolder, Memory } from './dataFolder.ts';
import { importExamples, provideFiles, provideTables, SANDBOX_CREDENTIAL, SANDBOX_TOKEN } from './examples.ts';
import type { Credentials } from './examples.ts';
import { installPackage } from './package.ts';
import { besides, chosenPort, listening, movesOf, portsOf } from './ports.ts';
import { serveSamples } from './samples.ts';

const OWNER = 'owner@example.com';

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
  chosen: number | undefined,
  onStop: (stop: () => Promise<void>) => void,
): Promise<Started> {
  const notes: string[] = [];
  const memory = data.read();
  data.clearUnfinished(memory);
  const before = portsOf(memory);
  const portOfN8n = async () => await (chosen === undefined ? freePortFrom(before.n8n) : chosenPort(chosen));
  const foreseen = await portOfN8n();
  await install(NEWEST);
  await step('Building and installing the package', () => {
    installPackage(data.path, memory, join(data.path, 'package'));
    data.write(memory);
  });

  const files = provideFiles(join(data.path, 'files'));
  const mails = join(data.path, 'mails');
  mkdirSync(mails, { recursive: true });
  const mailServer = await listening(besides(foreseen, before.mail), (port) =>
    startMailServer((mail) => keepMail(mail, mails, new Date()), port),
  );
  onStop(mailServer.close);
  const samples = await listening(besides(foreseen, before.samples), serveSamples);
  onStop(samples.close);
  const { host, sandbox } = await step('Starting n8n and the sandbox', async (report: (detail: string) => void) => {
    const n8n = await listening(portOfN8n, (port) => {
      report(`n8n on port ${port}`);
      return startN8n(port, { data, memory, files });
    });
    onStop(n8n.close);
    // It calls back the results that its last run has not: n8n has to listen.
    const sandboxProcess = await listening(besides(foreseen, before.sandbox), (port) =>
      startSandbox({
        port,
        token: SANDBOX_TOKEN,
        dataFolder: join(data.path, 'sandbox'),
        warm: true,
        ...(portIn(n8n.url) !== before.n8n && {
          movedReceiver: [`http://localhost:${before.n8n}`, `http://127.0.0.1:${before.n8n}`, n8n.url],
        }),
      }),
    );
    const guarded = guard('kill -9 "$1"', String(sandboxProcess.pid));
    onStop(async () => {
      await sandboxProcess.stop();
      guarded.dismiss();
    });
    return { host: n8n, sandbox: sandboxProcess };
  });
  const now = {
    ...before,
    n8n: portIn(host.url),
    sandbox: portIn(sandbox.baseUrl),
    mail: mailServer.port,
    samples: portIn(samples.url),
  };
  const isFirstStart = memory.sandboxPort === undefined;
  notes.push(...movesOf(before, now, chosen, isFirstStart));
  memory.n8nPort = now.n8n;
  if (isFirstStart && !memory.hasUsage) {
    // Eight made-up weeks, so that the first billing report has something to say.
    await sandbox.inspect('usage', eightWeeks(new Date()));
    memory.hasUsage = true;
  }
  data.write(memory);
  await step('Setting up the account, the credential and the examples', async () => {
    if (!(await signedIn(host))) {
      notes.push(
        'The password of the account was changed, so the examples and the credential were left as they are. ' +
          'Sign in with your own password.',
      );
      return;
    }
    const sandboxData = credentialFor(sandbox.baseUrl, SANDBOX_TOKEN, { id: '', name: SANDBOX_CREDENTIAL });
    const mailData = mailCredential(mailServer.port, undefined, 'Mail to a folder');
    const credentials = {
      ...(await provideCredential(host, memory, sandboxData, { baseUrl: `http://127.0.0.1:${before.sandbox}` })),
      ...(await provideCredential(host, memory, mailData, { host: '127.0.0.1', port: before.mail })),
    };
    const tables = await provideTables(host, samples.url, `http://127.0.0.1:${before.samples}`);
    const surroundings = { credentials, filesFolder: files, tables };
    const { updated, beside } = await importExamples(host, memory, surroundings, () => data.write(memory));
    Object.assign(memory, { sandboxPort: now.sandbox, mailPort: now.mail, samplesPort: now.samples });
    data.write(memory);
    if (updated.length) notes.push(`Changed examples were imported again: ${updated.join(', ')}`);
    if (beside.length)
      notes.push(`You have edited these examples. Their new versions are beside them: ${beside.join(', ')}`);
  });
  return { host, sandbox, mails, email: OWNER, password: memory.password, notes };
}

const portIn = (url: string): number => Number(new URL(url).port);

/** What n8n works with. */
interface N8nData {
  data: DataFolder;
  memory: Memory;
  /** The folder that it may read. */
  files: string;
}

async function startN8n(port: number, { data, memory, files }: N8nData): Promise<Host> {
  const host = await createHost(NEWEST, {
    userFolder: data.path,
    port,
    owner: { email: OWNER, firstName: 'Local', lastName: 'Owner', password: memory.password },
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
  await host.launch();
  return host;
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
  { type, name, data }: CredentialJson,
  before: Record<string, unknown>,
): Promise<Credentials> {
  const known = memory.credentials[type];
  if (known === undefined) {
    const { id } = await host.call<{ id: string }>('POST', '/credentials', { name, type, data });
    memory.credentials[type] = id;
    return { [type]: { id, name } };
  }
  const response = await host.request('GET', `/rest/credentials/${known}?includeData=true`);
  if (response.ok) {
    const stored = ((await response.json()) as { data: { data?: Record<string, unknown> } }).data.data;
    const isUntouched = Object.entries(before).every(([key, value]) => stored?.[key] === value);
    if (isUntouched && Object.keys(before).some((key) => before[key] !== data[key]))
      await host.call('PATCH', `/credentials/${known}`, { name, type, data });
  }
  return { [type]: { id: known, name } };
}
