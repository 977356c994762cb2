import type { Box } from '../reading.ts';
import { distance, sidesOf, type Point, type Quad } from '../preprocessing/geometry.ts';
import type { Bars } from './bars.ts';
import type { Decoded } from './decode.ts';

const { atan2, cos, max, min, sin } = Math;

/** The upright box around points. */
export function boxAround(points: Point[]): Box {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, top] = [min(...xs), min(...ys)];
  return { left, top, width: max(...xs) - left, height: max(...ys) - top };
}

/** Whether a code was read in this region. A bar code is read along a line, so its corners may lie close together. */
export function isWithin({ x, y }: Bars, { corners }: Decoded): boolean {
  const { left, top, width, height } = boxAround(corners);
  const margin = max(width, height) / 4;
  return x > left - margin && x < left + width + margin && y > top - margin && y < top + height + margin;
}

/** The region a code was read in. */
export function regionOf({ corners }: Decoded): Bars {
  const [a, b, c, d] = corners as [Point, Point, Point, Point];
  const [x, y] = [(a.x + b.x + c.x + d.x) / 4, (a.y + b.y + c.y + d.y) / 4];
  return {
    x,
    y,
    length: max(distance(a, b), distance(d, c)),
    height: max(distance(a, d), distance(b, c)),
    angle: atan2(b.y - a.y + c.y - d.y, b.x - a.x + c.x - d.x),
  };
}

/** The corners of a region. */
export function cornersOf({ x, y, length, height, angle }: Bars): Quad {
  const [c, s] = [cos(angle), sin(angle)];
  const corner = (across: number, down: number) => ({
    x: x + (across * length * c - down * height * s) / 2,
    y: y + (across * length * s + down * height * c) / 2,
  });
  return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
}

/** Whether all of a region lies in a quad. */
export const isInside = (region: Bars, quad: Quad) =>
  sidesOf(quad).every(([a, b]) =>
    cornersOf(region).every(({ x, y }) => (b.x - a.x) * (y - a.y) > (b.y - a.y) * (x - a.x)),
  );
