import { median } from '../../statistics.ts';
import {
  along,
  areaOf,
  crossing,
  distance,
  isConvex,
  lineThrough,
  mapPoints,
  sidesOf,
  type Line,
  type Point,
  type Quad,
} from '../geometry.ts';
import { shrinkTo } from '../images.ts';
import { loadOpenCv } from '../opencv.ts';
import { type Views, viewsOf } from './edges.ts';
import { bordersOf, candidatesOf, partInside, sideOf, type Candidate } from './quads.ts';
import { fitLine, houghLines } from './straightLines.ts';
import type { Pixels } from '../../reading.ts';

/** The corners of a page in a picture; `score` from 0 to 1. */
export type PageOutline = { corners: Quad; score: number };

const WORKING_SIZE = 800;
const SAME = { cosine: 0.9994, distance: 4, corners: 3 };
const FINALISTS = 80;
const REACH = { line: 3, side: 5 };
const CONTRAST = { mean: 0.3, least: 0.2, smallestMean: 0.3, smallest: 0.1 };
/** A small quad may be a portrait or a code on a page, so it must score higher. */
const SURE_ENOUGH = { large: 1.1, small: 1.25 };
const SMALL = 0.2;
/** The score of a quad with clear edges on all sides. */
const BEST_SCORE = 1.5;
const SMALLEST_AREA = 0.1;
const SHAPE = { opposite: 2.2, sides: 4.5 };

/** Finds a page or card that lies on something else. Null if the page fills the picture, or no quad is sure enough. */
export async function detectPageOutline(pixels: Pixels): Promise<PageOutline | null> {
  const { cv } = await loadOpenCv();
  const small = await shrinkTo(pixels, WORKING_SIZE);
  const views = viewsOf(cv, small);
  const candidates = distinct(candidatesOf([...sidesIn(views), ...bordersOf(views)], views));
  const best = candidates
    .map((candidate) => withContrast(candidate, views))
    .filter((one) => one !== null)
    .sort((a, b) => b.score - a.score)
    .find(isSure);
  if (!best || best.area < SMALLEST_AREA || hasPrintOutside(best.corners, views)) return null;
  const toOriginal = ({ x, y }: Point) => ({ x: (x + 0.5) / small.scale, y: (y + 0.5) / small.scale });
  return {
    corners: fromUpperLeft(mapPoints(refined(best.corners, views), toOriginal)),
    score: Math.min(1, best.score / BEST_SCORE),
  };
}

const isSure = ({ score, area }: Candidate) => score >= (area < SMALL ? SURE_ENOUGH.small : SURE_ENOUGH.large);

/** Starts with the corner nearest to the upper left, so that a page without text keeps its orientation. */
function fromUpperLeft(corners: Quad): Quad {
  const distances = corners.map(({ x, y }) => x + y);
  const first = distances.indexOf(Math.min(...distances));
  return corners.map((_, at) => corners[(at + first) % 4]) as Quad;
}

function sidesIn(views: Views) {
  const lines: Line[] = [];
  for (const edges of views.edges)
    for (const rough of houghLines(edges, views)) {
      const part = partInside(rough, views);
      if (!part) continue;
      const { line } = fitLine(rough, part, edges, views, REACH.line);
      if (!lines.some((other) => areSameLine(line, other, views))) lines.push(line);
    }
  return lines.map((line) => sideOf(line, views)).filter((side) => side !== null);
}

function areSameLine(a: Line, b: Line, { width, height }: Views): boolean {
  if (Math.abs(a.c * b.c + a.s * b.s) < SAME.cosine) return false;
  const off = a.rho - (a.c * width + a.s * height) / 2;
  const nearest = { x: width / 2 + a.c * off, y: height / 2 + a.s * off };
  return Math.abs(nearest.x * b.c + nearest.y * b.s - b.rho) < SAME.distance;
}

/** The best candidates, each once. */
function distinct(candidates: Candidate[]): Candidate[] {
  const kept: Candidate[] = [];
  for (const one of candidates) {
    if (kept.length >= FINALISTS) break;
    if (isPlausible(one.corners) && !kept.some((other) => areClose(one.corners, other.corners))) kept.push(one);
  }
  return kept;
}

const areClose = (a: Quad, b: Quad) => a.every((point, at) => distance(point, b[at] as Point) < SAME.corners);

/** No camera is held so that one side of the page looks more than twice as long as the opposite one. */
function isPlausible(corners: Quad): boolean {
  const [top = 0, right = 0, bottom = 0, left = 0] = sidesOf(corners).map(([a, b]) => distance(a, b));
  const ratio = (a: number, b: number) => Math.max(a, b) / Math.min(a, b);
  return (
    ratio(top, bottom) < SHAPE.opposite &&
    ratio(left, right) < SHAPE.opposite &&
    ratio(top + bottom, left + right) < SHAPE.sides
  );
}

function refined(corners: Quad, views: Views): Quad {
  const lines = sidesOf(corners).map(([a, b]) => fittedLine(a, b, views));
  const moved = lines.map((line, at) => crossing(lines[(at + 3) % 4] as Line, line) ?? (corners[at] as Point)) as Quad;
  const far = 0.03 * (views.width + views.height);
  const fits =
    isConvex(moved) && areaOf(moved) > 0 && moved.every((point, at) => distance(point, corners[at] as Point) < far);
  return fits ? moved : corners;
}

/** The line of a side, fitted in the view with the strongest gradients along it. */
function fittedLine(a: Point, b: Point, views: Views): Line {
  const line = lineThrough(a, b);
  const runsAlongBorder =
    [a.x, b.x].every((x) => x < 2 || x > views.width - 3) || [a.y, b.y].every((y) => y < 2 || y > views.height - 3);
  if (runsAlongBorder) return line;
  const flipped = { c: -line.c, s: -line.s, rho: -line.rho };
  const fits = views.edges.flatMap((edges) =>
    [line, flipped].map((one) => {
      const ends = [along(one, a), along(one, b)].sort((x, y) => x - y) as [number, number];
      return fitLine(one, ends, edges, views, REACH.side);
    }),
  );
  const best = fits.reduce((one, other) => (other.weight > one.weight ? other : one));
  return best.weight > 0 ? best.line : line;
}

/** Ruled lines and the gaps between tiles have the same colour on both sides. */
function withContrast({ corners, score, area }: Candidate, views: Views): Candidate | null {
  const contrasts = sidesOf(corners)
    .map(([a, b]) => contrastAcross(a, b, views))
    .filter((contrast) => contrast !== null);
  if (contrasts.length < 2) return null;
  const [mean, least] = [contrasts.reduce((sum, value) => sum + value, 0) / contrasts.length, Math.min(...contrasts)];
  if (mean < CONTRAST.smallestMean || least < CONTRAST.smallest) return null;
  return { corners, area, score: score + CONTRAST.mean * mean + CONTRAST.least * least };
}

const OFFS = [3, 5, 7, 9];
const CORNER_SHARE = 0.06;
const MOST_PLACES = 60;
const FEWEST_PLACES = 12;
/** The weights of lightness, green and blue. */
const COLOURS = [1, 2, 2];
/** A step of this size counts as full contrast. */
const CLEAR = 8;

/** The contrast of colour across a side, 0 to 1; null along the border of the picture. */
function contrastAcross(a: Point, b: Point, views: Views): number | null {
  const length = distance(a, b);
  const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const places = Math.max(FEWEST_PLACES, Math.min(MOST_PLACES, Math.round(length / 6)));
  const steps = Array.from({ length: places }, (_, place) => {
    const t = (CORNER_SHARE + ((1 - 2 * CORNER_SHARE) * (place + 0.5)) / places) * length;
    return stepAt({ x: a.x + ux * t, y: a.y + uy * t }, { x: -uy, y: ux }, views);
  }).filter((step) => step !== null);
  if (steps.length < FEWEST_PLACES / 2) return null;
  const usual = COLOURS.map((weight, channel) => weight * (median(steps.map((step) => step[channel] as number)) ?? 0));
  return Math.min(1, Math.hypot(...usual) / CLEAR);
}

/** The step of each colour from the outside to the inside; null at the border of the picture. */
function stepAt(middle: Point, inward: Point, { width, height, colours }: Views): number[] | null {
  const step = colours.map(() => 0);
  for (const off of OFFS)
    for (const way of [1, -1]) {
      const [x, y] = [Math.round(middle.x + inward.x * off * way), Math.round(middle.y + inward.y * off * way)];
      if (x < 0 || y < 0 || x >= width || y >= height) return null;
      colours.forEach((colour, at) => {
        (step[at] as number) += (way * (colour[y * width + x] as number)) / OFFS.length;
      });
    }
  return step;
}

/** A stroke of print is this much darker than its surroundings. */
const STROKE = 18;
const RIM_SHARE = 0.035;
const PRINT_STEP = 2;
const MARGIN = 8;
/** Print outside the quad belongs to the same page if it is so much denser than at the border, and so large a share. */
const OVER_RIM = 3;
const SOME = 0.004;
const SHARE = 0.12;

/**
 * Whether there is print outside the quad but not up to the border: then the quad is a picture or a box on a page that
 * fills the picture. The grain of wood and stone goes up to the border.
 */
function hasPrintOutside(corners: Quad, { width, height, ink }: Views): boolean {
  const lines = sidesOf(corners).map(([a, b]) => lineThrough(a, b));
  const rim = Math.round(RIM_SHARE * Math.min(width, height));
  const region = () => ({ pixels: 0, strokes: 0 });
  const [inside, outside, border] = [region(), region(), region()];
  for (let y = 4; y < height - 4; y += PRINT_STEP)
    for (let x = 4; x < width - 4; x += PRINT_STEP) {
      let depth = Infinity;
      for (const { c, s, rho } of lines) depth = Math.min(depth, c * x + s * y - rho);
      if (Math.abs(depth) < MARGIN) continue;
      const inRim = x < rim || y < rim || x >= width - rim || y >= height - rim;
      const around = depth > 0 ? inside : inRim ? border : outside;
      around.pixels++;
      if ((ink[y * width + x] as number) > STROKE) around.strokes++;
    }
  const density = ({ pixels, strokes }: ReturnType<typeof region>) => strokes / Math.max(1, pixels);
  const share = outside.strokes / Math.max(1, outside.strokes + inside.strokes);
  return share > SHARE && density(outside) > SOME + OVER_RIM * density(border);
}
