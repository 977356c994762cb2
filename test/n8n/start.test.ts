import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createServer } from 'node:net';
import type { Server } from 'node:net';
import { inspector } from '../support/sandbox.ts';
import { EXAMPLES } from './exampleFile.ts';
import { sampleFile } from './forms.ts';
import { root } from './lines.ts';
import { waitFor } from './n8n.ts';
import { restApi } from './restApi.ts';
import type { Api } from './restApi.ts';
import { freePorts, isFree } from './settings.ts';

/** A setting of n8n, as a user gives it. */
const SETTING = { N8N_PUBLIC_API_DISABLED: 'true' };

/** `npm start` as a user types it: it builds and packs the package itself. */
class Start {
  output = '';
  readonly process: ChildProcess;
  readonly ended: Promise<unknown>;

  constructor(...options: string[]) {
    const { HOST_TARBALL: _, ...env } = process.env;
    this.process = spawn('npm', ['start', '--', ...options], {
      cwd: root,
      detached: true,
      env: { ...env, ...SETTING },
    });
    for (const stream of [this.process.stdout, this.process.stderr])
      stream?.on('data', (text: Buffer) => (this.output += text.toString()));
    this.ended = once(this.process, 'exit');
  }

  /** What it prints behind a label. */
  printed(label: string): string {
    return new RegExp(`^ +${label} +(\\S+)$`, 'm').exec(this.output)?.[1] ?? '';
  }

  get sandboxUrl(): string {
    return this.printed('Sandbox').replace(/\/docs$/, '');
  }

  /** Asks the inspection of its sandbox. */
  inspect<T>(path: string, body?: object): Promise<T> {
    return inspector(this.sandboxUrl)(path, body);
  }

  async ready(): Promise<Api> {
    await waitFor(() => this.output.includes('Ctrl-C stops'), 240_000, 'the address of n8n');
    const owner = { email: this.printed('Email'), password: this.printed('Password'), firstName: '', lastName: '' };
    const api = restApi(this.printed('n8n'), undefined, owner);
    await api.signIn();
    return api;
  }

  /** Ctrl-C reaches all processes of the terminal. */
  async stop(): Promise<void> {
    if (this.process.exitCode === null && this.process.signalCode === null)
      process.kill(-(this.process.pid ?? 0), 'SIGINT');
    await this.ended;
  }
}

let folder = '';
let port = 0;
let start: Start | undefined;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'npm-start-'));
  [port = 0] = await freePorts(1);
});
afterAll(async () => {
  await start?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const workflows = async (api: Api) =>
  await api.call<Array<{ id: string; name: string; versionId: string; active: boolean }>>('GET', '/workflows');

/** Processes with the text on their command line or in their environment. Linux only. */
const processesOf = (text: string): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => ['cmdline', 'environ'].some((file) => readOf(pid, file).includes(text)));

/** What a killed process had started ends after it. */
const nothingRuns = () => waitFor(() => processesOf(folder).length === 0, 60_000, 'the end of all that was started');

function readOf(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

/** Another program. */
const listenOn = async (port: number): Promise<Server> => {
  const server = createServer();
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return server;
};

/** Starts an extraction whose callback takes an hour. */
async function startExtraction(started: Start, url: string): Promise<void> {
  const fileBase64 = Buffer.from(await sampleFile('service-invoice').arrayBuffer()).toString('base64');
  const answer = await fetch(`${started.sandboxUrl}/process-image/content-extraction`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer sandbox-token',
      'content-type': 'application/json',
      'x-sandbox-callback': 'delay=3600000',
    },
    body: JSON.stringify({ fileBase64, webhook: { url } }),
  });
  expect(await answer.json()).toMatchObject({ result: { processId: expect.any(String) } });
}

/** Starts an execution that waits for its result, whose callback takes an hour. */
async function startWaiting(started: Start, api: Api, workflow: string): Promise<void> {
  await started.inspect('faults', { path: '/process-image/content-extraction', callback: 'delay=3600000' });
  await api.submit(workflow, ['ORDER-1', sampleFile('service-invoice')]);
  await waitFor(async () => (await api.executions(workflow))[0]?.status === 'waiting', 60_000, 'the execution');
}

/** The statuses that callbacks were answered with. */
const statusesOf = async (started: Start) => {
  type Process = { deliveries: Array<{ httpStatus: number | null }> };
  const { processes } = await started.inspect<{ processes: Process[] }>('processes');
  return [...new Set(processes.flatMap(({ deliveries }) => deliveries.map(({ httpStatus }) => httpStatus)))].sort();
};

test('npm start brings all examples, keeps what the user changes, begins again where it was killed, and leaves nothing', async () => {
  start = new Start('--port', String(port), '--data', folder);
  const api = await start.ready();
  const names = (await workflows(api)).map(({ name }) => name);
  expect(names).toHaveLength(EXAMPLES.length);
  const all = await api.call<Array<{ id: string; type: string }>>('GET', '/credentials');
  expect(all.map(({ type }) => type).sort()).toEqual(['documentProcessingApi', 'smtp']);
  // What it prints can be typed, and opened before the first mail.
  expect(start.output).toMatch(/Password +N8n(-([bdfgklmnprstvz][aeiou]){2}){4}$/m);
  expect(readdirSync(join(folder, 'mails'))).toEqual([]);
  const [n8n = ''] = processesOf(`N8N_USER_FOLDER=${folder}`);
  expect(readOf(n8n, 'environ')).toContain('N8N_PUBLIC_API_DISABLED=true');

  // With the data of one that runs there is no second one, and a port that is taken is no surprise.
  const second = new Start('--port', String(port + 1), '--data', folder);
  await second.ended;
  expect(second.output).toMatch(/already runs with the data in .*Stop it there with Ctrl-C/s);
  const other = new Start('--port', String(port), '--data', `${folder}-other`);
  await other.ended;
  rmSync(`${folder}-other`, { recursive: true, force: true });
  expect(other.output).toContain(`Port ${port} is taken by another program. Choose another one`);

  const before = await workflows(api);
  const [demo] = before;
  const edited = await api.call<Record<string, unknown>>('GET', `/workflows/${demo?.id}`);
  await api.call('PATCH', `/workflows/${demo?.id}`, { ...edited, name: 'My own name' });
  // Results that are under way when everything stops: they are called back after the next start, when n8n listens.
  await startExtraction(start, `http://localhost:${port}/webhook/nobody`);
  const waiting = before.find(({ name }) => name === 'Wait in one execution')?.id ?? '';
  await startWaiting(start, api, waiting);
  const usedPort = Number(new URL(start.sandboxUrl).port);
  await start.stop();
  expect(processesOf(folder)).toEqual([]);
  expect(await isFree(port)).toBe(true);

  // Other programs take the sandbox's port before the next start, and n8n's own while n8n starts.
  const onSandboxPort = await listenOn(usedPort);
  start = new Start('--data', folder);
  await waitFor(() => processesOf(`N8N_USER_FOLDER=${folder}`).length > 0, 120_000, 'n8n');
  const onPort = await listenOn(port);
  const moved = await start.ready();
  const now = Number(new URL(start.printed('n8n')).port);
  expect(now).toBeGreaterThan(port);
  expect(start.output).toContain(`Port ${port} is taken by another program, so n8n uses ${now} from now on`);
  expect(start.output).toContain(`Port ${usedPort} is taken by another program, so the sandbox uses`);
  const again = await workflows(moved);
  expect(again.map(({ id }) => id).sort()).toEqual(before.map(({ id }) => id).sort());
  expect(again.find(({ id }) => id === demo?.id)?.name).toBe('My own name');
  const credential = (await moved.call<Array<{ id: string; type: string }>>('GET', '/credentials')).find(
    ({ type }) => type === 'documentProcessingApi',
  );
  expect(await moved.call('GET', `/credentials/${credential?.id}?includeData=true`)).toMatchObject({
    data: { baseUrl: start.sandboxUrl },
  });
  // Both come to n8n where it is now: no workflow takes the first, the execution goes on with the second.
  const resumed = start;
  await waitFor(async () => (await statusesOf(resumed)).length > 1, 60_000, 'the callbacks');
  expect(await statusesOf(resumed)).toEqual([200, 404]);
  await moved.finished(waiting);
  await start.stop();
  for (const server of [onSandboxPort, onPort]) server.close();

  // Killed while it sets up the examples anew.
  start = new Start('--port', String(port), '--data', folder, '--fresh');
  const memory = () => {
    const file = join(folder, 'start.json');
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  };
  await waitFor(() => memory().includes('workflowId') && !memory().includes(demo?.id ?? ''), 240_000, 'an example');
  process.kill(-(start.process.pid ?? 0), 'SIGKILL');
  await start.ended;
  expect(start.output).not.toContain('Ctrl-C stops');
  await nothingRuns();

  // The next start begins again.
  start = new Start('--port', String(port), '--data', folder);
  const anew = (await workflows(await start.ready())).map(({ name }) => name);
  expect(anew).not.toContain('My own name');
  expect([new Set(anew).size, anew.length]).toEqual([EXAMPLES.length, EXAMPLES.length]);

  for (const id of processesOf(folder))
    if (readOf(id, 'cmdline').includes('n8n\0start')) process.kill(Number(id), 'SIGKILL');
  await start.ended;
  expect(start.output).toContain(`n8n has ended by itself. Its log: ${folder}/n8n.log`);
  expect(start.process.exitCode).toBe(1);
  await nothingRuns();
  expect(existsSync(join(folder, 'start.pid'))).toBe(false);
}, 900_000);

test('npm start leaves the folder of another n8n alone', async () => {
  const home = mkdtempSync(join(tmpdir(), 'home-'));
  const database = join(home, '.n8n', 'database.sqlite');
  mkdirSync(dirname(database));
  writeFileSync(database, 'workflows');
  for (const more of [[], ['--fresh']]) {
    const refused = new Start('--data', home, ...more);
    await refused.ended;
    expect(refused.output).toMatch(/has no start\.json, so it holds something else/);
    expect([readdirSync(home), readFileSync(database, 'utf8')]).toEqual([['.n8n'], 'workflows']);
  }
  rmSync(home, { recursive: true });
}, 60_000);

test('npm start says what is wrong with its options', async () => {
  for (const [options, message] of [
    [['--prot', '5679'], /Unknown option '--prot'/],
    [['--port', 'ninety'], /--port/],
  ] as const) {
    const wrong = new Start(...options);
    await wrong.ended;
    expect(wrong.output).toMatch(message);
    expect(wrong.output).not.toMatch(/^ +at /m);
  }
});
