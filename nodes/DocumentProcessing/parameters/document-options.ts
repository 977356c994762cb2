import type { INodeProperties } from 'n8n-workflow';
import type { Item } from './item';
import type { FormValue } from '../transport/multipart';
import { ValidationError } from '../common/errors';

/** The service's own parameters that operations share, as options. What is not set is not sent. */
const OPTIONS = {
  filePassword: {
    displayName: 'File Password',
    name: 'filePassword',
    type: 'string',
    typeOptions: { password: true },
    default: '',
    description: 'The password of an encrypted PDF, as it is typed: the encoding the service asks for is done here',
  },
  returnCrops: {
    displayName: 'Return Crops',
    name: 'returnCrops',
    type: 'boolean',
    default: false,
    description:
      'Whether to return the crops found in the document, e.g. photo, signature, fingerprint and barcode, as binary data',
  },
  returnedImageQuality: {
    displayName: 'Returned Image Quality',
    name: 'returnedImageQuality',
    type: 'string',
    default: '75',
    description: 'The quality of the returned image',
  },
  returnImage: {
    displayName: 'Return Image',
    name: 'returnImage',
    type: 'boolean',
    default: false,
    description: 'Whether to return the image of the document, with its perspective corrected, as binary data',
  },
  returnMetadata: {
    displayName: 'Return Metadata',
    name: 'returnMetadata',
    type: 'boolean',
    default: false,
    description: 'Whether to return the readings of the QR codes in the document',
  },
  tags: {
    displayName: 'Tags',
    name: 'tags',
    type: 'string',
    typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Tag' },
    default: [],
    placeholder: 'e.g. country=bra',
    description: 'Filters that help to identify the document, each a text of the form <code>key=value</code>',
  },
} satisfies Record<string, INodeProperties>;

export type DocumentOption = keyof typeof OPTIONS;

export const documentOptions = (names: DocumentOption[]): INodeProperties[] => names.map((name) => OPTIONS[name]);

const READERS: Record<DocumentOption, (item: Item) => FormValue | string[] | undefined> = {
  filePassword: (item) => encodePassword(item.option('filePassword')),
  returnCrops: (item) => switchOption(item, 'returnCrops'),
  returnedImageQuality: readQuality,
  returnImage: (item) => switchOption(item, 'returnImage'),
  returnMetadata: (item) => switchOption(item, 'returnMetadata'),
  tags: readTags,
};

/** The options that are set, as parameters of the service. */
export function documentParameters(
  item: Item,
  names: DocumentOption[],
): Array<[string, FormValue | string[] | undefined]> {
  return names.map((name) => [name, READERS[name](item)]);
}

/** The service takes the password encoded in base64 (RFC 4648). */
const encodePassword = (password: unknown): string | undefined =>
  password === undefined ? undefined : Buffer.from(String(password)).toString('base64');

/** An option that is on or off; an expression may give it as text. */
export function switchOption(item: Item, name: DocumentOption): boolean | undefined {
  const value = item.option(name);
  return value === undefined ? undefined : value === true || value === 'true';
}

function readQuality(item: Item): string | undefined {
  const quality = item.textOption('returnedImageQuality');
  if (quality === undefined || quality.length <= 100) return quality;
  throw new ValidationError(
    'The option "Returned Image Quality" has more than 100 characters',
    'Give a short text, e.g. 75.',
  );
}

function readTags(item: Item): string[] | undefined {
  const value = item.option('tags');
  const tags = (Array.isArray(value) ? value : [value])
    .map((tag) => String(tag ?? '').trim())
    .filter((tag) => tag !== '');
  return tags.length > 0 ? tags : undefined;
}
