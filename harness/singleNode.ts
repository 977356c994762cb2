import type { IConnections, INode, INodeCredentials, INodeParameters, OnError } from 'n8n-workflow';
import type { Credential } from './credentials.ts';
import { startHost } from './host.ts';
import type { BinaryMode } from './host.ts';
import { asNodeKind, START_TYPE } from './nodeTypes.ts';
import type { NodeClass, NodeKind } from './nodeTypes.ts';
import { prepare } from './workflow.ts';
import type { Prepared, WorkflowSetup } from './workflow.ts';

/** Another node of the same workflow, connected to nothing: the trigger a node looks for, for example. */
export interface Neighbour {
  type: NodeClass;
  parameters?: INodeParameters;
  node?: Partial<INode>;
}

/** A node under test, and what surrounds it. */
export interface NodeSetup extends Omit<WorkflowSetup, 'nodes' | 'connections' | 'nodeTypes'> {
  parameters?: INodeParameters;
  nodeName?: string;
  onError?: OnError;
  timezone?: string;
  binaryMode?: BinaryMode;
  /** What else a saved node can have: `retryOnFail`, `executeOnce`, `webhookId`, `typeVersion`, … */
  node?: Partial<INode>;
  neighbours?: Neighbour[];
}

export const START_NODE = 'Start';

/** Node types carry the name of the package they were installed with. */
const PACKAGE = 'n8n-nodes-document-processing';

const typeName = (kind: NodeKind): string => `${PACKAGE}.${kind.description.name}`;

function latestVersion(kind: NodeKind): number {
  if ('nodeVersions' in kind) return kind.currentVersion;
  const { version, defaultVersion } = kind.description;
  return defaultVersion ?? Math.max(...[version].flat());
}

const credentialsOf = (credentials: Credential[]): INodeCredentials =>
  Object.fromEntries(credentials.map(({ type, id = type.name }) => [type.name, { id, name: type.displayName }]));

function savedNode(kind: NodeKind, parameters: INodeParameters = {}, extras: Partial<INode> = {}): INode {
  const name = kind.description.displayName;
  return {
    id: `id of ${name}`,
    name,
    type: typeName(kind),
    typeVersion: latestVersion(kind),
    position: [0, 0],
    parameters,
    ...extras,
  };
}

/** The smallest workflow a node can live in: Start → the node, and its neighbours beside it. */
export function workflowAround(nodeClass: NodeClass, setup: NodeSetup): WorkflowSetup & { nodeName: string } {
  const {
    parameters,
    nodeName,
    onError,
    timezone,
    node: extras,
    neighbours = [],
    credentials = [],
    settings,
    ...rest
  } = setup;
  const kind = asNodeKind(nodeClass);
  const others = neighbours.map((neighbour) => ({ ...neighbour, kind: asNodeKind(neighbour.type) }));
  const start: INode = {
    id: 'start',
    name: START_NODE,
    type: START_TYPE,
    typeVersion: 1,
    position: [0, 0],
    parameters: {},
  };
  const node = savedNode(kind, parameters, {
    credentials: credentialsOf(credentials),
    ...(nodeName && { name: nodeName }),
    ...(onError && { onError }),
    ...extras,
  });
  const connections: IConnections = { [START_NODE]: { main: [[{ node: node.name, type: 'main', index: 0 }]] } };
  return {
    ...rest,
    nodeName: node.name,
    nodes: [start, node, ...others.map((other) => savedNode(other.kind, other.parameters, other.node))],
    connections,
    nodeTypes: Object.fromEntries([kind, ...others.map((other) => other.kind)].map((each) => [typeName(each), each])),
    credentials,
    settings: { ...(timezone && { timezone }), ...settings },
  };
}

/** The node in its workflow, for what n8n does with it outside an execution. */
export async function prepareNode(
  nodeClass: NodeClass,
  setup: NodeSetup,
): Promise<{ prepared: Prepared; node: INode }> {
  await startHost(setup.binaryMode);
  const { nodeName, ...workflow } = workflowAround(nodeClass, setup);
  const prepared = prepare(workflow);
  return { prepared, node: prepared.workflow.getNode(nodeName) as INode };
}
