// Executions n8n has stored, read back over its REST API.
import type { ExecutionStatus, IDataObject, INodeExecutionData, IRun, IRunExecutionData } from 'n8n-workflow';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Line } from './lines.ts';
import { lineFolder } from './lines.ts';
import type { Session } from './session.ts';

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
export async function listExecutions(session: Session, workflowId: string): Promise<ExecutionSummary[]> {
  const filter = encodeURIComponent(JSON.stringify({ workflowId }));
  const listed: ExecutionSummary[] = [];
  for (let before = '2147483647'; ; before = listed.at(-1)?.id ?? '') {
    // Only with both ends given are pages sorted by ID, as they are cut; a page holds 100 at most.
    const { results } = await session.call<{ results: ExecutionSummary[] }>(
      'GET',
      `/executions?limit=100&firstId=0&lastId=${before}&filter=${filter}`,
    );
    listed.push(...results);
    if (results.length < 100) return listed;
  }
}

/**
 * One execution with what its nodes gave; n8n keeps that as "flatted" text, so its own copy of the library reads it.
 */
export async function readExecution(session: Session, line: Line, id: string): Promise<Execution> {
  const stored = await session.call<Omit<Execution, 'data'> & { data: string }>('GET', `/executions/${id}`);
  const { parse } = createRequire(join(lineFolder(line), 'node_modules/n8n/package.json'))('flatted') as {
    parse: (text: string) => IRunExecutionData;
  };
  return { ...stored, data: parse(stored.data) };
}

/** The items a node gave through its output (the first unless told otherwise) the last time it ran. */
export function itemsOf(run: Pick<IRun, 'data'>, nodeName: string, output = 0): INodeExecutionData[] {
  return run.data.resultData.runData[nodeName]?.at(-1)?.data?.['main']?.[output] ?? [];
}

export const jsonOf = (run: Pick<IRun, 'data'>, nodeName: string, output = 0): IDataObject[] =>
  itemsOf(run, nodeName, output).map(({ json }) => json);
