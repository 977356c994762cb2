import type { Pixels } from '../document.ts';
import type { Homography } from './geometry.ts';

const WHITE = 255;

/** Takes a picture to another plane; `back` says where in the picture each of the new pixels is found. Outside is white. */
export function warp(from: Pixels, back: Homography, width: number, height: number): Pixels {
  const data = new Uint8ClampedArray(width * height * 4).fill(WHITE);
  const [a = 1, b = 0, c = 0, d = 0, e = 1, f = 0, g = 0, h = 0, i = 1] = back;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [px, py] = [x + 0.5, y + 0.5];
      const w = g * px + h * py + i;
      blend(from, (a * px + b * py + c) / w - 0.5, (d * px + e * py + f) / w - 0.5, data, (y * width + x) * 4);
    }
  return { data, width, height };
}

/** The colour between four pixels; a point just outside has the colour of the border. */
function blend({ data, width, height }: Pixels, x: number, y: number, out: Uint8ClampedArray, at: number): void {
  if (!(x > -1 && y > -1 && x < width && y < height)) return;
  const [left, top] = [Math.max(0, Math.floor(x)), Math.max(0, Math.floor(y))];
  const [fx, fy] = [Math.max(0, x - left), Math.max(0, y - top)];
  const first = (top * width + left) * 4;
  const right = left + 1 < width ? 4 : 0;
  const below = top + 1 < height ? width * 4 : 0;
  for (let channel = 0; channel < 3; channel++) {
    const one = first + channel;
    const upper = (data[one] as number) * (1 - fx) + (data[one + right] as number) * fx;
    const lower = (data[one + below] as number) * (1 - fx) + (data[one + below + right] as number) * fx;
    out[at + channel] = upper * (1 - fy) + lower * fy;
  }
}
