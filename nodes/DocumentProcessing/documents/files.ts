import type { OutputFile } from '../common/output';
import { asObjects, asText, type JsonObject } from '../common/shape';
import { isBase64, stripBase64 } from '../transport/base64';
import { byName } from './by-name';
import type { Field, Section, ServiceDocument } from './service-document';
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
export function extractFiles(document: ServiceDocument, { filesAsBinary, originalFile }: OutputSettings): Extracted {
  const isBinary = ({ base64 }: OutputFile) => filesAsBinary && isBase64(base64);
  const images = [
    ...asFile('image', document.raw['image']),
    ...asObjects(document.raw['crops']).flatMap((crop) => asFile(`crop_${asText(crop['name']) ?? ''}`, crop['value'])),
  ];
  const downloads = originalFile ? document.sections.flatMap(downloadsOf) : [];
  const files = [...images, ...downloads].filter(isBinary);
  const sections = document.sections.map((section) =>
    withoutDownloads(section, (file) => !originalFile || isBinary(file)),
  );
  const originals = sections.flatMap(({ fields }) => fields.filter((field) => !isNoOriginal(field)));
  return {
    document: { ...document, sections },
    files: withUniqueFields(files),
    members: asMembers(images.filter((file) => !isBinary(file))),
    originals: byName(originals.map(({ name, value }) => [name, value])),
    hasInvalidBase64: filesAsBinary && files.length < images.length + downloads.length,
  };
}

function asFile(field: string, value: unknown, mimeType?: unknown): OutputFile[] {
  const text = asText(value);
  return text ? [{ field, base64: stripBase64(text), mimeType: asText(mimeType) }] : [];
}

/** The original file of an invoice is one of its fields (service interface, "Invoice extraction result item"). */
function downloadsOf({ fields }: Section): OutputFile[] {
  const mimeType = fields.find(({ name }) => name === 'download_mimetype')?.value;
  return fields.filter(({ name }) => name === 'download').flatMap(({ value }) => asFile('download', value, mimeType));
}

export const isNoOriginal = ({ name }: Field): boolean => name !== 'download';

/** For a text that people or models read. */
export const withoutOriginals = (section: Section): Section => ({
  ...section,
  fields: section.fields.filter(isNoOriginal),
});

const withoutDownloads = (section: Section, isTaken: (file: OutputFile) => boolean): Section => ({
  ...section,
  fields: section.fields.filter(({ name, value }) => !(name === 'download' && asFile(name, value).some(isTaken))),
});

function asMembers(files: OutputFile[]): JsonObject {
  const image = files.find(({ field }) => field === 'image');
  const crops = files
    .filter((file) => file !== image)
    .map(({ field, base64 }): [string, unknown] => [field.slice('crop_'.length), base64]);
  return { ...(image ? { image: image.base64 } : {}), ...(crops.length > 0 ? { crops: byName(crops) } : {}) };
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
