import { meanScore, presentFields, presentTables, type Field, type Table } from '../../documents/present.ts';
import type { Section } from '../../documents/sections.ts';
import type { Passage } from './passages.ts';

/** How sure a rule is that reads by form, where nothing else is known. */
export const SURE = 0.9;

export const field = (name: string, value: string | null, score: number = SURE): Field => ({
  name,
  stdName: name,
  value,
  score: value === null ? null : score,
});

/** Rows of cells by column; a table without rows is none. */
export function tableOf(name: string, columns: string[], rows: Field[][]): Table[] {
  if (rows.length === 0) return [];
  const headers = columns.map((column) => ({ name: column, stdName: column, score: SURE }));
  return [{ name, stdName: name, score: meanScore(rows.flat()) ?? SURE, headers, values: rows }];
}

/** A section with what the rules read of a passage before what its layout says; the same is not said twice. */
export function sectionOf(name: string, passage: Passage, fields: Field[], tables: Table[]): Section {
  const printed = presentFields(passage.fields);
  const own = fields.filter((one) => !printed.some((other) => other.name === one.name && other.value !== null));
  const all = [...own, ...printed];
  const allTables = [...tables, ...presentTables(passage.tables)];
  return {
    name,
    stdName: name,
    score: meanScore([...all.filter(({ value }) => value !== null), ...allTables]),
    fields: all,
    tables: allTables,
  };
}
