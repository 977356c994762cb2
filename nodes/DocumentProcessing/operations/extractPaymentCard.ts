import { documentOptions, documentParameters } from '../parameters/document-options';
import { optionsField } from '../parameters/options';
import {
  maskCardNumberOption,
  outputOptions,
  readOutputSettings,
  unsplitOutputFields,
} from '../parameters/output-settings';
import { FILE_SOURCES, readSource, sourceAsJson, sourceFields } from '../parameters/source';
import { documentOutputs } from '../documents/envelope-outputs';
import type { ItemOperation } from './operation';

export const extractPaymentCard: ItemOperation = {
  kind: 'item',
  resource: 'document',
  operation: 'extractPaymentCard',
  name: 'Extract Payment Card',
  action: 'Read a payment card',
  description: 'Read the number, network and expiry date of a payment card',
  service: '11. Payment-card extraction (JSON)',
  returns: 'the card number, network and expiry date as fields by name',
  fields: [
    ...sourceFields(FILE_SOURCES),
    ...unsplitOutputFields,
    optionsField([...documentOptions(['filePassword']), maskCardNumberOption, ...outputOptions]),
  ],

  check: readOutputSettings,

  requests: async (item) => [
    {
      path: '/process-image/payment-card-extraction',
      body: {
        json: {
          ...sourceAsJson(await readSource(item, FILE_SOURCES)),
          ...Object.fromEntries(documentParameters(item, ['filePassword'])),
        },
      },
    },
  ],

  output: ([envelope], item) => documentOutputs(envelope, readOutputSettings(item)),
};
