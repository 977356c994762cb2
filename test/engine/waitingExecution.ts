// Waiting executions: resumed by a call to their webhook, or when their wait time is over.
import type { INode, INodeExecutionData, IRunExecutionData } from 'n8n-workflow';
import { execute, nodeRunOf } from './execution.ts';
import type { NodeRun } from './execution.ts';
import { handleWebhookCall } from './webhook.ts';
import type { WebhookOutcome, WebhookTarget } from './webhook.ts';
import { callOnce } from './webhookServer.ts';
import type { CallResult, WebhookCall, WebhookRequest, WebhookResponse } from './webhookServer.ts';
import { prepareWorkflow, savedStaticData } from './workflow.ts';
import type { PreparedWorkflow } from './workflow.ts';

/** n8n reads a waiting execution from its database: whatever the node kept in memory is gone. */
function readBack({ prepared, record }: NodeRun): { again: PreparedWorkflow; execution: IRunExecutionData } {
  if (!record.waitTill) throw new Error(`The execution is not waiting: its status is "${record.status}"`);
  const { setup, executionId, workflow } = prepared;
  const credentials = prepared.credentials.stored();
  const again = prepareWorkflow({ ...setup, executionId, credentials, staticData: savedStaticData(workflow) });
  return { again, execution: JSON.parse(JSON.stringify(record.data)) as IRunExecutionData };
}

/** Resumes a waiting execution as n8n does when its wait time is over. */
export async function resumeAfterTimeout(run: NodeRun): Promise<NodeRun> {
  const { again, execution } = readBack(run);
  return nodeRunOf(again, await execute(again, execution), run.nodeName);
}

/** The waiting node does not run again: what its webhook returned becomes its output. */
function resumeWith(execution: IRunExecutionData, workflowData: INodeExecutionData[][]): void {
  const entry = execution.executionData?.nodeExecutionStack[0];
  if (!entry) throw new Error('The waiting execution has no node to resume with');
  entry.data['main'] = workflowData;
  entry.metadata = { ...entry.metadata, forwardAllOutputs: true };
}

function leaveWaitingState(execution: IRunExecutionData, nodeName: string): void {
  const entry = execution.executionData?.nodeExecutionStack[0];
  if (entry) entry.node.disabled = true;
  delete execution.waitTill;
  execution.resultData.runData[nodeName]?.pop();
}

/** Handles a call to the resume URL. Without a `run` in the result the execution still waits. */
export async function handleResumeCall(
  run: NodeRun,
  request: WebhookRequest,
  response: WebhookResponse,
  store?: WebhookTarget['store'],
): Promise<WebhookOutcome & { run?: NodeRun }> {
  const { again: prepared, execution } = readBack(run);
  leaveWaitingState(execution, run.nodeName);
  const node = prepared.workflow.getNode(run.nodeName) as INode;
  const outcome = await handleWebhookCall({ prepared, node, waiting: execution, store }, request, response);
  if (!outcome.workflowData) return outcome;
  resumeWith(execution, outcome.workflowData);
  // The webhook ran with its own copy of the workflow: the resumed execution does not see static data it changed.
  const { again } = readBack(run);
  return { ...outcome, run: nodeRunOf(again, await execute(again, execution), run.nodeName) };
}

/** Calls the resume URL of a waiting execution. */
export async function callResumeUrl(
  run: NodeRun,
  { store, ...call }: WebhookCall & { store?: WebhookTarget['store'] } = {},
): Promise<CallResult<WebhookOutcome & { run?: NodeRun }>> {
  return await callOnce((request, response) => handleResumeCall(run, request, response, store), call);
}
