import type { Pixels } from '../../document.ts';
import { homographyBetween, type Homography, type Quad } from '../geometry.ts';
import { warp } from '../warp.ts';
import type { Bars } from './bars.ts';

const { cos, max, min, round, sin, sqrt } = Math;

/** Codes have a margin; the region may be a little short. */
const MARGIN = { length: 1.2, height: 1.1 };
const SMALLEST = 8;
const MOST_PIXELS = 1_500_000;

/** A region cut out so that its bars stand upright; `back` takes a place in it to where that is in the picture. */
export function level(pixels: Pixels, { x, y, length, height, angle }: Bars, wanted: number): { cut: Pixels; back: Homography } {
  const [halfLength, halfHeight] = [(length * MARGIN.length) / 2 + SMALLEST, (height * MARGIN.height) / 2];
  const scale = min(wanted, sqrt(MOST_PIXELS / (4 * halfLength * halfHeight)));
  const [c, s] = [cos(angle), sin(angle)];
  const corner = (across: number, down: number) => ({ x: x + across * halfLength * c - down * halfHeight * s, y: y + across * halfLength * s + down * halfHeight * c });
  const corners: Quad = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
  const [width, tall] = [max(SMALLEST, round(2 * halfLength * scale)), max(SMALLEST, round(2 * halfHeight * scale))];
  const back = homographyBetween([{ x: 0, y: 0 }, { x: width, y: 0 }, { x: width, y: tall }, { x: 0, y: tall }], corners);
  return { cut: warp(pixels, back, width, tall), back };
}
