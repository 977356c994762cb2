import type { INode, INodeExecutionData, IRunExecutionData } from 'n8n-workflow';
import { execute } from './execute.ts';
import { nodeReportOf } from './run.ts';
import type { NodeRun } from './run.ts';
import { callWebhook } from './webhook.ts';
import type { WebhookResult } from './webhook.ts';
import type { WebhookCall } from './webhookCall.ts';
import { prepare, savedStaticData } from './workflow.ts';
import type { Prepared } from './workflow.ts';

/** n8n reads a waiting execution back from its database: nothing of what the node held in memory is left. */
function readBack({ prepared, record }: NodeRun): { again: Prepared; execution: IRunExecutionData } {
  if (!record.waitTill) throw new Error(`The execution is not waiting: its status is "${record.status}"`);
  const { setup, executionId, workflow } = prepared;
  const credentials = prepared.credentials.stored();
  const again = prepare({ ...setup, executionId, credentials, staticData: savedStaticData(workflow) });
  return { again, execution: JSON.parse(JSON.stringify(record.data)) as IRunExecutionData };
}

/** The time a node was to wait until has come. */
export async function passWaitLimit(run: NodeRun): Promise<NodeRun> {
  const { again, execution } = readBack(run);
  return nodeReportOf(again, await execute(again, execution), run.nodeName);
}

/** The node that waits is passed over: what its webhook returned stands for what it would put out. */
function resumeWith(execution: IRunExecutionData, workflowData: INodeExecutionData[][]): void {
  const entry = execution.executionData?.nodeExecutionStack[0];
  if (!entry) throw new Error('The waiting execution has nothing to go on with');
  entry.data['main'] = workflowData;
  entry.metadata = { ...entry.metadata, forwardAllOutputs: true };
}

function leaveWaitingState(execution: IRunExecutionData, nodeName: string): void {
  const entry = execution.executionData?.nodeExecutionStack[0];
  if (entry) entry.node.disabled = true;
  delete execution.waitTill;
  execution.resultData.runData[nodeName]?.pop();
}

/** Calls the address a waiting execution is resumed at. Without `run` in the result it goes on waiting. */
export async function callWaiting(run: NodeRun, request: WebhookCall = {}): Promise<WebhookResult & { run?: NodeRun }> {
  const { again: prepared, execution: waiting } = readBack(run);
  leaveWaitingState(waiting, run.nodeName);
  const node = prepared.workflow.getNode(run.nodeName) as INode;
  const result = await callWebhook({ prepared, node, waiting }, request);
  if (!result.workflowData) return result;
  resumeWith(waiting, result.workflowData);
  // A webhook has its own copy of the workflow: static data it changed is not part of the execution that goes on.
  const { again } = readBack(run);
  return { ...result, run: nodeReportOf(again, await execute(again, waiting), run.nodeName) };
}
