import { registrySections } from './rules/registry.ts';
import { societySections } from './rules/society.ts';
import type { SectionReading } from '../reading.ts';
import { meanScore } from '../documents/present.ts';
import { joinAcrossPages, type Section } from '../documents/sections.ts';

/** A reading by rules, in the shape of an extraction. */
export type RuleReading = { score: number; tags: string[]; sections: Section[] };

/**
 * Sections as the reading models name them: the head of the document, then each record, annotation and clause by
 * itself.
 */
export function generativeSections(sections: SectionReading[], tag: string, stdType: string | null): RuleReading {
  const read = stdType === 'property-registry' ? registrySections : societySections;
  const joined = joinAcrossPages(sections);
  const shaped = joined.length === 0 ? [] : read(joined);
  return { score: meanScore(shaped) ?? 0, tags: [tag], sections: shaped };
}
