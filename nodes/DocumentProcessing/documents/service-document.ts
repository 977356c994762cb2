import {
  asList,
  asNumber,
  asObject,
  asObjects,
  asText,
  asTextOrNumber,
  isObject,
  isSameName,
  type JsonObject,
  own,
  textOf,
} from '../common/shape';

/** A value the service read (service interface, "Field"), or a cell of a table. */
export interface Field {
  name: string;
  stdName: string | null;
  value: unknown;
  /** The confidence, between 0 and 1. */
  score: number | null;
}

export interface Table {
  name: string;
  stdName: string | null;
  rows: Field[][];
}

export interface Section {
  /** Where the values come from, e.g. `iocr` or `official`; `null` if the result has no extractions. */
  source: string | null;
  name: string;
  stdName: string | null;
  score: number | null;
  pages: number[];
  fields: Field[];
  tables: Table[];
  /** Tables as they came, if their shape is not the one the service interface describes. */
  unknownTables: JsonObject[];
}

/** One recognised document, whichever operation it comes from. */
export interface ServiceDocument {
  /** The result item as it came. */
  raw: JsonObject;
  tags: string[];
  score: number | null;
  sections: Section[];
}

/** Whether a value says nothing: it is absent, or a text of nothing but spaces. */
export const isEmptyValue = (value: unknown): boolean =>
  value === null || value === undefined || textOf(value).trim() === '';

// Of the result items of any operation, each has one of these.
const DOCUMENT_MEMBERS = ['type', 'stdType', 'fields', 'tables', 'extractions', 'sections'];

/** Whether a result item is a document, though perhaps one of which nothing was read. */
export const isDocument = (raw: JsonObject): boolean => DOCUMENT_MEMBERS.some((name) => Object.hasOwn(raw, name));

/** Whether a document has a type; one that was only classified has a type and no fields. */
export const hasType = ({ raw }: ServiceDocument): boolean => (asText(raw['type']) ?? '').trim() !== '';

/** Whether anything was read of a document. */
export const hasValues = ({ sections }: ServiceDocument): boolean =>
  sections.some(
    ({ fields, tables, unknownTables }) =>
      unknownTables.length > 0 ||
      fields.some(({ name, value }) => !isFileField(name) && !isEmptyValue(value)) ||
      tables.some(({ rows }) => rows.flat().some(({ value }) => !isEmptyValue(value))),
  );

/** The original file of an invoice and its type are fields (service interface, "Invoice extraction result item"). */
export const isFileField = (name: string): boolean => name === 'download' || name === 'download_mimetype';

/**
 * For results that have no member `type`: of an invoice, and of a driver licence. One that was not identified has a
 * type of null, a score of 0, or no value.
 */
export const isIdentifiedWithoutType = (document: ServiceDocument): boolean =>
  (hasType(document) || own(document.raw, 'type') === undefined) && document.score !== 0 && hasValues(document);

/** The fields of this name; if there are none, those of this standardised name. */
export function fieldsNamed(name: string, fields: Field[]): Field[] {
  const named = fields.filter((field) => isSameName(field.name, name));
  return named.length > 0 ? named : fields.filter((field) => isSameName(field.stdName, name));
}

/**
 * Reads a result item of any operation that returns documents: content, multi-page, generative, invoice, driver licence
 * and payment card extraction, and comparison.
 */
export function readDocument(raw: JsonObject): ServiceDocument {
  const extractions = asObjects(raw['extractions']);
  const hasIocr = extractions.some(({ source }) => source === 'iocr');
  return {
    raw,
    tags: [raw, ...extractions].flatMap(({ tags }) => readTags(tags)),
    score:
      asNumber(raw['score']) ??
      (extractions.length === 1 ? asNumber(asObject(extractions[0])['score']) : undefined) ??
      null,
    // With sections of its own, it is its only extraction.
    sections:
      extractions.length === 0 && asObjects(raw['sections']).length > 0
        ? readExtraction(raw)
        : withOwnSection(raw, null, 'extractions', (one) => readExtraction(one, hasIocr)),
  };
}

/** A list of texts such as `country=bra`, or an object of keys and values. */
const readTags = (tags: unknown): string[] =>
  isObject(tags)
    ? Object.entries(tags).map(([key, value]) => `${key}=${textOf(value)}`)
    : [tags].flat().filter((tag): tag is string => typeof tag === 'string');

/** An extraction holds sections; an invoice's extraction holds fields and tables directly. */
function readExtraction(extraction: JsonObject, hasIocr = false): Section[] {
  const given = asText(extraction['source']) ?? null;
  // What was read from the paper has one of two names (service interface, "Invoice extraction result item").
  const source = given === 'ocr' && !hasIocr ? 'iocr' : given;
  return withOwnSection(extraction, source, 'sections', (section) => [readSection(section, source)]);
}

/** The sections inside what may hold fields and tables itself: these are a section too. */
function withOwnSection(
  holder: JsonObject,
  source: string | null,
  inside: 'extractions' | 'sections',
  read: (one: JsonObject) => Section[],
): Section[] {
  const own = readSection(holder, source);
  const isHolder = own.fields.length + own.tables.length + own.unknownTables.length > 0;
  const sections = asObjects(holder[inside]).flatMap(read);
  return isHolder || !Array.isArray(holder[inside]) ? [own, ...sections] : sections;
}

/** What holds lists itself. */
const HOLDERS = ['extractions', 'sections', 'groups'];
const LISTS = [...HOLDERS, 'fields', 'tables', 'crops', 'components'];

/**
 * Whether each list of the service interface is a list of objects, or not there. What is no such list is not guessed at:
 * its document is output as it came.
 */
export const hasKnownShape = (holder: JsonObject): boolean =>
  LISTS.every((name) => {
    const given = holder[name] ?? [];
    const isKnownIn = (one: unknown) => isObject(one) && (!HOLDERS.includes(name) || hasKnownShape(one));
    return Array.isArray(given) && given.every((one) => one === null || isKnownIn(one));
  });

function readSection(section: JsonObject, source: string | null): Section {
  const tables = asObjects(section['tables']);
  return {
    source,
    name: asText(section['name']) ?? '',
    stdName: asText(section['stdName']) || null,
    score: asNumber(section['score']) ?? null,
    pages: [section['pages']].flat().flatMap((page) => asNumber(isObject(page) ? page['number'] : page) ?? []),
    fields: asObjects(section['fields']).map(readField),
    tables: tables.filter(isKnown).map(readTable),
    unknownTables: tables.filter((table) => !isKnown(table)),
  };
}

/** Whether a table has rows of cells, each with a name to be found by, or none (service interface, "Table"). */
function isKnown(table: JsonObject): boolean {
  const values = own(table, 'values');
  const headers = headersOf(table);
  const isCell = (cell: unknown, column: number) =>
    cell === null || (isObject(cell) ? hasNoOtherValue(cell) : asText(headers[column]?.['name']) !== undefined);
  return (
    values === null ||
    (Array.isArray(values) && values.every((row) => (Array.isArray(row) ? row.every(isCell) : row === null)))
  );
}

const CELL_MEMBERS = ['name', 'stdName', 'value', 'score'];

/** A field or cell without a value may lack the member; where another member is in its place, that would be lost. */
const hasNoOtherValue = (cell: JsonObject): boolean =>
  Object.hasOwn(cell, 'value') || Object.keys(cell).every((name) => CELL_MEMBERS.includes(name));

/** A header may be no more than its name. */
const headersOf = (table: JsonObject): JsonObject[] =>
  asList(table['headers']).map((header) => (asText(header) === undefined ? asObject(header) : { name: header }));

function readField(field: JsonObject): Field {
  return {
    name: asTextOrNumber(field['name']) ?? '',
    stdName: asText(field['stdName']) || null,
    value: hasNoOtherValue(field) ? (field['value'] ?? null) : otherMembers(field),
    score: asNumber(field['score']) ?? null,
  };
}

const otherMembers = (field: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(field).filter(([name]) => !CELL_MEMBERS.includes(name)));

function readTable(table: JsonObject): Table {
  const headers = headersOf(table);
  const rows = asList(table['values']).filter((row): row is unknown[] => Array.isArray(row));
  return {
    name: asText(table['name']) ?? '',
    stdName: asText(table['stdName']) || null,
    rows: rows.map((row) =>
      row.map((cell, index) => readCell(isObject(cell) ? cell : { value: cell }, asObject(headers[index]))),
    ),
  };
}

/** A cell has its own names; one without takes those of its column's header. */
function readCell(cell: JsonObject, header: JsonObject): Field {
  const { name, stdName } = cell;
  if (!asText(name)) return readField({ ...cell, name: header['name'], stdName: header['stdName'] ?? stdName });
  return readField(
    (stdName ?? null) !== null || name !== header['name'] ? cell : { ...cell, stdName: header['stdName'] },
  );
}
