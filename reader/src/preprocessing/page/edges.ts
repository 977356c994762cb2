import { freeing, type OpenCv } from '../opencv.ts';
import type { SmallCopy } from '../smallCopy.ts';
import { unlikeBackground } from './background.ts';

/** Slopes of one view of the picture, and the slope from which on one is more than noise. */
export type Edges = { across: Int16Array; down: Int16Array; noise: number; mostLines: number };

/** What a page shows itself by; `lightness`, `green` and `blue` are the colours with print removed, `ink` the print. */
export type Views = {
  width: number;
  height: number;
  edges: Edges[];
  lightness: Uint8Array;
  green: Uint8Array;
  blue: Uint8Array;
  ink: Uint8Array;
};

const PRINT = 11;
const OVER_USUAL = 2.2;
const SMALLEST_STEP = 4;
/** Slopes of the soft view are in eighths, so that a step smaller than one grey level still shows. */
const SOFT = 8;

type Mat = InstanceType<OpenCv['Mat']>;
type Keep = <N extends { delete(): void }>(native: N) => N;

export function viewsOf(cv: OpenCv, { data, width, height }: SmallCopy): Views {
  return freeing((keep) => {
    const lab = blurred(cv, keep, asLab(cv, keep, { data, width, height }), 5, 1.1);
    const [light, green, blue] = channelsOf(cv, keep, lab);
    const printless = morphed(cv, keep, light, cv.MORPH_CLOSE, PRINT);
    const ink = keep(new cv.Mat());
    cv.subtract(printless, light, ink);
    const [closed, opened] = [printless, morphed(cv, keep, light, cv.MORPH_OPEN, PRINT)].map((mat) =>
      blurred(cv, keep, mat, 5, 1),
    );
    const [softGreen, softBlue] = [green, blue].map((mat) => blurred(cv, keep, mat, 9, 2));
    const edges = (mat: Mat, mostLines: number, floor = SMALLEST_STEP) => edgesOf(cv, keep, mat, mostLines, floor);
    return {
      width,
      height,
      edges: [
        edges(light, 24),
        edges(closed as Mat, 24),
        edges(opened as Mat, 10),
        edges(softGreen as Mat, 14),
        edges(softBlue as Mat, 14),
        edges(softened(cv, keep, light), 14, 2 * SOFT),
        edges(foreign(cv, keep, lab), 14, 3 * SMALLEST_STEP),
      ],
      lightness: Uint8Array.from((closed as Mat).data),
      green: Uint8Array.from((softGreen as Mat).data),
      blue: Uint8Array.from((softBlue as Mat).data),
      ink: Uint8Array.from(ink.data),
    };
  });
}

function asLab(cv: OpenCv, keep: Keep, { data, width, height }: Pick<SmallCopy, 'data' | 'width' | 'height'>): Mat {
  const rgb = keep(new cv.Mat(height, width, cv.CV_8UC3));
  rgb.data.set(data);
  const lab = keep(new cv.Mat());
  cv.cvtColor(rgb, lab, cv.COLOR_RGB2Lab);
  return lab;
}

function channelsOf(cv: OpenCv, keep: Keep, mat: Mat): [Mat, Mat, Mat] {
  const channels = keep(new cv.MatVector());
  cv.split(mat, channels);
  return [keep(channels.get(0)), keep(channels.get(1)), keep(channels.get(2))];
}

function blurred(cv: OpenCv, keep: Keep, mat: Mat, size: number, sigma: number): Mat {
  const out = keep(new cv.Mat());
  cv.GaussianBlur(mat, out, new cv.Size(size, size), sigma);
  return out;
}

function morphed(cv: OpenCv, keep: Keep, mat: Mat, operation: number, size: number): Mat {
  // A square kernel would draw level and upright edges of its own.
  const kernel = keep(cv.getStructuringElement(cv.MORPH_ELLIPSE, new cv.Size(size, size)));
  const out = keep(new cv.Mat());
  cv.morphologyEx(mat, out, operation, kernel);
  return out;
}

/** White paper on a white table: a step of two grey levels, found by looking from afar. */
function softened(cv: OpenCv, keep: Keep, light: Mat): Mat {
  const wide = keep(new cv.Mat());
  light.convertTo(wide, cv.CV_16S, SOFT);
  return blurred(cv, keep, wide, 13, 2.6);
}

function foreign(cv: OpenCv, keep: Keep, lab: Mat): Mat {
  const mat = keep(new cv.Mat(lab.rows, lab.cols, cv.CV_8UC1));
  mat.data.set(unlikeBackground({ data: lab.data, width: lab.cols, height: lab.rows }));
  const calm = morphed(cv, keep, morphed(cv, keep, mat, cv.MORPH_OPEN, 5), cv.MORPH_CLOSE, 9);
  return blurred(cv, keep, calm, 5, 1.2);
}

function edgesOf(cv: OpenCv, keep: Keep, mat: Mat, mostLines: number, floor: number): Edges {
  const [dx, dy] = [keep(new cv.Mat()), keep(new cv.Mat())];
  cv.Sobel(mat, dx, cv.CV_16S, 1, 0, 3);
  cv.Sobel(mat, dy, cv.CV_16S, 0, 1, 3);
  const [across, down] = [Int16Array.from(dx.data16S), Int16Array.from(dy.data16S)];
  return { across, down, noise: Math.max(floor, OVER_USUAL * usualSlope(across, down)), mostLines };
}

/** The median of a sample. */
function usualSlope(across: Int16Array, down: Int16Array): number {
  const slopes = new Uint16Array(Math.ceil(across.length / 37));
  for (let at = 0; at < slopes.length; at++)
    slopes[at] = Math.abs(across[at * 37] as number) + Math.abs(down[at * 37] as number);
  return slopes.sort()[slopes.length >> 1] ?? 0;
}
