import type { INodeProperties } from 'n8n-workflow';
import type { Item } from './item';
import type { FormValue } from '../transport/request-body';
import { asTextOrNumber, isObject, type JsonObject, textOf } from '../common/shape';
import { offeringTags } from './field-names';
import { isChosen, type ParameterReader } from './parameter-reader';

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
    ...offeringTags('e.g. country=bra'),
    // The editor adds an entry by its default.
    typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Tag' },
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
    displayOptions: { show: { returnImage: [true] } },
    default: '75',
    description: 'The quality of the returned image, a text of up to 100 characters',
  },
} satisfies Record<string, INodeProperties>;

export type DocumentOption = keyof typeof OPTIONS;

export const documentOptions = (names: DocumentOption[]): INodeProperties[] =>
  Object.values(OPTIONS).filter(({ name }) => names.includes(name as DocumentOption));

type Read = (options: ParameterReader, name: string) => FormValue | string[] | undefined;

const isOn: Read = (options, name) => options.boolean(name);

const READERS: Partial<Record<DocumentOption, Read>> = {
  filePassword: readPassword,
  returnedImageQuality: readQuality,
  tags: readTags,
};

/** The values of these options as parameters of the service, `undefined` for an option that is not set. */
export const documentParameters = (
  { options }: Item,
  names: DocumentOption[],
): Array<[string, FormValue | string[] | undefined]> =>
  names.map((name) => [name, (READERS[name] ?? isOn)(options, name)]);

/** The service requires the password in base64. A date, which has a text of its own, would hardly be the right one. */
function readPassword(options: ParameterReader): string | undefined {
  const value = options.value('filePassword');
  if (value === undefined) return undefined;
  if (asTextOrNumber(value) !== undefined) return Buffer.from(options.verbatim('filePassword')).toString('base64');
  throw options.refusal('filePassword', 'is not a text', 'An expression has to return a text or a number.');
}

function readQuality(options: ParameterReader): string | undefined {
  const quality = options.text('returnedImageQuality');
  if (quality.length <= 100) return quality || undefined;
  throw options.refusal('returnedImageQuality', 'has more than 100 characters', 'Enter a short text, e.g. 75.');
}

/** Tags as `key=value`. An expression may return an object, e.g. `{country: 'bra'}`. */
function readTags(options: ParameterReader): string[] | undefined {
  const value = options.value('tags');
  checkFinished(value, options);
  const isOfObject = isObject(value) || (typeof value === 'string' && value.trim().startsWith('{'));
  const parsed = isOfObject ? options.json('tags', { mayLackParts: true }) : value;
  const tags = isObject(parsed)
    ? tagsOfObject(parsed, options)
    : options.list('tags', (text) => [text]).flatMap(splitTags);
  return tags.length > 0 ? tags : undefined;
}

/** The list offers keys. One that was chosen there and has no value would be sent, and billed. */
function checkFinished(tags: unknown, options: ParameterReader): void {
  const key = [tags]
    .flat()
    .filter((one) => isChosen(one) && one['mode'] === 'list')
    .map((one) => textOf((one as JsonObject)['value']).trim())
    .find((text) => text.endsWith('='));
  if (key === undefined) return;
  throw options.refusal(
    'tags',
    `has "${key}" without a value`,
    'Choose "By Text" beside it and add the value, or search the list for the whole tag, e.g. country=bra.',
  );
}

/** One tag a line. A comma separates tags only if each of its sides is one: a value may contain commas. */
const splitTags = (text: string): string[] =>
  text.split('\n').flatMap((line) => {
    const parts = line
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
    return parts.every((part) => part.includes('=')) ? parts : [line.trim()];
  });

/** A key without a value is not sent, as an option without one. */
function tagsOfObject(tags: JsonObject, options: ParameterReader): string[] {
  const isMissing = (value: unknown) => value === null || value === undefined || value === '';
  const entries = Object.entries(tags).filter(([, value]) => !isMissing(value));
  if (entries.every(([, value]) => typeof value !== 'object'))
    return entries.map(([key, value]) => `${key}=${String(value)}`);
  throw options.refusal(
    'tags',
    'is an object with lists or objects in it',
    'An expression has to return texts such as country=bra, or an object such as {"country": "bra"}.',
  );
}
