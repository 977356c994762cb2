import { WebhookContext } from 'n8n-core';
import type { IDataObject, INode, INodeExecutionData, IRunExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import type { NodeClass } from './nodeTypes.ts';
import { prepareNode } from './singleNode.ts';
import type { NodeSetup } from './singleNode.ts';
import { callOnce } from './webhookCall.ts';
import type { CallResult, WebhookCall } from './webhookCall.ts';
import { webhooksOf } from './webhookDescription.ts';
import type { WebhookRequest, WebhookResponse } from './webhookServer.ts';
import { savedStaticData } from './workflow.ts';
import type { Prepared } from './workflow.ts';

/** What `webhook()` of a node came to. */
export interface WebhookOutcome {
  /** What the execution starts, or goes on, with. Nothing: no execution. */
  workflowData?: INodeExecutionData[][];
  staticData: IDataObject;
  /** What `webhook()` threw; n8n answers 500 to the caller then. */
  error?: Error;
}

/** n8n answers before the execution starts unless the node has answered itself. */
function respond(response: WebhookResponse, { noWebhookResponse, webhookResponse, workflowData }: IWebhookResponseData): void {
  if (noWebhookResponse) return;
  const standard = { message: workflowData ? 'Workflow was started' : 'Webhook call received' };
  response.status(200).send(webhookResponse === undefined ? standard : webhookResponse);
}

export interface WebhookTarget {
  prepared: Prepared;
  node: INode;
  /** The waiting execution a call would go on with. */
  waiting?: IRunExecutionData;
}

/** Runs `webhook()` of the node for one request that has come in, and answers it. */
export async function takeWebhookCall(
  { prepared, node, waiting }: WebhookTarget,
  request: WebhookRequest,
  response: WebhookResponse,
): Promise<WebhookOutcome> {
  const { workflow, nodeTypes, mode } = prepared;
  const outcome = (rest: Partial<WebhookOutcome> = {}): WebhookOutcome => ({ staticData: savedStaticData(workflow), ...rest });
  const webhook = webhooksOf(prepared, node).find(({ httpMethod, webhookDescription }) =>
    httpMethod.split(',').includes(request.method ?? '') && (webhookDescription.restartWebhook === true) === (waiting !== undefined));
  const kind = nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
  if (!webhook || !kind.webhook) {
    response.status(404).json({ code: 404, message: `This webhook is not registered for ${request.method} requests.` });
    return outcome();
  }
  const additionalData = Object.assign(prepared.additionalData, { httpRequest: request, httpResponse: response });
  const context = new WebhookContext(workflow, node, additionalData, mode, webhook, [], waiting ?? null);
  try {
    const result = await kind.webhook.call(context as IWebhookFunctions);
    respond(response, result);
    return outcome(result.workflowData && { workflowData: result.workflowData });
  } catch (error) {
    if (!response.headersSent) response.status(500).json({ code: 0, message: 'Workflow Webhook Error: Workflow could not be started!' });
    return outcome({ error: error as Error });
  }
}

/** Calls the webhook of a trigger node in a workflow that is active (`mode: 'manual'`: that is being tested). */
export async function runWebhook(
  nodeClass: NodeClass,
  { request: call = {}, ...setup }: NodeSetup & { request?: WebhookCall } = {},
): Promise<CallResult<WebhookOutcome>> {
  const target = await prepareNode(nodeClass, { mode: 'webhook', ...setup });
  return await callOnce((request, response) => takeWebhookCall(target, request, response), call);
}
