import { PackageDirectoryLoader } from 'n8n-core';
import type { ICredentialType, IDataObject, IExecuteFunctions, INodeType, INodeTypes } from 'n8n-workflow';
import { initializeN8n } from './n8n.ts';

export type NodeType = INodeType;

/** A node type as a test imports it: its class, or an instance of it. */
export type NodeClass = NodeType | (new () => NodeType);

export const nodeTypeOf = (nodeClass: NodeClass): NodeType =>
  typeof nodeClass === 'function' ? new nodeClass() : nodeClass;

export const START_TYPE = 'n8n-nodes-base.manualTrigger';

/** Takes the place of a node of n8n, none of which is installed here: it outputs its input. */
export const passThrough = (type: string, name = type): INodeType => ({
  description: {
    displayName: type,
    name: type,
    group: ['trigger'],
    version: 1,
    description: 'Outputs its input',
    defaults: { name },
    inputs: [],
    outputs: ['main'],
    properties: [],
  },
  async execute(this: IExecuteFunctions) {
    return [this.getInputData()];
  },
});

const startNodeType = passThrough('manualTrigger', 'When clicking ‘Execute workflow’');

/** The registry in which n8n looks up node types: the given ones and the start node. */
export class NodeTypes implements INodeTypes {
  readonly #nodeTypes: Map<string, NodeType>;

  constructor(nodeTypes: Record<string, NodeType>) {
    this.#nodeTypes = new Map([[START_TYPE, startNodeType], ...Object.entries(nodeTypes)]);
  }

  getByName(type: string): NodeType {
    const nodeType = this.#nodeTypes.get(type);
    if (!nodeType) throw new Error(`Unrecognized node type: ${type}`);
    return nodeType;
  }

  getByNameAndVersion(type: string): NodeType {
    return this.getByName(type);
  }

  getKnownTypes(): IDataObject {
    return Object.fromEntries([...this.#nodeTypes.keys()].map((type) => [type, { className: type, sourcePath: '' }]));
  }
}

export interface LoadedPackage {
  name: string;
  /** By full name, `<package>.<node>`, as workflows refer to them. */
  nodeTypes: Record<string, NodeType>;
  credentialTypes: Record<string, ICredentialType>;
  /** n8n's own loader, for everything else it knows about the package. */
  loader: PackageDirectoryLoader;
}

/** Loads a built package the way n8n does when it starts. */
export async function loadPackage(directory: string): Promise<LoadedPackage> {
  await initializeN8n();
  const loader = new PackageDirectoryLoader(directory);
  await loader.loadAll();
  const name = loader.packageName;
  const typesOf = <T>(loaded: Record<string, { type: T }>, prefix = ''): Record<string, T> =>
    Object.fromEntries(Object.entries(loaded).map(([key, { type }]) => [`${prefix}${key}`, type]));
  return {
    name,
    nodeTypes: typesOf(loader.nodeTypes as Record<string, { type: NodeType }>, `${name}.`),
    credentialTypes: typesOf(loader.credentialTypes),
    loader,
  };
}
