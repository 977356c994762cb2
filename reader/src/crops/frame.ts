import type { Box } from '../reading.ts';
import { onPage, placed } from './box.ts';
import { edgeAt, edgeBeyond, edgesOf, type Edges } from './edges.ts';
import { takePart, type Raster } from './raster.ts';

type Point = { x: number; y: number };
type Sides = { left: number; right: number; top: number; bottom: number };
type Reach = { nearest: number; farthest: number };

/** The face is this wide when its photo is looked for. */
const FACE = 60;
/** Where portraits for documents end, counted in pixels at that size from the middle of the face. */
const SIDEWAYS: Reach = { nearest: 0.68 * FACE, farthest: 1.7 * FACE };
const UPWARDS: Reach = { nearest: 0.8 * FACE, farthest: 1.8 * FACE };
const DOWNWARDS: Reach = { nearest: FACE, farthest: 2.6 * FACE };
/** What is certainly within the photo: its edges go along all of this. */
const CORE = { sideways: 0.6 * FACE, upwards: 0.6 * FACE, downwards: 0.9 * FACE };
const USUAL = { width: 2.1 * FACE, shape: 0.76, faceAt: 0.45 };
const CANDIDATES = 7;
/** A side that does not show loses to any true edge. */
const UNSEEN = 0.15;
const WEIGHT = { shape: 1, place: 3, size: 0.3, beyond: 0.3 };

/** The photo around a face: its four edges where they show, else the usual proportions. */
export async function findFrame(page: Raster, face: Box): Promise<Box> {
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
  for (const left of candidates(edges.upright, middle.x, -1, SIDEWAYS, down))
    for (const right of candidates(edges.upright, middle.x, 1, SIDEWAYS, down))
      for (const top of candidates(edges.level, middle.y, -1, UPWARDS, across))
        for (const bottom of candidates(edges.level, middle.y, 1, DOWNWARDS, across)) {
          const sides = completed({ left, right, top, bottom }, middle);
          const score = strength(edges, sides, { left, right, top, bottom }) - oddness(sides, middle);
          if (!best || score > best.score) best = { sides, score };
        }
  return (best as { sides: Sides }).sides;
}

type Seen = { [side in keyof Sides]: number | null };

/** The strongest edges on one side of the face, and none. */
function candidates(
  edges: Edges['level'],
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

/** Sides that do not show stand where the others and the face say. */
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
  const upright = (line: number | null) => sideStrength(edges.upright, line, Math.round(top), Math.round(bottom));
  const level = (line: number | null) => sideStrength(edges.level, line, Math.round(left), Math.round(right));
  return upright(seen.left) + upright(seen.right) + level(seen.top) + level(seen.bottom);
}

const sideStrength = (edges: Edges['level'], line: number | null, from: number, to: number) =>
  line === null ? UNSEEN : edgeAt(edges, line, from, to) - WEIGHT.beyond * edgeBeyond(edges, line, from, to);

/** How far from a usual portrait this would be: its shape, where the face is in it, its size. */
function oddness({ left, right, top, bottom }: Sides, { x, y }: Point): number {
  const [width, height] = [right - left, bottom - top];
  const shape = Math.abs(Math.log(width / height / USUAL.shape));
  const place = Math.hypot((x - left) / width - 0.5, (y - top) / height - USUAL.faceAt);
  const size = Math.abs(Math.log(width / USUAL.width));
  return WEIGHT.shape * shape + WEIGHT.place * place + WEIGHT.size * size;
}
