// The arithmetic of the figures, and how they are written.
const MB = 1e6;

export function median(values: number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Cost of a unit of work at each size, as a multiple of that at the first. */
export function unitCosts(scaled: Array<{ times: number; milliseconds: number }>): number[] {
  const [first] = scaled;
  return first
    ? scaled.map(({ times, milliseconds }) => milliseconds / times / (first.milliseconds / first.times))
    : [];
}

/**
 * Up to this a unit may cost more at ten times the work: what a busy machine and a filling cache make of a straight
 * line.
 */
export const LINEAR = 1.3;

/**
 * Whether more work costs no more a unit than the first; where the first is too short to judge by, the others are
 * compared.
 */
export const isLinear = (scaled: Array<{ times: number; milliseconds: number }>): boolean =>
  unitCosts(scaled).every((cost) => cost <= LINEAR);

export const megabytes = (bytes: number): string => `${(bytes / MB).toFixed(0)} MB`;

export const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(bytes < 10_000 ? 1 : 0)} kB`;

/** Milliseconds, in the unit people read them in. */
export const time = (milliseconds: number): string =>
  milliseconds < 1000
    ? `${milliseconds.toFixed(milliseconds < 10 ? 2 : 0)} ms`
    : `${(milliseconds / 1000).toFixed(1)} s`;

export const ratio = (value: number, to: number): string => (value / to).toFixed(2);
