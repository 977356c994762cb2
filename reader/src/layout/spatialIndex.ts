import { median } from '../statistics.ts';
import { labelStrength } from './labels.ts';
import type { Line, Segment } from './segments.ts';

/** How far under a label its value may stand, in ems. */
const REACH = 2.4;
const ALIGNED = 0.6;
/** Less apart than lines are. */
const BESIDE = 0.7;
/** Labels over values that say how far these usually are. */
const ENOUGH = 4;
/** More than this many times the usual distance is that to the next row. */
const TOO_FAR = 1.5;

/** How far a value stands below its label, in ems of the label and by itself. */
type Drop = { ems: number; points: number };
const dropOf = (label: Segment, value: Segment): Drop => ({
  ems: (value.y - label.y) / label.size,
  points: value.y - label.y,
});

/** Finds what stands under or beside a segment, wherever on the page its line or section begins. */
export class SpatialIndex {
  readonly #lines: Line[];
  readonly #indexOf = new Map<Segment, number>();
  readonly rightMargin: number;
  #drops: Drop[] | null = null;

  constructor(lines: Line[]) {
    this.#lines = lines.toSorted((a, b) => a.y - b.y);
    this.#lines.forEach((line, index) => line.segments.forEach((segment) => this.#indexOf.set(segment, index)));
    this.rightMargin = Math.max(0, ...lines.flatMap(({ segments }) => segments.map(({ right }) => right)));
  }

  /** The nearest segment below that starts at this place, by default where this one starts. */
  below(segment: Segment, start = segment.x): Segment | null {
    for (const line of this.#linesBelow(segment)) {
      const found = line.segments.find(({ x, size }) => Math.abs(x - start) <= ALIGNED * size);
      if (found) return found;
      // Something in between that starts elsewhere separates them.
      if (line.segments.some(({ x, right }) => x < segment.right && right > segment.x)) return null;
    }
    return null;
  }

  /** The text in the cell under a label: from where the label starts to where the next text of its line does. */
  inCell(label: Segment): Segment | null {
    const end = this.endOfCell(label);
    for (const line of this.#linesBelow(label)) {
      if (
        line.y - label.y < BESIDE * line.size &&
        !line.segments.some(({ x, right }) => x < label.right && right > label.x)
      )
        continue;
      const touching = line.segments.filter(({ x, right }) => right > label.x && x < end);
      const aligned = touching.find(({ x, size }) => Math.abs(x - label.x) <= ALIGNED * size);
      if (aligned) return aligned;
      const inside = touching.filter(({ x, right, size }) => x > label.x && right < end + ALIGNED * size);
      if (touching.length > 0) return touching.length === 1 ? (inside[0] ?? null) : null;
    }
    return null;
  }

  /**
   * Whether a value stands much farther below its label than is usual on the page; sizes tremble, so by itself and for
   * its size.
   */
  isFarBelow(label: Segment, value: Segment): boolean {
    const drops = (this.#drops ??= this.#measureDrops());
    const isFar = (measure: (drop: Drop) => number) =>
      measure(dropOf(label, value)) > TOO_FAR * (median(drops.map(measure)) ?? 0);
    return drops.length >= ENOUGH && isFar(({ points }) => points) && isFar(({ ems }) => ems);
  }

  /** Texts of other lines that start where this one does. */
  startingAt({ x, size }: Segment): Segment[] {
    return this.#lines.flatMap(({ segments }) => segments.filter((other) => Math.abs(other.x - x) <= ALIGNED * size));
  }

  #measureDrops(): Drop[] {
    const labels = this.#lines.flatMap(({ segments }) => segments.filter(({ text }) => labelStrength(text) === 3));
    return labels.flatMap((label) => {
      const value = this.inCell(label);
      return value && labelStrength(value.text) < 2 ? [dropOf(label, value)] : [];
    });
  }

  /** What stands left and right of a segment; recognised, it may stand a little higher or lower. */
  beside(segment: Segment): Segment[] {
    const near = this.#lines.filter(
      (line) => Math.abs(line.y - segment.y) < BESIDE * Math.max(line.size, segment.size),
    );
    return near.flatMap(({ segments }) => segments).filter((other) => other !== segment);
  }

  /** Where the next text beside a label starts. */
  endOfCell(label: Segment): number {
    return Math.min(
      this.rightMargin + label.size,
      ...this.beside(label)
        .filter(({ x }) => x >= label.right)
        .map(({ x }) => x),
    );
  }

  /** What stands left of a segment in its line. */
  leftOf(segment: Segment): Segment[] {
    return this.lineOf(segment).filter(({ x }) => x < segment.x);
  }

  isAloneInLine(segment: Segment): boolean {
    return this.lineOf(segment).length === 1;
  }

  lineOf(segment: Segment): Segment[] {
    return this.#lines[this.#indexOf.get(segment) ?? -1]?.segments ?? [];
  }

  *#linesBelow(segment: Segment): Generator<Line> {
    const from = this.#indexOf.get(segment) ?? this.#lines.length;
    const region = this.#lines[from]?.region ?? 0;
    for (const line of this.#lines.slice(from + 1)) {
      if (line.y - segment.y > REACH * Math.max(line.size, segment.size)) return;
      if (line.region === region || line.region === 0 || region === 0) yield line;
    }
  }
}
