import { asList, asText, type JsonObject } from '../common/shape';
import { besideValues, nameOf, rowsByHeader, sectionName } from './by-name';
import { lowConfidence, REASONS } from './judgement';
import type { Section } from './service-document';
import type { OutputSettings } from './settings';
import { KEPT_MEMBERS, simplifySection } from './simplify';

const OF_DOCUMENT = new Set([...REASONS, 'type', 'stdType', 'pageNumber', 'tags', 'needsReview', 'requestId']);

/** What an item of a section or a row repeats of its document, and the names of its own uncertain fields. */
const documentMembers = (simplified: JsonObject, low: string[]): JsonObject =>
  Object.fromEntries(Object.entries({ ...simplified, lowConfidence: low }).filter(([name]) => OF_DOCUMENT.has(name)));

/**
 * Like files, what is kept as it came belongs to the document: it goes with the first of its items. So do the names of
 * uncertain fields that are in none of them.
 */
function withKeptMembers([first, ...others]: JsonObject[], simplified: JsonObject): JsonObject[] {
  const kept = Object.fromEntries(Object.entries(simplified).filter(([name]) => KEPT_MEMBERS.includes(name)));
  const inOthers = new Set(others.flatMap((item) => asList(item['lowConfidence'])));
  for (const name of asList(first?.['lowConfidence'])) inOthers.delete(name);
  const low = asList(simplified['lowConfidence']).filter((name) => !inOthers.has(name));
  return [{ ...first, ...kept, lowConfidence: low }, ...others];
}

/** One item per section; a document without sections keeps one item, with `section: null`. */
export function splitIntoSections(simplified: JsonObject, sections: Section[], settings: OutputSettings): JsonObject[] {
  // An invoice has sections of sources that are not used, and so not judged.
  const judged = new Set(asList(simplified['lowConfidence']));
  const items = sections.map((section, index) => {
    const { name, ...members } = simplifySection(section, settings);
    const low = lowConfidence([section], settings).filter((one) => judged.has(one));
    return {
      ...documentMembers(simplified, low),
      section: name,
      sectionNumber: index + 1,
      source: section.source,
      ...members,
    };
  });
  const none = { section: null, sectionNumber: null, source: null, fields: {}, tables: {} };
  return withKeptMembers(items.length > 0 ? items : [{ ...documentMembers(simplified, []), ...none }], simplified);
}

/** One item per table row; a document without rows keeps one item, with `row: null`. */
export function splitIntoRows(simplified: JsonObject, sections: Section[], settings: OutputSettings): JsonObject[] {
  const rows = sections.flatMap((section, index) => {
    const known = section.tables.flatMap((table) =>
      rowsByHeader(table, settings).map((row, rowIndex) => ({
        table: nameOf(table, settings),
        rowNumber: rowIndex + 1,
        row,
        low: lowConfidence(
          [{ ...section, fields: [], tables: [{ ...table, rows: [table.rows[rowIndex] ?? []] }] }],
          settings,
        ),
        ...besideValues(table.rows[rowIndex] ?? [], [], settings),
      })),
    );
    // The rows of an unknown table are unknown too: the whole table is one item.
    const unknown = section.unknownTables.map((table) => ({
      table: asText(table['name']) ?? null,
      rowNumber: null,
      row: table,
      low: [],
    }));
    return [...known, ...unknown].map(({ low, ...row }) => ({
      ...documentMembers(simplified, low),
      section: sectionName(section, settings),
      sectionNumber: index + 1,
      source: section.source,
      ...row,
    }));
  });
  const none = { section: null, table: null, rowNumber: null, row: null };
  return withKeptMembers(rows.length > 0 ? rows : [{ ...documentMembers(simplified, []), ...none }], simplified);
}
