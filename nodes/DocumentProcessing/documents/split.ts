import { asText, type JsonObject } from '../common/shape';
import { besideValues, nameOf, rowsByHeader, sectionName } from './by-name';
import type { ServiceDocument } from './service-document';
import type { OutputSettings } from './settings';
import { type Content, KEPT_MEMBERS, simplifySection } from './simplify';

/** What an item of a section or a row repeats of its document. */
function documentMembers({ type, stdType, pageNumber, tags, ...others }: JsonObject): JsonObject {
  const { lowConfidence: low, missing, invalid, needsReview, requestId } = others;
  return {
    ...{ type, stdType, pageNumber, tags, lowConfidence: low },
    ...(missing === undefined ? {} : { missing }),
    ...(invalid === undefined ? {} : { invalid }),
    ...{ needsReview, requestId },
  };
}

/** Like files, what is kept as it came belongs to the document: it goes with the first of its items. */
function withKeptMembers(items: JsonObject[], simplified: JsonObject): JsonObject[] {
  const kept = Object.fromEntries(Object.entries(simplified).filter(([name]) => KEPT_MEMBERS.includes(name)));
  return items.map((item, index) => (index === 0 ? { ...item, ...kept } : item));
}

/** One item per section; a document without sections keeps one item, with `section: null`. */
export function splitIntoSections(
  simplified: JsonObject,
  document: ServiceDocument,
  _content: Content,
  settings: OutputSettings,
): JsonObject[] {
  const sections = document.sections.map((section, index) => {
    const { name, ...members } = simplifySection(section, settings);
    return {
      ...documentMembers(simplified),
      section: name,
      sectionNumber: index + 1,
      source: section.source,
      ...members,
    };
  });
  const none = { section: null, sectionNumber: null, source: null, fields: {}, tables: {} };
  return withKeptMembers(sections.length > 0 ? sections : [{ ...documentMembers(simplified), ...none }], simplified);
}

/** One item per table row; a document without rows keeps one item, with `row: null`. */
export function splitIntoRows(
  simplified: JsonObject,
  _document: ServiceDocument,
  { sections }: Content,
  settings: OutputSettings,
): JsonObject[] {
  const rows = sections.flatMap((section, index) => {
    const known = section.tables.flatMap((table) =>
      rowsByHeader(table, settings).map((row, rowIndex) => ({
        table: nameOf(table, settings),
        rowNumber: rowIndex + 1,
        row,
        ...besideValues(table.rows[rowIndex] ?? [], [], settings),
      })),
    );
    // The rows of an unknown table are unknown too: the whole table is one item.
    const unknown = section.unknownTables.map((table) => ({
      table: asText(table['name']) ?? null,
      rowNumber: null,
      row: table,
    }));
    return [...known, ...unknown].map((row) => ({
      ...documentMembers(simplified),
      section: sectionName(section, settings),
      sectionNumber: index + 1,
      source: section.source,
      ...row,
    }));
  });
  const none = { section: null, table: null, rowNumber: null, row: null };
  return withKeptMembers(rows.length > 0 ? rows : [{ ...documentMembers(simplified), ...none }], simplified);
}
