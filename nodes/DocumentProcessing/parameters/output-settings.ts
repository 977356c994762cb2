import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { OutputSettings } from '../documents/settings';
import { fieldRulesOption, readFieldRules, SCORE } from './field-rule-options';
import { selectableNames } from './field-names';
import type { ParameterReader } from './parameter-reader';
import { reviewOutputOption } from './node-outputs';
import { readSums, sumsOption } from './sum-options';

const RAW: INodePropertyOptions = {
  name: 'Raw',
  value: 'raw',
  description: 'The response as it came, one item per request',
};

/** The form in which the documents of a response are returned. */
export const outputFieldsFor = (operation: string): INodeProperties[] => [
  {
    displayName: 'Output',
    name: 'output',
    type: 'options',
    options: [
      { name: 'Markdown', value: 'markdown', description: 'The content as one text, for a language model or a chat' },
      RAW,
      {
        name: 'Selected Fields',
        value: 'selectedFields',
        description: 'Only the fields you choose, and the request ID',
      },
      { name: 'Simplified', value: 'simplified', description: 'Fields and tables by name' },
    ],
    default: 'simplified',
    description: 'The form in which documents are returned',
  },
  {
    displayName: 'Selected Fields',
    name: 'selectedFields',
    type: 'multiOptions',
    displayOptions: { show: { output: ['selectedFields'] } },
    options: selectableNames(operation),
    // Workflows give any name here.
    allowArbitraryValues: true,
    default: [],
    description:
      'Fields, and members of the simplified output such as <code>type</code>. An expression may return any names.',
  },
  {
    displayName: 'Other Fields',
    name: 'otherFields',
    type: 'string',
    typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Field' },
    displayOptions: { show: { output: ['selectedFields'] } },
    default: [],
    placeholder: 'e.g. valor_total',
    description: 'Names or standardised names of fields that the list of Selected Fields does not have',
  },
  {
    displayName: 'Split Into',
    name: 'splitInto',
    type: 'options',
    displayOptions: { show: { output: ['simplified'] } },
    options: [
      { name: 'Documents', value: 'documents', description: 'One item per recognised document' },
      { name: 'Sections', value: 'sections', description: 'One item per section of a document' },
      { name: 'Table Rows', value: 'rows', description: 'One item per row of a table' },
    ],
    default: 'documents',
    description: 'What each output item represents',
  },
];

/** For addresses, which are no documents. */
export const addressOutputField: INodeProperties = {
  displayName: 'Output',
  name: 'output',
  type: 'options',
  options: [RAW, { name: 'Simplified', value: 'simplified', description: 'One item per address, its parts by name' }],
  default: 'simplified',
  description: 'The form in which addresses are returned',
};

export const unlessRaw = { displayOptions: { hide: { '/output': ['raw'] } } };

const includeScoresOption: INodeProperties = {
  displayName: 'Include Scores',
  name: 'includeScores',
  type: 'boolean',
  default: false,
  description: 'Whether to add the confidence of each value, from 0 to 1, as "scores"',
};

const minScoreOption: INodeProperties = {
  displayName: 'Minimum Score',
  name: 'minScore',
  type: 'number',
  typeOptions: { minValue: 0, maxValue: 1, numberPrecision: 2 },
  default: 0.8,
  description:
    'Fields with a confidence (0 to 1) below this are listed in "lowConfidence", and their document has "needsReview" set to true',
};

export const outputOptions: INodeProperties[] = [
  minScoreOption,
  fieldRulesOption,
  sumsOption,
  reviewOutputOption,
  { ...includeScoresOption, ...unlessRaw },
  {
    displayName: 'Typed Values',
    name: 'typedValues',
    type: 'boolean',
    ...unlessRaw,
    default: false,
    description:
      'Whether to return dates in ISO form, amounts as numbers, and true and false as booleans. ' +
      'What does not fit stays text, and "texts" has every value as it was read.',
  },
  {
    displayName: 'Field Names',
    name: 'fieldNames',
    type: 'options',
    ...unlessRaw,
    options: [
      { name: 'As Read', value: 'name', description: 'The name as it appears in the response' },
      {
        name: 'Standardised',
        value: 'stdName',
        description: 'The standardised name, or the name as read if there is none',
      },
    ],
    default: 'name',
    description: 'Which names of the service become the keys of fields, tables and columns',
  },
  {
    displayName: 'Files as Binary',
    name: 'filesAsBinary',
    type: 'boolean',
    ...unlessRaw,
    default: true,
    description:
      'Whether to return images, crops and original files as binary data. If off, they stay as base64 in the JSON.',
  },
];

export const addressOptions: INodeProperties[] = [
  { ...includeScoresOption, ...unlessRaw },
  minScoreOption,
  reviewOutputOption,
];

/** What is read from: an item, or the parameters of the trigger. */
export type OutputParameters = ParameterReader & { readonly options: ParameterReader };

export function readOutputSettings(parameters: OutputParameters): OutputSettings {
  const { options } = parameters;
  const output = (parameters.choice('output') ?? 'simplified') as OutputSettings['output'];
  return {
    output,
    selectedFields: output === 'selectedFields' ? readSelectedFields(parameters) : [],
    splitInto: (parameters.choice('splitInto') ?? 'documents') as OutputSettings['splitInto'],
    fieldNames: (options.choice('fieldNames') ?? 'name') as OutputSettings['fieldNames'],
    minScore: options.number('minScore', SCORE),
    includeScores: options.boolean('includeScores') ?? false,
    filesAsBinary: options.boolean('filesAsBinary') ?? true,
    originalFile: undefined,
    maskCardNumber: options.boolean('maskCardNumber') ?? false,
    typedValues: options.boolean('typedValues') ?? false,
    fieldRules: readFieldRules(options),
    sums: readSums(options),
    reviewOutput: options.boolean('reviewOutput') ?? false,
  };
}

function readSelectedFields(parameters: ParameterReader): string[] {
  const names = ['selectedFields', 'otherFields'].flatMap((name) => parameters.list(name, (text) => text.split(',')));
  if (names.length > 0) return names;
  throw parameters.refusal(
    'selectedFields',
    'is empty',
    'Choose the fields to return, add their names to "Other Fields", or choose another "Output".',
  );
}
