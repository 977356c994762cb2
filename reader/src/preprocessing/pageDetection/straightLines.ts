import { lineThrough, pointAt, type Line } from '../geometry.ts';
import type { Edges } from './edges.ts';

const DIRECTIONS = 360;
/** The width of a bin of the Hough transform, in pixels. */
const BIN = 1.5;
/** In degrees: how far the direction of a line may be from the gradient of its pixels. */
const SPREAD = 3;
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

/** Whether the gradient is larger than that of its neighbours before and after the edge. */
function isCrest(dx: Int16Array, dy: Int16Array, at: number, slope: number, width: number): boolean {
  const step = Math.abs(dx[at] as number) > Math.abs(dy[at] as number) ? 1 : width;
  const slopeAt = (other: number) => Math.abs(dx[other] as number) + Math.abs(dy[other] as number);
  return slope >= slopeAt(at - step) && slope > slopeAt(at + step);
}

type Found = { t: number; off: number; weight: number };

const STEP = 2;
const FEWEST = 10;
/** The share of the gradient that must point across the line. */
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
  const found = steepest(line, [from, to], edges, size, reach);
  if (found.length < FEWEST) return { line, weight: 0 };
  let weights = found.map(({ weight }) => weight);
  let [base, tilt] = [0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    [base, tilt] = regress(found, weights);
    weights = found.map(({ t, off, weight }) => weight / (1 + (off - base - tilt * t) ** 2));
  }
  const [start, end] = [from, to].map((t) => moved(line, t, base + tilt * t));
  return start && end
    ? { line: lineThrough(end, start), weight: found.reduce((sum, { weight }) => sum + weight, 0) }
    : { line, weight: 0 };
}

const moved = (line: Line, t: number, off: number) => {
  const { x, y } = pointAt(line, t);
  return { x: x + line.c * off, y: y + line.s * off };
};

function steepest(line: Line, [from, to]: [number, number], edges: Edges, size: Size, reach: number): Found[] {
  const found: Found[] = [];
  for (let t = from; t <= to; t += STEP) {
    let [best, bestOff] = [0, 0];
    for (let off = -reach; off <= reach; off++) {
      const { x, y } = moved(line, t, off);
      const slope = slopeAcross(line, edges, size, Math.round(x), Math.round(y));
      if (slope > best) [best, bestOff] = [slope, off];
    }
    if (best > 0) found.push({ t, off: bestOff, weight: Math.min(6, best / edges.noise) });
  }
  return found;
}

/** The gradient of a pixel across the line; 0 if it points elsewhere. */
function slopeAcross(
  { c, s }: Line,
  { across, down, noise }: Edges,
  { width, height }: Size,
  x: number,
  y: number,
): number {
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return 0;
  const [dx, dy] = [across[y * width + x] as number, down[y * width + x] as number];
  const slope = dx * c + dy * s;
  return slope > noise && slope * slope > AIMED * (dx * dx + dy * dy) ? slope : 0;
}

function regress(found: Found[], weights: number[]): [number, number] {
  let [n, st, stt, so, sto] = [0, 0, 0, 0, 0];
  found.forEach(({ t, off }, at) => {
    const weight = weights[at] as number;
    n += weight;
    st += weight * t;
    stt += weight * t * t;
    so += weight * off;
    sto += weight * t * off;
  });
  const spread = n * stt - st * st;
  const tilt = Math.abs(spread) < 1e-9 ? 0 : (n * sto - st * so) / spread;
  return [(so - tilt * st) / n, tilt];
}
