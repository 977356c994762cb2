import sharp from 'sharp';
import type { Box, Pixels } from '../document.ts';
import { findBars, type Bars } from './codes/bars.ts';
import { decode, type Decoded } from './codes/decode.ts';
import { reread } from './codes/reread.ts';
import type { Point } from './geometry.ts';

export type Code = { type: string; value: string; box: Box };

/** Reads QR and bar codes. What looks like bars and was not read is looked at again, by itself. */
export async function findCodes(pixels: Pixels): Promise<Code[]> {
  const found = await decode(pixels);
  for (const bars of await findBars(pixels)) {
    if (found.some((code) => isWithin(bars, code))) continue;
    const code = await reread(pixels, bars);
    if (code && !found.some(({ value }) => value === code.value)) found.push(code);
  }
  return found.map(({ type, value, corners }) => ({ type, value, box: boxAround(corners) }));
}

function isWithin({ x, y }: Bars, { corners }: Decoded): boolean {
  const { left, top, width, height } = boxAround(corners);
  // A bar code is read along a line, so its corners may lie close together.
  const margin = Math.max(width, height) / 4;
  return x > left - margin && x < left + width + margin && y > top - margin && y < top + height + margin;
}

function boxAround(corners: Point[]): Box {
  const xs = corners.map(({ x }) => x);
  const ys = corners.map(({ y }) => y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

/** Each code with a little of its surroundings, as base64 JPEG. */
export async function cropCodes({ data, width, height }: Pixels, codes: Code[]): Promise<string[]> {
  const cut = async ({ box }: Code) => {
    const margin = 8;
    const left = Math.max(0, Math.floor(box.left - margin));
    const top = Math.max(0, Math.floor(box.top - margin));
    const area = {
      left,
      top,
      width: Math.max(1, Math.min(width - left, Math.ceil(box.width + 2 * margin))),
      height: Math.max(1, Math.min(height - top, Math.ceil(box.height + 2 * margin))),
    };
    const image = sharp(data, { raw: { width, height, channels: 4 } }).extract(area).flatten({ background: '#ffffff' });
    return (await image.jpeg({ quality: 85 }).toBuffer()).toString('base64');
  };
  return Promise.all(codes.map(cut));
}
