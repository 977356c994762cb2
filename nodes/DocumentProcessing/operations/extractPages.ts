import { documentFields } from '../parameters/document-fields';
import { documentParameters } from '../parameters/document-options';
import { readOutputSettings } from '../parameters/output-settings';
import { FILE_SOURCES, readSource, sourceAsForm, sourceAsJson, sourceFields } from '../parameters/source';
import { documentOutputs } from '../documents/envelope-outputs';
import type { ItemOperation } from './operation';

export const extractPages: ItemOperation = {
  kind: 'item',
  resource: 'document',
  operation: 'extractPages',
  name: 'Extract Pages',
  action: 'Read a file with several documents',
  description: 'Read the documents and sections of a multi-page file, with their page numbers',
  service: '3. Multi-page content extraction (multipart), 4. (JSON)',
  returns: 'each document found in the file, with its pages, type, fields by name and tables as rows',
  fields: [...sourceFields(FILE_SOURCES), ...documentFields('extractPages', ['filePassword', 'returnMetadata'])],

  async prepare(item) {
    const settings = readOutputSettings(item);
    const source = await readSource(item);
    const password = documentParameters(item, ['filePassword']);
    const metadata = documentParameters(item, ['returnMetadata']);
    // The JSON body of this operation has no parameter for metadata.
    const isForm = source.kind === 'binary' || metadata.some(([, value]) => value === true);
    const body = isForm
      ? { form: [...sourceAsForm(source), ...password, ...metadata] }
      : { json: { ...sourceAsJson(source), ...Object.fromEntries(password) } };
    return {
      requests: [{ path: '/process-image/multipage-content-extraction', body }],
      read: ([envelope]) => documentOutputs(envelope, settings),
    };
  },
};
