import { documentFields } from '../parameters/document-fields';
import { documentParameters, type DocumentOption } from '../parameters/document-options';
import { readOutputSettings } from '../parameters/output-settings';
import { FILE_SOURCES, readSource, sourceAsForm, sourceFields } from '../parameters/source';
import { documentOutputs } from '../documents/envelope-outputs';
import type { ItemOperation } from './operation';

const PARAMETERS: DocumentOption[] = [
  'filePassword',
  'returnImage',
  'returnedImageQuality',
  'returnCrops',
  'returnMetadata',
  'tags',
];

export const extractContent: ItemOperation = {
  kind: 'item',
  resource: 'document',
  operation: 'extractContent',
  name: 'Extract Content',
  action: 'Read any document',
  description: 'Identify a document and read its fields',
  service: '1. Content extraction (multipart)',
  returns: 'the document type, its fields by name, its tables as rows, and which fields are uncertain',
  fields: [...sourceFields(FILE_SOURCES), ...documentFields('extractContent', PARAMETERS)],

  async prepare(item) {
    const settings = readOutputSettings(item);
    const form = [...sourceAsForm(await readSource(item)), ...documentParameters(item, PARAMETERS)];
    return {
      requests: [{ path: '/process-image/content-extraction', body: { form } }],
      read: ([envelope]) => documentOutputs(envelope, settings),
    };
  },
};
