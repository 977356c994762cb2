import { asObject, isObject, type JsonObject, textOf } from '../common/shape';

/**
 * A simplified document as Markdown: for each of its sections, or for the whole, a table of its fields and its tables.
 * Text of the document cannot end a cell, start markup, an image or a link, or be taken for HTML.
 */
export function documentAsMarkdown(simplified: JsonObject): string {
  const { type, stdType, sections } = simplified;
  const parts = Array.isArray(sections) ? sections.map(asObject).flatMap(sectionParts) : contentParts(simplified, '##');
  return [`# ${escapeLine(type ?? stdType ?? 'Document')}`, ...parts].join('\n\n');
}

function sectionParts(section: JsonObject): string[] {
  const parts = contentParts(section, '###');
  const name = section['name'] ?? null;
  return name === null ? parts : [`## ${escapeLine(name)}`, ...parts];
}

function contentParts({ fields, tables }: JsonObject, heading: string): string[] {
  // A name that repeats has a list of values: a row each.
  const rows = Object.entries(asObject(fields)).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one): unknown[] => [name, one]),
  );
  return [
    ...(rows.length > 0 ? [markdownTable(['Field', 'Value'], rows)] : []),
    ...(Array.isArray(tables) ? tables.map(asObject).flatMap((table) => listedTable(table, heading)) : []),
    ...Object.entries(asObject(tables)).flatMap(([name, table]) => namedTable(name, table, heading)),
  ];
}

/** Beside a table of a shape the service interface does not describe, all are in a list, with their names. */
function listedTable({ name, rows, ...others }: JsonObject, heading: string): string[] {
  return Array.isArray(rows)
    ? namedTable(textOf(name), rows, heading)
    : [`${heading} ${escapeLine(name)}`, markdownTable(['Table'], [[{ rows, ...others }]])];
}

function namedTable(name: string, table: unknown, heading: string): string[] {
  const rows = Array.isArray(table) ? table.map(asObject) : [];
  const columns = [...new Set(rows.flatMap(Object.keys))];
  if (columns.length === 0) return [];
  const cells = rows.map((row) => columns.map((column) => (Object.hasOwn(row, column) ? row[column] : null)));
  return [`${heading} ${escapeLine(name)}`, markdownTable(columns, cells)];
}

const markdownTable = (header: string[], rows: unknown[][]): string =>
  [header, header.map(() => '---'), ...rows.map((row) => row.map(escapeCell))]
    .map((cells, index) => `| ${(index === 0 ? cells.map(escapeCell) : cells).join(' | ')} |`)
    .join('\n');

const escapeCell = (value: unknown): string =>
  escapeMarkup(cellText(value)).replace(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/g, '<br>');

const cellText = (value: unknown): string =>
  Array.isArray(value) && !value.some(isObject) ? value.map(textOf).join(', ') : textOf(value);

const escapeLine = (value: unknown): string => escapeMarkup(textOf(value).replace(/\s+/g, ' ').trim());

const escapeMarkup = (text: string): string =>
  text
    .replace(/[\\`*[\]|~]/g, '\\$&')
    // Within a word, as in valor_total, an underscore is no markup.
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;');
