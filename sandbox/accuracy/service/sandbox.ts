import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const SERVER = fileURLToPath(new URL('../../server/server.ts', import.meta.url));
const LONGEST_START = 30_000;

/** A sandbox in a process of its own, so that its memory can be measured. */
export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

/** In its own process group: Ctrl-C ends the measurement, which then stops the sandbox. */
export async function startSandbox() {
  const token = randomUUID();
  const begun = performance.now();
  const env = { ...environment(), SANDBOX_PORT: '0', SANDBOX_TOKEN: token };
  const child = spawn(process.execPath, ['--no-warnings', SERVER], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const kill = (): void => void child.kill();
  process.once('exit', kill);
  process.once('SIGTERM', () => process.exit(143));
  const address = await Promise.race([addressOf(child), endOf(child), tooLong()]);
  // From the start of the process until it listened.
  const readyMs = performance.now() - begun;
  const stop = async (): Promise<void> => {
    const ended = once(child, 'exit');
    kill();
    await ended;
    process.off('exit', kill);
  };
  return { address, token, readyMs, memory: () => memoryOf(child.pid), stop };
}

/** In milliseconds. */
const SAMPLED_EVERY = 250;

/** Samples of the memory of the sandbox, and the highest of them, until it is stopped. */
export function watchMemory(sandbox: Sandbox) {
  const watch = { samples: [] as number[], highest: 0, stop: () => ((isStopped = true), watching) };
  let isStopped = false;
  const watching = (async () => {
    for (; !isStopped; await pause(SAMPLED_EVERY)) {
      const memory = (await sandbox.memory()) ?? 0;
      watch.highest = Math.max(watch.highest, memory);
      watch.samples.push(memory);
    }
  })();
  return watch;
}

/** Settings for another running sandbox must not apply here. */
const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('SANDBOX_')));

/** Later output is read and dropped. */
async function addressOf({ stdout }: ChildProcess): Promise<string> {
  const [line] = (await once(createInterface({ input: stdout as Readable }), 'line')) as [string];
  return /http:\/\/\S+:\d+/.exec(line)?.[0] ?? '';
}

async function endOf(child: ChildProcess): Promise<never> {
  await once(child, 'exit');
  throw new Error('The sandbox does not start');
}

async function tooLong(): Promise<never> {
  await pause(LONGEST_START, null, { ref: false });
  throw new Error('The sandbox said nothing for half a minute');
}

/**
 * Bytes of the server and its worker processes together; null where the system does not report them. What several of them
 * share, such as Node's own code, counts once.
 */
async function memoryOf(pid: number | undefined): Promise<number | null> {
  const kilobytes = /^Pss:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => ''))?.[1];
  if (!kilobytes) return null;
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const sizes = await Promise.all((children.match(/\d+/g) ?? []).map((child) => memoryOf(Number(child))));
  return sizes.reduce<number>((sum, size) => sum + (size ?? 0), Number(kilobytes) * 1024);
}
