// The measured workflows: the same jobs with our node and with n8n's own nodes.
import type { INode } from 'n8n-workflow';
import type { CredentialJson, WorkflowJson } from '../n8n/n8n.ts';
import {
  action,
  credentialFor,
  entry,
  node,
  noOp,
  splitOut,
  START_EXTRACTION,
  trigger,
  workflow,
} from '../n8n/workflowJson.ts';

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
const rows = splitOut('Rows', 'body.rows');
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

const PDF_URL = 'https://example.com/a.pdf';

const PATHS = {
  content: '/process-image/content-extraction',
  card: '/process-image/payment-card-extraction',
  addresses: '/process-text/multi-address-parsing',
};

const chain = (name: string, ...nodes: INode[]): WorkflowJson => workflow(name, [entry(name), ...nodes]);

/** By the path of the webhook that starts them. */
export function workflows(url: string): Record<string, WorkflowJson> {
  const file = { parameterType: 'formBinaryData', name: 'file', inputDataFieldName: 'data' };
  const document = (operation: string, more: object = {}) =>
    action(MEASURED, { resource: 'document', operation, source: 'binary', binaryPropertyName: 'data', ...more });
  const wait = action(MEASURED, { ...START_EXTRACTION, delivery: 'wait' });
  const after = noOp('After');
  const all = [
    chain('only-read', readFiles, noOp(MEASURED)),
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
    chain('json-ours', rows, document('extractPaymentCard', { source: 'url', fileUrl: '={{ $json.url }}' })),
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
      document('extractContent', { ...{ source: 'url', fileUrl: PDF_URL }, options: { returnCrops: true } }),
    ),
    chain('crops-peer', httpRequest(url, PATHS.content, jsonBody(`{ "fileUrl": "${PDF_URL}", "returnCrops": true }`))),
    chain(
      'start',
      rows,
      document('startExtraction', {
        ...{ source: 'url', fileUrl: '={{ $json.url }}', delivery: 'url' },
        callbackUrl: '={{ $("Entry").first().json.body.callbackUrl }}',
        options: { maxConcurrency: 20 },
      }),
    ),
    chain('wait-alone', wait, after),
    workflow('wait-beside', [entry('wait-beside'), wait, after], [trigger('Trigger', 'beside')]),
    workflow('callbacks', [trigger('Trigger', 'ours'), after], [entry('webhook'), after]),
  ];
  return Object.fromEntries(all.map((one) => [one.name, one]));
}
