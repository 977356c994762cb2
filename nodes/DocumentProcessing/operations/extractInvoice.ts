import { documentOptions, documentParameters } from '../parameters/document-options';
import { optionsField } from '../parameters/options';
import { outputFields, outputOptions, readOutputSettings } from '../parameters/output-settings';
import { FILE_SOURCES, readSource, sourceAsForm, sourceFields } from '../parameters/source';
import { documentOutputs } from '../documents/envelope-outputs';
import { invoiceFields, invoiceMembers } from '../documents/invoice';
import type { ItemOperation } from './operation';

export const extractInvoice: ItemOperation = {
  kind: 'item',
  resource: 'document',
  operation: 'extractInvoice',
  name: 'Extract Invoice',
  action: 'Read a service invoice (NFS-e)',
  description: 'Read a service invoice from the official source and by OCR',
  service: '7. Invoice extraction (multipart)',
  returns: 'the fields of the invoice by name (number, dates, seller, buyer, amounts) and its lines as rows',
  fields: [
    ...sourceFields(FILE_SOURCES),
    ...outputFields,
    optionsField([...documentOptions(['filePassword']), ...outputOptions]),
  ],

  check: readOutputSettings,

  requests: async (item) => [
    {
      path: '/process-invoice/extraction',
      body: {
        form: [...sourceAsForm(await readSource(item, FILE_SOURCES)), ...documentParameters(item, ['filePassword'])],
      },
    },
  ],

  output: ([envelope], item) =>
    documentOutputs(envelope, readOutputSettings(item), { members: invoiceMembers, ruleFields: invoiceFields }),
};
