// A complete n8n, installed from npm, with its own user folder, reachable from this machine only.
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from './commands.ts';
import type { Line } from './lines.ts';
import { guard } from './processes.ts';
import type { Running } from './processes.ts';
import { restApi } from './restApi.ts';
import { freePorts, processSettings } from './settings.ts';
import type { HostOptions, Settings } from './settings.ts';
import packTarball, { installTarball } from './tarball.ts';

export { chosenLines, lines } from './lines.ts';
export { itemsOf, jsonOf } from './restApi.ts';
export { default as packTarball } from './tarball.ts';
export { waitFor } from './waiting.ts';
export type { CredentialJson, Execution, WorkflowJson } from './restApi.ts';
export type { Line };

export type Host = Awaited<ReturnType<typeof createHost>>;

/** A new one with our package in it, and with n8n's database where `prepare.ts` has made it. */
function temporaryUserFolder(line: Line): string {
  const folder = mkdtempSync(join(tmpdir(), `n8n-${line}-`));
  const prepared = process.env['HOST_PREPARED'];
  if (prepared === undefined) installTarball(packTarball(), folder);
  else cpSync(join(prepared, line), folder, { recursive: true });
  return folder;
}

export async function createHost(line: Line, options: HostOptions = {}) {
  const userFolder = options.userFolder ?? temporaryUserFolder(line);
  mkdirSync(join(userFolder, '.n8n'), { recursive: true });
  const cleanup = options.userFolder === undefined ? guard('sleep 1; rm -rf "$1"', userFolder) : undefined;
  const [freePort, brokerPort] = await freePorts(2);
  const port = options.port ?? freePort;
  const url = `http://127.0.0.1:${port}`;
  const settings = {
    ...processSettings(line, userFolder, options),
    N8N_PORT: String(port),
    N8N_RUNNERS_BROKER_PORT: String(brokerPort),
  };
  const api = restApi(url, line, options.owner);
  const runs: Running[] = [];
  const launch = async (others: Settings = {}) =>
    void runs.push(await startServer(line, { ...settings, ...others }, userFolder, url));
  const stop = async () => void (await runs.at(-1)?.stop());

  return {
    ...api,
    line,
    url,
    userFolder,
    /** Starts n8n, this time with other settings too, and signs in. */
    start: async (others: Settings = {}) => {
      await launch(others);
      await api.signIn();
    },
    /** The same without signing in. */
    launch,
    stop,
    /** Resolves when n8n has ended, however that comes. */
    ended: async () => void (await runs.at(-1)?.ended),
    /** Kills n8n, like a power cut. */
    kill: async () => void (await runs.at(-1)?.kill()),
    /** Stops n8n and removes its user folder, unless that was passed in the options. */
    close: async () => {
      await stop();
      if (!cleanup) return;
      rmSync(userFolder, { recursive: true, force: true });
      cleanup.dismiss();
    },
    /** Process ID of the running n8n. */
    pid: () => runs.at(-1)?.pid,
    /** Everything n8n has written since its first start. */
    log: () => runs.map((run) => run.log()).join(''),

    webhookUrl: (path: string) => `${url}/webhook/${path}`,
    /** Calls a webhook of a workflow, on a connection of its own. */
    callWebhook: (path: string, body: object = {}) =>
      fetch(`${url}/webhook/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', connection: 'close' },
        body: JSON.stringify(body),
      }),
    testWebhookUrl: (path: string) => `${url}/webhook-test/${path}`,
  };
}
