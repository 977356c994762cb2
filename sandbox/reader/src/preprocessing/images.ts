import sharp, { type Sharp } from 'sharp';
import type { Homography } from './geometry.ts';
import type { Box, Pixels } from '../reading.ts';

/** A grey picture, one byte a pixel. */
export type Grey = { data: Uint8Array; width: number; height: number };

/** A picture of one, three or four bytes a pixel. */
export type Raw = { data: Uint8Array | Uint8ClampedArray; width: number; height: number };

/** For sharp; `channels`: bytes of a pixel. */
export const asImage = ({ data, width, height }: Raw, channels: 1 | 3 | 4): Sharp =>
  sharp(data, { raw: { width, height, channels } });

export const onWhite = (pixels: Pixels): Sharp => asImage(pixels, 4).flatten({ background: '#ffffff' });

/** What sharp makes, in as many bytes a pixel as that has. */
export async function pixelsOf(image: Sharp): Promise<Pixels> {
  const { data, info } = await image.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  return { data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.length), width, height };
}

export async function toGrey(pixels: Pixels): Promise<Grey> {
  const data = await onWhite(pixels).greyscale().raw().toBuffer();
  return { data, width: pixels.width, height: pixels.height };
}

/** Red, green and blue of 256, as eyes weigh them, and a half for rounding. */
const LUMA = { red: 77, green: 150, blue: 29, half: 128 };

/** The brightness of the bytes rather than of the light, on white: in a third of the time of `toGrey`. */
export function toLuma({ data, width, height }: Pixels): Grey {
  const pixels = asNumbers(data);
  const out = new Uint8Array(width * height).fill(255);
  for (let at = 0; at < out.length; at++) {
    const pixel = pixels[at] as number;
    // Most of a drawn page.
    if (pixel === WHITE) continue;
    const colours = LUMA.red * (pixel & 255) + LUMA.green * ((pixel >> 8) & 255) + LUMA.blue * ((pixel >> 16) & 255);
    const luma = (colours + LUMA.half) >> 8;
    const alpha = pixel >>> 24;
    out[at] = alpha === 255 ? luma : 255 - ((((255 - luma) * alpha + 127) / 255) | 0);
  }
  return { data: out, width, height };
}

const BYTES = 4;
/** Print that differs less from its paper, of 255 in each colour and in opacity, cannot be read. */
const LEAST_CONTRAST = 16;

/** Whether a picture shows nothing: an empty page. */
export function isBlank({ data }: Pixels): boolean {
  const [least, most] = [new Uint8Array(BYTES).fill(255), new Uint8Array(BYTES)];
  for (let at = 0; at < data.length; at += BYTES)
    for (let colour = 0; colour < BYTES; colour++) {
      const value = data[at + colour] as number;
      if (value < (least[colour] as number)) least[colour] = value;
      if (value > (most[colour] as number)) most[colour] = value;
      if ((most[colour] as number) - (least[colour] as number) >= LEAST_CONTRAST) return false;
    }
  return true;
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
export async function resize(
  picture: Grey,
  to: { width: number; height: number },
  kernel: 'cubic' | 'lanczos3' | 'linear' = to.width > picture.width ? 'cubic' : 'lanczos3',
): Promise<Grey> {
  const image = asImage(picture, 1).resize({ ...to, fit: 'fill', kernel });
  return { data: await image.toColourspace('b-w').raw().toBuffer(), ...to };
}

/** A smaller copy without transparency; the point (x, y) of the original is at (x · scale, y · scale). */
export type SmallPicture = Raw & { scale: number };

/** A copy whose longer side has at most so many pixels, of three or four bytes each. */
export async function shrinkTo(pixels: Pixels, longSide: number, channels: 3 | 4 = 3): Promise<Pixels & SmallPicture> {
  const scale = Math.min(1, longSide / Math.max(pixels.width, pixels.height));
  const [width, height] = [pixels.width, pixels.height].map((side) => Math.max(1, Math.round(side * scale)));
  const image = onWhite(pixels).resize({ width, height, fit: 'fill', kernel: 'linear' });
  const small = await pixelsOf(channels === 4 ? image.ensureAlpha() : image);
  return { ...small, scale: small.width / pixels.width };
}

/** A copy of twice the width and height. */
export const doubled = (pixels: Pixels): Promise<Pixels> =>
  pixelsOf(asImage(pixels, 4).resize({ width: 2 * pixels.width, height: 2 * pixels.height, kernel: 'cubic' }));

/** A picture, or a part of it, as a base64 JPEG; `quality` from 1 to 100. */
export async function encodeJpeg(pixels: Pixels, quality: number, part?: Box): Promise<string> {
  const image = part ? onWhite(pixels).extract(part) : onWhite(pixels);
  return (await image.jpeg({ quality }).toBuffer()).toString('base64');
}

/** Of a pixel, across and down, in the interpolation. */
const STEPS = 256;
/** Of a pixel as one number, red in the lowest byte. */
const [WHITE, OPAQUE, RED_BLUE] = [-1, 0xff << 24, 0x00ff00ff];
/** Added before the division by 256, of green by its square, so that it rounds to the nearest. */
const [RED_BLUE_HALF, GREEN_HALF] = [0x00800080, 0x8000];

/** Applies a homography: `back` maps each new pixel to its place in the picture. Outside of the picture is white. */
export function warp(from: Pixels, back: Homography, width: number, height: number): Pixels {
  const pixels = new Int32Array(width * height).fill(WHITE);
  const source = { data: asNumbers(from.data), width: from.width, height: from.height };
  for (let y = 0; y < height; y++) warpRow(source, back, y + 0.5, pixels.subarray(y * width, (y + 1) * width));
  return { data: new Uint8ClampedArray(pixels.buffer), width, height };
}

/** A number for each pixel; without a copy where the memory allows it. */
const asNumbers = (data: Uint8ClampedArray): Int32Array =>
  data.byteOffset % BYTES === 0
    ? new Int32Array(data.buffer, data.byteOffset, data.length / BYTES)
    : new Int32Array(data.slice().buffer);

/**
 * Bilinear interpolation; a point just outside has the colour of the border. Plain numbers and one loop, because this is
 * most of the work on a large photo: red and blue are computed at once.
 */
function warpRow(
  { data, width, height }: { data: Int32Array; width: number; height: number },
  back: Homography,
  py: number,
  out: Int32Array,
): void {
  const [a = 1, b = 0, c = 0, d = 0, e = 1, f = 0, g = 0, h = 0, i = 1] = back;
  const [xRow, yRow, wRow] = [b * py + c, e * py + f, h * py + i];
  for (let at = 0, px = 0.5; at < out.length; at++, px++) {
    const w = STEPS / (g * px + wRow);
    const x = (a * px + xRow) * w - STEPS / 2;
    const y = (d * px + yRow) * w - STEPS / 2;
    if (!(x > -STEPS && y > -STEPS && x < STEPS * width && y < STEPS * height)) continue;
    const steps = x > 0 ? x | 0 : 0;
    const down = y > 0 ? y | 0 : 0;
    const fx = steps & (STEPS - 1);
    const fy = down & (STEPS - 1);
    const left = steps >> 8;
    const top = down >> 8;
    const first = top * width + left;
    const right = left + 1 < width ? 1 : 0;
    const below = first + (top + 1 < height ? width : 0);
    const ex = STEPS - fx;
    const ey = STEPS - fy;
    const p = data[first] as number;
    const q = data[first + right] as number;
    const r = data[below] as number;
    const s = data[below + right] as number;
    const upper = ((Math.imul(p & RED_BLUE, ex) + Math.imul(q & RED_BLUE, fx) + RED_BLUE_HALF) >>> 8) & RED_BLUE;
    const lower = ((Math.imul(r & RED_BLUE, ex) + Math.imul(s & RED_BLUE, fx) + RED_BLUE_HALF) >>> 8) & RED_BLUE;
    const redBlue = ((Math.imul(upper, ey) + Math.imul(lower, fy) + RED_BLUE_HALF) >>> 8) & RED_BLUE;
    const greenAbove = ((p >>> 8) & 255) * ex + ((q >>> 8) & 255) * fx;
    const greenBelow = ((r >>> 8) & 255) * ex + ((s >>> 8) & 255) * fx;
    const green = (greenAbove * ey + greenBelow * fy + GREEN_HALF) >>> 16;
    out[at] = OPAQUE | redBlue | (green << 8);
  }
}
