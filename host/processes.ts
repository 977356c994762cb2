// Processes that leave nothing behind: each leads a group of its own, so what it started ends with it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { guard } from './guard.ts';
import type { Settings } from './settings.ts';

export interface Running {
  /** The ID of the process it leads with. */
  pid: number;
  /** All it has written so far, both streams in the order they came. */
  log: () => string;
  /** The same without what it wrote as errors. */
  output: () => string;
  /** Its exit code, once it has ended; null when a signal ended it. */
  ended: Promise<number | null>;
  hasEnded: () => boolean;
  /** Asks it to end and, when it does not within the time given, ends it. */
  stop: (patience?: number) => Promise<void>;
  /** Ends it and all it started at once, as a power cut would. */
  kill: () => Promise<void>;
}

function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // Nothing of the group is left.
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

  let over = false;
  // 'close' comes after the last output; a grandchild holding the streams open must not delay it, so it goes with
  // 'exit'.
  child.once('exit', () => {
    over = true;
    killGroup(leader);
    guarded.dismiss();
  });
  const ended = once(child, 'close').then(([code]) => code as number | null);

  const kill = async () => {
    if (!over) killGroup(leader);
    await ended;
  };
  const stop = async (patience = 15_000) => {
    if (over) return void (await ended);
    child.kill('SIGTERM');
    const giveUp = new AbortController();
    await Promise.race([ended, sleep(patience, undefined, { signal: giveUp.signal }).then(kill, () => undefined)]);
    giveUp.abort();
  };
  return {
    pid: leader,
    log: () => all.join(''),
    output: () => output.join(''),
    ended,
    hasEnded: () => over,
    stop,
    kill,
  };
}
