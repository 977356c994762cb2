import type { Pixels } from '../reading.ts';
import { freeing, loadOpenCv, type OpenCv } from '../preprocessing/opencv.ts';
import { smallCopy, type SmallCopy } from '../preprocessing/smallCopy.ts';
import type { Point } from '../preprocessing/geometry.ts';

/** Where slopes point one way: the outline of the region and the way they point, in the picture's coordinates. */
export type Coherent = { outline: Point[]; angle: number };

/**
 * Means over a window: the slopes squared, doubled in angle (so that up and down are one), and the share that is steep.
 */
type Fields = {
  width: number;
  height: number;
  cosine: Float32Array;
  sine: Float32Array;
  energy: Float32Array;
  steep: Float32Array;
};
type Mat = InstanceType<OpenCv['Mat']>;
type Keep = Parameters<Parameters<typeof freeing>[0]>[0];

const { atan2, ceil, floor } = Math;

const WORKING_SIZE = 1200;
/** Means are kept for cells of so many pixels, and taken over so many cells. */
const CELL = 4;
const WINDOW = 7;
/** What is a little less clear, so many cells wide, does not part a code. */
const GAP = 11;
const STEEP = 60;
/**
 * The share of the slopes that point one way. A stacked code has edges between its rows, writing has them all around.
 */
const COHERENT = 0.45;
const DENSE = 0.35;

/**
 * Half of all directions, of angles that are doubled. Lines across bars are in the other half, so they do not run into
 * one region; each direction is well within one of the four.
 */
type Half = { c: number; s: number };
const HALVES: Half[] = [
  { c: 1, s: 0 },
  { c: -1, s: 0 },
  { c: 0, s: 1 },
  { c: 0, s: -1 },
];

/** Finds where many steep slopes stand close together and all point the same way; most such places are found twice. */
export async function findCoherent(pixels: Pixels): Promise<Coherent[]> {
  const { cv } = await loadOpenCv();
  const small = await smallCopy(pixels, WORKING_SIZE);
  return freeing((keep) => {
    const fields = fieldsOf(cv, small, keep);
    const outlines = HALVES.flatMap((half) => outlinesOf(cv, maskOf(fields, half), fields, keep));
    return outlines.map((outline) => ({
      outline: outline.map(({ x, y }) => ({
        x: ((x + 0.5) * CELL) / small.scale,
        y: ((y + 0.5) * CELL) / small.scale,
      })),
      angle: angleWithin(outline, fields),
    }));
  });
}

function fieldsOf(cv: OpenCv, { data, width, height }: SmallCopy, keep: Keep): Fields {
  const mat = () => keep(new cv.Mat());
  const [rgb, grey, dx, dy] = [keep(new cv.Mat(height, width, cv.CV_8UC3)), mat(), mat(), mat()];
  rgb.data.set(data);
  cv.cvtColor(rgb, grey, cv.COLOR_RGB2GRAY);
  cv.Sobel(grey, dx, cv.CV_32F, 1, 0, 3);
  cv.Sobel(grey, dy, cv.CV_32F, 0, 1, 3);
  const [cosine, sine, energy, steep] = [mat(), mat(), mat(), mat()];
  const squares = [mat(), mat()] as const;
  cv.multiply(dx, dx, squares[0]);
  cv.multiply(dy, dy, squares[1]);
  cv.subtract(squares[0], squares[1], cosine);
  cv.multiply(dx, dy, sine, 2);
  cv.add(squares[0], squares[1], energy);
  cv.threshold(energy, steep, STEEP * STEEP, 1, cv.THRESH_BINARY);
  const cells = new cv.Size(ceil(width / CELL), ceil(height / CELL));
  const mean = (field: Mat) => {
    cv.resize(field, field, cells, 0, 0, cv.INTER_AREA);
    cv.boxFilter(field, field, -1, new cv.Size(WINDOW, WINDOW));
    // Copied: OpenCV's memory moves when it grows.
    return (field.data32F as Float32Array).slice();
  };
  return {
    width: cells.width,
    height: cells.height,
    cosine: mean(cosine),
    sine: mean(sine),
    energy: mean(energy),
    steep: mean(steep),
  };
}

function maskOf({ cosine, sine, energy, steep }: Fields, half: Half): Uint8Array {
  const mask = new Uint8Array(energy.length);
  for (let at = 0; at < mask.length; at++) {
    if ((steep[at] as number) <= DENSE) continue;
    const [c, s, e] = [cosine[at] as number, sine[at] as number, energy[at] as number];
    if (c * half.c + s * half.s > 0 && c * c + s * s > COHERENT * COHERENT * e * e) mask[at] = 255;
  }
  return mask;
}

function outlinesOf(cv: OpenCv, mask: Uint8Array, { width, height }: Fields, keep: Keep): Point[][] {
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

/** The way the slopes point along the outline: the middle may be a gap. */
function angleWithin(outline: Point[], { cosine, sine, width }: Fields): number {
  let [c, s] = [0, 0];
  for (const { x, y } of outline) {
    const at = y * width + x;
    c += cosine[at] as number;
    s += sine[at] as number;
  }
  return atan2(s, c) / 2;
}
