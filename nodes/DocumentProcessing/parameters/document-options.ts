import type { INodeProperties } from 'n8n-workflow';
import type { Item } from './item';
import type { FormValue } from '../transport/multipart';
import { ValidationError } from '../common/errors';

/** Parameters of the service that several operations share, as options in the order of the editor. One not set is not sent. */
const OPTIONS = {
  filePassword: {
    displayName: 'File Password',
    name: 'filePassword',
    type: 'string',
    typeOptions: { password: true },
    default: '',
    description: 'The password of an encrypted PDF, as plain text: this node encodes it as the service requires',
  },
  tags: {
    displayName: 'Tags',
    name: 'tags',
    type: 'string',
    typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Tag' },
    default: [],
    placeholder: 'e.g. country=bra',
    description: 'Filters that help to identify the document, each in the form <code>key=value</code>',
  },
  returnMetadata: {
    displayName: 'Return Metadata',
    name: 'returnMetadata',
    type: 'boolean',
    default: false,
    description: 'Whether to return the contents of the QR codes in the document',
  },
  returnCrops: {
    displayName: 'Return Crops',
    name: 'returnCrops',
    type: 'boolean',
    default: false,
    description:
      'Whether to return the parts found in the document, such as photo, signature, fingerprint and barcode, as binary data',
  },
  returnImage: {
    displayName: 'Return Image',
    name: 'returnImage',
    type: 'boolean',
    default: false,
    description: 'Whether to return the image of the document, with its perspective corrected, as binary data',
  },
  returnedImageQuality: {
    displayName: 'Returned Image Quality',
    name: 'returnedImageQuality',
    type: 'string',
    default: '75',
    description: 'The quality of the returned image, a text of up to 100 characters',
  },
} satisfies Record<string, INodeProperties>;

export type DocumentOption = keyof typeof OPTIONS;

export const documentOptions = (names: DocumentOption[]): INodeProperties[] =>
  Object.values(OPTIONS).filter(({ name }) => names.includes(name as DocumentOption));

const READERS: Record<DocumentOption, (item: Item) => FormValue | string[] | undefined> = {
  filePassword: (item) => encodePassword(item.option('filePassword')),
  returnCrops: (item) => booleanOption(item, 'returnCrops'),
  returnedImageQuality: readQuality,
  returnImage: (item) => booleanOption(item, 'returnImage'),
  returnMetadata: (item) => booleanOption(item, 'returnMetadata'),
  tags: readTags,
};

/** The values of these options as parameters of the service, `undefined` for an option that is not set. */
export function documentParameters(
  item: Item,
  names: DocumentOption[],
): Array<[string, FormValue | string[] | undefined]> {
  return names.map((name) => [name, READERS[name](item)]);
}

/** The service requires the password in base64. */
const encodePassword = (password: unknown): string | undefined =>
  password === undefined ? undefined : Buffer.from(String(password)).toString('base64');

/** A boolean option; an expression may return it as text. */
export function booleanOption(item: Item, name: string): boolean | undefined {
  const value = item.option(name);
  return value === undefined ? undefined : value === true || value === 'true';
}

function readQuality(item: Item): string | undefined {
  const quality = item.textOption('returnedImageQuality');
  if (quality === undefined || quality.length <= 100) return quality;
  throw new ValidationError(
    'The option "Returned Image Quality" has more than 100 characters',
    'Enter a short text, e.g. 75.',
  );
}

function readTags(item: Item): string[] | undefined {
  const value = item.option('tags');
  const tags = (Array.isArray(value) ? value : [value])
    .map((tag) => String(tag ?? '').trim())
    .filter((tag) => tag !== '');
  return tags.length > 0 ? tags : undefined;
}
