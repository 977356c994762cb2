import type { INodeProperties } from 'n8n-workflow';

/**
 * n8n reads the body of a call itself, up to 16 MB, unless a node of version 1 has this option: then the node reads
 * it, after it has looked at the ticket. Crops of a document make larger bodies.
 */
export const bodyOption: INodeProperties = {
  displayName: 'Read Body Here',
  name: 'binaryData',
  type: 'hidden',
  default: true,
};

export const optionsThatReadBody = { [bodyOption.name]: bodyOption.default };
