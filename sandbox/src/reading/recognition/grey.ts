import sharp from 'sharp';
import type { Pixels } from '../document.ts';

/** A page in one byte a pixel, as the engines like it. */
export type Grey = { data: Uint8Array; width: number; height: number };

/** `factor` enlarges. */
export async function toGrey({ data, width, height }: Pixels, factor = 1): Promise<Grey> {
  const image = sharp(data, { raw: { width, height, channels: 4 } }).flatten({ background: '#ffffff' }).greyscale();
  const resized = factor === 1 ? image : image.resize({ width: Math.round(width * factor), kernel: 'cubic' });
  const made = await resized.raw().toBuffer({ resolveWithObject: true });
  return { data: made.data, width: made.info.width, height: made.info.height };
}
