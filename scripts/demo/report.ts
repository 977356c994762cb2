import type { INodeExecutionData } from 'n8n-workflow';
import { asObject, asObjects, type JsonObject, textOf } from '../../nodes/DocumentProcessing/common/shape.ts';

const SYNTHETIC =
  'Synthetic (tag source=synthetic): the sandbox has no official source. It repeats the values of the document.';

/** Describes what the node returned for a document: its type, its fields, its tables and its files. */
export function describeDocument({ json, binary = {} }: INodeExecutionData): string {
  const { type, stdType, score, requestId, elapsedMilliseconds, tags } = json;
  const head = [
    `Document    ${[type ?? 'not identified', stdType && `(${stdType})`].filter(Boolean).map(text).join(' ')}, score ${text(score)}`,
    `Request ID  ${text(requestId)}`,
    `Time        ${text(elapsedMilliseconds)} ms`,
  ];
  const notes = Object.values(binary).map(({ fileName, mimeType }) => `File ${text(fileName)} (${mimeType})`);
  if ([asObject(tags)['source']].flat().includes('synthetic')) notes.push(SYNTHETIC);
  const parts = [head, ...valuesOf(json), ...tablesOf(json), notes];
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => `  ${line}\n`).join(''))
    .join('\n');
}

/** On one line and without control characters: an escape sequence in a document cannot move the cursor. */
const text = (value: unknown): string =>
  textOf(value ?? '–')
    .trim()
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ');

/** A comparison has found and expected values instead of fields. What is read page by page is in sections too. */
function valuesOf(json: JsonObject): string[][] {
  if (Array.isArray(json['comparison'])) return [tableOf(asObjects(json['comparison']))];
  const sections = asObjects(json['sections']);
  const fields = (sections.length > 0 ? sections : [json]).flatMap(fieldsOf);
  const read = fields.filter(({ value }) => text(value ?? '') !== '');
  if (read.length === 0) return [['No fields were read.']];
  return [
    [...tableOf(read), ...(fields.length > read.length ? [`Without a value: ${fields.length - read.length}`] : [])],
  ];
}

/** A repeated field has a list of values and a list of scores. */
const fieldsOf = ({ fields, scores, pages, pageNumber }: JsonObject): JsonObject[] =>
  Object.entries(asObject(fields)).flatMap(([field, found]) => {
    const score = [asObject(scores)[field]].flat();
    return [found].flat().map((value, index) => ({ field, score: score[index], page: pageNumber ?? pages, value }));
  });

const tablesOf = ({ tables }: JsonObject): string[][] =>
  Object.entries(asObject(tables)).map(([name, rows]) => [`Table ${text(name)}`, ...tableOf(asObjects(rows))]);

/** The last column may be wider than the terminal. */
function tableOf(rows: JsonObject[]): string[] {
  const titles = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [titles.map(text), ...rows.map((row) => titles.map((title) => text(row[title])))];
  const widths = titles.map((_, column) => Math.max(...lines.map((cells) => (cells[column] as string).length)));
  return lines.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] as number))
      .join('  ')
      .trimEnd(),
  );
}
