import { WebhookContext } from 'n8n-core';
import type { IDataObject, INode, INodeExecutionData, IRunExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import type { NodeClass } from './nodeTypes.ts';
import { prepareNode } from './singleNode.ts';
import type { NodeSetup } from './singleNode.ts';
import { sendCall } from './webhookCall.ts';
import type { WebhookAnswer, WebhookCall } from './webhookCall.ts';
import { webhooksOf } from './webhookDescription.ts';
import { startWebhookServer } from './webhookServer.ts';
import type { WebhookHandler, WebhookRequest, WebhookResponse } from './webhookServer.ts';
import { savedStaticData } from './workflow.ts';
import type { Prepared } from './workflow.ts';

export interface WebhookResult {
  /** What the execution starts, or goes on, with. Nothing: no execution. */
  workflowData?: INodeExecutionData[][];
  response: WebhookAnswer;
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
): Promise<{ workflowData?: INodeExecutionData[][]; error?: Error }> {
  const { workflow, nodeTypes, mode } = prepared;
  const webhook = webhooksOf(prepared, node).find(({ httpMethod, webhookDescription }) =>
    httpMethod.split(',').includes(request.method ?? '') && (webhookDescription.restartWebhook === true) === (waiting !== undefined));
  const kind = nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
  if (!webhook || !kind.webhook) {
    response.status(404).json({ code: 404, message: `This webhook is not registered for ${request.method} requests.` });
    return {};
  }
  const additionalData = Object.assign(prepared.additionalData, { httpRequest: request, httpResponse: response });
  const context = new WebhookContext(workflow, node, additionalData, mode, webhook, [], waiting ?? null);
  try {
    const result = await kind.webhook.call(context as IWebhookFunctions);
    respond(response, result);
    return result.workflowData ? { workflowData: result.workflowData } : {};
  } catch (error) {
    response.status(500).json({ code: 0, message: 'Workflow Webhook Error: Workflow could not be started!' });
    return { error: error as Error };
  }
}

/** Makes one call over HTTP to a webhook of this node. */
export async function callWebhook(target: WebhookTarget, webhookCall: WebhookCall): Promise<WebhookResult> {
  let result: Awaited<ReturnType<typeof takeWebhookCall>> = {};
  const handle: WebhookHandler = async (request, response) => {
    result = await takeWebhookCall(target, request, response);
  };
  const server = await startWebhookServer(handle);
  try {
    const response = await sendCall(server.url, webhookCall);
    return { ...result, response, staticData: savedStaticData(target.prepared.workflow) };
  } finally {
    await server.close();
  }
}

/** Calls the webhook of a trigger node in a workflow that is active (`mode: 'manual'`: that is being tested). */
export async function runWebhook(nodeClass: NodeClass, setup: NodeSetup & { request?: WebhookCall } = {}): Promise<WebhookResult> {
  const { request = {}, ...nodeSetup } = setup;
  return await callWebhook(await prepareNode(nodeClass, { mode: 'webhook', ...nodeSetup }), request);
}
