import sharp, { type Sharp } from 'sharp';
import type { Keep, Mat, OpenCv } from '../preprocessing/opencv.ts';
import type { Box, Pixels } from '../reading.ts';

/** A picture of three bytes a pixel. */
export type Raster = { data: Uint8Array; width: number; height: number };

/** The whole page, at most `longest` pixels wide and high. */
export async function shrinkPage({ data, width, height }: Pixels, longest: number): Promise<Raster> {
  const page = sharp(data, { raw: { width, height, channels: 4 } }).flatten({ background: '#ffffff' });
  return rasterOf(page.resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true }));
}

/** A part of a picture, scaled by `factor`. */
export async function takePart({ data, width, height }: Raster, part: Box, factor: number): Promise<Raster> {
  const image = sharp(data, { raw: { width, height, channels: 3 } }).extract(part);
  const [across, down] = [part.width, part.height].map((length) => Math.max(1, Math.round(length * factor)));
  return rasterOf(image.resize({ width: across, height: down, fit: 'fill' }));
}

/** Stretches the contrast to the full range: the face detector misses pale faces. */
export function withFullContrast({ data, width, height }: Raster): Promise<Raster> {
  return rasterOf(sharp(data, { raw: { width, height, channels: 3 } }).normalise());
}

async function rasterOf(image: Sharp): Promise<Raster> {
  const { data, info } = await image.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

export function greyOf(cv: OpenCv, keep: Keep, { data, width, height }: Raster): Mat {
  const colour = keep(new cv.Mat(height, width, cv.CV_8UC3));
  colour.data.set(data);
  const grey = keep(new cv.Mat());
  cv.cvtColor(colour, grey, cv.COLOR_RGB2GRAY);
  return grey;
}
