import type { OutputSettings } from './settings';
import type { JsonObject } from '../common/shape';
import { byName } from './by-name';
import type { Field, Section, Table } from './document';

type Naming = Pick<OutputSettings, 'fieldNames'>;

interface Named {
  name: string;
  stdName: string | null;
}

export const nameOf = (named: Named, { fieldNames }: Naming): string =>
  fieldNames === 'stdName' ? (named.stdName ?? named.name) : named.name;

/** `{name: value}` of fields, values exactly as read. */
export const fieldsByName = (fields: Field[], naming: Naming): JsonObject =>
  byName(fields.map((field) => [nameOf(field, naming), field.value]));

export const scoresByName = (fields: Field[], naming: Naming): JsonObject =>
  byName(fields.map((field) => [nameOf(field, naming), field.score]));

/** The rows of a table, each `{header: value}`. */
export const rowsByHeader = (table: Table, naming: Naming): JsonObject[] =>
  table.rows.map((row) => fieldsByName(row, naming));

/**
 * `{table: rows}`; tables of one name follow each other. Where one has a shape the interface does not show, a list of
 * all, that one as it came.
 */
export function tablesByName(
  sections: Array<Pick<Section, 'tables' | 'otherTables'>>,
  naming: Naming,
): JsonObject | JsonObject[] {
  const others = sections.flatMap(({ otherTables }) => otherTables);
  const tables = sections
    .flatMap((section) => section.tables)
    .map((table) => ({ name: nameOf(table, naming), rows: rowsByHeader(table, naming) }));
  if (others.length > 0) return [...tables, ...others];
  const rows = new Map<string, JsonObject[]>();
  for (const table of tables) {
    const before = rows.get(table.name);
    if (before) before.push(...table.rows);
    else rows.set(table.name, table.rows);
  }
  return Object.fromEntries(rows);
}

/** Names of the fields, and of the cells as `table.column`, whose score is under the minimum. */
export function lowConfidence(sections: Section[], { minScore, ...naming }: OutputSettings): string[] {
  if (minScore === undefined) return [];
  const isLow = ({ score }: Field) => score !== null && score < minScore;
  const fields = sections.flatMap((section) => section.fields.filter(isLow).map((field) => nameOf(field, naming)));
  const cells = sections.flatMap(({ tables }) =>
    tables.flatMap((table) =>
      table.rows
        .flat()
        .filter(isLow)
        .map((cell) => `${nameOf(table, naming)}.${nameOf(cell, naming)}`),
    ),
  );
  return [...new Set([...fields, ...cells])];
}
