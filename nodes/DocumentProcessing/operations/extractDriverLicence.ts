import { documentFields } from '../parameters/document-fields';
import { documentParameters } from '../parameters/document-options';
import { readOutputSettings } from '../parameters/output-settings';
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
  action: 'Read a driver licence (CNH) by QR code',
  description: 'Read a driver licence from its QR code; for a photo without it use Extract Content',
  service: '9. VIO extraction (JSON), 10. (multipart)',
  returns: "the licence's fields by name, and which are uncertain",
  fields: [...sourceFields(SOURCES), ...documentFields('extractDriverLicence', ['filePassword'])],

  async prepare(item) {
    const settings = readOutputSettings(item);
    const source = await readSource(item);
    const parameters = documentParameters(item, ['filePassword']);
    const body =
      source.kind === 'binary'
        ? { form: [...sourceAsForm(source), ...parameters] }
        : { json: { ...sourceAsJson(source), ...Object.fromEntries(parameters) } };
    return {
      requests: [{ path: '/process-image/vio-extraction', body }],
      read: ([envelope]) =>
        documentOutputs(envelope, settings, {
          isIdentified: isIdentifiedWithoutType,
          unidentifiedHint: 'noLicenceCode',
        }),
    };
  },
};
