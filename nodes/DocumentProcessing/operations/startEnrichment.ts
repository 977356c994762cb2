import type { INodeProperties } from 'n8n-workflow';
import type { Item } from '../parameters/item';
import { ValidationError } from '../common/errors';
import type { JsonObject } from '../common/shape';
import { bodyOptionDefault, callbackFields, callbackOptions } from '../parameters/callback-fields';
import { optionsField } from '../parameters/options';
import { pairsOf } from '../parameters/list-fields';
import { processOutput } from '../documents/envelope-outputs';
import type { ItemOperation } from './operation';

const queryFields: INodeProperties[] = [
  {
    displayName: 'Query',
    name: 'query',
    type: 'options',
    options: [
      { name: 'Company', value: 'pj' },
      { name: 'Company, Full', value: 'pj full' },
      { name: 'Custom', value: 'custom', description: 'A query that your provider has defined for you' },
      { name: 'Person', value: 'pf' },
      { name: 'Person, Full', value: 'pf full' },
    ],
    default: 'pf',
    description: 'The query to run',
  },
  {
    displayName: 'Custom Query',
    name: 'customQuery',
    type: 'string',
    displayOptions: { show: { query: ['custom'] } },
    default: '',
    placeholder: 'e.g. my-query',
    description: 'The name of the query',
  },
  {
    displayName: 'Parameters',
    name: 'parameters',
    ...pairsOf('Parameter', 'parameter', { name: { placeholder: 'e.g. cpf' } }),
    description: 'The parameters that the query requires',
  },
  {
    displayName: 'Parameters as JSON',
    name: 'parametersJson',
    type: 'json',
    // An empty text is not JSON, and the editor would mark it red.
    default: '{}',
    placeholder: 'e.g. {"cpf": {{ JSON.stringify($json.cpf) }} }',
    description: 'Parameters as a JSON object, instead of the list or in addition to it',
  },
];

export const startEnrichment: ItemOperation = {
  kind: 'item',
  isAsynchronous: true,
  resource: 'enrichment',
  operation: 'start',
  name: 'Start',
  subtitle: 'Start Enrichment',
  action: 'Start an enrichment, result by callback',
  description: 'Start a data query and receive the result later',
  service: '13. Enrichment async (JSON)',
  returns: 'the IDs of the process and its correlation: the result itself comes later, in a callback',
  fields: [...queryFields, ...callbackFields, optionsField(callbackOptions, bodyOptionDefault)],

  async prepare(item) {
    const choice = item.requiredChoice('query');
    const query = choice === 'custom' ? item.requiredText('customQuery') : choice;
    const parameters = readParameters(item);
    const { readWebhook } = await import('../callback/webhook-parameter.js');
    const { webhook, correlationId, wait } = await readWebhook(item, 'enrichment');
    return {
      requests: [{ path: '/big-data/enrichment/async', body: { json: { query, parameters, webhook } } }],
      read: ([envelope]) => processOutput(envelope, correlationId),
      wait,
    };
  },
};

function readParameters(item: Item): JsonObject {
  const given = item.value('parametersJson') === undefined ? {} : item.jsonObject('parametersJson');
  const pairs = item.pairs('parameters');
  const entries = [...Object.entries(given), ...pairs.map(({ name, value }) => [name, value] as [string, unknown])];
  // A database has null in an empty column: the query would be billed without what it looks for.
  const nothing = pairs.find(({ value }) => value === null);
  if (nothing)
    throw new ValidationError(
      `"${nothing.name}" in "Parameters" has no value`,
      'Its expression returned null for this item. For an empty value it has to return an empty text; null can be sent in ' +
        '"Parameters as JSON".',
    );
  const names = entries.map(([name]) => name);
  const duplicate = names.find((name, index) => names.indexOf(name) < index);
  if (duplicate !== undefined)
    throw new ValidationError(
      `The parameter "${duplicate}" is set more than once`,
      'Keep one of the two values in "Parameters" and "Parameters as JSON".',
    );
  if (names.length === 0)
    throw new ValidationError(
      'The query has no parameters',
      'Add what the query looks for in "Parameters" or "Parameters as JSON".',
    );
  return Object.fromEntries(entries);
}
