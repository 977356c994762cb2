import { solve } from '../statistics.ts';

export type Point = { x: number; y: number };
/** Four corners in order, clockwise on the screen. */
export type Quad = [Point, Point, Point, Point];
/** All points with x · c + y · s = rho; (c, s) has length 1. */
export type Line = { c: number; s: number; rho: number };
/** A 3 × 3 matrix, row by row, that maps (x, y, 1) to another plane. */
export type Homography = readonly number[];

/** A point, and a direction in radians. */
type Axis = Point & { angle: number };
/** A rotated rectangle, of a line of text or around bars: its middle, its extent along `angle` and across. In pixels. */
export type RotatedBox = Axis & { length: number; height: number };

/** The sine of the angle below which the crossing of two lines is of no use. */
const NEARLY_PARALLEL = 0.3;

export const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

export function crossing(a: Line, b: Line): Point | null {
  const turn = a.c * b.s - a.s * b.c;
  if (Math.abs(turn) < NEARLY_PARALLEL) return null;
  return { x: (a.rho * b.s - b.rho * a.s) / turn, y: (b.rho * a.c - a.rho * b.c) / turn };
}

/** The line through two points; seen from `a` to `b`, its normal points to the right on the screen. */
export function lineThrough(a: Point, b: Point): Line {
  const length = distance(a, b) || 1;
  const [c, s] = [-(b.y - a.y) / length, (b.x - a.x) / length];
  return { c, s, rho: c * a.x + s * a.y };
}

/** The position of a point along a line. */
export const along = (line: Line, point: Point) => line.c * point.y - line.s * point.x;

/** The point at a position along a line, so far off it. */
export const pointBeside = ({ c, s, rho }: Line, t: number, off: number): Point => ({
  x: c * (rho + off) - s * t,
  y: s * (rho + off) + c * t,
});

/** The point so far along and across, as seen from an axis. */
export function pointFrom({ x, y, angle }: Axis, along: number, across = 0): Point {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return { x: x + along * cos - across * sin, y: y + along * sin + across * cos };
}

/** Where a point stands as seen from an axis: along it and across. */
export function offsetOf({ x, y, angle }: Axis, point: Point): { along: number; across: number } {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [dx, dy] = [point.x - x, point.y - y];
  return { along: dx * cos + dy * sin, across: dy * cos - dx * sin };
}

/** The corners of a rotated rectangle. */
export function cornersOf(box: RotatedBox): Quad {
  const corner = (across: number, down: number) => pointFrom(box, (across * box.length) / 2, (down * box.height) / 2);
  return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
}

export const sidesOf = (quad: Quad) => quad.map((point, at) => [point, quad[(at + 1) % 4] as Point] as const);

/** Positive when the corners go clockwise on the screen. */
export const areaOf = (quad: Quad) => sidesOf(quad).reduce((sum, [a, b]) => sum + (a.x * b.y - b.x * a.y) / 2, 0);

export function isConvex(quad: Quad): boolean {
  const turns = quad.map((b, at) => {
    const [a, c] = [quad[(at + 3) % 4] as Point, quad[(at + 1) % 4] as Point];
    return Math.sign((b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x));
  });
  return Math.abs(turns.reduce((sum, turn) => sum + turn, 0)) === 4;
}

export const mapPoints = (quad: Quad, map: (point: Point) => Point) => quad.map(map) as Quad;

export function apply(h: Homography, { x, y }: Point): Point {
  const [a = 1, b = 0, c = 0, d = 0, e = 1, f = 0, g = 0, i = 0, j = 1] = h;
  const w = g * x + i * y + j;
  return { x: (a * x + b * y + c) / w, y: (d * x + e * y + f) / w };
}

/** The homography that maps the corners of one quad to those of the other. */
export function homographyBetween(from: Quad, to: Quad): Homography {
  const rows = from.flatMap(({ x, y }, at) => {
    const { x: u, y: v } = to[at] as Point;
    return [
      [x, y, 1, 0, 0, 0, -u * x, -u * y, u],
      [0, 0, 0, x, y, 1, -v * x, -v * y, v],
    ];
  });
  return [...solve(rows), 1];
}
