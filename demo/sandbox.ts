import { randomUUID } from 'node:crypto';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface RunningSandbox {
  baseUrl: string;
  token: string;
  stop(): Promise<void>;
}

const START_TIMEOUT = 30_000;

/**
 * Starts the sandbox in its own process, on a free port, without persistent data. It loads the engines for pictures only
 * when it reads a picture.
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
    ended.then(() => Promise.reject(new Error(`The sandbox does not start: ${firstLine(errorOutput.join(''))}`))),
    timedOut(),
  ]);
  const stop = async (): Promise<void> => {
    kill();
    await ended;
    process.off('exit', kill);
  };
  return { baseUrl, token, stop };
}

/** Without settings that are meant for another sandbox. */
const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('SANDBOX_')));

/** The first line of output contains the address. Later lines are read and ignored. */
const addressIn = (output: NodeJS.ReadableStream): Promise<string> =>
  new Promise((resolve) => {
    createInterface({ input: output }).on('line', (line) => {
      const [address] = /http:\/\/\S+:\d+/.exec(line) ?? [];
      if (address) resolve(address);
    });
  });

const timedOut = (): Promise<never> =>
  new Promise((_, reject) => {
    setTimeout(
      () => reject(new Error('The sandbox does not start: no output for half a minute.')),
      START_TIMEOUT,
    ).unref();
  });

const firstLine = (text: string): string =>
  /(?:Error: )(.+)/.exec(text)?.[1] ?? text.trim().split('\n')[0] ?? 'no output';
