import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { runHook } from './hook.ts';
import type { NodeClass } from './nodeTypes.ts';
import { prepareNode } from './singleNode.ts';
import type { NodeSetup } from './singleNode.ts';
import { takeWebhookCall } from './webhook.ts';
import { webhooksOf } from './webhookDescription.ts';
import type { Routes, WebhookHandler } from './webhookServer.ts';

/** A trigger whose workflow is switched on. */
export interface ActiveTrigger {
  urls: string[];
  /** What each call that started an execution started it with. */
  executions: INodeExecutionData[][][];
  staticData(): IDataObject;
  deactivate(): Promise<void>;
}

async function livePaths(nodeClass: NodeClass, setup: NodeSetup): Promise<string[]> {
  const { prepared, node } = await prepareNode(nodeClass, setup);
  const live = webhooksOf(prepared, node).filter(({ webhookDescription }) => !webhookDescription.restartWebhook);
  return live.map(({ path }) => path);
}

/** Switches a trigger on: its hooks are called, and calls to its paths reach its webhook. */
export async function activateTrigger(live: Routes, nodeClass: NodeClass, setup: NodeSetup): Promise<ActiveTrigger> {
  let { result, staticData } = await runHook(nodeClass, 'checkExists', setup);
  if (!result) ({ staticData } = await runHook(nodeClass, 'create', { ...setup, staticData }));
  const executions: INodeExecutionData[][][] = [];
  const handle: WebhookHandler = async (request, response) => {
    const target = await prepareNode(nodeClass, { ...setup, mode: 'webhook', staticData });
    const outcome = await takeWebhookCall(target, request, response);
    // Read fresh before each call and saved after it, so of calls at the same time the last one wins.
    staticData = outcome.staticData;
    if (outcome.workflowData) executions.push(outcome.workflowData);
  };
  const paths = await livePaths(nodeClass, setup);
  for (const path of paths) live.set(path, handle);
  const deactivate = async (): Promise<void> => {
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
