import { documentOptions, documentParameters } from '../fields/document';
import { optionsField } from '../fields/options';
import { maskOption, outputFields, outputOptions, readOutputSettings } from '../fields/output';
import { readSource, sourceAsJson, sourceFields } from '../fields/source';
import { documentOutputs } from '../output/documents';
import type { ItemOperation } from './operation';

export const extractPaymentCard: ItemOperation = {
  kind: 'item',
  resource: 'document',
  operation: 'extractPaymentCard',
  name: 'Extract Payment Card',
  action: 'Extract payment card document',
  description: 'Read the number, network and expiry of a payment card',
  service: '11. Payment-card extraction (JSON)',
  fields: [
    ...sourceFields(['binary', 'url', 'base64']),
    ...outputFields,
    optionsField([...documentOptions(['filePassword']), ...outputOptions, maskOption]),
  ],

  check: readOutputSettings,

  plan: async (item) => ({
    path: '/process-image/payment-card-extraction',
    body: {
      json: {
        ...sourceAsJson(await readSource(item, ['binary', 'url', 'base64'])),
        ...Object.fromEntries(documentParameters(item, ['filePassword'])),
      },
    },
  }),

  output: (envelope, item) => documentOutputs(envelope, readOutputSettings(item)),
};
