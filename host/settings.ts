// The environment of an n8n process: only PATH is inherited, and nothing makes it connect beyond this machine.
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import type { Line } from './lines.ts';
import { root } from './lines.ts';

export type Settings = Record<string, string>;

export interface HostOptions {
  /** An existing user folder, which `dispose` keeps. A temporary one by default. */
  userFolder?: string;
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
  N8N_VERIFIED_PACKAGES_ENABLED: 'false',
  N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
  N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
};

const ofLine: Record<Line, Settings> = {
  '1.123': {},
  // The registry module calls api.n8n.io at each start, and Python is not installed.
  '2.41': { N8N_DISABLED_MODULES: 'mcp-registry', N8N_PYTHON_ENABLED: 'false' },
};

export const nodeFolder = () => join(root, 'node_modules/.bin');

export function processSettings(line: Line, userFolder: string, options: HostOptions): Settings {
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
    ...options.settings,
  };
}

/** Different ports that are free. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(Array.from({ length: count }, listen));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

function listen() {
  return new Promise<ReturnType<typeof createServer>>((resolve, reject) => {
    const server = createServer();
    server.once('error', reject).listen(0, '127.0.0.1', () => resolve(server));
  });
}
