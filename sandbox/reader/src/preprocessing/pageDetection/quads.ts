import { along, areaOf, crossing, distance, isConvex, sidesOf, type Line, type Point, type Quad } from '../geometry.ts';
import type { Edges, Views } from './edges.ts';
import { steepestAt } from './straightLines.ts';

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
const PAST = { gap: 5, share: 0.08, least: 12, visible: 6 };

export function sideOf(line: Line, views: Views): Side | null {
  const inside = partInside(line, views);
  if (!inside) return null;
  const [start, end] = inside;
  const flipped = { c: -line.c, s: -line.s, rho: -line.rho };
  const sums = views.edges.flatMap((edges) => [
    strengthsAlong(line, [start, end], edges, views),
    strengthsAlong(flipped, [-start, -end], edges, views),
  ]);
  return { ...line, start, end, sums, isBorder: false };
}

export function bordersOf({ width, height }: Views): Side[] {
  const borders: Line[] = [
    { c: 1, s: 0, rho: 0 },
    { c: -1, s: 0, rho: 1 - width },
    { c: 0, s: 1, rho: 0 },
    { c: 0, s: -1, rho: 1 - height },
  ];
  return borders.map((line) => ({ ...line, start: 0, end: 0, sums: [], isBorder: true }));
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

/** Running sums of the strength of an edge along a line, where the picture gets lighter across it. */
function strengthsAlong(line: Line, [from, to]: [number, number], edges: Edges, size: Size): Float32Array {
  const sums = new Float32Array(Math.floor(Math.abs(to - from) / STEP) + 2);
  const step = Math.sign(to - from) * STEP;
  for (let at = 0; at + 1 < sums.length; at++) {
    const { slope } = steepestAt(line, from + at * step, edges, size, { reach: REACH, aimed: ACROSS });
    sums[at + 1] = (sums[at] as number) + edgeStrength(slope / edges.noise);
  }
  return sums;
}

/** A faint edge counts nearly as much as a strong one. */
const edgeStrength = (overNoise: number) => (overNoise === 0 ? 0 : Math.min(1, 0.55 + 0.15 * Math.log2(overNoise)));

/** The mean strength of an edge between two corners, 0 to 1. */
function strengthBetween(side: Side, a: Point, b: Point): number {
  if (side.isBorder) return BORDER;
  const [from, to] = [along(side, a), along(side, b)];
  return meanStrength(side, from, to, VISIBLE_SHARE * Math.abs(to - from));
}

/** The strength of an edge past the corners `a` and `b`. Edges of a page end at its corners; others continue. */
function strengthPast(side: Side, a: Point, b: Point): number {
  if (side.isBorder) return 0;
  const reach = PAST.gap + Math.max(PAST.least, distance(a, b) * PAST.share);
  const [from, to] = [along(side, a), along(side, b)];
  const way = Math.sign(to - from);
  return (
    meanStrength(side, from - way * PAST.gap, from - way * reach, PAST.visible) +
    meanStrength(side, to + way * PAST.gap, to + way * reach, PAST.visible)
  );
}

/** The strength of the first part after the corner `a`. */
function strengthAtStart(side: Side, a: Point, b: Point): number {
  const [from, to] = [along(side, a), along(side, b)];
  return side.isBorder ? 0 : meanStrength(side, from, from + 0.15 * (to - from), 0);
}

/** The mean strength in the view in which it is strongest; 0 where less than the `least` length is in the picture. */
function meanStrength({ start, end, sums }: Side, from: number, to: number, least: number): number {
  const [a, b] = [Math.min(end, Math.max(start, from)), Math.min(end, Math.max(start, to))];
  if (Math.abs(b - a) < least) return 0;
  const [first, last] = [Math.round((a - start) / STEP), Math.round((b - start) / STEP)];
  let best = 0;
  for (const sum of sums) best = Math.max(best, Math.abs((sum[last] as number) - (sum[first] as number)));
  return best / Math.max(1, Math.abs(last - first));
}

/** Four sides that may be those of a page; `area` as a share of the picture. */
export type Candidate = { corners: Quad; score: number; area: number };

type Size = { width: number; height: number };
/** A side between two others, with its corners on them. */
type CrossSide = { side: Side; at: number; a: Point; b: Point; strength: number; past: number };

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
  for (const [i, left] of sides.entries())
    for (const [j, right] of sides.entries()) {
      if (j <= i || !areOpposite(left, right)) continue;
      const others = crossSides(sides, corners[i] ?? [], corners[j] ?? [], size).filter(({ at }) => at > i && at !== j);
      for (const [at, upper] of others.entries())
        for (const lower of others.slice(at + 1)) {
          const candidate = candidateOf([left, right], [upper, lower], size);
          if (candidate) found.push(candidate);
        }
    }
  return found.sort((a, b) => b.score - a.score);
}

const cosineBetween = (a: Side, b: Side) => Math.abs(a.c * b.c + a.s * b.s);

const areOpposite = (a: Side, b: Side) => !(a.isBorder && b.isBorder) && cosineBetween(a, b) >= PARALLEL;

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
    if (strength >= WEAKEST_CROSS_SIDE) others.push({ side, at, a, b, strength, past: strengthPast(side, a, b) });
  });
  return others
    .sort((one, other) => other.strength - 0.2 * other.past - (one.strength - 0.2 * one.past))
    .slice(0, MOST_CROSS_SIDES);
}

function candidateOf(
  [left, right]: [Side, Side],
  [upper, lower]: [CrossSide, CrossSide],
  size: Size,
): Candidate | null {
  if (!areOpposite(upper.side, lower.side)) return null;
  const corners: Quad = [upper.a, upper.b, lower.b, lower.a];
  const signedArea = areaOf(corners) / (size.width * size.height);
  if (Math.abs(signedArea) < SMALLEST_AREA || !isConvex(corners)) return null;
  const beside = [strengthBetween(left, upper.a, lower.a), strengthBetween(right, upper.b, lower.b)];
  if (Math.min(...beside) < WEAKEST_SIDE || !runsOutOfPicture([upper.side, right, lower.side, left], corners))
    return null;
  const strength = [upper.strength, lower.strength, ...beside];
  const past = upper.past + lower.past + strengthPast(left, upper.a, lower.a) + strengthPast(right, upper.b, lower.b);
  const area = Math.abs(signedArea);
  return {
    corners: signedArea > 0 ? corners : (corners.toReversed() as Quad),
    score: scoreOf(strength, past / 8, area),
    area,
  };
}

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
