import { readFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { endpointFrom, type EndpointSettings } from './generativeSettings.ts';

/** Everything that can be set from outside; each has a default that works alone. */
export type Settings = {
  port: number;
  host: string;
  token: string;
  tokenLifetimeSeconds: number;
  username: string;
  password: string;
  /** Folder that keeps usage and processes between runs; null means a folder of this run, removed when it ends. */
  dataFolder: string | null;
  /** Where the folder of a run is made. */
  temporaryFolder: string;
  workers: number;
  queueLength: number;
  /** Neural networks help to read pictures where this machine can run them; false does without. */
  networks: boolean;
  /** The server loads the engines for pictures as soon as it listens, and not with the first document. */
  warm: boolean;
  readingTimeoutMs: number;
  maxUploadBytes: number;
  maxJsonBytes: number;
  downloadTimeoutMs: number;
  callbackTimeoutMs: number;
  mtls: { certFile: string; keyFile: string } | null;
  /** A certificate authority (PEM) trusted for callbacks beside the usual ones; null trusts only those. */
  callbackCa: string | null;
  journalLength: number;
  /** Reads for the generative extraction; null leaves that to the rules. */
  generative: EndpointSettings | null;
};

const MEGABYTE = 1024 * 1024;

export const defaultSettings: Settings = {
  port: 4010,
  host: '127.0.0.1',
  token: 'sandbox-token',
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
  mtls: null,
  callbackCa: null,
  journalLength: 1000,
  generative: null,
};

export function settingsFrom(env: NodeJS.ProcessEnv): Settings {
  const d = defaultSettings;
  return {
    ...d,
    port: numberFrom(env, 'SANDBOX_PORT', d.port),
    host: env['SANDBOX_HOST'] ?? d.host,
    token: env['SANDBOX_TOKEN'] ?? d.token,
    tokenLifetimeSeconds: numberFrom(env, 'SANDBOX_TOKEN_LIFETIME', d.tokenLifetimeSeconds),
    username: env['SANDBOX_USER'] ?? d.username,
    password: env['SANDBOX_PASSWORD'] ?? d.password,
    dataFolder: env['SANDBOX_DATA'] ?? d.dataFolder,
    workers: Math.max(1, numberFrom(env, 'SANDBOX_WORKERS', d.workers)),
    queueLength: numberFrom(env, 'SANDBOX_QUEUE', d.queueLength),
    networks: switchFrom(env, 'SANDBOX_NETWORKS', d.networks),
    warm: switchFrom(env, 'SANDBOX_WARM', d.warm),
    readingTimeoutMs: numberFrom(env, 'SANDBOX_READING_TIMEOUT', d.readingTimeoutMs / 1000) * 1000,
    maxUploadBytes: numberFrom(env, 'SANDBOX_MAX_UPLOAD_MB', d.maxUploadBytes / MEGABYTE) * MEGABYTE,
    callbackTimeoutMs: numberFrom(env, 'SANDBOX_CALLBACK_TIMEOUT', d.callbackTimeoutMs / 1000) * 1000,
    mtls: mtlsFrom(env),
    callbackCa: env['SANDBOX_CALLBACK_CA'] ? readFileSync(env['SANDBOX_CALLBACK_CA'], 'utf8') : null,
    generative: endpointFrom(env),
  };
}

function numberFrom(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  if (!Number.isFinite(value) || value < 0) throw new Error(`${name} must be a number, not "${text}"`);
  return value;
}

function switchFrom(env: NodeJS.ProcessEnv, name: string, fallback: boolean): boolean {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  if (text !== 'on' && text !== 'off') throw new Error(`${name} must be "on" or "off", not "${text}"`);
  return text === 'on';
}

function mtlsFrom(env: NodeJS.ProcessEnv): Settings['mtls'] {
  const certFile = env['SANDBOX_MTLS_CERT'];
  const keyFile = env['SANDBOX_MTLS_KEY'];
  if (!certFile && !keyFile) return null;
  if (!certFile || !keyFile) throw new Error('SANDBOX_MTLS_CERT and SANDBOX_MTLS_KEY must be set together');
  return { certFile, keyFile };
}
