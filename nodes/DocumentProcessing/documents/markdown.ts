import { asObject, isObject, type JsonObject, textOf } from '../common/shape';
import { fieldsByName, sectionName, tablesByName } from './by-name';
import { isEmptyValue, type Section } from './service-document';
import type { OutputSettings } from './settings';
import { type Content, hasSections } from './simplify';

interface Given {
  type: unknown;
  /** What is output of the document. */
  content: Content;
  /** What its sources have beside that. */
  others: Section[];
  /** The comparison with expected values, if it is one. */
  comparison: unknown;
  /** Which sums do not add up, or are not checked. */
  sumRemarks: string[];
}

/**
 * A document as Markdown: for each of its sections, or for the whole, a table of its fields and its tables. Text of the
 * document cannot end a cell, start markup, an image or a link, or be taken for HTML.
 */
export function documentAsMarkdown(
  { type, content, others, comparison, sumRemarks }: Given,
  settings: OutputSettings,
): string {
  const parts = hasSections(content.sections)
    ? content.sections.flatMap((section) => sectionParts(section, settings))
    : contentParts(content, '##', settings);
  return [
    `# ${escapeLine(type ?? 'Document')}`,
    ...namedTable('comparison', comparison, '##'),
    ...parts,
    ...others.flatMap((section) => otherParts(section, settings)),
    ...(sumRemarks.length > 0 ? ['## Sums', sumRemarks.map((remark) => `- ${escapeLine(remark)}`).join('\n')] : []),
  ].join('\n\n');
}

function sectionParts(section: Section, settings: OutputSettings): string[] {
  const parts = contentParts({ fields: section.fields, sections: [section] }, '###', settings);
  const name = sectionName(section, settings);
  return name === null ? parts : [`## ${escapeLine(name)}`, ...parts];
}

/** What another source read, e.g. where the official value is another. */
function otherParts(section: Section, settings: OutputSettings): string[] {
  const parts = contentParts({ fields: section.fields, sections: [section] }, '###', settings);
  return parts.length === 0 ? [] : [`## Not used: ${escapeLine(section.source)}`, ...parts];
}

function contentParts({ fields, sections }: Content, heading: string, settings: OutputSettings): string[] {
  // A name that repeats has a list of values: a row each.
  const rows = Object.entries(fieldsByName(fields, settings)).flatMap(([name, value]) =>
    (Array.isArray(value) && value.length > 0 ? value : [value]).map((one): unknown[] => [name, one]),
  );
  const known = sections.map((section) => ({ ...section, unknownTables: [] }));
  return [
    ...(rows.length > 0 ? [markdownTable(['Field', 'Value'], rows)] : []),
    ...Object.entries(tablesByName(known, settings)).flatMap(([name, table]) => namedTable(name, table, heading)),
    ...sections.flatMap(({ unknownTables }) => unknownTables).flatMap((table) => unknownTable(table, heading)),
  ];
}

/** A table of a shape the service interface does not describe: each of its members as it came. */
function unknownTable({ name, ...members }: JsonObject, heading: string): string[] {
  const rows = Object.entries(members).map(([member, value]) => [member, asJson(value)]);
  return [
    `${heading} ${escapeLine(isEmptyValue(name) ? 'Table' : name)}`,
    ...(rows.length > 0 ? [markdownTable(['Member', 'Value'], rows)] : []),
  ];
}

const asJson = (value: unknown): string => (Array.isArray(value) ? JSON.stringify(value) : textOf(value));

function namedTable(name: string, table: unknown, heading: string): string[] {
  const rows = Array.isArray(table) ? table.map(asObject) : [];
  const columns = [...new Set(rows.flatMap(Object.keys))];
  if (columns.length === 0) return [];
  const filled = rows.reduce((sum, row) => sum + Object.keys(row).length, 0);
  if (rows.length * columns.length > MOST_EMPTY * filled + MOST_CELLS)
    return [`${heading} ${escapeLine(name)}`, markdownTable(['Row', 'Column', 'Value'], rows.flatMap(cellsOf))];
  const cells = rows.map((row) => columns.map((column) => (Object.hasOwn(row, column) ? row[column] : null)));
  return [`${heading} ${escapeLine(name)}`, markdownTable(columns, cells)];
}

// Rows that hardly share a column are listed cell by cell: as a table they would grow with the square of their number.
const MOST_EMPTY = 20;
const MOST_CELLS = 1000;

const cellsOf = (row: JsonObject, index: number): unknown[][] =>
  Object.entries(row).map(([column, value]) => [index + 1, column, value]);

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
