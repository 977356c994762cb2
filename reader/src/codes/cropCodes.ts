import sharp from 'sharp';
import type { Box, Pixels } from '../reading.ts';

const MARGIN = 8;
const QUALITY = 85;

/** Each code with a little of its surroundings, as base64 JPEG. */
export function cropCodes(pixels: Pixels, codes: { box: Box }[]): Promise<string[]> {
  return Promise.all(codes.map(({ box }) => crop(pixels, box)));
}

async function crop({ data, width, height }: Pixels, box: Box): Promise<string> {
  const [left, top] = [Math.max(0, Math.floor(box.left - MARGIN)), Math.max(0, Math.floor(box.top - MARGIN))];
  const area = {
    left,
    top,
    width: Math.max(1, Math.min(width - left, Math.ceil(box.width + 2 * MARGIN))),
    height: Math.max(1, Math.min(height - top, Math.ceil(box.height + 2 * MARGIN))),
  };
  const image = sharp(data, { raw: { width, height, channels: 4 } })
    .extract(area)
    .flatten({ background: '#ffffff' });
  return (await image.jpeg({ quality: QUALITY }).toBuffer()).toString('base64');
}
