import { meanScore } from '../documents/values/namedFields.ts';
import { joinAcrossPages, type NamedSection } from '../documents/sections.ts';
import { LEFT_OUT, PARTIAL, type DocumentReading } from '../reading.ts';
import { evidenceOf, toNamedSections } from './evidence.ts';
import type { ModelEndpoint } from './modelEndpoint.ts';
import { contractSections } from './rules/articlesOfAssociation.ts';
import { registrySections } from './rules/propertyRegistry.ts';

/** The sections of a document, and where they come from: a language model (`generative`) or the rules (`iocr`). */
export type Extraction = { source: 'generative' | 'iocr'; score: number; tags: string[]; sections: NamedSection[] };

/**
 * Reads a document by the endpoint if there is one, else by rules: its head, then each record, annotation and clause.
 * An endpoint that fails makes the request fail; the rules do not take over.
 */
export async function readGenerative(
  document: DocumentReading,
  tag: string,
  stdType: string | null,
  endpoint: ModelEndpoint | null,
): Promise<Extraction> {
  const sections = endpoint ? await sectionsByModel(document, tag, endpoint) : sectionsByRules(document, stdType);
  const isPartial = document.pages.some(({ missing }) => missing !== null && missing !== LEFT_OUT);
  const tags = isPartial || (!endpoint && isMostLeftOut(document.text, sections)) ? [tag, PARTIAL] : [tag];
  return { source: endpoint ? 'generative' : 'iocr', score: meanScore(sections) ?? 0, tags, sections };
}

/** Its text is in the sections, unless none of them was found. */
function isMostLeftOut(text: string, sections: NamedSection[]): boolean {
  const said = sections.flatMap(({ fields, tables }) => [...fields, ...tables.flatMap(({ values }) => values.flat())]);
  return said.reduce((sum, { value }) => sum + (value?.length ?? 0), 0) < text.length / 2;
}

async function sectionsByModel({ pages, text }: DocumentReading, tag: string, endpoint: ModelEndpoint) {
  // Loaded here because most readings use no endpoint and no schema to check a reply.
  const { readByModel } = await import('./modelEndpoint.ts');
  return toNamedSections(await readByModel(endpoint, pages, tag), evidenceOf(text));
}

function sectionsByRules({ sections }: DocumentReading, stdType: string | null): NamedSection[] {
  const joined = joinAcrossPages(sections);
  if (joined.length === 0) return [];
  return stdType === 'property-registry' ? registrySections(joined) : contractSections(joined);
}
