import type { INodeProperties } from 'n8n-workflow';
import { alreadyReadOptions } from './node-outputs';
import { type DocumentOption, documentOptions } from './document-options';
import { optionsField } from './options';
import { outputFieldsFor, outputOptions } from './output-settings';

/** What follows the source in each operation that reads a document at once: the form of its output, and its options. */
export const documentFields = (
  operation: string,
  parameters: DocumentOption[],
  { own = [], last = [] }: { own?: INodeProperties[]; last?: INodeProperties[] } = {},
): INodeProperties[] => [
  ...outputFieldsFor(operation),
  optionsField([...documentOptions(parameters), ...own, ...outputOptions, ...alreadyReadOptions, ...last]),
];
