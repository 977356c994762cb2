// The environment of an n8n process: only PATH and where Node keeps what it compiled are inherited, and nothing makes it
// connect beyond this machine.
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import type { Line } from './lines.ts';
import { root } from './lines.ts';

export type Settings = Record<string, string>;

/** The account that owns an n8n. */
export interface Owner {
  email: string;
  firstName: string;
  lastName: string;
  password: string;
}

export interface HostOptions {
  /** An existing user folder, which `close` keeps. A temporary one by default. */
  userFolder?: string;
  /** The port of n8n, a free one by default. */
  port?: number;
  /** The account of the owner, set up at the first start. */
  owner?: Owner;
  /** Folders that the Read Files node may read. */
  readableFolders?: string[];
  /** Where n8n keeps binary data, `filesystem` by default, as on most servers. */
  binaryData?: 'filesystem' | 'default';
  /** Other environment variables of n8n. They override the others here. */
  settings?: Settings;
}

const quiet: Settings = {
  EXTERNAL_FRONTEND_HOOKS_URLS: '',
  N8N_DIAGNOSTICS_ENABLED: 'false',
  N8N_DYNAMIC_BANNERS_ENABLED: 'false',
  N8N_HIRING_BANNER_ENABLED: 'false',
  N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
  N8N_PERSONALIZATION_ENABLED: 'false',
  N8N_TEMPLATES_ENABLED: 'false',
  // As n8n 3 has to be told.
  N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
  N8N_VERIFIED_PACKAGES_ENABLED: 'false',
  N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
  N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
};

const ofLine: Record<Line, Settings> = {
  // Without a pool one connection does everything, and the transactions of two tests at a time end each other.
  '1.123': { DB_SQLITE_POOL_SIZE: '3' },
  // The registry module calls api.n8n.io at each start, and Python is not installed.
  '2.41': { N8N_DISABLED_MODULES: 'mcp-registry', N8N_PYTHON_ENABLED: 'false' },
};

export const nodeFolder = () => join(root, 'node_modules/.bin');

export function processSettings(line: Line, userFolder: string, options: HostOptions): Settings {
  const cache = process.env['NODE_COMPILE_CACHE'];
  return {
    ...quiet,
    ...ofLine[line],
    HOME: userFolder,
    PATH: [nodeFolder(), process.env['PATH']].join(delimiter),
    GENERIC_TIMEZONE: 'UTC',
    N8N_DEFAULT_BINARY_DATA_MODE: options.binaryData ?? 'filesystem',
    N8N_ENCRYPTION_KEY: 'the same in every test run',
    N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'true',
    N8N_HOST: '127.0.0.1',
    N8N_LISTEN_ADDRESS: '127.0.0.1',
    N8N_RESTRICT_FILE_ACCESS_TO: [userFolder, ...(options.readableFolders ?? [])].join(';'),
    N8N_SECURE_COOKIE: 'false',
    N8N_USER_FOLDER: userFolder,
    // n8n's commands take some 15 % less when Node keeps what it compiled.
    ...(cache && { NODE_COMPILE_CACHE: cache }),
    ...options.settings,
  };
}

/** The first free port from this one on, other than `except`. */
export async function freePortFrom(first: number, except?: number): Promise<number> {
  for (let port = first; port < Math.min(first + 100, 65_536); port++)
    if (port !== except && (await isFree(port))) return port;
  throw new Error(`The ports from ${first} on are all taken`);
}

/**
 * Whether no other program has it. One that listens on ::1 only would not be in the way of 127.0.0.1, but a browser asks it
 * for what is typed as "localhost".
 */
export const isFree = async (port: number): Promise<boolean> =>
  (await canListen(port, '127.0.0.1')) && (await canListen(port, '::1'));

// Below those that the system gives to connections: one of them may take such a port before n8n listens on it. Tests that
// run side by side begin at different ones.
const [FIRST_PORT, LAST_PORT] = [12_000, 32_000];
let nextPort = FIRST_PORT + ((process.pid * 997) % (LAST_PORT - FIRST_PORT));

/** Different ports that are free. */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) {
    const port = nextPort++;
    if (nextPort > LAST_PORT) nextPort = FIRST_PORT;
    if (await isFree(port)) ports.push(port);
  }
  return ports;
}

/** Also where this machine has no such address. */
function canListen(port: number, address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server
      .once('error', ({ code }: NodeJS.ErrnoException) => resolve(code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT'))
      .listen(port, address, () => server.close(() => resolve(true)));
  });
}
