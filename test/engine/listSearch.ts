// The list that a parameter offers in the editor: what n8n's server does when a person opens it, or searches in it.
import { LoadOptionsContext } from 'n8n-core';
import type { ILoadOptionsFunctions, INodeListSearchResult, INodeParameters } from 'n8n-workflow';
import type { NodeClass } from './nodeTypes.ts';
import { prepareNode } from './workflow.ts';

/** Calls a method of a node's `listSearch`, with the parameters that the editor sends and the text in its search. */
export async function searchList(
  nodeClass: NodeClass,
  method: string,
  parameters: INodeParameters = {},
  filter?: string,
): Promise<INodeListSearchResult> {
  const { prepared, node } = await prepareNode(nodeClass, { parameters, mode: 'internal' });
  const search = prepared.nodeTypes.getByNameAndVersion(node.type).methods?.listSearch?.[method];
  if (!search) throw new Error(`The node has no list called ${method}`);
  const additionalData = { ...prepared.additionalData, currentNodeParameters: parameters };
  const context = new LoadOptionsContext(prepared.workflow, node, additionalData, 'parameters.options');
  // Types of n8n-core's own n8n-workflow.
  return await search.call(context as ILoadOptionsFunctions, filter);
}
