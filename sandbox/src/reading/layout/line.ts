import type { TextItem } from '../document.ts';

/** Text that stands together: a label, a value, a cell, a line of prose. */
export type Segment = { text: string; x: number; right: number; y: number; size: number; bold: boolean };

export type Line = { y: number; size: number; segments: Segment[] };

/** Wider than a space between words, in ems. */
const COLUMN_GAP = 1;
const WORD_GAP = 0.15;

export function buildLines(items: TextItem[]): Line[] {
  const rows: TextItem[][] = [];
  for (const item of items.flatMap(splitAtWideSpaces).toSorted((a, b) => a.y - b.y)) {
    const row = rows.findLast((candidate) => sharesBaseline(candidate, item));
    if (row) row.push(item);
    else rows.push([item]);
  }
  return rows.map(asLine).toSorted((a, b) => a.y - b.y);
}

export const lineText = (line: Line) => line.segments.map(({ text }) => text).join('  ');

function sharesBaseline(row: TextItem[], item: TextItem): boolean {
  const first = row[0] as TextItem;
  return Math.abs(first.y - item.y) <= 0.35 * Math.min(first.size, item.size);
}

function asLine(row: TextItem[]): Line {
  const segments: Segment[] = [];
  for (const item of row.toSorted((a, b) => a.x - b.x)) {
    const last = segments.at(-1);
    if (last && continues(last, item)) extend(last, item);
    else segments.push({ text: item.text.trim(), x: item.x, right: item.x + item.width, y: item.y, size: item.size, bold: item.bold });
  }
  const size = Math.max(...segments.map((segment) => segment.size));
  return { y: Math.max(...segments.map(({ y }) => y)), size, segments };
}

const continues = (last: Segment, item: TextItem) =>
  last.bold === item.bold && item.x - last.right < COLUMN_GAP * Math.max(last.size, item.size);

function extend(segment: Segment, item: TextItem): void {
  const apart = item.x - segment.right > WORD_GAP * item.size || /^\s/.test(item.text);
  segment.text += (apart ? ' ' : '') + item.text.trim();
  segment.right = item.x + item.width;
}

/** Columns made of spaces. */
function splitAtWideSpaces(item: TextItem): TextItem[] {
  if (!/\S {3,}\S/.test(item.text)) return [item];
  const perCharacter = item.width / item.text.length;
  return [...item.text.matchAll(/\S+(?: {1,2}\S+)*/g)].map((found) => ({
    ...item,
    text: found[0],
    x: item.x + found.index * perCharacter,
    width: found[0].length * perCharacter,
  }));
}
