import { Type, type Static } from '@sinclair/typebox';
import { documentSections, type DocumentReading } from 'document-processing-reader';
import { OK } from '../envelope.ts';
import { openSource } from '../upload/source.ts';
import { countDocuments, extractionTags, type Answer } from '../content.ts';
import { operation, type OperationContext } from './operation.ts';
import { parameter } from './parameters.ts';

const { file, fileBase64, fileUrl, filePassword, returnMetadata } = parameter;
const form = Type.Object({ file, fileUrl, filePassword, returnMetadata });
const json = Type.Object({ fileBase64, fileUrl, filePassword });

const described = { service: 'multipage-content-extraction', success: OK, errorsAs: 'object' } as const;

/** Operation 3. */
export const extractPagesForm = operation({ ...described, parameters: form, answer: extractPages });
/** Operation 4. */
export const extractPagesJson = operation({ ...described, parameters: json, answer: extractPages });

async function extractPages(
  given: Static<typeof form> & Static<typeof json>,
  { services, folder }: OperationContext,
): Promise<Answer> {
  const source = await openSource(given, { folder, settings: services.settings });
  const withMetadata = given.returnMetadata ?? false;
  const { documents } = await services.reader.readDocument(source, { barcodes: withMetadata });
  return {
    result: documents.map((document) => item(document, withMetadata)),
    counted: countDocuments(documents.map(({ documentType }) => documentType)),
  };
}

function item(document: DocumentReading, withMetadata: boolean) {
  const { documentType, pages } = document;
  const { score, sections } = documentSections(document);
  const tags = extractionTags(document);
  return {
    // The interface makes `type` a text, so what was not recognised says so.
    type: documentType?.type ?? 'desconhecido',
    stdType: documentType?.stdType ?? null,
    score,
    tags,
    extractions: [{ source: 'iocr', score: score ?? 0, tags, sections }],
    ...(withMetadata ? { metadata: { barcodes: pages.flatMap(({ barcodes }) => barcodes) } } : {}),
  };
}
