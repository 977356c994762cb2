// The measured workflows: the same jobs with our node and with n8n's own nodes.
import type { INode } from 'n8n-workflow';
import type { CredentialJson, WorkflowJson } from '../n8n/n8n.ts';
import { action, credentialFor, entry, node, START_EXTRACTION, trigger, workflow } from '../n8n/workflowJson.ts';

/** Name of the measured node in each workflow. */
export const MEASURED = 'Measured';

const TOKEN = 'token';

export const credentials = (baseUrl: string): CredentialJson[] => [
  credentialFor(baseUrl, TOKEN),
  { id: 'bearer', name: 'Bearer', type: 'httpBearerAuth', data: { token: TOKEN } },
];

const readFiles = node('Read Files', 'n8n-nodes-base.readWriteFile', 1.1, {
  fileSelector: '={{ $json.body.files }}',
  options: {},
});
const rows = node('Rows', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'body.rows', options: {} });
/** n8n creates an isolate for each call to a webhook, except to newer versions of its own Webhook node. */
const olderWebhook = node(
  'Older Webhook',
  'n8n-nodes-base.webhook',
  1,
  { httpMethod: 'POST', path: 'webhook-1', options: {} },
  { webhookId: 'webhook-1' },
);
const toBase64 = node('To Base64', 'n8n-nodes-base.extractFromFile', 1.1, {
  operation: 'binaryToPropery',
  options: {},
});

const httpRequest = (serviceUrl: string, path: string, parameters: object): INode =>
  node(
    MEASURED,
    'n8n-nodes-base.httpRequest',
    4.5,
    {
      method: 'POST',
      url: serviceUrl + path,
      authentication: 'genericCredentialType',
      genericAuthType: 'httpBearerAuth',
      sendBody: true,
      ...parameters,
      options: {},
    },
    { credentials: { httpBearerAuth: { id: 'bearer', name: 'Bearer' } } },
  );

const jsonBody = (jsonBody: string) => ({ specifyBody: 'json', jsonBody });

const PATHS = {
  content: '/process-image/content-extraction',
  card: '/process-image/payment-card-extraction',
  addresses: '/process-text/multi-address-parsing',
};

const chain = (name: string, ...nodes: INode[]): WorkflowJson =>
  workflow(name, [entry(name), ...nodes], ['Entry', ...nodes.map((one) => one.name)]);

/** By the path of the webhook that starts them. */
export function workflows(url: string): Record<string, WorkflowJson> {
  const file = { parameterType: 'formBinaryData', name: 'file', inputDataFieldName: 'data' };
  const document = (operation: string, more: object = {}) =>
    action(MEASURED, { resource: 'document', operation, source: 'binary', binaryPropertyName: 'data', ...more });
  const wait = action(MEASURED, { ...START_EXTRACTION, delivery: 'wait' });
  const after = node('After', 'n8n-nodes-base.noOp', 1);
  const all = [
    chain('only-read', readFiles, node(MEASURED, 'n8n-nodes-base.noOp', 1)),
    chain('form-ours', readFiles, document('extractContent')),
    chain('many-ours', readFiles, document('extractContent', { options: { maxConcurrency: 20 } })),
    chain(
      'many-skip',
      readFiles,
      document('extractContent', { options: { maxConcurrency: 20, skipAlreadyRead: true } }),
    ),
    chain('form-skip', readFiles, document('extractContent', { options: { skipAlreadyRead: true } })),
    chain(
      'form-peer',
      readFiles,
      httpRequest(url, PATHS.content, { contentType: 'multipart-form-data', bodyParameters: { parameters: [file] } }),
    ),
    chain('base64-ours', readFiles, document('extractPaymentCard')),
    chain(
      'base64-peer',
      readFiles,
      toBase64,
      httpRequest(url, PATHS.card, jsonBody('={{ JSON.stringify({ fileBase64: $json.data }) }}')),
    ),
    chain(
      'json-ours',
      rows,
      action(MEASURED, {
        resource: 'document',
        operation: 'extractPaymentCard',
        source: 'url',
        fileUrl: '={{ $json.url }}',
      }),
    ),
    chain('json-peer', rows, httpRequest(url, PATHS.card, jsonBody('={{ JSON.stringify({ fileUrl: $json.url }) }}'))),
    chain(
      'addresses-ours',
      rows,
      action(MEASURED, { resource: 'address', operation: 'parse', text: '={{ $json.text }}' }),
    ),
    chain(
      'addresses-peer',
      rows,
      httpRequest(url, PATHS.addresses, jsonBody('={{ JSON.stringify({ contents: [{ text: $json.text }] }) }}')),
    ),
    chain(
      'crops-ours',
      action(MEASURED, {
        resource: 'document',
        operation: 'extractContent',
        source: 'url',
        fileUrl: 'https://example.com/a.pdf',
        options: { returnCrops: true },
      }),
    ),
    chain(
      'crops-peer',
      httpRequest(url, PATHS.content, jsonBody('{ "fileUrl": "https://example.com/a.pdf", "returnCrops": true }')),
    ),
    chain(
      'start',
      rows,
      action(MEASURED, {
        resource: 'document',
        operation: 'startExtraction',
        source: 'url',
        fileUrl: '={{ $json.url }}',
        delivery: 'url',
        callbackUrl: '={{ $("Entry").first().json.body.callbackUrl }}',
        options: { maxConcurrency: 20 },
      }),
    ),
    chain('wait-alone', wait, after),
    workflow(
      'wait-beside',
      [entry('wait-beside'), wait, after, trigger('Trigger', 'beside')],
      ['Entry', MEASURED, 'After'],
    ),
    workflow(
      'callbacks',
      [trigger('Trigger', 'ours'), entry('webhook'), olderWebhook, after],
      ['Trigger', 'After'],
      ['Entry', 'After'],
      [olderWebhook.name, 'After'],
    ),
  ];
  return Object.fromEntries(all.map((one) => [one.name, one]));
}
