// One n8n of each line for all files of tests that need no settings and no restart of their own. It is started in the
// process that runs the tests, which outlives each file, when a file first asks for it.
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { openedForAllTests } from '../support/opened.ts';
import { startSandbox } from '../support/sandbox.ts';
import { lines } from './lines.ts';
import type { Line } from './lines.ts';
import { createHost } from './n8n.ts';
import type { Host } from './n8n.ts';
import type { HostOptions } from './settings.ts';
import { credentialFor } from './workflowJson.ts';

interface Address {
  userFolder: string;
  port: number;
}

const started = new Map<Line, Promise<Host>>();
let server: Server | undefined;

async function start(line: Line): Promise<Host> {
  const host = await createHost(line, { readableFolders: [tmpdir()] });
  await host.start();
  return host;
}

/** Before the first test: answers a request for `/<line>` with the address of its n8n. */
export async function offerSharedHosts(): Promise<void> {
  server = createServer((request, response) => {
    const line = lines.find((one) => request.url === `/${one}`) as Line;
    const host = started.get(line) ?? start(line);
    started.set(line, host);
    host.then(
      ({ userFolder, url }) => response.end(JSON.stringify({ userFolder, port: Number(new URL(url).port) })),
      (error: Error) => response.writeHead(500).end(error.stack),
    );
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  process.env['SHARED_HOSTS'] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** After the last test: stops them. */
export default async function stopSharedHosts(): Promise<void> {
  server?.close();
  const hosts = await Promise.allSettled(started.values());
  await Promise.all(hosts.map((host) => host.status === 'fulfilled' && host.value.close()));
}

/**
 * The n8n that files of tests share, already running, with a session of its own. It reads files below the folder for
 * temporary files. Each file gives its workflows webhook paths of its own.
 */
export function sharedHost(line: Line): Host {
  const host = {} as Host;
  beforeAll(async () => {
    const response = await fetch(`${process.env['SHARED_HOSTS']}/${line}`);
    if (!response.ok) throw new Error(await response.text());
    Object.assign(host, await createHost(line, (await response.json()) as Address));
    await host.signIn();
  });
  return host;
}

/** The same, and a sandbox of these tests alone, for which the nodes have their credential. */
export function hostWithSandbox(line: Line) {
  const sandbox = openedForAllTests(() => startSandbox());
  const host = sharedHost(line);
  beforeAll(() => host.createCredentials([credentialFor(sandbox.baseUrl, sandbox.token)]));
  return { host, sandbox };
}

/** One of these tests alone, started. */
export const ownHost = (line: Line, options?: HostOptions): Host =>
  openedForAllTests(async () => {
    const host = await createHost(line, options);
    await host.start();
    return host;
  });
