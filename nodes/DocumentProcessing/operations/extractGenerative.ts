import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { documentOperation } from './document-operation';

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

export const extractGenerative = documentOperation({
  operation: 'extractGenerative',
  name: 'Extract Generatively',
  action: 'Read a long contract or deed',
  description: 'Read sections, fields and tables of a complex document with a generative model',
  service: '5. Generative content extraction (multipart)',
  returns: 'sections with their texts, fields by name and tables as rows',
  path: '/process-image/generative-content-extraction',
  sources: ['binary', 'base64'],
  fields: modelFields,
  parameters: ['filePassword', 'returnMetadata'],
  own(item) {
    const model = item.requiredChoice('model');
    return { entries: [['tags', model === 'custom' ? item.requiredText('customTag') : model]] };
  },
});
