// A node as n8n's editor has it.
import { NodeHelpers, Workflow } from 'n8n-workflow';
import type {
  INode,
  INodeParameters,
  INodeProperties,
  INodePropertyCollection,
  INodeTypeDescription,
} from 'n8n-workflow';

/** A saved node. */
export const nodeOf = (parameters: INodeParameters, type = 'one'): INode => ({
  id: 'one',
  name: 'One',
  type,
  typeVersion: 1,
  position: [0, 0],
  parameters,
});

/** A node with what n8n fills in for the parameters that are left out. */
export function filledIn(type: INodeTypeDescription, given: INodeParameters): INode {
  const node = nodeOf(given, type.name);
  const parameters = NodeHelpers.getNodeParameters(type.properties, given, true, false, node, type) ?? {};
  return { ...node, parameters };
}

/** The fields that the editor shows of these. */
export const shownOf = (
  fields: INodeProperties[],
  node: INode,
  type: INodeTypeDescription,
  values = node.parameters,
): INodeProperties[] =>
  fields.filter((field) => NodeHelpers.displayParameter(values, field, node, type, node.parameters));

/** Every parameter, those inside collections too. */
export const everyParameter = (properties: INodeProperties[]): INodeProperties[] =>
  properties.flatMap((property) => {
    const { type, options = [] } = property;
    if (type === 'collection') return [property, ...everyParameter(options as INodeProperties[])];
    if (type !== 'fixedCollection') return [property];
    return [property, ...everyParameter((options as INodePropertyCollection[]).flatMap(({ values }) => values))];
  });

/** The workflow of a node, for the expressions of its description. */
export function workflowOf(node: INode): Workflow {
  const nodeTypes = { getByName: () => undefined, getByNameAndVersion: () => undefined, getKnownTypes: () => ({}) };
  return new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes: nodeTypes as never });
}
