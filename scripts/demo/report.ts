import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

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
  if ([object(tags)['source']].flat().includes('synthetic')) notes.push(SYNTHETIC);
  const parts = [head, ...valuesOf(json), ...tablesOf(json), notes];
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => `  ${line}\n`).join(''))
    .join('\n');
}

/** On one line and without control characters: an escape sequence in a document cannot move the cursor. */
const text = (value: unknown): string =>
  (typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '–'))
    .trim()
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ');
const object = (value: unknown): IDataObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as IDataObject) : {};
const objects = (value: unknown): IDataObject[] => (Array.isArray(value) ? value.map(object) : []);

/** A comparison has found and expected values instead of fields. What is read page by page is in sections too. */
function valuesOf(json: IDataObject): string[][] {
  if (Array.isArray(json['comparison'])) return [tableOf(objects(json['comparison']))];
  const sections = objects(json['sections']);
  const fields = (sections.length > 0 ? sections : [json]).flatMap(fieldsOf);
  const read = fields.filter(({ value }) => text(value ?? '') !== '');
  if (read.length === 0) return [['No fields were read.']];
  return [
    [...tableOf(read), ...(fields.length > read.length ? [`Without a value: ${fields.length - read.length}`] : [])],
  ];
}

/** A repeated field has a list of values and a list of scores. */
const fieldsOf = ({ fields, scores, pages, pageNumber }: IDataObject): IDataObject[] =>
  Object.entries(object(fields)).flatMap(([field, found]) => {
    const score = [object(scores)[field]].flat();
    return [found].flat().map((value, index) => ({ field, score: score[index], page: pageNumber ?? pages, value }));
  });

const tablesOf = ({ tables }: IDataObject): string[][] =>
  Object.entries(object(tables)).map(([name, rows]) => [`Table ${text(name)}`, ...tableOf(objects(rows))]);

/** The last column may be wider than the terminal. */
function tableOf(rows: IDataObject[]): string[] {
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
