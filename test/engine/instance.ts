// An instance of n8n: active triggers and waiting executions, which callbacks reach over HTTP.
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { NodeRun } from './execution.ts';
import type { NodeClass } from './nodeTypes.ts';
import { handleResumeCall } from './waitingExecution.ts';
import { handleWebhookCall, runHook, webhooksOf } from './webhook.ts';
import { startWebhookServer } from './webhookServer.ts';
import type { Routes, WebhookHandler, WebhookRequest, WebhookResponse } from './webhookServer.ts';
import { prepareNode } from './workflow.ts';
import type { NodeSetup } from './workflow.ts';

/** A trigger in an active workflow. */
export interface ActiveTrigger {
  urls: string[];
  /** The data each started execution began with. */
  executions: INodeExecutionData[][][];
  staticData(): IDataObject;
  deactivate(): Promise<void>;
}

/** One instance of n8n, whose webhooks can be called over HTTP until it is closed. */
export interface Instance {
  /** Pass it as `baseUrl` of a run whose callbacks should arrive here. */
  baseUrl: string;
  /** The trigger is active until it is deactivated, or the instance is closed. */
  activate(nodeClass: NodeClass, setup?: NodeSetup): Promise<ActiveTrigger>;
  /** Stores a waiting execution. Resolves when a call has resumed it and it has ended. */
  resumed(run: NodeRun): Promise<NodeRun>;
  close(): Promise<void>;
}

async function livePaths(nodeClass: NodeClass, setup: NodeSetup): Promise<string[]> {
  const { prepared, node } = await prepareNode(nodeClass, setup);
  const live = webhooksOf(prepared, node).filter(({ webhookDescription }) => !webhookDescription.restartWebhook);
  return live.map(({ path }) => path);
}

/** Activates a trigger: calls its hook functions, and routes calls to its paths to its webhook. */
async function activateTrigger(live: Routes, nodeClass: NodeClass, setup: NodeSetup): Promise<ActiveTrigger> {
  const existing = await runHook(nodeClass, 'checkExists', setup);
  let { staticData } = existing;
  if (!existing.result) ({ staticData } = await runHook(nodeClass, 'create', { ...setup, staticData }));
  const executions: INodeExecutionData[][][] = [];
  let isActive = true;
  const handle: WebhookHandler = async (request, response) => {
    const target = await prepareNode(nodeClass, { ...setup, mode: 'webhook', staticData });
    const outcome = await handleWebhookCall(target, request, response);
    // n8n reads static data before each call and saves it afterwards: of simultaneous calls the last one wins.
    staticData = outcome.staticData;
    if (outcome.workflowData) executions.push(outcome.workflowData);
  };
  const paths = await livePaths(nodeClass, setup);
  for (const path of paths) live.set(path, handle);
  const deactivate = async (): Promise<void> => {
    if (!isActive) return;
    isActive = false;
    for (const path of paths) live.delete(path);
    ({ staticData } = await runHook(nodeClass, 'delete', { ...setup, staticData }));
  };
  return {
    urls: paths.map((path) => `${setup.baseUrl}webhook/${path}`),
    executions,
    staticData: () => staticData,
    deactivate,
  };
}

const respondWithError = (response: WebhookResponse, code: number, message: string): void =>
  void response.status(code).json({ code, message });

async function route(live: Routes, waiting: Routes, request: WebhookRequest, response: WebhookResponse): Promise<void> {
  const [, endpoint, path = ''] = /^\/([^/]+)\/(.*)$/.exec(request.path) ?? [];
  const isWaiting = endpoint === 'webhook-waiting';
  const handle = (isWaiting ? waiting : live).get(path);
  if (handle) return await handle(request, response);
  // n8n responds with 409 until the execution is stored as waiting.
  if (isWaiting) return respondWithError(response, 409, `The execution "${path}" is running already.`);
  return respondWithError(response, 404, `The requested webhook "${path}" is not registered.`);
}

const resumed = (waiting: Routes, run: NodeRun): Promise<NodeRun> =>
  new Promise((resolve) => {
    const { executionId } = run.prepared;
    waiting.set(executionId, async (request, response) => {
      if (request.query['signature'] !== run.record.data.resumeToken)
        return respondWithError(response, 401, 'Invalid token');
      const outcome = await handleResumeCall(run, request, response);
      if (!outcome.run) return;
      waiting.delete(executionId);
      resolve(outcome.run);
    });
  });

export async function openInstance(): Promise<Instance> {
  const live: Routes = new Map();
  const waiting: Routes = new Map();
  const triggers: ActiveTrigger[] = [];
  const server = await startWebhookServer((request, response) => route(live, waiting, request, response));
  return {
    baseUrl: server.url,
    activate: async (nodeClass, setup = {}) => {
      const trigger = await activateTrigger(live, nodeClass, { baseUrl: server.url, ...setup });
      triggers.push(trigger);
      return trigger;
    },
    resumed: (run) => resumed(waiting, run),
    close: async () => {
      for (const trigger of triggers) await trigger.deactivate();
      await server.close();
    },
  };
}
