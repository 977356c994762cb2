import type { Line, Segment } from './line.ts';

/** Finds what stands under or beside a segment, wherever on the page its line or section begins. */
export class PageMap {
  readonly #lines: Line[];
  readonly #lineOf = new Map<Segment, number>();
  readonly rightMargin: number;

  constructor(lines: Line[]) {
    this.#lines = lines;
    lines.forEach((line, index) => line.segments.forEach((segment) => this.#lineOf.set(segment, index)));
    this.rightMargin = Math.max(0, ...lines.flatMap(({ segments }) => segments.map(({ right }) => right)));
  }

  /** The nearest segment below that starts where this one starts. */
  below(segment: Segment): Segment | null {
    for (let at = this.#indexOf(segment) + 1; at < this.#lines.length; at++) {
      const line = this.#lines[at] as Line;
      if (line.y - segment.y > 2.4 * Math.max(line.size, segment.size)) return null;
      const found = line.segments.find(({ x, size }) => Math.abs(x - segment.x) <= 0.6 * size);
      if (found) return found;
      // Something in between that starts elsewhere separates them.
      if (line.segments.some(({ x, right }) => x < segment.right && right > segment.x)) return null;
    }
    return null;
  }

  /** What stands left of a segment in its line. */
  leftOf(segment: Segment): Segment[] {
    return this.#lineAt(this.#indexOf(segment)).filter(({ x }) => x < segment.x);
  }

  isAloneInLine(segment: Segment): boolean {
    return this.#lineAt(this.#indexOf(segment)).length === 1;
  }

  #indexOf(segment: Segment): number {
    return this.#lineOf.get(segment) ?? this.#lines.length;
  }

  #lineAt(index: number): Segment[] {
    return this.#lines[index]?.segments ?? [];
  }
}
