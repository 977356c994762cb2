import type { INodeProperties } from 'n8n-workflow';
import type { Item } from '../parameters/item';
import { optionsField } from '../parameters/options';
import { addressOptions, addressOutputField, readOutputSettings } from '../parameters/output-settings';
import { addressOutputs, contentsByPosition } from '../documents/addresses';
import type { OutputSettings } from '../documents/settings';
import type { Output } from '../common/output';
import type { Envelope } from '../transport/envelope';
import type { BatchOperation, Part } from './operation';

const DEFAULT_BATCH_SIZE = 50;

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
    placeholder: 'e.g. Rua das Flores, 120, Centro, Curitiba - PR, 80010-000',
    description: 'The text to find addresses in',
  },
  {
    displayName: 'Text Property',
    name: 'textProperty',
    type: 'string',
    displayOptions: { show: { inputMode: ['text'] } },
    default: 'text',
    description: 'The name of the property in which the text is sent, as defined by your provider',
  },
  {
    displayName: 'Contents',
    name: 'contentsJson',
    type: 'json',
    displayOptions: { show: { inputMode: ['json'] } },
    default: '{}',
    required: true,
    placeholder: 'e.g. {"text": {{ JSON.stringify($json.address) }} }',
    description: 'The object to send for this item',
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
  fields: [...inputFields, addressOutputField, optionsField(addressOptions)],

  prepare(item): AddressPart {
    return {
      index: item.index,
      settings: readOutputSettings(item),
      batchSize: item.number('batchSize', { min: 1, whole: true }) ?? DEFAULT_BATCH_SIZE,
      content: readContent(item),
    };
  },

  join(parts: AddressPart[]) {
    const contents = parts.map(({ content }) => content);
    return {
      request: { path: '/process-text/multi-address-parsing', body: { json: { contents } } },
      read: (envelope) => readAnswer(envelope, parts),
    };
  },
};

interface AddressPart extends Part {
  index: number;
  settings: OutputSettings;
  content: unknown;
}

function readContent(item: Item): unknown {
  if (item.requiredChoice('inputMode') === 'text')
    return { [item.text('textProperty') || 'text']: item.requiredText('text') };
  const content = item.jsonObject('contentsJson');
  if (JSON.stringify(content) !== '{}') return content;
  throw item.refusal('contentsJson', 'is empty', 'Enter an object with an address in it, e.g. {"text": "Rua A, 1"}.');
}

function readAnswer(envelope: Envelope, parts: AddressPart[]): Array<Output[] | Error | undefined> {
  const contents = contentsByPosition(envelope, parts.length);
  const outputs = parts.map(({ settings }, position) => {
    const found = contents[position] ?? [];
    if (found instanceof Error) return found;
    return found.length > 0 ? addressOutputs(found, envelope.requestId, settings) : undefined;
  });
  // The envelope as it came is one item, linked to all items that are to have it.
  const raw = parts.filter(({ settings }) => settings.output === 'raw');
  const isSure = (found: Output[] | Error | undefined) =>
    found && !(found instanceof Error) && found.every((output) => output.needsReview !== true);
  const needsReview = parts.some(({ settings }, position) => settings.output === 'raw' && !isSure(outputs[position]));
  const whole = { json: envelope, pairedItems: raw.map(({ index }) => index), needsReview };
  return parts.map((part, position) =>
    part.settings.output !== 'raw' ? outputs[position] : part === raw[0] ? [whole] : [],
  );
}
