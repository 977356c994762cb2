import sharp from 'sharp';
import type { Box, Pixels } from '../reading.ts';

/** A page in one byte a pixel, as the engines like it. */
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
