import { onPage, placed } from './boxes.ts';
import { takePart, type Raster } from './raster.ts';
import type { Box } from '../reading.ts';

type Point = { x: number; y: number };
type Sides = { left: number; right: number; top: number; bottom: number };
type Reach = { nearest: number; farthest: number };

/** In pixels: the picture is scaled so that the face is this wide. */
const FACE = 60;
/** Where portraits on documents end, in pixels at that size from the middle of the face. */
const SIDEWAYS: Reach = { nearest: 0.68 * FACE, farthest: 1.7 * FACE };
const UPWARDS: Reach = { nearest: 0.8 * FACE, farthest: 1.8 * FACE };
const DOWNWARDS: Reach = { nearest: FACE, farthest: 2.6 * FACE };
/** The part that is surely within the photo: its edges run along all of this. */
const CORE = { sideways: 0.6 * FACE, upwards: 0.6 * FACE, downwards: 0.9 * FACE };
const USUAL = { width: 2.1 * FACE, shape: 0.76, faceAt: 0.45 };
const CANDIDATES = 7;
/** The score of a side that cannot be seen: less than any real edge. */
const UNSEEN = 0.15;
const WEIGHT = { shape: 1, place: 3, size: 0.3, beyond: 0.3 };

/** The photo around a face: its four edges where they can be seen, else the usual proportions. */
export async function findPhotoFrame(page: Raster, face: Box): Promise<Box> {
  const factor = FACE / face.width;
  const centre = { x: face.left + face.width / 2, y: face.top + face.height / 2 };
  const part = onPage(surroundings(centre, face.width / FACE), page);
  const picture = await takePart(page, part, factor);
  const middle = { x: (centre.x - part.left) * factor, y: (centre.y - part.top) * factor };
  const edges = { columns: sumsAlong(picture, true), rows: sumsAlong(picture, false) };
  const { left, top, right, bottom } = bestSides(edges, middle);
  return onPage(placed({ left, top, width: right - left, height: bottom - top }, part, factor), page);
}

function surroundings({ x, y }: Point, unit: number): Box {
  const reach = ({ farthest }: Reach) => (farthest + FACE / 4) * unit;
  return {
    left: x - reach(SIDEWAYS),
    top: y - reach(UPWARDS),
    width: 2 * reach(SIDEWAYS),
    height: reach(UPWARDS) + reach(DOWNWARDS),
  };
}

function bestSides(edges: Edges, middle: Point): Sides {
  const across = [middle.x - CORE.sideways, middle.x + CORE.sideways] as const;
  const down = [middle.y - CORE.upwards, middle.y + CORE.downwards] as const;
  let best: Sides | null = null;
  let bestScore = -Infinity;
  for (const left of candidates(edges.columns, middle.x, -1, SIDEWAYS, down))
    for (const right of candidates(edges.columns, middle.x, 1, SIDEWAYS, down))
      for (const top of candidates(edges.rows, middle.y, -1, UPWARDS, across))
        for (const bottom of candidates(edges.rows, middle.y, 1, DOWNWARDS, across)) {
          const sides = completed({ left, right, top, bottom }, middle);
          const score = strength(edges, sides, { left, right, top, bottom }) - penalty(sides, middle);
          if (score > bestScore) [best, bestScore] = [sides, score];
        }
  return best as unknown as Sides;
}

type Seen = { [side in keyof Sides]: number | null };

/** The strongest edges on one side of the face, and none. */
function candidates(
  edges: Sums,
  from: number,
  direction: -1 | 1,
  { nearest, farthest }: Reach,
  core: readonly [number, number],
): (number | null)[] {
  const lines = Array.from({ length: Math.floor(farthest - nearest) + 1 }, (_, at) => {
    const line = Math.round(from + direction * (nearest + at));
    return { line, strength: edgeAt(edges, line, Math.round(core[0]), Math.round(core[1])) };
  });
  const peaks = lines
    .filter(
      ({ strength }, at) =>
        strength > UNSEEN && strength >= (lines[at - 1]?.strength ?? 0) && strength >= (lines[at + 1]?.strength ?? 0),
    )
    .sort((a, b) => b.strength - a.strength);
  return [...peaks.slice(0, CANDIDATES).map(({ line }) => line), null];
}

/** Places sides that cannot be seen by the others and the face. */
function completed({ left, right, top, bottom }: Seen, { x, y }: Point): Sides {
  const height = top !== null && bottom !== null ? bottom - top : null;
  // The face is in the middle.
  const [from, to] = [left ?? (right === null ? null : 2 * x - right), right ?? (left === null ? null : 2 * x - left)];
  const usual = height === null ? USUAL.width : height * USUAL.shape;
  const width = from !== null && to !== null ? to - from : usual;
  const tall = height ?? width / USUAL.shape;
  const upper = top ?? (bottom === null ? y - USUAL.faceAt * tall : bottom - tall);
  return { left: from ?? x - width / 2, right: to ?? x + width / 2, top: upper, bottom: bottom ?? upper + tall };
}

function strength(edges: Edges, { left, right, top, bottom }: Sides, seen: Seen): number {
  const column = (line: number | null) => sideStrength(edges.columns, line, Math.round(top), Math.round(bottom));
  const row = (line: number | null) => sideStrength(edges.rows, line, Math.round(left), Math.round(right));
  return column(seen.left) + column(seen.right) + row(seen.top) + row(seen.bottom);
}

const sideStrength = (edges: Sums, line: number | null, from: number, to: number) =>
  line === null ? UNSEEN : edgeAt(edges, line, from, to) - WEIGHT.beyond * edgeBeyond(edges, line, from, to);

/** How far this is from a usual portrait: its shape, the place of the face in it, its size. */
function penalty({ left, right, top, bottom }: Sides, { x, y }: Point): number {
  const [width, height] = [right - left, bottom - top];
  const shape = Math.abs(Math.log(width / height / USUAL.shape));
  const place = Math.hypot((x - left) / width - 0.5, (y - top) / height - USUAL.faceAt);
  const size = Math.abs(Math.log(width / USUAL.width));
  return WEIGHT.shape * shape + WEIGHT.place * place + WEIGHT.size * size;
}

/** How strongly each column and each row of a picture is an edge. */
type Edges = { columns: Sums; rows: Sums };
/** Of each line, running sums along it: of its first n points. */
type Sums = Float32Array[];

/** A step of colour this large is a full edge, and a larger one no better: a long line counts, not a spot. */
const FULL_STEP = 28;
/** In pixels: lines lean a little even after deskewing. */
const LEAN = 2;
const STEP_LINES = 2;
/** In pixels: an edge is compared with its neighbours at this distance. */
const BESIDE = 7;
/** A photo's edge ends at its corners; the edge of a card or a line goes on. */
const CORNER = 4;
const BEYOND = 20;

/** How much of the line is an edge, up to 1, less what there is beside it. */
function edgeAt(edges: Sums, line: number, from: number, to: number): number {
  return (
    meanOf(edges, line, from, to) -
    (meanOf(edges, line - BESIDE, from, to) + meanOf(edges, line + BESIDE, from, to)) / 4
  );
}

/** How much of an edge the line still is beyond its ends. */
function edgeBeyond(edges: Sums, line: number, from: number, to: number): number {
  return Math.max(0, edgeAt(edges, line, from - BEYOND, from - CORNER), edgeAt(edges, line, to + CORNER, to + BEYOND));
}

function meanOf(edges: Sums, line: number, from: number, to: number): number {
  const sums = edges[line];
  if (!sums) return 0;
  const [first, last] = [Math.max(0, from), Math.min(sums.length - 1, to)];
  // Divided by the whole length: outside the picture there is no edge.
  return last <= first ? 0 : ((sums[last] as number) - (sums[first] as number)) / (to - from);
}

function sumsAlong(picture: Raster, isColumn: boolean): Sums {
  const [lines, length] = isColumn ? [picture.width, picture.height] : [picture.height, picture.width];
  const steps = Array.from({ length: lines }, (_, line) => stepsAcross(picture, isColumn, line));
  return steps.map((_, line) => {
    const near = steps.slice(Math.max(0, line - LEAN), line + LEAN + 1);
    const sums = new Float32Array(length + 1);
    for (let at = 0; at < length; at++) {
      let strongest = 0;
      for (const other of near) strongest = Math.max(strongest, other[at] as number);
      sums[at + 1] = (sums[at] as number) + strongest;
    }
    return sums;
  });
}

/** The step of colour from the lines before to the lines after. Over several lines, so that a thin line is no edge. */
function stepsAcross({ data, width, height }: Raster, isColumn: boolean, line: number): Float32Array {
  const [across, along] = isColumn ? [3, 3 * width] : [3 * width, 3];
  const [lines, length] = isColumn ? [width, height] : [height, width];
  const steps = new Float32Array(length);
  if (line < STEP_LINES || line >= lines - STEP_LINES) return steps;
  for (let at = 0; at < length; at++) {
    let largest = 0;
    for (let channel = 0; channel < 3; channel++) {
      const point = line * across + at * along + channel;
      let step = 0;
      for (let away = across; away <= STEP_LINES * across; away += across)
        step += (data[point + away] as number) - (data[point - away] as number);
      largest = Math.max(largest, Math.abs(step / STEP_LINES));
    }
    steps[at] = Math.min(1, largest / FULL_STEP);
  }
  return steps;
}
