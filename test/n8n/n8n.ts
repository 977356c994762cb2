// A complete n8n, installed from npm, with its own user folder, reachable from this machine only.
import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand, startServer } from './commands.ts';
import type { ExecutionStatus } from 'n8n-workflow';
import type { Line } from './lines.ts';
import { guard } from './processes.ts';
import type { Running } from './processes.ts';
import {
  activateWorkflow,
  createSession,
  deactivateWorkflow,
  listExecutions,
  readExecution,
  readWorkflow,
  runManually,
} from './restApi.ts';
import type { Execution, WorkflowJson } from './restApi.ts';
import { freePorts, processSettings } from './settings.ts';
import type { HostOptions } from './settings.ts';
import { installTarball } from './tarball.ts';
import { waitFor } from './waiting.ts';

export { chosenLines, lines } from './lines.ts';
export { itemsOf, jsonOf } from './restApi.ts';
export { default as packTarball } from './tarball.ts';
export { waitFor } from './waiting.ts';
export type { Line, HostOptions, WorkflowJson };

/** A credential in plain text, for `n8n import:credentials`. */
export interface CredentialJson {
  id: string;
  name: string;
  type: string;
  data: Record<string, unknown>;
}

const ENDED: ExecutionStatus[] = ['success', 'error', 'crashed', 'canceled'];

export type Host = Awaited<ReturnType<typeof createHost>>;

/** A new one, as `prepare.ts` has made it. */
function temporaryUserFolder(line: Line): string {
  const folder = mkdtempSync(join(tmpdir(), `n8n-${line}-`));
  const prepared = process.env['HOST_PREPARED'];
  if (prepared !== undefined) cpSync(join(prepared, line), folder, { recursive: true });
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
  const session = createSession(url, options.owner);
  const runs: Running[] = [];

  const command = (...args: string[]) => runCommand(line, args, settings, userFolder);
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
  const launch = async (others: Record<string, string> = {}) =>
    void runs.push(await startServer(line, { ...settings, ...others }, userFolder, url));
  const start = async (others: Record<string, string> = {}) => {
    await launch(others);
    await session.signIn();
  };
  const stop = async () => void (await runs.at(-1)?.stop());

  /** The IDs n8n has given to credentials, by those that workflows here refer to. */
  const credentialIds = new Map<string, string>();
  const createCredentials = async (credentials: CredentialJson[]) => {
    for (const { id, ...credential } of credentials)
      credentialIds.set(id, (await session.call<{ id: string }>('POST', '/credentials', credential)).id);
  };
  const withItsCredentials = (workflow: WorkflowJson): WorkflowJson => ({
    ...workflow,
    nodes: workflow.nodes.map((node) => ({
      ...node,
      ...(node.credentials && {
        credentials: Object.fromEntries(
          Object.entries(node.credentials).map(([type, { id, name }]) => [
            type,
            { id: credentialIds.get(id ?? '') ?? id, name },
          ]),
        ),
      }),
    })),
  });
  const createWorkflow = async (workflow: WorkflowJson) => {
    const complete = { settings: {}, ...withItsCredentials(workflow), active: false };
    return (await session.call<{ id: string }>('POST', '/workflows', complete)).id;
  };

  return {
    line,
    url,
    userFolder,
    /** Installs the tarball of a package. n8n loads it when it starts next. */
    install: (tarball: string) => installTarball(tarball, userFolder),
    /** Runs any command of n8n and returns its output, for example `command('export:workflow', '--all')`. */
    command,

    importCredentials: (credentials: CredentialJson[]) => importAs('credentials', credentials),
    /** Imports workflows and returns their IDs: their own, or new ones. One call takes seconds, so import several at once. */
    importWorkflows,

    /** Starts n8n, this time with other settings too, and signs in. */
    start,
    /** The same without signing in. */
    launch,
    signIn: session.signIn,
    stop,
    /** Resolves when n8n has ended, however that comes. */
    ended: async () => void (await runs.at(-1)?.ended),
    /** Kills n8n, like a power cut. */
    kill: async () => void (await runs.at(-1)?.kill()),
    /** Stops n8n and removes its user folder, unless that was passed in the options. */
    dispose: async () => {
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

    /** Calls a path below `/rest` as the owner, and returns `data` of the response. */
    api: session.call,
    /** Calls any path of n8n as the owner. */
    request: session.request,
    nodeTypes: async () =>
      (await (await session.request('GET', '/types/nodes.json')).json()) as {
        name: string;
        version: number | number[];
      }[],

    /** Saves credentials in the running n8n, as the editor does. Workflows saved after them refer to them by these IDs. */
    createCredentials,
    /** Saves a workflow in the running n8n, as the editor does, and returns its ID. */
    createWorkflow,
    /** The same for several. Returns their IDs by name. */
    createWorkflows: async <Name extends string>(workflows: Record<Name, WorkflowJson>) => {
      const ids = {} as Record<Name, string>;
      for (const [name, workflow] of Object.entries<WorkflowJson>(workflows))
        ids[name as Name] = await createWorkflow(workflow);
      return ids;
    },
    readWorkflow: (id: string) => readWorkflow(session, id),
    activate: (id: string) => activateWorkflow(session, line, id),
    deactivate: (id: string) => deactivateWorkflow(session, line, id),
    runManually: (id: string, triggerName: string) => runManually(session, id, triggerName),
    /** Runs a workflow from a trigger, and returns its execution once that has ended. */
    runToItsEnd: async (id: string, triggerName: string) => {
      const { executionId = '' } = await runManually(session, id, triggerName);
      return await waitFor(
        async () => {
          const execution = await readExecution(session, executionId);
          // n8n 1 stores that it has ended before what came out.
          const { resultData } = (execution.data ?? {}) as Partial<Execution['data']>;
          return ENDED.includes(execution.status) && resultData && execution;
        },
        120_000,
        'the end of the execution',
      );
    },

    executions: (workflowId: string) => listExecutions(session, line, workflowId),
    execution: (id: string) => readExecution(session, id),
  };
}
