// A real n8n of our own: installed from npm, in a user folder of its own, reachable from this machine only.
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { executeWorkflow, mustRunCommand } from './command.ts';
import { listExecutions, readExecution } from './executions.ts';
import { guard } from './guard.ts';
import type { Line } from './lines.ts';
import type { Running } from './processes.ts';
import { startServer } from './server.ts';
import { createSession } from './session.ts';
import { freePorts, processSettings } from './settings.ts';
import type { HostOptions } from './settings.ts';
import { installTarball } from './tarball.ts';
import { activateWorkflow, deactivateWorkflow, readWorkflow, runManually } from './workflows.ts';
import type { WorkflowJson } from './workflows.ts';

export { itemsOf, jsonOf } from './executions.ts';
export { chosenLines, lines } from './lines.ts';
export { packTarball } from './tarball.ts';
export { waitFor } from './waiting.ts';
export type { Line, HostOptions, WorkflowJson };

/** A credential as `n8n import:credentials` takes it, in plain text. */
export interface CredentialJson {
  id: string;
  name: string;
  type: string;
  data: Record<string, unknown>;
}

export type Host = Awaited<ReturnType<typeof createHost>>;

export async function createHost(line: Line, options: HostOptions = {}) {
  const userFolder = options.userFolder ?? mkdtempSync(join(tmpdir(), `n8n-${line}-`));
  mkdirSync(join(userFolder, '.n8n'), { recursive: true });
  const cleanup = options.userFolder === undefined ? guard('sleep 1; rm -rf "$1"', userFolder) : undefined;
  const [port, brokerPort] = await freePorts(2);
  const url = `http://127.0.0.1:${port}`;
  const settings = {
    ...processSettings(line, userFolder, options),
    N8N_PORT: String(port),
    N8N_RUNNERS_BROKER_PORT: String(brokerPort),
  };
  const session = createSession(() => url);
  const runs: Running[] = [];

  const command = (...args: string[]) => mustRunCommand(line, args, settings, userFolder);
  const importAs = async (what: 'workflow' | 'credentials', content: unknown) => {
    const file = join(userFolder, `import-${randomUUID()}.json`);
    writeFileSync(file, JSON.stringify(content));
    await command(`import:${what}`, `--input=${file}`);
    rmSync(file);
  };
  const importWorkflows = async <T extends readonly WorkflowJson[]>(workflows: readonly [...T]) => {
    const named = workflows.map((workflow) => ({
      ...workflow,
      id: workflow.id ?? randomUUID().replaceAll('-', '').slice(0, 16),
    }));
    await importAs('workflow', named);
    return named.map(({ id }) => id) as { -readonly [Index in keyof T]: string };
  };
  const start = async () => {
    runs.push(await startServer(line, settings, userFolder, url));
    await session.signIn();
  };
  const stop = async () => void (await runs.at(-1)?.stop());

  return {
    line,
    url,
    userFolder,
    /** Installs a package's tarball; n8n sees it from its next start on. */
    install: (tarball: string) => installTarball(tarball, userFolder),
    /** Any command of n8n, for example `command('export:workflow', '--all')`; gives what it printed. */
    command,

    importCredentials: (credentials: CredentialJson[]) => importAs('credentials', credentials),
    /**
     * Imports workflows, each under its own ID or a new one, and gives the IDs. Takes seconds: import several at once.
     */
    importWorkflows,
    importWorkflow: async (workflow: WorkflowJson) => (await importWorkflows([workflow]))[0],
    /**
     * Runs a workflow from its manual trigger without a server. A failed run is given back too, with its error in it.
     */
    execute: (workflowId: string) => executeWorkflow(line, workflowId, settings, userFolder),

    start,
    stop,
    /** Ends n8n as a power cut would. */
    kill: async () => void (await runs.at(-1)?.kill()),
    /** Stops n8n and removes its user folder, unless that was given. */
    dispose: async () => {
      await stop();
      if (!cleanup) return;
      rmSync(userFolder, { recursive: true, force: true });
      cleanup.dismiss();
    },
    /** The ID of the process of the running n8n. */
    pid: () => runs.at(-1)?.pid,
    /** What n8n has written since it was started the first time. */
    log: () => runs.map((run) => run.log()).join(''),

    webhookUrl: (path: string) => `${url}/webhook/${path}`,
    testWebhookUrl: (path: string) => `${url}/webhook-test/${path}`,

    /** A call below `/rest` as the signed-in owner; gives the answer's `data`. */
    api: session.call,
    /** Any path of n8n as the signed-in owner. */
    request: session.request,
    nodeTypes: async () =>
      (await (await session.request('GET', '/types/nodes.json')).json()) as {
        name: string;
        version: number | number[];
      }[],

    /** Saves a workflow in the running n8n, as the editor does, and gives its ID. */
    createWorkflow: async (workflow: WorkflowJson) =>
      (await session.call<{ id: string }>('POST', '/workflows', { settings: {}, ...workflow, active: false })).id,
    readWorkflow: (id: string) => readWorkflow(session, id),
    activate: (id: string) => activateWorkflow(session, id),
    deactivate: (id: string) => deactivateWorkflow(session, id),
    runManually: (id: string, triggerName: string) => runManually(session, id, triggerName),

    executions: (workflowId: string) => listExecutions(session, workflowId),
    execution: (id: string) => readExecution(session, line, id),
  };
}
