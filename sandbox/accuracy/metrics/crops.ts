import sharp from 'sharp';
import { type Picture, renderPages } from '../degradations/render.ts';
import type { Place } from '../groundTruth.ts';

export type CropCounts = { wanted: number; found: number; false: number };

/** Width in pixels of the true crop for template matching: enough to place it, few enough to try many sizes. */
const TRUE_WIDTH = 40;
const LEAST_CORRELATION = 0.5;
const LEAST_OVERLAP = 0.6;

/**
 * A response does not say where crops come from. Each is located in the clean document, and must overlap the true
 * place.
 */
export async function compareCrops(truth: Place | undefined, crops: string[], pdf: Buffer): Promise<CropCounts> {
  if (!truth) return { wanted: 0, found: 0, false: crops.length };
  const scale = TRUE_WIDTH / truth.width;
  const page = (await renderPages(pdf, 72 * scale))[truth.page - 1];
  if (!page || crops.length === 0) return { wanted: 1, found: 0, false: 0 };
  const grey = greyOf(page);
  const right = await Promise.all(crops.map((crop) => isTrueCrop(crop, truth, grey, scale)));
  const found = right.some(Boolean) ? 1 : 0;
  return { wanted: 1, found, false: right.filter((ok) => !ok).length };
}

async function isTrueCrop(crop: string, truth: Place, page: Grey, scale: number): Promise<boolean> {
  const image = sharp(Buffer.from(crop, 'base64')).flatten({ background: '#ffffff' }).grayscale();
  const { width = 1, height = 1 } = await image.metadata();
  let best = { likeness: 0, overlap: 0 };
  for (let ratio = 0.62; ratio < 1.65; ratio *= 1.06) {
    const tall = Math.max(8, Math.round(truth.height * scale * ratio));
    const wide = Math.max(8, Math.round((tall * width) / height));
    if (wide > page.width || tall > page.height) continue;
    const { data } = await image
      .clone()
      .resize(wide, tall, { fit: 'fill' })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const match = bestMatch(page, { data, width: wide, height: tall });
    if (match.likeness > best.likeness) {
      const place = { x: match.x / scale, y: match.y / scale, width: wide / scale, height: tall / scale };
      best = { likeness: match.likeness, overlap: overlap(place, truth) };
    }
  }
  return best.likeness >= LEAST_CORRELATION && best.overlap >= LEAST_OVERLAP;
}

function greyOf(page: Picture): Grey {
  const data = new Uint8Array(page.width * page.height);
  for (let pixel = 0; pixel < data.length; pixel++) {
    const at = pixel * 3;
    data[pixel] =
      0.299 * (page.data[at] as number) + 0.587 * (page.data[at + 1] as number) + 0.114 * (page.data[at + 2] as number);
  }
  return { data, width: page.width, height: page.height };
}

type Area = { x: number; y: number; width: number; height: number };

/** Intersection over union. */
export function overlap(a: Area, b: Area): number {
  const across = Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x));
  const down = Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y));
  const common = across * down;
  return common / (a.width * a.height + b.width * b.height - common);
}

/** A grey image, one byte a pixel. */
export type Grey = { data: Uint8Array; width: number; height: number };

export type Match = { x: number; y: number; likeness: number };

/** Template matching by normalised cross-correlation: brightness and contrast do not count. */
function bestMatch(image: Grey, part: Grey): Match {
  const wanted = centred(part.data);
  let best: Match = { x: 0, y: 0, likeness: -1 };
  for (let y = 0; y + part.height <= image.height; y++)
    for (let x = 0; x + part.width <= image.width; x++) {
      const likeness = correlation(image, x, y, part, wanted);
      if (likeness > best.likeness) best = { x, y, likeness };
    }
  return best;
}

type Centred = { values: Float32Array; length: number };

function centred(data: Uint8Array): Centred {
  const mean = data.reduce((sum, value) => sum + value, 0) / data.length;
  const values = Float32Array.from(data, (value) => value - mean);
  return { values, length: Math.sqrt(values.reduce((sum, value) => sum + value * value, 0)) };
}

function correlation(image: Grey, x: number, y: number, { width, height }: Grey, { values, length }: Centred): number {
  let [sum, squares, product] = [0, 0, 0];
  for (let row = 0; row < height; row++) {
    const from = (y + row) * image.width + x;
    for (let column = 0; column < width; column++) {
      const value = image.data[from + column] as number;
      sum += value;
      squares += value * value;
      product += value * (values[row * width + column] as number);
    }
  }
  const spread = Math.sqrt(Math.max(0, squares - (sum * sum) / (width * height)));
  return spread * length < 1 ? 0 : product / (spread * length);
}
