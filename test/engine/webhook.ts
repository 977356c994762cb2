// A node's webhooks: their registration, the hook functions around it, and the calls to them.
import { HookContext, WebhookContext } from 'n8n-core';
import type {
  IDataObject,
  IHookFunctions,
  INode,
  INodeExecutionData,
  IRunExecutionData,
  IWebhookData,
  IWebhookDescription,
  IWebhookFunctions,
  IWebhookResponseData,
  WebhookSetupMethodNames,
  WorkflowActivateMode,
} from 'n8n-workflow';
import { NodeHelpers } from './n8n.ts';
import type { NodeClass } from './nodeTypes.ts';
import { callOnce, readBody, UnprocessableBody } from './webhookServer.ts';
import type { CallResult, WebhookCall, WebhookRequest, WebhookResponse } from './webhookServer.ts';
import { prepareNode, savedStaticData } from './workflow.ts';
import type { NodeSetup, PreparedWorkflow } from './workflow.ts';

/** A node's webhooks as n8n registers them. */
export function webhooksOf(prepared: PreparedWorkflow, node: INode): IWebhookData[] {
  const { description } = prepared.nodeTypes.getByName(node.type);
  return (description.webhooks ?? []).map((webhook) => registeredWebhook(prepared, node, webhook));
}

function registeredWebhook(prepared: PreparedWorkflow, node: INode, description: IWebhookDescription): IWebhookData {
  const { workflow, additionalData, mode } = prepared;
  const evaluate = (value: unknown, fallback: unknown): unknown =>
    workflow.expression.getSimpleParameterValue(node, value as string, 'internal', {}, undefined, fallback as string);
  const path = String(evaluate(description.path, '')).replace(/^\/|\/$/g, '');
  const isFullPath = evaluate(description.isFullPath, false) as boolean;
  return {
    httpMethod: String(evaluate(description.httpMethod, 'GET')) as IWebhookData['httpMethod'],
    node: node.name,
    path: NodeHelpers.getNodeWebhookPath(workflow.id, node, path, isFullPath, description.restartWebhook),
    webhookDescription: description,
    workflowId: workflow.id,
    workflowExecuteAdditionalData: additionalData,
    isTest: mode === 'manual',
  };
}

export interface HookSetup extends NodeSetup {
  /** Of the test address, which n8n adds with the mode `manual`, and takes away with the mode `internal`. */
  isTest?: boolean;
  /** Why n8n activates it. */
  activation?: WorkflowActivateMode;
}

/** Calls a hook function of a trigger: what n8n does when a workflow is activated or deactivated. */
export async function runHook(
  nodeClass: NodeClass,
  method: WebhookSetupMethodNames,
  { isTest = false, activation = isTest ? 'manual' : 'activate', ...setup }: HookSetup = {},
): Promise<{ result: boolean; staticData: IDataObject }> {
  const { prepared, node } = await prepareNode(nodeClass, setup);
  const registered = webhooksOf(prepared, node).find(({ webhookDescription }) => webhookDescription.name === 'default');
  const hook = prepared.nodeTypes.getByName(node.type).webhookMethods?.default?.[method];
  if (!registered || !hook) throw new Error(`The node has no ${method} for its webhook`);
  const { workflow, additionalData, mode } = prepared;
  const context = new HookContext(workflow, node, additionalData, mode, activation, { ...registered, isTest });
  const result = await hook.call(context as IHookFunctions);
  return { result, staticData: savedStaticData(workflow) };
}

/** The outcome of a node's `webhook()`. */
export interface WebhookOutcome {
  /** The data the execution starts or resumes with. Absent if there is no execution. */
  workflowData?: INodeExecutionData[][];
  staticData: IDataObject;
  /** The error `webhook()` threw; n8n answers the caller with 500 then. */
  error?: Error;
}

/** n8n 2 responds once the new execution is stored, unless the node has responded itself. */
async function respond(
  response: WebhookResponse,
  result: IWebhookResponseData,
  description: IWebhookDescription,
  { prepared, store }: WebhookTarget,
): Promise<void> {
  if (result.noWebhookResponse) return;
  if (result.workflowData) await storeExecution(prepared, response, store);
  const described = result.workflowData && (description.responseData ?? 'firstEntryJson');
  response.status(200).send(described || (result.webhookResponse ?? { message: 'Workflow was started' }));
}

/** n8n creates another workflow from the same static data for the execution, and then takes the data for unchanged. */
async function storeExecution(
  { workflow }: PreparedWorkflow,
  response: WebhookResponse,
  store?: WebhookTarget['store'],
): Promise<void> {
  await store?.(response);
  workflow.staticData['__dataChanged'] = false;
}

export interface WebhookTarget {
  prepared: PreparedWorkflow;
  node: INode;
  /** The waiting execution that a call would resume. */
  waiting?: IRunExecutionData;
  /** Stores the new execution. If this fails, the execution does not start. */
  store?: ((response: WebhookResponse) => Promise<void>) | undefined;
}

/** n8n leaves the body to a node of version 1 whose option `binaryData` is set. */
const readsBodyItself = ({ prepared: { workflow }, node }: WebhookTarget): boolean =>
  node.typeVersion === 1 &&
  workflow.expression.getSimpleParameterValue(
    node,
    '={{ $parameter["options"]["binaryData"] }}',
    'internal',
    {},
    undefined,
    false,
  ) === true;

/** Runs the node's `webhook()` for one request, and responds to it. */
export async function handleWebhookCall(
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
  const nodeType = nodeTypes.getByName(node.type);
  if (!webhook || !nodeType.webhook) {
    response.status(404).json({ code: 404, message: `This webhook is not registered for ${request.method} requests.` });
    return outcome();
  }
  const additionalData = Object.assign(prepared.additionalData, { httpRequest: request, httpResponse: response });
  const context = new WebhookContext(workflow, node, additionalData, mode, webhook, [], waiting ?? null);
  try {
    if (!readsBodyItself(target)) await readBody(request);
    const result = await nodeType.webhook.call(context as IWebhookFunctions);
    await respond(response, result, webhook.webhookDescription, target);
    return outcome(result.workflowData && { workflowData: result.workflowData });
  } catch (error) {
    if (error instanceof UnprocessableBody) {
      response.status(error.status).json({ code: error.status, message: error.message });
      return outcome();
    }
    if (!response.headersSent)
      response.status(500).json({ code: 0, message: 'Workflow Webhook Error: Workflow could not be started!' });
    return outcome({ error: error as Error });
  }
}

/** Calls the webhook of a trigger in an active workflow (with `mode: 'manual'`: in one that is being tested). */
export async function runWebhook(
  nodeClass: NodeClass,
  { request: call = {}, store, ...setup }: NodeSetup & { request?: WebhookCall; store?: WebhookTarget['store'] } = {},
): Promise<CallResult<WebhookOutcome>> {
  const target = { store, ...(await prepareNode(nodeClass, { mode: 'webhook', ...setup })) };
  return await callOnce((request, response) => handleWebhookCall(target, request, response), call);
}
