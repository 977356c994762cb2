import { documentOptions, documentParameters, booleanOption } from '../parameters/document-options';
import { optionsField } from '../parameters/options';
import { outputFields, outputOptions, readOutputSettings } from '../parameters/output-settings';
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
  fields: [
    ...sourceFields(FILE_SOURCES),
    ...outputFields,
    optionsField([...documentOptions(['filePassword', 'returnMetadata']), ...outputOptions]),
  ],

  check: readOutputSettings,

  async requests(item) {
    const path = '/process-image/multipage-content-extraction';
    const source = await readSource(item, FILE_SOURCES);
    // The JSON body of this operation has no parameter for metadata.
    if (source.kind === 'binary' || booleanOption(item, 'returnMetadata') === true) {
      return [
        {
          path,
          body: { form: [...sourceAsForm(source), ...documentParameters(item, ['filePassword', 'returnMetadata'])] },
        },
      ];
    }
    return [
      {
        path,
        body: { json: { ...sourceAsJson(source), ...Object.fromEntries(documentParameters(item, ['filePassword'])) } },
      },
    ];
  },

  output: ([envelope], item) => documentOutputs(envelope, readOutputSettings(item)),
};
