import type { OutputFile } from '../common/output';
import { asObjects, asText, type JsonObject } from '../common/shape';
import { readBase64, stripBase64 } from '../transport/base64';
import { byName } from './by-name';
import { type Field, type Section, type ServiceDocument } from './service-document';
import type { OutputSettings } from './settings';

interface Extracted {
  /** The document without the original files that became binary data. */
  document: ServiceDocument;
  files: OutputFile[];
  /** The image and crops that stay as text, as members of the item's JSON. */
  members: JsonObject;
  /** The original files that stay as text. Simplified documents have them among their fields. */
  originals: JsonObject;
  hasInvalidBase64: boolean;
}

/** Takes the image, the crops and an invoice's original file out of a document; an original not asked for is left out. */
export function extractFiles(document: ServiceDocument, settings: OutputSettings): Extracted {
  const { filesAsBinary, originalFile } = settings;
  const isBinary = ({ base64 }: OutputFile) => filesAsBinary && base64 !== '' && readBase64(base64) === base64;
  const images = [
    ...asFile('image', document.raw['image']),
    ...asObjects(document.raw['crops']).flatMap((crop) =>
      asFile(`crop_${asText(crop['name']) || asText(crop['stdName']) || ''}`, crop['value']),
    ),
  ];
  const originals = document.sections.flatMap((section) => originalsIn(section, settings));
  const downloads = originalFile ? originals.map(({ file }) => file) : [];
  const files = [...images, ...downloads].filter(isBinary);
  const taken = new Set(originals.filter(({ file }) => !originalFile || isBinary(file)).map(({ field }) => field));
  const left = originals.filter(({ field }) => !taken.has(field));
  return {
    document: withoutFields(document, (field) => taken.has(field)),
    files: withUniqueFields(files),
    members: asMembers(images.filter((file) => !isBinary(file))),
    originals: byName(left.map(({ field }) => [field.name, field.value])),
    hasInvalidBase64: filesAsBinary && files.length < images.length + downloads.length,
  };
}

function asFile(field: string, value: unknown, mimeType?: unknown): OutputFile[] {
  const text = asText(value);
  return text ? [{ field, base64: stripBase64(text), mimeType: asText(mimeType) }] : [];
}

/** The original file of an invoice is one of its fields (service interface, "Invoice extraction result item"). */
const isOriginal = ({ name }: Field, { originalFile }: OutputSettings): boolean =>
  originalFile !== undefined && name === 'download';

export const withoutOriginals = (document: ServiceDocument, settings: OutputSettings): ServiceDocument =>
  withoutFields(document, (field) => isOriginal(field, settings));

const withoutFields = (document: ServiceDocument, isLeftOut: (field: Field) => boolean): ServiceDocument => ({
  ...document,
  sections: document.sections.map((section) => ({
    ...section,
    fields: section.fields.filter((field) => !isLeftOut(field)),
  })),
});

function originalsIn({ fields }: Section, settings: OutputSettings) {
  const mimeType = fields.find(({ name }) => name === 'download_mimetype')?.value;
  return fields
    .filter((field) => isOriginal(field, settings))
    .flatMap((field) => asFile(field.name, field.value, mimeType).map((file) => ({ field, file })));
}

function asMembers(files: OutputFile[]): JsonObject {
  const image = files.find(({ field }) => field === 'image');
  const crops = files
    .filter((file) => file !== image)
    .map(({ field, base64 }): [string, unknown] => [field.slice('crop_'.length), base64]);
  return { ...(image && { image: image.base64 }), ...(crops.length > 0 && { crops: byName(crops) }) };
}

/** Two crops of the same name are two files: `crop_photo` and `crop_photo_2`. */
function withUniqueFields(files: OutputFile[]): OutputFile[] {
  const used = new Set<string>();
  const counts = new Map<string, number>();
  return files.map((file) => {
    let field = file.field;
    let count = counts.get(file.field) ?? 1;
    while (used.has(field)) field = `${file.field}_${++count}`;
    counts.set(file.field, count);
    used.add(field);
    return { ...file, field };
  });
}
