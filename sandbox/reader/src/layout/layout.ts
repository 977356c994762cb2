import type { FieldReading, SectionReading, TextItem, Trace } from '../reading.ts';
import { splitIntoBlocks, type Block } from './blocks.ts';
import type { UsedSegments } from './fieldValues.ts';
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
): { text: string; sections: SectionReading[] } =>
  withTextMemory(() => {
    const lines = buildLines(items);
    const blocks = splitIntoBlocks(lines);
    const index = new SpatialIndex(blocks.flatMap((block) => block.lines));
    const used: UsedSegments = new Set();
    const sections = blocks.map((block) => readBlock(block, page, index, used, trace));
    return { text: lines.map(lineText).join('\n'), sections };
  });

function readBlock(
  { heading, lines }: Block,
  page: number,
  index: SpatialIndex,
  used: UsedSegments,
  trace: Trace | undefined,
): SectionReading {
  const section: SectionReading = { heading, page, lines: [], fields: [], tables: [] };
  const columns = findLabelColumns(lines, index);
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as Line;
    section.fields.push(
      ...fieldsOfColumns(
        line,
        columns.filter(({ sure }) => sure),
        index,
        used,
        trace,
      ),
    );
    const found = isUnused(line, used) ? findTable(lines, at) : null;
    if (
      !found ||
      (index.runningText.isMost && !found.isSure) ||
      isRunningText(lines.slice(at, at + found.lines), index)
    ) {
      section.lines.push(lineText(line));
      section.fields.push(
        ...fieldsOfColumns(line, columns, index, used, trace),
        ...findFields(line, index, used, trace),
      );
      continue;
    }
    section.tables.push({ ...found.table, title: titleAbove(lines, at, used) ?? heading });
    lines.slice(at, at + found.lines).forEach(({ segments }) => segments.forEach((segment) => used.add(segment)));
    at += found.lines - 1;
  }
  return section;
}

/** The fields of this line that belong to a column of labels. */
function fieldsOfColumns(
  { segments }: Line,
  columns: LabelColumn[],
  index: SpatialIndex,
  used: UsedSegments,
  trace: Trace | undefined,
): FieldReading[] {
  const isFree = (segment: Segment) => !used.has(segment);
  const pairs = columns
    .flatMap((column) => column.pairs)
    .filter(({ label, value }) => segments.includes(label) && isFree(label) && isFree(value));
  const empty = columns.flatMap((column) => column.empty).filter((label) => segments.includes(label) && isFree(label));
  return [
    ...pairs.map(({ label, value }) => {
      const pairing = label.bold && !value.bold ? 'boldLeft' : 'column';
      tellVerdict(trace, label, value, 'beside', pairing, ', aligned with the rows around it');
      return pairField(label, value, pairing, index, used);
    }),
    ...empty.map((label) => emptyField(label, used)),
  ];
}

const isUnused = ({ segments }: Line, used: UsedSegments) => segments.every((segment) => !used.has(segment));

/** Lines of two columns of an article look like cells of a table. */
const isRunningText = (lines: Line[], { runningText }: SpatialIndex) =>
  lines.filter(({ segments }) => segments.some((segment) => runningText.has(segment))).length > lines.length / 3;

/** A single text right above a table is its title. */
function titleAbove(lines: Line[], at: number, used: UsedSegments): string | null {
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
