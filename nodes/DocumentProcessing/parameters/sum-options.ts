import type { INodeProperties } from 'n8n-workflow';
import { ValidationError } from '../common/errors';
import type { Sum } from '../documents/settings';
import { offeringFieldNames } from './field-names';
import { listOf } from './list-fields';
import type { ParameterReader } from './parameter-reader';

const partsField: INodeProperties = {
  displayName: 'Parts',
  name: 'parts',
  ...listOf('Part', 'part', [
    {
      displayName: 'Field Name',
      name: 'name',
      ...offeringFieldNames('e.g. valor_iss'),
      description: 'The name or standardised name of a field, or a column as <code>table.column</code>',
    },
    {
      displayName: 'Sign',
      name: 'sign',
      type: 'options',
      options: [
        { name: 'Plus', value: 'plus' },
        { name: 'Minus', value: 'minus' },
      ],
      default: 'plus',
      description: 'Whether it is added or subtracted',
    },
    {
      displayName: 'Optional',
      name: 'optional',
      type: 'boolean',
      default: false,
      description: 'Whether it counts as zero where it has no value',
    },
  ]),
  description: 'What the total is made of',
};

export const sumsOption: INodeProperties = {
  displayName: 'Sums',
  name: 'sums',
  ...listOf('Sum', 'sum', [
    {
      displayName: 'Total',
      name: 'total',
      ...offeringFieldNames('e.g. valor_liquido'),
      description: 'The name or standardised name of the field that has the total',
    },
    partsField,
    {
      displayName: 'Tolerance',
      name: 'tolerance',
      type: 'number',
      typeOptions: { minValue: 0 },
      default: 0.01,
      description: 'Amounts that differ by less are equal: 0.01 finds a cent',
    },
  ]),
  description:
    'Amounts that have to add up. What does not is listed in "invalid", and its document has "needsReview" set to true. ' +
    'What cannot be checked is listed in "notChecked".',
};

// Beyond it, a number has no tenth decimal.
const TOLERANCE = { min: 0, max: 1_000_000 };

export function readSums(options: ParameterReader): Sum[] {
  return options.addedRows('sums').map((row) => {
    const total = row.requiredText('total');
    const parts = row.rows('parts');
    if (parts.length === 0)
      throw new ValidationError(
        `The sum "${total}" has no parts`,
        'In the option "Sums", add the fields or columns that the total is made of.',
      );
    return {
      total,
      parts: parts.map((part) => ({
        name: part.requiredText('name'),
        sign: part.choice('sign') === 'minus' ? 'minus' : 'plus',
        isOptional: part.boolean('optional') ?? false,
      })),
      tolerance: row.number('tolerance', TOLERANCE) ?? 0.01,
    };
  });
}
