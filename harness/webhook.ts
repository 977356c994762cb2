import { WebhookContext } from 'n8n-core';
import type {
  IDataObject,
  INode,
  INodeExecutionData,
  IRunExecutionData,
  IWebhookDescription,
  IWebhookFunctions,
  IWebhookResponseData,
} from 'n8n-workflow';
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

/** n8n 2 answers when it has stored the execution that starts, unless the node has answered itself. */
async function respond(
  response: WebhookResponse,
  result: IWebhookResponseData,
  description: IWebhookDescription,
  { prepared, store }: WebhookTarget,
): Promise<void> {
  if (result.noWebhookResponse) return;
  if (result.workflowData) await storeExecution(prepared, store);
  const described = result.workflowData && (description.responseData ?? 'firstEntryJson');
  response.status(200).send(described || (result.webhookResponse ?? { message: 'Workflow was started' }));
}

/** Making a workflow of the same static data for the execution, n8n takes it for unchanged. */
async function storeExecution({ workflow }: Prepared, store?: () => Promise<void>): Promise<void> {
  await store?.();
  workflow.staticData['__dataChanged'] = false;
}

export interface WebhookTarget {
  prepared: Prepared;
  node: INode;
  /** The waiting execution a call would go on with. */
  waiting?: IRunExecutionData;
  /** Stores the execution that starts; where this fails it does not. */
  store?: (() => Promise<void>) | undefined;
}

/** Runs `webhook()` of the node for one request that has come in, and answers it. */
export async function takeWebhookCall(
  target: WebhookTarget,
  request: WebhookRequest,
  response: WebhookResponse,
): Promise<WebhookOutcome> {
  const { prepared, node, waiting } = target;
  const { workflow, nodeTypes, mode } = prepared;
  const before = savedStaticData(workflow);
  const outcome = (rest: Partial<WebhookOutcome> = {}): WebhookOutcome => ({
    staticData: workflow.staticData['__dataChanged'] ? savedStaticData(workflow) : before,
    ...rest,
  });
  const webhook = webhooksOf(prepared, node).find(
    ({ httpMethod, webhookDescription }) =>
      httpMethod.split(',').includes(request.method ?? '') &&
      (webhookDescription.restartWebhook === true) === (waiting !== undefined),
  );
  const kind = nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
  if (!webhook || !kind.webhook) {
    response.status(404).json({ code: 404, message: `This webhook is not registered for ${request.method} requests.` });
    return outcome();
  }
  const additionalData = Object.assign(prepared.additionalData, { httpRequest: request, httpResponse: response });
  const context = new WebhookContext(workflow, node, additionalData, mode, webhook, [], waiting ?? null);
  try {
    const result = await kind.webhook.call(context as IWebhookFunctions);
    await respond(response, result, webhook.webhookDescription, target);
    return outcome(result.workflowData && { workflowData: result.workflowData });
  } catch (error) {
    if (!response.headersSent)
      response.status(500).json({ code: 0, message: 'Workflow Webhook Error: Workflow could not be started!' });
    return outcome({ error: error as Error });
  }
}

/** Calls the webhook of a trigger node in a workflow that is active (`mode: 'manual'`: that is being tested). */
export async function runWebhook(
  nodeClass: NodeClass,
  { request: call = {}, store, ...setup }: NodeSetup & { request?: WebhookCall; store?: WebhookTarget['store'] } = {},
): Promise<CallResult<WebhookOutcome>> {
  const target = { store, ...(await prepareNode(nodeClass, { mode: 'webhook', ...setup })) };
  return await callOnce((request, response) => takeWebhookCall(target, request, response), call);
}
