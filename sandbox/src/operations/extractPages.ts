import { Type, type Static } from '@sinclair/typebox';
import { barcodesOf, groupPages, type DocumentOfPages } from '../../../reader/src/documents/grouping.ts';
import { withLanguage } from '../../../reader/src/documents/tags.ts';
import { meanScore } from '../../../reader/src/documents/present.ts';
import { formSection, sectionsWithPages } from '../../../reader/src/documents/sections.ts';
import { OK } from '../envelope.ts';
import { openSource } from '../upload/source.ts';
import { countDocuments, type Answer } from '../content.ts';
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
  const documents = groupPages(await services.reader.read(source, { barcodes: withMetadata }));
  return {
    result: documents.map((document) => item(document, withMetadata)),
    counted: countDocuments(documents.map(({ kind }) => kind)),
  };
}

function item(document: DocumentOfPages, withMetadata: boolean) {
  const { kind, pages, text } = document;
  const form = formSection(document);
  const sections = form ? [form] : sectionsWithPages(document.sections);
  const score = meanScore(sections);
  const tags = withLanguage(document.tags, text);
  return {
    // The interface makes `type` a text, so what was not recognised says so.
    type: kind?.type ?? 'desconhecido',
    stdType: kind?.stdType ?? null,
    score,
    tags,
    extractions: [{ source: 'iocr', score: score ?? 0, tags, sections }],
    ...(withMetadata ? { metadata: { barcodes: barcodesOf(pages) } } : {}),
  };
}
