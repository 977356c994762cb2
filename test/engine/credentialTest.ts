import { CredentialTestContext, ExecuteContext, RoutingNode } from 'n8n-core';
import type {
  IAuthenticateRuleResponseCode,
  IAuthenticateRuleResponseSuccessBody,
  ICredentialTestFunction,
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
  const { workflow, additionalData, mode } = prepared;
  const details = await readDetails(prepared, node, credential);
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
  const output = await new RoutingNode(context, nodeType, details).runNode();
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

/**
 * The Test button of a credential: sends its `test` request, or calls the function of a node that tests it, and returns
 * what the editor would show.
 */
export async function testCredential(
  credential: Credential,
  test?: ICredentialTestFunction,
): Promise<INodeCredentialTestResult> {
  await initializeN8n();
  const { type } = credential;
  const nodeType = temporaryNodeType(type.test ?? { request: { url: '' } }, type.name);
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
  if (type.test) return await testByRequest(prepared, nodeType, node, credential, type.test.rules ?? []);
  if (!test) return failed('No testing function found for this credential.');
  const details = await readDetails(prepared, node, credential);
  return await test.call(new CredentialTestContext(prepared.additionalData), details);
}

async function testByRequest(
  prepared: PreparedWorkflow,
  nodeType: INodeType,
  node: INode,
  credential: Credential,
  rules: Rule[],
): Promise<INodeCredentialTestResult> {
  try {
    return resultOfResponse(await sendTestRequest(prepared, nodeType, node, credential), rules);
  } catch (error) {
    return resultOfError(error as RequestError, rules);
  }
}

/** The credential with its defaults, as n8n gives it to a test. */
async function readDetails({ additionalData, credentials, mode }: PreparedWorkflow, node: INode, { type }: Credential) {
  const details = { id: node.credentials?.[type.name]?.id ?? null, name: node.name };
  const data = await credentials.getDecrypted(additionalData, details, type.name, mode);
  return { id: '', name: '', type: type.name, data };
}
