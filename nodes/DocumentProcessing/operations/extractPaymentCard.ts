import type { INodeProperties } from 'n8n-workflow';
import { documentFields } from '../parameters/document-fields';
import { documentParameters } from '../parameters/document-options';
import { readOutputSettings } from '../parameters/output-settings';
import { FILE_SOURCES, readSource, sourceAsJson, sourceFields } from '../parameters/source';
import { documentOutputs } from '../documents/envelope-outputs';
import type { ItemOperation } from './operation';

const maskCardNumberOption: INodeProperties = {
  displayName: 'Mask Card Number',
  name: 'maskCardNumber',
  type: 'boolean',
  default: false,
  description: 'Whether to hide all but the last four digits of the card number',
};

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
    ...documentFields('extractPaymentCard', ['filePassword'], { own: [maskCardNumberOption] }),
  ],

  async prepare(item) {
    // Otherwise the whole number would be shown.
    item.requireOption('maskCardNumber');
    const settings = readOutputSettings(item);
    const json = {
      ...sourceAsJson(await readSource(item)),
      ...Object.fromEntries(documentParameters(item, ['filePassword'])),
    };
    return {
      requests: [{ path: '/process-image/payment-card-extraction', body: { json } }],
      read: ([envelope]) => documentOutputs(envelope, settings),
    };
  },
};
