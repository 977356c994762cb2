import { areaOf, crossing, distance, isConvex, sidesOf, type Point, type Quad } from '../geometry.ts';
import { seenAtStart, seenBetween, seenPast, type Side } from './side.ts';

/** Four sides that may be a page's. */
export type Candidate = { corners: Quad; score: number; area: number };

type Size = { width: number; height: number };
/** A side between two others. */
type Rung = { at: number; a: Point; b: Point; seen: number; past: number };

const OUTSIDE = 0.1;
const SMALLEST_AREA = 0.06;
const SHORTEST = 0.12;
const FACING = 0.8;
const MEETING = 0.6;
const LEAST_SEEN = 0.2;
const RUNG_SEEN = 0.3;
const MOST_RUNGS = 24;
/** The page is the largest thing whose edges are seen and end at its corners. */
const WEIGHTS = { weakestSide: 0.35, past: 0.35, size: 0.35, usualSize: 0.6 };

/** Every convex quad of the lines that has an edge along most of its sides. */
export function candidatesOf(sides: Side[], size: Size): Candidate[] {
  const corners = sides.map((a) => sides.map((b) => (a === b ? null : cornerOf(a, b, size))));
  const found: Candidate[] = [];
  sides.forEach((left, i) =>
    sides.forEach((right, j) => {
      if (j <= i || (left.isBorder && right.isBorder) || turn(left, right) < FACING) return;
      const rungs = rungsBetween(sides, corners[i] ?? [], corners[j] ?? [], size).filter(
        ({ at }) => at > i && at !== j,
      );
      rungs.forEach((upper, at) =>
        rungs.slice(at + 1).forEach((lower) => {
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

const turn = (a: Side, b: Side) => Math.abs(a.c * b.c + a.s * b.s);

function cornerOf(a: Side, b: Side, { width, height }: Size): Point | null {
  if (turn(a, b) > MEETING) return null;
  const point = crossing(a, b);
  const fits =
    point && Math.abs(point.x / width - 0.5) < 0.5 + OUTSIDE && Math.abs(point.y / height - 0.5) < 0.5 + OUTSIDE;
  return fits ? point : null;
}

function rungsBetween(
  sides: Side[],
  onLeft: (Point | null)[],
  onRight: (Point | null)[],
  { width, height }: Size,
): Rung[] {
  const rungs: Rung[] = [];
  sides.forEach((side, at) => {
    const [a, b] = [onLeft[at], onRight[at]];
    if (!a || !b || distance(a, b) < SHORTEST * Math.min(width, height)) return;
    const seen = seenBetween(side, a, b);
    if (seen >= RUNG_SEEN) rungs.push({ at, a, b, seen, past: seenPast(side, a, b) + seenPast(side, b, a) });
  });
  return rungs.sort((one, other) => other.seen - 0.2 * other.past - (one.seen - 0.2 * one.past)).slice(0, MOST_RUNGS);
}

function candidateOf(
  [left, right, top, bottom]: [Side, Side, Side, Side],
  upper: Rung,
  lower: Rung,
  size: Size,
): Candidate | null {
  if ((top.isBorder && bottom.isBorder) || turn(top, bottom) < FACING) return null;
  const corners: Quad = [upper.a, upper.b, lower.b, lower.a];
  const signedArea = areaOf(corners) / (size.width * size.height);
  if (Math.abs(signedArea) < SMALLEST_AREA || !isConvex(corners)) return null;
  const [seenLeft, seenRight] = [seenBetween(left, upper.a, lower.a), seenBetween(right, upper.b, lower.b)];
  if (Math.min(seenLeft, seenRight) < LEAST_SEEN || !leavesPicture([top, right, bottom, left], corners)) return null;
  const seen = [upper.seen, lower.seen, seenLeft, seenRight];
  const past = upper.past + lower.past + pastBoth(left, upper.a, lower.a) + pastBoth(right, upper.b, lower.b);
  const area = Math.abs(signedArea);
  return {
    corners: signedArea > 0 ? corners : (corners.toReversed() as Quad),
    score: rate(seen, past / 8, area),
    area,
  };
}

const pastBoth = (side: Side, a: Point, b: Point) => seenPast(side, a, b) + seenPast(side, b, a);

/** Where the border stands for a side, the sides beside it must run into it. */
function leavesPicture(sides: Side[], corners: Quad): boolean {
  return sidesOf(corners).every(([a, b], at) => {
    if (!sides[at]?.isBorder) return true;
    const [before, after] = [sides[(at + 3) % 4] as Side, sides[(at + 1) % 4] as Side];
    return (
      seenAtStart(before, a, corners[(at + 3) % 4] as Point) >= 0.5 &&
      seenAtStart(after, b, corners[(at + 2) % 4] as Point) >= 0.5
    );
  });
}

function rate(seen: number[], past: number, area: number): number {
  const mean = seen.reduce((sum, value) => sum + value, 0) / seen.length;
  const edges = mean * (1 - WEIGHTS.weakestSide) + Math.min(...seen) * WEIGHTS.weakestSide;
  return edges - WEIGHTS.past * past + WEIGHTS.size * (Math.sqrt(area) - WEIGHTS.usualSize);
}
