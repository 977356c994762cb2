/** The middle part of a line of text, as points of the network's map. */
export type Core = { xs: number[]; ys: number[] };

/** How much every point of the map looks like text. */
type TextMap = { values: Float32Array; width: number; height: number };

/** Where text begins, and how sure a line must be of itself. */
const IS_TEXT = 0.3;
const SURE_ENOUGH = 0.6;

/** What hangs together in the map. */
export function coresIn(map: TextMap): Core[] {
  const seen = new Uint8Array(map.values.length);
  const cores: Core[] = [];
  map.values.forEach((value, start) => {
    if (seen[start] || value < IS_TEXT) return;
    const points = pointsFrom(start, map, seen);
    const sure = points.reduce((sum, point) => sum + (map.values[point] as number), 0) / points.length;
    if (sure >= SURE_ENOUGH)
      cores.push({
        xs: points.map((point) => point % map.width),
        ys: points.map((point) => Math.floor(point / map.width)),
      });
  });
  return cores;
}

function pointsFrom(start: number, { values, width, height }: TextMap, seen: Uint8Array): number[] {
  const points = [start];
  seen[start] = 1;
  for (let at = 0; at < points.length; at++) {
    const point = points[at] as number;
    const column = point % width;
    for (const next of [
      column > 0 ? point - 1 : -1,
      column < width - 1 ? point + 1 : -1,
      point - width,
      point + width,
    ]) {
      if (next < 0 || next >= width * height || seen[next] || (values[next] as number) < IS_TEXT) continue;
      seen[next] = 1;
      points.push(next);
    }
  }
  return points;
}
