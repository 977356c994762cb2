import type { IDataObject, IExecuteFunctions, INodeType, INodeTypes, IVersionedNodeType } from 'n8n-workflow';
import { NodeHelpers } from './n8n.ts';

export type NodeKind = INodeType | IVersionedNodeType;

/** A node type as tests have it at hand: its class, or an instance of it. */
export type NodeClass = NodeKind | (new () => NodeKind);

export const asNodeKind = (nodeClass: NodeClass): NodeKind =>
  typeof nodeClass === 'function' ? new nodeClass() : nodeClass;

export const START_TYPE = 'n8n-nodes-base.manualTrigger';

/** Stands where the Manual Trigger stands, and passes on the items a run begins with. */
const start: INodeType = {
  description: {
    displayName: 'Manual Trigger',
    name: 'manualTrigger',
    group: ['trigger'],
    version: 1,
    description: 'Passes on the items a run begins with',
    defaults: { name: 'When clicking ‘Execute workflow’' },
    inputs: [],
    outputs: ['main'],
    properties: [],
  },
  async execute(this: IExecuteFunctions) {
    return [this.getInputData()];
  },
};

/** The registry n8n asks for node types: those given, and the start node. */
export class NodeTypes implements INodeTypes {
  readonly #kinds: Map<string, NodeKind>;

  constructor(kinds: Record<string, NodeKind>) {
    this.#kinds = new Map([[START_TYPE, start], ...Object.entries(kinds)]);
  }

  getByName(type: string): NodeKind {
    const kind = this.#kinds.get(type);
    if (!kind) throw new Error(`Unrecognized node type: ${type}`);
    return kind;
  }

  getByNameAndVersion(type: string, version?: number): INodeType {
    return NodeHelpers.getVersionedNodeType(this.getByName(type), version);
  }

  getKnownTypes(): IDataObject {
    return Object.fromEntries([...this.#kinds.keys()].map((type) => [type, { className: type, sourcePath: '' }]));
  }
}
