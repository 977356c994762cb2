import type { INodeProperties } from 'n8n-workflow';
import type { Item } from './item';
import { ValidationError } from '../common/errors';
import { type OutputSettings, type SplitInto, SPLITS } from '../documents/settings';
import { asObject, asText } from '../common/shape';

export const simplifyField: INodeProperties = {
  displayName: 'Simplify',
  name: 'simplify',
  type: 'boolean',
  default: true,
  description: 'Whether to return a simplified version of the response instead of the raw data',
};

export const outputFields: INodeProperties[] = [
  simplifyField,
  {
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
    description: 'What becomes an item of its own',
  },
];

const whenSimplified = { displayOptions: { show: { '/simplify': [true] } } };

export const outputOptions: INodeProperties[] = [
  {
    displayName: 'Field Names',
    name: 'fieldNames',
    type: 'options',
    ...whenSimplified,
    options: [
      { name: 'As Read', value: 'name' },
      { name: 'Standardised', value: 'stdName', description: 'The standardised name, or the name where there is none' },
    ],
    default: 'name',
    description: 'By which of the names of the service to find fields, tables and columns',
  },
  {
    displayName: 'Files as Binary',
    name: 'filesAsBinary',
    type: 'boolean',
    ...whenSimplified,
    default: true,
    description:
      'Whether to turn images, crops and original files into binary data. When off, they stay as base64 in the JSON.',
  },
  {
    displayName: 'Include Scores',
    name: 'includeScores',
    type: 'boolean',
    ...whenSimplified,
    default: false,
    description: 'Whether to add the confidence of each field, between 0 and 1, as "scores"',
  },
  {
    displayName: 'Minimum Score',
    name: 'minScore',
    type: 'number',
    typeOptions: { minValue: 0, maxValue: 1, numberPrecision: 2 },
    ...whenSimplified,
    default: 0.8,
    description:
      'The confidence, between 0 and 1, below which a field is listed in "lowConfidence" and the document gets "needsReview"',
  },
];

export const maskOption: INodeProperties = {
  displayName: 'Mask Card Number',
  name: 'maskCardNumber',
  type: 'boolean',
  ...whenSimplified,
  default: false,
  description: 'Whether to return only the last four digits of the card number',
};

export const readOutputSettings = (item: Item): OutputSettings => outputSettings((name) => item.parameter(name));

/** The settings out of a node's parameters, by name. */
export function outputSettings(parameter: (name: string) => unknown): OutputSettings {
  const options = asObject(parameter('options'));
  return {
    simplify: parameter('simplify') !== false,
    splitInto: readSplitInto(asText(parameter('splitInto')) || 'documents'),
    fieldNames: options['fieldNames'] === 'stdName' ? 'stdName' : 'name',
    minScore: readMinScore(options['minScore']),
    includeScores: options['includeScores'] === true,
    filesAsBinary: options['filesAsBinary'] !== false,
    maskCardNumber: options['maskCardNumber'] === true,
  };
}

function readMinScore(value: unknown): number | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const minScore = Number(value);
  if (minScore >= 0 && minScore <= 1) return minScore;
  throw new ValidationError(
    'The option "Minimum Score" is not between 0 and 1',
    'Scores of the service are between 0 and 1: give e.g. 0.8 for 80 %.',
  );
}

function readSplitInto(text: string): SplitInto {
  const found = SPLITS.find((split) => split === text);
  if (found) return found;
  throw new ValidationError(`The parameter "Split Into" is "${text}"`, `Give one of: ${SPLITS.join(', ')}.`);
}
