// How sure the cells of a table are: whether rows, columns and cells may be others than those that were found.

import { parseAmount } from '../text/amounts.ts';
import { hasWideBlank, isDisproven } from './fieldReading.ts';
import { isOverText } from './fieldValues.ts';
import { isQuantity } from './labels.ts';
import { scoreOfCell } from './scores.ts';
import {
  areInOneRow,
  isSameStyle,
  isSmaller,
  isStaggered,
  overlap,
  widthWithNextWord,
  type Segment,
} from './segments.ts';
import type { SpatialIndex } from './spatialIndex.ts';
import type { Header } from './tableHeader.ts';

/** `top` and `y`: its first and its last line. */
export type Row = { cells: Segment[][]; top: number; y: number };

/** The lines of a header are nearer to each other than the rows by this factor. */
export const NEARER = 0.8;

/** Between the lines of a pair of label and value and the next pair, the gap is this much wider than in a pair. */
export const BETWEEN_PAIRS = 1.2;

type Found = { place: 'strong' | 'weak' | 'unproven'; page: SpatialIndex | null };

/** The scores of cells by row and column, null where one is empty. `place`: how sure the arrangement of the whole is. */
export function scoresOf(header: Header, rows: Row[], { place, page }: Found): (number | null)[][] {
  const { cells } = header;
  const isRecognised = cells.some(({ recognised }) => recognised);
  const firstOfRows = mayBeOfHeader(header, rows) ? 0 : -1;
  // Where the last line is the rest of a row, none begins with the line before its own.
  const [beforeLast, last] = rows.slice(-2) as [Row, Row?];
  const endsInRest = last !== undefined && (last.y > last.top || isPartOf(last, beforeLast));
  const joinsOthers = cells.some((_, column) => hasJoinedInRoom(rows, column));
  const rests = restsAmong(rows);
  const isUnclear = cells.map(
    (_, column) =>
      rows.some(({ cells: row }) => isNumberOver(row[column] ?? []) || (joinsOthers && areLines(row[column] ?? []))) ||
      new Set(rows.flatMap((row) => isRaised(row, column) ?? [])).size > 1 ||
      isOfTwo(rows.flatMap((row) => row.cells[column] ?? [])),
  );
  return rows.map((row, at) => {
    const isDoubted =
      at === firstOfRows ||
      rests[at] ||
      rests[at + 1] ||
      row.cells.filter(areApart).length > 1 ||
      (!endsInRest && (isPartOf(row, rows[at + 1]) || isPartOf(rows[at - 1], row))) ||
      mayBeSeveral(row) ||
      row.cells.some((cell, column) => isMoved(cell, column, cells));
    return row.cells.map((cell, column) => {
      if (cell.length === 0) return null;
      if (isMoved(cell, column, cells) || isUnderAll(cell, column, cells)) return scoreOfCell('shifted', cell);
      const isCut = at === rows.length - 1 && page !== null && cell.some((part) => isOverText(part, page));
      const isWrong = isRecognised && isDisproven(cells[column]?.text ?? '', cell.map(({ text }) => text).join(' '));
      const isOther = isOfSeveral(cell) || isUnderTwo(cell, column, cells) || isTorn(row, column);
      const isUnproven = isDoubted || isCut || isWrong || isOther || isUnclear[column];
      return scoreOfCell(isUnproven ? 'unproven' : place, cell);
    });
  });
}

/** Whether a cell stands below the header of another column, and not below its own: those beside it may be moved, too. */
function isMoved(cell: Segment[], column: number, header: Segment[]): boolean {
  const isUnder = (name: Segment) => cell.some((part) => overlap(part, name));
  return header.some(isUnder) && !isUnder(header[column] as Segment);
}

/** Whether a cell stands below all of the header of another column. */
const isUnderAll = (cell: Segment[], column: number, header: Segment[]) =>
  header.some(({ x, right }, at) => at !== column && cell.some((part) => part.x < x && part.right > right));

/** In ems, how far a cell reaches below the header of another column. */
const REACHES = 0.5;

/** Whether a cell may as well be one of another column. */
const isUnderTwo = (cell: Segment[], column: number, header: Segment[]) =>
  header.some(
    ({ x, right }, at) =>
      at !== column && cell.some((part) => Math.min(part.right, right) - Math.max(part.x, x) > REACHES * part.size),
  );

/** Whether a text was divided at a cell or behind it, between words that are no numbers. */
const isTorn = ({ cells }: Row, column: number) =>
  [column, column + 1].some((at) => {
    const [left, right] = [cells[at - 1]?.at(-1), cells[at]?.at(-1)];
    const [word] = right?.words ?? [];
    return (
      left &&
      word &&
      left.y === right?.y &&
      !word.begins &&
      (/^\p{Ll}/u.test(word.text) || !isQuantity(right.text)) &&
      word.x > left.right
    );
  });

/** Whether two cells of a column are beside each other: it may be two columns. */
const isOfTwo = (cells: Segment[]) =>
  Math.max(...cells.map(({ x }) => x)) > Math.min(...cells.map(({ right }) => right));

/**
 * Whether the first row may be a line of the header: nearer to that than to the next row and with cells left empty, or in smaller
 * type than that.
 */
function mayBeOfHeader({ cells, y }: Header, [first, second]: Row[]): boolean {
  const own = first?.cells.flat() ?? [];
  if (own.every((cell) => second?.cells.flat().every((other) => isSmaller(cell, other)))) return true;
  if (!first || !second || own.length === cells.length || first.y - y >= NEARER * (second.y - first.y)) return false;
  return own.every((cell) => cells.some((name) => isSameStyle(name, cell)));
}

/**
 * Which rows with cells left empty may be the rest of the one above: nearer to that than to the next one, a part of it, or with
 * the same cells as one that may be.
 */
export function restsAmong(rows: Row[]): boolean[] {
  const rests: boolean[] = [];
  for (const [at, row] of rows.entries()) {
    const [above, next] = [rows[at - 1], rows[at + 1]];
    const isParted = (cell: Segment[], column: number) => areInOneRow(above?.cells[column]?.at(-1), cell[0]) === false;
    const isWhole = row.cells.every(({ length }) => length > 0);
    if (!above || isWhole || row.cells.some(isParted)) rests.push(false);
    else {
      const isNearer = next !== undefined && row.top - above.y < NEARER * (next.top - row.y);
      const isAlike = row.cells.every(({ length }, column) => length > 0 === (above.cells[column] ?? []).length > 0);
      rests.push(isNearer || isPartOf(row, above) || (isAlike && rests[at - 1] === true));
    }
  }
  return rests;
}

/** Whether a row right above or below another one has two cells fewer than that, and no amount. */
function isPartOf(row: Row | undefined, whole: Row | undefined): boolean {
  if (!row || !whole) return false;
  const [upper, lower] = row.y < whole.y ? [row, whole] : [whole, row];
  const filled = row.cells.flatMap((cell, column) => (cell.length > 0 ? column : []));
  return (
    filled.every((column) => whole.cells[column]?.length) &&
    whole.cells.filter(({ length }) => length > 0).length > filled.length + 1 &&
    row.cells.flat().every(({ text, size }) => lower.top - upper.y <= NEXT_LINE * size && parseAmount(text) === null)
  );
}

/** In ems. */
const [BLANK, RAISED] = [0.25, 0.15];

/** Whether some cell of a column has a line that had room in the one above it, and is no nearer to that than to the next row. */
function hasJoinedInRoom(rows: Row[], column: number): boolean {
  const widest = Math.max(...rows.flatMap((row) => (row.cells[column] ?? []).map(({ x, right }) => right - x)));
  return rows.some((row, at) => {
    const cell = row.cells[column] ?? [];
    const edges = [rows[at - 1]?.y ?? -Infinity, rows[at + 1]?.top ?? Infinity] as [number, number];
    return cell.slice(1).some((line, index) => {
      const above = cell[index] as Segment;
      // What is drawn around all rows parts none of them.
      const isOfOthers = () => rows.some((other) => other !== row && areInOneRow(other.cells[column]?.[0], line));
      if (isStaggered(above, line) || (areInOneRow(above, line) && !isOfOthers())) return false;
      const isApart = Math.min(above.y - edges[0], edges[1] - line.y) >= BETWEEN_PAIRS * (line.y - above.y);
      return !isApart && widthWithNextWord(above, line) + BLANK * above.size < widest;
    });
  });
}

/** Lines of one cell are no farther apart, in ems. */
export const NEXT_LINE = 1.45;

/** Whether a cell may be two of them: blanks divide it, or lines are apart. */
const isOfSeveral = (cell: Segment[]) => areApart(cell) || cell.some(hasWideBlank);

const areApart = (cell: Segment[]) =>
  cell.some((part, at) => part.y - (cell[at - 1] ?? part).y > NEXT_LINE * part.size);

/** Whether the first of several lines of a cell is above the line of the others; null where there are none to tell by. */
function isRaised({ cells }: Row, column: number): boolean | null {
  const own = cells[column] ?? [];
  const level = cells.find((cell) => cell.length === 1)?.[0];
  return own.length > 1 && level ? level.y - (own[0] as Segment).y > RAISED * level.size : null;
}

const areLines = ([first, next]: Segment[]) => first !== undefined && next !== undefined && !isStaggered(first, next);

/** Cells of a column are two numbers; and the row of a record of two lines has a number over words. */
const isNumberOver = (cell: Segment[]) => isQuantity(cell[0]?.text ?? '') && areLines(cell);

/** Whether several cells have several lines, which could as well be rows: none starts small, and none right of them has one line. */
function mayBeSeveral({ cells }: Row): boolean {
  const first = cells.findIndex(({ length }) => length > 1);
  const high = cells.filter(({ length }) => length > 1);
  return (
    high.length > 1 &&
    !high.some((cell) => cell.slice(1).some(({ text }) => /^\p{Ll}/u.test(text))) &&
    !cells.slice(first).some(({ length }) => length === 1)
  );
}
