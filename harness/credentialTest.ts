import { ExecuteContext, RoutingNode } from 'n8n-core';
import type {
  IAuthenticateRuleResponseCode,
  IAuthenticateRuleResponseSuccessBody,
  ICredentialTestRequest,
  INode,
  INodeCredentialTestResult,
  INodeType,
} from 'n8n-workflow';
import type { Credential } from './credentials.ts';
import { createRunExecutionData, initializeN8n } from './n8n.ts';
import { prepareWorkflow } from './workflow.ts';
import type { PreparedWorkflow } from './workflow.ts';

type Rule = IAuthenticateRuleResponseCode | IAuthenticateRuleResponseSuccessBody;

const TYPE = 'n8n-nodes-base.noOp';

const failed = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });

/** n8n sends the test request through a temporary declarative node. */
const temporaryNodeType = ({ request }: ICredentialTestRequest, credentialType: string): INodeType => ({
  description: {
    displayName: 'Temp-Node',
    name: TYPE,
    group: ['input'],
    version: 1,
    description: '',
    defaults: { name: 'Temp-Node' },
    inputs: ['main'],
    outputs: ['main'],
    credentials: [{ name: credentialType, required: true }],
    properties: [{ displayName: 'Temp', name: 'temp', type: 'string', default: '', routing: { request } }],
  },
});

async function sendTestRequest(
  prepared: PreparedWorkflow,
  nodeType: INodeType,
  node: INode,
  credential: Credential,
): Promise<unknown> {
  const { workflow, additionalData, credentials, mode } = prepared;
  const details = { id: node.credentials?.[credential.type.name]?.id ?? null, name: node.name };
  const data = await credentials.getDecrypted(additionalData, details, credential.type.name, mode);
  const items = [{ json: {} }];
  const executeData = { node, data: {}, source: null };
  const context = new ExecuteContext(
    workflow,
    node,
    additionalData,
    mode,
    createRunExecutionData(),
    0,
    [],
    { main: [items] },
    executeData,
    [],
  );
  const output = await new RoutingNode(context, nodeType, {
    id: '',
    name: '',
    type: credential.type.name,
    data,
  }).runNode();
  return output?.[0]?.[0]?.json;
}

interface RequestError extends Error {
  cause?: { code?: string; response?: { status: number; statusText: string } };
}

function resultOfError(error: RequestError, rules: Rule[]): INodeCredentialTestResult {
  const { response, code } = error.cause ?? {};
  if (!response) return failed(code ?? error.message);
  const rule = rules.find(({ type, properties }) => type === 'responseCode' && properties.value === response.status);
  return failed(rule?.properties.message ?? (response.statusText || `Received HTTP status code: ${response.status}`));
}

function resultOfResponse(body: unknown, rules: Rule[]): INodeCredentialTestResult {
  const member = (path: string): unknown =>
    path.split('.').reduce((value, name) => (value as Record<string, unknown> | undefined)?.[name], body);
  const rule = rules.find(
    ({ type, properties }) =>
      type === 'responseSuccessBody' && 'key' in properties && member(properties.key) === properties.value,
  );
  return rule ? failed(rule.properties.message) : { status: 'OK', message: 'Connection successful!' };
}

/** The Test button of a credential: sends its `test` request and returns what the editor would show. */
export async function testCredential(credential: Credential): Promise<INodeCredentialTestResult> {
  await initializeN8n();
  const { type } = credential;
  if (!type.test) return failed('No testing function found for this credential.');
  const rules: Rule[] = type.test.rules ?? [];
  const nodeType = temporaryNodeType(type.test, type.name);
  const credentials = { [type.name]: { id: credential.id ?? type.name, name: type.displayName } };
  const saved: INode = {
    id: 'temp',
    name: 'Temp-Node',
    type: TYPE,
    typeVersion: 1,
    position: [0, 0],
    parameters: {},
    credentials,
  };
  const prepared = prepareWorkflow({
    nodes: [saved],
    connections: {},
    nodeTypes: { [TYPE]: nodeType },
    credentials: [credential],
    mode: 'internal',
  });
  const node = prepared.workflow.getNode(saved.name) as INode;
  try {
    return resultOfResponse(await sendTestRequest(prepared, nodeType, node, credential), rules);
  } catch (error) {
    return resultOfError(error as RequestError, rules);
  }
}
