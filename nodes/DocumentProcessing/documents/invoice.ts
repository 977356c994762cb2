import { asList, type JsonObject } from '../common/shape';
import type { Field, Section, ServiceDocument } from './service-document';
import { fieldsByName, nameOf, type OutputSettings, scoresMember, tablesByName, textsMember } from './simplify';

/** The sources of an invoice side by side, e.g. `official` and `iocr`, and `fields` merged from them, official first. */
export function invoiceMembers(document: ServiceDocument, settings: OutputSettings): JsonObject {
  const sources = sourcesOf(document);
  const merged = mergeFields(sources, settings);
  const fields = merged.map(({ field }) => field);
  return {
    ...Object.fromEntries(
      sources.map(([source, sections]) => [
        source,
        {
          fields: fieldsByName(
            sections.flatMap((section) => section.fields),
            settings,
          ),
          tables: tablesByName(sections, settings),
          ...textsMember(
            sections.flatMap((section) => section.fields),
            sections.flatMap((section) => section.tables),
            settings,
          ),
        },
      ]),
    ),
    fields: fieldsByName(fields, settings),
    ...scoresMember(fields, settings),
    ...textsMember(
      fields,
      sources.flatMap(([, sections]) => sections.flatMap((section) => section.tables)),
      settings,
    ),
    tables: mergeTables(sources, settings),
    fieldSources: Object.fromEntries(merged.map(({ field, source }) => [nameOf(field, settings), source])),
  };
}

/** The fields of an invoice that count: each from the first source that has a value for it. */
export const invoiceFields = (document: ServiceDocument, settings: OutputSettings): Field[] =>
  mergeFields(sourcesOf(document), settings).map(({ field }) => field);

const sourcesOf = ({ sections }: ServiceDocument): Array<[string, Section[]]> =>
  [...groupBySource(sections)].sort(([one], [other]) => rank(one) - rank(other));

// An official register is more reliable than what was read from the paper.
const rank = (source: string): number => (source === 'official' ? 0 : 1);

function groupBySource(sections: Section[]): Map<string, Section[]> {
  const sources = new Map<string, Section[]>();
  for (const section of sections) {
    const source = section.source ?? 'unknown';
    const before = sources.get(source);
    if (before) before.push(section);
    else sources.set(source, [section]);
  }
  return sources;
}

/** Each table from the first source that has rows in it, so that rows read from two sources appear once. */
function mergeTables(sources: Array<[string, Section[]]>, settings: OutputSettings): JsonObject | JsonObject[] {
  const all = sources.map(([, sections]) => tablesByName(sections, settings));
  if (all.some(Array.isArray)) return all.flatMap((tables) => (Array.isArray(tables) ? tables : [tables]));
  // A later entry replaces an earlier one of the same name: the most reliable source comes last.
  const entries = (all as JsonObject[]).reverse().flatMap((tables) => Object.entries(tables));
  const withRows = entries.filter(([, rows]) => asList(rows).length > 0);
  return Object.fromEntries([...entries, ...withRows]);
}

/**
 * Each field from the first source that has a value for its name. They are in the order of the paper; after them what only
 * the official source has, and last what is empty.
 */
function mergeFields(
  sources: Array<[string, Section[]]>,
  settings: OutputSettings,
): Array<{ field: Field; source: string }> {
  const chosen = new Map<string, { field: Field; source: string }[]>();
  for (const [source, sections] of sources) {
    for (const field of sections.flatMap(({ fields }) => fields)) {
      const name = nameOf(field, settings);
      const before = chosen.get(name);
      if (!before || before.every((one) => one.field.value === null)) chosen.set(name, [{ field, source }]);
      else if (before[0]?.source === source) before.push({ field, source });
    }
  }
  const inOrder = [...sources].reverse().flatMap(([, sections]) => sections.flatMap(({ fields }) => fields));
  const merged = [...new Set(inOrder.map((field) => nameOf(field, settings)))].map((name) => chosen.get(name) ?? []);
  const hasValue = (list: Array<{ field: Field }>) => list.some(({ field }) => field.value !== null);
  return [...merged.filter(hasValue), ...merged.filter((list) => !hasValue(list))].flat();
}
