import type { Envelope } from '../transport/envelope';
import { asNumber, asText, groupBy, own, type JsonObject } from '../common/shape';
import { type FieldRule, minScoreOf } from './field-rules';
import type { Field, Section, ServiceDocument, Table } from './service-document';
import { typedValue } from './typed-values';

export const OUTPUTS = ['simplified', 'raw', 'selectedFields', 'markdown'] as const;

export const SPLIT_INTO = ['documents', 'sections', 'rows'] as const;

/** How the documents of a response become items. */
export interface OutputSettings {
  output: (typeof OUTPUTS)[number];
  /** With the output `selectedFields`: names of fields, or of members of the simplified form. */
  selectedFields: string[];
  /** What each output item represents. */
  splitInto: (typeof SPLIT_INTO)[number];
  /** Which of the service's names become keys. */
  fieldNames: 'name' | 'stdName';
  minScore: number | undefined;
  includeScores: boolean;
  filesAsBinary: boolean;
  /** Whether an invoice's original file is returned. */
  originalFile: boolean;
  maskCardNumber: boolean;
  /** Whether dates, numbers and booleans are returned as such. */
  typedValues: boolean;
  fieldRules: FieldRule[];
  /** Whether items that a person should check leave by an output of their own. */
  reviewOutput: boolean;
}

export const DEFAULT_OUTPUT: OutputSettings = {
  output: 'simplified',
  selectedFields: [],
  splitInto: 'documents',
  fieldNames: 'name',
  minScore: undefined,
  includeScores: false,
  filesAsBinary: true,
  originalFile: true,
  maskCardNumber: false,
  typedValues: false,
  fieldRules: [],
  reviewOutput: false,
};

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

export const nameOf = (
  named: { name: string; stdName: string | null },
  { fieldNames }: Pick<OutputSettings, 'fieldNames'>,
): string => (fieldNames === 'stdName' ? (named.stdName ?? named.name) : named.name);

/** Fields as `{name: value}`, with the values exactly as read, or as data if the settings ask for it. */
export const fieldsByName = (fields: Field[], naming: Naming): JsonObject =>
  byName(fields.map((field) => [nameOf(field, naming), naming.typedValues ? typedValue(field) : field.value]));

/**
 * The member `texts`, if values are returned as data: the texts as read, of fields by name and of cells by
 * `table.column`.
 */
export function textsMember(fields: Field[], tables: Table[], settings: OutputSettings): JsonObject {
  if (!settings.typedValues) return {};
  const cells = tables.flatMap((table) =>
    table.rows
      .flat()
      .map((cell): [string, unknown] => [`${nameOf(table, settings)}.${nameOf(cell, settings)}`, cell.value]),
  );
  return {
    texts: byName([...fields.map((field): [string, unknown] => [nameOf(field, settings), field.value]), ...cells]),
  };
}

/** The member `scores`, if the settings ask for it. */
export const scoresMember = (fields: Field[], settings: OutputSettings): JsonObject =>
  settings.includeScores ? { scores: byName(fields.map((field) => [nameOf(field, settings), field.score])) } : {};

/** The rows of a table, each as `{header: value}`. */
const rowsByHeader = (table: Table, naming: Naming): JsonObject[] => table.rows.map((row) => fieldsByName(row, naming));

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

/** Names of fields, and of cells as `table.column`, whose score is below the minimum. */
export function lowConfidence(sections: Section[], settings: OutputSettings): string[] {
  if (settings.minScore === undefined && settings.fieldRules.length === 0) return [];
  const isLow = (field: Field, table?: Table) =>
    field.score !== null && field.score < (minScoreOf(field, settings, table) ?? 0);
  const fields = sections.flatMap((section) =>
    section.fields.filter((field) => isLow(field)).map((field) => nameOf(field, settings)),
  );
  const cells = sections.flatMap(({ tables }) =>
    tables.flatMap((table) =>
      table.rows
        .flat()
        .filter((cell) => isLow(cell, table))
        .map((cell) => `${nameOf(table, settings)}.${nameOf(cell, settings)}`),
    ),
  );
  return [...new Set([...fields, ...cells])];
}

// What people look for in an item.
const FIRST_MEMBERS = ['markdown', 'comparison', 'fields', 'row', 'tables', 'sections'];

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value as object).length === 0);

/** The same members in the order in which people read them: first what was read, last what is empty. */
export function inReadingOrder(json: JsonObject): JsonObject {
  const placeOf = (name: string) => FIRST_MEMBERS.indexOf(name) + 1 || FIRST_MEMBERS.length + 1;
  const entries = Object.entries(json).sort(([one], [other]) => placeOf(one) - placeOf(other));
  return Object.fromEntries([
    ...entries.filter(([, value]) => !isEmpty(value)),
    ...entries.filter(([, value]) => isEmpty(value)),
  ]);
}

// Members of a result item that the service interface describes and that are kept as they came.
const KEPT_MEMBERS = ['processType', 'metadata'];

/** The values of a document that are output and judged: of an invoice, each from one of its sources. */
export interface Content {
  /** In the order in which they are output. */
  fields: Field[];
  sections: Section[];
}

/** Whether a person should check a document, and why. */
export interface Judgement {
  lowConfidence: string[];
  /** If there are field rules: required fields without a value. */
  missing?: string[];
  /** If there are field rules: fields whose value has another format. */
  invalid?: string[];
  needsReview: boolean;
}

/** One document as `{type, fields, tables, …}`, the same for every operation (docs/output.md). */
export function simplifyDocument(
  document: ServiceDocument,
  { fields, sections }: Content,
  judgement: Judgement,
  envelope: Envelope,
  settings: OutputSettings,
): JsonObject {
  const { raw } = document;
  const { lowConfidence: low, missing, invalid, needsReview } = judgement;
  return {
    type: raw['type'] ?? null,
    stdType: raw['stdType'] ?? null,
    score: document.score,
    ...pageNumbers(document),
    tags: tagsByKey(document.tags),
    fields: fieldsByName(fields, settings),
    ...scoresMember(fields, settings),
    tables: tablesByName(sections, settings),
    ...textsMember(
      fields,
      sections.flatMap(({ tables }) => tables),
      settings,
    ),
    ...(hasSections(sections) ? { sections: sections.map((section) => simplifySection(section, settings)) } : {}),
    ...keptMembers(raw),
    lowConfidence: low,
    ...(missing ? { missing } : {}),
    ...(invalid ? { invalid } : {}),
    needsReview,
    requestId: envelope.requestId ?? null,
    elapsedMilliseconds: envelope.elapsedMilliseconds ?? null,
  };
}

/** Whether the response has sections that can be told apart: by a name, or by their pages. */
export const hasSections = (sections: Section[]): boolean =>
  sections.some(({ name, stdName, pages }) => (name ?? stdName) !== null || pages.length > 0);

const keptMembers = (raw: JsonObject): JsonObject =>
  Object.fromEntries(KEPT_MEMBERS.filter((name) => own(raw, name) !== undefined).map((name) => [name, raw[name]]));

/** The page the document is on, and all its pages if its sections have page numbers. */
function pageNumbers({ raw, sections }: ServiceDocument): JsonObject {
  const pages = [...new Set(sections.flatMap((section) => section.pages))].sort((one, other) => one - other);
  const pageNumber = asNumber(raw['pageNumber']) ?? pages[0] ?? null;
  return pages.length > 0 ? { pageNumber, pages } : { pageNumber };
}

/** Tags of the form `key=value` as an object; a tag without a value has an empty text. */
const tagsByKey = (tags: string[]): JsonObject =>
  byName(
    [...new Set(tags)].map((tag) => {
      const [key = '', ...rest] = tag.split('=');
      return [key, rest.join('=')];
    }),
  );

const simplifySection = (section: Section, settings: OutputSettings): JsonObject => ({
  name: sectionName(section, settings),
  score: section.score,
  pages: section.pages,
  fields: fieldsByName(section.fields, settings),
  ...scoresMember(section.fields, settings),
  tables: tablesByName([section], settings),
  ...textsMember(section.fields, section.tables, settings),
});

export const sectionName = (section: Section, settings: OutputSettings): string | null =>
  section.name === null && section.stdName === null ? null : nameOf({ ...section, name: section.name ?? '' }, settings);

/** What an item of a section or a row repeats of its document. */
function documentMembers({ type, stdType, pageNumber, tags, ...others }: JsonObject): JsonObject {
  const { lowConfidence: low, missing, invalid, needsReview, requestId } = others;
  return {
    ...{ type, stdType, pageNumber, tags, lowConfidence: low },
    ...(missing === undefined ? {} : { missing }),
    ...(invalid === undefined ? {} : { invalid }),
    ...{ needsReview, requestId },
  };
}

/** Like files, what is kept as it came belongs to the document: it goes with the first of its items. */
const withKeptMembers = (items: JsonObject[], { raw }: ServiceDocument): JsonObject[] =>
  items.map((item, index) => (index === 0 ? { ...item, ...keptMembers(raw) } : item));

/** One item per section; a document without sections keeps one item, with `section: null`. */
export function splitIntoSections(
  simplified: JsonObject,
  document: ServiceDocument,
  _content: Content,
  settings: OutputSettings,
): JsonObject[] {
  const sections = document.sections.map((section, index) => {
    const { name, ...members } = simplifySection(section, settings);
    return {
      ...documentMembers(simplified),
      section: name,
      sectionNumber: index + 1,
      source: section.source,
      ...members,
    };
  });
  const none = { section: null, sectionNumber: null, source: null, fields: {}, tables: {} };
  return withKeptMembers(sections.length > 0 ? sections : [{ ...documentMembers(simplified), ...none }], document);
}

/** One item per table row; a document without rows keeps one item, with `row: null`. */
export function splitIntoRows(
  simplified: JsonObject,
  document: ServiceDocument,
  { sections }: Content,
  settings: OutputSettings,
): JsonObject[] {
  const rows = sections.flatMap((section, index) => {
    const known = section.tables.flatMap((table) =>
      rowsByHeader(table, settings).map((row, rowIndex) => ({
        table: nameOf(table, settings),
        rowNumber: rowIndex + 1,
        row,
        ...(settings.typedValues
          ? { texts: fieldsByName(table.rows[rowIndex] ?? [], { ...settings, typedValues: false }) }
          : {}),
      })),
    );
    // The rows of an unknown table are unknown too: the whole table is one item.
    const unknown = section.unknownTables.map((table) => ({
      table: asText(table['name']) ?? null,
      rowNumber: null,
      row: table,
    }));
    return [...known, ...unknown].map((row) => ({
      ...documentMembers(simplified),
      section: sectionName(section, settings),
      sectionNumber: index + 1,
      source: section.source,
      ...row,
    }));
  });
  const none = { section: null, table: null, rowNumber: null, row: null };
  return withKeptMembers(rows.length > 0 ? rows : [{ ...documentMembers(simplified), ...none }], document);
}
