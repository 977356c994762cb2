import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { cleanBase64 } from '../transport/base64';
import { fileFromBase64, type FileSource } from '../transport/file';
import type { Item } from './item';
import { DEFAULT_BINARY_FIELD } from './item-files';

/** The document to process, from one of the places it can come from. */
export type Source =
  | { kind: 'binary'; file: FileSource }
  | { kind: 'base64'; base64: string }
  | { kind: 'url'; fileUrl: string }
  | { kind: 'qrCode'; qrCodeField: string };

export type SourceKind = Source['kind'];

export const FILE_SOURCES: SourceKind[] = ['binary', 'url', 'base64'];

/** In the order of the editor. */
const SOURCES: Record<SourceKind, { option: INodePropertyOptions; field: INodeProperties }> = {
  base64: {
    option: {
      name: 'Base64 Text',
      value: 'base64',
      description: 'A file encoded in base64, with or without a data URL prefix',
    },
    field: {
      displayName: 'File Base64',
      name: 'fileBase64',
      type: 'string',
      default: '',
      placeholder: 'e.g. {{ $json.fileBase64 }}',
      description: 'The content of the file, encoded in base64',
    },
  },
  binary: {
    option: { name: 'Binary File', value: 'binary', description: 'A file in a binary field of the input item' },
    field: {
      displayName: 'Input Binary Field',
      name: 'binaryPropertyName',
      type: 'string',
      default: DEFAULT_BINARY_FIELD,
      required: true,
      placeholder: 'e.g. data',
      hint: 'The input binary field with the file. A form names it after its field. "data" takes the only file, whatever its name',
    },
  },
  qrCode: {
    option: {
      name: 'QR Code Value',
      value: 'qrCode',
      description: 'The value of the QR code of a driver licence, if you have already read it',
    },
    field: {
      displayName: 'QR Code Value',
      name: 'qrCodeField',
      type: 'string',
      default: '',
      placeholder: 'e.g. {{ $json.qrCode }}',
      description: 'The encoded text of the QR code',
    },
  },
  url: {
    option: { name: 'URL', value: 'url', description: 'A public URL from which the service downloads the file' },
    field: {
      displayName: 'File URL',
      name: 'fileUrl',
      type: 'string',
      default: '',
      placeholder: 'e.g. https://example.com/document.pdf',
      description: 'The public URL of the file',
    },
  },
};

/** The field "Source" and the field of each source, for the sources an operation accepts. */
export function sourceFields(kinds: SourceKind[]): INodeProperties[] {
  const choice: INodeProperties = {
    displayName: 'Source',
    name: 'source',
    type: 'options',
    options: Object.values(SOURCES).flatMap(({ option }) => (kinds.includes(option.value as SourceKind) ? option : [])),
    default: 'binary',
    description: 'Where the document comes from',
  };
  return [choice, ...kinds.map((kind) => ({ ...SOURCES[kind].field, displayOptions: { show: { source: [kind] } } }))];
}

export async function readSource(item: Item): Promise<Source> {
  const kind = item.requiredChoice('source');
  return await READERS[kind as SourceKind](item);
}

const READERS: Record<SourceKind, (item: Item) => Source | Promise<Source>> = {
  binary: async (item) => ({ kind: 'binary', file: await item.files.read(item.value('binaryPropertyName')) }),
  base64: (item) => ({ kind: 'base64', base64: cleanBase64(item.text('fileBase64'), 'File Base64') }),
  url: (item) => ({ kind: 'url', fileUrl: item.requiredUrl('fileUrl') }),
  qrCode: (item) => ({ kind: 'qrCode', qrCodeField: item.requiredText('qrCodeField') }),
};

/** The source as form parameters, for an operation that takes a file. */
export function sourceAsForm(source: Source): Array<[string, string | FileSource]> {
  if (source.kind === 'binary') return [['file', source.file]];
  if (source.kind === 'base64') return [['file', fileFromBase64(source.base64)]];
  return Object.entries(sourceAsJson(source));
}

/** The source as members of a JSON body, for an operation that takes base64. */
export function sourceAsJson(source: Source): Record<string, string | FileSource> {
  switch (source.kind) {
    case 'binary':
      return { fileBase64: source.file };
    case 'base64':
      return { fileBase64: source.base64 };
    case 'url':
      return { fileUrl: source.fileUrl };
    case 'qrCode':
      return { qrCodeField: source.qrCodeField };
  }
}
