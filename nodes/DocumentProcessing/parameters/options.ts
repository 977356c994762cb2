import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import { runOptions } from './run-settings';

/** The collection "Options" of an operation: its own, and how requests are run. */
export function optionsField(own: INodeProperties[], defaults: INodeParameters = {}): INodeProperties {
  return {
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    placeholder: 'Add option',
    default: { ...defaults },
    options: [...own, ...runOptions].sort((one, other) => one.displayName.localeCompare(other.displayName)),
  };
}
