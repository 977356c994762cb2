// n8n's REST API, as the editor uses it: the owner's session, workflows, and stored executions.
import { createRequire } from 'node:module';
import { join } from 'node:path';
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
import { lineFolder } from './lines.ts';
import type { Line } from './lines.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

const owner = { email: 'owner@example.com', firstName: 'Test', lastName: 'Owner', password: 'Only4Tests' };

export interface Session {
  /** Sets up the owner, or signs in if there is one already. */
  signIn: () => Promise<void>;
  /** Calls a path below `/rest`, and returns `data` of the response. */
  call: <T>(method: Method, path: string, body?: unknown) => Promise<T>;
  /** Calls any path of n8n with the owner's cookie. */
  request: (method: Method, path: string, body?: unknown) => Promise<Response>;
}

export function createSession(url: () => string): Session {
  let cookie = '';

  const request = async (method: Method, path: string, body?: unknown) => {
    const headers: Record<string, string> = { cookie };
    if (body !== undefined) headers['content-type'] = 'application/json';
    const response = await fetch(url() + path, {
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

  return { signIn, call, request };
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

export interface StoredWorkflow extends WorkflowJson {
  id: string;
  versionId: string;
  active: boolean;
  pinData: object | null;
  staticData: Record<string, Record<string, unknown>> | null;
  meta: unknown;
}

export const readWorkflow = (session: Session, id: string) => session.call<StoredWorkflow>('GET', `/workflows/${id}`);

/** Both lines of n8n publish a version of the workflow; version 1 does it behind its "Active" switch. */
export async function activateWorkflow(session: Session, id: string): Promise<void> {
  const { versionId } = await readWorkflow(session, id);
  await session.call('POST', `/workflows/${id}/activate`, { versionId });
}

export const deactivateWorkflow = (session: Session, id: string) =>
  session.call<void>('POST', `/workflows/${id}/deactivate`, {});

/** Runs the workflow from a trigger, as "Execute workflow" does. A webhook trigger listens on its test URL instead. */
export async function runManually(session: Session, id: string, triggerName: string) {
  const body = {
    workflowData: asSentByEditor(await readWorkflow(session, id)),
    triggerToStartFrom: { name: triggerName },
  };
  return await session.call<{ executionId?: string; waitingForWebhook?: boolean }>(
    'POST',
    `/workflows/${id}/run`,
    body,
  );
}

/** Version 1 runs the workflow the editor sends, without static data. Version 2 ignores it and runs the stored one. */
function asSentByEditor({ id, name, nodes, connections, active, settings, versionId, pinData, meta }: StoredWorkflow) {
  return { id, name, nodes, connections, active, settings, versionId, pinData: pinData ?? {}, meta };
}

export interface ExecutionSummary {
  id: string;
  workflowId: string;
  mode: string;
  status: ExecutionStatus;
  startedAt: string;
  stoppedAt?: string;
  waitTill?: string | null;
}

export interface Execution extends ExecutionSummary {
  finished: boolean;
  data: IRunExecutionData;
}

const UNFINISHED: ExecutionStatus[] = ['new', 'running'];
const FINISHED: ExecutionStatus[] = ['canceled', 'crashed', 'error', 'success', 'unknown', 'waiting'];

/** All executions of a workflow, the newest first. */
export async function listExecutions(session: Session, line: Line, workflowId: string): Promise<ExecutionSummary[]> {
  const listed = new Map<string, ExecutionSummary>();
  const page = async (filter: object, position: string) => {
    const read = await session.call<{ results: ExecutionSummary[]; nextCursor?: string | null }>(
      'GET',
      `/executions?limit=100${position}&filter=${encodeURIComponent(JSON.stringify(filter))}`,
    );
    for (const execution of read.results) listed.set(execution.id, execution);
    return read;
  };

  if (line === '1.123') {
    // n8n sorts the pages by ID only if both ends are set. A page holds at most 100.
    for (let before: string | undefined = '2147483647'; before;) {
      const { results } = await page({ workflowId }, `&firstId=0&lastId=${before}`);
      before = results.length < 100 ? undefined : results.at(-1)?.id;
    }
  } else {
    // Without a status, n8n 2.41 puts at most 100 unfinished executions before the first page and no cursor finds the others.
    for (const status of [UNFINISHED, FINISHED]) {
      let cursor: string | null | undefined = '';
      while (cursor !== undefined && cursor !== null) {
        const position: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
        cursor = (await page({ workflowId, status }, position)).nextCursor;
      }
    }
  }
  return [...listed.values()].sort((one, other) => Number(other.id) - Number(one.id));
}

/** One execution with its run data. n8n stores that as "flatted" text: its own copy of that library reads it. */
export async function readExecution(session: Session, line: Line, id: string): Promise<Execution> {
  const stored = await session.call<Omit<Execution, 'data'> & { data: string }>('GET', `/executions/${id}`);
  const { parse } = createRequire(join(lineFolder(line), 'node_modules/n8n/package.json'))('flatted') as {
    parse: (text: string) => IRunExecutionData;
  };
  return { ...stored, data: parse(stored.data) };
}

/** The items of a node's last run, from its first output by default. */
export function itemsOf(run: Pick<IRun, 'data'>, nodeName: string, output = 0): INodeExecutionData[] {
  return run.data.resultData.runData[nodeName]?.at(-1)?.data?.['main']?.[output] ?? [];
}

export const jsonOf = (run: Pick<IRun, 'data'>, nodeName: string, output = 0): IDataObject[] =>
  itemsOf(run, nodeName, output).map(({ json }) => json);
