import { readFileSync } from 'node:fs';
import type { IConnections, INode, INodeExecutionData } from 'n8n-workflow';
import type { DemoOptions } from './arguments.ts';
import { fileItem } from '../../test/engine/binaryData.ts';
import { loadPackage, passThrough } from '../../test/engine/nodeTypes.ts';
import type { NodeType } from '../../test/engine/nodeTypes.ts';
import { runWorkflow } from '../../test/engine/execution.ts';
import type { RunningSandbox } from '../../test/support/sandbox.ts';

export const EXAMPLE = 'examples/demo.json';
const NODE = 'Document Processing';
const CREDENTIAL = 'documentProcessingApi';

interface SavedWorkflow {
  name: string;
  nodes: INode[];
  connections: IConnections;
}

/** The example workflow as users import it. */
export const readExample = (): SavedWorkflow => JSON.parse(readFileSync(EXAMPLE, 'utf8')) as SavedWorkflow;

export const n8nVersion = (): string =>
  (JSON.parse(readFileSync('node_modules/n8n-core/package.json', 'utf8')) as { version: string }).version;

/** Runs the example with the given files in place of those uploaded in its form. Returns the items of our node. */
export async function runExample(options: DemoOptions, sandbox: RunningSandbox): Promise<INodeExecutionData[]> {
  const { nodeTypes, credentialTypes } = await loadPackage(process.cwd());
  const credentialType = credentialTypes[CREDENTIAL];
  if (!credentialType) throw new Error(`The package has no credential ${CREDENTIAL}.`);
  const { name, nodes, connections } = readExample();
  const run = await runWorkflow({
    workflowName: name,
    nodes: nodes.map((node) => (node.name === NODE ? configured(node, options) : node)),
    connections,
    nodeTypes: { ...passThroughTypes(nodes), ...nodeTypes },
    credentials: [{ type: credentialType, data: { baseUrl: sandbox.baseUrl, accessToken: sandbox.token } }],
    startNode: 'Upload',
    items: await Promise.all(options.files.map(({ path }) => fileItem(path, { property: 'Document' }))),
  });
  if (run.error) throw new Error(run.error.message);
  return run.of(NODE).items;
}

/** The saved node with its credential and the options of the command line. */
function configured(node: INode, { operation, password, expected }: DemoOptions): INode {
  const options = {
    ...(node.parameters['options'] as object),
    ...(password !== undefined && { filePassword: password }),
  };
  return {
    ...node,
    // A file that cannot be read becomes an item with an error. The other files are read.
    onError: 'continueRegularOutput',
    credentials: { [CREDENTIAL]: { id: CREDENTIAL, name: 'Sandbox' } },
    parameters: { ...node.parameters, operation, options, ...(expected.length > 0 && { fields: { field: expected } }) },
  };
}

/** Of n8n's own nodes, which are not installed here, one outputs its input, as the form node does. */
const passThroughTypes = (nodes: INode[]): Record<string, NodeType> =>
  Object.fromEntries(
    nodes.flatMap(({ type }) => (type.startsWith('n8n-nodes-base.') ? [[type, passThrough(type)] as const] : [])),
  );
