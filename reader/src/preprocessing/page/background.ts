import { solve } from '../geometry.ts';

/** Pixels of three channels. */
type Picture = { data: Uint8Array; width: number; height: number };

const RIM = 0.06;
const SAMPLE_STEP = 5;
const ROUNDS = 5;
const CHANNELS = [0, 1, 2];
/** One standard deviation of the background counts so much. */
const UNITS = 12;
const FOREIGN = 6;

/** Light over a table changes slowly: a plane and its curvature are enough. */
const terms = (u: number, v: number) => [1, u, v, u * u, u * v, v * v];

/**
 * How unlike the background each pixel is, the background being what the rim of the picture shows.
 * What does not fit there, such as a page that leaves the picture, loses its say round by round.
 */
export function unlikeBackground({ data, width, height }: Picture): Uint8Array {
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
  return distances({ data, width, height }, model);
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
  const middle = errors.toSorted((a, b) => a - b)[errors.length >> 1] ?? 1;
  return { coefficients, errors, deviation: Math.max(1, 1.48 * middle) };
}

const dot = (a: number[], b: number[]) => a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);

function distances(
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
  return Uint8Array.from(squares, (square) => Math.min(255, Math.sqrt(square)));
}
