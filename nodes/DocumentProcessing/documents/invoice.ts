import { asList, type JsonObject } from '../common/shape';
import type { OutputSettings } from './settings';
import type { Field, Section, ServiceDocument } from './document';
import { fieldsByName, nameOf, scoresByName, tablesByName } from './fields';

/** An invoice's sources side by side, e.g. `official` and `iocr`, and `fields` merged out of them, official first. */
export function invoiceMembers(document: ServiceDocument, settings: OutputSettings): JsonObject {
  const sources = [...bySource(document.sections)].sort(([one], [other]) => rank(one) - rank(other));
  const merged = mergeFields(sources, settings);
  return {
    ...Object.fromEntries(sources.map(([source, sections]) => [source, describeSource(sections, settings)])),
    fields: fieldsByName(
      merged.map(({ field }) => field),
      settings,
    ),
    ...(settings.includeScores
      ? {
          scores: scoresByName(
            merged.map(({ field }) => field),
            settings,
          ),
        }
      : {}),
    tables: mergeTables(sources, settings),
    fieldSources: Object.fromEntries(merged.map(({ field, source }) => [nameOf(field, settings), source])),
  };
}

// What an official register says of an invoice counts more than what was read off the paper.
const rank = (source: string): number => (source === 'official' ? 0 : 1);

function bySource(sections: Section[]): Map<string, Section[]> {
  const sources = new Map<string, Section[]>();
  for (const section of sections) {
    const source = section.source ?? 'unknown';
    sources.set(source, [...(sources.get(source) ?? []), section]);
  }
  return sources;
}

const describeSource = (sections: Section[], settings: OutputSettings): JsonObject => ({
  fields: fieldsByName(
    sections.flatMap(({ fields }) => fields),
    settings,
  ),
  tables: tablesByName(sections, settings),
});

/** Each table as the first source has it that has rows in it: read twice, its rows are still there once. */
function mergeTables(sources: Array<[string, Section[]]>, settings: OutputSettings): JsonObject | JsonObject[] {
  const all = sources.map(([, sections]) => tablesByName(sections, settings));
  if (all.some(Array.isArray)) return all.flatMap((tables) => (Array.isArray(tables) ? tables : [tables]));
  const entries = (all as JsonObject[]).reverse().flatMap((tables) => Object.entries(tables));
  const withRows = entries.filter(([, rows]) => asList(rows).length > 0);
  return Object.fromEntries([...entries, ...withRows]);
}

/** The fields of the first source that has a value for a name. */
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
  return [...chosen.values()].flat();
}
