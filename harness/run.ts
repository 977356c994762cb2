import type {
  ExecutionError,
  ExecutionStatus,
  IDataObject,
  INodeExecutionData,
  IRun,
  NodeExecutionHint,
} from 'n8n-workflow';
import type { Credential } from './credentials.ts';
import { execute, executionStartingAt } from './execute.ts';
import { startHost } from './host.ts';
import type { BinaryMode } from './host.ts';
import type { NodeClass } from './nodeTypes.ts';
import { START_NODE, workflowAround } from './singleNode.ts';
import type { NodeSetup } from './singleNode.ts';
import { prepare, savedStaticData } from './workflow.ts';
import type { Prepared, WorkflowSetup } from './workflow.ts';

export interface StartOptions {
  items?: INodeExecutionData[];
  /** The Stop button. */
  signal?: AbortSignal;
  binaryMode?: BinaryMode;
}

/** What one node did: items of each output as the next node would get them, linked as n8n links them. */
export interface NodeResult {
  outputs: INodeExecutionData[][];
  /** The first output. */
  items: INodeExecutionData[];
  /** As n8n keeps it: the members of the error in a plain object, so `instanceof` does not work on it. */
  error?: ExecutionError;
  hints: NodeExecutionHint[];
}

export interface WorkflowRun {
  status: ExecutionStatus;
  error?: ExecutionError;
  waitTill?: Date;
  staticData: IDataObject;
  /** As they are stored after the run: a renewed token is in here. */
  credentials: Credential[];
  /** What the node did in its last run. */
  of(nodeName: string): NodeResult;
  /** n8n's own record of the execution. */
  record: IRun;
  prepared: Prepared;
}

export interface NodeRun extends WorkflowRun, NodeResult {
  error?: ExecutionError;
  nodeName: string;
}

const withoutUndefined = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T;

function resultOf(record: IRun, nodeName: string): NodeResult {
  const task = record.data.resultData.runData[nodeName]?.at(-1);
  const outputs = (task?.data?.['main'] ?? []).map((output) => output ?? []);
  return { outputs, items: outputs[0] ?? [], hints: task?.hints ?? [], ...(task?.error && { error: task.error }) };
}

/** What there is to tell about an execution that has come to an end, or to a wait. */
export function reportOf(prepared: Prepared, record: IRun): WorkflowRun {
  const { error } = record.data.resultData;
  return {
    status: record.status,
    ...(error && { error }),
    ...(record.waitTill && { waitTill: record.waitTill }),
    staticData: savedStaticData(prepared.workflow),
    credentials: prepared.credentials.stored(),
    of: (nodeName) => resultOf(record, nodeName),
    record,
    prepared,
  };
}

export function nodeReportOf(prepared: Prepared, record: IRun, nodeName: string): NodeRun {
  return { ...reportOf(prepared, record), ...resultOf(record, nodeName), nodeName };
}

/** Runs a saved workflow from one of its nodes: the first, unless said otherwise. */
export async function runWorkflow(setup: WorkflowSetup & StartOptions & { startNode?: string }): Promise<WorkflowRun> {
  await startHost(setup.binaryMode);
  const prepared = prepare(setup);
  const startNode = setup.startNode ?? setup.nodes[0]?.name ?? '';
  const execution = executionStartingAt(prepared, startNode, setup.items ?? [{ json: {} }]);
  return reportOf(prepared, await execute(prepared, execution, setup.signal));
}

/** Runs one node behind a start node. Rejects, as n8n does, when a required parameter is missing. */
export async function runNode(nodeClass: NodeClass, setup: NodeSetup & StartOptions = {}): Promise<NodeRun> {
  const { items, signal, ...nodeSetup } = setup;
  const { nodeName, ...workflow } = workflowAround(nodeClass, nodeSetup);
  const run = await runWorkflow(
    withoutUndefined({ ...workflow, items, signal, startNode: START_NODE }) as Parameters<typeof runWorkflow>[0],
  );
  return nodeReportOf(run.prepared, run.record, nodeName);
}
