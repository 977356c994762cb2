import type { FieldReading, SectionReading, TextItem } from '../reading.ts';
import { splitIntoBlocks, type Block } from './block.ts';
import { findFields, pairUp, withoutValue } from './fields.ts';
import { findLabelColumns, type LabelColumn } from './labelColumn.ts';
import { buildLines, lineText, type Line } from './line.ts';
import { PageMap } from './pageMap.ts';
import type { Segment } from './segment.ts';
import { findTable } from './table.ts';
import type { Used } from './value.ts';

/** Turns pieces of text with positions into sections with fields and tables. */
export function readLayout(items: TextItem[], page: number): { text: string; sections: SectionReading[] } {
  const lines = buildLines(items);
  const blocks = splitIntoBlocks(lines);
  const map = new PageMap(blocks.flatMap((block) => block.lines));
  const used: Used = new Set();
  const sections = blocks.map((block) => readBlock(block, page, map, used));
  return { text: lines.map(lineText).join('\n'), sections };
}

function readBlock({ heading, lines }: Block, page: number, map: PageMap, used: Used): SectionReading {
  const section: SectionReading = { heading, page, lines: [], fields: [], tables: [] };
  const columns = findLabelColumns(lines);
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as Line;
    section.fields.push(
      ...listed(
        line,
        columns.filter(({ sure }) => sure),
        map,
        used,
      ),
    );
    const found = isUntouched(line, used) ? findTable(lines, at) : null;
    if (!found) {
      section.lines.push(lineText(line));
      section.fields.push(...listed(line, columns, map, used), ...findFields(line, map, used));
      continue;
    }
    section.tables.push({ ...found.table, title: titleAbove(lines, at, used) ?? heading });
    lines.slice(at, at + found.lines).forEach(({ segments }) => segments.forEach((segment) => used.add(segment)));
    at += found.lines - 1;
  }
  return section;
}

/** Fields of this line that belong to a column of labels. */
function listed({ segments }: Line, columns: LabelColumn[], map: PageMap, used: Used): FieldReading[] {
  const isFree = (segment: Segment) => !used.has(segment);
  const pairs = columns
    .flatMap((column) => column.pairs)
    .filter(({ label, value }) => segments.includes(label) && isFree(label) && isFree(value));
  const empty = columns.flatMap((column) => column.empty).filter((label) => segments.includes(label) && isFree(label));
  return [
    ...pairs.map(({ label, value }) =>
      pairUp(label, value, label.bold && !value.bold ? 'boldLeft' : 'column', map, used),
    ),
    ...empty.map((label) => withoutValue(label, used)),
  ];
}

const isUntouched = ({ segments }: Line, used: Used) => segments.every((segment) => !used.has(segment));

/** A line of its own right over the table names it. */
function titleAbove(lines: Line[], at: number, used: Used): string | null {
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
