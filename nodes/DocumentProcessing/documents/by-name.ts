import { groupBy, type JsonObject } from '../common/shape';
import type { Field, Section, Table } from './service-document';
import type { OutputSettings } from './settings';
import { typedValue } from './typed-values';

type Naming = Pick<OutputSettings, 'fieldNames' | 'typedValues'>;

/**
 * An object of names and values; a name that repeats becomes a list. A name such as `__proto__` becomes an ordinary
 * member.
 */
export function byName(pairs: Iterable<[name: string, value: unknown]>): JsonObject {
  const named = groupBy(pairs, ([name]) => name);
  const values = [...named].map(([name, list]) => ({ name, list: list.map(([, value]) => value) }));
  return Object.fromEntries(values.map(({ name, list }) => [name, list.length === 1 ? list[0] : list]));
}

/** What has only one of the two names is called by that. */
export const nameOf = ({ name, stdName }: WithNames, { fieldNames }: Pick<OutputSettings, 'fieldNames'>): string =>
  fieldNames === 'stdName' ? (stdName ?? name) : name || (stdName ?? '');

/** A value exactly as read, or as data if the settings ask for it. */
export const valueOf = (field: Field, { typedValues }: Pick<Naming, 'typedValues'>): unknown =>
  typedValues ? typedValue(field) : field.value;

/** Fields as `{name: value}`. */
export const fieldsByName = (fields: Field[], naming: Naming): JsonObject =>
  byName(fields.map((field) => [nameOf(field, naming), valueOf(field, naming)]));

/**
 * What the settings ask for beside the values, of fields by name and of cells by `table.column`: their scores, and the
 * texts as read, if values are returned as data.
 */
export function besideValues(fields: Field[], sections: Section[], settings: OutputSettings): JsonObject {
  const { includeScores, typedValues } = settings;
  if (!includeScores && !typedValues) return {};
  const named = namedValues(fields, sections, settings);
  return {
    ...(includeScores && { scores: scoresByName(named) }),
    ...(typedValues && { texts: byName(named.map(({ name, field }) => [name, field.value])) }),
  };
}

export const scoresByName = (named: Array<{ name: string; field: Field }>): JsonObject =>
  byName(named.map(({ name, field }) => [name, field.score]));

/** A field or a cell as the item calls it, and with all the names by which it is asked for. */
interface Named {
  name: string;
  names: string[];
  field: Field;
}

export type WithNames = Pick<Field, 'name' | 'stdName'>;

/** What is read without a name has only the standardised one. */
export const namesOf = ({ name, stdName }: WithNames): string[] =>
  name === '' || !stdName || stdName === name ? [name || (stdName ?? '')] : [name, stdName];

export const cellNames = (table: WithNames, cell: WithNames): string[] =>
  namesOf(table).flatMap((tableName) => namesOf(cell).map((column) => `${tableName}.${column}`));

/** All cells of the tables in sections, each named `table.column`. */
export const namedCells = (sections: Section[], naming: Pick<Naming, 'fieldNames'>): Named[] =>
  sections
    .flatMap(({ tables }) => tables)
    .flatMap((table) =>
      table.rows.flat().map((field) => ({
        name: `${nameOf(table, naming)}.${nameOf(field, naming)}`,
        names: cellNames(table, field),
        field,
      })),
    );

/** The same after fields. */
export const namedValues = (fields: Field[], sections: Section[], naming: Pick<Naming, 'fieldNames'>): Named[] => [
  ...fields.map((field) => ({ name: nameOf(field, naming), names: namesOf(field), field })),
  ...namedCells(sections, naming),
];

/** The rows of a table, each as `{header: value}`. */
export const rowsByHeader = (table: Table, naming: Naming): JsonObject[] =>
  table.rows.map((row) => fieldsByName(row, naming));

/**
 * Tables as `{table: rows}`; tables of the same name are joined. If one has a shape the service interface does not
 * describe, the result is a list of all tables, with that one as it came.
 */
export function tablesByName(
  sections: Array<Pick<Section, 'tables' | 'unknownTables'>>,
  naming: Naming,
): JsonObject | JsonObject[] {
  const unknown = sections.flatMap(({ unknownTables }) => unknownTables);
  const tables = sections
    .flatMap((section) => section.tables)
    .map((table) => ({ name: nameOf(table, naming), rows: rowsByHeader(table, naming) }));
  if (unknown.length > 0) return [...tables, ...unknown];
  const named = groupBy(tables, ({ name }) => name);
  return Object.fromEntries([...named].map(([name, list]) => [name, list.flatMap(({ rows }) => rows)]));
}

export const sectionName = (section: Section, settings: OutputSettings): string | null =>
  nameOf(section, settings) || null;
