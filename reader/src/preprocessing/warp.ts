import type { Pixels } from '../reading.ts';
import type { Homography } from './geometry.ts';

const WHITE = 255;
const BYTES = 4;

/**
 * Takes a picture to another plane; `back` says where in the picture each of the new pixels is found. Outside is white.
 */
export function warp(from: Pixels, back: Homography, width: number, height: number): Pixels {
  const data = new Uint8ClampedArray(width * height * BYTES).fill(WHITE);
  for (let y = 0; y < height; y++)
    warpRow(from, back, y + 0.5, data.subarray(y * width * BYTES, (y + 1) * width * BYTES));
  return { data, width, height };
}

/**
 * Each colour is that between four pixels; a point just outside has the colour of the border. Plain numbers and one
 * loop: this is most of the work on a large photo.
 */
function warpRow({ data, width, height }: Pixels, back: Homography, py: number, out: Uint8ClampedArray): void {
  const [a = 1, b = 0, c = 0, d = 0, e = 1, f = 0, g = 0, h = 0, i = 1] = back;
  const [bRow, eRow, hRow] = [b * py, e * py, h * py];
  for (let at = 0, px = 0.5; at < out.length; at += BYTES, px++) {
    const w = g * px + hRow + i;
    const x = (a * px + bRow + c) / w - 0.5;
    const y = (d * px + eRow + f) / w - 0.5;
    if (!(x > -1 && y > -1 && x < width && y < height)) continue;
    const left = x > 0 ? x | 0 : 0;
    const top = y > 0 ? y | 0 : 0;
    const fx = x > left ? x - left : 0;
    const fy = y > top ? y - top : 0;
    const first = (top * width + left) * BYTES;
    const right = first + (left + 1 < width ? BYTES : 0);
    const below = top + 1 < height ? width * BYTES : 0;
    for (let channel = 0; channel < 3; channel++) {
      const upper = (data[first + channel] as number) * (1 - fx) + (data[right + channel] as number) * fx;
      const lower =
        (data[first + below + channel] as number) * (1 - fx) + (data[right + below + channel] as number) * fx;
      out[at + channel] = upper * (1 - fy) + lower * fy;
    }
  }
}
