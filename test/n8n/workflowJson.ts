// Builds the JSON of small workflows, for tests and the bench.
import type { INode } from 'n8n-workflow';
import type { CredentialJson } from './n8n.ts';
import type { WorkflowJson } from './restApi.ts';

export const CREDENTIAL = { documentProcessingApi: { id: 'documentProcessing', name: 'Document Processing' } };

/** The credential of the nodes, or another one of its type, for a service at this address. */
export const credentialFor = (
  baseUrl: string,
  accessToken = 'token',
  { id, name }: { id: string; name: string } = CREDENTIAL.documentProcessingApi,
): CredentialJson => ({ id, name, type: 'documentProcessingApi', data: { baseUrl, accessToken } });

/** The parameters that start an extraction; where its result goes is not among them. */
export const START_EXTRACTION = {
  resource: 'document',
  operation: 'startExtraction',
  source: 'url',
  fileUrl: 'https://example.com/a.pdf',
};

export const node = (
  name: string,
  type: string,
  typeVersion: number,
  parameters: object = {},
  more: Partial<INode> = {},
): INode => ({
  id: name,
  name,
  type,
  typeVersion,
  position: [0, 0],
  parameters: parameters as never,
  ...more,
});

export const action = (name: string, parameters: object, more: Partial<INode> = {}): INode =>
  node(name, 'n8n-nodes-document-processing.documentProcessing', 1, parameters, {
    credentials: CREDENTIAL,
    webhookId: `webhook-${name}`,
    ...more,
  });

export const trigger = (name: string, webhookId: string, parameters: object = {}): INode =>
  node(name, 'n8n-nodes-document-processing.documentProcessingTrigger', 1, parameters, {
    credentials: CREDENTIAL,
    webhookId,
  });

/** A webhook node: a call to `/webhook/<path>` starts the workflow with the body of the call. */
export const entry = (path: string): INode =>
  node('Entry', 'n8n-nodes-base.webhook', 2, { httpMethod: 'POST', path }, { webhookId: path });

/** `chains` are lists of node names: each node is connected to the next one. */
export function workflow(name: string, nodes: INode[], ...chains: string[][]): WorkflowJson {
  const connections: WorkflowJson['connections'] = {};
  for (const chain of chains) {
    for (const [index, from] of chain.slice(0, -1).entries())
      connections[from] = { main: [[{ node: chain[index + 1] as string, type: 'main', index: 0 }]] };
  }
  return { name, nodes, connections, settings: { executionOrder: 'v1' } };
}

/** A form that takes one file, under a webhook of its own. */
export const uploadForm = (webhookId: string) =>
  node(
    'On form submission',
    'n8n-nodes-base.formTrigger',
    2.2,
    {
      formTitle: 'Invoice',
      formFields: { values: [{ fieldLabel: 'Invoice', fieldType: 'file', multipleFiles: false }] },
    },
    { webhookId },
  );
