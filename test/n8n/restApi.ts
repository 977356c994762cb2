// n8n's REST API, as the editor uses it: the owner's session, workflows, and stored executions.
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

export interface Session {
  /** Sets up the owner, or signs in if there is one already. */
  signIn: () => Promise<void>;
  /** Calls a path below `/rest`, and returns `data` of the response. */
  call: <T>(method: Method, path: string, body?: unknown) => Promise<T>;
  /** Calls any path of n8n with the owner's cookie. */
  request: (method: Method, path: string, body?: unknown) => Promise<Response>;
}

export function createSession(url: string, owner = TEST_OWNER): Session {
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
export async function activateWorkflow(session: Session, line: Line, id: string): Promise<void> {
  const { versionId } = await readWorkflow(session, id);
  await session.call('POST', `/workflows/${id}/activate`, { versionId });
  await publicationEnd(session, line, id);
}

export async function deactivateWorkflow(session: Session, line: Line, id: string): Promise<void> {
  await session.call('POST', `/workflows/${id}/deactivate`, {});
  await publicationEnd(session, line, id);
}

interface Publication {
  status: 'in_progress' | 'published' | 'partial' | 'failed' | 'not_published';
  triggers: Array<{ errorMessage: string | null }>;
}

/** n8n 2.41 answers first, and registers or removes the triggers afterwards. */
async function publicationEnd(session: Session, line: Line, id: string): Promise<void> {
  if (line === '1.123') return;
  const { status, triggers } = await waitFor(async () => {
    const publication = await session.call<Publication>('GET', `/workflows/${id}/publication-status`);
    return publication.status !== 'in_progress' && publication;
  });
  if (status === 'partial' || status === 'failed')
    throw new Error(`n8n has not published workflow ${id}: ${triggers.map((one) => one.errorMessage).join('; ')}`);
}

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

/** All executions of a workflow, the newest first. */
export async function listExecutions(session: Session, line: Line, workflowId: string): Promise<ExecutionSummary[]> {
  const listed = new Map<string, ExecutionSummary>();
  const page = async (filter: object, position = '') => {
    const read = await session.call<{ results: ExecutionSummary[]; count: number }>(
      'GET',
      `/executions?limit=${PAGE}${position}&filter=${encodeURIComponent(JSON.stringify({ workflowId, ...filter }))}`,
    );
    for (const execution of read.results) listed.set(execution.id, execution);
    return read;
  };
  await (line === '1.123' ? readPagesById(page) : readPagesByStart(page, listed));
  return [...listed.values()].sort((one, other) => Number(other.id) - Number(one.id));
}

/** The most that n8n returns at once. */
const PAGE = 100;
type ReadPage = (filter: object, position?: string) => Promise<{ results: ExecutionSummary[]; count: number }>;

async function readPagesById(page: ReadPage): Promise<void> {
  // n8n sorts the pages by ID only if both ends are set.
  for (let before: string | undefined = '2147483647'; before;) {
    const { results } = await page({}, `&firstId=0&lastId=${before}`);
    before = results.length < PAGE ? undefined : results.at(-1)?.id;
  }
}

/**
 * n8n 2.41 sorts a page by start time, but its cursor continues below the ID of the last row: an execution that started
 * out of order at the border of two pages would be in neither. Pages by start time overlap instead.
 */
async function readPagesByStart(page: ReadPage, listed: Map<string, ExecutionSummary>): Promise<void> {
  let count = 0;
  // n8n counts after it has read the rows: an execution that starts in between is counted and not listed, once.
  for (let attempt = 0; attempt < 5; attempt += 1) {
    // Without a status, the unfinished executions come on top of the first page only, and at most a page of them.
    await page({ status: ['new'] });
    let read = await page({ status: STARTED });
    ({ count } = read);
    for (let before: string | undefined; read.results.length === PAGE && before !== read.results.at(-1)?.startedAt;) {
      before = read.results.at(-1)?.startedAt;
      read = await page({ status: STARTED, startedBefore: before });
    }
    if (listed.size >= count) return;
  }
  throw new Error(`n8n listed ${listed.size} of ${count} executions`);
}

const STARTED: ExecutionStatus[] = ['running', 'canceled', 'crashed', 'error', 'success', 'unknown', 'waiting'];

/** One execution with its run data, which n8n stores as "flatted" text. */
export async function readExecution(session: Session, id: string): Promise<Execution> {
  const stored = await session.call<Omit<Execution, 'data'> & { data: string }>('GET', `/executions/${id}`);
  return { ...stored, data: parse(stored.data) as IRunExecutionData };
}

/** The items of a node's last run, from its first output by default. */
export function itemsOf(run: Pick<IRun, 'data'>, nodeName: string, output = 0): INodeExecutionData[] {
  return run.data.resultData.runData[nodeName]?.at(-1)?.data?.['main']?.[output] ?? [];
}

export const jsonOf = (run: Pick<IRun, 'data'>, nodeName: string, output = 0): IDataObject[] =>
  itemsOf(run, nodeName, output).map(({ json }) => json);
