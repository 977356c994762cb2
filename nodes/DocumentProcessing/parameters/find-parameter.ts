// What the editor calls a parameter that the service refused, for the message; and what stands there as a fixed text by mistake.
import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import { asObject, type JsonObject, leavesOf, own, textOf } from '../common/shape';
import type { EditorParameter } from '../transport/node-error';
import { type Item, optionFieldsOf } from './item';
import type { ParameterReader } from './parameter-reader';

/** Parameters of the service (interface, "Endpoints") that have the same name in the node. */
const SAME_NAME = new Set([
  ...['fileBase64', 'fileUrl', 'filePassword', 'qrCodeField', 'returnCrops', 'returnImage', 'returnMetadata'],
  ...['returnedImageQuality', 'returnOriginalFile', 'startDate', 'endDate', 'fields', 'parameters'],
  ...['fallbackUrl', 'mtls'],
]);

/** The others, and what they come from: the first of them that is on the screen. */
const OTHER_NAMES: Record<string, string[]> = {
  tags: ['tags', 'customTag', 'model'],
  contents: ['text', 'contentsJson'],
  text: ['text', 'contentsJson'],
  query: ['customQuery', 'query'],
  url: ['callbackUrl'],
  headers: ['callbackHeaders'],
  queryStrings: ['callbackQueryStrings'],
};

/** What a parameter of the service is called in the editor, and what to do when the service does not accept it. */
export function findParameter(item: Item, fields: INodeProperties[], name: string): EditorParameter | undefined {
  const names = SAME_NAME.has(name) ? [name] : Object.hasOwn(OTHER_NAMES, name) ? (OTHER_NAMES[name] ?? []) : [];
  const find = (among: INodeProperties[], reader: ParameterReader) =>
    names.flatMap((one) => among.filter((field) => field.name === one)).find((field) => isShown(field, item, reader));
  const option = find(optionFieldsOf(fields), item.options);
  if (option) {
    const { displayName: label } = option;
    return {
      label,
      advice: `${item.options.value(option.name) === undefined ? 'Add' : 'Check'} the option "${label}".`,
    };
  }
  const field = find(fields, item);
  return field && { label: field.displayName, advice: `Check the parameter "${field.displayName}".` };
}

/** What in the editor, of what it shows for an item, has an expression and is not set to be one: it is used as its text. */
export function fixedExpressions(item: Item, fields: INodeProperties[], given: INodeParameters): string[] {
  const fixed = (among: INodeProperties[], values: JsonObject, reader: ParameterReader) =>
    among
      .filter(({ name }) => leavesOf(own(values, name)).some(isFixedExpression))
      .filter((field) => isShown(field, item, reader))
      .map(({ displayName }) => displayName);
  return [
    ...fixed(
      fields.filter(({ name }) => name !== 'options'),
      given,
      item,
    ).map((label) => `The parameter "${label}"`),
    ...fixed(optionFieldsOf(fields), asObject(given['options']), item.options).map((label) => `The option "${label}"`),
  ];
}

function isFixedExpression(value: unknown): boolean {
  if (typeof value !== 'string' || value.startsWith('=')) return false;
  const start = value.indexOf('{{');
  return start >= 0 && value.includes('}}', start);
}

/** Whether the editor shows a field for what the fields beside it are, or with a slash those of the item. */
function isShown(
  { displayOptions: { show, hide } = {} }: INodeProperties,
  item: Item,
  beside: ParameterReader,
): boolean {
  const has = ([path, values]: [string, unknown[] | undefined]) => {
    const value = path.startsWith('/') ? item.value(path.slice(1)) : beside.value(path);
    return values?.map(String).includes(textOf(value).trim()) === true;
  };
  return Object.entries(show ?? {}).every(has) && !Object.entries(hide ?? {}).some(has);
}
