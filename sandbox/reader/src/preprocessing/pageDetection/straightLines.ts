import { leastSquares } from '../../statistics.ts';
import { lineThrough, pointBeside, type Line } from '../geometry.ts';
import type { Edges } from './edges.ts';

const DIRECTIONS = 360;
/** The width of a bin of the Hough transform, in pixels. */
const BIN = 1.5;
/** In degrees: how far the direction of a line may be from the gradient of its pixels. */
const SPREAD = 3;
/** Of a vote, for each direction within the spread. */
const SHARES = Float64Array.from({ length: 2 * SPREAD + 1 }, (_, at) => 1 - Math.abs(at - SPREAD) / 5);
const FEWEST_VOTES = 20;
const RIVALS = 5;
const RIM = 3;

type Votes = { counts: Float32Array; across: number; middle: number };
type Size = { width: number; height: number };

const COS = Float64Array.from({ length: DIRECTIONS }, (_, degree) => Math.cos((degree * Math.PI) / 180));
const SIN = Float64Array.from({ length: DIRECTIONS }, (_, degree) => Math.sin((degree * Math.PI) / 180));

/** The strongest straight edges (Hough transform); dark to light and light to dark are different lines. */
export function houghLines(edges: Edges, size: Size): Line[] {
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

/** In plain numbers, as is all that runs for each pixel of an edge: this is most of the work of finding a page. */
function vote({ across: dx, down: dy, noise }: Edges, { width, height }: Size): Votes {
  const middle = Math.ceil(Math.hypot(width, height) / BIN) + 2;
  const across = 2 * middle + 1;
  const counts = new Float32Array(DIRECTIONS * across);
  for (let y = RIM; y < height - RIM; y++)
    for (let x = RIM; x < width - RIM; x++) {
      const at = y * width + x;
      const gx = dx[at] as number;
      const gy = dy[at] as number;
      const [ax, ay] = [Math.abs(gx), Math.abs(gy)];
      const slope = ax + ay;
      if (slope < noise) continue;
      // The gradient must be larger than that of the neighbours before and after the edge.
      const step = ax > ay ? 1 : width;
      if (slope < Math.abs(dx[at - step] as number) + Math.abs(dy[at - step] as number)) continue;
      if (slope <= Math.abs(dx[at + step] as number) + Math.abs(dy[at + step] as number)) continue;
      const degree = Math.round((Math.atan2(gy, gx) * 180) / Math.PI) + DIRECTIONS;
      const weight = Math.min(3, Math.sqrt(slope / noise));
      for (let off = -SPREAD; off <= SPREAD; off++) {
        const direction = (degree + off) % DIRECTIONS;
        const place = (x * (COS[direction] as number) + y * (SIN[direction] as number)) / BIN + middle;
        // Positive, so that this rounds.
        (counts[direction * across + ((place + 0.5) | 0)] as number) += weight * (SHARES[off + SPREAD] as number);
      }
    }
  return { counts, across, middle };
}

const STEP = 2;
const FEWEST = 10;
/** The share of the squared gradient that must point across the line. */
const AIMED = 0.75;
const ROUNDS = 6;

/** Fits a line to the steepest pixels within `reach` of it, between two positions along it; robust to outliers. */
export function fitLine(
  line: Line,
  [from, to]: [number, number],
  edges: Edges,
  size: Size,
  reach: number,
): { line: Line; weight: number } {
  const terms: number[] = [];
  const offs: number[] = [];
  const firstWeights: number[] = [];
  for (let t = from; t <= to; t += STEP) {
    const { slope, off } = steepestAt(line, t, edges, size, { reach, aimed: AIMED });
    if (slope <= edges.noise) continue;
    terms.push(1, t);
    offs.push(off);
    firstWeights.push(Math.min(6, slope / edges.noise));
  }
  if (offs.length < FEWEST) return { line, weight: 0 };
  const [ones, values, weights] = [terms, offs, firstWeights].map((list) => Float64Array.from(list)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  let [base, tilt] = [0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    [base = 0, tilt = 0] = leastSquares(ones, values, weights);
    for (let at = 0; at < weights.length; at++)
      weights[at] =
        (firstWeights[at] as number) / (1 + ((offs[at] as number) - base - tilt * (terms[2 * at + 1] as number)) ** 2);
  }
  return {
    line: lineThrough(pointBeside(line, to, base + tilt * to), pointBeside(line, from, base + tilt * from)),
    weight: firstWeights.reduce((sum, weight) => sum + weight, 0),
  };
}

/** Where the picture gets lighter most across a line, within `reach` of a position along it; `slope` is 0 where it does not. */
export function steepestAt(
  { c, s, rho }: Line,
  t: number,
  { across, down, noise }: Edges,
  { width, height }: Size,
  { reach, aimed }: { reach: number; aimed: number },
): { slope: number; off: number } {
  const x = c * rho - s * t;
  const y = s * rho + c * t;
  const best = { slope: 0, off: 0 };
  for (let off = -reach; off <= reach; off++) {
    const px = Math.round(x + c * off);
    const py = Math.round(y + s * off);
    if (px < 1 || py < 1 || px >= width - 1 || py >= height - 1) continue;
    const dx = across[py * width + px] as number;
    const dy = down[py * width + px] as number;
    const slope = dx * c + dy * s;
    if (slope < noise || slope <= best.slope || slope * slope < aimed * (dx * dx + dy * dy)) continue;
    best.slope = slope;
    best.off = off;
  }
  return best;
}
