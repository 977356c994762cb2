import sharp from 'sharp';
import type { Homography } from './geometry.ts';
import type { Box, Pixels } from '../reading.ts';

/** A grey picture, one byte a pixel. */
export type Grey = { data: Uint8Array; width: number; height: number };

export async function toGrey({ data, width, height }: Pixels): Promise<Grey> {
  const image = sharp(data, { raw: { width, height, channels: 4 } })
    .flatten({ background: '#ffffff' })
    .greyscale();
  return { data: await image.raw().toBuffer(), width, height };
}

export function cropped(picture: Grey, { left, top, width, height }: Box): Grey {
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const from = (top + y) * picture.width + left;
    data.set(picture.data.subarray(from, from + width), y * width);
  }
  return { data, width, height };
}

/** The picture in another size, whatever its proportions. */
export async function resize({ data, width, height }: Grey, to: { width: number; height: number }): Promise<Grey> {
  const enlarges = to.width > width;
  const image = sharp(data, { raw: { width, height, channels: 1 } }).resize({
    ...to,
    fit: 'fill',
    kernel: enlarges ? 'cubic' : 'lanczos3',
  });
  return { data: await image.toColourspace('b-w').raw().toBuffer(), ...to };
}

/** A smaller copy of three bytes a pixel; the point (x, y) of the original is at (x · scale, y · scale). */
export type SmallPicture = { data: Uint8Array; width: number; height: number; scale: number };

/** A copy whose longer side has at most so many pixels. */
export async function shrinkTo({ data, width, height }: Pixels, longSide: number): Promise<SmallPicture> {
  const scale = Math.min(1, longSide / Math.max(width, height));
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  const image = sharp(data, { raw: { width, height, channels: 4 } }).flatten({ background: '#ffffff' });
  return {
    data: await image
      .resize({ ...size, fit: 'fill', kernel: 'linear' })
      .raw()
      .toBuffer(),
    ...size,
    scale: size.width / width,
  };
}

/** A copy of twice the width and height. */
export async function doubled({ data, width, height }: Pixels): Promise<Pixels> {
  const size = { width: 2 * width, height: 2 * height };
  const image = sharp(data, { raw: { width, height, channels: 4 } }).resize({ ...size, kernel: 'cubic' });
  return { data: new Uint8ClampedArray(await image.raw().toBuffer()), ...size };
}

/** The picture as a base64 JPEG; `quality` from 1 to 100. */
export async function encodeJpeg({ data, width, height }: Pixels, quality: number): Promise<string> {
  const image = sharp(data, { raw: { width, height, channels: 4 } }).flatten({ background: '#ffffff' });
  return (await image.jpeg({ quality }).toBuffer()).toString('base64');
}

const WHITE = 255;
const BYTES = 4;

/** Applies a homography: `back` maps each new pixel to its place in the picture. Outside of the picture is white. */
export function warp(from: Pixels, back: Homography, width: number, height: number): Pixels {
  const data = new Uint8ClampedArray(width * height * BYTES).fill(WHITE);
  for (let y = 0; y < height; y++)
    warpRow(from, back, y + 0.5, data.subarray(y * width * BYTES, (y + 1) * width * BYTES));
  return { data, width, height };
}

/**
 * Bilinear interpolation; a point just outside has the colour of the border. Plain numbers and one loop, because this is
 * most of the work on a large photo.
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
