import { PARTIAL, type DocumentReader, type Language, type Made, type PageReading } from 'document-processing-reader';
import { wrongParameter } from './errors.ts';
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
  reader: DocumentReader,
  source: SourceFile,
  options: ContentOptions & { whenBusy?: 'fail' | 'wait' },
): Promise<Answer> {
  const { pages, made } = await reader.readDocument(source, options, ['fields']);
  const items = pages.map((page, at) => contentItem(page, made[at] as PageFields, options));
  return { result: items, counted: countDocuments(items.map(({ type }) => type)) };
}

type PageFields = Made<'fields'>[number];

function contentItem(page: PageReading, { fields, tables, score }: PageFields, options: ContentOptions) {
  return {
    fields,
    image: page.image,
    score,
    type: page.document?.documentType.type ?? null,
    stdType: page.document?.documentType.stdType ?? null,
    pageNumber: page.number,
    tags: extractionTags({ ...page, tags: page.document?.tags ?? [] }),
    tables,
    crops: options.crops ? page.crops : null,
    processType: 'extraction',
    ...(options.barcodes ? { metadata: { barcodes: page.barcodes } } : {}),
  };
}

type Tagged = { tags: string[]; language: Language | null; isPartial: boolean };

/** The `tags` of a result: what is known of the document, its language, and how it was processed. */
export const extractionTags = ({ tags, language, isPartial }: Tagged) => [
  ...tags,
  ...(language ? [`language=${language}`] : []),
  ...(isPartial ? [PARTIAL] : []),
  'process-type=extraction',
];

/** Counts documents for billing, from the type of each; null stands for a document that was not identified. */
export function countDocuments(types: unknown[]): Counted {
  const typified = types.filter((type) => type !== null).length;
  return { typified, nonTypified: types.length - typified, billed: types.length };
}
