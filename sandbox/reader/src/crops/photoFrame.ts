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
  const { left, top, right, bottom } = bestSides(edgesOf(picture), middle);
  return onPage(placed({ left, top, width: right - left, height: bottom - top }, part, factor), page);
}

function surroundings({ x, y }: Point, unit: number): Box {
  const [aside, above, below] = [SIDEWAYS, UPWARDS, DOWNWARDS].map(({ farthest }) => (farthest + FACE / 4) * unit) as [
    number,
    number,
    number,
  ];
  return { left: x - aside, top: y - above, width: 2 * aside, height: above + below };
}

function bestSides(edges: Edges, middle: Point): Sides {
  const across = [middle.x - CORE.sideways, middle.x + CORE.sideways] as const;
  const down = [middle.y - CORE.upwards, middle.y + CORE.downwards] as const;
  let best: { sides: Sides; score: number } | null = null;
  for (const left of candidates(edges.columns, middle.x, -1, SIDEWAYS, down))
    for (const right of candidates(edges.columns, middle.x, 1, SIDEWAYS, down))
      for (const top of candidates(edges.rows, middle.y, -1, UPWARDS, across))
        for (const bottom of candidates(edges.rows, middle.y, 1, DOWNWARDS, across)) {
          const sides = completed({ left, right, top, bottom }, middle);
          const score = strength(edges, sides, { left, right, top, bottom }) - penalty(sides, middle);
          if (!best || score > best.score) best = { sides, score };
        }
  return (best as { sides: Sides }).sides;
}

type Seen = { [side in keyof Sides]: number | null };

/** The strongest edges on one side of the face, and none. */
function candidates(
  edges: Edges['rows'],
  from: number,
  direction: -1 | 1,
  { nearest, farthest }: Reach,
  core: readonly [number, number],
): (number | null)[] {
  const lines: { line: number; strength: number }[] = [];
  for (let away = nearest; away <= farthest; away++) {
    const line = Math.round(from + direction * away);
    lines.push({ line, strength: edgeAt(edges, line, Math.round(core[0]), Math.round(core[1])) });
  }
  const peaks = lines.filter(
    ({ strength }, at) =>
      strength > UNSEEN && strength >= (lines[at - 1]?.strength ?? 0) && strength >= (lines[at + 1]?.strength ?? 0),
  );
  return [
    ...peaks
      .toSorted((a, b) => b.strength - a.strength)
      .slice(0, CANDIDATES)
      .map(({ line }) => line),
    null,
  ];
}

/** Places sides that cannot be seen by the others and the face. */
function completed({ left, right, top, bottom }: Seen, { x, y }: Point): Sides {
  const height = top !== null && bottom !== null ? bottom - top : null;
  const wide =
    left !== null && right !== null
      ? right - left
      : left !== null
        ? 2 * (x - left)
        : right !== null
          ? 2 * (right - x)
          : null;
  const width = wide ?? (height === null ? USUAL.width : height * USUAL.shape);
  const tall = height ?? width / USUAL.shape;
  const from = left ?? (right === null ? x - width / 2 : right - width);
  const upper = top ?? (bottom === null ? y - USUAL.faceAt * tall : bottom - tall);
  return { left: from, right: right ?? from + width, top: upper, bottom: bottom ?? upper + tall };
}

function strength(edges: Edges, { left, right, top, bottom }: Sides, seen: Seen): number {
  const column = (line: number | null) => sideStrength(edges.columns, line, Math.round(top), Math.round(bottom));
  const row = (line: number | null) => sideStrength(edges.rows, line, Math.round(left), Math.round(right));
  return column(seen.left) + column(seen.right) + row(seen.top) + row(seen.bottom);
}

const sideStrength = (edges: Edges['rows'], line: number | null, from: number, to: number) =>
  line === null ? UNSEEN : edgeAt(edges, line, from, to) - WEIGHT.beyond * edgeBeyond(edges, line, from, to);

/** How far this is from a usual portrait: its shape, the place of the face in it, its size. */
function penalty({ left, right, top, bottom }: Sides, { x, y }: Point): number {
  const [width, height] = [right - left, bottom - top];
  const shape = Math.abs(Math.log(width / height / USUAL.shape));
  const place = Math.hypot((x - left) / width - 0.5, (y - top) / height - USUAL.faceAt);
  const size = Math.abs(Math.log(width / USUAL.width));
  return WEIGHT.shape * shape + WEIGHT.place * place + WEIGHT.size * size;
}

/** How strongly each column and each row of a picture is an edge, as running sums along it. */
type Edges = { columns: Sums; rows: Sums };
/** `sums[line * (length + 1) + n]`: of the first n points of a line. */
type Sums = { sums: Float32Array; lines: number; length: number };

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

function edgesOf(picture: Raster): Edges {
  return { columns: sumsAlong(picture, true), rows: sumsAlong(picture, false) };
}

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

function meanOf({ sums, lines, length }: Sums, line: number, from: number, to: number): number {
  if (line < 0 || line >= lines) return 0;
  const [first, last] = [Math.max(0, from), Math.min(length, to)];
  if (last <= first) return 0;
  const start = line * (length + 1);
  // Divided by the whole length: outside the picture there is no edge.
  return ((sums[start + last] as number) - (sums[start + first] as number)) / (to - from);
}

function sumsAlong(picture: Raster, isColumn: boolean): Sums {
  const [lines, length] = isColumn ? [picture.width, picture.height] : [picture.height, picture.width];
  const steps = stepsAcross(picture, isColumn, lines, length);
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

/** The step of colour from the lines before to the lines after. Over several lines, so that a thin line is no edge. */
function stepsAcross({ data, width }: Raster, isColumn: boolean, lines: number, length: number): Float32Array {
  const [across, along] = isColumn ? [3, 3 * width] : [3 * width, 3];
  const steps = new Float32Array(lines * length);
  for (let line = STEP_LINES; line < lines - STEP_LINES; line++) {
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
  for (let away = 1; away <= STEP_LINES; away++)
    sum += (data[point + away * across] as number) - (data[point - away * across] as number);
  return sum / STEP_LINES;
}
