import type { Pixels } from '../reading.ts';
import { homographyBetween, type Homography } from '../preprocessing/geometry.ts';
import { warp } from '../preprocessing/warp.ts';
import type { Bars } from './bars.ts';
import { cornersOf } from './place.ts';

const { max, min, round, sqrt } = Math;

/** Codes have a margin; the region may be a little short. */
const MARGIN = { length: 1.2, height: 1.1 };
const SMALLEST = 8;
const MOST_PIXELS = 1_500_000;

/** A region cut out so that its bars stand upright; `back` takes a place in it to where that is in the picture. */
export function level(
  pixels: Pixels,
  { x, y, length, height, angle }: Bars,
  wanted: number,
): { cut: Pixels; back: Homography } {
  const [long, high] = [length * MARGIN.length + 2 * SMALLEST, height * MARGIN.height];
  const scale = min(wanted, sqrt(MOST_PIXELS / (long * high)));
  const corners = cornersOf({ x, y, length: long, height: high, angle });
  const [width, tall] = [max(SMALLEST, round(long * scale)), max(SMALLEST, round(high * scale))];
  const back = homographyBetween(
    [
      { x: 0, y: 0 },
      { x: width, y: 0 },
      { x: width, y: tall },
      { x: 0, y: tall },
    ],
    corners,
  );
  return { cut: warp(pixels, back, width, tall), back };
}
