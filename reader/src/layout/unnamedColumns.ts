import { hasLabel } from './label.ts';
import type { Line } from './line.ts';
import type { Segment } from './segment.ts';
import type { Header } from './tableHeader.ts';

/** How many lines are looked at, and how wide a header must be and may grow. */
const LOOKED_AT = 4;
const MOST_UNNAMED = 2;
const FEWEST_NAMED = 3;

/** Columns without a name, or whose name could not be read: where rows have cells that no header stands over. */
export function withUnnamed(header: Header, lines: Line[]): Header {
  const [first, second] = lines.slice(0, LOOKED_AT).filter(({ segments }) => isWider(segments, header.cells));
  if (!first || !second || first.segments.length !== second.segments.length) return header;
  const unnamed = first.segments.filter((cell) => !header.cells.some((other) => overlap(cell, other)));
  const missing = first.segments.length - header.cells.length;
  const recurs = unnamed.every((cell) => second.segments.some((other) => overlap(cell, other)));
  if (unnamed.length !== missing || !recurs) return header;
  const blanks = unnamed.map((cell) => ({ ...cell, text: '', words: [], bold: header.cells[0]?.bold ?? false }));
  return { ...header, cells: [...header.cells, ...blanks].toSorted((a, b) => a.x - b.x) };
}

const isWider = (cells: Segment[], header: Segment[]) =>
  cells.length > header.length &&
  cells.length <= header.length + MOST_UNNAMED &&
  header.length >= FEWEST_NAMED &&
  !cells.some(({ text }) => hasLabel(text));

const overlap = (a: Segment, b: Segment) => a.x < b.right && a.right > b.x;
