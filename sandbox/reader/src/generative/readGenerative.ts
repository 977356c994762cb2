import { meanScore } from '../documents/values/namedFields.ts';
import { joinAcrossPages, type NamedSection } from '../documents/sections.ts';
import { LEFT_OUT, PARTIAL, type DocumentReading, type NamedField, unproven } from '../reading.ts';
import { isCnpj, isCpf } from '../text/taxNumbers.ts';
import { evidenceOf, toNamedSections } from './evidence.ts';
import type { Reply } from './modelEndpoint.ts';
import { contractSections } from './rules/articlesOfAssociation.ts';
import { registrySections } from './rules/propertyRegistry.ts';

/** The sections of a document, and where they come from: a language model (`generative`) or the rules (`iocr`). */
export type Extraction = { source: 'generative' | 'iocr'; score: number; tags: string[]; sections: NamedSection[] };

/**
 * A document as its head, then each record, annotation and clause: by the reply of a model if there is one, else by rules.
 * `tag` names the model of the request, `stdType` the type of document that is expected.
 */
export function readGenerative(
  document: DocumentReading,
  tag: string,
  stdType: string | null,
  reply: Reply | null,
): Extraction {
  const sections = reply ? toNamedSections(reply, evidenceOf(document.text)) : sectionsByRules(document, stdType);
  const isPartial = document.pages.some(({ missing }) => missing !== null && missing !== LEFT_OUT);
  const tags = isPartial ? [tag, PARTIAL] : [tag];
  return { source: reply ? 'generative' : 'iocr', score: meanScore(sections) ?? 0, tags, sections };
}

function sectionsByRules({ pages, sections }: DocumentReading, stdType: string | null): NamedSection[] {
  const joined = joinAcrossPages(sections);
  if (joined.length === 0) return [];
  const read = stdType === 'property-registry' ? registrySections(joined) : contractSections(joined);
  return pages.some(({ source }) => source === 'ocr') ? read.map(asRecognised) : read;
}

/** Of sentences that were recognised, only check digits prove something. */
function asRecognised({ fields, tables, ...section }: NamedSection): NamedSection {
  const doubt = (read: NamedField) => (isCpf(read.value ?? '') || isCnpj(read.value ?? '') ? read : unproven(read));
  return {
    ...unproven(section),
    fields: fields.map(doubt),
    tables: tables.map((table) => ({ ...unproven(table), values: table.values.map((row) => row.map(doubt)) })),
  };
}
