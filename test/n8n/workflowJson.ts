// Builds the JSON of small workflows, for tests and the bench.
import type { INode } from 'n8n-workflow';
import type { CredentialJson, WorkflowJson } from './restApi.ts';

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

export const noOp = (name: string): INode => node(name, 'n8n-nodes-base.noOp', 1);

export const manualTrigger = (name: string): INode => node(name, 'n8n-nodes-base.manualTrigger', 1);

/** An item for each member of a list. */
export const splitOut = (name: string, fieldToSplitOut: string): INode =>
  node(name, 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut, options: {} });

/** An item of this JSON, or one that an expression makes. */
export const setJson = (name: string, json: object | string): INode => {
  const jsonOutput = typeof json === 'string' ? json : JSON.stringify(json);
  return node(name, 'n8n-nodes-base.set', 3.4, { mode: 'raw', jsonOutput, options: {} });
};

/** Sends an item to an address of a test. */
export const report = (name: string, url: string, jsonBody: string, more: Partial<INode> = {}): INode =>
  node(
    name,
    'n8n-nodes-base.httpRequest',
    4.2,
    { method: 'POST', url, sendBody: true, specifyBody: 'json', jsonBody },
    more,
  );

const to = (name: string) => [{ node: name, type: 'main' as const, index: 0 }];

/** Each node of a chain is connected to the next one. A node may be in several. */
export function workflow(name: string, ...chains: INode[][]): WorkflowJson {
  const ends = new Map<string, string[]>();
  for (const chain of chains)
    for (const [index, next] of chain.slice(1).entries()) {
      const from = chain[index]?.name ?? '';
      ends.set(from, [...(ends.get(from) ?? []), next.name]);
    }
  const connections = Object.fromEntries([...ends].map(([from, names]) => [from, { main: [names.flatMap(to)] }]));
  const nodes = new Map(chains.flat().map((one) => [one.name, one]));
  return { name, nodes: [...nodes.values()], connections, settings: { executionOrder: 'v1' } };
}

/** The outputs of a node go to these, in their order. */
export const branched = (one: WorkflowJson, name: string, ...ends: string[]): WorkflowJson => ({
  ...one,
  connections: { ...one.connections, [name]: { main: ends.map(to) } },
});

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
