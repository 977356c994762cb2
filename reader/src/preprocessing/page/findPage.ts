import type { Pixels } from '../../reading.ts';
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
import { loadOpenCv } from '../opencv.ts';
import { smallCopy } from '../smallCopy.ts';
import { candidatesOf, type Candidate } from './candidates.ts';
import { contrastsOf } from './contrast.ts';
import { viewsOf, type Views } from './edges.ts';
import { fitLine } from './fit.ts';
import { linesIn } from './lines.ts';
import { printGoesOnOutside } from './print.ts';
import { bordersOf, partInside, sideOf } from './side.ts';

/** Where a page lies in a picture, and how sure that is (0 to 1). */
export type FoundPage = { corners: Quad; score: number };

const WORKING_SIZE = 800;
const TWINS = { cosine: 0.9994, distance: 4, corners: 3 };
const FINALISTS = 80;
const REACH = { line: 3, side: 5 };
const CONTRAST = { mean: 0.3, least: 0.2, smallestMean: 0.3, smallest: 0.1 };
/** A small part may be a portrait or a code on a page: it must be clearer. */
const SURE_ENOUGH = { large: 1.1, small: 1.25 };
const SMALL = 0.2;
/** What a candidate with clear edges all around gets. */
const BEST_SCORE = 1.5;
const SMALLEST_AREA = 0.1;
const SHAPE = { opposite: 2.2, sides: 4.5 };

/** Finds the page or card that lies on something else; null if the picture is all page, or nobody can tell. */
export async function findPage(pixels: Pixels): Promise<FoundPage | null> {
  const { cv } = await loadOpenCv();
  const small = await smallCopy(pixels, WORKING_SIZE);
  const views = viewsOf(cv, small);
  const candidates = distinct(candidatesOf([...sidesIn(views), ...bordersOf(views)], views));
  const rated = candidates.map((candidate) => withContrast(candidate, views));
  const best = rated
    .filter((one) => one !== null)
    .sort((a, b) => b.score - a.score)
    .find(isSure);
  if (!best || best.area < SMALLEST_AREA || printGoesOnOutside(best.corners, views)) return null;
  const toOriginal = ({ x, y }: Point) => ({ x: (x + 0.5) / small.scale, y: (y + 0.5) / small.scale });
  return {
    corners: topFirst(mapPoints(refined(best.corners, views), toOriginal)),
    score: Math.min(1, best.score / BEST_SCORE),
  };
}

const isSure = ({ score, area }: Candidate) => score >= (area < SMALL ? SURE_ENOUGH.small : SURE_ENOUGH.large);

/** The corner first that is nearest to the upper left, so that a page without writing stays as it lies. */
function topFirst(corners: Quad): Quad {
  const first = corners.reduce(
    (best, { x, y }, at) => (x + y < (corners[best] as Point).x + (corners[best] as Point).y ? at : best),
    0,
  );
  return corners.map((_, at) => corners[(at + first) % 4]) as Quad;
}

function sidesIn(views: Views) {
  const lines: Line[] = [];
  for (const edges of views.edges)
    for (const rough of linesIn(edges, views)) {
      const part = partInside(rough, views);
      if (!part) continue;
      const { line } = fitLine(rough, part, edges, views, REACH.line);
      if (!lines.some((other) => areTwins(line, other, views))) lines.push(line);
    }
  return lines.map((line) => sideOf(line, views)).filter((side) => side !== null);
}

function areTwins(a: Line, b: Line, { width, height }: Views): boolean {
  if (Math.abs(a.c * b.c + a.s * b.s) < TWINS.cosine) return false;
  const off = a.rho - (a.c * width + a.s * height) / 2;
  const nearest = { x: width / 2 + a.c * off, y: height / 2 + a.s * off };
  return Math.abs(nearest.x * b.c + nearest.y * b.s - b.rho) < TWINS.distance;
}

/** The best of all that are not nearly the same. */
function distinct(candidates: Candidate[]): Candidate[] {
  const kept: Candidate[] = [];
  for (const one of candidates) {
    if (kept.length >= FINALISTS) break;
    if (isPlausible(one.corners) && !kept.some((other) => areClose(one.corners, other.corners))) kept.push(one);
  }
  return kept;
}

const areClose = (a: Quad, b: Quad) => a.every((point, at) => distance(point, b[at] as Point) < TWINS.corners);

/** Nobody holds the camera so that one side of the page looks more than twice as long as the other. */
function isPlausible(corners: Quad): boolean {
  const [top, right, bottom, left] = sidesOf(corners).map(([a, b]) => distance(a, b)) as [
    number,
    number,
    number,
    number,
  ];
  const ratio = (a: number, b: number) => Math.max(a, b) / Math.min(a, b);
  return (
    ratio(top, bottom) < SHAPE.opposite &&
    ratio(left, right) < SHAPE.opposite &&
    ratio(top + bottom, left + right) < SHAPE.sides
  );
}

function refined(corners: Quad, views: Views): Quad {
  const lines = sidesOf(corners).map(([a, b]) => steepestNear(a, b, views));
  const moved = lines.map((line, at) => crossing(lines[(at + 3) % 4] as Line, line) ?? (corners[at] as Point)) as Quad;
  const far = 0.03 * (views.width + views.height);
  const fits =
    isConvex(moved) && areaOf(moved) > 0 && moved.every((point, at) => distance(point, corners[at] as Point) < far);
  return fits ? moved : corners;
}

/** The view in which the side shows best says where it runs exactly. */
function steepestNear(a: Point, b: Point, views: Views): Line {
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

function withContrast({ corners, score, area }: Candidate, views: Views): Candidate | null {
  const contrasts = contrastsOf(corners, views).filter((contrast) => contrast !== null);
  if (contrasts.length < 2) return null;
  const [mean, least] = [contrasts.reduce((sum, value) => sum + value, 0) / contrasts.length, Math.min(...contrasts)];
  if (mean < CONTRAST.smallestMean || least < CONTRAST.smallest) return null;
  return { corners, area, score: score + CONTRAST.mean * mean + CONTRAST.least * least };
}
