import type { INodeProperties } from 'n8n-workflow';
import { optionsOnly } from '../parameters/options';
import { outputFieldsFor, outputOptions } from '../parameters/output-settings';
import type { ItemOperation } from './operation';

const callbackContent: INodeProperties[] = [
  {
    displayName: 'Headers',
    name: 'headers',
    type: 'json',
    default: '={{ $json.headers }}',
    required: true,
    description: 'The headers of the callback as a JSON object. The case of their names does not matter.',
  },
  {
    displayName: 'Body',
    name: 'body',
    type: 'json',
    default: '={{ $json.body }}',
    required: true,
    description:
      'The body of the callback, as a JSON object or as text. If it is empty, the only file of the item is read.',
  },
];

/** What the trigger does with a callback, for one that another node has received. No request is sent. */
export const readCallback: ItemOperation = {
  kind: 'item',
  resource: 'callback',
  operation: 'readCallback',
  isFree: true,
  name: 'Read Callback',
  action: 'Read result from callback',
  description: 'Check a callback that came through a queue, a relay or a Webhook node, and read its result',
  service: 'None: reads what 2. and 13. deliver, without a request',
  returns: 'the result of an extraction or enrichment, as the Document Processing Trigger returns it',
  fields: [...callbackContent, ...outputFieldsFor('readCallback'), optionsOnly(outputOptions)],

  async prepare(item) {
    const { readReceived } = await import('../callback/read-callback.js');
    return { requests: [], read: await readReceived(item) };
  },
};
