import sharp from 'sharp';
import type { Pixels } from '../document.ts';

/** A page in one byte a pixel, as the engines like it. */
export type Grey = { data: Uint8Array; width: number; height: number };

export async function toGrey({ data, width, height }: Pixels): Promise<Grey> {
  const image = sharp(data, { raw: { width, height, channels: 4 } }).flatten({ background: '#ffffff' }).greyscale();
  return { data: await image.raw().toBuffer(), width, height };
}
