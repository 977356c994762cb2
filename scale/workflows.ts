// The workflows of the scaling test. Each reports its results to the service, by row.
import type { INode } from 'n8n-workflow';
import { action, entry, node, trigger, workflow } from '../host/workflowJson.ts';
import type { WorkflowJson } from '../host/restApi.ts';

const START = {
  resource: 'document',
  operation: 'startExtraction',
  source: 'url',
  fileUrl: 'https://example.com/a.pdf',
};
const CORRELATION = { correlationId: '={{ $json.body.row }}' };

export function workflows(serviceUrl: string, credentialId: string) {
  const count = (row: string): INode =>
    node('Count', 'n8n-nodes-base.httpRequest', 4.2, {
      method: 'POST',
      url: `${serviceUrl}/count`,
      sendBody: true,
      specifyBody: 'json',
      jsonBody: `={{ { row: ${row} } }}`,
    });
  const ofEntry = count("$('Entry').item.json.body.row");
  const ofResult = count('$json.correlationId');
  const extract = (parameters: object) =>
    action('Extract', { resource: 'document', operation: 'extractContent', ...parameters });
  const tags = (row: string) => ({ options: { tags: [`=row={{ ${row} }}`], retries: 0 } });
  const start = (delivery: string) => action('Start', { ...START, delivery, options: CORRELATION });
  const unseen = node('New', 'n8n-nodes-base.removeDuplicates', 2, {
    operation: 'removeItemsSeenInPreviousExecutions',
    logic: 'removeItemsWithAlreadySeenKeyValues',
    dedupeValue: '={{ $json.deliveryId }}',
    options: {},
  });
  const all = {
    plain: workflow(
      "n8n's Webhook node alone",
      [entry('plain'), count('$json.body.result[0].fields[0].value')],
      ['Entry', 'Count'],
    ),
    sync: workflow(
      'Synchronous',
      [
        entry('sync'),
        extract({ source: 'url', fileUrl: 'https://example.com/a.pdf', ...tags('$json.body.row') }),
        ofEntry,
      ],
      ['Entry', 'Extract', 'Count'],
    ),
    files: workflow(
      'Files',
      [entry('files'), extract({ source: 'binary', binaryPropertyName: 'data', ...tags('$json.body.row') }), ofEntry],
      ['Entry', 'Extract', 'Count'],
    ),
    trigger: workflow(
      'To the trigger',
      [entry('to-trigger'), start('trigger'), trigger('Results', 'results'), ofResult],
      ['Entry', 'Start'],
      ['Results', 'Count'],
    ),
    once: workflow(
      'To the trigger, doubles dropped behind it',
      [entry('once'), start('trigger'), trigger('Results', 'once-results'), unseen, ofResult],
      ['Entry', 'Start'],
      ['Results', 'New', 'Count'],
    ),
    waitAlone: workflow('Wait alone', [entry('wait-alone'), start('wait'), ofResult], ['Entry', 'Start', 'Count']),
    waitSafely: workflow(
      'Wait beside a trigger',
      [entry('wait-safe'), start('wait'), ofResult, trigger('Results', 'wait-results')],
      ['Entry', 'Start', 'Count'],
    ),
  };
  return Object.fromEntries(
    Object.entries(all).map(([name, one]) => [name, withCredential(one, credentialId)]),
  ) as Record<keyof typeof all, WorkflowJson>;
}

const withCredential = (one: WorkflowJson, id: string): WorkflowJson => ({
  ...one,
  nodes: one.nodes.map((own) => {
    const used = own.credentials?.['documentProcessingApi'];
    return used ? { ...own, credentials: { documentProcessingApi: { ...used, id } } } : own;
  }),
});
