import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { ValidationError } from '../common/errors';
import { asObject, isObject, textOf } from '../common/shape';
import { OUTPUTS, type OutputSettings, SPLIT_INTO } from '../documents/simplify';
import { asScore, fieldRulesOption, readFieldRules } from './field-rules';
import type { Item } from './item';
import { hasReviewOutput, reviewOutputOption } from './review-output';

const OUTPUT_OPTIONS: INodePropertyOptions[] = [
  { name: 'Markdown', value: 'markdown', description: 'The content as one text, for a language model or a chat' },
  { name: 'Raw', value: 'raw', description: 'The response as it came, one item per request' },
  { name: 'Selected Fields', value: 'selectedFields', description: 'Only the fields you choose, and the request ID' },
  { name: 'Simplified', value: 'simplified', description: 'Fields and tables by name' },
];

const outputField = (names: readonly string[]): INodeProperties => ({
  displayName: 'Output',
  name: 'output',
  type: 'options',
  options: OUTPUT_OPTIONS.filter(({ value }) => names.includes(String(value))),
  default: 'simplified',
  description: 'The form in which documents are returned',
});

const formFields: INodeProperties[] = [
  outputField(OUTPUTS),
  {
    displayName: 'Selected Fields',
    name: 'selectedFields',
    type: 'string',
    typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Field' },
    displayOptions: { show: { output: ['selectedFields'] } },
    default: [],
    placeholder: 'e.g. data_emissao',
    description:
      'Names or standardised names of fields, or members of the simplified output such as <code>type</code> and <code>tables</code>',
  },
];

const splitIntoField: INodeProperties = {
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
};

/** For results with sections or tables. */
export const outputFields: INodeProperties[] = [...formFields, splitIntoField];

/** For results that have neither. */
export const unsplitOutputFields: INodeProperties[] = formFields;

/** For addresses, which are no documents. */
export const addressOutputField: INodeProperties = {
  ...outputField(['simplified', 'raw']),
  description: 'The form in which addresses are returned',
};

export const unlessRaw = { displayOptions: { hide: { '/output': ['raw'] } } };

const includeScoresOption: INodeProperties = {
  displayName: 'Include Scores',
  name: 'includeScores',
  type: 'boolean',
  default: false,
  description: 'Whether to add the confidence of each field, from 0 to 1, as "scores"',
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

export const maskCardNumberOption: INodeProperties = {
  displayName: 'Mask Card Number',
  name: 'maskCardNumber',
  type: 'boolean',
  ...unlessRaw,
  default: false,
  description: 'Whether to hide all but the last four digits of the card number',
};

export const readOutputSettings = (item: Item): OutputSettings => asOutputSettings((name) => item.parameter(name));

/** The settings, from a function that reads a parameter of the node by its name. */
export function asOutputSettings(parameter: (name: string) => unknown): OutputSettings {
  const options = asObject(parameter('options'));
  const output = readOutput(parameter('output'));
  return {
    output,
    selectedFields: output === 'selectedFields' ? readSelectedFields(parameter('selectedFields')) : [],
    splitInto: readSplitInto(textOf(parameter('splitInto')) || 'documents'),
    fieldNames: options['fieldNames'] === 'stdName' ? 'stdName' : 'name',
    minScore: readMinScore(options['minScore']),
    includeScores: isOn(options['includeScores']),
    filesAsBinary: options['filesAsBinary'] !== false,
    originalFile: true,
    maskCardNumber: isOn(options['maskCardNumber']),
    typedValues: isOn(options['typedValues']),
    fieldRules: readFieldRules(options['fieldRules']),
    reviewOutput: hasReviewOutput(options),
  };
}

// An expression may return the text "true".
const isOn = (value: unknown): boolean => value === true || value === 'true';

function readOutput(value: unknown): OutputSettings['output'] {
  const text = textOf(value) || 'simplified';
  const output = OUTPUTS.find((one) => one === text);
  if (output) return output;
  throw new ValidationError(`The parameter "Output" is "${text}"`, `Choose one of: ${OUTPUTS.join(', ')}.`);
}

function readSelectedFields(value: unknown): string[] {
  const given = Array.isArray(value) ? value : textOf(value).split(',');
  if (isObject(value) || given.some((name) => typeof name === 'object' && name !== null))
    throw new ValidationError(
      'The parameter "Selected Fields" is not a list of names',
      'An expression has to return a list of texts, or one text with commas, e.g. data_emissao, valor_total.',
    );
  const names = given.map((name) => textOf(name).trim()).filter((name) => name !== '');
  if (names.length > 0) return names;
  throw new ValidationError(
    'The parameter "Selected Fields" is empty',
    'Add the names of the fields to return, e.g. data_emissao, or choose another "Output".',
  );
}

function readMinScore(value: unknown): number | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const minScore = asScore(value);
  if (minScore !== undefined) return minScore;
  throw new ValidationError(
    'The option "Minimum Score" is not between 0 and 1',
    'The scores of the service are between 0 and 1: enter e.g. 0.8 for 80 %.',
  );
}

function readSplitInto(text: string): OutputSettings['splitInto'] {
  const found = SPLIT_INTO.find((split) => split === text);
  if (found) return found;
  throw new ValidationError(`The parameter "Split Into" is "${text}"`, `Choose one of: ${SPLIT_INTO.join(', ')}.`);
}
