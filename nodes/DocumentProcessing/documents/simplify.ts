import { asNumber, asObjects, isObject, type JsonObject, leavesOf, own } from '../common/shape';
import type { Envelope } from '../transport/envelope';
import { besideValues, byName, fieldsByName, sectionName, tablesByName } from './by-name';
import type { Judgement } from './judgement';
import { type Field, type Section, type ServiceDocument } from './service-document';
import type { OutputSettings } from './settings';

/** The values of a document that are output and judged: of an invoice, each from one of its sources. */
export interface Content {
  /** In the order in which they are output. */
  fields: Field[];
  sections: Section[];
}

/** One document as `{type, fields, tables, …}`, the same for every operation (docs/output.md). */
export function simplifyDocument(
  document: ServiceDocument,
  { fields, sections }: Content,
  judgement: Judgement,
  envelope: Envelope,
  settings: OutputSettings,
): JsonObject {
  const { raw } = document;
  const { lowConfidence: low, found, needsReview } = judgement;
  return {
    type: raw['type'] ?? null,
    stdType: raw['stdType'] ?? null,
    score: document.score,
    ...pageNumbers(document),
    tags: tagsByKey(document.tags),
    fields: fieldsByName(fields, settings),
    tables: tablesByName(sections, settings),
    ...besideValues(fields, sections, settings),
    ...(hasSections(sections) && { sections: sections.map((section) => simplifySection(section, settings)) }),
    ...keptMembers(raw, envelope),
    lowConfidence: low,
    ...found,
    needsReview,
    requestId: envelope.requestId ?? null,
    elapsedMilliseconds: envelope.elapsedMilliseconds ?? null,
  };
}

/** Whether the response has sections that can be told apart: by a name, or by their pages. */
export const hasSections = (sections: Section[]): boolean =>
  sections.some(({ name, stdName, pages }) => name || stdName || pages.length > 0);

// The service interface describes them; they are kept as they came.
const AS_THEY_CAME = ['processType', 'metadata', 'processId'];

export const KEPT_MEMBERS = [...AS_THEY_CAME, 'errors'];

// Where the metadata of a document of many pages stand, it does not say: they may be in its parts, or beside the result.
function keptMembers(raw: JsonObject, envelope: Envelope): JsonObject {
  const extractions = asObjects(raw['extractions']);
  const parts = [...extractions, ...[raw, ...extractions].flatMap((one) => asObjects(one['sections']))];
  const kept = AS_THEY_CAME.flatMap((name) => {
    const places = [[raw], parts, [envelope]];
    const isIn = (holders: JsonObject[]) => holders.some((holder) => (own(holder, name) ?? null) !== null);
    // The nearest process ID is the document's.
    const holders = (name === 'processId' ? places.find(isIn) : undefined) ?? places.flat();
    const values = holders.map((holder) => own(holder, name)).filter((value) => value !== undefined);
    return values.length === 0 ? [] : [[name, asOne(values)]];
  });
  return { ...Object.fromEntries(kept), ...(hasErrors(envelope) && { errors: envelope.status['errors'] }) };
}

/**
 * One value of those in several places: often one has it, and others have null or the same. Of objects, members that are
 * lists are joined: each page has its own `barcodes`.
 */
function asOne(values: unknown[]): unknown {
  const given = new Map(values.filter((value) => value !== null).map((value) => [JSON.stringify(value), value]));
  const [first = null, ...others] = [...given.values()];
  if (others.length === 0) return first;
  const all = [first, ...others];
  if (all.every(Array.isArray)) return all.flat();
  if (!all.every(isObject)) return all;
  const names = new Set(all.flatMap(Object.keys));
  return Object.fromEntries(
    [...names].map((name) => [name, asOne(all.flatMap((one) => (Object.hasOwn(one, name) ? [one[name]] : [])))]),
  );
}

/** Whether the service reports errors beside a result, e.g. of a page that it could not read. */
export const hasErrors = ({ status }: Envelope): boolean => leavesOf(status['errors']).some(Boolean);

/** The page the document is on, and all its pages if its sections have page numbers. */
function pageNumbers({ raw, sections }: ServiceDocument): JsonObject {
  const pages = [...new Set(sections.flatMap((section) => section.pages))].sort((one, other) => one - other);
  const pageNumber = asNumber(raw['pageNumber']) ?? pages[0] ?? null;
  return pages.length > 0 ? { pageNumber, pages } : { pageNumber };
}

/** Tags of the form `key=value` as an object; a tag without a value has an empty text. */
const tagsByKey = (tags: string[]): JsonObject =>
  byName(
    [...new Set(tags)].map((tag) => {
      const [key = '', ...rest] = tag.split('=');
      return [key, rest.join('=')];
    }),
  );

export const simplifySection = (section: Section, settings: OutputSettings): JsonObject => ({
  name: sectionName(section, settings),
  score: section.score,
  pages: section.pages,
  fields: fieldsByName(section.fields, settings),
  tables: tablesByName([section], settings),
  ...besideValues(section.fields, [section], settings),
});

// What people look for in an item.
const FIRST_MEMBERS = ['markdown', 'comparison', 'fields', 'row', 'tables', 'sections'];

export const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value as object).length === 0);

/** The same members in the order in which people read them: first what was read, last what is empty. */
export function inReadingOrder(json: JsonObject): JsonObject {
  const placeOf = (name: string) => FIRST_MEMBERS.indexOf(name) + 1 || FIRST_MEMBERS.length + 1;
  const entries = Object.entries(json).sort(([one], [other]) => placeOf(one) - placeOf(other));
  return Object.fromEntries([
    ...entries.filter(([, value]) => !isEmpty(value)),
    ...entries.filter(([, value]) => isEmpty(value)),
  ]);
}
