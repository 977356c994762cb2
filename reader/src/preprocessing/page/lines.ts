import type { Line } from '../geometry.ts';
import type { Edges } from './edges.ts';

const DIRECTIONS = 360;
/** Width of a bin of distances, in pixels. */
const BIN = 1.5;
/** A pixel's slope says where its line runs, up to so many degrees. */
const SPREAD = 3;
const FEWEST_VOTES = 20;
const RIVALS = 5;
const RIM = 3;

type Votes = { counts: Float32Array; across: number; middle: number };
type Size = { width: number; height: number };

const COS = Float64Array.from({ length: DIRECTIONS }, (_, degree) => Math.cos((degree * Math.PI) / 180));
const SIN = Float64Array.from({ length: DIRECTIONS }, (_, degree) => Math.sin((degree * Math.PI) / 180));

/** The straight edges most pixels speak for; dark to light and light to dark are different lines. */
export function linesIn(edges: Edges, size: Size): Line[] {
  const votes = vote(edges, size);
  const { counts, across, middle } = votes;
  const tops = Array.from({ length: DIRECTIONS }, (_, degree) => topOf(votes, degree));
  const lines: Line[] = [];
  while (lines.length < edges.mostLines) {
    const degree = tops.reduce(
      (best, at, candidate) => ((counts[at] ?? 0) > (counts[tops[best] ?? 0] ?? 0) ? candidate : best),
      0,
    );
    const at = tops[degree] ?? 0;
    if ((counts[at] ?? 0) < FEWEST_VOTES) break;
    const column = at - degree * across;
    lines.push({ c: COS[degree] ?? 1, s: SIN[degree] ?? 0, rho: (column - middle) * BIN });
    for (let near = degree - RIVALS; near <= degree + RIVALS; near++) {
      const row = (near + DIRECTIONS) % DIRECTIONS;
      counts.fill(0, row * across + Math.max(0, column - RIVALS), row * across + Math.min(across, column + RIVALS + 1));
      tops[row] = topOf(votes, row);
    }
  }
  return lines;
}

function topOf({ counts, across }: Votes, degree: number): number {
  let top = degree * across;
  for (let at = top; at < (degree + 1) * across; at++) if ((counts[at] as number) > (counts[top] as number)) top = at;
  return top;
}

function vote({ across: dx, down: dy, noise }: Edges, { width, height }: Size): Votes {
  const middle = Math.ceil(Math.hypot(width, height) / BIN) + 2;
  const across = 2 * middle + 1;
  const counts = new Float32Array(DIRECTIONS * across);
  for (let y = RIM; y < height - RIM; y++)
    for (let x = RIM; x < width - RIM; x++) {
      const at = y * width + x;
      const slope = Math.abs(dx[at] as number) + Math.abs(dy[at] as number);
      if (slope < noise || !isCrest(dx, dy, at, slope, width)) continue;
      const degree = Math.round((Math.atan2(dy[at] as number, dx[at] as number) * 180) / Math.PI) + DIRECTIONS;
      const weight = Math.min(3, Math.sqrt(slope / noise));
      for (let off = -SPREAD; off <= SPREAD; off++) {
        const direction = (degree + off) % DIRECTIONS;
        const bin = Math.round((x * (COS[direction] as number) + y * (SIN[direction] as number)) / BIN) + middle;
        (counts[direction * across + bin] as number) += weight * (1 - Math.abs(off) / 5);
      }
    }
  return { counts, across, middle };
}

/** Steeper than its neighbours up and down the slope. */
function isCrest(dx: Int16Array, dy: Int16Array, at: number, slope: number, width: number): boolean {
  const step = Math.abs(dx[at] as number) > Math.abs(dy[at] as number) ? 1 : width;
  const slopeAt = (other: number) => Math.abs(dx[other] as number) + Math.abs(dy[other] as number);
  return slope >= slopeAt(at - step) && slope > slopeAt(at + step);
}
