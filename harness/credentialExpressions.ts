import { getAdditionalKeys } from 'n8n-core';
import type {
  ICredentialDataDecryptedObject as Data,
  ICredentialsExpressionResolveValues,
  IExecuteData,
  INode,
  INodeParameters,
  IWorkflowExecuteAdditionalData,
  Workflow as WorkflowType,
  WorkflowExecuteMode,
} from 'n8n-workflow';
import { isExpression, Workflow } from './n8n.ts';
import { NodeTypes, START_TYPE } from './nodeTypes.ts';

const resolvingNode: INode = { id: '', name: '', type: START_TYPE, typeVersion: 1, position: [0, 0], parameters: {} };

/** A piece of a credential's `authenticate`, with the credential as `$credentials`. */
export function resolveText(value: unknown, data: Data, workflow: WorkflowType, node: INode): string {
  if (!isExpression(value)) return value as string;
  const keys = { $credentials: data };
  const resolved = workflow.expression.getSimpleParameterValue(node, value, 'internal', keys, undefined, '');
  return resolved ? String(resolved) : '';
}

/** Fields of a credential can be expressions, too: with the item at hand, or with none outside an execution. */
export function resolveData(
  data: Data,
  additionalData: IWorkflowExecuteAdditionalData,
  mode: WorkflowExecuteMode,
  executeData?: IExecuteData,
  values?: ICredentialsExpressionResolveValues,
): Data {
  const keys = getAdditionalKeys(additionalData, mode, null, { isCredential: true });
  const parameters = data as INodeParameters;
  if (!values) {
    const workflow = new Workflow({
      nodes: [resolvingNode],
      connections: {},
      active: false,
      nodeTypes: new NodeTypes({}),
    });
    return workflow.expression.getComplexParameterValue(
      resolvingNode,
      parameters,
      mode,
      keys,
      undefined,
      undefined,
      data,
    ) as Data;
  }
  const { workflow, runExecutionData, runIndex, itemIndex, node, connectionInputData } = values;
  return workflow.expression.getParameterValue(
    parameters,
    runExecutionData,
    runIndex,
    itemIndex,
    node.name,
    connectionInputData,
    mode,
    keys,
    executeData,
    false,
    data,
  ) as Data;
}
