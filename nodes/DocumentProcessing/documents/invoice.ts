import { asText, groupBy, type JsonObject } from '../common/shape';
import { besideValues, fieldsByName, nameOf, namesOf, tablesByName, type WithNames } from './by-name';
import { type Field, isEmptyValue, type Section, type ServiceDocument, type Table } from './service-document';
import type { OutputSettings } from './settings';
import type { Content } from './simplify';

/** The sources of an invoice side by side, e.g. `official` and `iocr`. */
export const invoiceSources = (document: ServiceDocument, settings: OutputSettings): JsonObject =>
  Object.fromEntries(
    sourcesOf(document).map(([source, sections]) => {
      const fields = sections.flatMap((section) => section.fields);
      const members = {
        fields: fieldsByName(fields, settings),
        tables: tablesByName(sections, settings),
        ...besideValues(fields, sections, settings),
      };
      return [source, members];
    }),
  );

/** Which source each of the fields that count comes from. */
export function fieldSources({ fields, sections }: Content, settings: OutputSettings): JsonObject {
  const sources = new Map(
    sections.flatMap((section) => section.fields.map((field) => [field, section.source] as const)),
  );
  return Object.fromEntries(fields.map((field) => [nameOf(field, settings), sources.get(field) ?? NO_SOURCE]));
}

/**
 * What of an invoice counts: each field and each table from the first source that has a value for its name, official
 * first. The fields are in the order of the paper; after them what only the official source has, and last what is empty.
 */
export function invoiceContent(document: ServiceDocument): Content {
  const sources = sourcesOf(document).map(([, sections]) => sections);
  const fields = firstOfEachName(
    sources.map((sections) => sections.flatMap((section) => section.fields)),
    ({ value }) => !isEmptyValue(value),
  );
  const tables = firstOfEachName(
    sources.map((sections) => sections.flatMap(tablesOf)),
    (table) => table.hasRows,
  );
  const counted = new Set([...tables].map(({ table }) => table));
  return {
    fields: inOrderOfPaper(sources, fields),
    sections: document.sections.map((section) => ({
      ...section,
      fields: section.fields.filter((field) => fields.has(field)),
      tables: section.tables.filter((table) => counted.has(table)),
      unknownTables: section.unknownTables.filter((table) => counted.has(table)),
    })),
  };
}

// What was read from the paper has the order of the paper; a register has an order of its own.
function inOrderOfPaper(sources: Section[][], counted: Set<Field>): Field[] {
  const names = [...sources].reverse().flatMap((sections) => sections.flatMap(({ fields }) => fields.map(keyOf)));
  const byName = new Map<string, Field[]>([...new Set(names)].map((name) => [name, []]));
  for (const field of sources.flat().flatMap(({ fields }) => fields))
    if (counted.has(field)) byName.get(keyOf(field))?.push(field);
  const groups = [...byName.values()];
  const isEmpty = (group: Field[]) => group.every(({ value }) => isEmptyValue(value));
  return [...groups.filter((group) => !isEmpty(group)), ...groups.filter(isEmpty)].flat();
}

const keyOf = (field: Field): string => nameOf(field, { fieldNames: 'name' });

const NO_SOURCE = 'unknown';

const sourcesOf = ({ sections }: ServiceDocument): Array<[string, Section[]]> =>
  [...groupBy(sections, ({ source }) => source ?? NO_SOURCE)].sort(([one], [other]) => rank(one) - rank(other));

// An official register is more reliable than what was read from the paper.
const rank = (source: string): number => (source === 'official' ? 0 : 1);

/** A table of a known shape, or one as it came. */
interface SourceTable extends WithNames {
  table: Table | JsonObject;
  hasRows: boolean;
}

const tablesOf = ({ tables, unknownTables }: Section): SourceTable[] => [
  ...tables.map((table) => ({ ...table, table, hasRows: table.rows.flat().some(({ value }) => !isEmptyValue(value)) })),
  ...unknownTables.map((table) => ({
    name: asText(table['name']) ?? '',
    stdName: asText(table['stdName']) ?? null,
    table,
    hasRows: true,
  })),
];

/**
 * Of what several sources have under one name, standardised or not, or without a name: that of the first source with a
 * value for it; if none has one, that of the first source. Where a name repeats in a source, it keeps its empty values.
 */
function firstOfEachName<T extends WithNames>(sources: T[][], hasValue: (one: T) => boolean): Set<T> {
  const kept = new Set<T>();
  const taken = new Set<string>();
  for (const wantsValue of [true, false]) {
    for (const source of sources) {
      const free = source.filter((one) => !namesOf(one).some((name) => taken.has(name)));
      const found = new Set(free.filter((one) => hasValue(one) === wantsValue).flatMap(namesOf));
      const own = free.filter((one) => namesOf(one).every((name) => found.has(name)));
      for (const one of own) kept.add(one);
      for (const name of own.flatMap(namesOf)) taken.add(name);
    }
  }
  return kept;
}
