import type { TextItem } from '../reading.ts';
import { cleanItems } from './cleanItems.ts';
import { splitAtEdges } from './edges.ts';
import { letterPlaces } from './letterWidths.ts';
import { level } from './level.ts';
import { restoreColons } from './lostColons.ts';
import { restoreSpaces } from './lostSpaces.ts';
import { segmentOf, wordsOf, type Segment } from './segment.ts';
import { splitLabels } from './splitLabels.ts';

/** Texts on one baseline. Lines of two columns that were told apart have different regions. */
export type Line = { y: number; size: number; segments: Segment[]; region: number };

/** Wider than a space between words, in ems. */
const COLUMN_GAP = 1;
const WORD_GAP = 0.15;
const SAME_BASELINE = 0.35;
/** Spaces of a justified line are wide, but all of them alike. */
const JUSTIFIED = { widest: 2, unlike: 1.7, fewest: 5 };

export function buildLines(items: TextItem[]): Line[] {
  const rows: TextItem[][] = [];
  for (const item of level(cleanItems(items))
    .flatMap(splitAtWideSpaces)
    .toSorted((a, b) => a.x - b.x)) {
    const row = rowOf(rows, item);
    if (row) row.push(item);
    else rows.push([item]);
  }
  return restoreColons(restoreSpaces(splitAtEdges(rows.flatMap(asLine).toSorted((a, b) => a.y - b.y))));
}

export const lineText = (line: Line) => line.segments.map(({ text }) => text).join('  ');

export function lineOf(segments: Segment[], region = 0): Line {
  const y = segments.reduce((sum, segment) => sum + segment.y, 0) / segments.length;
  return { y, size: Math.max(...segments.map(({ size }) => size)), segments, region };
}

/** A baseline may bend on its way over the page, so each text is held against the one left of it. */
function rowOf(rows: TextItem[][], item: TextItem): TextItem[] | null {
  let best: { row: TextItem[]; off: number } | null = null;
  for (const row of rows) {
    const last = row.at(-1) as TextItem;
    const least = Math.min(last.size, item.size);
    const off = Math.abs(last.y - item.y);
    const overlaps = item.x < last.x + last.width - 0.5 * least;
    if (!overlaps && off <= SAME_BASELINE * least && (!best || off < best.off)) best = { row, off };
  }
  return best?.row ?? null;
}

function asLine(row: TextItem[]): Line[] {
  const segments = (isJustified(row) ? [joined(row)] : joinNear(row)).flatMap(splitLabels);
  return segments.length > 0 ? [lineOf(segments)] : [];
}

function joinNear(row: TextItem[]): Segment[] {
  const groups: TextItem[][] = [];
  for (const item of row) {
    const last = groups.at(-1)?.at(-1);
    if (isBar(item.text)) groups.push([]);
    else if (last && continues(last, item)) groups.at(-1)?.push(item);
    else groups.push([item]);
  }
  return groups.filter((group) => group.length > 0).map(joined);
}

/** A rule between cells, read as a letter. */
const isBar = (text: string) => /^[|¦│┃]+$/.test(text.trim());

const continues = (last: TextItem, item: TextItem) =>
  last.bold === item.bold && item.x - last.x - last.width < COLUMN_GAP * Math.max(last.size, item.size);

function joined(items: TextItem[]): Segment {
  const words = items.flatMap(wordsOf);
  const text = items.reduce(
    (all, item, index) => all + (isApart(items[index - 1], item) ? ' ' : '') + item.text.trim(),
    '',
  );
  const [first] = items as [TextItem, ...TextItem[]];
  const segment = segmentOf(words, {
    y: meanOf(items, 'y'),
    size: meanOf(items, 'size'),
    bold: first.bold,
    recognised: first.confidence !== undefined,
  });
  // Letters that were put down one by one are one word.
  return text.split(/\s+/).length === words.length ? segment : withText(segment, text);
}

function withText(segment: Segment, text: string): Segment {
  const whole = wordsOf({
    ...segment,
    text,
    width: segment.right - segment.x,
    confidence: Math.min(...segment.words.map(({ confidence }) => confidence)),
  });
  return segmentOf(whole, segment);
}

/** By letters: a full stop says little about how large a line is. */
function meanOf(items: TextItem[], measure: 'y' | 'size'): number {
  const letters = items.reduce((sum, { text }) => sum + text.length, 0);
  return items.reduce((sum, item) => sum + item[measure] * item.text.length, 0) / letters;
}

function isApart(last: TextItem | undefined, item: TextItem): boolean {
  if (!last) return false;
  const gap = item.x - last.x - last.width;
  return (
    gap > WORD_GAP * item.size ||
    /^\s/.test(item.text) ||
    /\s$/.test(last.text) ||
    (/\p{Ll}{3}$/u.test(last.text) && /^\p{Lu}\p{Ll}{2}/u.test(item.text))
  );
}

function isJustified(row: TextItem[]): boolean {
  const gaps = row
    .slice(1)
    .map((item, index) => (item.x - (row[index] as TextItem).x - (row[index] as TextItem).width) / item.size);
  const [least, most] = [Math.min(...gaps), Math.max(...gaps)];
  return (
    row.length >= JUSTIFIED.fewest &&
    most > COLUMN_GAP &&
    most <= JUSTIFIED.widest &&
    least > 0.2 &&
    most / least <= JUSTIFIED.unlike
  );
}

/** Columns made of spaces or of dots that lead the eye. */
function splitAtWideSpaces(item: TextItem): TextItem[] {
  const pieces = [...item.text.matchAll(/(?:(?!\s{3}|\.{4}|_{4}|(?:\s\.){4})[^|¦│┃])+/gu)].filter(([piece]) =>
    /[^\s._]/.test(piece),
  );
  const isWhole = pieces.length === 1 && !/\.{4}|_{4}|(?:\s\.){4}/.test(item.text);
  if (pieces.length === 0 || isWhole) return [item];
  const places = letterPlaces(item.text).map((place) => item.x + place * item.width);
  return pieces.map(({ 0: piece, index }) => {
    const trimmed = piece.replace(/^[\s._]+|(?:[\s_]|\s\.+)+$/g, '');
    const start = index + piece.indexOf(trimmed);
    const [x, right] = [places[start] as number, places[start + trimmed.length] as number];
    return { ...item, text: trimmed, x, width: right - x };
  });
}
