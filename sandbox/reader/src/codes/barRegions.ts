import type { Decoded } from './decoding.ts';
import {
  cornersOf,
  distance,
  offsetOf,
  pointFrom,
  sidesOf,
  type Point,
  type Quad,
  type RotatedBox,
} from '../preprocessing/geometry.ts';
import { freeing, loadOpenCv, type Keep, type Mat, type OpenCv } from '../preprocessing/opencv.ts';
import { resize, type Grey } from '../preprocessing/images.ts';
import type { Box, TextItem } from '../reading.ts';

const { abs, atan2, ceil, floor, max, min, round } = Math;

/** The box around parallel bars; its `angle` is the direction across them. */
export type BarRegion = RotatedBox;

/** Shares of the picture's long side. */
const SMALLEST = { length: 0.033, height: 0.007 };
/** The most height to length: ruled lines of a form are parallel too, but longer than their group is wide. */
const TALLEST = 0.8;
const MOST = 6;

/** Finds regions that look like a bar code, the largest first: many steep gradients there point the same way. */
export async function findBarRegions(picture: Grey): Promise<BarRegion[]> {
  const { cv } = await loadOpenCv();
  const side = max(picture.width, picture.height);
  const scale = min(1, WORKING_SIZE / side);
  const size = { width: max(1, round(picture.width * scale)), height: max(1, round(picture.height * scale)) };
  const small = scale < 1 ? await resize(picture, size, 'linear') : picture;
  const regions = freeing((keep) => {
    const fields = gradientFields(cv, small, keep);
    const outlines = HALVES.flatMap((half) => outlinesOf(cv, maskOf(fields, half), fields, keep));
    return outlines.map((outline) => boxAlong(outline, angleWithin(outline, fields), CELL / scale));
  });
  const bars = regions.filter(
    ({ length, height }) =>
      length > SMALLEST.length * side && height > SMALLEST.height * side && height < TALLEST * length,
  );
  // Most regions are found twice.
  const kept: BarRegion[] = [];
  for (const one of bars.sort((a, b) => b.length * b.height - a.length * a.height))
    if (!kept.some((other) => covers(other, one))) kept.push(one);
  return kept.slice(0, MOST);
}

/** Whether a point, such as the centre of another region, lies in a region. */
function covers(region: BarRegion, point: Point): boolean {
  const { along, across } = offsetOf(region, point);
  return abs(along) < region.length / 2 && abs(across) < region.height / 2;
}

/** The box around an outline in cells, rotated as its bars are; in pixels of the picture, of which a cell has so many. */
function boxAlong(outline: Point[], angle: number, cell: number): BarRegion {
  const origin = { x: 0, y: 0, angle };
  const turned = outline.map((point) => offsetOf(origin, point)).map(({ along, across }) => ({ x: along, y: across }));
  const { left, top, width, height } = boxAround(turned);
  const { x, y } = pointFrom(origin, left + width / 2, top + height / 2);
  return { x: (x + 0.5) * cell, y: (y + 0.5) * cell, length: width * cell, height: height * cell, angle };
}

/** Means over a window: squared gradients at twice their angle, so that up and down are one, and the steep share. */
type GradientFields = {
  width: number;
  height: number;
  cosine: Float32Array;
  sine: Float32Array;
  energy: Float32Array;
  steep: Float32Array;
};

const WORKING_SIZE = 1200;
/** The side of a cell in pixels, and of the window in cells. */
const CELL = 4;
const WINDOW = 7;
/** A gap of up to so many cells does not split a code. */
const GAP = 11;
const STEEP = 60;
/** The share of the gradients that point one way: low enough for stacked codes, too high for writing. */
const COHERENT = 0.45;
const DENSE = 0.35;

/**
 * The middles of halves of all directions, at twice their angle: cosine and sine. Lines across bars fall into the other half,
 * so they do not join the region of the bars; each direction is well within one of the four halves.
 */
const HALVES = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const;

/** In an order in which few matrices of the picture's size are in memory at once. */
function gradientFields(cv: OpenCv, { data, width, height }: Grey, keep: Keep): GradientFields {
  const mat = () => keep(new cv.Mat());
  const [grey, dx, dy, field] = [keep(new cv.Mat(height, width, cv.CV_8UC1)), mat(), mat(), mat()];
  grey.data.set(data);
  cv.Sobel(grey, dx, cv.CV_32F, 1, 0, 3);
  cv.Sobel(grey, dy, cv.CV_32F, 0, 1, 3);
  const cells = new cv.Size(ceil(width / CELL), ceil(height / CELL));
  const meanOf = (values: Mat) => {
    cv.resize(values, values, cells, 0, 0, cv.INTER_AREA);
    cv.boxFilter(values, values, -1, new cv.Size(WINDOW, WINDOW));
    // Copied: OpenCV's memory moves when it grows.
    return (values.data32F as Float32Array).slice();
  };
  cv.multiply(dx, dy, field, 2);
  const sine = meanOf(field);
  cv.multiply(dx, dx, dx);
  cv.multiply(dy, dy, dy);
  cv.subtract(dx, dy, field);
  const cosine = meanOf(field);
  const energies = dx;
  cv.add(dx, dy, energies);
  cv.threshold(energies, field, STEEP * STEEP, 1, cv.THRESH_BINARY);
  const steep = meanOf(field);
  return { width: cells.width, height: cells.height, cosine, sine, energy: meanOf(energies), steep };
}

function maskOf(
  { cosine, sine, energy, steep }: GradientFields,
  [halfC, halfS]: readonly [number, number],
): Uint8Array {
  const mask = new Uint8Array(energy.length);
  for (let at = 0; at < mask.length; at++) {
    if ((steep[at] as number) <= DENSE) continue;
    const [c, s, e] = [cosine[at] as number, sine[at] as number, energy[at] as number];
    if (c * halfC + s * halfS > 0 && c * c + s * s > COHERENT * COHERENT * e * e) mask[at] = 255;
  }
  return mask;
}

function outlinesOf(cv: OpenCv, mask: Uint8Array, { width, height }: GradientFields, keep: Keep): Point[][] {
  const image = keep(new cv.Mat(height, width, cv.CV_8UC1));
  image.data.set(mask);
  cv.morphologyEx(image, image, cv.MORPH_CLOSE, keep(cv.Mat.ones(GAP, GAP, cv.CV_8UC1)));
  const [contours, levels] = [keep(new cv.MatVector()), keep(new cv.Mat())];
  cv.findContours(image, contours, levels, cv.RETR_EXTERNAL, cv.CHAIN_APPROX_SIMPLE);
  return Array.from({ length: contours.size() }, (_, at) => {
    const numbers = keep(contours.get(at)).data32S as Int32Array;
    return Array.from({ length: floor(numbers.length / 2) }, (_point, i) => ({
      x: numbers[2 * i] as number,
      y: numbers[2 * i + 1] as number,
    }));
  });
}

/** The direction of the gradients, measured along the outline: the middle may be a gap. */
function angleWithin(outline: Point[], { cosine, sine, width }: GradientFields): number {
  let [c, s] = [0, 0];
  for (const { x, y } of outline) {
    const at = y * width + x;
    c += cosine[at] as number;
    s += sine[at] as number;
  }
  return atan2(s, c) / 2;
}

/** The axis-aligned box around points. */
export function boxAround(points: Point[]): Box {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, top] = [min(...xs), min(...ys)];
  return { left, top, width: max(...xs) - left, height: max(...ys) - top };
}

/** Whether a code was read in this region. A bar code is read along a line, so its corners may be close together. */
export function wasReadIn({ x, y }: BarRegion, { corners }: Decoded): boolean {
  const { left, top, width, height } = boxAround(corners);
  const margin = max(width, height) / 4;
  return x > left - margin && x < left + width + margin && y > top - margin && y < top + height + margin;
}

/** The region that a code was read in. */
export function regionOfCode({ corners }: Decoded): BarRegion {
  const [a, b, c, d] = corners as [Point, Point, Point, Point];
  const [x, y] = [(a.x + b.x + c.x + d.x) / 4, (a.y + b.y + c.y + d.y) / 4];
  return {
    x,
    y,
    length: max(distance(a, b), distance(d, c)),
    height: max(distance(a, d), distance(b, c)),
    angle: atan2(b.y - a.y + c.y - d.y, b.x - a.x + c.x - d.x),
  };
}

/** Whether all of a region lies in a quad. */
export const isInside = (region: BarRegion, quad: Quad) =>
  sidesOf(quad).every(([a, b]) =>
    cornersOf(region).every(({ x, y }) => (b.x - a.x) * (y - a.y) > (b.y - a.y) * (x - a.x)),
  );

/** In heights of a line: the centre of a region of two lines is between them. */
const BETWEEN_LINES = 3;

/** Whether the centre of a region lies on or between these lines of text. */
export const isInZone = (region: BarRegion, lines: BarRegion[]): boolean =>
  lines.some((line) => covers({ ...line, height: BETWEEN_LINES * line.height }, region));

/** Texts in the middle of a region make it a part of a table; one alone may be a stamp on a code. */
const FEWEST_TEXTS = 2;

/** Whether there is writing among the lines of a region. Texts are in the page's points; `scale` is pixels to a point. */
export function isWrittenIn(region: BarRegion, texts: TextItem[], scale: number): boolean {
  const middle = { ...region, height: region.height / 2 };
  // Text as high as the region is a bar code in the letters of a font.
  const inMiddle = texts.filter(
    ({ x, y, width, size }) =>
      size * scale < region.height / 2 && covers(middle, { x: (x + width / 2) * scale, y: (y - size / 3) * scale }),
  );
  return inMiddle.length >= FEWEST_TEXTS;
}
