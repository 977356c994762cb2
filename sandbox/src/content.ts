import { wrongParameter } from './errors.ts';
import { kindOf } from '../../reader/src/documents/recognise.ts';
import { withLanguage } from '../../reader/src/documents/tags.ts';
import { meanScore, presentFields, presentTables, scoreOf } from '../../reader/src/documents/present.ts';
import type { PageReading } from '../../reader/src/reading.ts';
import type { ReadsDocuments } from '../../reader/src/reader.ts';
import type { SourceFile } from './upload/source.ts';
import type { Counted } from './store.ts';

/** The answer of an operation; `counted` goes into the consumption history. */
export type Answer = { result: unknown; counted?: Counted };

/** What a content extraction returns. A process keeps it as JSON until it runs. */
export type ContentOptions = { imageQuality: number | null; crops: boolean; barcodes: boolean; tags: string[] };

type ContentParameters = {
  returnImage?: boolean;
  returnedImageQuality?: string;
  returnCrops?: boolean;
  returnMetadata?: boolean;
  tags?: string[];
};

export function contentOptions(parameters: ContentParameters): ContentOptions {
  const { returnImage, returnedImageQuality, returnCrops, returnMetadata, tags } = parameters;
  const quality = parseQuality(returnedImageQuality || '75');
  return {
    imageQuality: returnImage ? quality : null,
    crops: returnCrops ?? false,
    barcodes: returnMetadata ?? false,
    tags: tags ?? [],
  };
}

/** The service interface makes the quality a string; only whole numbers from 0 to 100 are accepted. */
function parseQuality(text: string): number {
  const value = Number(text);
  if (!/^\d{1,3}$/.test(text) || value > 100) {
    throw wrongParameter('returnedImageQuality', 'returnedImageQuality is not a whole number from 0 to 100');
  }
  return Math.max(1, value);
}

/** Reads a document into content extraction result items, one for each page. */
export async function readContent(
  reader: ReadsDocuments,
  source: SourceFile,
  options: ContentOptions,
): Promise<Answer> {
  const pages = await reader.read(source, options);
  const items = pages.map((page) => contentItem(page, options));
  return { result: items, counted: countDocuments(items.map(({ type }) => type)) };
}

function contentItem(page: PageReading, options: ContentOptions) {
  const kind = kindOf(page.document?.kind);
  return {
    fields: page.document?.fields ?? presentFields(page.sections.flatMap(({ fields }) => fields)),
    image: page.image,
    score: page.document?.fields ? meanScore(page.document.fields) : scoreOf(page.sections),
    type: kind?.type ?? null,
    stdType: kind?.stdType ?? null,
    pageNumber: page.number,
    tags: withLanguage(page.document?.tags ?? [], page.text),
    tables: presentTables(page.sections.flatMap(({ tables }) => tables)),
    crops: options.crops ? page.crops : null,
    processType: 'extraction',
    ...(options.barcodes ? { metadata: { barcodes: page.barcodes } } : {}),
  };
}

/** Counts documents for billing, from the type of each; null stands for a document that was not identified. */
export function countDocuments(types: unknown[]): Counted {
  const typified = types.filter((type) => type !== null).length;
  return { typified, nonTypified: types.length - typified, billed: types.length };
}
