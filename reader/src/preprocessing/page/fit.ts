import { lineThrough, pointAt, type Line } from '../geometry.ts';
import type { Edges } from './edges.ts';

type Size = { width: number; height: number };
type Found = { t: number; off: number; weight: number };

const STEP = 2;
const FEWEST = 10;
/** Share of the slope that must point across the line. */
const AIMED = 0.75;
const ROUNDS = 6;

/** Lays a line through the steepest pixels within `reach` of it, between two places along it. */
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

/** How steeply a pixel rises across the line; 0 where it does not, or runs elsewhere. */
export function slopeAcross(
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
