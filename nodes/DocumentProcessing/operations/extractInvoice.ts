import type { INodeProperties } from 'n8n-workflow';
import { documentFields } from '../parameters/document-fields';
import { documentParameters } from '../parameters/document-options';
import { readOutputSettings, unlessRaw } from '../parameters/output-settings';
import { FILE_SOURCES, readSource, sourceAsForm, sourceFields } from '../parameters/source';
import { documentOutputs } from '../documents/envelope-outputs';
import { fieldSources, invoiceContent, invoiceSources } from '../documents/invoice';
import { isIdentifiedWithoutType } from '../documents/service-document';
import type { ItemOperation } from './operation';

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

export const extractInvoice: ItemOperation = {
  kind: 'item',
  resource: 'document',
  operation: 'extractInvoice',
  name: 'Extract Invoice',
  action: 'Read a service invoice (NFS-e)',
  description: 'Read a Brazilian service invoice (NFS-e) from the official source and by OCR',
  service: '7. Invoice extraction (multipart)',
  returns: 'the fields of the invoice by name (number, dates, seller, buyer, amounts) and its lines as rows',
  fields: [
    ...sourceFields(FILE_SOURCES),
    ...documentFields('extractInvoice', ['filePassword'], { own: [originalFileOption] }),
  ],

  async prepare(item) {
    const output = readOutputSettings(item);
    const isAskedFor = item.options.boolean('returnOriginalFile') ?? false;
    const settings = { ...output, originalFile: isAskedFor || output.selectedFields.includes('download') };
    const form = [...sourceAsForm(await readSource(item)), ...documentParameters(item, ['filePassword'])];
    return {
      requests: [{ path: '/process-invoice/extraction', body: { form } }],
      read: ([envelope]) =>
        documentOutputs(envelope, settings, {
          content: invoiceContent,
          isIdentified: isIdentifiedWithoutType,
          members: (document, content) => ({
            inText: invoiceSources(document, settings),
            besideText: { fieldSources: fieldSources(content, settings) },
          }),
        }),
    };
  },
};
