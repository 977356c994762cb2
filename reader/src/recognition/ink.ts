import type { Grey } from '../preprocessing/grey.ts';

/** What is darker than the paper of a part of a picture. */
export function inkOf(
  { data, width }: Grey,
  { x0, x1, y0, y1 }: { x0: number; x1: number; y0: number; y1: number },
): (x: number, y: number) => boolean {
  const values: number[] = [];
  for (let y = y0; y < y1; y++) for (let x = x0; x < x1; x++) values.push(data[y * width + x] as number);
  values.sort((a, b) => a - b);
  const [dark = 0, paper = 255] = [values[Math.floor(0.05 * values.length)], values[Math.floor(0.75 * values.length)]];
  const limit = paper - 0.4 * (paper - dark);
  return (x, y) => (data[y * width + x] as number) < limit;
}

export function count(from: number, to: number, is: (at: number) => boolean): number {
  let sum = 0;
  for (let at = from; at < to; at++) if (is(at)) sum++;
  return sum;
}
