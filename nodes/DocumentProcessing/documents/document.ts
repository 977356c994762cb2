import { asList, asNumber, asObject, asObjects, asText, isObject, type JsonObject, own } from '../common/shape';

/** A read value (interface, "Field"); also a cell of a table. */
export interface Field {
  name: string;
  stdName: string | null;
  value: unknown;
  score: number | null;
}

export interface Table {
  name: string;
  stdName: string | null;
  rows: Field[][];
}

export interface Section {
  /** Where the reading comes from, e.g. `iocr` or `official`; `null` where the answer has no extractions. */
  source: string | null;
  name: string | null;
  stdName: string | null;
  score: number | null;
  pages: number[];
  fields: Field[];
  tables: Table[];
  /** Tables of a shape the interface does not show, as they came. */
  otherTables: JsonObject[];
}

/** One recognised document. All the shapes in which the service answers are read into this one. */
export interface ServiceDocument {
  /** The result item as it came. */
  raw: JsonObject;
  tags: string[];
  score: number | null;
  sections: Section[];
}

/** A result item of content extraction, compare, VIO, multi-page, generative, invoice or payment-card extraction. */
export function readDocument(raw: JsonObject): ServiceDocument {
  const extractions = asObjects(raw['extractions']);
  return {
    raw,
    tags: [raw, ...extractions].flatMap(readTags),
    score:
      asNumber(raw['score']) ??
      (extractions.length === 1 ? asNumber(asObject(extractions[0])['score']) : undefined) ??
      null,
    sections: Array.isArray(raw['extractions']) ? extractions.flatMap(readExtraction) : [readSection(raw, null)],
  };
}

/** An extraction holds sections; that of an invoice holds fields and tables itself. */
function readExtraction(extraction: JsonObject): Section[] {
  const source = asText(extraction['source']) ?? null;
  const sections = asObjects(extraction['sections']).map((section) => readSection(section, source));
  const hasOwn = asList(extraction['fields']).length + asList(extraction['tables']).length > 0;
  return hasOwn || !Array.isArray(extraction['sections']) ? [readSection(extraction, source), ...sections] : sections;
}

function readSection(section: JsonObject, source: string | null): Section {
  const tables = asObjects(section['tables']);
  const known = tables.every(isShown);
  return {
    source,
    name: asText(section['name']) ?? null,
    stdName: asText(section['stdName']) ?? null,
    score: asNumber(section['score']) ?? null,
    pages: asObjects(section['pages']).flatMap((page) => asNumber(page['number']) ?? []),
    fields: asObjects(section['fields']).map(readField),
    tables: known ? tables.map(readTable) : [],
    otherTables: known ? [] : tables,
  };
}

/** Whether a table has the shape the interface shows; one whose rows are null has none. */
const isShown = (table: JsonObject): boolean => Array.isArray(table['values']) || own(table, 'values') === null;

function readField(field: JsonObject): Field {
  return {
    name: asText(field['name']) ?? '',
    stdName: asText(field['stdName']) ?? null,
    value: field['value'] ?? null,
    score: asNumber(field['score']) ?? null,
  };
}

function readTable(table: JsonObject): Table {
  const headers = asList(table['headers']).map(asObject);
  const rows = asList(table['values']).filter((row): row is unknown[] => Array.isArray(row));
  return {
    name: asText(table['name']) ?? '',
    stdName: asText(table['stdName']) ?? null,
    rows: rows.map((row) =>
      row.map((cell, index) => readCell(isObject(cell) ? cell : { value: cell }, asObject(headers[index]))),
    ),
  };
}

/** A cell is found by its own name; only one without takes that of the header above it. */
const readCell = (cell: JsonObject, header: JsonObject): Field =>
  readField(asText(cell['name']) === undefined ? { ...cell, name: header['name'], stdName: header['stdName'] } : cell);

const readTags = (holder: JsonObject): string[] => asList(holder['tags']).filter((tag) => typeof tag === 'string');
