import type { Pixels } from '../reading.ts';
import { findCoherent, type Coherent } from './slopes.ts';

/** A region of parallel bars in the picture; `angle` is the direction in which the bars follow one another. */
export type Bars = { x: number; y: number; length: number; height: number; angle: number };

const { abs, cos, max, min, sin } = Math;

/** Of the picture's long side. */
const SMALLEST = { length: 0.033, height: 0.007 };
/** Lines of a form are parallel too, but longer than they follow one another. */
const MOST_UPRIGHT = 0.8;
const MOST = 6;

/** Finds what looks like a bar code, the largest first. */
export async function findBars(pixels: Pixels): Promise<Bars[]> {
  const side = max(pixels.width, pixels.height);
  const regions = (await findCoherent(pixels)).map(alongBars);
  const bars = regions.filter(
    ({ length, height }) =>
      length > SMALLEST.length * side && height > SMALLEST.height * side && height < MOST_UPRIGHT * length,
  );
  return withoutRepeats(bars.sort((a, b) => b.length * b.height - a.length * a.height)).slice(0, MOST);
}

function withoutRepeats(bars: Bars[]): Bars[] {
  const kept: Bars[] = [];
  for (const one of bars) if (!kept.some((other) => covers(other, one))) kept.push(one);
  return kept;
}

/** Whether the middle of the one lies in the other. */
function covers({ x, y, length, height, angle }: Bars, one: Bars): boolean {
  const [dx, dy] = [one.x - x, one.y - y];
  return abs(dx * cos(angle) + dy * sin(angle)) < length / 2 && abs(dy * cos(angle) - dx * sin(angle)) < height / 2;
}

/** The box around a region that stands as its bars do. */
function alongBars({ outline, angle }: Coherent): Bars {
  const [c, s] = [cos(angle), sin(angle)];
  const across = rangeOf(outline.map(({ x, y }) => x * c + y * s));
  const down = rangeOf(outline.map(({ x, y }) => y * c - x * s));
  return {
    x: across.middle * c - down.middle * s,
    y: across.middle * s + down.middle * c,
    length: across.size,
    height: down.size,
    angle,
  };
}

function rangeOf(values: number[]): { middle: number; size: number } {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) [low, high] = [min(low, value), max(high, value)];
  return { middle: (low + high) / 2, size: high - low };
}
