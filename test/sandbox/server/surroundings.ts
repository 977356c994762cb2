import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { buildApp, type AppOptions } from '../../../sandbox/server/app.ts';
import { defaultSettings } from '../../../sandbox/server/settings.ts';
import { startError } from '../../../sandbox/server/startError.ts';
import { startSandbox, type RunningSandbox, type SandboxOptions } from '../../support/sandbox.ts';

// What the tests of a file have around them is gone after the last of them.
const servers: Server[] = [];
const sandboxes: FastifyInstance[] = [];
const running: RunningSandbox[] = [];
afterAll(async () => {
  for (const sandbox of sandboxes) await sandbox.close();
  for (const sandbox of running) await sandbox.stop();
  for (const server of servers) closeAtOnce(server);
});

export async function openSandbox(options: AppOptions = {}): Promise<FastifyInstance> {
  const sandbox = await buildApp({ workers: 1, ...options });
  sandboxes.push(sandbox);
  return sandbox;
}

/** One that listens on this machine, and where. */
export async function listen(options: AppOptions = {}): Promise<{ app: FastifyInstance; url: string }> {
  const app = await openSandbox(options);
  return { app, url: await app.listen({ port: 0, host: '127.0.0.1' }) };
}

/** Why a sandbox with these options does not start, as its user reads it. */
export async function refusalOf(options: AppOptions): Promise<string> {
  const started = await buildApp({ workers: 1, ...options }).catch((reason: Error) => reason);
  if (started instanceof Error) return startError(started, { ...defaultSettings, ...options }).message;
  await started.close();
  return '';
}

/** A sandbox in a process of its own. */
export async function runSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const sandbox = await startSandbox(options);
  running.push(sandbox);
  return sandbox;
}

/** Starts a server on this machine, at a port that is free if none is given. */
export async function serve(answer: RequestListener) {
  const server = createServer(answer);
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://127.0.0.1:${port}`, close: () => closeAtOnce(server) };
}

function closeAtOnce(server: Server): void {
  server.close();
  server.closeAllConnections();
}

/** Asks again and again until something is so, for a minute at most, and gives the answer. */
export async function until<T>(ask: () => T | Promise<T>): Promise<Exclude<T, false>> {
  for (const end = performance.now() + 60_000; performance.now() < end; await sleep(5)) {
    const answer = await ask();
    if (answer) return answer as Exclude<T, false>;
  }
  throw new Error(`This has not become so within a minute: ${ask}`);
}
