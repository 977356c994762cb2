import type { Pixels } from '../reading.ts';

const REACH = 2;
const BYTES = 4;

/** Sharpens across upright bars only: down them there is nothing but noise, which is averaged. */
export function sharpen({ data, width, height }: Pixels, amount: number): Pixels {
  const out = new Uint8ClampedArray(data);
  const [reach, row] = [REACH * BYTES, width * BYTES];
  for (let y = 1; y < height - 1; y++)
    for (let x = REACH; x < width - REACH; x++) {
      const at = (y * width + x) * BYTES + 1;
      const around = ((data[at - reach] as number) + (data[at + reach] as number)) / 2;
      const column = ((data[at] as number) + (data[at - row] as number) + (data[at + row] as number)) / 3;
      out[at - 1] = out[at] = out[at + 1] = column + amount * (column - around);
    }
  return { data: out, width, height };
}
