import { WorkflowExecute } from 'n8n-core';
import type { INodeExecutionData, IRun, IRunExecutionData } from 'n8n-workflow';
import { createRunExecutionData } from './n8n.ts';
import type { Prepared } from './workflow.ts';

/** The beginning of an execution: one node on the stack, with the items it is to work on. */
export function executionStartingAt(
  { workflow }: Prepared,
  nodeName: string,
  items: INodeExecutionData[],
): IRunExecutionData {
  const node = workflow.getNode(nodeName);
  if (!node) throw new Error(`The workflow has no node called "${nodeName}"`);
  const nodeExecutionStack = [{ node, data: { main: [items] }, source: null }];
  return createRunExecutionData({ executionData: { nodeExecutionStack } });
}

/** Runs an execution, new or waiting, to its end. Aborting the signal is the Stop button. */
export async function execute(
  { workflow, additionalData, mode }: Prepared,
  execution: IRunExecutionData,
  signal?: AbortSignal,
): Promise<IRun> {
  const running = new WorkflowExecute(additionalData, mode, execution).processRunExecutionData(workflow);
  const stop = (): void => running.cancel();
  signal?.addEventListener('abort', stop, { once: true });
  if (signal?.aborted) stop();
  try {
    return await running;
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}
