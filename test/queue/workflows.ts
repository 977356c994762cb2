// The workflows of the scaling test. Each reports its results to the service, by row.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INode } from 'n8n-workflow';
import { root } from '../n8n/lines.ts';
import { action, entry, node, START_EXTRACTION, trigger, workflow } from '../n8n/workflowJson.ts';
import type { WorkflowJson } from '../n8n/restApi.ts';

const CORRELATION = { correlationId: '={{ $json.body.row }}' };

/** Where the results of an example go, as its note creates it. */
export interface ResultsTable {
  sql: string;
  nodes: INode[];
}

const EXAMPLE = 'examples/results-to-table.json';

/** The nodes behind the trigger of the example that writes results into PostgreSQL, and the statement in its note. */
export function resultsTable(): ResultsTable {
  const { nodes } = JSON.parse(readFileSync(join(root, EXAMPLE), 'utf8')) as WorkflowJson;
  const note = String(nodes.find(({ name }) => name === 'About')?.parameters['content']);
  const [, sql] = /```sql\n([\s\S]+?)```/.exec(note) ?? [];
  if (!sql) throw new Error(`${EXAMPLE} does not say how to create its table`);
  return { sql, nodes: nodes.filter(({ name }) => TABLE_NODES.includes(name)) };
}

const TABLE_NODES = ['Columns', 'Results table', 'New results'];

export function workflows(
  serviceUrl: string,
  webhookUrl: (path: string) => string,
  credentials: Record<string, string>,
) {
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
  const start = (delivery: string, more: object = {}) =>
    action('Start', { ...START_EXTRACTION, delivery, options: CORRELATION, ...more });
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
    older: workflow(
      "Version 1 of n8n's Webhook node alone",
      [
        node(
          'Older',
          'n8n-nodes-base.webhook',
          1,
          { httpMethod: 'POST', path: 'older', options: {} },
          { webhookId: 'older' },
        ),
        count('$json.body.result[0].fields[0].value'),
      ],
      ['Older', 'Count'],
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
    many: workflow(
      'Many items',
      [
        entry('many'),
        node('Rows', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'body.rows', options: {} }),
        extract({ source: 'url', fileUrl: 'https://example.com/a.pdf', ...tags("$json['body.rows']") }),
      ],
      ['Entry', 'Rows', 'Extract'],
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
    read: workflow(
      "To n8n's Webhook node, read behind it",
      [
        entry('to-read'),
        start('url', { callbackUrl: webhookUrl('read') }),
        { ...entry('read'), id: 'Webhook', name: 'Webhook' },
        action('Read', {
          resource: 'callback',
          operation: 'readCallback',
          headers: '={{ $json.headers }}',
          body: '={{ $json.body }}',
        }),
        ofResult,
      ],
      ['Entry', 'Start'],
      ['Webhook', 'Read', 'Count'],
    ),
    once: workflow(
      'To the trigger, doubles dropped behind it',
      [entry('once'), start('trigger'), trigger('Results', 'once-results'), unseen, ofResult],
      ['Entry', 'Start'],
      ['Results', 'New', 'Count'],
    ),
    table: workflow(
      'To the trigger, into a table',
      [
        entry('table'),
        start('trigger'),
        trigger('Results', 'table-results'),
        ...resultsTable().nodes,
        count('$json.order_number'),
      ],
      ['Entry', 'Start'],
      ['Results', ...TABLE_NODES, 'Count'],
    ),
    waitAlone: workflow('Wait alone', [entry('wait-alone'), start('wait'), ofResult], ['Entry', 'Start', 'Count']),
    waitSafely: workflow(
      'Wait beside a trigger',
      [entry('wait-safe'), start('wait'), ofResult, trigger('Results', 'wait-results')],
      ['Entry', 'Start', 'Count'],
    ),
  };
  return Object.fromEntries(
    Object.entries(all).map(([name, one]) => [name, withCredentials(one, credentials)]),
  ) as Record<keyof typeof all, WorkflowJson>;
}

/** Credentials of n8n's own nodes, which the examples leave to their user. */
const NEEDED: Record<string, string> = { 'n8n-nodes-base.postgres': 'postgres' };

const withCredentials = (one: WorkflowJson, credentials: Record<string, string>): WorkflowJson => ({
  ...one,
  nodes: one.nodes.map((own) => {
    const types = [...Object.keys(own.credentials ?? {}), NEEDED[own.type]].filter((type) => type !== undefined);
    const linked = types.map((type) => [type, { id: credentials[type] ?? '', name: type }]);
    return types.length > 0 ? { ...own, credentials: Object.fromEntries(linked) } : own;
  }),
});
