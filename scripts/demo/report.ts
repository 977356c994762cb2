import type { IBinaryKeyData, IDataObject, INodeExecutionData } from 'n8n-workflow';
import { cut, drawTable, printable } from './table.ts';
import type { Column } from './table.ts';

const FIELDS: Column[] = [
  { title: 'Field', maxWidth: 34 },
  { title: 'Value' },
  { title: 'Score', isNumber: true },
  { title: 'Page', isNumber: true },
];
const COMPARISON: Column[] = [
  { title: 'Field', maxWidth: 26 },
  { title: 'Expected' },
  { title: 'Found' },
  { title: 'Score', isNumber: true },
  { title: 'Equal' },
];

const SYNTHETIC = [
  '  Synthetic (tag source=synthetic): the sandbox has no official source.',
  '  It repeats the values of the document.',
];

/** Describes a document in lines of text: its type, its fields, its other tables, and notes. */
export function describeDocument({ json, binary }: INodeExecutionData, width: number): string[] {
  const parts = [
    describeHead(json, width),
    describeValues(json, width),
    ...describeTables(json, width),
    describeNotes(json, binary),
  ];
  return parts.filter((lines) => lines.length > 0).flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]));
}

const text = (value: unknown): string =>
  (typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')).trim();
const orDash = (value: unknown): string => text(value) || '–';
const object = (value: unknown): IDataObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as IDataObject) : {};
const objects = (value: unknown): IDataObject[] => (Array.isArray(value) ? value.map(object) : []);
const asScore = (value: unknown): string => (typeof value === 'number' ? value.toFixed(2) : '–');

function describeHead(json: IDataObject, width: number): string[] {
  const { type, stdType } = json;
  const typeName = type ?? object(json['tags'])['type'];
  const standard = stdType ?? object(json['tags'])['std-type'];
  const title = typeName ? `${text(typeName)}${standard ? ` (${text(standard)})` : ''}` : 'not identified';
  return [
    `  Document    ${title}${typeof json['score'] === 'number' ? `, score ${asScore(json['score'])}` : ''}`,
    `  Request ID  ${orDash(json['requestId'])}`,
    `  Time        ${orDash(json['elapsedMilliseconds'])} ms`,
  ].map((line) => cut(printable(line), width));
}

interface Row {
  name: string;
  value: unknown;
  score: unknown;
}

/** A repeated field has a list of values and a list of scores. */
const rowsOf = ({ fields, scores }: IDataObject): Row[] =>
  Object.entries(object(fields)).flatMap(([name, value]) => {
    const score = Object.hasOwn(object(scores), name) ? object(scores)[name] : null;
    if (!Array.isArray(value)) return [{ name, value, score }];
    return value.map((one: unknown, index) => ({
      name,
      value: one,
      score: Array.isArray(score) ? score[index] : null,
    }));
  });

const hasValue = ({ value }: Row): boolean => text(value) !== '';

/** The result of a comparison contains found and expected values instead of fields. */
const describeValues = (json: IDataObject, width: number): string[] =>
  Array.isArray(json['comparison']) ? describeComparison(json, width) : describeFields(json, width);

function describeFields(json: IDataObject, width: number): string[] {
  const sections = objects(json['sections']);
  const rows =
    sections.length > 0 ? sections.flatMap((section) => sectionRows(section, json)) : fieldRows(json, pagesOf(json));
  if (rows.length === 0) return ['  No fields were read.'];
  const without = rowsOf(json).filter((row) => !hasValue(row)).length;
  const note = without > 0 ? [`  ${without} more ${without === 1 ? 'field has' : 'fields have'} no value.`] : [];
  return [...drawTable(FIELDS, rows, width), ...note];
}

const fieldRows = (holder: IDataObject, page: string, indent = ''): string[][] =>
  rowsOf(holder)
    .filter(hasValue)
    .map(({ name, value, score }) => [indent + name, text(value), asScore(score), page]);

/** A section without fields is not shown. */
function sectionRows(section: IDataObject, json: IDataObject): string[][] {
  const page = pagesOf(section) === '–' ? pagesOf(json) : pagesOf(section);
  const rows = fieldRows(section, page, '  ');
  return rows.length > 0 ? [[`${orDash(section['name'])}:`], ...rows] : [];
}

const pagesOf = ({ pages, pageNumber }: IDataObject): string =>
  Array.isArray(pages) && pages.length > 0 ? pages.join(', ') : orDash(pageNumber);

function describeComparison({ comparison }: IDataObject, width: number): string[] {
  const cells = objects(comparison).map(({ name, expected, found, score, equal }) => [
    text(name),
    orDash(expected),
    orDash(found),
    asScore(score),
    equal === true ? 'yes' : 'no',
  ]);
  return drawTable(COMPARISON, cells, width);
}

/** Tables of a shape unknown to the service interface are a list in the item, and not shown here. */
function describeTables({ tables }: IDataObject, width: number): string[][] {
  return Object.entries(object(tables)).map(([name, value]) => {
    const rows = objects(value);
    const titles = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    const cells = rows.map((row) => titles.map((title) => orDash(row[title])));
    const heading = cut(printable(`  Table ${name}`), width);
    return titles.length > 0
      ? [
          heading,
          ...drawTable(
            titles.map((title) => ({ title })),
            cells,
            width,
          ),
        ]
      : [];
  });
}

function describeNotes(json: IDataObject, binary: IBinaryKeyData = {}): string[] {
  const files = Object.entries(binary).map(
    ([field, { mimeType, fileSize }]) => `${field} (${mimeType}${fileSize ? `, ${fileSize}` : ''})`,
  );
  const sources = [object(json['tags'])['source']].flat();
  return [
    ...(files.length > 0 ? [printable(`  Files: ${files.join(', ')}`)] : []),
    ...(sources.includes('synthetic') ? SYNTHETIC : []),
  ];
}
