import type { INode, IWebhookData, IWebhookDescription } from 'n8n-workflow';
import { NodeHelpers } from './n8n.ts';
import type { Prepared } from './workflow.ts';

/** A node's webhooks as n8n registers them. */
export function webhooksOf(prepared: Prepared, node: INode): IWebhookData[] {
  const { description } = prepared.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
  return (description.webhooks ?? []).map((webhook) => registered(prepared, node, webhook));
}

function registered(prepared: Prepared, node: INode, description: IWebhookDescription): IWebhookData {
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
