import type { ICredentialDataDecryptedObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { DocumentProcessingApi } from '../../credentials/DocumentProcessingApi.credentials';
import { fileItem } from '../engine/binaryData.ts';
import { testCredential } from '../engine/credentialTest.ts';
import { runNode, type NodeRun } from '../engine/execution.ts';
import type { NodeClass } from '../engine/nodeTypes.ts';
import type { NodeSetup } from '../engine/workflow.ts';
import { DocumentProcessing } from '../../nodes/DocumentProcessing/DocumentProcessing.node';
import type { RecordingServer } from './server.ts';

/** A credential for a service at this address. */
export const credentialFor = (baseUrl: string, data: ICredentialDataDecryptedObject = {}) => ({
  type: new DocumentProcessingApi(),
  data: { baseUrl, accessToken: 'token-of-the-test', ...data },
});

/** Presses the Test button of such a credential. */
export const pressTest = (...given: Parameters<typeof credentialFor>) =>
  testCredential(credentialFor(...given), new DocumentProcessing().methods.credentialTest.testCredential);

interface Setup extends Partial<NodeSetup> {
  items?: INodeExecutionData[];
  credential?: ICredentialDataDecryptedObject;
  signal?: AbortSignal;
  /** The node as another process has loaded it. */
  nodeClass?: NodeClass;
}

/** Runs an operation of our node in n8n's engine, against a server. `operation` is `resource.operation`. */
export async function runOperation(
  server: Pick<RecordingServer, 'url'>,
  operation: string,
  parameters: INodeParameters = {},
  { credential, nodeClass = DocumentProcessing, ...setup }: Setup = {},
): Promise<NodeRun> {
  const [resource = '', name = ''] = operation.split('.');
  return await runNode(nodeClass, {
    ...setup,
    parameters: { resource, operation: name, ...parameters },
    credentials: [credentialFor(server.url, credential)],
  });
}

/** The node as n8n makes it a tool of an AI Agent. */
export class DocumentProcessingTool extends DocumentProcessing {
  constructor() {
    super();
    this.description = { ...this.description, name: 'documentProcessingTool' };
  }
}

/** A credential that signs in, with what it sends. */
export const signingIn = (body: object = { user: 'ana', password: 'very-secret-1' }) => ({
  ...{ authentication: 'signIn', accessToken: '', signInSecret: JSON.stringify(body) },
});
export const isSignIn = ({ path }: { path: string }) => path === '/user/authenticate';

/** A document that needs no file in the item. */
export const BY_URL = { source: 'url', fileUrl: 'https://example.com/a.pdf' };

/** So many items without a file. */
export const numbered = (count: number) => Array.from({ length: count }, (_, n) => ({ json: { n } }));

export const PDF = Buffer.from('%PDF-1.4\nA made-up document\n%%EOF');

export const pdfItem = (json = {}, bytes = PDF, fileName = 'document.pdf') =>
  fileItem(bytes, { fileName, mimeType: 'application/pdf', json });
