import { isStopWord } from './labelWords.ts';
import { splitBefore, type Line, type Segment, type Word } from './segments.ts';

/** The extent of a column, and the edges of its cells. */
type Column = { left: number; right: number; lefts: number[]; rights: number[] };

const NEAR_EDGE = 1.5;
const SAME_EDGE = 0.5;
const TOUCHES = 0.3;

/** The columns of a table, learnt from its header and from the lines that fill all of them. */
export class TableColumns {
  readonly #columns: Column[];

  constructor(header: Segment[], body: Line[]) {
    this.#columns = header.map(({ x, right }) => ({ left: x, right, lefts: [], rights: [] }));
    for (const { segments } of body)
      if (segments.length === header.length) segments.forEach((cell, index) => this.#learn(cell, index));
  }

  get count(): number {
    return this.#columns.length;
  }

  /** The cells of a line with their columns; null if one is in no column. */
  place(line: Line): { column: number; cell: Segment }[] | null {
    const cells = line.segments.flatMap((segment) => this.#apart(segment));
    const placed = cells.map((cell) => ({ column: this.#columnOf(cell), cell }));
    const columns = placed.map(({ column }) => column);
    return columns.every((column, index) => column > (columns[index - 1] ?? -1)) ? placed : null;
  }

  #learn({ x, right }: Segment, index: number): void {
    const column = this.#columns[index] as Column;
    column.lefts.push(x);
    column.rights.push(right);
    column.left = Math.min(column.left, x);
    column.right = Math.max(column.right, right);
  }

  /** The column of a cell: the only one it overlaps, else the one it is aligned with, else the nearest; -1 if none. */
  #columnOf(cell: Segment): number {
    const touched = this.#touched(cell);
    if (touched.length === 1) return touched[0] as number;
    const candidates = touched.length > 0 ? touched : this.#columns.map((_, index) => index);
    const shared = candidates.filter((index) => this.#sharesEdge(cell, index));
    if (shared.length === 1) return shared[0] as number;
    return touched.length > 0 ? -1 : this.#nearest(cell);
  }

  #touched({ x, right, size }: Segment): number[] {
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

  /** Splits a segment that spans two columns. */
  #apart(segment: Segment): Segment[] {
    if (segment.words.length < 2 || this.#touched(segment).length < 2 || this.#columnOf(segment) >= 0) return [segment];
    const places = segment.words.flatMap((_, index) => (index > 0 && this.#beginsCell(segment, index) ? [index] : []));
    return places.length > 0 ? splitBefore(segment, places) : [segment];
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
