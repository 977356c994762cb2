// Calculates and formats the figures.
const MB = 1e6;

export function median(values: number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** The cost of a unit of work at each size, relative to the first size. */
export function unitCosts(scaled: Array<{ times: number; milliseconds: number }>): number[] {
  const [first] = scaled;
  return first
    ? scaled.map(({ times, milliseconds }) => milliseconds / times / (first.milliseconds / first.times))
    : [];
}

/** The highest relative cost of a unit that counts as linear. It allows for a busy machine and a full cache. */
export const LINEAR = 1.3;

/** Whether a unit of work costs about the same at every size. */
export const isLinear = (scaled: Array<{ times: number; milliseconds: number }>): boolean =>
  unitCosts(scaled).every((cost) => cost <= LINEAR);

export const megabytes = (bytes: number): string => `${(bytes / MB).toFixed(0)} MB`;

export const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(bytes < 10_000 ? 1 : 0)} kB`;

/** Milliseconds as text, in ms or s. */
export const time = (milliseconds: number): string =>
  milliseconds < 1000
    ? `${milliseconds.toFixed(milliseconds < 10 ? 2 : 0)} ms`
    : `${(milliseconds / 1000).toFixed(1)} s`;

export const ratio = (value: number, to: number): string => (value / to).toFixed(2);
