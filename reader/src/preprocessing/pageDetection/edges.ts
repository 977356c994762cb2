import { median } from '../../statistics.ts';
import { solve } from '../geometry.ts';
import type { SmallPicture } from '../images.ts';
import { freeing, type Keep, type Mat, type OpenCv } from '../opencv.ts';

/** The gradients of one view of the picture, and the gradient above which one is more than noise. */
export type Edges = { across: Int16Array; down: Int16Array; noise: number; mostLines: number };

/** Views in which the edges of a page may show. `lightness`, `green`, `blue` (Lab) are without print; `ink` is print. */
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
/** Gradients of the soft view are in eighths, so that a step smaller than one grey level still shows. */
const SOFT = 8;

export function viewsOf(cv: OpenCv, { data, width, height }: SmallPicture): Views {
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
      lightness: (closed as Mat).data.slice(),
      green: (softGreen as Mat).data.slice(),
      blue: (softBlue as Mat).data.slice(),
      ink: ink.data.slice(),
    };
  });
}

function asLab(cv: OpenCv, keep: Keep, { data, width, height }: Pick<SmallPicture, 'data' | 'width' | 'height'>): Mat {
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
  // A square kernel would add horizontal and vertical edges of its own.
  const kernel = keep(cv.getStructuringElement(cv.MORPH_ELLIPSE, new cv.Size(size, size)));
  const out = keep(new cv.Mat());
  cv.morphologyEx(mat, out, operation, kernel);
  return out;
}

/** White paper on a white table: a step of two grey levels shows after a strong blur. */
function softened(cv: OpenCv, keep: Keep, light: Mat): Mat {
  const wide = keep(new cv.Mat());
  light.convertTo(wide, cv.CV_16S, SOFT);
  return blurred(cv, keep, wide, 13, 2.6);
}

function foreign(cv: OpenCv, keep: Keep, lab: Mat): Mat {
  const mat = keep(new cv.Mat(lab.rows, lab.cols, cv.CV_8UC1));
  mat.data.set(backgroundDistance({ data: lab.data, width: lab.cols, height: lab.rows }));
  const calm = morphed(cv, keep, morphed(cv, keep, mat, cv.MORPH_OPEN, 5), cv.MORPH_CLOSE, 9);
  return blurred(cv, keep, calm, 5, 1.2);
}

function edgesOf(cv: OpenCv, keep: Keep, mat: Mat, mostLines: number, floor: number): Edges {
  const [dx, dy] = [keep(new cv.Mat()), keep(new cv.Mat())];
  cv.Sobel(mat, dx, cv.CV_16S, 1, 0, 3);
  cv.Sobel(mat, dy, cv.CV_16S, 0, 1, 3);
  const [across, down] = [dx.data16S.slice(), dy.data16S.slice()];
  return { across, down, noise: Math.max(floor, OVER_USUAL * usualSlope(across, down)), mostLines };
}

/** The median of a sample. */
function usualSlope(across: Int16Array, down: Int16Array): number {
  const slopes = new Uint16Array(Math.ceil(across.length / 37));
  for (let at = 0; at < slopes.length; at++)
    slopes[at] = Math.abs(across[at * 37] as number) + Math.abs(down[at * 37] as number);
  return slopes.sort()[slopes.length >> 1] ?? 0;
}

/** Pixels of three channels. */
type Picture = { data: Uint8Array; width: number; height: number };

const RIM = 0.06;
const SAMPLE_STEP = 5;
const ROUNDS = 5;
const CHANNELS = [0, 1, 2];
/** The value of one standard deviation of the background. */
const UNITS = 12;
const FOREIGN = 6;

/** The light on a table changes slowly, so a quadratic surface describes it. */
const terms = (u: number, v: number) => [1, u, v, u * u, u * v, v * v];

/**
 * The distance of each pixel from the background, which is modelled by the rim of the picture. Pixels that do not fit,
 * such as those of a page that leaves the picture, lose their weight round by round.
 */
function backgroundDistance({ data, width, height }: Picture): Uint8Array {
  const samples = rimOf(width, height);
  let weights = samples.map(() => 1);
  let model = { coefficients: [] as number[][], deviations: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    const fits = CHANNELS.map((channel) => fit(samples, weights, (at) => data[at * 3 + channel] ?? 0));
    model = { coefficients: fits.map((one) => one.coefficients), deviations: fits.map((one) => one.deviation) };
    weights = samples.map(
      (_, at) => 1 / (1 + fits.reduce((sum, one) => sum + ((one.errors[at] ?? 0) / one.deviation) ** 2, 0) / FOREIGN),
    );
  }
  return distancesFrom({ data, width, height }, model);
}

type Sample = { at: number; terms: number[] };

function rimOf(width: number, height: number): Sample[] {
  const rim = Math.round(RIM * Math.min(width, height));
  const samples: Sample[] = [];
  for (let y = 2; y < height - 2; y += SAMPLE_STEP)
    for (let x = 2; x < width - 2; x += SAMPLE_STEP) {
      if (x >= rim && y >= rim && x < width - rim && y < height - rim) continue;
      samples.push({ at: y * width + x, terms: terms(x / width - 0.5, y / height - 0.5) });
    }
  return samples;
}

function fit(samples: Sample[], weights: number[], valueAt: (at: number) => number) {
  const sums = terms(0, 0).map((_, row) =>
    Array.from({ length: 7 }, (_, column): number => (row === column ? 1e-6 : 0)),
  );
  samples.forEach((sample, index) => {
    const weight = weights[index] ?? 0;
    const values = [...sample.terms, valueAt(sample.at)];
    sums.forEach((row, r) =>
      values.forEach((value, c) => (row[c] = (row[c] ?? 0) + weight * (sample.terms[r] ?? 0) * value)),
    );
  });
  const coefficients = solve(sums);
  const errors = samples.map((sample) => Math.abs(valueAt(sample.at) - dot(coefficients, sample.terms)));
  // 1.48 times the median absolute error estimates the standard deviation.
  return { coefficients, errors, deviation: Math.max(1, 1.48 * (median(errors) ?? 1)) };
}

const dot = (a: number[], b: number[]) => a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);

function distancesFrom(
  { data, width, height }: Picture,
  { coefficients, deviations }: { coefficients: number[][]; deviations: number[] },
): Uint8Array {
  const squares = new Float32Array(width * height);
  for (let channel = 0; channel < 3; channel++) {
    const [k = 0, ku = 0, kv = 0, kuu = 0, kuv = 0, kvv = 0] = coefficients[channel] ?? [];
    const weight = UNITS / (deviations[channel] ?? 1);
    for (let y = 0; y < height; y++) {
      const v = y / height - 0.5;
      for (let x = 0; x < width; x++) {
        const u = x / width - 0.5;
        const at = y * width + x;
        const error =
          weight * ((data[at * 3 + channel] as number) - (k + u * (ku + kuu * u + kuv * v) + v * (kv + kvv * v)));
        (squares[at] as number) += error * error;
      }
    }
  }
  const distances = new Uint8Array(squares.length);
  for (let at = 0; at < squares.length; at++) distances[at] = Math.min(255, Math.sqrt(squares[at] as number));
  return distances;
}
