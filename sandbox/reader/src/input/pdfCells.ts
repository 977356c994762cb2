// The cells that the rulings of a PDF's page make, and the rows that rulings and grounds across it make.

import { edgesOf, type Edges, type TextItem } from '../reading.ts';

/** In points: a thicker line is a ground, and a shorter one no side of a cell. */
const RULING = { thickness: 3, length: 5 };
/** In points: how far lines that meet may miss each other. */
const MEET = 1.5;
/** In points: a box to tick, or for a letter, is smaller. */
const LARGEST_BOX = 20;
/** More are a pattern. */
const MOST = 3000;

/** Remembers the lines across and down a page, to say in the end in which cells its texts stand. */
export class Rulings {
  readonly #across: Edges[] = [];
  readonly #down: Edges[] = [];
  /** Above and below grounds. */
  readonly #edges: Edges[] = [];
  readonly #cells = new Map<string, Edges>();

  get #isPattern(): boolean {
    return this.#across.length + this.#down.length > MOST;
  }

  /** The sides of an outline, or what is filled: where that is nearly white it is a ground, and no line. */
  note([left, top, right, bottom]: Edges, isOutline: boolean, isPale = false): void {
    if (this.#isPattern) return;
    if (right - left < RULING.length && bottom - top < RULING.length) return;
    const isThin = Math.min(right - left, bottom - top) < RULING.thickness;
    if (isThin && isPale) return;
    if (isThin) (right - left > bottom - top ? this.#across : this.#down).push([left, top, right, bottom]);
    else if (isOutline) {
      this.#across.push([left, top, right, top], [left, bottom, right, bottom]);
      this.#down.push([left, top, left, bottom], [right, top, right, bottom]);
    } else if (this.#edges.length <= MOST) this.#edges.push([left, top, right, top], [left, bottom, right, bottom]);
  }

  /** The texts with their cells, and those in none with the band between what is above and below them. */
  withCells<Text extends TextItem>(items: Text[]): Text[] {
    if (this.#isPattern || this.#across.length + this.#edges.length < 2) return items;
    const bands = this.#edges.length > MOST ? this.#across : [...this.#across, ...this.#edges];
    return items.map((item) => {
      const [left, top, right, bottom] = edgesOf(item);
      const [x, y] = [Math.min(left + item.size / 2, (left + right) / 2), (top + bottom) / 2];
      const edges = this.#around(x, y);
      if (!edges) {
        const band = between(bands, x, y);
        return band.some(Number.isFinite) ? { ...item, band } : item;
      }
      const key = edges.map(Math.round).join(' ');
      const cell = this.#cells.get(key) ?? edges;
      this.#cells.set(key, cell);
      return { ...item, cell };
    });
  }

  #around(x: number, y: number): Edges | null {
    let [left, right] = [-Infinity, Infinity];
    for (const [begin, above, end, below] of this.#down) {
      if (y < above - MEET || y > below + MEET) continue;
      if (end < x) left = Math.max(left, end);
      else if (begin > x) right = Math.min(right, begin);
    }
    const [top, bottom] = between(this.#across, x, y);
    const cell: Edges = [left, top, right, bottom];
    const isBox = right - left < LARGEST_BOX && bottom - top < LARGEST_BOX;
    return isBox || !cell.every(Number.isFinite) ? null : cell;
  }
}

/** The nearest lines across the page above and below a place. */
function between(lines: Edges[], x: number, y: number): [number, number] {
  let [top, bottom] = [-Infinity, Infinity];
  for (const [begin, above, end, below] of lines) {
    if (x < begin - MEET || x > end + MEET) continue;
    if (below < y) top = Math.max(top, below);
    else if (above > y) bottom = Math.min(bottom, above);
  }
  return [top, bottom];
}
