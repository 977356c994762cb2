import type { PageImage, Pixels } from '../reading.ts';
import { apply, cornersOf, distance, homographyBetween, mapPoints, type Quad } from './geometry.ts';
import { doubled, shrinkTo, warp } from './images.ts';
import type { PageOutline } from './pageDetection/pageDetection.ts';

/** How far the text of a picture is rotated clockwise: quarter turns, and `slope` beyond them in radians. */
export type Orientation = { quarters: number; slope: number };

const MAXIMUM_PIXELS = 12_000_000;
/** In pixels: the longer side of the copy in which the orientation is found. */
const PREVIEW_SIZE = 1600;
/** In radians; a smaller slope is ignored. */
const SMALLEST_SLOPE = 0.003;

/** A small copy of the page, or of the whole picture where no page was detected, with its perspective removed. */
export async function previewOf(pixels: Pixels, page: PageOutline | null): Promise<Pixels> {
  const corners = page?.corners ?? cornersOfSize(pixels);
  const { width, height } = sizeOf(corners);
  const scale = Math.min(1, PREVIEW_SIZE / Math.max(width, height));
  const small = await shrinkTo(pixels, Math.max(pixels.width, pixels.height) * scale, 4);
  return cutOut(
    small,
    mapPoints(corners, ({ x, y }) => ({ x: x * small.scale, y: y * small.scale })),
  );
}

/** Cuts the page out of a picture, upright, level and without perspective. A straight scan is returned as it is. */
export function dewarp(pixels: Pixels, page: PageOutline | null, { quarters, slope }: Orientation): PageImage {
  const isLevel = Math.abs(slope) < SMALLEST_SLOPE;
  if (!page && quarters === 0 && isLevel) return { pixels, scale: 1 };
  const corners = page?.corners ?? cornersOfSize(pixels);
  const size = sizeOf(corners);
  const toPicture = homographyBetween(cornersOfSize(size), corners);
  const levelled = mapPoints(cornersOfSize(size, isLevel ? 0 : slope), (point) => apply(toPicture, point));
  // The corner that is the upper left one of the text comes first.
  const upright = levelled.map((_, at) => levelled[(at + quarters) % 4]) as Quad;
  return { pixels: cutOut(pixels, upright), scale: 1, ...(page ? { page } : {}) };
}

/** Pixels of the longer side. The print of a smaller page or card is too low for detection and recognition. */
const SMALL = 1000;

/** A small page image in twice the size, or four times; before text was placed in it. */
export async function enlargeSmall(image: PageImage): Promise<PageImage> {
  if (Math.max(image.pixels.width, image.pixels.height) >= SMALL) return image;
  return enlargeSmall({ ...image, pixels: await doubled(image.pixels) });
}

/** The corners of a picture, or of that rotated about its middle. */
const cornersOfSize = ({ width, height }: { width: number; height: number }, angle = 0): Quad =>
  cornersOf({ x: width / 2, y: height / 2, length: width, height, angle });

/** The size of a quad in the picture, reduced to the maximum number of pixels. */
function sizeOf([a, b, c, d]: Quad): { width: number; height: number } {
  const [width, height] = [(distance(a, b) + distance(d, c)) / 2, (distance(a, d) + distance(b, c)) / 2];
  const scale = Math.min(1, Math.sqrt(MAXIMUM_PIXELS / (width * height)));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

function cutOut(pixels: Pixels, corners: Quad): Pixels {
  const { width, height } = sizeOf(corners);
  return warp(pixels, homographyBetween(cornersOfSize({ width, height }), corners), width, height);
}
