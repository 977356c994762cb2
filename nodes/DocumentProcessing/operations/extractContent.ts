import { documentOptions, documentParameters, type DocumentOption } from '../fields/document';
import { optionsField } from '../fields/options';
import { outputFields, outputOptions, readOutputSettings } from '../fields/output';
import { readSource, sourceAsForm, sourceFields } from '../fields/source';
import { documentOutputs } from '../output/documents';
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
  action: 'Extract document content',
  description: 'Identify a document and read its fields',
  service: '1. Content extraction (multipart)',
  fields: [
    ...sourceFields(['binary', 'url', 'base64']),
    ...outputFields,
    optionsField([...documentOptions(PARAMETERS), ...outputOptions]),
  ],

  check: readOutputSettings,

  plan: async (item) => ({
    path: '/process-image/content-extraction',
    body: {
      form: [
        ...sourceAsForm(await readSource(item, ['binary', 'url', 'base64'])),
        ...documentParameters(item, PARAMETERS),
      ],
    },
  }),

  output: (envelope, item) => documentOutputs(envelope, readOutputSettings(item)),
};
