import { distance, sidesOf, type Point, type Quad } from '../geometry.ts';
import type { Views } from './edges.ts';

const OFFS = [3, 5, 7, 9];
const CORNER = 0.06;
const MOST_PLACES = 60;
const FEWEST_PLACES = 12;
const COLOUR = 2;
/** A step this large is as good as any. */
const CLEAR = 8;

/**
 * How differently the two sides of each edge are coloured, 0 to 1; null where an edge runs along the border of the
 * picture.
 * Rulings and the gaps between tiles have the same colour on both sides.
 */
export function contrastsOf(corners: Quad, views: Views): (number | null)[] {
  return sidesOf(corners).map(([a, b]) => contrastAcross(a, b, views));
}

function contrastAcross(a: Point, b: Point, views: Views): number | null {
  const length = distance(a, b);
  const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const places = Math.max(FEWEST_PLACES, Math.min(MOST_PLACES, Math.round(length / 6)));
  const steps: [number, number, number][] = [];
  for (let place = 0; place < places; place++) {
    const t = (CORNER + ((1 - 2 * CORNER) * (place + 0.5)) / places) * length;
    const step = stepAt({ x: a.x + ux * t, y: a.y + uy * t }, { x: -uy, y: ux }, views);
    if (step) steps.push(step);
  }
  if (steps.length < FEWEST_PLACES / 2) return null;
  const [light, green, blue] = [0, 1, 2].map((channel) => median(steps.map((step) => step[channel] as number)));
  return Math.min(1, Math.hypot(light as number, COLOUR * (green as number), COLOUR * (blue as number)) / CLEAR);
}

function stepAt(
  middle: Point,
  inward: Point,
  { width, height, lightness, green, blue }: Views,
): [number, number, number] | null {
  const step: [number, number, number] = [0, 0, 0];
  for (const off of OFFS)
    for (const way of [1, -1]) {
      const [x, y] = [Math.round(middle.x + inward.x * off * way), Math.round(middle.y + inward.y * off * way)];
      if (x < 0 || y < 0 || x >= width || y >= height) return null;
      const at = y * width + x;
      step[0] += (way * (lightness[at] as number)) / OFFS.length;
      step[1] += (way * (green[at] as number)) / OFFS.length;
      step[2] += (way * (blue[at] as number)) / OFFS.length;
    }
  return step;
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
