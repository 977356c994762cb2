import type { Pixels } from '../../document.ts';
import { freeing, loadOpenCv, type OpenCv } from '../opencv.ts';
import { smallCopy, type SmallCopy } from '../smallCopy.ts';

/** A region of parallel bars in the picture; `angle` is the direction in which the bars follow one another. */
export type Bars = { x: number; y: number; length: number; height: number; angle: number };

const WORKING_SIZE = 1200;
const WINDOW = 25;
const STEEP = 60;
/** Share of the slopes of a window that point one way, and share of its pixels that are steep. */
const COHERENT = 0.75;
const DENSE = 0.35;
const SMALLEST = { length: 40, height: 8, filled: 0.5 };
const MOST = 6;

/** Finds what looks like a bar code: many steep slopes that all point the same way, close together. */
export async function findBars(pixels: Pixels): Promise<Bars[]> {
  const { cv } = await loadOpenCv();
  const small = await smallCopy(pixels, WORKING_SIZE);
  const bars = regionsIn(cv, small).filter(({ length, height }) => length >= SMALLEST.length && height >= SMALLEST.height && length > height);
  const { scale } = small;
  const original = bars.map(({ x, y, length, height, angle }) => ({ x: x / scale, y: y / scale, length: length / scale, height: height / scale, angle }));
  return original.sort((a, b) => b.length * b.height - a.length * a.height).slice(0, MOST);
}

function regionsIn(cv: OpenCv, small: SmallCopy): Bars[] {
  return freeing((keep) => {
    const mat = () => keep(new cv.Mat());
    const rgb = keep(new cv.Mat(small.height, small.width, cv.CV_8UC3));
    rgb.data.set(small.data);
    const [grey, dx, dy] = [mat(), mat(), mat()];
    cv.cvtColor(rgb, grey, cv.COLOR_RGB2GRAY);
    cv.Sobel(grey, dx, cv.CV_32F, 1, 0, 3);
    cv.Sobel(grey, dy, cv.CV_32F, 0, 1, 3);
    const fields = structure(dx.data32F, dy.data32F).map((values) => {
      const field = keep(new cv.Mat(small.height, small.width, cv.CV_32FC1));
      field.data32F.set(values);
      cv.boxFilter(field, field, -1, new cv.Size(WINDOW, WINDOW));
      return field.data32F as Float32Array;
    });
    const mask = keep(new cv.Mat(small.height, small.width, cv.CV_8UC1));
    mask.data.set(barred(fields as [Float32Array, Float32Array, Float32Array, Float32Array]));
    const [contours, levels] = [keep(new cv.MatVector()), mat()];
    cv.findContours(mask, contours, levels, cv.RETR_EXTERNAL, cv.CHAIN_APPROX_SIMPLE);
    return Array.from({ length: contours.size() }, (_, at) => keep(contours.get(at))).map((contour) => regionOf(cv, contour, fields, small.width));
  });
}

/** The slopes as they add up: squared, doubled in angle (so that up and down are one), and whether steep. */
function structure(dx: Float32Array, dy: Float32Array): Float32Array[] {
  const [cosine, sine, energy, steep] = [0, 1, 2, 3].map(() => new Float32Array(dx.length)) as [Float32Array, Float32Array, Float32Array, Float32Array];
  for (let at = 0; at < dx.length; at++) {
    const [x, y] = [dx[at] as number, dy[at] as number];
    cosine[at] = x * x - y * y;
    sine[at] = 2 * x * y;
    energy[at] = x * x + y * y;
    steep[at] = (energy[at] as number) > STEEP * STEEP ? 1 : 0;
  }
  return [cosine, sine, energy, steep];
}

function barred([cosine, sine, energy, steep]: [Float32Array, Float32Array, Float32Array, Float32Array]): Uint8Array {
  return Uint8Array.from(energy, (sum, at) => {
    const oneWay = Math.hypot(cosine[at] as number, sine[at] as number) > COHERENT * sum;
    return oneWay && (steep[at] as number) > DENSE ? 255 : 0;
  });
}

function regionOf(cv: OpenCv, contour: InstanceType<OpenCv['Mat']>, [cosine, sine]: Float32Array[], width: number): Bars {
  const { center, size } = cv.minAreaRect(contour);
  const at = Math.round(center.y) * width + Math.round(center.x);
  const angle = Math.atan2(sine?.[at] ?? 0, cosine?.[at] ?? 1) / 2;
  return { x: center.x, y: center.y, length: Math.max(size.width, size.height), height: Math.min(size.width, size.height), angle };
}
