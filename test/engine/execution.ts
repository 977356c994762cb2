// Executions: a node or a workflow, run to its end by n8n-core.
import { WorkflowExecute } from 'n8n-core';
import type {
  ExecutionError,
  ExecutionStatus,
  IDataObject,
  INodeExecutionData,
  IRun,
  IRunExecutionData,
} from 'n8n-workflow';
import type { Credential } from './credentials.ts';
import { createRunExecutionData, initializeN8n, type BinaryMode } from './n8n.ts';
import type { NodeClass } from './nodeTypes.ts';
import {
  prepareWorkflow,
  savedStaticData,
  START_NODE,
  workflowAround,
  type NodeSetup,
  type PreparedWorkflow,
  type WorkflowSetup,
} from './workflow.ts';

export interface StartOptions {
  items?: INodeExecutionData[];
  /** Aborting it is the Stop button. */
  signal?: AbortSignal;
  binaryMode?: BinaryMode;
}

/** What one node did: the items of each output as the next node would get them, linked as n8n links them. */
export interface NodeResult {
  outputs: INodeExecutionData[][];
  /** The first output. */
  items: INodeExecutionData[];
  /** What stands in the items. */
  json: IDataObject[];
  /** A plain object with the error's members, as n8n stores it: `instanceof` does not work on it. */
  error?: ExecutionError;
  /** What the editor tells below the node. */
  hints: string[];
}

export interface WorkflowRun {
  status: ExecutionStatus;
  error?: ExecutionError;
  waitTill?: Date;
  staticData: IDataObject;
  /** As they are stored after the run, with a renewed token for example. */
  credentials: Credential[];
  /** The result of the node's last run. */
  of(nodeName: string): NodeResult;
  /** n8n's own record of the execution. */
  record: IRun;
  prepared: PreparedWorkflow;
}

export interface NodeRun extends WorkflowRun, NodeResult {
  error?: ExecutionError;
  nodeName: string;
}

/** Runs one node behind a start node. Rejects, as n8n does, when a required parameter is missing. */
export async function runNode(nodeClass: NodeClass, setup: NodeSetup & StartOptions = {}): Promise<NodeRun> {
  const { items, signal, ...nodeSetup } = setup;
  const { nodeName, ...workflow } = workflowAround(nodeClass, nodeSetup);
  const run = await runWorkflow({
    ...workflow,
    startNode: START_NODE,
    ...(items && { items }),
    ...(signal && { signal }),
  });
  return nodeRunOf(run.prepared, run.record, nodeName);
}

/** Runs a saved workflow from one of its nodes, the first by default. */
export async function runWorkflow(setup: WorkflowSetup & StartOptions & { startNode?: string }): Promise<WorkflowRun> {
  await initializeN8n(setup.binaryMode);
  const prepared = prepareWorkflow(setup);
  const startNode = setup.startNode ?? setup.nodes[0]?.name ?? '';
  const node = prepared.workflow.getNode(startNode);
  if (!node) throw new Error(`The workflow has no node called "${startNode}"`);
  const nodeExecutionStack = [{ node, data: { main: [setup.items ?? [{ json: {} }]] }, source: null }];
  const execution = createRunExecutionData({ executionData: { nodeExecutionStack } });
  return workflowRunOf(prepared, await execute(prepared, execution, setup.signal));
}

/** Runs a new or a waiting execution to its end, or until it waits. */
export async function execute(
  { workflow, additionalData, mode }: PreparedWorkflow,
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

function workflowRunOf(prepared: PreparedWorkflow, record: IRun): WorkflowRun {
  const { error } = record.data.resultData;
  return {
    status: record.status,
    ...(error && { error }),
    ...(record.waitTill && { waitTill: record.waitTill }),
    staticData: savedStaticData(prepared.workflow),
    credentials: prepared.credentials.stored(),
    of: (nodeName) => nodeResultOf(record, nodeName),
    record,
    prepared,
  };
}

function nodeResultOf(record: IRun, nodeName: string): NodeResult {
  const task = record.data.resultData.runData[nodeName]?.at(-1);
  const outputs = (task?.data?.['main'] ?? []).map((output) => output ?? []);
  const [items = []] = outputs;
  return {
    outputs,
    items,
    json: items.map(({ json }) => json),
    hints: (task?.hints ?? []).map(({ message }) => message),
    ...(task?.error && { error: task.error }),
  };
}

export const nodeRunOf = (prepared: PreparedWorkflow, record: IRun, nodeName: string): NodeRun => ({
  ...workflowRunOf(prepared, record),
  ...nodeResultOf(record, nodeName),
  nodeName,
});
