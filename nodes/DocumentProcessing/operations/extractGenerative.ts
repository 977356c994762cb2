import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { documentFields } from '../parameters/document-fields';
import { documentParameters } from '../parameters/document-options';
import { readOutputSettings } from '../parameters/output-settings';
import { readSource, sourceAsForm, sourceFields, type SourceKind } from '../parameters/source';
import { documentOutputs } from '../documents/envelope-outputs';
import type { FormEntries } from '../transport/multipart';
import type { ItemOperation } from './operation';

const MODELS: INodePropertyOptions[] = [
  { name: 'Articles of Association', value: 'id=bra-nlp-contrato-social-1', description: 'Brazilian contrato social' },
  { name: 'Custom Tag', value: 'custom', description: 'A model whose tag you have from your provider' },
  { name: 'Property Registry', value: 'id=bra-nlp-registro-imovel-1', description: 'Brazilian registro de imóvel' },
];

const modelFields: INodeProperties[] = [
  {
    displayName: 'Model',
    name: 'model',
    type: 'options',
    options: MODELS,
    // No model is the right one for every document.
    default: '',
    required: true,
    description: 'The model that reads the document',
  },
  {
    displayName: 'Custom Tag',
    name: 'customTag',
    type: 'string',
    displayOptions: { show: { model: ['custom'] } },
    default: '',
    placeholder: 'e.g. key=value',
    description: 'The tag that selects the model',
  },
];

const SOURCES: SourceKind[] = ['binary', 'base64'];

export const extractGenerative: ItemOperation = {
  kind: 'item',
  resource: 'document',
  operation: 'extractGenerative',
  name: 'Extract Generatively',
  action: 'Read a long contract or deed',
  description: 'Read sections, fields and tables of a complex document with a generative model',
  service: '5. Generative content extraction (multipart)',
  returns: 'sections with their texts, fields by name and tables as rows',
  fields: [
    ...sourceFields(SOURCES),
    ...modelFields,
    ...documentFields('extractGenerative', ['filePassword', 'returnMetadata']),
  ],

  async prepare(item) {
    const settings = readOutputSettings(item);
    const model = item.requiredChoice('model');
    const tag = model === 'custom' ? item.requiredText('customTag') : model;
    const form: FormEntries = [
      ...sourceAsForm(await readSource(item)),
      ['tags', tag],
      ...documentParameters(item, ['filePassword', 'returnMetadata']),
    ];
    return {
      requests: [{ path: '/process-image/generative-content-extraction', body: { form } }],
      read: ([envelope]) => documentOutputs(envelope, settings),
    };
  },
};
