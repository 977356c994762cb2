import { randomUUID } from 'node:crypto';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface SandboxOptions {
  /** A free one by default. */
  port?: number;
  /** A random one by default. */
  token?: string;
  /** For the console and the inspection. None by default: the sandbox listens on a loopback address. */
  consoleToken?: string;
  /** Folder that keeps usage and processes. Without it nothing is kept. */
  dataFolder?: string;
  /** Loads the engines for pictures at once, instead of with the first picture. */
  warm?: boolean;
  /** Seconds for a receiver to answer. */
  callbackTimeout?: number;
  /** Old addresses of who is called back, and the new one last. */
  movedReceiver?: string[];
  /** More of its command line, for example `['--replay', folder]`. */
  options?: string[];
  /** Options of Node. */
  node?: string[];
  /** Another program than that of this repository, for example an installed one. */
  program?: string[];
  /** What it inherits. */
  inherited?: NodeJS.ProcessEnv;
  /** More of its environment. */
  env?: Record<string, string>;
  /** Takes each line that it prints. */
  log?: (line: string) => void;
}

export interface RunningSandbox {
  baseUrl: string;
  token: string;
  pid: number | undefined;
  inspect: ReturnType<typeof inspector>;
  /** The exit code, if it ended by itself. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  close(): Promise<void>;
}

const START_TIMEOUT = 120_000;

/** Starts the sandbox in its own process. */
export async function startSandbox(settings: SandboxOptions = {}): Promise<RunningSandbox> {
  const {
    port = 0,
    token = randomUUID(),
    consoleToken,
    dataFolder,
    warm = false,
    callbackTimeout,
    movedReceiver,
    options = [],
    node = [],
    program = [process.execPath, ...node, '--no-warnings', 'sandbox/server/server.ts'],
    inherited = process.env,
    env = {},
    log,
  } = settings;
  const [command = '', ...args] = program;
  const child = spawn(command, [...args, ...options], {
    env: {
      ...withoutSettings(inherited),
      // On a busy machine what a page has is read, too, not left out.
      SANDBOX_READING_TIMEOUT: '900',
      SANDBOX_PORT: String(port),
      SANDBOX_TOKEN: token,
      SANDBOX_WARM: warm ? 'on' : 'off',
      ...(consoleToken !== undefined && { SANDBOX_CONSOLE_TOKEN: consoleToken }),
      ...(dataFolder !== undefined && { SANDBOX_DATA: dataFolder }),
      ...(callbackTimeout !== undefined && { SANDBOX_CALLBACK_TIMEOUT: String(callbackTimeout) }),
      ...(movedReceiver && { SANDBOX_MOVED_RECEIVER: movedReceiver.join(' ') }),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = (): void => void child.kill();
  process.once('exit', kill);
  const ended = once(child, 'exit');
  const errorOutput: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => errorOutput.push(chunk.toString()));
  const baseUrl = await Promise.race([
    addressIn(child.stdout, log),
    // Not when it has ended: what it has said may not be here yet.
    once(child, 'close').then(() =>
      Promise.reject(new Error(`The sandbox does not start: ${firstLine(errorOutput.join(''))}`)),
    ),
    timedOut(),
  ]);
  const stop = async (signal?: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal);
    const [code] = (await ended) as [number | null];
    process.off('exit', kill);
    return code;
  };
  const close = async (): Promise<void> => void (await stop());
  return { baseUrl, token, pid: child.pid, inspect: inspector(baseUrl), stop, close };
}

/** Asks the inspection of a sandbox, which wants a token where it is one for others than this machine. */
export const inspector =
  (baseUrl: string, token?: string) =>
  async <T>(path: string, body?: unknown, method = body === undefined ? 'GET' : 'POST'): Promise<T> => {
    const response = await fetch(`${baseUrl}/_sandbox/${path}`, {
      method,
      headers: {
        connection: 'close',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`/_sandbox/${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  };

/** Without settings that are meant for another sandbox. */
const withoutSettings = (inherited: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(inherited).filter(([name]) => !name.startsWith('SANDBOX_')));

/** The first line of output contains the address. */
const addressIn = (output: NodeJS.ReadableStream, log: (line: string) => void = () => {}): Promise<string> =>
  new Promise((resolve) => {
    createInterface({ input: output }).on('line', (line) => {
      const [address] = /http:\/\/\S+:\d+/.exec(line) ?? [];
      if (address) resolve(address);
      log(line);
    });
  });

const timedOut = (): Promise<never> =>
  new Promise((_, reject) => {
    setTimeout(
      () => reject(new Error('The sandbox does not start: no output for two minutes.')),
      START_TIMEOUT,
    ).unref();
  });

const firstLine = (text: string): string =>
  /(?:Error: )(.+)/.exec(text)?.[1] ?? text.trim().split('\n')[0] ?? 'no output';
