import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, tmpdir } from 'node:os';
import type { ModelEndpoint } from 'document-processing-reader';

export const { version } = createRequire(import.meta.url)('../package.json') as { version: string };

/** The header of what the sandbox sends to addresses that others have named: such requests do not open its console. */
export const OWN_REQUEST = { 'x-sandbox-request': version };

/** Where a request goes to an address that others have named: in a container, `localhost` is not the machine they mean. */
export function reachedAs(address: string | URL, { localhost }: Pick<Settings, 'localhost'>): URL {
  const url = new URL(address);
  if (localhost !== null && isLoopback(url.hostname)) url.hostname = localhost;
  return url;
}

/** Whether a name or address means this machine itself. */
export const isLoopback = (name: string) =>
  /^(localhost|[\w-]+\.localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1|\[::1\])$/i.test(name);

/** All settings of the sandbox. Each has a default that works alone. */
export type Settings = {
  port: number;
  host: string;
  token: string;
  /** For the console and the inspection; null needs none on a loopback address, and generates one on others. */
  consoleToken: string | null;
  tokenLifetimeSeconds: number;
  username: string;
  password: string;
  /** Folder that keeps usage and processes between runs; null uses a temporary folder, removed when the run ends. */
  dataFolder: string | null;
  /** Parent of the temporary folder. */
  temporaryFolder: string;
  workers: number;
  queueLength: number;
  /** Read pictures with neural networks where this machine can run them. */
  networks: boolean;
  /** Load the engines for pictures as soon as the server listens, instead of with the first document. */
  warm: boolean;
  readingTimeoutMs: number;
  maxUploadBytes: number;
  maxJsonBytes: number;
  downloadTimeoutMs: number;
  callbackTimeoutMs: number;
  /** The host that loopback addresses stand for in webhooks and `fileUrl`; null leaves them as they are. */
  localhost: string | null;
  /** What earlier runs were to call back at addresses that begin with one of `from` goes to `to`: the receiver has moved. */
  movedReceiver: { from: string[]; to: string } | null;
  mtls: { certFile: string; keyFile: string } | null;
  /** A certificate authority (PEM) trusted for callbacks in addition to the usual ones. */
  callbackCa: string | null;
  requestLogLength: number;
  /** Of requests, those under way and what is kept of the last ones. */
  memoryBytes: number;
  /** Documents that the console keeps, on disk; 0 keeps none. */
  kept: { documents: number; documentBytes: number };
  /** Reads documents of the generative extraction; null uses the rules. */
  generative: ModelEndpoint | null;
  /** Answers from an account, and records it. */
  record: { upstream: string; folder: string; keepValues: boolean; publicUrl: string | null } | null;
  /** Answers from the recordings of this folder. */
  replay: string | null;
};

const MEGABYTE = 1024 * 1024;

export const defaultSettings: Settings = {
  port: 4010,
  host: '127.0.0.1',
  token: 'sandbox-token',
  consoleToken: null,
  tokenLifetimeSeconds: 3600,
  username: 'sandbox',
  password: 'sandbox',
  dataFolder: null,
  temporaryFolder: tmpdir(),
  workers: Math.min(2, cpus().length),
  queueLength: 64,
  networks: true,
  warm: true,
  readingTimeoutMs: 120_000,
  maxUploadBytes: 1024 * MEGABYTE,
  maxJsonBytes: 10 * MEGABYTE,
  downloadTimeoutMs: 15_000,
  callbackTimeoutMs: 15_000,
  localhost: null,
  movedReceiver: null,
  mtls: null,
  callbackCa: null,
  requestLogLength: 5000,
  memoryBytes: 128 * MEGABYTE,
  kept: { documents: 200, documentBytes: 512 * MEGABYTE },
  generative: null,
  record: null,
  replay: null,
};

/** Reads the settings from environment variables; throws an error that names the first variable that is wrong. */
export function settingsFrom(env: NodeJS.ProcessEnv): Settings {
  const d = defaultSettings;
  return {
    ...d,
    port: numberFrom(env, 'SANDBOX_PORT', d.port),
    host: env['SANDBOX_HOST'] ?? d.host,
    token: env['SANDBOX_TOKEN'] ?? d.token,
    consoleToken: env['SANDBOX_CONSOLE_TOKEN'] || d.consoleToken,
    tokenLifetimeSeconds: numberFrom(env, 'SANDBOX_TOKEN_LIFETIME', d.tokenLifetimeSeconds),
    username: env['SANDBOX_USER'] ?? d.username,
    password: env['SANDBOX_PASSWORD'] ?? d.password,
    dataFolder: env['SANDBOX_DATA'] ?? d.dataFolder,
    workers: Math.max(1, numberFrom(env, 'SANDBOX_WORKERS', d.workers)),
    queueLength: numberFrom(env, 'SANDBOX_QUEUE', d.queueLength),
    networks: switchFrom(env, 'SANDBOX_NETWORKS', d.networks),
    warm: switchFrom(env, 'SANDBOX_WARM', d.warm),
    readingTimeoutMs: timeFrom(env, 'SANDBOX_READING_TIMEOUT', d.readingTimeoutMs),
    maxUploadBytes: numberFrom(env, 'SANDBOX_MAX_UPLOAD_MB', d.maxUploadBytes / MEGABYTE) * MEGABYTE,
    callbackTimeoutMs: timeFrom(env, 'SANDBOX_CALLBACK_TIMEOUT', d.callbackTimeoutMs),
    localhost: hostFrom(env),
    movedReceiver: movedReceiverFrom(env),
    mtls: mtlsFrom(env),
    callbackCa: env['SANDBOX_CALLBACK_CA'] ? readFileSync(env['SANDBOX_CALLBACK_CA'], 'utf8') : null,
    memoryBytes: numberFrom(env, 'SANDBOX_MEMORY_MB', d.memoryBytes / MEGABYTE) * MEGABYTE,
    kept: { ...d.kept, documents: numberFrom(env, 'SANDBOX_KEEP', d.kept.documents) },
    generative: endpointFrom(env),
    ...recordingFrom(env),
  };
}

function numberFrom(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  if (!Number.isFinite(value) || value < 0) throw new Error(`${name} must be a number, not "${text}"`);
  return value;
}

/** Milliseconds of Node's longest timer, 24 days; a longer one is over at once. */
export const LONGEST_WAIT = 2 ** 31 - 1;

/** Seconds, as milliseconds. */
function timeFrom(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const milliseconds = numberFrom(env, name, fallback / 1000) * 1000;
  if (milliseconds > LONGEST_WAIT)
    throw new Error(`${name} must be at most ${Math.floor(LONGEST_WAIT / 1000)} seconds, not "${env[name]}"`);
  return milliseconds;
}

function switchFrom(env: NodeJS.ProcessEnv, name: string, fallback: boolean): boolean {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  if (text !== 'on' && text !== 'off') throw new Error(`${name} must be "on" or "off", not "${text}"`);
  return text === 'on';
}

function hostFrom({ SANDBOX_LOCALHOST: host }: NodeJS.ProcessEnv): string | null {
  if (!host) return null;
  if (!URL.canParse(`http://${host}`) || new URL(`http://${host}`).hostname !== host.toLowerCase())
    throw new Error(`SANDBOX_LOCALHOST must be the name or the address of a host, without a port, not "${host}"`);
  return host;
}

function movedReceiverFrom(env: NodeJS.ProcessEnv): Settings['movedReceiver'] {
  const name = 'SANDBOX_MOVED_RECEIVER';
  const [to, ...from] = (env[name] ?? '').split(/\s+/).filter(Boolean).reverse();
  if (to === undefined) return null;
  if (from.length === 0)
    throw new Error(`${name} must hold the old address and the new one, with a space between them`);
  return { from: from.map((address) => addressIn(name, address)), to: addressIn(name, to) };
}

function mtlsFrom(env: NodeJS.ProcessEnv): Settings['mtls'] {
  const certFile = env['SANDBOX_MTLS_CERT'];
  const keyFile = env['SANDBOX_MTLS_KEY'];
  if (!certFile && !keyFile) return null;
  if (!certFile || !keyFile) throw new Error('SANDBOX_MTLS_CERT and SANDBOX_MTLS_KEY must be set together');
  return { certFile, keyFile };
}

/** The endpoint of the generative extraction, null without a URL. No message shows the key. */
export function endpointFrom(env: NodeJS.ProcessEnv): ModelEndpoint | null {
  const url = env['SANDBOX_GENERATIVE_URL'];
  const model = env['SANDBOX_GENERATIVE_MODEL'];
  if (!url && !model) return null;
  if (!url || !model) throw new Error('SANDBOX_GENERATIVE_URL and SANDBOX_GENERATIVE_MODEL must be set together');
  return {
    url: addressIn('SANDBOX_GENERATIVE_URL', url, '; the key goes into SANDBOX_GENERATIVE_KEY'),
    model,
    key: keyFrom(env),
    input: inputFrom(env),
    timeoutMs: timeoutFrom(env),
  };
}

/** What paths are put behind. */
function addressIn(name: string, url: string, advice = ''): string {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new Error(`${name} must be an http(s) address`);
  const { username, password, search, hash } = new URL(url);
  if (username || password || search || hash) throw new Error(`${name} must hold no password and no query${advice}`);
  return url.replace(/(?<!\/)\/+$/, '');
}

function recordingFrom(env: NodeJS.ProcessEnv): Pick<Settings, 'record' | 'replay'> {
  const { SANDBOX_UPSTREAM: upstream, SANDBOX_RECORD: folder, SANDBOX_PUBLIC_URL: publicUrl } = env;
  const replay = env['SANDBOX_REPLAY'] || null;
  if (!upstream && !folder) return { record: null, replay };
  if (!upstream || !folder)
    throw new Error('--upstream (SANDBOX_UPSTREAM) and --record (SANDBOX_RECORD) must be given together');
  if (replay) throw new Error('a sandbox records (--upstream, --record) or replays (--replay), not both');
  return {
    record: {
      upstream: addressIn('--upstream (SANDBOX_UPSTREAM)', upstream),
      folder,
      keepValues: switchFrom(env, 'SANDBOX_KEEP_VALUES', false),
      publicUrl: publicUrl ? addressIn('--public-url (SANDBOX_PUBLIC_URL)', publicUrl) : null,
    },
    replay: null,
  };
}

function keyFrom(env: NodeJS.ProcessEnv): string | null {
  const key = env['SANDBOX_GENERATIVE_KEY']?.trim() || null;
  // Other characters cannot be sent in a header, and the error message of the HTTP client would show the key.
  if (key && !/^[\x21-\x7e]+$/.test(key))
    throw new Error('SANDBOX_GENERATIVE_KEY has characters that no header can have');
  return key;
}

function inputFrom(env: NodeJS.ProcessEnv): ModelEndpoint['input'] {
  const input = env['SANDBOX_GENERATIVE_INPUT'] || 'text';
  if (input !== 'text' && input !== 'images')
    throw new Error(`SANDBOX_GENERATIVE_INPUT must be text or images, not "${input}"`);
  return input;
}

function timeoutFrom(env: NodeJS.ProcessEnv): number {
  const milliseconds = timeFrom(env, 'SANDBOX_GENERATIVE_TIMEOUT', 120_000);
  if (milliseconds === 0) throw new Error('SANDBOX_GENERATIVE_TIMEOUT must be more than 0 seconds');
  return milliseconds;
}
