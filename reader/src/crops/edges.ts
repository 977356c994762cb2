import type { Raster } from './raster.ts';

/** How strongly each column (or row) of a picture is an edge between two heights (or sides). */
export type Edges = { upright: Sums; level: Sums };
/** `sums[line * (length + 1) + n]`: of the first n points of a line. */
type Sums = { sums: Float32Array; lines: number; length: number };

/** A step of colour this large is an edge, and a larger one no better: a line that goes through counts, not a spot. */
const FULL_STEP = 28;
/** Lines lean a little even on a page that was straightened. */
const LEAN = 2;
const SIDE = 2;
/** What an edge must stand out from, */
const BESIDE = 7;
/** A photo's edge ends at its corners; the edge of a card or a line goes on. */
const CORNER = 4;
const BEYOND = 20;

export function edgesOf(picture: Raster): Edges {
  return { upright: sumsAlong(picture, true), level: sumsAlong(picture, false) };
}

/** How much of the line is an edge, up to 1, less what there is beside it. */
export function edgeAt(edges: Sums, line: number, from: number, to: number): number {
  return (
    meanOf(edges, line, from, to) -
    (meanOf(edges, line - BESIDE, from, to) + meanOf(edges, line + BESIDE, from, to)) / 4
  );
}

/** How much of an edge the line still is beyond its ends. */
export function edgeBeyond(edges: Sums, line: number, from: number, to: number): number {
  return Math.max(0, edgeAt(edges, line, from - BEYOND, from - CORNER), edgeAt(edges, line, to + CORNER, to + BEYOND));
}

function meanOf({ sums, lines, length }: Sums, line: number, from: number, to: number): number {
  if (line < 0 || line >= lines) return 0;
  const [first, last] = [Math.max(0, from), Math.min(length, to)];
  if (last <= first) return 0;
  const start = line * (length + 1);
  // Over the whole length asked for: what lies outside the picture is no edge.
  return ((sums[start + last] as number) - (sums[start + first] as number)) / (to - from);
}

function sumsAlong(picture: Raster, upright: boolean): Sums {
  const [lines, length] = upright ? [picture.width, picture.height] : [picture.height, picture.width];
  const steps = stepsAcross(picture, upright, lines, length);
  const sums = new Float32Array(lines * (length + 1));
  for (let line = 0; line < lines; line++) {
    for (let at = 0; at < length; at++) {
      let strongest = 0;
      for (let lean = -LEAN; lean <= LEAN; lean++)
        strongest = Math.max(strongest, steps[(line + lean) * length + at] ?? 0);
      const sum = line * (length + 1) + at;
      sums[sum + 1] = (sums[sum] as number) + strongest;
    }
  }
  return { sums, lines, length };
}

/**
 * The step of colour from the lines before to the lines after, line by line. Over several, so that a thin line is no
 * edge.
 */
function stepsAcross({ data, width }: Raster, upright: boolean, lines: number, length: number): Float32Array {
  const [across, along] = upright ? [3, 3 * width] : [3 * width, 3];
  const steps = new Float32Array(lines * length);
  for (let line = SIDE; line < lines - SIDE; line++) {
    for (let at = 0; at < length; at++) {
      const point = line * across + at * along;
      let step = 0;
      for (let channel = point; channel < point + 3; channel++)
        step = Math.max(step, Math.abs(difference(data, channel, across)));
      steps[line * length + at] = Math.min(1, step / FULL_STEP);
    }
  }
  return steps;
}

function difference(data: Uint8Array, point: number, across: number): number {
  let sum = 0;
  for (let away = 1; away <= SIDE; away++)
    sum += (data[point + away * across] as number) - (data[point - away * across] as number);
  return sum / SIDE;
}
