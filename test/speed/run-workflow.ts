// One execution of a workflow in n8n: the time of each node by n8n's own clock, and the peak of n8n's memory.
import { setTimeout as sleep } from 'node:timers/promises';
import { memoryOf, resetPeak } from '../n8n/memory.ts';
import type { ExecutionSummary } from '../n8n/restApi.ts';
import type { Host } from '../n8n/n8n.ts';

export interface Run {
  /** `success`, or the reason why not. */
  outcome: string;
  /** Milliseconds of each node. */
  nodes: Record<string, number>;
  /** Resident bytes at its start, and their peak until it was stored. */
  before: number;
  peak: number;
  id?: string;
}

/** Rise of memory during a run. n8n's memory at the start differs a little each time. */
export const riseOf = ({ peak, before }: Run): number => peak - before;

const PAUSE = 100;
// n8n's memory is read more often than its executions: responding costs n8n time.
const READS_PER_REQUEST = 5;

export async function newestExecutions(host: Host, workflowId: string, limit = 1): Promise<ExecutionSummary[]> {
  const filter = encodeURIComponent(JSON.stringify({ workflowId }));
  return (await host.call<{ results: ExecutionSummary[] }>('GET', `/executions?limit=${limit}&filter=${filter}`))
    .results;
}

const isOver = ({ status }: ExecutionSummary) => !['new', 'running', 'waiting'].includes(status);

/** Starts a workflow through its webhook and waits until n8n has stored the execution. */
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
  const readMemory = () => {
    memory.peak = memoryOf(pid).peak;
  };
  try {
    await fetch(host.webhookUrl(path), {
      method: 'POST',
      headers: { 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify(body),
    }).then(async (answer) => await answer.arrayBuffer());
    const over = await waitForEnd(host, workflowId, newest?.id, Date.now() + seconds * 1000, readMemory);
    return over
      ? { ...memory, ...(await readRun(host, over)) }
      : { ...memory, outcome: `not done after ${seconds} s`, nodes: {} };
  } catch (caught) {
    return { ...memory, outcome: `n8n ended (${String((caught as Error).message)})`, nodes: {} };
  }
}

/** A busy n8n lets connections time out. If it has ended, reading its memory throws. */
const noResponse = (): ExecutionSummary[] => [];

async function waitForEnd(
  host: Host,
  workflowId: string,
  before: string | undefined,
  deadline: number,
  readMemory: () => void,
): Promise<ExecutionSummary | undefined> {
  for (let reads = 1; Date.now() < deadline; reads++) {
    await sleep(PAUSE);
    readMemory();
    if (reads % READS_PER_REQUEST !== 0) continue;
    const [newest] = await Promise.race([
      newestExecutions(host, workflowId).catch(noResponse),
      sleep(deadline - Date.now(), [], { ref: false }),
    ]);
    if (newest && newest.id !== before && isOver(newest)) return newest;
  }
  return undefined;
}

async function readRun(host: Host, { id }: ExecutionSummary): Promise<Pick<Run, 'outcome' | 'nodes' | 'id'>> {
  const { status, data } = await host.execution(id);
  const { runData, error } = data.resultData;
  const nodes = Object.fromEntries(
    Object.entries(runData).map(([name, runs]) => [
      name,
      runs.reduce((sum, { executionTime }) => sum + executionTime, 0),
    ]),
  );
  return { id, outcome: status === 'success' ? status : (error?.message ?? status), nodes };
}
