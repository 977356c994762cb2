import type { Sharp } from 'sharp';
import { asImage, onWhite, pixelsOf, type Raw } from '../preprocessing/images.ts';
import type { Keep, Mat, OpenCv } from '../preprocessing/opencv.ts';
import type { Box, Pixels } from '../reading.ts';

/** A picture of three bytes a pixel. */
export type Raster = Raw;

/** The whole page, at most `longest` pixels wide and high. */
export const shrinkPage = (page: Pixels, longest: number): Promise<Raster> =>
  rasterOf(onWhite(page).resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true }));

/** A part of a picture, scaled by `factor`. */
export function takePart(picture: Raster, part: Box, factor: number): Promise<Raster> {
  const [width, height] = [part.width, part.height].map((length) => Math.max(1, Math.round(length * factor)));
  return rasterOf(asImage(picture, 3).extract(part).resize({ width, height, fit: 'fill' }));
}

/** Stretches the contrast to the full range: the face detector misses pale faces. */
export const withFullContrast = (picture: Raster): Promise<Raster> => rasterOf(asImage(picture, 3).normalise());

const rasterOf = (image: Sharp): Promise<Raster> => pixelsOf(image.toColourspace('srgb'));

export function greyOf(cv: OpenCv, keep: Keep, { data, width, height }: Raster): Mat {
  const colour = keep(new cv.Mat(height, width, cv.CV_8UC3));
  colour.data.set(data);
  const grey = keep(new cv.Mat());
  cv.cvtColor(colour, grey, cv.COLOR_RGB2GRAY);
  return grey;
}
