// PostgreSQL and Redis, as Debian packages them, in folders and on ports of their own.
import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startProcess } from '../n8n/processes.ts';
import type { Running } from '../n8n/processes.ts';
import { freePorts } from '../n8n/settings.ts';
import { waitFor } from '../n8n/waiting.ts';

const POSTGRES = '/usr/lib/postgresql';

/** PostgreSQL refuses to run as root. */
const isRoot = process.getuid?.() === 0;
const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres']));

export function missingPrograms(): string[] {
  const names = { postgresql: POSTGRES, 'redis-server': '/usr/bin/redis-server' };
  return Object.entries(names).flatMap(([name, path]) => (existsSync(path) ? [] : [name]));
}

export async function startPostgres(parent: string) {
  const [version = ''] = readdirSync(POSTGRES).sort((one, other) => Number(other) - Number(one));
  const program = (name: string) => join(POSTGRES, version, 'bin', name);
  const folder = join(parent, 'postgres');
  mkdirSync(folder);
  if (isRoot) {
    chownSync(folder, idOf('-u'), idOf('-g'));
    chmodSync(parent, 0o755);
  }
  const asPostgres = (name: string, args: string[]): [string, string[]] =>
    isRoot
      ? ['setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', program(name), ...args]]
      : [program(name), args];
  const [initdb, initdbArgs] = asPostgres('initdb', ['-D', folder, '-U', 'n8n', '-A', 'trust', '-E', 'UTF8', '-N']);
  execFileSync(initdb, initdbArgs, { stdio: 'pipe', cwd: folder });

  const [port = 0] = await freePorts(1);
  const settings = ['listen_addresses=127.0.0.1', 'max_connections=200', 'fsync=off'].flatMap((one) => ['-c', one]);
  const args = ['-D', folder, '-p', String(port), '-k', folder, ...settings];
  const psqlArgs = ['-h', '127.0.0.1', '-p', String(port), '-U', 'n8n', '-d', 'postgres', '-AtF', '\t', '-c'];
  const psql = (sql: string) =>
    execFileSync('psql', [...psqlArgs, sql], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  /** The rows of a query, each with its columns as texts. */
  const query = (sql: string) =>
    psql(sql)
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split('\t'));
  const responds = () => {
    try {
      return query('select 1').length === 1;
    } catch {
      return false;
    }
  };
  const start = async () => {
    const running = startProcess(...asPostgres('postgres', args), { PATH: process.env['PATH'] ?? '' }, folder);
    await waitFor(responds, 30_000, 'PostgreSQL');
    return running;
  };
  /** Takes a lock, and so many seconds later ends the connections that wait for it. */
  const loseConnections = async (lock: string, seconds: number) => {
    const end = "select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock'";
    await promisify(execFile)('psql', [...psqlArgs, `begin; ${lock}; select pg_sleep(${seconds}); ${end}; commit`]);
  };
  return { ...restartable(await start(), start), port, query, loseConnections };
}

/** It writes nothing to disk: a restart loses everything. */
export async function startRedis(parent: string) {
  const folder = join(parent, 'redis');
  mkdirSync(folder, { recursive: true });
  const [port = 0] = await freePorts(1);
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no'];
  const start = async () => {
    const running = startProcess('redis-server', args, { PATH: process.env['PATH'] ?? '' }, folder);
    await waitFor(() => running.log().includes('Ready to accept connections'), 30_000, 'Redis');
    return running;
  };
  return { ...restartable(await start(), start), port };
}

function restartable(first: Running, start: () => Promise<Running>) {
  let running = first;
  return {
    /** Ends it as its operator would, and starts it again. */
    restart: async () => {
      await running.stop();
      running = await start();
    },
    stop: async () => await running.stop(),
  };
}
