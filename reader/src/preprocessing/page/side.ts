import { along, distance, pointAt, type Line, type Point } from '../geometry.ts';
import type { Views } from './edges.ts';

/**
 * A straight edge, or the border of the picture, with what speaks for it from place to place (running sums, a list for
 * each view and direction of light).
 */
export type Side = Line & { start: number; end: number; sums: Float32Array[]; isBorder: boolean };

const STEP = 2;
const REACH = 2;
const AIMED = 0.8;
/** A page that goes on outside the picture: believed a little less than a side that is seen. */
const BORDER = 0.7;
const SEEN = 0.5;
/** How far past a corner is looked whether the edge goes on. */
const PAST = { gap: 5, share: 0.08, least: 12 };

export function sideOf(line: Line, views: Views): Side | null {
  const inside = partInside(line, views);
  if (!inside) return null;
  const [start, end] = inside;
  const count = Math.floor((end - start) / STEP) + 1;
  const sums = views.edges.flatMap(() => [new Float32Array(count + 1), new Float32Array(count + 1)]);
  for (let at = 0; at < count; at++) {
    const { x, y } = pointAt(line, start + at * STEP);
    views.edges.forEach((edges, view) => {
      const { rising, falling } = steepestAround(line, edges, views, x, y);
      [rising, falling].forEach((slope, way) => {
        const sum = sums[2 * view + way] as Float32Array;
        sum[at + 1] = (sum[at] as number) + strength(slope / edges.noise);
      });
    });
  }
  return { ...line, start, end, sums, isBorder: false };
}

export function bordersOf({ width, height }: Views): Side[] {
  const border = (c: number, s: number, rho: number): Side => ({
    c,
    s,
    rho,
    start: 0,
    end: 0,
    sums: [],
    isBorder: true,
  });
  return [border(1, 0, 0), border(-1, 0, 1 - width), border(0, 1, 0), border(0, -1, 1 - height)];
}

/** The part of a line that lies in the picture. */
export function partInside(
  { c, s, rho }: Line,
  { width, height }: { width: number; height: number },
): [number, number] | null {
  let [from, to] = [-Infinity, Infinity];
  for (const [base, step, most] of [
    [c * rho, -s, width - 1],
    [s * rho, c, height - 1],
  ] as const) {
    if (Math.abs(step) < 1e-9) {
      if (base < 0 || base > most) return null;
      continue;
    }
    const [a, b] = [-base / step, (most - base) / step];
    [from, to] = [Math.max(from, Math.min(a, b)), Math.min(to, Math.max(a, b))];
  }
  return to - from > 4 ? [from, to] : null;
}

function steepestAround(
  { c, s }: Line,
  { across, down, noise }: Views['edges'][number],
  { width, height }: Views,
  x: number,
  y: number,
) {
  let [rising, falling] = [0, 0];
  for (let off = -REACH; off <= REACH; off++) {
    const [px, py] = [Math.round(x + c * off), Math.round(y + s * off)];
    if (px < 1 || py < 1 || px >= width - 1 || py >= height - 1) continue;
    const at = py * width + px;
    const [dx, dy] = [across[at] as number, down[at] as number];
    const slope = dx * c + dy * s;
    if (Math.abs(slope) < noise || slope * slope < AIMED * (dx * dx + dy * dy)) continue;
    if (slope > rising) rising = slope;
    else if (-slope > falling) falling = -slope;
  }
  return { rising, falling };
}

/** A faint edge speaks nearly as loud as a strong one, if it runs all along. */
const strength = (overNoise: number) => (overNoise === 0 ? 0 : Math.min(1, 0.55 + 0.15 * Math.log2(overNoise)));

/** How much of the way between two corners an edge is seen, 0 to 1. */
export function seenBetween(side: Side, a: Point, b: Point): number {
  if (side.isBorder) return BORDER;
  const [from, to] = ordered(along(side, a), along(side, b));
  const visible = Math.min(to, side.end) - Math.max(from, side.start);
  return visible < SEEN * (to - from) ? 0 : bestMean(side, from, to);
}

/**
 * How much of an edge there is past the corner `b`, seen from `a`. Edges of a page end at its corners; rulings and
 * floors go on.
 */
export function seenPast(side: Side, a: Point, b: Point): number {
  if (side.isBorder) return 0;
  const [ta, tb] = [along(side, a), along(side, b)];
  const way = Math.sign(tb - ta);
  const start = tb + way * PAST.gap;
  const [from, to] = ordered(start, start + way * Math.max(PAST.least, distance(a, b) * PAST.share));
  return Math.min(to, side.end) - Math.max(from, side.start) < 6 ? 0 : bestMean(side, from, to);
}

/** How much of the first part after the corner `a` is seen. */
export function seenAtStart(side: Side, a: Point, b: Point): number {
  if (side.isBorder) return 0;
  const [ta, tb] = [along(side, a), along(side, b)];
  return bestMean(side, ...ordered(ta, ta + 0.15 * (tb - ta)));
}

const ordered = (a: number, b: number): [number, number] => (a < b ? [a, b] : [b, a]);

function bestMean({ start, end, sums }: Side, from: number, to: number): number {
  const last = (sums[0]?.length ?? 1) - 1;
  const index = (t: number) =>
    Math.max(0, Math.min(last, Math.round((Math.min(end, Math.max(start, t)) - start) / STEP)));
  const [first, final] = [index(from), index(to)];
  let best = 0;
  for (const sum of sums) best = Math.max(best, (sum[final] as number) - (sum[first] as number));
  return best / Math.max(1, final - first);
}
