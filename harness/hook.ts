import { HookContext } from 'n8n-core';
import type {
  IDataObject,
  IHookFunctions,
  WebhookSetupMethodNames,
  WebhookType,
  WorkflowActivateMode,
} from 'n8n-workflow';
import type { NodeClass } from './nodeTypes.ts';
import { prepareNode } from './singleNode.ts';
import type { NodeSetup } from './singleNode.ts';
import { webhooksOf } from './webhookDescription.ts';
import { savedStaticData } from './workflow.ts';

export interface HookSetup extends NodeSetup {
  webhook?: WebhookType;
  activation?: WorkflowActivateMode;
}

/** What n8n calls when a workflow with this node is switched on and off. */
export async function runHook(
  nodeClass: NodeClass,
  method: WebhookSetupMethodNames,
  { webhook = 'default', activation = 'activate', ...setup }: HookSetup = {},
): Promise<{ result: boolean; staticData: IDataObject }> {
  const { prepared, node } = await prepareNode(nodeClass, setup);
  const registered = webhooksOf(prepared, node).find(({ webhookDescription }) => webhookDescription.name === webhook);
  const hook = prepared.nodeTypes.getByNameAndVersion(node.type, node.typeVersion).webhookMethods?.[webhook]?.[method];
  if (!registered || !hook) throw new Error(`The node has no ${method} for its webhook "${webhook}"`);
  const { workflow, additionalData, mode } = prepared;
  const context = new HookContext(workflow, node, additionalData, mode, activation, registered);
  const result = await hook.call(context as IHookFunctions);
  return { result, staticData: savedStaticData(workflow) };
}
