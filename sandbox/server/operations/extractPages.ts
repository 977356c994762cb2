import { Type, type Static } from '@sinclair/typebox';
import type { DocumentReading, Made } from 'document-processing-reader';
import { OK } from '../envelope.ts';
import { openSource } from '../upload/source.ts';
import { countDocuments, extractionTags, type Answer } from '../content.ts';
import { operation, type OperationContext } from './operation.ts';
import { parameter, passwordIfEncrypted, requiredIf } from '../schemas/parameters.ts';
import { results } from '../schemas/results.ts';

const { file, fileBase64, fileUrl, filePassword, returnMetadata } = parameter;
const form = Type.Object({ file, fileUrl, filePassword, returnMetadata });
const json = Type.Object({
  fileBase64: requiredIf(fileBase64, 'fileUrl is absent'),
  fileUrl: requiredIf(fileUrl, 'fileBase64 is absent'),
  filePassword: passwordIfEncrypted,
});

const shared = {
  description: 'Returns a reading for each document of the file, in sections with their page numbers.',
  service: 'multipage-content-extraction',
  success: OK,
  errorsAs: 'object',
  result: results.pages,
} as const;

export const extractPagesForm = operation({
  ...shared,
  number: 3,
  name: 'Multi-page content extraction (multipart)',
  errorCodes: ['R117', 'R130', 'E100'],
  sandbox: ['Either `file` or `fileUrl` is required.'],
  parameters: form,
  answer: extractPages,
});

export const extractPagesJson = operation({
  ...shared,
  number: 4,
  name: 'Multi-page content extraction (JSON)',
  errorCodes: ['R117', 'R130', 'E100'],
  parameters: json,
  answer: extractPages,
});

async function extractPages(
  given: Static<typeof form> & Static<typeof json>,
  { services, folder }: OperationContext,
): Promise<Answer> {
  const source = await openSource(given, { folder, settings: services.settings });
  const withMetadata = given.returnMetadata ?? false;
  const options = { barcodes: withMetadata };
  const { documents, made } = await services.reader.readDocument(source, options, ['sections']);
  return {
    result: documents.map((document, at) => item(document, made[at] as DocumentSections, withMetadata)),
    counted: countDocuments(documents.map(({ documentType }) => documentType)),
  };
}

type DocumentSections = Made<'sections'>[number];

function item(document: DocumentReading, { score, sections }: DocumentSections, withMetadata: boolean) {
  const { documentType, pages } = document;
  const tags = extractionTags(document);
  return {
    // `type` is required, also of a document that was not identified.
    type: documentType?.type ?? '',
    stdType: documentType?.stdType ?? null,
    score,
    tags,
    extractions: [{ source: 'iocr', score: score ?? 0, tags, sections }],
    ...(withMetadata ? { metadata: { barcodes: pages.flatMap(({ barcodes }) => barcodes) } } : {}),
  };
}
