import { DateTime } from 'luxon';
import type { INodeProperties } from 'n8n-workflow';
import type { Item } from '../parameters/item';
import { type JsonObject, textOf } from '../common/shape';
import { offeringFieldNames } from '../parameters/field-names';
import { pairsOf } from '../parameters/list-fields';
import { namedCells } from '../documents/by-name';
import {
  type Field,
  fieldsNamed,
  hasType,
  hasValues,
  isEmptyValue,
  type ServiceDocument,
} from '../documents/service-document';
import { documentOperation } from './document-operation';

const fieldName = offeringFieldNames('e.g. nome');

const expectedFields: INodeProperties = {
  displayName: 'Fields',
  name: 'fields',
  ...pairsOf('Field', 'field', {
    name: { ...fieldName, required: true },
    value: { placeholder: 'e.g. Maria da Silva' },
  }),
  // The editor does not mark a list as required. It opens with a first entry instead, whose name is marked.
  default: { field: [{ name: fieldName.default, value: '' }] },
  required: true,
  description: 'The fields and the values you expect in the document',
};

const parameterNameOption: INodeProperties = {
  displayName: 'Fields Parameter Name',
  name: 'fieldsParameterName',
  type: 'string',
  default: 'fields',
  description: 'The name of the form parameter that carries the fields, if your provider uses a different one',
};

export const compareContent = documentOperation({
  operation: 'compareContent',
  name: 'Compare Content',
  action: 'Compare a document with expected values',
  description: 'Compare expected values with the content of a document',
  service: '6. Content compare (multipart)',
  returns:
    'for each expected value the one in the document, its score and whether they are equal; and all fields by name',
  path: '/process-image/content-compare',
  fields: [expectedFields],
  parameters: ['filePassword'],
  lastOptions: [parameterNameOption],
  own(item) {
    const expected = readExpected(item);
    const sent = JSON.stringify(expected.map(({ name, value }) => ({ name, value })));
    return {
      entries: [[item.options.text('fieldsParameterName') || 'fields', sent]],
      hooks: {
        members: (document) => ({ inText: comparisonMember(document, expected) }),
        // The type of a comparison may be null.
        isIdentified: (document) => hasType(document) || hasValues(document),
      },
    };
  },
});

interface Expected {
  name: string;
  value: string;
  /** What it was before it became a date. */
  given: string;
  /** If it is a number: an amount in the document has decimals. */
  number: number | undefined;
}

function readExpected(item: Item): Expected[] {
  const fields = item.pairs('fields');
  if (fields.length === 0)
    throw item.refusal('fields', 'is empty', 'Add each field to compare, with its name and the value you expect.');
  return fields.map(({ name, value }) => {
    const given = textOf(value);
    const number = typeof value === 'number' ? value : undefined;
    return { name, value: asDate(given, item.timezone), given, number };
  });
}

const MIDNIGHT = /^(\d{4}-\d\d-\d\d)T00:00:00(?:\.0+)?(?:Z|[+-]\d\d:\d\d)?$/;

/** A date of an expression that has no time, there or here: those of a document have none (service interface, "Field"). */
function asDate(text: string, timezone: string): string {
  const here = IN_UTC.test(text) ? (DateTime.fromISO(text, { zone: timezone }).toISO() ?? '') : '';
  return [text, here].map((one) => MIDNIGHT.exec(one)?.[1]).find(Boolean) ?? text;
}

/** As a JavaScript date has it. */
const IN_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** For each field: the expected value, the value the service found, and its score. */
function comparisonMember(document: ServiceDocument, expected: Expected[]): JsonObject {
  const { sections } = document;
  const standardised = namedCells(sections, { fieldNames: 'stdName' });
  const cells = namedCells(sections, { fieldNames: 'name' }).map(({ name, field }, index) => ({
    ...field,
    name,
    stdName: standardised[index]?.name ?? null,
  }));
  const found = foundFor(expected, [...sections.flatMap((section) => section.fields), ...cells]);
  const comparison = expected.map((one) => {
    const field = found.get(one);
    return {
      name: one.name,
      expected: one.value,
      found: field?.value ?? null,
      score: field?.score ?? null,
      equal: field !== undefined && isEqual(field, one),
    };
  });
  return { comparison };
}

/** Values are texts. An expected text that is empty is equal to a field without a value, and to one of nothing but spaces. */
function isEqual(field: Field, { value, given, number }: Expected): boolean {
  const found = textOf(field.value);
  if ([value, given].includes(found) || (isEmptyValue(value) && isEmptyValue(field.value))) return true;
  return number !== undefined && /^-?\d+\.\d+$/.test(found) && Number(found) === number;
}

/**
 * The field that each expected value is compared with. Of several fields of a name, in any order, an equal one comes
 * first; of the others each is taken once, as long as there are enough.
 */
function foundFor(expected: Expected[], fields: Field[]): Map<Expected, Field> {
  const found = new Map<Expected, Field>();
  const free = new Set(fields);
  for (const wantsEqual of [true, false]) {
    for (const one of expected.filter((other) => !found.has(other))) {
      const named = fieldsNamed(one.name, fields);
      const isFree = (field: Field) => free.has(field) && (!wantsEqual || isEqual(field, one));
      const field = named.find(isFree) ?? (wantsEqual ? undefined : named[0]);
      if (!field) continue;
      found.set(one, field);
      free.delete(field);
    }
  }
  return found;
}
