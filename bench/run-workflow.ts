// One execution of a workflow in the running n8n: how long each node took, by n8n's own clock, and the most memory n8n
// had.
import { setTimeout as sleep } from 'node:timers/promises';
import type { ExecutionSummary } from '../host/restApi.ts';
import type { Host } from '../host/n8n.ts';
import { memoryOf, resetPeak } from './memory.ts';

export interface Run {
  /** `success`, or what came instead. */
  outcome: string;
  /** Milliseconds of each node. */
  nodes: Record<string, number>;
  /** Milliseconds of the whole execution. */
  whole: number;
  /** Bytes resident when it began, and the most of them until it was stored. */
  before: number;
  peak: number;
  id?: string;
}

const PAUSE = 100;
// n8n is asked less often than its memory is looked at: answering costs it time.
const LOOKS_PER_QUESTION = 5;

export async function newestExecutions(host: Host, workflowId: string, limit = 1): Promise<ExecutionSummary[]> {
  const filter = encodeURIComponent(JSON.stringify({ workflowId }));
  return (await host.api<{ results: ExecutionSummary[] }>('GET', `/executions?limit=${limit}&filter=${filter}`))
    .results;
}

const isOver = ({ status }: ExecutionSummary) => !['new', 'running', 'waiting'].includes(status);

/** Starts a workflow by its webhook and waits until n8n has stored what it gave. */
export async function runWorkflow(
  host: Host,
  workflowId: string,
  path: string,
  body: object,
  seconds: number,
): Promise<Run> {
  const pid = host.pid() ?? 0;
  const [newest] = await newestExecutions(host, workflowId);
  resetPeak(pid);
  const memory = { before: memoryOf(pid).now, peak: 0 };
  const look = () => {
    memory.peak = memoryOf(pid).peak;
  };
  try {
    await fetch(host.webhookUrl(path), {
      method: 'POST',
      headers: { 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify(body),
    }).then(async (answer) => await answer.arrayBuffer());
    const over = await waitForEnd(host, workflowId, newest?.id, Date.now() + seconds * 1000, look);
    return over
      ? { ...memory, ...(await readRun(host, over)) }
      : { ...memory, outcome: `not done after ${seconds} s`, nodes: {}, whole: seconds * 1000 };
  } catch (caught) {
    return { ...memory, outcome: `n8n ended (${String((caught as Error).message)})`, nodes: {}, whole: 0 };
  }
}

/** A node that keeps n8n busy for long lets connections time out; an n8n that has ended is seen by its memory. */
const unanswered = (): ExecutionSummary[] => [];

async function waitForEnd(
  host: Host,
  workflowId: string,
  before: string | undefined,
  deadline: number,
  look: () => void,
): Promise<ExecutionSummary | undefined> {
  for (let looks = 1; Date.now() < deadline; looks++) {
    await sleep(PAUSE);
    look();
    if (looks % LOOKS_PER_QUESTION !== 0) continue;
    const [newest] = await Promise.race([
      newestExecutions(host, workflowId).catch(unanswered),
      sleep(deadline - Date.now(), [], { ref: false }),
    ]);
    if (newest && newest.id !== before && isOver(newest)) return newest;
  }
  return undefined;
}

async function readRun(
  host: Host,
  { id, startedAt, stoppedAt }: ExecutionSummary,
): Promise<Pick<Run, 'outcome' | 'nodes' | 'whole' | 'id'>> {
  const { status, data } = await host.execution(id);
  const { runData, error } = data.resultData;
  const nodes = Object.fromEntries(
    Object.entries(runData).map(([name, runs]) => [
      name,
      runs.reduce((sum, { executionTime }) => sum + executionTime, 0),
    ]),
  );
  const whole = Date.parse(stoppedAt ?? startedAt) - Date.parse(startedAt);
  return { id, outcome: status === 'success' ? status : (error?.message ?? status), nodes, whole };
}
