import sharp from 'sharp';
import type { Grey } from './grey.ts';

export async function resize({ data, width, height }: Grey, to: { width: number; height: number }): Promise<Grey> {
  const enlarges = to.width > width;
  const image = sharp(data, { raw: { width, height, channels: 1 } }).resize({
    ...to,
    fit: 'fill',
    kernel: enlarges ? 'cubic' : 'lanczos3',
  });
  return { data: await image.toColourspace('b-w').raw().toBuffer(), ...to };
}
