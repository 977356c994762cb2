// n8n's REST API, as the editor uses it: the owner's session, workflows, forms, and stored executions.
import { parse } from 'flatted';
import type {
  ExecutionStatus,
  IConnections,
  IDataObject,
  INode,
  INodeExecutionData,
  IRun,
  IRunExecutionData,
  IWorkflowSettings,
} from 'n8n-workflow';
import { fillIn } from './forms.ts';
import { NEWEST } from './lines.ts';
import type { Line } from './lines.ts';
import type { Owner } from './settings.ts';
import { waitFor } from './waiting.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

const TEST_OWNER: Owner = {
  email: 'owner@example.com',
  firstName: 'Test',
  lastName: 'Owner',
  password: 'Only4Tests',
};

/** A credential in plain text. */
export interface CredentialJson {
  id: string;
  name: string;
  type: string;
  data: Record<string, unknown>;
}

/** A workflow as users export and import it. */
export interface WorkflowJson {
  id?: string;
  name: string;
  nodes: INode[];
  connections: IConnections;
  settings?: IWorkflowSettings;
  [other: string]: unknown;
}

interface StoredWorkflow extends WorkflowJson {
  id: string;
  versionId: string;
  active: boolean;
  pinData: object | null;
  meta: unknown;
}

export interface ExecutionSummary {
  id: string;
  mode: string;
  status: ExecutionStatus;
  startedAt: string;
  stoppedAt?: string;
}

export interface Execution extends ExecutionSummary {
  data: IRunExecutionData;
}

interface Publication {
  status: 'in_progress' | 'published' | 'partial' | 'failed' | 'not_published';
  triggers: Array<{ errorMessage: string | null }>;
}

/** A busy machine takes minutes. */
const LIMIT = 300_000;

const ENDED: ExecutionStatus[] = ['success', 'error', 'crashed', 'canceled'];

export type Api = ReturnType<typeof restApi>;

/** The API of an n8n, asked as its owner. */
export function restApi(url: string, line: Line = NEWEST, owner = TEST_OWNER) {
  let cookie = '';

  const request = async (method: Method, path: string, body?: unknown) => {
    // n8n closes what was idle for five seconds, at worst while the next request is on its way.
    const headers: Record<string, string> = { cookie, connection: 'close' };
    if (body !== undefined) headers['content-type'] = 'application/json';
    const response = await fetch(url + path, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const cookies = response.headers.getSetCookie().map((text) => text.split(';')[0]);
    if (cookies.length) cookie = cookies.join('; ');
    return response;
  };

  const call = async <T>(method: Method, path: string, body?: unknown) => {
    const response = await request(method, `/rest${path}`, body);
    const text = await response.text();
    if (!response.ok)
      throw new Error(`${method} /rest${path} responded with ${response.status}: ${text.slice(0, 2000)}`);
    return (JSON.parse(text) as { data: T }).data;
  };

  const signIn = async () => {
    if (cookie) return;
    const settings = await call<{ userManagement: { showSetupOnFirstLoad: boolean } }>('GET', '/settings');
    if (settings.userManagement.showSetupOnFirstLoad) await call('POST', '/owner/setup', owner);
    else await call('POST', '/login', { emailOrLdapLoginId: owner.email, password: owner.password });
  };

  /** The IDs n8n has given to credentials, by those that workflows here refer to. */
  const credentialIds = new Map<string, string>();
  const createCredentials = async (credentials: CredentialJson[]) => {
    for (const { id, ...credential } of credentials)
      credentialIds.set(id, (await call<{ id: string }>('POST', '/credentials', credential)).id);
  };
  const withItsCredentials = (node: INode): INode => ({
    ...node,
    ...(node.credentials && {
      credentials: Object.fromEntries(
        Object.entries(node.credentials).map(([type, { id, name }]) => [
          type,
          { id: credentialIds.get(id ?? '') ?? id, name },
        ]),
      ),
    }),
  });
  const createWorkflow = async (workflow: WorkflowJson) => {
    const complete = { settings: {}, ...workflow, nodes: workflow.nodes.map(withItsCredentials), active: false };
    return (await call<{ id: string }>('POST', '/workflows', complete)).id;
  };
  const readWorkflow = (id: string) => call<StoredWorkflow>('GET', `/workflows/${id}`);

  /** n8n 2.41 answers first, and registers or removes the triggers afterwards. */
  const publicationEnd = async (id: string) => {
    if (line === '1.123') return;
    const { status, triggers } = await waitFor(async () => {
      const publication = await call<Publication>('GET', `/workflows/${id}/publication-status`);
      return publication.status !== 'in_progress' && publication;
    });
    if (status === 'partial' || status === 'failed')
      throw new Error(`n8n has not published workflow ${id}: ${triggers.map((one) => one.errorMessage).join('; ')}`);
  };
  /** Both lines of n8n publish a version of the workflow; version 1 does it behind its "Active" switch. */
  const activate = async (id: string) => {
    const { versionId } = await readWorkflow(id);
    await call('POST', `/workflows/${id}/activate`, { versionId });
    await publicationEnd(id);
  };
  const deactivate = async (id: string) => {
    await call('POST', `/workflows/${id}/deactivate`, {});
    await publicationEnd(id);
  };

  /** Runs the workflow from a trigger, as "Execute workflow" does. A webhook trigger listens on its test URL instead. */
  const runManually = async (id: string, triggerName: string) => {
    // Version 1 runs the workflow the editor sends, without static data. Version 2 ignores it and runs the stored one.
    const { name, nodes, connections, active, settings, versionId, pinData, meta } = await readWorkflow(id);
    return await call<{ executionId?: string; waitingForWebhook?: boolean }>('POST', `/workflows/${id}/run`, {
      workflowData: { id, name, nodes, connections, active, settings, versionId, pinData: pinData ?? {}, meta },
      triggerToStartFrom: { name: triggerName },
    });
  };

  const listExecutions = async (workflowId: string, status?: ExecutionStatus[]) =>
    await call<{ results: ExecutionSummary[]; count: number }>(
      'GET',
      `/executions?limit=100&filter=${encodeURIComponent(JSON.stringify({ workflowId, status }))}`,
    );
  /** The executions of a workflow, the newest first: all that have not ended, and a hundred others. */
  const executions = async (workflowId: string) =>
    (await listExecutions(workflowId)).results.sort((one, other) => Number(other.id) - Number(one.id));
  /** One execution with its run data, which n8n stores as "flatted" text. */
  const execution = async (id: string): Promise<Execution> => {
    const stored = await call<Omit<Execution, 'data'> & { data: string }>('GET', `/executions/${id}`);
    return { ...stored, data: parse(stored.data) as IRunExecutionData };
  };

  return {
    signIn,
    /** Calls a path below `/rest`, and returns `data` of the response. */
    call,
    /** Calls any path of n8n with the owner's cookie. */
    request,
    nodeTypes: async () =>
      (await (await request('GET', '/types/nodes.json')).json()) as {
        name: string;
        version: number | number[];
        defaultVersion?: number;
      }[],
    /** Saves credentials, as the editor does. Workflows saved after them refer to them by these IDs. */
    createCredentials,
    /** Saves a workflow, as the editor does, and returns its ID. */
    createWorkflow,
    /** The same for several. Returns their IDs by name. */
    createWorkflows: async <Name extends string>(workflows: Record<Name, WorkflowJson>) => {
      const ids = {} as Record<Name, string>;
      for (const [name, workflow] of Object.entries<WorkflowJson>(workflows))
        ids[name as Name] = await createWorkflow(workflow);
      return ids;
    },
    readWorkflow,
    activate,
    deactivate,
    runManually,
    /** Runs a workflow from a trigger, and returns its execution once that has ended. */
    runToItsEnd: async (id: string, triggerName: string) => {
      const { executionId = '' } = await runManually(id, triggerName);
      return await waitFor(
        async () => {
          // n8n answers 503 while it is busy with its database.
          const run = await execution(executionId).catch(() => undefined);
          // n8n 1 stores that it has ended before what came out.
          const { resultData } = (run?.data ?? {}) as Partial<Execution['data']>;
          return run && ENDED.includes(run.status) && resultData && run;
        },
        LIMIT,
        'the end of the execution',
      );
    },
    /** Fills in the form that starts a workflow: a published one, or one that `runManually` has listen on `form-test`. */
    submit: async (id: string, fields: Array<string | Blob>, path = 'form') => {
      const { nodes } = await readWorkflow(id);
      const { webhookId } = nodes.find(({ type }) => type === 'n8n-nodes-base.formTrigger') ?? {};
      return await fillIn(`${url}/${path}/${webhookId}`, ...fields);
    },
    executions,
    /** How many executions of a workflow there are in these states. */
    countExecutions: async (workflowId: string, ...status: ExecutionStatus[]) =>
      (await listExecutions(workflowId, status)).count,
    execution,
    /** An execution of a workflow once it has succeeded: the newest, or the one that is meant. It must not fail. */
    finished: async (workflowId: string, isIt?: (run: Execution) => boolean) =>
      await waitFor(
        async () => {
          // None while n8n is away, or busy with its database.
          const listed = await executions(workflowId).catch(() => []);
          for (const { id, status } of isIt ? listed : listed.slice(0, 1)) {
            const run = (status === 'success' || status === 'error') && (await execution(id));
            if (!run || isIt?.(run) === false) continue;
            if (status === 'success') return run;
            throw new Error(`The execution has failed: ${JSON.stringify(run.data.resultData.error)}`);
          }
          return undefined;
        },
        LIMIT,
        'the result of the workflow',
      ),
  };
}

/** The items of a node's last run, from its first output by default. */
export function itemsOf(run: Pick<IRun, 'data'>, nodeName: string, output = 0): INodeExecutionData[] {
  return run.data.resultData.runData[nodeName]?.at(-1)?.data?.['main']?.[output] ?? [];
}

export const jsonOf = (run: Pick<IRun, 'data'>, nodeName: string, output = 0): IDataObject[] =>
  itemsOf(run, nodeName, output).map(({ json }) => json);
