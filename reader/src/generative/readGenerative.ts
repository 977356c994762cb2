import { meanScore } from '../documents/fields.ts';
import { type NamedSection, joinAcrossPages } from '../documents/sections.ts';
import type { DocumentReading, SectionReading } from '../reading.ts';
import { evidenceOf, presentReply } from './evidence.ts';
import { messagesFor, type ModelEndpoint } from './prompt.ts';
import { societySections } from './rules/articlesOfAssociation.ts';
import { registrySections } from './rules/propertyRegistry.ts';

/** A reading that says who read: a model (`generative`) or the rules (`iocr`). */
export type Extraction = { source: 'generative' | 'iocr'; score: number; tags: string[]; sections: NamedSection[] };

/** Reads a document by the endpoint, where there is one, else by rules. An endpoint that fails fails the request. */
export async function readGenerative(
  document: DocumentReading,
  tag: string,
  stdType: string | null,
  endpoint: ModelEndpoint | null,
): Promise<Extraction> {
  if (!endpoint) return { source: 'iocr', ...generativeSections(document.sections, tag, stdType) };
  // Only where there is an endpoint is there something to check an answer with.
  const { askModel } = await import('./modelEndpoint.ts');
  const reply = await askModel(endpoint, messagesFor(document.pages, tag, endpoint.input));
  const sections = presentReply(reply, evidenceOf(document.text));
  return { source: 'generative', score: meanScore(sections) ?? 0, tags: [tag], sections };
}

/** A reading by rules, in the shape of an extraction. */
type RuleReading = { score: number; tags: string[]; sections: NamedSection[] };

/**
 * Sections as the reading models name them: the head of the document, then each record, annotation and clause by
 * itself.
 */
function generativeSections(sections: SectionReading[], tag: string, stdType: string | null): RuleReading {
  const read = stdType === 'property-registry' ? registrySections : societySections;
  const joined = joinAcrossPages(sections);
  const shaped = joined.length === 0 ? [] : read(joined);
  return { score: meanScore(shaped) ?? 0, tags: [tag], sections: shaped };
}
