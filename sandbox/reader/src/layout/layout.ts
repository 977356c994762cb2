import type { FieldReading, SectionReading, TextItem, Trace } from '../reading.ts';
import { splitIntoBlocks, type Block } from './blocks.ts';
import { emptyField, pairField, tellVerdict } from './fieldReading.ts';
import { findFields } from './keyValuePairs.ts';
import { findLabelColumns, type LabelColumn } from './labelColumns.ts';
import { buildLines } from './lines.ts';
import { lineText, type Line, type Segment } from './segments.ts';
import { SpatialIndex } from './spatialIndex.ts';
import { findTable } from './tables.ts';
import { withTextMemory } from './textMemory.ts';

/** Turns the text items of a page into sections with fields and tables, in reading order. */
export const readLayout = (
  items: TextItem[],
  page: number,
  trace?: Trace,
): { text: string; sections: SectionReading[]; missing: string | null } =>
  withTextMemory(() => {
    const lines = buildLines(items);
    const blocks = splitIntoBlocks(lines);
    const index = new SpatialIndex(
      blocks.flatMap((block) => block.lines),
      trace,
    );
    const sections = blocks.map((block) => readBlock(block, page, index));
    const missing = hasUnreadRows(lines, index) ? UNREAD_ROWS : null;
    return { text: lines.map(lineText).join('\n'), sections, missing };
  });

const UNREAD_ROWS = 'numbers in rows were not read as a table';
const AMOUNTS = /\d[.,]\d{2}(?![.,]?\d)/g;

/** Whether numbers below each other, or several amounts in a row, are neither in a field nor in a table. */
function hasUnreadRows(lines: Line[], page: SpatialIndex): boolean {
  const isUnread = (segment: Segment) => !page.used.has(segment) && !page.runningText.segments.has(segment);
  return lines.some(({ segments }) => {
    const unread = segments.filter(isUnread);
    const inColumns = unread.filter((cell) => {
      const below = page.numberBelow(cell);
      return below !== null && isUnread(below);
    });
    const amounts = unread.flatMap(({ text }) => text.match(AMOUNTS) ?? []);
    return amounts.length > 1 || inColumns.length > (unread.length > 2 ? 0 : 1);
  });
}

function readBlock({ heading, lines }: Block, number: number, page: SpatialIndex): SectionReading {
  const section: SectionReading = { heading, page: number, lines: [], fields: [], tables: [] };
  const columns = findLabelColumns(lines, page);
  const sure = columns.filter((column) => column.sure);
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as Line;
    section.fields.push(...fieldsOfColumns(line, sure, page));
    const found = line.segments.some((segment) => page.used.has(segment)) ? null : findTable(lines, at);
    const own = lines.slice(at, at + (found?.lines ?? 0));
    if (!found || (page.runningText.isMost && !found.isSure) || areRunningText(own, page)) {
      section.lines.push(lineText(line));
      section.fields.push(...fieldsOfColumns(line, columns, page), ...findFields(line, page));
      continue;
    }
    section.tables.push({ ...found.table, title: titleAbove(lines, at, page) ?? heading });
    own.forEach(({ segments }) => segments.forEach((segment) => page.used.add(segment)));
    at += found.lines - 1;
  }
  return section;
}

/** The fields of this line that belong to a column of labels. */
function fieldsOfColumns({ segments }: Line, columns: LabelColumn[], page: SpatialIndex): FieldReading[] {
  const isFree = (segment: Segment) => !page.used.has(segment);
  return columns
    .flatMap((column) => column.pairs)
    .filter(({ label, value }) => segments.includes(label) && isFree(label) && (!value || isFree(value)))
    .map(({ label, value }) => {
      if (!value) return emptyField(label, page);
      const pairing = label.bold && !value.bold ? 'boldLeft' : 'column';
      tellVerdict(page, label, value, 'beside', pairing, ', aligned with the rows around it');
      return pairField(label, value, pairing, page);
    });
}

/** Lines of two columns of an article look like cells of a table. */
const areRunningText = (lines: Line[], { runningText }: SpatialIndex) =>
  lines.filter(({ segments }) => segments.some((segment) => runningText.segments.has(segment))).length >
  lines.length / 3;

/** A single text right above a table is its title. */
function titleAbove(lines: Line[], at: number, { used }: SpatialIndex): string | null {
  const above = lines[at - 1];
  const [only] = above?.segments ?? [];
  if (
    !above ||
    !only ||
    above.segments.length > 1 ||
    used.has(only) ||
    only.text.length > 50 ||
    /[.;]$/.test(only.text)
  )
    return null;
  return (lines[at] as Line).y - above.y <= 2.5 * above.size ? only.text : null;
}
