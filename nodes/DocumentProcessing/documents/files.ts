import { isBase64, stripBase64 } from '../transport/base64';
import { asObjects, asText, type JsonObject } from '../common/shape';
import type { OutputSettings } from './settings';
import { byName } from './by-name';
import type { Section, ServiceDocument } from './document';
import type { OutputFile } from '../common/output';

interface Taken {
  /** The document without the files that were taken. */
  kept: ServiceDocument;
  files: OutputFile[];
  /** The image and crops that were not taken, for the JSON. */
  left: JsonObject;
  /** Whether something that should be a file is not whole base64; it stays as text. */
  broken: boolean;
}

/** Takes the image, the crops and an invoice's original file out of a document. */
export function takeFiles(document: ServiceDocument, { filesAsBinary }: OutputSettings): Taken {
  const isTaken = ({ base64 }: OutputFile) => filesAsBinary && isBase64(base64);
  const images = [...imageOf(document.raw), ...cropsOf(document.raw)];
  const downloads = document.sections.flatMap(downloadOf);
  const left = images.filter((file) => !isTaken(file));
  const files = [...images, ...downloads].filter(isTaken);
  return {
    kept: { ...document, sections: document.sections.map((section) => withoutDownload(section, isTaken)) },
    files: withOwnNames(files),
    left: leftInJson(left),
    broken: filesAsBinary && files.length < images.length + downloads.length,
  };
}

const fileOf = (field: string, value: unknown, mimeType?: unknown): OutputFile[] => {
  const text = asText(value);
  return text ? [{ field, base64: stripBase64(text), mimeType: asText(mimeType) }] : [];
};

const imageOf = (raw: JsonObject): OutputFile[] => fileOf('image', raw['image']);

const cropsOf = (raw: JsonObject): OutputFile[] =>
  asObjects(raw['crops']).flatMap((crop) => fileOf(`crop_${asText(crop['name']) ?? ''}`, crop['value']));

/** The original file of an invoice stands among its fields (interface, "Invoice extraction result item"). */
function downloadOf({ fields }: Section): OutputFile[] {
  const mimeType = fields.find(({ name }) => name === 'download_mimetype')?.value;
  return fields.filter(({ name }) => name === 'download').flatMap(({ value }) => fileOf('download', value, mimeType));
}

function withoutDownload(section: Section, isTaken: (file: OutputFile) => boolean): Section {
  const isTakenField = ({ name, value }: Section['fields'][number]) =>
    name === 'download' && fileOf(name, value).some(isTaken);
  return { ...section, fields: section.fields.filter((field) => !isTakenField(field)) };
}

function leftInJson(left: OutputFile[]): JsonObject {
  const image = left.find(({ field }) => field === 'image');
  const crops = left
    .filter((file) => file !== image)
    .map(({ field, base64 }): [string, unknown] => [field.slice('crop_'.length), base64]);
  return { ...(image ? { image: image.base64 } : {}), ...(crops.length > 0 ? { crops: byName(crops) } : {}) };
}

/** Two crops of one name are two files: `crop_photo` and `crop_photo_2`. */
function withOwnNames(files: OutputFile[]): OutputFile[] {
  const taken = new Set<string>();
  return files.map((file) => {
    let field = file.field;
    for (let count = 2; taken.has(field); count++) field = `${file.field}_${count}`;
    taken.add(field);
    return { ...file, field };
  });
}
