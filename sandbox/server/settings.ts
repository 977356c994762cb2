import { createPrivateKey, randomBytes, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, tmpdir } from 'node:os';
import type { ModelEndpoint } from 'document-processing-reader';
import { suggestion } from './errors.ts';
import { OPTIONS } from './options.ts';

export const { version } = createRequire(import.meta.url)('../package.json') as { version: string };

/** The header of what the sandbox sends to addresses that others have named: such requests do not open its console. */
export const OWN_HEADER = 'x-sandbox-request';
export const OWN_REQUEST = { [OWN_HEADER]: version };

/** Where a request goes to an address that others have named: in a container, `localhost` is not the machine they mean. */
export function reachedAs(address: string | URL, { localhost }: Pick<Settings, 'localhost'>): URL {
  const url = new URL(address);
  if (localhost !== null && isLoopback(url.hostname)) url.hostname = localhost;
  return url;
}

/** Whether a name or address means this machine itself. */
export const isLoopback = (name: string) =>
  /^(localhost|[\w-]+\.localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1|\[::1\])$/i.test(name);

/** Whether only this machine reaches the sandbox. */
export const isPrivate = ({ host, publicUrl }: Pick<Settings, 'host' | 'publicUrl'>) => isLoopback(host) && !publicUrl;

/** What nobody knows. */
export const newSecret = () => randomBytes(18).toString('base64url');

/** All settings of the sandbox. Each has a default that works alone. */
export type Settings = {
  port: number;
  host: string;
  /** Where others reach it, as through a published port of a container, a tunnel, a proxy; null is where it listens. */
  publicUrl: string | null;
  token: string;
  /** For the console and the inspection; null needs none on a loopback address, and generates one on others. */
  consoleToken: string | null;
  tokenLifetimeSeconds: number;
  username: string;
  password: string;
  /** Has a folder that keeps usage and processes between runs; null uses a temporary one, removed when the run ends. */
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
  /** For the whole of a request to arrive. */
  requestTimeoutMs: number;
  /** For a client to take some of its answer. */
  answerTimeoutMs: number;
  downloadTimeoutMs: number;
  callbackTimeoutMs: number;
  /** The host that loopback addresses stand for in webhooks and `fileUrl`; null leaves them as they are. */
  localhost: string | null;
  /** What earlier runs were to call back at addresses that begin with one of `from` goes to `to`: the receiver has moved. */
  movedReceiver: { from: string[]; to: string } | null;
  /** The client certificate of callbacks (PEM). */
  mtls: { cert: string; key: string } | null;
  /** A certificate authority (PEM) trusted for callbacks in addition to the usual ones. */
  callbackCa: string | null;
  requestLogLength: number;
  /** Of requests, those under way and what is kept of the last ones. */
  memoryBytes: number;
  /** Documents that the console keeps, on disk; 0 keeps none. */
  kept: { documents: number; documentBytes: number };
  /** Of processes that have not ended; more are not started. */
  unfinished: { processes: number; bytes: number };
  /** Reads documents of the generative extraction; null uses the rules. */
  generative: ModelEndpoint | null;
  /** Answers from an account, and records it. */
  record: { upstream: string; folder: string; keepValues: boolean } | null;
  /** Holds the answers of the account against the OpenAPI document. */
  check: boolean;
  /** Answers from the recordings of this folder. */
  replay: string | null;
  /** Names, types and tags that stay in recordings whose values are replaced, besides those of the service's interface. */
  keepNames: ReadonlySet<string>;
};

const MEGABYTE = 1024 * 1024;

export const defaultSettings: Settings = {
  port: 4010,
  host: '127.0.0.1',
  publicUrl: null,
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
  requestTimeoutMs: 900_000,
  answerTimeoutMs: 120_000,
  downloadTimeoutMs: 15_000,
  callbackTimeoutMs: 15_000,
  localhost: null,
  movedReceiver: null,
  mtls: null,
  callbackCa: null,
  requestLogLength: 5000,
  memoryBytes: 128 * MEGABYTE,
  kept: { documents: 200, documentBytes: 512 * MEGABYTE },
  unfinished: { processes: 10_000, bytes: 1024 * MEGABYTE },
  generative: null,
  record: null,
  check: false,
  replay: null,
  keepNames: new Set(),
};

/** Reads the settings from environment variables; throws an error that names the first variable that is wrong. */
export function settingsFrom(env: NodeJS.ProcessEnv): Settings {
  const d = defaultSettings;
  const host = textFrom(env, 'SANDBOX_HOST') ?? d.host;
  const publicUrl = addressFrom(env, 'SANDBOX_PUBLIC_URL');
  // Everybody knows the token and the password of a sandbox whose user has set none.
  const secret = (known: string) => (isPrivate({ host, publicUrl }) ? known : newSecret());
  return {
    ...d,
    port: numberFrom(env, 'SANDBOX_PORT', { fallback: d.port, maximum: 65_535 }),
    host,
    publicUrl,
    token: tokenFrom(env, 'SANDBOX_TOKEN') ?? secret(d.token),
    consoleToken: tokenFrom(env, 'SANDBOX_CONSOLE_TOKEN') ?? d.consoleToken,
    tokenLifetimeSeconds: numberFrom(env, 'SANDBOX_TOKEN_LIFETIME', { fallback: d.tokenLifetimeSeconds }),
    username: textFrom(env, 'SANDBOX_USER') ?? d.username,
    password: textFrom(env, 'SANDBOX_PASSWORD') ?? secret(d.password),
    dataFolder: folderFrom(env, 'SANDBOX_DATA') ?? d.dataFolder,
    workers: numberFrom(env, 'SANDBOX_WORKERS', { fallback: d.workers, minimum: 1, maximum: MOST_WORKERS }),
    queueLength: numberFrom(env, 'SANDBOX_QUEUE', { fallback: d.queueLength }),
    networks: switchFrom(env, 'SANDBOX_NETWORKS', d.networks),
    warm: switchFrom(env, 'SANDBOX_WARM', d.warm),
    readingTimeoutMs: amountFrom(env, 'SANDBOX_READING_TIMEOUT', d.readingTimeoutMs, SECONDS),
    maxUploadBytes: amountFrom(env, 'SANDBOX_MAX_UPLOAD_MB', d.maxUploadBytes, MEGABYTES),
    callbackTimeoutMs: amountFrom(env, 'SANDBOX_CALLBACK_TIMEOUT', d.callbackTimeoutMs, SECONDS),
    localhost: hostFrom(env),
    movedReceiver: movedReceiverFrom(env),
    mtls: mtlsFrom(env),
    callbackCa: certificateFrom(env, 'SANDBOX_CALLBACK_CA'),
    memoryBytes: amountFrom(env, 'SANDBOX_MEMORY_MB', d.memoryBytes, MEGABYTES),
    kept: { ...d.kept, documents: numberFrom(env, 'SANDBOX_KEEP', { fallback: d.kept.documents }) },
    generative: endpointFrom(env),
    ...recordingFrom(env, isPrivate({ host, publicUrl })),
    keepNames: new Set(env['SANDBOX_KEEP_NAMES']?.match(/[^\s,=]+/g)),
  };
}

/** A sentence for each variable that looks like a setting and is none. It may be one of another program. */
export function unknownSettings(env: NodeJS.ProcessEnv): string[] {
  const known: string[] = [];
  settingsFrom(new Proxy({}, { get: (_, name) => void known.push(String(name)) }));
  return Object.keys(env)
    .filter((name) => name.startsWith('SANDBOX_') && !known.includes(name))
    .map((name) => `${name} is no setting of the sandbox${suggestion(name, known)}`);
}

/** Each has memory of its own. */
const MOST_WORKERS = 256;

/** What was set. Empty is unset, as it is in a compose file: an address or a password that is empty would let anyone in. */
function textFrom(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const text = env[name];
  if (text && text.trim() === '') throw new Error(`${nameOf(name)} is blank`);
  // In a file of settings they are a part of it, for some programs.
  if (text && /^\s*(["']).*\1\s*$/s.test(text)) throw new Error(`${nameOf(name)} is in quotes: write it without them`);
  // On Windows a blank before && is a part of it, and a file of settings may have lines that end in CR.
  return text?.trim() || undefined;
}

/** How a setting is called in a message: those of the command line by both of their names. */
function nameOf(name: string): string {
  const [option] = Object.entries(OPTIONS).find(([, setting]) => setting === name) ?? [];
  return option ? `--${option} (${name})` : name;
}

function folderFrom(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const path = textFrom(env, name);
  if (path?.startsWith('~'))
    throw new Error(`${nameOf(name)} begins with ~, which only a shell knows: write the whole path`);
  if (path && /^[a-z][a-z\d+.-]+:/i.test(path))
    throw new Error(`${nameOf(name)} is an address: write the path of the folder`);
  return path;
}

/** A whole number. */
function numberFrom(
  env: NodeJS.ProcessEnv,
  name: string,
  { fallback, minimum = 0, maximum = 1_000_000_000 }: { fallback: number; minimum?: number; maximum?: number },
): number {
  const text = textFrom(env, name);
  if (text === undefined) return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < minimum || value > maximum)
    throw new Error(`${nameOf(name)} must be a whole number from ${minimum} to ${maximum}, not "${text}"`);
  return value;
}

/** Milliseconds of Node's longest timer, 24 days; a longer one is over at once. */
export const LONGEST_WAIT = 2 ** 31 - 1;

const SECONDS = { unit: 'seconds', factor: 1000, maximum: LONGEST_WAIT };
const MEGABYTES = { unit: 'megabytes', factor: MEGABYTE, maximum: 1_000_000 * MEGABYTE };

/** Seconds as milliseconds, megabytes as bytes; more than none. */
function amountFrom(
  env: NodeJS.ProcessEnv,
  name: string,
  fallback: number,
  { unit, factor, maximum }: typeof SECONDS,
): number {
  const text = textFrom(env, name);
  if (text === undefined) return fallback;
  const amount = /^\d+(\.\d+)?$/.test(text) ? Math.round(Number(text) * factor) : 0;
  if (amount > maximum)
    throw new Error(`${name} must be at most ${Math.floor(maximum / factor)} ${unit}, not "${text}"`);
  if (amount === 0) throw new Error(`${name} must be a number of ${unit}, more than 0, not "${text}"`);
  return amount;
}

function switchFrom(env: NodeJS.ProcessEnv, name: string, fallback: boolean): boolean {
  const text = textFrom(env, name);
  if (text !== undefined && text !== 'on' && text !== 'off')
    throw new Error(`${name} must be "on" or "off", not "${text}"`);
  return text === undefined ? fallback : text === 'on';
}

/** What a client sends in a header. No message shows it. */
function tokenFrom(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const token = textFrom(env, name)?.trim();
  if (token && !/^[\x21-\x7e]+$/.test(token)) throw new Error(`${name} has characters that no header can have`);
  return token;
}

/** The text of a file. */
function fileFrom(env: NodeJS.ProcessEnv, name: string): string | null {
  const path = textFrom(env, name);
  if (path === undefined) return null;
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    // The message would show a key that was set in place of its file.
    throw new Error(`${name} is no file that can be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

function certificateFrom(env: NodeJS.ProcessEnv, name: string): string | null {
  const pem = fileFrom(env, name);
  try {
    if (pem !== null) new X509Certificate(pem);
  } catch (error) {
    throw new Error(`${name} is no certificate in PEM (${(error as Error).message})`);
  }
  return pem;
}

function hostFrom(env: NodeJS.ProcessEnv): string | null {
  const host = textFrom(env, 'SANDBOX_LOCALHOST');
  if (host === undefined) return null;
  if (!URL.canParse(`http://${host}`) || new URL(`http://${host}`).hostname !== host.toLowerCase())
    throw new Error(`SANDBOX_LOCALHOST must be the name or the address of a host, without a port, not "${host}"`);
  return host;
}

function movedReceiverFrom(env: NodeJS.ProcessEnv): Settings['movedReceiver'] {
  const name = 'SANDBOX_MOVED_RECEIVER';
  const [to, ...from] = (textFrom(env, name) ?? '').split(/\s+/).filter(Boolean).reverse();
  if (to === undefined) return null;
  if (from.length === 0)
    throw new Error(`${name} must hold the old address and the new one, with a space between them`);
  return { from: from.map((address) => addressIn(name, address)), to: addressIn(name, to) };
}

function mtlsFrom(env: NodeJS.ProcessEnv): Settings['mtls'] {
  if (!textFrom(env, 'SANDBOX_MTLS_CERT') !== !textFrom(env, 'SANDBOX_MTLS_KEY'))
    throw new Error('SANDBOX_MTLS_CERT and SANDBOX_MTLS_KEY must be set together');
  const cert = certificateFrom(env, 'SANDBOX_MTLS_CERT');
  const key = fileFrom(env, 'SANDBOX_MTLS_KEY');
  if (cert === null || key === null) return null;
  try {
    if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))) throw new Error('it is of another one');
  } catch (error) {
    throw new Error(`SANDBOX_MTLS_KEY is no key of the certificate (${(error as Error).message})`);
  }
  return { cert, key };
}

/** The endpoint of the generative extraction, null without a URL. No message shows the key. */
export function endpointFrom(env: NodeJS.ProcessEnv): ModelEndpoint | null {
  const url = addressFrom(env, 'SANDBOX_GENERATIVE_URL', '; the key goes into SANDBOX_GENERATIVE_KEY');
  const model = textFrom(env, 'SANDBOX_GENERATIVE_MODEL');
  const key = tokenFrom(env, 'SANDBOX_GENERATIVE_KEY') ?? null;
  const input = inputFrom(env);
  const timeoutMs = amountFrom(env, 'SANDBOX_GENERATIVE_TIMEOUT', 120_000, SECONDS);
  if (!url && !model && !key) return null;
  if (!url || !model)
    throw new Error(
      'SANDBOX_GENERATIVE_URL and SANDBOX_GENERATIVE_MODEL must be set together, and SANDBOX_GENERATIVE_KEY with them',
    );
  return { url, model, key, input, timeoutMs };
}

/** What paths are put behind. */
function addressIn(name: string, url: string, advice = ''): string {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new Error(`${nameOf(name)} must be an http(s) address`);
  const { username, password, search, hash } = new URL(url);
  if (username || password || search || hash)
    throw new Error(`${nameOf(name)} must hold no password and no query${advice}`);
  return url.replace(/(?<!\/)\/+$/, '');
}

function addressFrom(env: NodeJS.ProcessEnv, name: string, advice?: string): string | null {
  const url = textFrom(env, name);
  return url === undefined ? null : addressIn(name, url, advice);
}

function recordingFrom(
  env: NodeJS.ProcessEnv,
  isOfThisMachine: boolean,
): Pick<Settings, 'record' | 'check' | 'replay'> {
  const [upstream, folder] = [addressFrom(env, 'SANDBOX_UPSTREAM'), folderFrom(env, 'SANDBOX_RECORD')];
  const keepValues = switchFrom(env, 'SANDBOX_KEEP_VALUES', false);
  const check = switchFrom(env, 'SANDBOX_CHECK', false);
  const replay = folderFrom(env, 'SANDBOX_REPLAY') ?? null;
  if (check && !upstream) throw new Error(`${nameOf('SANDBOX_CHECK')} needs ${nameOf('SANDBOX_UPSTREAM')}`);
  if (!upstream && !folder) return { record: null, check, replay };
  if (!upstream || !folder)
    throw new Error(`${nameOf('SANDBOX_UPSTREAM')} and ${nameOf('SANDBOX_RECORD')} must be given together`);
  if (replay) throw new Error('a sandbox records (--upstream, --record) or replays (--replay), not both');
  if (!isOfThisMachine && !env['SANDBOX_TOKEN'] && !env['SANDBOX_PASSWORD'])
    throw new Error(
      'where others reach the sandbox, it passes on to the account only what has the token or the password of that: set ' +
        'SANDBOX_TOKEN or SANDBOX_PASSWORD to the one that the credential in n8n has',
    );
  return { record: { upstream, folder, keepValues }, check, replay: null };
}

function inputFrom(env: NodeJS.ProcessEnv): ModelEndpoint['input'] {
  const input = textFrom(env, 'SANDBOX_GENERATIVE_INPUT') ?? 'text';
  if (input !== 'text' && input !== 'images')
    throw new Error(`SANDBOX_GENERATIVE_INPUT must be text or images, not "${input}"`);
  return input;
}
