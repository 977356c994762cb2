import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { cleanBase64 } from '../transport/base64';
import { fileFromBase64, FileSource } from '../transport/file';
import type { FormEntries } from '../transport/request-body';
import type { Item } from './item';
import { secretsInFile } from '../transport/redact';
import { DEFAULT_BINARY_FIELD } from './item-files';

/** The document to process, as members of a JSON body. */
export interface Source {
  fileBase64?: FileSource | string;
  fileUrl?: string;
  qrCodeField?: string;
}

/** The places it can come from. */
export type SourceKind = keyof typeof SOURCES;

export const FILE_SOURCES: SourceKind[] = ['binary', 'url', 'base64'];

/** In the order of the editor. */
const SOURCES = {
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
} satisfies Record<string, { option: INodePropertyOptions; field: INodeProperties }>;

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
  const source = await READERS[item.requiredChoice('source') as SourceKind](item);
  const { fileBase64 } = source;
  item.noteSecrets(secretsInFile(fileBase64 instanceof FileSource ? fileBase64.content : fileBase64));
  return source;
}

const READERS: Record<SourceKind, (item: Item) => Source | Promise<Source>> = {
  binary: async (item) => ({ fileBase64: await item.files.read(item.value('binaryPropertyName')) }),
  base64: (item) => ({ fileBase64: cleanBase64(item.text('fileBase64'), 'File Base64') }),
  url: (item) => ({ fileUrl: item.requiredUrl('fileUrl') }),
  qrCode: (item) => ({ qrCodeField: item.requiredText('qrCodeField') }),
};

/** The source as form parameters, for an operation that takes a file. */
export const sourceAsForm = ({ fileBase64, ...others }: Source): FormEntries =>
  fileBase64 === undefined
    ? Object.entries(others)
    : [['file', typeof fileBase64 === 'string' ? fileFromBase64(fileBase64) : fileBase64]];
