// The containers of compose.yaml, as a project of its own on ports of its own.
import { execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inspector } from '../support/sandbox.ts';
import { waitFor } from '../n8n/waiting.ts';

const run = promisify(execFile);

/** Where what takes long to make is kept for the next run. */
export const CACHE =
  process.env['CONTAINERS_CACHE'] ?? join(homedir(), '.cache/n8n-nodes-document-processing/containers');

/** `docker`, or another command with its options: `CONTAINER_ENGINE=podman`. */
export const ENGINE = process.env['CONTAINER_ENGINE'] ?? 'docker';

export const PROJECT = 'document-processing-test';
const named = (file: string, what: RegExp): string => what.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
export const N8N_VERSION = process.env['N8N_VERSION'] ?? named('compose.yaml', /N8N_VERSION:-([^}]+)/);

/** What Dockerfile and compose.yaml build on. */
export const NODE_IMAGE = `node:${named('Dockerfile', /^ARG NODE_VERSION=(.+)$/m)}-bookworm-slim`;
export const N8N_IMAGE = `n8nio/n8n:${N8N_VERSION}`;
export const MAIL_IMAGE = named('compose.yaml', /image: (axllent\/\S+)/);

const [N8N_PORT, SANDBOX_PORT, MAIL_PORT] = ['25678', '24010', '28025'];
export const n8nUrl = `http://localhost:${N8N_PORT}`;
export const sandboxUrl = `http://localhost:${SANDBOX_PORT}`;
export const mailUrl = `http://localhost:${MAIL_PORT}`;
export const CONSOLE_TOKEN = 'console-token-of-tests';

const environment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  N8N_VERSION,
  N8N_PORT,
  SANDBOX_PORT,
  MAIL_PORT,
  SANDBOX_CONSOLE_TOKEN: CONSOLE_TOKEN,
  N8N_SSRF_PROTECTION_ENABLED: 'true',
  COMPOSE_PROJECT_NAME: PROJECT,
});

export interface Ended {
  code: number;
  /** What it printed on both outputs. */
  said: string;
}

/** Runs a command of the engine to its end, whatever that is. */
export async function engine(args: string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  try {
    const { stdout, stderr } = await run(ENGINE, args, {
      env: { ...environment(), ...env },
      maxBuffer: 64 * 1024 * 1024,
    });
    return { code: 0, said: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, said: `${stdout}${stderr}` };
  }
}

/** Runs a command of the engine, and returns what it printed; rejects if it fails. */
export async function docker(...args: string[]): Promise<string> {
  const { code, said } = await engine(args);
  if (code !== 0) throw new Error(`${ENGINE} ${args.join(' ')} ended with ${code}: ${said.slice(-3000)}`);
  return said.trim();
}

export const compose = (...args: string[]): Promise<string> => docker('compose', ...args);
export const up = (...more: string[]): Promise<string> =>
  compose('up', '--detach', '--wait', '--wait-timeout', '600', ...more);

/** Runs a line of a shell as a reader of the pages does, with the variables of these containers. */
export async function shell(line: string, cwd = process.cwd()): Promise<string> {
  const { stdout } = await run('sh', ['-ec', line], { cwd, env: environment() });
  return stdout;
}

/** Writes into the standard input of a command in a container. */
export async function pipeInto(text: Buffer, ...args: string[]): Promise<void> {
  const child = spawn(ENGINE, args, { env: environment(), stdio: ['pipe', 'ignore', 'inherit'] });
  child.stdin.end(text);
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${String(code)}`);
}

/** Kills all that runs in a service, as a crash or the kernel does. Its restart policy begins it anew. */
export async function crash(service: string): Promise<void> {
  const container = await compose('ps', '--quiet', service);
  const begun = () => docker('inspect', '--format', '{{.State.StartedAt}}', container);
  const before = await begun();
  const script = `for (const id of require('fs').readdirSync('/proc'))
    if (Number(id) > 1 && Number(id) !== process.pid) try { process.kill(Number(id), 'SIGKILL'); } catch {}`;
  await engine(['exec', container, 'node', '-e', script]);
  await waitFor(async () => (await begun()) !== before, 60_000, `a restart of ${service} by its policy`);
}

interface Listed {
  Service: string;
  State: string;
  Health: string;
}

/** Whether all services that stay are healthy, as the engine says. */
export async function isHealthy(): Promise<boolean> {
  const lines = (await compose('ps', '--format', 'json')).split('\n').filter((line) => line.startsWith('{'));
  const listed = lines.map((line) => JSON.parse(line) as Listed);
  return listed.length === 3 && listed.every(({ State, Health }) => State === 'running' && Health === 'healthy');
}

export const untilHealthy = (): Promise<true> => waitFor(isHealthy, 300_000, 'the health of all containers');

/** Asks the sandbox's inspection. */
export const inspect = inspector(sandboxUrl, CONSOLE_TOKEN);
