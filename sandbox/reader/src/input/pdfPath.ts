// What the paths of a page outline, as pdf.js writes them.

import type { Edges } from '../reading.ts';

/** The part of its extent that a shape fills which is as good as a rectangle. */
const FULL = 0.9;
/** Of the operators of a path as pdf.js writes them, the number of coordinates. */
const COORDINATES = [2, 2, 6, 4, 0];

/** In widths, how far a line goes back and forth that scribbles something out; letters and signatures go less far. */
const SCRIBBLE = 4;
/** How often a line goes up and down that may cross out what it lies on; a frame does so twice. */
const ZIGZAG = 4;

/** `isLine`: from one point to another; `isScribble`: back and forth over all of its width; `full`: the part of its extent. */
type Shape = {
  edges: Edges;
  full: number;
  isFull: boolean;
  isLine: boolean;
  isScribble: boolean;
  isZigzag: boolean;
};

/** The shapes of a path; whether each fills its extent, by its corners, and none is a hole in another. */
export function shapesOf(path: Float32Array): Shape[] {
  const outlines: [number, number][][] = [];
  for (let at = 0; at < path.length;) {
    const operation = path[at] as number;
    at += 1 + (COORDINATES[operation] as number);
    if (operation === 0) outlines.push([]);
    if (COORDINATES[operation] !== 0) outlines.at(-1)?.push([path[at - 2] as number, path[at - 1] as number]);
  }
  const shapes = outlines.map(shapeOf);
  return isHoled(shapes) ? shapes.map((shape) => ({ ...shape, isFull: false })) : shapes;
}

/** Whether one of the shapes may be a hole in the largest of them. */
export function isHoled(shapes: Shape[]): boolean {
  const largest = shapes.reduce((a, b) => (areaOf(b.edges) > areaOf(a.edges) ? b : a), shapes[0] as Shape);
  return shapes.some(({ edges }) => edges !== largest.edges && areaOf(edges) > 0 && isWithin(edges, largest.edges));
}

function shapeOf(corners: [number, number][]): Shape {
  const edges: Edges = [Infinity, Infinity, -Infinity, -Infinity];
  let [area, length, turns, direction] = [0, 0, 0, 0];
  for (const [at, [x, y]] of corners.entries()) {
    const [nextX, nextY] = corners[at + 1] ?? (corners[0] as [number, number]);
    area += x * nextY - nextX * y;
    length += Math.hypot(nextX - x, nextY - y);
    const rise = at + 1 < corners.length ? Math.sign(nextY - y) : 0;
    if (rise !== 0 && rise !== direction) [turns, direction] = [turns + 1, rise];
    edges[0] = Math.min(edges[0], x);
    edges[1] = Math.min(edges[1], y);
    edges[2] = Math.max(edges[2], x);
    edges[3] = Math.max(edges[3], y);
  }
  const full = Math.abs(area) / 2 / areaOf(edges);
  const isWide = edges[2] - edges[0] > edges[3] - edges[1];
  return {
    edges,
    full,
    isFull: full > FULL,
    isLine: corners.length === 2,
    isScribble: isWide && length > SCRIBBLE * (edges[2] - edges[0]),
    isZigzag: isWide && turns >= ZIGZAG,
  };
}

const isWithin = ([left, top, right, bottom]: Edges, around: Edges) =>
  left >= around[0] && top >= around[1] && right <= around[2] && bottom <= around[3];

const areaOf = ([left, top, right, bottom]: Edges) => (right - left) * (bottom - top);

export const wider = ([left, top, right, bottom]: Edges, by: number): Edges => [
  left - by,
  top - by,
  right + by,
  bottom + by,
];

/** What a line covers that runs across or down the page; null of other lines. */
export function lineOf([left, top, right, bottom]: Edges, width: number): Edges | null {
  const [across, down, by] = [right - left, bottom - top, width / 2];
  if (Math.min(across, down) > 1) return null;
  return across > down ? [left, top - by, right, bottom + by] : [left - by, top, right + by, bottom];
}
