import type { Grey } from './images.ts';

const DEGREE = Math.PI / 180;
/** In degrees. */
const STEEPEST = 8;
const STEP = 0.5;
const INK = 128;

/** The direction of the text lines: across them the projection profile of the ink is roughest. `slope` in radians. */
export function profileOrientation(grey: Grey): { sideways: boolean; slope: number } {
  const points = inkOf(grey);
  const [horizontal, vertical] = [roughest(points, false), roughest(points, true)];
  const best = vertical.roughness > horizontal.roughness ? vertical : horizontal;
  return { sideways: best === vertical, slope: best.slope };
}

type Point = [number, number];

function inkOf({ data, width }: Grey): Point[] {
  const points: Point[] = [];
  for (let at = 0; at < data.length; at += 2)
    if ((data[at] as number) < INK) points.push([at % width, Math.floor(at / width)]);
  return points;
}

function roughest(points: Point[], sideways: boolean): { roughness: number; slope: number } {
  let best = { roughness: -1, slope: 0 };
  for (let degrees = -STEEPEST; degrees <= STEEPEST; degrees += STEP) {
    const slope = degrees * DEGREE;
    const roughness = roughnessOf(points.map(([x, y]) => Math.round(sideways ? x + y * slope : y - x * slope)));
    if (roughness > best.roughness) best = { roughness, slope };
  }
  return best;
}

/** How much the amount of ink changes from one row to the next. */
function roughnessOf(rows: number[]): number {
  const counts = new Map<number, number>();
  for (const row of rows) counts.set(row, (counts.get(row) ?? 0) + 1);
  return [...counts].reduce((sum, [row, count]) => sum + (count - (counts.get(row + 1) ?? 0)) ** 2, 0);
}
