import { asText, type JsonObject } from '../common/shape';
import type { OutputSettings } from './settings';
import type { ServiceDocument, Table } from './document';
import { nameOf, rowsByHeader } from './fields';
import { sectionName, simplifySection } from './simplify';

/** What a part keeps of its document, so that it can be told where it belongs. */
function headOf(whole: JsonObject): JsonObject {
  const { type, stdType, pageNumber, tags, needsReview, requestId } = whole;
  return { type, stdType, pageNumber, tags, needsReview, requestId };
}

/** One item a section; a document without one keeps an item, with `section: null`. */
export function sectionOutputs(whole: JsonObject, document: ServiceDocument, settings: OutputSettings): JsonObject[] {
  const sections = document.sections.map((section, index) => {
    const { name, ...rest } = simplifySection(section, settings);
    return { ...headOf(whole), section: name, sectionNumber: index + 1, source: section.source, ...rest };
  });
  return sections.length > 0
    ? sections
    : [{ ...headOf(whole), section: null, sectionNumber: null, source: null, fields: {}, tables: {} }];
}

/** One item a table row; a document without one keeps an item, with `row: null`. */
export function rowOutputs(whole: JsonObject, document: ServiceDocument, settings: OutputSettings): JsonObject[] {
  const rows = document.sections.flatMap((section, index) => {
    const place = {
      ...headOf(whole),
      section: sectionName(section, settings),
      sectionNumber: index + 1,
      source: section.source,
    };
    return [...section.tables.flatMap((table) => tableRows(table, settings)), ...section.otherTables.map(otherRow)].map(
      (row) => ({ ...place, ...row }),
    );
  });
  return rows.length > 0 ? rows : [{ ...headOf(whole), section: null, table: null, rowNumber: null, row: null }];
}

const tableRows = (table: Table, settings: OutputSettings): JsonObject[] =>
  rowsByHeader(table, settings).map((row, index) => ({ table: nameOf(table, settings), rowNumber: index + 1, row }));

/** A table of a shape the interface does not show has no rows that are known: it passes through whole. */
const otherRow = (table: JsonObject): JsonObject => ({
  table: asText(table['name']) ?? null,
  rowNumber: null,
  row: table,
});
