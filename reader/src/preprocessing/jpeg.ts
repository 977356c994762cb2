import sharp from 'sharp';
import type { Pixels } from '../reading.ts';

export async function encodeJpeg({ data, width, height }: Pixels, quality: number): Promise<string> {
  const image = sharp(data, { raw: { width, height, channels: 4 } }).flatten({ background: '#ffffff' });
  return (await image.jpeg({ quality }).toBuffer()).toString('base64');
}
