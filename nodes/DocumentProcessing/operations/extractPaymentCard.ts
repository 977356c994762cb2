import type { INodeProperties } from 'n8n-workflow';
import { documentOperation } from './document-operation';

const maskCardNumberOption: INodeProperties = {
  displayName: 'Mask Card Number',
  name: 'maskCardNumber',
  type: 'boolean',
  default: false,
  description: 'Whether to hide all but the last four digits of the card number',
};

export const extractPaymentCard = documentOperation({
  operation: 'extractPaymentCard',
  name: 'Extract Payment Card',
  action: 'Read a payment card',
  description: 'Read the number, network and expiry date of a payment card',
  service: '11. Payment-card extraction (JSON)',
  returns: 'the card number, network and expiry date as fields by name',
  path: '/process-image/payment-card-extraction',
  parameters: ['filePassword'],
  options: [maskCardNumberOption],
  json: 'always',
  own(item) {
    // Otherwise the whole number would be shown.
    item.requireOption('maskCardNumber');
    return {};
  },
});
