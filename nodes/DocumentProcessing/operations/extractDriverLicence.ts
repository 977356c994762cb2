import { documentOptions, documentParameters } from '../parameters/document-options';
import { optionsField } from '../parameters/options';
import { outputOptions, readOutputSettings, unsplitOutputFields } from '../parameters/output-settings';
import { readSource, sourceAsForm, sourceAsJson, sourceFields, type SourceKind } from '../parameters/source';
import { documentOutputs } from '../documents/envelope-outputs';
import { isIdentifiedWithoutType } from '../documents/service-document';
import type { ItemOperation } from './operation';

const SOURCES: SourceKind[] = ['binary', 'qrCode', 'url', 'base64'];

export const extractDriverLicence: ItemOperation = {
  kind: 'item',
  resource: 'document',
  operation: 'extractDriverLicence',
  name: 'Extract Driver Licence',
  action: 'Read a driver licence (CNH)',
  description: 'Read a driver licence from its QR code',
  service: '9. VIO extraction (JSON), 10. (multipart)',
  returns: "the licence's fields by name, and which are uncertain",
  fields: [
    ...sourceFields(SOURCES),
    ...unsplitOutputFields,
    optionsField([...documentOptions(['filePassword']), ...outputOptions]),
  ],

  check: readOutputSettings,

  async requests(item) {
    const path = '/process-image/vio-extraction';
    const source = await readSource(item, SOURCES);
    const parameters = documentParameters(item, ['filePassword']);
    if (source.kind === 'binary') return [{ path, body: { form: [...sourceAsForm(source), ...parameters] } }];
    return [{ path, body: { json: { ...sourceAsJson(source), ...Object.fromEntries(parameters) } } }];
  },

  output: ([envelope], item) =>
    documentOutputs(envelope, readOutputSettings(item), { isIdentified: isIdentifiedWithoutType }),
};
