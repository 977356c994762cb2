import type { INodeProperties } from 'n8n-workflow';
import { ValidationError } from '../common/errors';
import { asObject, asText } from '../common/shape';
import { type OutputSettings, SPLIT_INTO } from '../documents/simplify';
import type { Item } from './item';
import { shownInVersion1 } from './node-version';

export const simplifyField: INodeProperties = {
  displayName: 'Simplify',
  name: 'simplify',
  type: 'boolean',
  default: true,
  description: 'Whether to return a simplified version of the response instead of the raw data',
};

const splitIntoField: INodeProperties = {
  displayName: 'Split Into',
  name: 'splitInto',
  type: 'options',
  displayOptions: { show: { simplify: [true] } },
  options: [
    { name: 'Documents', value: 'documents', description: 'One item per recognised document' },
    { name: 'Sections', value: 'sections', description: 'One item per section of a document' },
    { name: 'Table Rows', value: 'rows', description: 'One item per row of a table' },
  ],
  default: 'documents',
  description: 'What each output item represents',
};

/** For results with sections or tables. */
export const outputFields: INodeProperties[] = [simplifyField, splitIntoField];

/** For results that have neither. */
export const unsplitOutputFields: INodeProperties[] = [simplifyField, ...shownInVersion1(splitIntoField)];

const whenSimplified = { displayOptions: { show: { '/simplify': [true] } } };

export const outputOptions: INodeProperties[] = [
  {
    displayName: 'Minimum Score',
    name: 'minScore',
    type: 'number',
    typeOptions: { minValue: 0, maxValue: 1, numberPrecision: 2 },
    ...whenSimplified,
    default: 0.8,
    description:
      'Fields with a confidence (0 to 1) below this are listed in "lowConfidence", and their document has "needsReview" set to true',
  },
  {
    displayName: 'Include Scores',
    name: 'includeScores',
    type: 'boolean',
    ...whenSimplified,
    default: false,
    description: 'Whether to add the confidence of each field, from 0 to 1, as "scores"',
  },
  {
    displayName: 'Field Names',
    name: 'fieldNames',
    type: 'options',
    ...whenSimplified,
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
    ...whenSimplified,
    default: true,
    description:
      'Whether to return images, crops and original files as binary data. If off, they stay as base64 in the JSON.',
  },
];

export const maskCardNumberOption: INodeProperties = {
  displayName: 'Mask Card Number',
  name: 'maskCardNumber',
  type: 'boolean',
  ...whenSimplified,
  default: false,
  description: 'Whether to hide all but the last four digits of the card number',
};

export const readOutputSettings = (item: Item): OutputSettings => asOutputSettings((name) => item.parameter(name));

/** The settings, from a function that reads a parameter of the node by its name. */
export function asOutputSettings(parameter: (name: string) => unknown): OutputSettings {
  const options = asObject(parameter('options'));
  return {
    simplify: parameter('simplify') !== false,
    splitInto: readSplitInto(asText(parameter('splitInto')) || 'documents'),
    fieldNames: options['fieldNames'] === 'stdName' ? 'stdName' : 'name',
    minScore: readMinScore(options['minScore']),
    includeScores: options['includeScores'] === true,
    filesAsBinary: options['filesAsBinary'] !== false,
    originalFile: true,
    maskCardNumber: options['maskCardNumber'] === true,
  };
}

function readMinScore(value: unknown): number | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const minScore = Number(value);
  if (minScore >= 0 && minScore <= 1) return minScore;
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
