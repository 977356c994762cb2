import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:net';
import type { Server } from 'node:net';
import { NEWEST, root } from './lines.ts';
import { waitFor } from './n8n.ts';
import { createSession, listExecutions, readWorkflow } from './restApi.ts';
import type { Session } from './restApi.ts';
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

  async ready(): Promise<Session> {
    await waitFor(() => this.output.includes('Ctrl-C stops'), 240_000, 'the address of n8n');
    const value = (label: string) => new RegExp(`^ +${label} +(\\S+)$`, 'm').exec(this.output)?.[1] ?? '';
    const owner = { email: value('Email'), password: value('Password'), firstName: '', lastName: '' };
    const session = createSession(value('n8n'), owner);
    await session.signIn();
    return session;
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

const workflows = async (session: Session) =>
  await session.call<Array<{ id: string; name: string; versionId: string; active: boolean }>>('GET', '/workflows');

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

const addressOf = (started: Start | undefined, part: 'n8n' | 'Sandbox'): string =>
  new RegExp(`^ +${part} +(http://[^/\\s]+)`, 'm').exec(started?.output ?? '')?.[1] ?? '';

/** Another program. */
const listenOn = async (port: number): Promise<Server> => {
  const server = createServer();
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return server;
};

/** A path of the sandbox. */
const inSandbox = async (started: Start | undefined, path: string, init: RequestInit = {}) => {
  const url = addressOf(started, 'Sandbox');
  const headers = { authorization: 'Bearer sandbox-token', 'content-type': 'application/json', ...init.headers };
  return (await (await fetch(url + path, { ...init, headers })).json()) as Record<string, unknown>;
};

/** Starts an extraction whose callback takes an hour. */
async function startExtraction(started: Start, url: string): Promise<void> {
  const fileBase64 = readFileSync(join(root, 'sandbox/samples/service-invoice.pdf')).toString('base64');
  const answer = await inSandbox(started, '/process-image/content-extraction', {
    method: 'POST',
    headers: { 'x-sandbox-callback': 'delay=3600000' },
    body: JSON.stringify({ fileBase64, webhook: { url } }),
  });
  expect(answer).toMatchObject({ result: { processId: expect.any(String) } });
}

/** Starts an execution that waits for its result, whose callback takes an hour. */
async function startWaiting(started: Start, session: Session, workflow: string): Promise<void> {
  const fault = { path: '/process-image/content-extraction', callback: 'delay=3600000' };
  await inSandbox(started, '/_sandbox/faults', { method: 'POST', body: JSON.stringify(fault) });
  const { nodes } = await readWorkflow(session, workflow);
  const form = new FormData();
  form.append('field-0', 'ORDER-1');
  form.append('field-1', new Blob([readFileSync(join(root, 'sandbox/samples/service-invoice.pdf'))]), 'invoice.pdf');
  const { webhookId } = nodes.find(({ name }) => name === 'Upload') ?? {};
  await fetch(`${addressOf(started, 'n8n')}/form/${webhookId}`, { method: 'POST', body: form });
  await waitFor(async () => (await lastExecution(session, workflow))?.status === 'waiting', 60_000, 'the execution');
}

const lastExecution = async (session: Session, workflow: string) =>
  (await listExecutions(session, NEWEST, workflow))[0];

const deliveriesOf = async (started: Start | undefined) => {
  const { processes } = await inSandbox(started, '/_sandbox/processes');
  return (processes as Array<{ deliveries: Array<{ httpStatus: number | null }> }>).flatMap(
    ({ deliveries }) => deliveries,
  );
};

test('npm start brings all examples, keeps what the user changes, begins again where it was killed, and leaves nothing', async () => {
  start = new Start('--port', String(port), '--data', folder);
  const session = await start.ready();
  const names = (await workflows(session)).map(({ name }) => name);
  const examples = readdirSync(join(root, 'examples')).filter((file) => file.endsWith('.json'));
  expect(names).toHaveLength(examples.length);
  const all = await session.call<Array<{ id: string; type: string }>>('GET', '/credentials');
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

  const before = await workflows(session);
  const [demo] = before;
  const edited = await session.call<Record<string, unknown>>('GET', `/workflows/${demo?.id}`);
  await session.call('PATCH', `/workflows/${demo?.id}`, { ...edited, name: 'My own name' });
  // Results that are under way when everything stops: they are called back after the next start, when n8n listens.
  await startExtraction(start, `http://localhost:${port}/webhook/nobody`);
  const waiting = before.find(({ name }) => name === 'Wait in one execution')?.id ?? '';
  await startWaiting(start, session, waiting);
  const usedPort = Number(new URL(addressOf(start, 'Sandbox')).port);
  await start.stop();
  expect(processesOf(folder)).toEqual([]);
  expect(await isFree(port)).toBe(true);

  // Other programs take the sandbox's port before the next start, and n8n's own while n8n starts.
  const onSandboxPort = await listenOn(usedPort);
  start = new Start('--data', folder);
  await waitFor(() => processesOf(`N8N_USER_FOLDER=${folder}`).length > 0, 120_000, 'n8n');
  const onPort = await listenOn(port);
  const moved = await start.ready();
  const now = Number(new URL(addressOf(start, 'n8n')).port);
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
    data: { baseUrl: addressOf(start, 'Sandbox') },
  });
  // Both come to n8n where it is now: no workflow takes the first, the execution goes on with the second.
  const statuses = async () => [...new Set((await deliveriesOf(start)).map(({ httpStatus }) => httpStatus))].sort();
  await waitFor(async () => (await statuses()).length > 1, 60_000, 'the callbacks');
  expect(await statuses()).toEqual([200, 404]);
  await waitFor(async () => (await lastExecution(moved, waiting))?.status === 'success', 60_000, 'the result');
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
  expect([new Set(anew).size, anew.length]).toEqual([examples.length, examples.length]);

  for (const id of processesOf(folder))
    if (readOf(id, 'cmdline').includes('n8n\0start')) process.kill(Number(id), 'SIGKILL');
  await start.ended;
  expect(start.output).toContain(`n8n has ended by itself. Its log: ${folder}/n8n.log`);
  expect(start.process.exitCode).toBe(1);
  await nothingRuns();
  expect(existsSync(join(folder, 'start.pid'))).toBe(false);
}, 900_000);

test('npm start says what is wrong with its options', async () => {
  for (const [options, message] of [
    [['--prot', '5679'], /Unknown option '--prot'/],
    [['--port', 'ninety'], /--port/],
    [['--data', root, '--fresh'], /has no start\.json, so it may hold something else/],
  ] as const) {
    const wrong = new Start(...options);
    await wrong.ended;
    expect(wrong.output).toMatch(message);
    expect(wrong.output).not.toMatch(/^ +at /m);
  }
});
