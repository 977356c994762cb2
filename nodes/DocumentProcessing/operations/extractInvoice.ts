import type { INodeProperties } from 'n8n-workflow';
import { fieldSources, invoiceContent, invoiceSources } from '../documents/invoice';
import { isIdentifiedWithoutType } from '../documents/service-document';
import { unlessRaw } from '../parameters/output-settings';
import { documentOperation } from './document-operation';

// A file in the output makes the editor open on the file instead of the fields.
const originalFileOption: INodeProperties = {
  displayName: 'Return Original File',
  name: 'returnOriginalFile',
  type: 'boolean',
  ...unlessRaw,
  default: false,
  description:
    'Whether to return the file that the official source has of the invoice, as binary data "download". ' +
    'Choosing "download" in Selected Fields returns it too.',
};

export const extractInvoice = documentOperation({
  operation: 'extractInvoice',
  name: 'Extract Invoice',
  action: 'Read a service invoice (NFS-e)',
  description: 'Read a Brazilian service invoice (NFS-e) from the official source and by OCR',
  service: '7. Invoice extraction (multipart)',
  returns: 'the fields of the invoice by name (number, dates, seller, buyer, amounts) and its lines as rows',
  path: '/process-invoice/extraction',
  parameters: ['filePassword'],
  options: [originalFileOption],
  own(item, output) {
    const isAskedFor = item.options.boolean('returnOriginalFile') ?? false;
    const settings = { ...output, originalFile: isAskedFor || output.selectedFields.includes('download') };
    return {
      settings,
      hooks: {
        content: invoiceContent,
        isIdentified: isIdentifiedWithoutType,
        members: (document, content) => ({
          inText: invoiceSources(document, settings),
          besideText: { fieldSources: fieldSources(content, settings) },
        }),
      },
    };
  },
});
