import type { INodeProperties } from 'n8n-workflow';
import type { EditorParameter } from '../transport/errors';
import type { Item } from './item';

/** Parameters of the service that have another name in the node. */
const OTHER_NAMES: Record<string, string> = { url: 'callbackUrl', contents: 'contentsJson' };

/** What a parameter of the service is called in the editor, and what to do when the service does not accept it. */
export function findParameter(item: Item, fields: INodeProperties[], name: string): EditorParameter | undefined {
  const own = Object.hasOwn(OTHER_NAMES, name) ? OTHER_NAMES[name] : name;
  const isNamed = (property: { name: string }) => property.name === own;
  const options = (fields.find((field) => field.name === 'options')?.options ?? []) as INodeProperties[];
  const option = options.find(isNamed);
  if (option) {
    const { displayName: label } = option;
    return { label, advice: `${item.option(option.name) === undefined ? 'Add' : 'Check'} the option "${label}".` };
  }
  const field = fields.find(isNamed);
  return field && { label: field.displayName, advice: `Check the parameter "${field.displayName}".` };
}
