import sharp, { type Sharp } from 'sharp';
import type { Box, Pixels } from '../reading.ts';
import { onPage } from './box.ts';

/** A picture of three bytes a pixel, small enough to be looked at closely. */
export type Raster = { data: Uint8Array; width: number; height: number };

const JPEG_QUALITY = 90;

/** The whole page, at most `longest` pixels long. */
export async function shrinkPage({ data, width, height }: Pixels, longest: number): Promise<Raster> {
  const page = sharp(data, { raw: { width, height, channels: 4 } }).flatten({ background: '#ffffff' });
  return rasterOf(page.resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true }));
}

/** A part of a picture in another size. */
export async function takePart({ data, width, height }: Raster, part: Box, factor: number): Promise<Raster> {
  const image = sharp(data, { raw: { width, height, channels: 3 } }).extract(part);
  const [across, down] = [part.width, part.height].map((length) => Math.max(1, Math.round(length * factor)));
  return rasterOf(image.resize({ width: across, height: down, fit: 'fill' }));
}

/** The same picture from black to white: the thorough detector misses faces that are pale. */
export function withFullContrast({ data, width, height }: Raster): Promise<Raster> {
  return rasterOf(sharp(data, { raw: { width, height, channels: 3 } }).normalise());
}

/** A part of the page as base64 JPEG. */
export async function cutOut({ data, width, height }: Pixels, box: Box): Promise<string> {
  const image = sharp(data, { raw: { width, height, channels: 4 } }).extract(onPage(box, { width, height }));
  return (await image.flatten({ background: '#ffffff' }).jpeg({ quality: JPEG_QUALITY }).toBuffer()).toString('base64');
}

async function rasterOf(image: Sharp): Promise<Raster> {
  const { data, info } = await image.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}
