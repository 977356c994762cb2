import type { INodeProperties } from 'n8n-workflow';
import type { Item } from '../parameters/item';
import { optionsField } from '../parameters/options';
import { addressOptions, addressOutputField, readOutputSettings } from '../parameters/output-settings';
import { addressOutputs, contentsByPosition } from '../documents/addresses';
import type { BatchOperation } from './operation';

const inputFields: INodeProperties[] = [
  {
    displayName: 'Input Mode',
    name: 'inputMode',
    type: 'options',
    options: [
      { name: 'JSON', value: 'json', description: 'One object per item, sent as it is' },
      { name: 'Text', value: 'text', description: 'One text per item, with one or several addresses' },
    ],
    default: 'text',
    description: 'How each item provides its addresses',
  },
  {
    displayName: 'Text',
    name: 'text',
    type: 'string',
    typeOptions: { rows: 3 },
    displayOptions: { show: { inputMode: ['text'] } },
    default: '',
    required: true,
    placeholder: 'e.g. Rua das Flores, 120, Centro, Curitiba - PR, 80010-000',
    description: 'The text to find addresses in',
  },
  {
    displayName: 'Contents',
    name: 'contentsJson',
    type: 'json',
    displayOptions: { show: { inputMode: ['json'] } },
    default: '{}',
    required: true,
    placeholder: 'e.g. {"text": "{{ $json.address }}"}',
    description: 'The object to send for this item',
  },
];

const DEFAULT_BATCH_SIZE = 50;

const batchOptions: INodeProperties[] = [
  {
    displayName: 'Text Property',
    name: 'textProperty',
    type: 'string',
    default: 'text',
    description: 'The name of the property in which the text is sent, as defined by your provider',
  },
  {
    displayName: 'Batch Size',
    name: 'batchSize',
    type: 'number',
    typeOptions: { minValue: 1 },
    default: DEFAULT_BATCH_SIZE,
    description: 'How many items to send in one request',
  },
];

export const parseAddresses: BatchOperation = {
  kind: 'batch',
  resource: 'address',
  operation: 'parse',
  name: 'Parse',
  subtitle: 'Parse Addresses',
  action: 'Split addresses into their parts',
  description: 'Split address texts into standardised components, with many items in one request',
  service: '12. Multi-address parsing (JSON)',
  returns: 'each address found, as components by name: street, number, city, state, postal code',
  fields: [...inputFields, addressOutputField, optionsField([...addressOptions, ...batchOptions])],

  batchSize: (item) => Math.max(1, Math.floor(item.numberOption('batchSize') ?? DEFAULT_BATCH_SIZE)),

  content: readContent,

  request: (contents) => ({ path: '/process-text/multi-address-parsing', body: { json: { contents } } }),

  outputs(envelope, items) {
    const contents = contentsByPosition(envelope.result, items.length);
    const outputs = items.map((item, position) => {
      const content = contents[position];
      return content && addressOutputs(content, envelope.requestId, readOutputSettings(item));
    });
    if (items.every((item) => readOutputSettings(item).output !== 'raw')) return outputs;
    // The envelope as it came is one item, linked to all input items.
    const needsReview = outputs.some((found) => !found || found.some((output) => output.needsReview === true));
    const raw = { json: envelope, pairedItems: items.map(({ index }) => index), needsReview };
    return items.map((_item, position) => (position === 0 ? [raw] : []));
  },
};

function readContent(item: Item): unknown {
  // Invalid settings are found here, before the request is sent.
  readOutputSettings(item);
  if (item.text('inputMode') === 'json') return item.jsonObject('contentsJson', 'Contents');
  return { [item.textOption('textProperty') ?? 'text']: item.requiredText('text', 'Text') };
}
