import { randomUUID } from 'node:crypto';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { UsageError } from './arguments.ts';

export interface RunningSandbox {
  baseUrl: string;
  token: string;
  stop(): Promise<void>;
}

const LONGEST_START = 30_000;

/**
 * The sandbox in a process of its own, on a port that is free, with nothing kept after it has ended. Engines for
 * pictures are loaded only for a picture.
 */
export async function startSandbox(): Promise<RunningSandbox> {
  const token = randomUUID();
  const child = spawn(process.execPath, ['--no-warnings', 'sandbox/src/server.ts'], {
    env: { ...environment(), SANDBOX_PORT: '0', SANDBOX_TOKEN: token, SANDBOX_WARM: 'off' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = (): void => void child.kill();
  process.once('exit', kill);
  const ended = once(child, 'exit');
  const errorOutput: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => errorOutput.push(chunk.toString()));
  const baseUrl = await Promise.race([
    addressIn(child.stdout),
    ended.then(() => Promise.reject(new UsageError(`The sandbox does not start: ${firstLine(errorOutput.join(''))}`))),
    tooLong(),
  ]);
  const stop = async (): Promise<void> => {
    kill();
    await ended;
    process.off('exit', kill);
  };
  return { baseUrl, token, stop };
}

/** Settings of a sandbox somebody else has running are not for this one. */
const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('SANDBOX_')));

/** The first line it writes names its address. What it writes later is read, and dropped. */
const addressIn = (output: NodeJS.ReadableStream): Promise<string> =>
  new Promise((resolve) => {
    createInterface({ input: output }).on('line', (line) => {
      const [address] = /http:\/\/\S+:\d+/.exec(line) ?? [];
      if (address) resolve(address);
    });
  });

const tooLong = (): Promise<never> =>
  new Promise((_, reject) => {
    setTimeout(
      () => reject(new UsageError('The sandbox does not start: it said nothing for half a minute.')),
      LONGEST_START,
    ).unref();
  });

const firstLine = (text: string): string =>
  /(?:Error: )(.+)/.exec(text)?.[1] ?? text.trim().split('\n')[0] ?? 'it said nothing';
