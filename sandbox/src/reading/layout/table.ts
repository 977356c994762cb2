import type { TableReading } from '../document.ts';
import { hasLabel } from './label.ts';
import type { Line, Segment } from './line.ts';

export type FoundTable = { table: TableReading; lines: number };

type Row = { cells: (string | null)[]; y: number };

/** A header with rows under it, cells told to columns by where they stand; a blank cell stays blank. */
export function findTable(lines: Line[], at: number): FoundTable | null {
  const header = lines[at] as Line;
  if (!canBeHeader(header)) return null;
  const rows: Row[] = [];
  let next = at + 1;
  for (; next < lines.length; next++) if (!addRow(rows, lines[next] as Line, header)) break;
  if (!isEnough(header, rows.length)) return null;
  const headers = header.segments.map(({ text }) => text);
  return { table: { title: null, headers, rows: rows.map(({ cells }) => cells), score: header.segments.every(isBold) ? 0.97 : 0.9 }, lines: next - at };
}

const isBold = (segment: Segment) => segment.bold;

function canBeHeader({ segments }: Line): boolean {
  if (segments.length < 2) return false;
  if (segments.some(({ text }) => hasLabel(text) || text.length > 40 || !/\p{L}|%|#/u.test(text))) return false;
  if (segments.some(({ text }) => /\d{2,}/.test(text))) return false;
  return segments.every(isBold) || (segments.length >= 3 && !segments.some(isBold));
}

function isEnough({ segments }: Line, rows: number): boolean {
  return rows >= 2 || (rows === 1 && segments.length >= 3 && segments.every(isBold) && saysTable(segments));
}

const COLUMN_WORDS = /^(item|no?\.?|qt|quant|qty|descri|discrimina|produto|servi|article|unit|pre[çc]o|price|valor|amount|total|d[ée]bit|cr[ée]dit|al[íi]q)/i;

/** One row under bold labels may as well be a form; a table names things that are counted or paid. */
const saysTable = (segments: Segment[]) => segments.filter(({ text }) => COLUMN_WORDS.test(text)).length >= 2;

function addRow(rows: Row[], line: Line, header: Line): boolean {
  if (!looksLikeBody(line, header) || isFarBelow(rows, line, header)) return false;
  const columns = line.segments.map((segment) => columnOf(segment, header.segments));
  if (columns.some((column, index) => column < 0 || columns.indexOf(column) !== index)) return false;
  const previous = rows.at(-1);
  if (previous && isContinuation(rows, line, columns)) return append(previous, line, columns);
  if (line.segments.length < 2) return false;
  const cells = header.segments.map((_, column) => line.segments[columns.indexOf(column)]?.text ?? null);
  rows.push({ cells, y: line.y });
  return true;
}

function looksLikeBody({ segments, size }: Line, header: Line): boolean {
  if (size > 1.08 * header.size || segments.length > header.segments.length) return false;
  if (segments.every(isBold) && header.segments.every(isBold)) return false;
  // Labels with their values, one beside the other, are fields.
  return !segments.some(({ text, bold }) => bold !== segments[0]?.bold || (hasLabel(text) && /:\s/.test(text)));
}

function isFarBelow(rows: Row[], line: Line, header: Line): boolean {
  const [first, second] = rows;
  const pitch = first ? (second ? second.y - first.y : first.y - header.y) : 3 * header.size;
  return line.y - (rows.at(-1)?.y ?? header.y) > Math.max(1.8 * pitch, 2 * header.size);
}

/** The column a cell stands under: the widest overlap, else the nearest edge within an em and a half. */
function columnOf(cell: Segment, columns: Segment[]): number {
  const overlaps = columns.map((column) => Math.min(cell.right, column.right) - Math.max(cell.x, column.x));
  const under = overlaps.filter((overlap) => overlap > 0.3 * cell.size).length;
  const startsAt = columns.findIndex((column) => Math.abs(column.x - cell.x) < 0.5 * cell.size);
  if (under > 1) return startsAt >= 0 && under === 2 ? startsAt : -1;
  const best = overlaps.indexOf(Math.max(...overlaps));
  if ((overlaps[best] ?? -1) > 0) return best;
  return nearestEdge(cell, columns);
}

function nearestEdge(cell: Segment, columns: Segment[]): number {
  const distances = columns.map((column) => Math.min(Math.abs(column.x - cell.x), Math.abs(column.right - cell.right)));
  const nearest = distances.indexOf(Math.min(...distances));
  return (distances[nearest] ?? Infinity) <= 1.5 * cell.size ? nearest : -1;
}

/** The second line of a cell: closer than rows are, and the first column blank or alone. */
function isContinuation(rows: Row[], line: Line, columns: number[]): boolean {
  const last = rows.at(-1) as Row;
  const tight = line.y - last.y <= 1.35 * line.size;
  const [first, second] = rows;
  const looser = !first || !second || second.y - first.y > 1.15 * (line.y - last.y);
  return tight && looser && columns.length < last.cells.length && columns.every((column) => last.cells[column] !== null);
}

function append(row: Row, line: Line, columns: number[]): boolean {
  columns.forEach((column, index) => (row.cells[column] += ` ${line.segments[index]?.text ?? ''}`));
  row.y = line.y;
  return true;
}
