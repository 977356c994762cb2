import type { Envelope } from '../transport/envelope';
import { asNumber, own, type JsonObject } from '../common/shape';
import type { OutputSettings } from './settings';
import { tagsByKey } from './by-name';
import type { Section, ServiceDocument } from './document';
import { fieldsByName, lowConfidence, nameOf, scoresByName, tablesByName } from './fields';

// Members of a result item that the interface names and the simplified form keeps as they came.
const KEPT = ['processType', 'metadata'];

/** A document as people use it: values found by name, whatever the shape of the operation's answer. */
export function simplifyDocument(document: ServiceDocument, envelope: Envelope, settings: OutputSettings): JsonObject {
  const { raw, sections } = document;
  const fields = sections.flatMap((section) => section.fields);
  const low = lowConfidence(sections, settings);
  return {
    type: raw['type'] ?? null,
    stdType: raw['stdType'] ?? null,
    score: document.score,
    ...pageNumbers(document),
    tags: tagsByKey(document.tags),
    fields: fieldsByName(fields, settings),
    ...(settings.includeScores ? { scores: scoresByName(fields, settings) } : {}),
    tables: tablesByName(sections, settings),
    ...(hasNamedSections(sections) ? { sections: sections.map((section) => simplifySection(section, settings)) } : {}),
    ...Object.fromEntries(KEPT.filter((name) => own(raw, name) !== undefined).map((name) => [name, raw[name]])),
    lowConfidence: low,
    needsReview: low.length > 0,
    requestId: envelope.requestId ?? null,
    elapsedMilliseconds: envelope.elapsedMilliseconds ?? null,
  };
}

export function simplifySection(section: Section, settings: OutputSettings): JsonObject {
  return {
    name: sectionName(section, settings),
    score: section.score,
    pages: section.pages,
    fields: fieldsByName(section.fields, settings),
    ...(settings.includeScores ? { scores: scoresByName(section.fields, settings) } : {}),
    tables: tablesByName([section], settings),
  };
}

export const sectionName = (section: Section, settings: OutputSettings): string | null =>
  section.name === null && section.stdName === null ? null : nameOf({ ...section, name: section.name ?? '' }, settings);

export const hasNamedSections = (sections: Section[]): boolean =>
  sections.some(({ name, stdName }) => (name ?? stdName) !== null);

/** The page the document is on; all its pages where its sections tell them. */
function pageNumbers({ raw, sections }: ServiceDocument): JsonObject {
  const pages = [...new Set(sections.flatMap((section) => section.pages))].sort((one, other) => one - other);
  const pageNumber = asNumber(raw['pageNumber']) ?? pages[0] ?? null;
  return pages.length > 0 ? { pageNumber, pages } : { pageNumber };
}
