import type { INodeProperties } from 'n8n-workflow';
import { documentOutputs, type DocumentHooks } from '../documents/envelope-outputs';
import type { OutputSettings } from '../documents/settings';
import { type DocumentOption, documentOptions, documentParameters } from '../parameters/document-options';
import type { Item } from '../parameters/item';
import { alreadyReadOptions } from '../parameters/node-outputs';
import { optionsField } from '../parameters/options';
import { outputFieldsFor, outputOptions, readOutputSettings } from '../parameters/output-settings';
import { FILE_SOURCES, readSource, sourceAsForm, sourceFields, type SourceKind } from '../parameters/source';
import { FileSource } from '../transport/file';
import type { FormEntries } from '../transport/request-body';
import type { ItemOperation } from './operation';

interface DocumentOperation extends Omit<ItemOperation, 'kind' | 'resource' | 'fields' | 'prepare'> {
  path: string;
  /** Where the document may come from. */
  sources?: SourceKind[];
  /** What is asked for beside the source. */
  fields?: INodeProperties[];
  /** Parameters of the service that several operations share. */
  parameters: DocumentOption[];
  options?: INodeProperties[];
  lastOptions?: INodeProperties[];
  /** Whether the body is JSON; a form if not set. */
  json?: 'always' | 'unlessFile';
  /** What is particular to it, of an item whose output has these settings. */
  own?(item: Item, output: OutputSettings): Own;
}

interface Own {
  settings?: OutputSettings;
  /** Further parameters of the form. */
  entries?: FormEntries;
  hooks?: DocumentHooks;
}

/** An operation that sends a document, and has its answer at once. */
export const documentOperation = ({
  path,
  sources = FILE_SOURCES,
  fields = [],
  parameters,
  options = [],
  lastOptions = [],
  json,
  own = () => ({}),
  ...description
}: DocumentOperation): ItemOperation => ({
  kind: 'item',
  resource: 'document',
  ...description,
  fields: [
    ...sourceFields(sources),
    ...fields,
    ...outputFieldsFor(description.operation),
    optionsField([...documentOptions(parameters), ...options, ...outputOptions, ...alreadyReadOptions, ...lastOptions]),
  ],

  async prepare(item) {
    const output = readOutputSettings(item);
    const { settings = output, entries = [], hooks } = own(item, output);
    const source = await readSource(item);
    const given = documentParameters(item, parameters);
    // A JSON body has a password, but no parameter for what is to be returned.
    const isForm = source.fileBase64 instanceof FileSource || given.some(([, value]) => value === true);
    const body =
      json === 'always' || (json === 'unlessFile' && !isForm)
        ? {
            json: { ...source, ...Object.fromEntries(given.filter(([name]) => name === 'filePassword')) },
          }
        : { form: [...sourceAsForm(source), ...entries, ...given] };
    return { requests: [{ path, body }], read: ([envelope]) => documentOutputs(envelope, settings, hooks) };
  },
});
