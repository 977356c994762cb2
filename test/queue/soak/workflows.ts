// The workflows of the soak: one for each operation, started by a webhook, each reporting what came out to the collector.
import type { WorkflowJson } from '../../n8n/restApi.ts';
import { action, entry, node, report, trigger, workflow } from '../../n8n/workflowJson.ts';

/** The paths of the service by what is asked for. */
export const PATHS = {
  start: '/process-image/content-extraction',
  pages: '/process-image/multipage-content-extraction',
  generative: '/process-image/generative-content-extraction',
  compare: '/process-image/content-compare',
  invoice: '/process-invoice/extraction',
  licence: '/process-image/vio-extraction',
  addresses: '/process-text/multi-address-parsing',
};

const FILE = { source: 'base64', fileBase64: '={{ $json.body.file }}' };
const OPTIONS = { timeout: 5, retries: 3, retryUncertain: '={{ $json.body.repeatsUncertain }}' };
const LIMIT = { limitWaitTime: { values: { limitType: 'afterTimeInterval', resumeAmount: 1, resumeUnit: 'minutes' } } };

const document = (operation: string, more: object = {}) => ({ resource: 'document', operation, ...FILE, ...more });

const OPERATIONS: Record<string, object> = {
  content: document('extractContent'),
  pages: document('extractPages'),
  generative: document('extractGenerative', { model: 'id=bra-nlp-registro-imovel-1' }),
  compare: document('compareContent', { fields: { field: [{ name: 'name', value: 'Maria' }] } }),
  invoice: document('extractInvoice'),
  licence: document('extractDriverLicence', { source: 'qrCode', qrCodeField: '={{ $json.body.item }}' }),
  addresses: { resource: 'address', operation: 'parse', inputMode: 'text', text: '={{ $json.body.item }}, Rua A, 1' },
};
const START = document('startExtraction');

/** How an item is sent: an operation that answers at once, or one of the two ways to get a result later. */
export const KINDS = [...Object.keys(OPERATIONS), 'trigger', 'trigger', 'wait', 'wait', 'wait'];

const REPORTED = ['processId', 'error', 'message', 'timedOut'];

export function soakWorkflows(collectorUrl: string): WorkflowJson[] {
  const told = (name: string, item: string) =>
    // A document can become several items: one of them is enough.
    report(
      name,
      collectorUrl,
      `={{ { item: ${item}, ${REPORTED.map((key) => `${key}: $json.${key}`).join(', ')} } }}`,
      {
        executeOnce: true,
      },
    );
  const ofEntry = "$('Entry').first().json.body.item";
  const continuing = { onError: 'continueRegularOutput' as const };
  const correlated = { ...OPTIONS, correlationId: '={{ $json.body.item }}' };
  const onlyFailed = node('Failed', 'n8n-nodes-base.filter', 2.2, {
    conditions: {
      options: { caseSensitive: true, leftValue: '', typeValidation: 'loose', version: 2 },
      combinator: 'and',
      conditions: [
        {
          id: 'failed',
          leftValue: '={{ $json.error }}',
          rightValue: '',
          operator: { type: 'string', operation: 'exists', singleValue: true },
        },
      ],
    },
  });
  return [
    ...Object.entries(OPERATIONS).map(([kind, parameters]) =>
      workflow(`Soak: ${kind}`, [
        entry(`soak-${kind}`),
        action('Send', { ...parameters, options: OPTIONS }, continuing),
        told('Report', ofEntry),
      ]),
    ),
    workflow(
      'Soak: trigger',
      [
        entry('soak-trigger'),
        action('Send', { ...START, delivery: 'trigger', options: correlated }, continuing),
        onlyFailed,
        told('Report', ofEntry),
      ],
      [trigger('Results', 'soak-results'), told('Report Result', '$json.correlationId')],
    ),
    workflow(
      'Soak: wait',
      [
        entry('soak-wait'),
        action('Send', { ...START, delivery: 'wait', options: { ...correlated, ...LIMIT } }, continuing),
        told('Report', ofEntry),
      ],
      [trigger('Results', 'soak-wait-results')],
    ),
  ];
}
