import { lineThrough, mapPoints, pointFrom, type Quad, sidesOf } from '../preprocessing/geometry.ts';
import type { LineBox } from './lineCrop.ts';

/** The least length of a line that counts, in its heights. */
const SHORTEST_LINE = 2.2;
/** Where along a line is looked, and how far from the quad it must be there, in its heights. */
const PLACES = 10;
const CLEAR = 0.3;
/** In radians: lines that run along a side of the quad belong to what it was cut out of. */
const PARALLEL = 0.07;
/** The part of the text that says so. */
const MOST_BESIDE = 0.04;

/**
 * Whether text runs on beside a quad that was taken for a page: then it is a stripe or a frame of a larger page. `lines`
 * are those of a copy of the picture in this scale. Text on what lies under a page runs another way.
 */
export function hasTextBeside(corners: Quad, lines: LineBox[], scale: number): boolean {
  const quad = mapPoints(corners, ({ x, y }) => ({ x: x * scale, y: y * scale }));
  const sides = sidesOf(quad).map(([a, b]) => ({ line: lineThrough(a, b), angle: Math.atan2(b.y - a.y, b.x - a.x) }));
  let [beside, all] = [0, 0];
  for (const box of lines) {
    if (box.length < SHORTEST_LINE * box.height) continue;
    all += box.length;
    if (!sides.some(({ angle }) => Math.abs(quarterTurnsAside(box.angle - angle)) < PARALLEL)) continue;
    const depths = pointsAlong(box).map(({ x, y }) =>
      Math.min(...sides.map(({ line: { c, s, rho } }) => c * x + s * y - rho)),
    );
    beside += (box.length * depths.filter((depth) => depth < -CLEAR * box.height).length) / PLACES;
  }
  return beside > MOST_BESIDE * all;
}

const QUARTER = Math.PI / 2;

/** The rest of an angle beside whole quarter turns, at most half of one. */
const quarterTurnsAside = (angle: number) => angle - QUARTER * Math.round(angle / QUARTER);

const pointsAlong = (line: LineBox) =>
  Array.from({ length: PLACES }, (_, at) => pointFrom(line, ((at + 0.5) / PLACES - 0.5) * line.length));
