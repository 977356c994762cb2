// docs/operations: a page for each operation. test/nodes/schema.test.ts runs the samples.
import { existsSync } from 'node:fs';
import type { INode, INodeParameters, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { Operation } from '../../../nodes/DocumentProcessing/operations/operation';
import { compact } from './document.ts';

export const OPERATION_PAGES = 'docs/operations';

export interface PageSample {
  parameters?: INodeParameters;
  /** The file the node gets, e.g. `identity.pdf`, one of the sandbox's samples. */
  document?: string;
  /** The output item as the page shows it. */
  output: string;
}

const REPOSITORY = '../..';

const pageName = ({ resource, operation }: Operation): string => `${resource}-${operation}`;

export const pagePath = (operation: Operation): string => `${OPERATION_PAGES}/${pageName(operation)}.md`;

/** What an operation has of the parameters and options that several share: they are explained once, on the list of pages. */
const SHARED_BY = 2;

export function operationPage(
  operation: Operation,
  resourceName: string,
  sample: PageSample,
  operations: Operation[],
): string {
  const { name, action, description, returns, service, isAsynchronous } = operation;
  const { parameters, options } = rowsOf(operation);
  const shared = sharedRows(operations);
  const picture = `docs/pictures/operations/${pageName(operation)}.png`;
  return [
    `# ${resourceName}: ${name}`,
    '',
    `${description}. In the node creator: **${action}**.`,
    '',
    `**Returns** ${returns}.${isAsynchronous ? ` [How asynchronous results come back](../asynchronous.md).` : ''}`,
    '',
    `Service interface: [${service}](../service-interface.md).`,
    ...(existsSync(picture) ? ['', `![The parameters in the editor](../${picture.slice('docs/'.length)})`] : []),
    '',
    '## Parameters',
    '',
    ...tableAndShared(parameters, shared.parameters, 'parameters-that-operations-share'),
    '',
    '## Options',
    '',
    ...tableAndShared(options, shared.options, 'options-that-operations-share'),
    '',
    '## Sample',
    '',
    ...inputLines(sample),
    '',
    '```json',
    compact(JSON.stringify({ nodes: [nodeOf(operation, sample)], connections: {} }, null, 2)),
    '```',
    '',
    'It returns, shortened:',
    '',
    sample.output,
    '',
  ].join('\n');
}

/** Whether the editor shows it as a parameter. */
const isShown = ({ type }: INodeProperties): boolean => type !== 'notice' && type !== 'hidden';

/** The node as the editor copies it: pasted on the canvas, it becomes a node. */
function nodeOf({ resource, operation, name }: Operation, { parameters = {} }: PageSample): INode {
  return {
    id: `sample-${operation}`,
    name,
    type: 'n8n-nodes-document-processing.documentProcessing',
    typeVersion: 1,
    position: [0, 0],
    parameters: { resource, operation, ...parameters },
  };
}

const inputLines = ({ document }: PageSample): string[] => [
  document
    ? `The input item has the file [${document}](${REPOSITORY}/sandbox/samples/${document}) in the binary field \`data\`. ` +
      'Copy the node and paste it on the canvas:'
    : 'It needs no file. Copy the node and paste it on the canvas:',
];

interface Row {
  label: string;
  name: string;
  initial: string;
  /** When the editor shows it. */
  condition: string;
  meaning: string;
}
type Rows = Record<'parameters' | 'options', Row[]>;

/** The rows of an operation's parameters and of its options. */
function rowsOf({ fields }: Operation): Rows {
  const shown = fields.filter(isShown);
  const collection = shown.find(({ name }) => name === 'options');
  const members = ((collection?.options ?? []) as INodeProperties[]).filter(isShown);
  const all = [...shown, ...members];
  return {
    parameters: shown.filter((field) => field !== collection).map((field) => rowOf(field, all)),
    options: members.map((field) => rowOf(field, all)),
  };
}

const rowOf = (field: INodeProperties, all: INodeProperties[]): Row => ({
  label: labelOf(field),
  name: field.name,
  initial: defaultOf(field),
  condition: conditionOf(field, all),
  meaning: meaningOf(field),
});

const labelOf = ({ displayName }: INodeProperties): string => `**${displayName}**`;

/** Whether two operations have the same parameter, shown for whatever reason. */
const isSame = (one: Row) => (other: Row) =>
  one.name === other.name && one.initial === other.initial && one.meaning === other.meaning;

function sharedRows(operations: Operation[]): Rows {
  const shared = (rows: Row[]): Row[] =>
    rows.filter((row, index) => rows.filter(isSame(row)).length >= SHARED_BY && rows.findIndex(isSame(row)) === index);
  const all = operations.map(rowsOf);
  return {
    parameters: shared(all.flatMap(({ parameters }) => parameters)),
    options: shared(all.flatMap(({ options }) => options)),
  };
}

function table(rows: Row[]): string[] {
  const lines = rows.map(({ label, name, initial, condition, meaning }) => {
    const cells = [`${label} \`${name}\``, initial, [condition, meaning].filter(Boolean).join(' ')];
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replace(/\s*\n\s*/g, ' ')).join(' | ')} |`;
  });
  return ['| Parameter | Default | Meaning |', '| --- | --- | --- |', ...lines];
}

/** Of what several operations have, the names, and when they are shown if that differs. */
function tableAndShared(rows: Row[], shared: Row[], place: string): string[] {
  const own = rows.filter((row) => !shared.some(isSame(row)));
  const names = rows.flatMap((row) => {
    const same = shared.find(isSame(row));
    return same ? [same.condition === row.condition ? row.label : `${row.label} ${row.condition}`] : [];
  });
  return [
    ...(own.length > 0 ? table(own) : []),
    ...(own.length > 0 && names.length > 0 ? [''] : []),
    ...(names.length > 0 ? [`[As other operations](README.md#${place}): ${names.join(', ')}.`] : []),
  ];
}

const choicesOf = ({ type, options = [] }: INodeProperties): INodePropertyOptions[] =>
  type === 'options' || type === 'multiOptions' ? (options as INodePropertyOptions[]) : [];

function defaultOf(field: INodeProperties): string {
  const { type, default: value, required } = field;
  if (type === 'boolean') return value === true ? 'on' : 'off';
  if (isEmpty(value)) return required ? 'required' : '–';
  const choice = choicesOf(field).find((one) => one.value === value);
  return choice ? choice.name : `\`${typeof value === 'object' ? JSON.stringify(value) : String(value)}\``;
}

/** Whether a default says nothing: also an entry that the editor begins with, in which nothing is chosen. */
function isEmpty(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value === '' || value === undefined;
  const members = '__rl' in value && 'value' in value ? [value.value] : Object.values(value);
  return members.every(isEmpty);
}

function meaningOf(field: INodeProperties): string {
  const text = plain(field.description ?? field.hint ?? '');
  const choices = choicesOf(field).map(
    ({ name, description }) => `*${name}*${description ? `: ${plain(description)}` : ''}`,
  );
  const offered =
    field.type === 'multiOptions' ? 'Offers [names of fields](../output.md#names-of-fields)' : choices.join('; ');
  const sentences = [text, offered].filter((one) => one !== '').map((one) => `${one.replace(/\.$/, '')}.`);
  return sentences.join(' ');
}

const plain = (text: string): string => text.replace(/<code>(.*?)<\/code>/g, '`$1`').replace(/<[^>]+>/g, '');

/** When the editor shows the parameter, in words. */
function conditionOf({ displayOptions }: INodeProperties, all: INodeProperties[]): string {
  const conditions = Object.entries(displayOptions?.show ?? {}).flatMap(([key, values]) => {
    const field = all.find(({ name }) => name === key.replace(/^\//, ''));
    if (!field) return [];
    const names = (values ?? []).flatMap((value) => nameOf(field, value));
    return names.length > 0 ? [`${field.displayName}: ${names.join(', ')}`] : [];
  });
  return conditions.length > 0 ? `(${conditions.join('; ')})` : '';
}

function nameOf(field: INodeProperties, value: unknown): string[] {
  if (typeof value === 'boolean') return [value ? 'on' : 'off'];
  const choice = choicesOf(field).find((one) => one.value === value);
  if (choice) return [choice.name];
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
}

/** The list of all pages. */
export function operationsIndex(operations: Operation[], resourceNames: Record<string, string>): string {
  const rows = operations.map(
    (operation) =>
      `| ${resourceNames[operation.resource]} | [${operation.name}](${pageName(operation)}.md) | ${operation.description} |`,
  );
  const shared = sharedRows(operations);
  return [
    ...['# Operations', '', '| Resource | Operation | |', '|---|---|---|', ...rows, ''],
    ...['## Parameters that operations share', '', ...table(shared.parameters), ''],
    ...['## Options that operations share', '', ...table(shared.options), ''],
  ].join('\n');
}
