import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import { ValidationError } from '../common/errors';
import { asObject, type JsonObject, oneOrMoreObjects, textOf } from '../common/shape';
import type { FieldRule } from '../documents/settings';
import type { Format } from '../documents/formats';
import { compilePattern } from '../documents/pattern';
import { offeringFieldNames } from './field-names';
import { listOf } from './list-fields';
import { chosenValue, type ParameterReader } from './parameter-reader';

/** In the order of the editor's list. */
const FORMATS: Record<Format, { name: string; description?: string }> = {
  amount: { name: 'Amount', description: 'A number, e.g. 1025.00, 1.025,00 or R$ 5,00' },
  any: { name: 'Any' },
  cnpj: { name: 'CNPJ', description: 'With its check digits, also with letters' },
  cpf: { name: 'CPF', description: 'With its check digits' },
  cpfOrCnpj: { name: 'CPF or CNPJ' },
  date: { name: 'Date', description: 'A date of the calendar, e.g. 2025-01-31 or 31/01/2025' },
  email: { name: 'Email' },
  regex: { name: 'Regular Expression' },
};

export const fieldRulesOption: INodeProperties = {
  displayName: 'Field Rules',
  name: 'fieldRules',
  ...listOf('Rule', 'rule', [
    {
      displayName: 'Field Name',
      name: 'name',
      ...offeringFieldNames('e.g. cpf'),
      description: 'The name or standardised name of a field, or a column as <code>table.column</code>',
    },
    {
      displayName: 'Format',
      name: 'format',
      type: 'options',
      options: Object.entries(FORMATS).map(([value, shown]) => ({ ...shown, value })),
      default: 'any',
      description: 'The format of the value. An empty value is not checked.',
    },
    {
      displayName: 'Format Pattern',
      name: 'pattern',
      type: 'string',
      displayOptions: { show: { format: ['regex'] } },
      default: '',
      placeholder: 'e.g. ^[A-Z]{2}-\\d+$',
      description:
        'The regular expression. It may match anywhere in the value unless it begins with <code>^</code> and ends with <code>$</code>.',
    },
    {
      displayName: 'Minimum Score',
      name: 'minScore',
      type: 'number',
      typeOptions: { minValue: 0, maxValue: 1, numberPrecision: 2 },
      default: 0,
      description:
        'The minimum score of this field, from 0 to 1, instead of the one for all fields. 0 leaves that in force.',
    },
    {
      displayName: 'Required',
      name: 'required',
      type: 'boolean',
      default: false,
      description: 'Whether the field must have a value',
    },
  ]),
  description:
    'What you expect of fields. Fields that are required and empty are listed in "missing", values of another format in "invalid", ' +
    'and their document has "needsReview" set to true.',
};

/**
 * What a list of rules has an expression for that returned nothing, also in the lists inside: a rule without it checks
 * less, and every document passes.
 */
export function unsetInRules(rules: INodeProperties, given: unknown): string[] {
  const [collection] = rules.options as INodePropertyCollection[];
  if (!collection) return [];
  const rows = oneOrMoreObjects(asObject(given)[collection.name]);
  const unset = collection.values
    .filter(({ name }) => rows.some((row) => Object.hasOwn(row, name) && (row[name] ?? null) === null))
    .map(({ displayName }) => `${displayName}" of "${rules.displayName}`);
  const lists = collection.values.filter(({ type }) => type === 'fixedCollection');
  const inside = lists.flatMap((list) => rows.flatMap((row) => unsetInRules(list, row[list.name])));
  return [...unset, ...new Set(inside)];
}

/** Scores of the service are between 0 and 1. */
export const SCORE = { min: 0, max: 1 };

export function readFieldRules(options: ParameterReader): FieldRule[] {
  const nameOf = (row: JsonObject) => textOf(chosenValue(row['name'])).trim();
  const rules = options
    .addedRows('fieldRules', (label, row) => `"${label}" of the rule for the field "${nameOf(row)}"`)
    .map(readRule);
  const names = rules.map(({ name }) => name.normalize());
  const duplicate = names.find((name, index) => names.indexOf(name) < index);
  if (duplicate === undefined) return rules;
  throw options.refusal(
    'fieldRules',
    `has two rules for the field "${duplicate}"`,
    'Put what you expect of the field into one rule.',
  );
}

function readRule(row: ParameterReader): FieldRule {
  const name = row.text('name');
  if (name === '')
    throw new ValidationError(
      'A rule in the option "Field Rules" has no field name',
      'Enter a name or remove the rule.',
    );
  const format = (row.choice('format') ?? 'any') as Format;
  return {
    name,
    isRequired: row.boolean('required') ?? false,
    // 0 leaves the score for all fields in force.
    minScore: row.number('minScore', SCORE) || undefined,
    format,
    pattern: format === 'regex' ? readPattern(name, row.verbatim('pattern')) : undefined,
  };
}

function readPattern(name: string, pattern: string): string {
  compilePattern(
    pattern,
    (reason) =>
      new ValidationError(
        `The pattern of the rule for the field "${name}" cannot be used: ${reason}`,
        'In the option "Field Rules", enter a regular expression, e.g. ^\\d{5}$. One that repeats what can be divided in ' +
          'several ways could take hours for a short value: write [\\w ]+ instead of (\\w+ ?)+, or [ab]+ instead of (a|b)+.',
      ),
  );
  return pattern;
}
