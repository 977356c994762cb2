import { leastSquares } from '../../statistics.ts';
import type { SmallPicture } from '../images.ts';
import { freeing, type Keep, type Mat, type OpenCv } from '../opencv.ts';

/** The gradients of one view of the picture, and the gradient above which one is more than noise. */
export type Edges = { across: Int16Array; down: Int16Array; noise: number; mostLines: number };

/** Views in which the edges of a page may show. `colours` are the planes of Lab without print; `ink` is print. */
export type Views = { width: number; height: number; edges: Edges[]; colours: Uint8Array[]; ink: Uint8Array };

const PRINT = 11;
const OVER_USUAL = 2.2;
const SMALLEST_STEP = 4;
/** Gradients of the soft view are in eighths, so that a step smaller than one grey level still shows. */
const SOFT = 8;

export function viewsOf(cv: OpenCv, { data, width, height }: SmallPicture): Views {
  return freeing((keep) => {
    const rgb = keep(new cv.Mat(height, width, cv.CV_8UC3));
    rgb.data.set(data);
    const colours = keep(new cv.Mat());
    cv.cvtColor(rgb, colours, cv.COLOR_RGB2Lab);
    const lab = blurred(cv, keep, colours, 5, 1.1);
    const channels = keep(new cv.MatVector());
    cv.split(lab, channels);
    const [light, softGreen, softBlue] = [
      keep(channels.get(0)),
      blurred(cv, keep, keep(channels.get(1)), 9, 2),
      blurred(cv, keep, keep(channels.get(2)), 9, 2),
    ];
    const printless = morphed(cv, keep, light, 'close', PRINT);
    const ink = keep(new cv.Mat());
    cv.subtract(printless, light, ink);
    const closed = blurred(cv, keep, printless, 5, 1);
    const opened = blurred(cv, keep, morphed(cv, keep, light, 'open', PRINT), 5, 1);
    const edges = (mat: Mat, mostLines: number, floor = SMALLEST_STEP) => edgesOf(cv, mat, mostLines, floor);
    return {
      width,
      height,
      edges: [
        edges(light, 24),
        edges(closed, 24),
        edges(opened, 10),
        edges(softGreen, 14),
        edges(softBlue, 14),
        edges(softened(cv, keep, light), 14, 2 * SOFT),
        edges(foreign(cv, keep, lab), 14, 3 * SMALLEST_STEP),
      ],
      colours: [closed, softGreen, softBlue].map((mat) => mat.data.slice()),
      ink: ink.data.slice(),
    };
  });
}

function blurred(cv: OpenCv, keep: Keep, mat: Mat, size: number, sigma: number): Mat {
  const out = keep(new cv.Mat());
  cv.GaussianBlur(mat, out, new cv.Size(size, size), sigma);
  return out;
}

/**
 * Opens or closes with an ellipse: a square would add horizontal and vertical edges of its own. It is made of the
 * rectangles that fill it, which OpenCV computes along rows and then columns.
 */
function morphed(cv: OpenCv, keep: Keep, mat: Mat, operation: 'open' | 'close', size: number): Mat {
  const ellipse = keep(cv.getStructuringElement(cv.MORPH_ELLIPSE, new cv.Size(size, size)));
  const rows = Array.from({ length: size }, (_, y) =>
    ellipse.data.subarray(y * size, (y + 1) * size).reduce((a, b) => a + b, 0),
  );
  const rectangles = [...new Set(rows)].map((width) =>
    keep(cv.Mat.ones(rows.filter((other) => other >= width).length, width, cv.CV_8UC1)),
  );
  const steps = [
    [cv.erode, cv.min],
    [cv.dilate, cv.max],
  ] as const;
  const part = keep(new cv.Mat());
  let out = mat;
  for (const [apply, combine] of operation === 'open' ? steps : steps.toReversed()) {
    const whole = keep(new cv.Mat());
    rectangles.forEach((rectangle, at) => {
      apply(out, at === 0 ? whole : part, rectangle);
      if (at > 0) combine(whole, part, whole);
    });
    out = whole;
  }
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
  const calm = morphed(cv, keep, morphed(cv, keep, mat, 'open', 5), 'close', 9);
  return blurred(cv, keep, calm, 5, 1.2);
}

/** Its matrices are freed at once: OpenCV's memory never shrinks. */
function edgesOf(cv: OpenCv, mat: Mat, mostLines: number, floor: number): Edges {
  return freeing((keep) => {
    const [dx, dy] = [keep(new cv.Mat()), keep(new cv.Mat())];
    cv.Sobel(mat, dx, cv.CV_16S, 1, 0, 3);
    cv.Sobel(mat, dy, cv.CV_16S, 0, 1, 3);
    const [across, down] = [dx.data16S.slice(), dy.data16S.slice()];
    return { across, down, noise: Math.max(floor, OVER_USUAL * usualSlope(across, down)), mostLines };
  });
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
const TERMS = 6;

/** The light on a table changes slowly, so a quadratic surface describes it: coefficients of 1, u, v, u², uv and v². */
type Surface = { coefficients: number[]; deviation: number };

/**
 * The distance of each pixel from the background, which is modelled by the rim of the picture. Pixels that do not fit,
 * such as those of a page that leaves the picture, lose their weight round by round.
 */
function backgroundDistance(picture: Picture): Uint8Array {
  const { terms, values } = rimOf(picture);
  const weights = new Float64Array(terms.length / TERMS).fill(1);
  let surfaces: Surface[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const fits = values.map((channel) => fit(terms, channel, weights));
    surfaces = fits;
    for (let at = 0; at < weights.length; at++) {
      let squares = 0;
      for (const { errors, deviation } of fits) squares += ((errors[at] as number) / deviation) ** 2;
      weights[at] = 1 / (1 + squares / FOREIGN);
    }
  }
  return distancesFrom(picture, surfaces);
}

/** A sample of the pixels of the rim: the terms of each, and of each channel the values. */
function rimOf({ data, width, height }: Picture): { terms: Float64Array; values: Float64Array[] } {
  const rim = Math.round(RIM * Math.min(width, height));
  const terms: number[] = [];
  const values: number[][] = CHANNELS.map(() => []);
  for (let y = 2; y < height - 2; y += SAMPLE_STEP)
    for (let x = 2; x < width - 2; x += SAMPLE_STEP) {
      if (x >= rim && y >= rim && x < width - rim && y < height - rim) continue;
      const [u, v] = [x / width - 0.5, y / height - 0.5];
      terms.push(1, u, v, u * u, u * v, v * v);
      for (const channel of CHANNELS) values[channel]?.push(data[(y * width + x) * 3 + channel] as number);
    }
  return { terms: Float64Array.from(terms), values: values.map((channel) => Float64Array.from(channel)) };
}

function fit(terms: Float64Array, values: Float64Array, weights: Float64Array): Surface & { errors: Float64Array } {
  const coefficients = leastSquares(terms, values, weights);
  const errors = values.map((value, at) => {
    let expected = 0;
    for (let term = 0; term < TERMS; term++)
      expected += (coefficients[term] as number) * (terms[at * TERMS + term] as number);
    return Math.abs(value - expected);
  });
  // 1.48 times the median absolute error estimates the standard deviation.
  return { coefficients, errors, deviation: Math.max(1, 1.48 * (errors.toSorted()[errors.length >> 1] ?? 1)) };
}

function distancesFrom({ data, width, height }: Picture, surfaces: Surface[]): Uint8Array {
  const squares = new Float32Array(width * height);
  surfaces.forEach(({ coefficients, deviation }, channel) => {
    const [k = 0, ku = 0, kv = 0, kuu = 0, kuv = 0, kvv = 0] = coefficients;
    const weight = UNITS / deviation;
    for (let y = 0, at = 0; y < height; y++) {
      const v = y / height - 0.5;
      const [base, slope] = [k + v * (kv + kvv * v), ku + kuv * v];
      for (let x = 0; x < width; x++, at++) {
        const u = x / width - 0.5;
        const error = weight * ((data[at * 3 + channel] as number) - (base + u * (slope + kuu * u)));
        (squares[at] as number) += error * error;
      }
    }
  });
  const distances = new Uint8Array(squares.length);
  for (let at = 0; at < squares.length; at++) distances[at] = Math.min(255, Math.sqrt(squares[at] as number));
  return distances;
}
