import type { INodeProperties } from 'n8n-workflow';
import { compareContent } from './compareContent';
import { extractContent } from './extractContent';
import { extractDriverLicence } from './extractDriverLicence';
import { extractGenerative } from './extractGenerative';
import { extractInvoice } from './extractInvoice';
import { extractPages } from './extractPages';
import { extractPaymentCard } from './extractPaymentCard';
import { getDailySummary } from './getDailySummary';
import { toolDescriptionField, withToolFields } from '../parameters/tool-fields';
import type { Operation, Resource } from './operation';
import { parseAddresses } from './parseAddresses';
import { readCallback } from './readCallback';
import { sendRequest } from './sendRequest';
import { shareFields } from './shared-fields';
import { startEnrichment } from './startEnrichment';
import { startExtraction } from './startExtraction';

/** Everything the node can do. The editor's lists, the documentation and the tests are derived from this table. */
export const operations: Operation[] = [
  parseAddresses,
  sendRequest,
  getDailySummary,
  readCallback,
  compareContent,
  extractContent,
  extractDriverLicence,
  extractGenerative,
  extractInvoice,
  extractPages,
  extractPaymentCard,
  startExtraction,
  startEnrichment,
];

const RESOURCES: Record<Resource, string> = {
  address: 'Address',
  api: 'API',
  billing: 'Billing',
  callback: 'Callback',
  document: 'Document',
  enrichment: 'Enrichment',
};

export function findOperation(resource: string, name: string): Operation {
  const found = operations.find((operation) => operation.resource === resource && operation.operation === name);
  if (!found) throw new Error(`The operation "${name}" of "${resource}" does not exist`);
  return found;
}

const resourceField: INodeProperties = {
  displayName: 'Resource',
  name: 'resource',
  type: 'options',
  noDataExpression: true,
  options: Object.entries(RESOURCES).map(([value, name]) => ({ name, value })),
  default: 'document',
};

function operationField(resource: string): INodeProperties {
  const own = operations.filter((operation) => operation.resource === resource);
  const [first] = own.includes(extractContent) ? [extractContent] : own;
  return {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: { show: { resource: [resource] } },
    options: own.map(({ name, operation, action, description }) => ({ name, value: operation, action, description })),
    default: String(first?.operation),
  };
}

/** Below the node's name on the canvas: the operation as the editor names it, e.g. "Extract Invoice" or "Parse Addresses". */
const SUBTITLES = Object.fromEntries(
  operations.map(({ resource, operation, name, subtitle }) => [`${resource}.${operation}`, subtitle ?? name]),
);
export const subtitle = `={{ (${JSON.stringify(SUBTITLES)})[$parameter["resource"] + "." + $parameter["operation"]] }}`;

/** The node's parameters: resource, operation, and the fields of the operations, each shown for those that have it. */
export const properties: INodeProperties[] = [
  resourceField,
  ...Object.keys(RESOURCES).map(operationField),
  ...shareFields(
    operations.map((operation) => ({
      operation,
      fields: [toolDescriptionField(operation), ...withToolFields(operation.fields)],
    })),
  ),
];
