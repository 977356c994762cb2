import { wrongParameter } from '../errors.ts';
import { kindOf } from '../../../reader/src/documents/recognise.ts';
import { withLanguage } from '../../../reader/src/documents/tags.ts';
import { meanScore, presentFields, presentTables, scoreOf } from '../../../reader/src/documents/present.ts';
import type { PageReading } from '../../../reader/src/reading.ts';
import type { ReadsDocuments } from '../../../reader/src/reader.ts';
import type { SourceFile } from '../upload/source.ts';
import { countDocuments, type Answer } from './operation.ts';

/** What a content extraction was asked for, ready to be kept until a process gets to it. */
export type WantedContent = { imageQuality: number | null; crops: boolean; barcodes: boolean; tags: string[] };

type Asked = {
  returnImage?: boolean;
  returnedImageQuality?: string;
  returnCrops?: boolean;
  returnMetadata?: boolean;
  tags?: string[];
};

export function wantedFrom({
  returnImage,
  returnedImageQuality,
  returnCrops,
  returnMetadata,
  tags,
}: Asked): WantedContent {
  const quality = qualityOf(returnedImageQuality || '75');
  return {
    imageQuality: returnImage ? quality : null,
    crops: returnCrops ?? false,
    barcodes: returnMetadata ?? false,
    tags: tags ?? [],
  };
}

/** The interface makes the quality a text; of the texts only whole numbers from 0 to 100 have a meaning. */
function qualityOf(text: string): number {
  const value = Number(text);
  if (!/^\d{1,3}$/.test(text) || value > 100) {
    throw wrongParameter('returnedImageQuality', 'returnedImageQuality is not a whole number from 0 to 100');
  }
  return Math.max(1, value);
}

/** Reads a document into content extraction items, one for each page. */
export async function readContent(reader: ReadsDocuments, source: SourceFile, wanted: WantedContent): Promise<Answer> {
  const pages = await reader.read(source, wanted);
  const items = pages.map((page) => contentItem(page, wanted));
  return { result: items, counted: countDocuments(items.map(({ type }) => type)) };
}

function contentItem(page: PageReading, wanted: WantedContent) {
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
    crops: wanted.crops ? page.crops : null,
    processType: 'extraction',
    ...(wanted.barcodes ? { metadata: { barcodes: page.barcodes } } : {}),
  };
}
