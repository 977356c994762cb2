// The workflows of the scaling test. Each reports its results to the service, by row.
import type { INode } from 'n8n-workflow';
import { readExample } from '../n8n/exampleFile.ts';
import { action, entry, node, report, splitOut, START_EXTRACTION, trigger, workflow } from '../n8n/workflowJson.ts';

const CORRELATION = { correlationId: '={{ $json.body.row }}' };

/** Where the results of an example go, as its note creates it. */
export interface ResultsTable {
  sql: string;
  nodes: INode[];
}

const EXAMPLE = 'results-to-table';
const POSTGRES = { postgres: { id: 'postgres', name: 'Table' } };

/** The nodes behind the trigger of the example that writes results into PostgreSQL, and the statement in its note. */
export function resultsTable(): ResultsTable {
  const { nodes } = readExample(EXAMPLE);
  const note = String(nodes.find(({ name }) => name === 'About')?.parameters['content']);
  const [, sql] = /```sql\n([\s\S]+?)```/.exec(note) ?? [];
  if (!sql) throw new Error(`${EXAMPLE} does not say how to create its table`);
  return {
    sql,
    nodes: nodes.flatMap((own) => {
      if (!TABLE_NODES.includes(own.name)) return [];
      // The example leaves it to its user.
      return { ...own, ...(own.type.endsWith('.postgres') && { credentials: POSTGRES }) };
    }),
  };
}

const TABLE_NODES = ['Columns', 'Results table', 'New results'];

/** By the paths of the webhooks that start them. */
export function workflows(serviceUrl: string, webhookUrl: (path: string) => string) {
  const count = (row: string) => report('Count', `${serviceUrl}/count`, `={{ { row: ${row} } }}`);
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
  return {
    plain: workflow("n8n's Webhook node alone", [entry('plain'), count('$json.body.result[0].fields[0].value')]),
    older: workflow("Version 1 of n8n's Webhook node alone", [
      { ...entry('older'), typeVersion: 1 },
      count('$json.body.result[0].fields[0].value'),
    ]),
    sync: workflow('Synchronous', [
      entry('sync'),
      extract({ source: 'url', fileUrl: 'https://example.com/a.pdf', ...tags('$json.body.row') }),
      ofEntry,
    ]),
    many: workflow('Many items', [
      entry('many'),
      splitOut('Rows', 'body.rows'),
      extract({ source: 'url', fileUrl: 'https://example.com/a.pdf', ...tags("$json['body.rows']") }),
    ]),
    files: workflow('Files', [
      entry('files'),
      extract({ source: 'binary', binaryPropertyName: 'data', ...tags('$json.body.row') }),
      ofEntry,
    ]),
    trigger: workflow(
      'To the trigger',
      [entry('trigger'), start('trigger')],
      [trigger('Results', 'results'), ofResult],
    ),
    read: workflow(
      "To n8n's Webhook node, read behind it",
      [entry('read'), start('url', { callbackUrl: webhookUrl('called') })],
      [
        { ...entry('called'), id: 'Webhook', name: 'Webhook' },
        action('Read', {
          resource: 'callback',
          operation: 'readCallback',
          headers: '={{ $json.headers }}',
          body: '={{ $json.body }}',
        }),
        ofResult,
      ],
    ),
    once: workflow(
      'To the trigger, doubles dropped behind it',
      [entry('once'), start('trigger')],
      [trigger('Results', 'once-results'), unseen, ofResult],
    ),
    table: workflow(
      'To the trigger, into a table',
      [entry('table'), start('trigger')],
      [trigger('Results', 'table-results'), ...resultsTable().nodes, count('$json.order_number')],
    ),
    waitAlone: workflow('Wait alone', [entry('waitAlone'), start('wait'), ofResult]),
    waitSafely: workflow(
      'Wait beside a trigger',
      [entry('waitSafely'), start('wait'), ofResult],
      [trigger('Results', 'wait-results')],
    ),
  };
}
