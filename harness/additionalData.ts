import { Container } from '@n8n/di';
import { ExecutionLifecycleHooks, ExternalSecretsProxy } from 'n8n-core';
import type { ICredentialsHelper, IWorkflowExecuteAdditionalData, Workflow, WorkflowExecuteMode } from 'n8n-workflow';

export interface AdditionalDataOptions {
  workflow: Workflow;
  credentials: ICredentialsHelper;
  mode: WorkflowExecuteMode;
  executionId: string;
  baseUrl: string | undefined;
}

const notHere = (what: string) => async (): Promise<never> => {
  throw new Error(`${what} is not part of this engine`);
};

/** n8n's defaults: a local instance on port 5678. */
const addresses = (base: string) => ({
  instanceBaseUrl: base,
  restApiUrl: `${base}rest`,
  formBaseUrl: `${base}form`,
  formWaitingBaseUrl: `${base}form-waiting`,
  formTestBaseUrl: `${base}form-test`,
  webhookBaseUrl: `${base}webhook`,
  webhookWaitingBaseUrl: `${base}webhook-waiting`,
  webhookTestBaseUrl: `${base}webhook-test`,
  mcpBaseUrl: `${base}mcp`,
  mcpTestBaseUrl: `${base}mcp-test`,
});

/** What n8n hands to n8n-core beside the workflow. */
export function additionalDataFor(options: AdditionalDataOptions): IWorkflowExecuteAdditionalData {
  const { workflow, credentials, mode, executionId, baseUrl = 'http://localhost:5678/' } = options;
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
  return {
    ...addresses(baseUrl),
    credentialsHelper: credentials,
    externalSecretsProxy: Container.get(ExternalSecretsProxy),
    executionId,
    workflowId: id,
    currentNodeExecutionIndex: 0,
    variables: {},
    hooks: new ExecutionLifecycleHooks(mode, executionId, saved),
    executeWorkflow: notHere('Running a sub-workflow'),
    getRunExecutionData: notHere('Reading another execution'),
    getRuntimeCredential: notHere('A runtime credential'),
    startRunnerTask: notHere('A task runner'),
    logAiEvent: () => undefined,
  };
}
