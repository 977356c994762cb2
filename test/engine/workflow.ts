// Workflows ready to run: a saved one, or the smallest one around a single node.
import { Container } from '@n8n/di';
import { ExecutionLifecycleHooks, ExternalSecretsProxy } from 'n8n-core';
import type {
  IConnections,
  IDataObject,
  INode,
  INodeCredentials,
  INodeParameters,
  IWorkflowExecuteAdditionalData,
  IWorkflowSettings,
  OnError,
  Workflow as WorkflowType,
  WorkflowExecuteMode,
} from 'n8n-workflow';
import { CredentialsHelper } from './credentials.ts';
import type { Credential } from './credentials.ts';
import { initializeN8n, Workflow } from './n8n.ts';
import type { BinaryMode } from './n8n.ts';
import { NodeTypes, nodeTypeOf, START_TYPE } from './nodeTypes.ts';
import type { NodeClass, NodeType } from './nodeTypes.ts';

/** A workflow as it is saved, and what this instance of n8n needs to run it. */
export interface WorkflowSetup {
  nodes: INode[];
  connections: IConnections;
  /** By the `type` of the nodes. */
  nodeTypes: Record<string, NodeType>;
  credentials?: Credential[];
  settings?: IWorkflowSettings;
  /** As n8n stores it: `{ global: {…}, 'node:<name>': {…} }`. */
  staticData?: IDataObject;
  workflowId?: string;
  workflowName?: string;
  active?: boolean;
  /** `trigger` (production) by default; `manual` is the editor's Execute button. */
  mode?: WorkflowExecuteMode;
  executionId?: string;
  /** Address of this instance; the paths of its webhooks are appended to it. */
  baseUrl?: string;
  /** Reads what is stored of another execution. */
  readExecution?: IWorkflowExecuteAdditionalData['getRunExecutionData'];
}

export interface PreparedWorkflow {
  workflow: WorkflowType;
  nodeTypes: NodeTypes;
  credentials: CredentialsHelper;
  additionalData: IWorkflowExecuteAdditionalData;
  mode: WorkflowExecuteMode;
  executionId: string;
  setup: WorkflowSetup;
}

let executions = 0;

export function prepareWorkflow(setup: WorkflowSetup): PreparedWorkflow {
  const { nodes, connections, mode = 'trigger', executionId = String(++executions) } = setup;
  const nodeTypes = new NodeTypes(setup.nodeTypes);
  const credentials = new CredentialsHelper(setup.credentials ?? []);
  const workflow = new Workflow({
    id: setup.workflowId ?? 'workflow',
    name: setup.workflowName ?? 'Workflow',
    nodes: structuredClone(nodes),
    connections,
    active: setup.active ?? true,
    nodeTypes,
    staticData: structuredClone(setup.staticData ?? {}),
    settings: { executionOrder: 'v1', ...setup.settings },
  });
  const additionalData = additionalDataFor(workflow, credentials, mode, executionId, setup.baseUrl);
  if (setup.readExecution) additionalData.getRunExecutionData = setup.readExecution;
  return { workflow, nodeTypes, credentials, additionalData, mode, executionId, setup };
}

/** What n8n passes to n8n-core beside the workflow. The default address is n8n's own: a local instance on port 5678. */
function additionalDataFor(
  workflow: WorkflowType,
  credentials: CredentialsHelper,
  mode: WorkflowExecuteMode,
  executionId: string,
  baseUrl = 'http://localhost:5678/',
): IWorkflowExecuteAdditionalData {
  const { id, name = '', nodes, connectionsBySourceNode: connections, settings, active } = workflow;
  const saved = {
    id,
    name,
    nodes: Object.values(nodes),
    connections,
    settings,
    active,
    isArchived: false,
    activeVersionId: null,
    createdAt: new Date(),
    updatedAt: new Date(),
  };
  const notSupported = (feature: string) => async (): Promise<never> => {
    throw new Error(`This engine does not support ${feature}`);
  };
  return {
    instanceBaseUrl: baseUrl,
    restApiUrl: `${baseUrl}rest`,
    formBaseUrl: `${baseUrl}form`,
    formWaitingBaseUrl: `${baseUrl}form-waiting`,
    formTestBaseUrl: `${baseUrl}form-test`,
    webhookBaseUrl: `${baseUrl}webhook`,
    webhookWaitingBaseUrl: `${baseUrl}webhook-waiting`,
    webhookTestBaseUrl: `${baseUrl}webhook-test`,
    mcpBaseUrl: `${baseUrl}mcp`,
    mcpTestBaseUrl: `${baseUrl}mcp-test`,
    credentialsHelper: credentials,
    externalSecretsProxy: Container.get(ExternalSecretsProxy),
    executionId,
    workflowId: id,
    currentNodeExecutionIndex: 0,
    variables: {},
    hooks: new ExecutionLifecycleHooks(mode, executionId, saved),
    executeWorkflow: notSupported('sub-workflows'),
    getRunExecutionData: notSupported('the data of other executions'),
    getRuntimeCredential: notSupported('runtime credentials'),
    startRunnerTask: notSupported('task runners'),
    logAiEvent: () => undefined,
  };
}

/** Static data as n8n would store it after this run. */
export const savedStaticData = (workflow: WorkflowType): IDataObject =>
  JSON.parse(JSON.stringify(workflow.staticData)) as IDataObject;

/** Another node of the same workflow, without connections: the trigger a node looks for, for example. */
export interface OtherNode {
  type: NodeClass;
  parameters?: INodeParameters;
  node?: Partial<INode>;
}

/** A node under test, and the workflow around it. */
export interface NodeSetup extends Omit<WorkflowSetup, 'nodes' | 'connections' | 'nodeTypes'> {
  parameters?: INodeParameters;
  nodeName?: string;
  onError?: OnError;
  timezone?: string;
  binaryMode?: BinaryMode;
  /** Other properties of a saved node: `retryOnFail`, `executeOnce`, `webhookId`, `typeVersion`, … */
  node?: Partial<INode>;
  otherNodes?: OtherNode[];
}

export const START_NODE = 'Start';

/** The smallest workflow that runs a node: Start → the node, with the other nodes beside them. */
export function workflowAround(nodeClass: NodeClass, setup: NodeSetup): WorkflowSetup & { nodeName: string } {
  const {
    parameters,
    nodeName,
    onError,
    timezone,
    node: nodeProperties,
    otherNodes = [],
    credentials = [],
    settings,
    ...rest
  } = setup;
  const nodeType = nodeTypeOf(nodeClass);
  const others = otherNodes.map((other) => ({ ...other, nodeType: nodeTypeOf(other.type) }));
  const start: INode = {
    id: 'start',
    name: START_NODE,
    type: START_TYPE,
    typeVersion: 1,
    position: [0, 0],
    parameters: {},
  };
  const nodeCredentials: INodeCredentials = Object.fromEntries(
    credentials.map(({ type, id = type.name }) => [type.name, { id, name: type.displayName }]),
  );
  const node = savedNode(nodeType, parameters, {
    credentials: nodeCredentials,
    ...(nodeName && { name: nodeName }),
    ...(onError && { onError }),
    ...nodeProperties,
  });
  const connections: IConnections = { [START_NODE]: { main: [[{ node: node.name, type: 'main', index: 0 }]] } };
  return {
    ...rest,
    nodeName: node.name,
    nodes: [start, node, ...others.map((other) => savedNode(other.nodeType, other.parameters, other.node))],
    connections,
    nodeTypes: Object.fromEntries(
      [nodeType, ...others.map((other) => other.nodeType)].map((type) => [fullNameOf(type), type]),
    ),
    credentials,
    settings: { ...(timezone && { timezone }), ...settings },
  };
}

/** Workflows refer to a node type by the name of its package and its own. */
const fullNameOf = ({ description }: NodeType): string => `n8n-nodes-document-processing.${description.name}`;

function savedNode(nodeType: NodeType, parameters: INodeParameters = {}, properties: Partial<INode> = {}): INode {
  const name = nodeType.description.displayName;
  return {
    id: `id of ${name}`,
    name,
    type: fullNameOf(nodeType),
    typeVersion: nodeType.description.version as number,
    position: [0, 0],
    parameters,
    ...properties,
  };
}

/** The node in its workflow, for what n8n does with it outside an execution. */
export async function prepareNode(
  nodeClass: NodeClass,
  setup: NodeSetup,
): Promise<{ prepared: PreparedWorkflow; node: INode }> {
  await initializeN8n(setup.binaryMode);
  const { nodeName, ...workflow } = workflowAround(nodeClass, setup);
  const prepared = prepareWorkflow(workflow);
  return { prepared, node: prepared.workflow.getNode(nodeName) as INode };
}
