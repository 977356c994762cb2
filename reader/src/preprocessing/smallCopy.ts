import sharp from 'sharp';
import type { Pixels } from '../reading.ts';

/** Three bytes a pixel; a point (x, y) of the original stands at (x · scale, y · scale). */
export type SmallCopy = { data: Uint8Array; width: number; height: number; scale: number };

/** A copy whose long side is at most so long. */
export async function smallCopy({ data, width, height }: Pixels, longSide: number): Promise<SmallCopy> {
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
