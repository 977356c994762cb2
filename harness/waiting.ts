import type { INode, INodeExecutionData, IRunExecutionData } from 'n8n-workflow';
import { execute } from './execute.ts';
import { nodeReportOf } from './run.ts';
import type { NodeRun } from './run.ts';
import { takeWebhookCall } from './webhook.ts';
import type { WebhookOutcome } from './webhook.ts';
import { callOnce } from './webhookCall.ts';
import type { CallResult, WebhookCall } from './webhookCall.ts';
import type { WebhookRequest, WebhookResponse } from './webhookServer.ts';
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

/**
 * A call has come in at the address a waiting execution is resumed at. Without a run in the result it goes on waiting.
 */
export async function takeWaitingCall(
  run: NodeRun,
  request: WebhookRequest,
  response: WebhookResponse,
): Promise<WebhookOutcome & { run?: NodeRun }> {
  const { again: prepared, execution } = readBack(run);
  leaveWaitingState(execution, run.nodeName);
  const node = prepared.workflow.getNode(run.nodeName) as INode;
  const outcome = await takeWebhookCall({ prepared, node, waiting: execution }, request, response);
  if (!outcome.workflowData) return outcome;
  resumeWith(execution, outcome.workflowData);
  // The webhook had a copy of the workflow to itself: static data it changed is lost to the execution that goes on.
  const { again } = readBack(run);
  return { ...outcome, run: nodeReportOf(again, await execute(again, execution), run.nodeName) };
}

/** Calls the address a waiting execution is resumed at. */
export async function callWaiting(
  run: NodeRun,
  call: WebhookCall = {},
): Promise<CallResult<WebhookOutcome & { run?: NodeRun }>> {
  return await callOnce((request, response) => takeWaitingCall(run, request, response), call);
}
