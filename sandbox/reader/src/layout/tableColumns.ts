import { isStopWord } from './labelWords.ts';
import {
  areInOneColumn,
  areInOneRow,
  splitBefore,
  widthWithNextWord,
  type Line,
  type Segment,
  type Word,
} from './segments.ts';

/** The extent of a column, and the edges of its cells. */
type Column = { left: number; right: number; lefts: number[]; rights: number[] };
export type PlacedCell = { column: number; cell: Segment };

const NEAR_EDGE = 1.5;
const SAME_EDGE = 0.5;
const TOUCHES = 0.3;
/** Numbers of one column begin or end this closely below each other. */
const BELOW = 0.2;

/** In ems, between two columns. */
const PADDING = 1;

const isNumber = ({ text }: Word) => /^\(?[-−]?\d[\d.,]*[-−]?\)?$/.test(text);

/** The columns of a table, learnt from its header and from the lines that fill all of them. */
export class TableColumns {
  readonly #columns: Column[];
  readonly #numbers: Word[];
  /** The header, if each of its cells has a box of its own. */
  readonly #boxed: Segment[];
  /** Whether anything is drawn between some of the lines. */
  readonly areRuled: boolean;

  constructor(header: Segment[], body: Line[]) {
    this.#numbers = body.flatMap(({ segments }) => segments.flatMap(({ words }) => words.filter(isNumber)));
    this.#boxed = new Set(header.map(({ cell }) => cell)).size === header.length ? header : [];
    const [first] = body[0]?.segments ?? [];
    this.areRuled = body.some(({ segments }) => areInOneRow(first, segments[0]) === false);
    this.#columns = header.map(({ x, right }) => ({ left: x, right, lefts: [], rights: [] }));
    for (const { segments } of body)
      if (segments.length === header.length) segments.forEach((cell, index) => this.#learn(cell, index));
  }

  get count(): number {
    return this.#columns.length;
  }

  /** The cells of a line with their columns; null if one is in no column. */
  place({ segments }: Line): PlacedCell[] | null {
    return (
      this.#inOrder(segments.flatMap((segment) => this.#numbersApart(segment))) ??
      this.#inOrder(segments.flatMap((segment) => this.#apart(segment)))
    );
  }

  /** Whether the first word of a line had no room behind the line above it in a column. Nothing tells how wide the last one is. */
  hadNoRoom(column: number, last: Segment, line: Segment): boolean {
    const [{ left }, next] = [this.#columns[column] as Column, this.#columns[column + 1]];
    return !next || widthWithNextWord(last, line) > next.left - left - PADDING * line.size;
  }

  #inOrder(cells: Segment[]): PlacedCell[] | null {
    const placed = cells.map((cell) => ({ column: this.#columnOf(cell), cell }));
    return placed.every(({ column }, index) => column > (placed[index - 1]?.column ?? -1)) ? placed : null;
  }

  #learn({ x, right }: Segment, index: number): void {
    const column = this.#columns[index] as Column;
    column.lefts.push(x);
    column.rights.push(right);
    column.left = Math.min(column.left, x);
    column.right = Math.max(column.right, right);
  }

  /**
   * The column of a cell: that whose header has a box above its own, else the only one it overlaps, else the one it is aligned
   * with, else the nearest; -1 if none.
   */
  #columnOf(cell: Segment): number {
    const boxed = this.#boxed.findIndex((name) => areInOneColumn(name, cell));
    if (boxed >= 0) return boxed;
    const touched = this.#touched(cell);
    if (touched.length === 1) return touched[0] as number;
    const candidates = touched.length > 0 ? touched : this.#columns.map((_, index) => index);
    const shared = candidates.filter((index) => this.#sharesEdge(cell, index));
    if (shared.length === 1) return shared[0] as number;
    return touched.length > 0 ? -1 : this.#nearest(cell);
  }

  #touched({ x, right, size }: Pick<Segment, 'x' | 'right' | 'size'>): number[] {
    const least = Math.min(TOUCHES * size, (right - x) / 2);
    return this.#columns.flatMap((column, index) =>
      Math.min(right, column.right) - Math.max(x, column.left) > least ? [index] : [],
    );
  }

  #sharesEdge({ x, right, size }: Segment, index: number): boolean {
    const { lefts, rights, left, right: end } = this.#columns[index] as Column;
    const near = (edge: number, edges: number[], other: number) =>
      (edges.length > 0 ? edges : [other]).every((one) => Math.abs(one - edge) < SAME_EDGE * size);
    return near(x, lefts, left) || near(right, rights, end);
  }

  #nearest({ x, right, size }: Segment): number {
    const distances = this.#columns.map((column) =>
      Math.min(Math.abs(column.left - x), Math.abs(column.right - right)),
    );
    const nearest = distances.indexOf(Math.min(...distances));
    return (distances[nearest] ?? Infinity) <= NEAR_EDGE * size ? nearest : -1;
  }

  /** Splits a segment before and behind numbers of other columns, however near they are. */
  #numbersApart(segment: Segment): Segment[] {
    const { words, size } = segment;
    const columns = words.map((word) => this.#touched({ ...word, size }));
    const places = words.flatMap((word, index) => {
      const [before, [column = -1, ...more]] = [words[index - 1], columns[index] ?? []];
      const last = Math.max(-1, ...columns.slice(0, index).flat());
      if (!before || more.length > 0 || last < 0 || column <= last) return [];
      return this.#areOfTwoCells(segment, before, word) ? [index] : [];
    });
    return splitBefore(segment, places).flatMap((part) => this.#apart(part));
  }

  #areOfTwoCells({ words, size }: Segment, before: Word, word: Word): boolean {
    if (word.begins && (!words.every(({ begins }) => begins) || (isNumber(before) && isNumber(word)))) return true;
    const isBelow = (one: number, other: number) => Math.abs(one - other) <= BELOW * size;
    return [before, word].some(
      (number) =>
        isNumber(number) &&
        this.#numbers.some(
          (other) => other !== number && (isBelow(other.x, number.x) || isBelow(other.right, number.right)),
        ),
    );
  }

  /** Splits a segment that spans two columns. */
  #apart(segment: Segment): Segment[] {
    const { words, x, right: end } = segment;
    if (words.length < 2 || this.#touched(segment).length < 2) return [segment];
    const isOverTwo = this.#columns.filter((column) => column.left >= x && column.right <= end).length > 1;
    if (!isOverTwo && this.#columnOf(segment) >= 0) return [segment];
    const places = [...words.keys()].filter((index) => index > 0 && this.#beginsCell(segment, index));
    const parts = splitBefore(segment, places);
    const isSameColumn = (part: Segment, index: number) =>
      index > 0 && this.#columnOf(part) === this.#columnOf(parts[index - 1] as Segment);
    return splitBefore(
      segment,
      places.filter((_, at) => !isSameColumn(parts[at + 1] as Segment, at + 1)),
    );
  }

  #beginsCell({ words, size }: Segment, index: number): boolean {
    const [before, word] = [words[index - 1], words[index]];
    const joins = (other: Word | undefined) =>
      other !== undefined && /^\p{Ll}/u.test(other.text) && isStopWord(other.text);
    if (joins(before) || joins(word)) return false;
    return this.#columns.some(({ left, right }, column) => {
      const previous = this.#columns[column - 1];
      if (!word || !before || !previous || before.x > left) return false;
      return (
        Math.abs(word.x - left) < SAME_EDGE * size ||
        (word.x >= left - SAME_EDGE * size && word.right <= right + size && before.right <= left + size)
      );
    });
  }
}
