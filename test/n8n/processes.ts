// Processes that leave nothing behind. Each leads its own process group, so that its children end with it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Settings } from './settings.ts';

export interface Running {
  /** Process ID, also that of its process group. */
  pid: number;
  /** Everything it has written so far, both streams in order. */
  log: () => string;
  /** Only what it has written to stdout. */
  output: () => string;
  /** Resolves with its exit code, or with null if a signal ended it. */
  ended: Promise<number | null>;
  hasEnded: () => boolean;
  /** Asks it to end, and kills it if it does not end within the time-out (milliseconds). */
  stop: (timeout?: number) => Promise<void>;
  /** Kills it and all its children, like a power cut. */
  kill: () => Promise<void>;
}

function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // The group has ended already.
  }
}

export function startProcess(command: string, args: string[], env: Settings, cwd: string): Running {
  const child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const all: string[] = [];
  const output: string[] = [];
  child.stdout.setEncoding('utf8').on('data', (text: string) => void (all.push(text), output.push(text)));
  child.stderr.setEncoding('utf8').on('data', (text: string) => void all.push(text));
  const leader = child.pid;
  if (leader === undefined) throw new Error(`${command} could not be started`);
  const guarded = guard('kill -9 -"$1"', String(leader));

  let hasEnded = false;
  // 'close' follows the last output. A grandchild that keeps the streams open would delay it, so 'exit' kills the group.
  child.once('exit', () => {
    hasEnded = true;
    killGroup(leader);
    guarded.dismiss();
  });
  const ended = once(child, 'close').then(([code]) => code as number | null);

  const kill = async () => {
    if (!hasEnded) killGroup(leader);
    await ended;
  };
  const stop = async (timeout = 15_000) => {
    if (hasEnded) return void (await ended);
    child.kill('SIGTERM');
    const timer = new AbortController();
    await Promise.race([ended, sleep(timeout, undefined, { signal: timer.signal }).then(kill, () => undefined)]);
    timer.abort();
  };
  return {
    pid: leader,
    log: () => all.join(''),
    output: () => output.join(''),
    ended,
    hasEnded: () => hasEnded,
    stop,
    kill,
  };
}

/**
 * Runs a shell command if this process ends, in whatever way, before the guard is dismissed. The arguments are `$1`,
 * `$2` … of the command.
 */
export function guard(command: string, ...args: string[]): { dismiss: () => void } {
  // Jest gives tests a copy of `process` that never emits 'exit', and no handler runs on SIGKILL. So another process waits
  // for the end of its input, which comes with the end of this one.
  const shell = spawn('sh', ['-c', `read -r order || { ${command}; }`, 'guard', ...args], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.on('error', () => undefined).unref();
  const input = shell.stdin as unknown as Socket;
  input.on('error', () => undefined).unref();
  return { dismiss: () => void input.end('dismissed\n') };
}
