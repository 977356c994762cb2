import { along, areaOf, crossing, distance, isConvex, sidesOf, type Line, type Point, type Quad } from '../geometry.ts';
import type { Edges, Views } from './edges.ts';

/**
 * A straight edge, or the border of the picture. `sums` are running sums of the edge's strength along it, one list for
 * each view and direction of the gradient.
 */
export type Side = Line & { start: number; end: number; sums: Float32Array[]; isBorder: boolean };

const STEP = 2;
const REACH = 2;
/** The share of the squared gradient that must point across the line. */
const ACROSS = 0.8;
/** The strength of the border of the picture, where a page may go on outside: a little less than a visible side's. */
const BORDER = 0.7;
const VISIBLE_SHARE = 0.5;
/** How far past a corner an edge is followed. */
const PAST = { gap: 5, share: 0.08, least: 12 };

export function sideOf(line: Line, views: Views): Side | null {
  const inside = partInside(line, views);
  if (!inside) return null;
  const [start, end] = inside;
  const count = Math.floor((end - start) / STEP) + 1;
  const sums = views.edges.flatMap(() => [new Float32Array(count + 1), new Float32Array(count + 1)]);
  views.edges.forEach((edges, view) =>
    addStrengths(line, start, edges, views, [sums[2 * view] as Float32Array, sums[2 * view + 1] as Float32Array]),
  );
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

/** Adds up the strength of an edge along a line, from its start: where the picture gets lighter across it, and darker. */
function addStrengths(
  { c, s, rho }: Line,
  start: number,
  { across, down, noise }: Edges,
  { width, height }: Size,
  [rises, falls]: [Float32Array, Float32Array],
): void {
  for (let at = 0; at + 1 < rises.length; at++) {
    const t = start + at * STEP;
    const x = c * rho - s * t;
    const y = s * rho + c * t;
    let rising = 0;
    let falling = 0;
    for (let off = -REACH; off <= REACH; off++) {
      const px = Math.round(x + c * off);
      const py = Math.round(y + s * off);
      if (px < 1 || py < 1 || px >= width - 1 || py >= height - 1) continue;
      const dx = across[py * width + px] as number;
      const dy = down[py * width + px] as number;
      const slope = dx * c + dy * s;
      if (Math.abs(slope) < noise || slope * slope < ACROSS * (dx * dx + dy * dy)) continue;
      if (slope > rising) rising = slope;
      else if (-slope > falling) falling = -slope;
    }
    rises[at + 1] = (rises[at] as number) + edgeStrength(rising / noise);
    falls[at + 1] = (falls[at] as number) + edgeStrength(falling / noise);
  }
}

/** A faint edge counts nearly as much as a strong one. */
const edgeStrength = (overNoise: number) => (overNoise === 0 ? 0 : Math.min(1, 0.55 + 0.15 * Math.log2(overNoise)));

/** The mean strength of an edge between two corners, 0 to 1. */
function strengthBetween(side: Side, a: Point, b: Point): number {
  if (side.isBorder) return BORDER;
  const [from, to] = ordered(along(side, a), along(side, b));
  const visible = Math.min(to, side.end) - Math.max(from, side.start);
  return visible < VISIBLE_SHARE * (to - from) ? 0 : bestMean(side, from, to);
}

/** The strength of an edge past corner `b` of the side from `a`. Edges of a page end at its corners; others continue. */
function strengthPast(side: Side, a: Point, b: Point): number {
  if (side.isBorder) return 0;
  const [ta, tb] = [along(side, a), along(side, b)];
  const way = Math.sign(tb - ta);
  const start = tb + way * PAST.gap;
  const [from, to] = ordered(start, start + way * Math.max(PAST.least, distance(a, b) * PAST.share));
  return Math.min(to, side.end) - Math.max(from, side.start) < 6 ? 0 : bestMean(side, from, to);
}

/** The strength of the first part after the corner `a`. */
function strengthAtStart(side: Side, a: Point, b: Point): number {
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

/** Four sides that may be those of a page; `area` as a share of the picture. */
export type Candidate = { corners: Quad; score: number; area: number };

type Size = { width: number; height: number };
/** A side between two others, with its corners on them. */
type CrossSide = { at: number; a: Point; b: Point; strength: number; past: number };

/** Shares of the picture: how far outside a corner may be, the smallest quad, the shortest side. */
const OUTSIDE = 0.1;
const SMALLEST_AREA = 0.06;
const SHORTEST = 0.12;
/** Cosines of angles: at least, between opposite sides; at most, between sides that meet. */
const PARALLEL = 0.8;
const PERPENDICULAR = 0.6;
const WEAKEST_SIDE = 0.2;
const WEAKEST_CROSS_SIDE = 0.3;
const MOST_CROSS_SIDES = 24;
/** A page is the largest quad whose edges are visible and end at its corners. */
const WEIGHTS = { weakestSide: 0.35, past: 0.35, size: 0.35, usualSize: 0.6 };

/** Every convex quad of the lines with an edge along most of its sides, the best first. */
export function candidatesOf(sides: Side[], size: Size): Candidate[] {
  const corners = sides.map((a) => sides.map((b) => (a === b ? null : cornerOf(a, b, size))));
  const found: Candidate[] = [];
  sides.forEach((left, i) =>
    sides.forEach((right, j) => {
      if (j <= i || (left.isBorder && right.isBorder) || cosineBetween(left, right) < PARALLEL) return;
      const others = crossSides(sides, corners[i] ?? [], corners[j] ?? [], size).filter(({ at }) => at > i && at !== j);
      others.forEach((upper, at) =>
        others.slice(at + 1).forEach((lower) => {
          const candidate = candidateOf(
            [left, right, sides[upper.at] as Side, sides[lower.at] as Side],
            upper,
            lower,
            size,
          );
          if (candidate) found.push(candidate);
        }),
      );
    }),
  );
  return found.sort((a, b) => b.score - a.score);
}

const cosineBetween = (a: Side, b: Side) => Math.abs(a.c * b.c + a.s * b.s);

function cornerOf(a: Side, b: Side, { width, height }: Size): Point | null {
  if (cosineBetween(a, b) > PERPENDICULAR) return null;
  const point = crossing(a, b);
  const fits =
    point && Math.abs(point.x / width - 0.5) < 0.5 + OUTSIDE && Math.abs(point.y / height - 0.5) < 0.5 + OUTSIDE;
  return fits ? point : null;
}

function crossSides(
  sides: Side[],
  onLeft: (Point | null)[],
  onRight: (Point | null)[],
  { width, height }: Size,
): CrossSide[] {
  const others: CrossSide[] = [];
  sides.forEach((side, at) => {
    const [a, b] = [onLeft[at], onRight[at]];
    if (!a || !b || distance(a, b) < SHORTEST * Math.min(width, height)) return;
    const strength = strengthBetween(side, a, b);
    if (strength >= WEAKEST_CROSS_SIDE)
      others.push({ at, a, b, strength, past: strengthPast(side, a, b) + strengthPast(side, b, a) });
  });
  return others
    .sort((one, other) => other.strength - 0.2 * other.past - (one.strength - 0.2 * one.past))
    .slice(0, MOST_CROSS_SIDES);
}

function candidateOf(
  [left, right, top, bottom]: [Side, Side, Side, Side],
  upper: CrossSide,
  lower: CrossSide,
  size: Size,
): Candidate | null {
  if ((top.isBorder && bottom.isBorder) || cosineBetween(top, bottom) < PARALLEL) return null;
  const corners: Quad = [upper.a, upper.b, lower.b, lower.a];
  const signedArea = areaOf(corners) / (size.width * size.height);
  if (Math.abs(signedArea) < SMALLEST_AREA || !isConvex(corners)) return null;
  const [leftStrength, rightStrength] = [
    strengthBetween(left, upper.a, lower.a),
    strengthBetween(right, upper.b, lower.b),
  ];
  if (Math.min(leftStrength, rightStrength) < WEAKEST_SIDE || !runsOutOfPicture([top, right, bottom, left], corners))
    return null;
  const strength = [upper.strength, lower.strength, leftStrength, rightStrength];
  const past =
    upper.past + lower.past + strengthPastEnds(left, upper.a, lower.a) + strengthPastEnds(right, upper.b, lower.b);
  const area = Math.abs(signedArea);
  return {
    corners: signedArea > 0 ? corners : (corners.toReversed() as Quad),
    score: scoreOf(strength, past / 8, area),
    area,
  };
}

const strengthPastEnds = (side: Side, a: Point, b: Point) => strengthPast(side, a, b) + strengthPast(side, b, a);

/** Where the border of the picture is a side, the sides beside it must run into it. */
function runsOutOfPicture(sides: Side[], corners: Quad): boolean {
  return sidesOf(corners).every(([a, b], at) => {
    if (!sides[at]?.isBorder) return true;
    const [before, after] = [sides[(at + 3) % 4] as Side, sides[(at + 1) % 4] as Side];
    return (
      strengthAtStart(before, a, corners[(at + 3) % 4] as Point) >= 0.5 &&
      strengthAtStart(after, b, corners[(at + 2) % 4] as Point) >= 0.5
    );
  });
}

function scoreOf(strength: number[], past: number, area: number): number {
  const mean = strength.reduce((sum, value) => sum + value, 0) / strength.length;
  const edges = mean * (1 - WEIGHTS.weakestSide) + Math.min(...strength) * WEIGHTS.weakestSide;
  return edges - WEIGHTS.past * past + WEIGHTS.size * (Math.sqrt(area) - WEIGHTS.usualSize);
}
