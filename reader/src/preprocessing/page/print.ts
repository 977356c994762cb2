import { lineThrough, sidesOf, type Quad } from '../geometry.ts';
import type { Views } from './edges.ts';

/** A stroke is this much darker than what is around it. */
const STROKE = 18;
const RIM = 0.035;
const STEP = 2;
const MARGIN = 8;
/** Print outside that is denser than this times the rim's, and this share of all print, is of the same page. */
const OVER_RIM = 3;
const SOME = 0.004;
const SHARE = 0.12;

/**
 * Whether print goes on outside the quad but not to the border: then it is a picture or a box on a page that fills the
 * picture.
 * Grain of wood and stone goes to the border.
 */
export function printGoesOnOutside(corners: Quad, { width, height, ink }: Views): boolean {
  const lines = sidesOf(corners).map(([a, b]) => lineThrough(a, b));
  const rim = Math.round(RIM * Math.min(width, height));
  const [inside, outside, border] = [
    { pixels: 0, strokes: 0 },
    { pixels: 0, strokes: 0 },
    { pixels: 0, strokes: 0 },
  ];
  for (let y = 4; y < height - 4; y += STEP)
    for (let x = 4; x < width - 4; x += STEP) {
      const depth = Math.min(...lines.map(({ c, s, rho }) => c * x + s * y - rho));
      if (Math.abs(depth) < MARGIN) continue;
      const inRim = x < rim || y < rim || x >= width - rim || y >= height - rim;
      const zone = depth > 0 ? inside : inRim ? border : outside;
      zone.pixels++;
      if ((ink[y * width + x] as number) > STROKE) zone.strokes++;
    }
  const density = ({ pixels, strokes }: typeof inside) => strokes / Math.max(1, pixels);
  const share = outside.strokes / Math.max(1, outside.strokes + inside.strokes);
  return share > SHARE && density(outside) > SOME + OVER_RIM * density(border);
}
