import type {
  IConnections,
  IDataObject,
  INode,
  IWorkflowExecuteAdditionalData,
  IWorkflowSettings,
  Workflow as WorkflowType,
  WorkflowExecuteMode,
} from 'n8n-workflow';
import { additionalDataFor } from './additionalData.ts';
import { CredentialsHelper } from './credentials.ts';
import type { Credential } from './credentials.ts';
import { Workflow } from './n8n.ts';
import { NodeTypes } from './nodeTypes.ts';
import type { NodeKind } from './nodeTypes.ts';

/** A workflow as it is saved, and what this instance of n8n has to run it with. */
export interface WorkflowSetup {
  nodes: INode[];
  connections: IConnections;
  /** By the names the nodes call them. */
  nodeTypes: Record<string, NodeKind>;
  credentials?: Credential[];
  settings?: IWorkflowSettings;
  /** As n8n stores it: `{ global: {…}, 'node:<name>': {…} }`. */
  staticData?: IDataObject;
  workflowId?: string;
  workflowName?: string;
  active?: boolean;
  /** `trigger` (production) unless said otherwise; `manual` is the editor's Execute button. */
  mode?: WorkflowExecuteMode;
  executionId?: string;
  /** Where this instance is reached; its webhooks are below it. */
  baseUrl?: string;
}

export interface Prepared {
  workflow: WorkflowType;
  nodeTypes: NodeTypes;
  credentials: CredentialsHelper;
  additionalData: IWorkflowExecuteAdditionalData;
  mode: WorkflowExecuteMode;
  executionId: string;
  setup: WorkflowSetup;
}

let executions = 0;

export function prepare(setup: WorkflowSetup): Prepared {
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
  const additionalData = additionalDataFor({ workflow, credentials, mode, executionId, baseUrl: setup.baseUrl });
  return { workflow, nodeTypes, credentials, additionalData, mode, executionId, setup };
}

/** Static data as n8n would store it after this run. */
export const savedStaticData = (workflow: WorkflowType): IDataObject =>
  JSON.parse(JSON.stringify(workflow.staticData)) as IDataObject;
