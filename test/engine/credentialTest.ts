import { CredentialTestContext } from 'n8n-core';
import type { ICredentialTestFunction, INodeCredentialTestResult } from 'n8n-workflow';
import type { Credential } from './credentials.ts';
import { initializeN8n } from './n8n.ts';
import { prepareWorkflow } from './workflow.ts';

/** The Test button of a credential: calls the function of a node that tests it, and returns what the editor would show. */
export async function testCredential(
  credential: Credential,
  test: ICredentialTestFunction,
): Promise<INodeCredentialTestResult> {
  await initializeN8n();
  const { type, id = type.name } = credential;
  const { additionalData, credentials, mode } = prepareWorkflow({
    nodes: [],
    connections: {},
    nodeTypes: {},
    credentials: [credential],
    mode: 'internal',
  });
  const data = await credentials.getDecrypted(additionalData, { id, name: type.displayName }, type.name, mode);
  return await test.call(new CredentialTestContext(additionalData), { id: '', name: '', type: type.name, data });
}
