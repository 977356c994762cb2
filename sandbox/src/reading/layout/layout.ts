import type { SectionReading, TextItem } from '../document.ts';
import { splitIntoBlocks, type Block } from './block.ts';
import { findFields, type Used } from './fields.ts';
import { buildLines, lineText, type Line } from './line.ts';
import { PageMap } from './pageMap.ts';
import { findTable } from './table.ts';

/** Turns pieces of text with positions into sections with fields and tables. */
export function readLayout(items: TextItem[], page: number): { text: string; sections: SectionReading[] } {
  const lines = buildLines(items);
  const map = new PageMap(lines);
  const used: Used = new Set();
  const sections = splitIntoBlocks(lines).map((block) => readBlock(block, page, map, used));
  return { text: lines.map(lineText).join('\n'), sections };
}

function readBlock({ heading, lines }: Block, page: number, map: PageMap, used: Used): SectionReading {
  const section: SectionReading = { heading, page, lines: lines.map(lineText), fields: [], tables: [] };
  for (let at = 0; at < lines.length; at++) {
    const found = isUntouched(lines[at] as Line, used) ? findTable(lines, at) : null;
    if (!found) {
      section.fields.push(...findFields(lines[at] as Line, map, used));
      continue;
    }
    section.tables.push({ ...found.table, title: titleAbove(lines, at, used) ?? heading });
    at += found.lines - 1;
  }
  return section;
}

const isUntouched = ({ segments }: Line, used: Used) => segments.every((segment) => !used.has(segment));

/** A line of its own right over the table names it. */
function titleAbove(lines: Line[], at: number, used: Used): string | null {
  const above = lines[at - 1];
  const [only] = above?.segments ?? [];
  if (!above || !only || above.segments.length > 1 || used.has(only) || only.text.length > 50 || /[.;]$/.test(only.text)) return null;
  return (lines[at] as Line).y - above.y <= 2.5 * above.size ? only.text : null;
}
