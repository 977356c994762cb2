import sharp from 'sharp';
import type { Place } from '../document.ts';
import { renderPages, type Picture } from '../degradations/render.ts';
import { bestMatch, type Grey } from './correlation.ts';

export type CropJudgement = { wanted: number; found: number; false: number };

/** Width in pixels the true crop gets where crops are looked for: enough to place one, few enough to try many sizes. */
const TRUE_WIDTH = 40;
const LEAST_LIKENESS = 0.5;
const LEAST_OVERLAP = 0.6;

/**
 * Crops have no place of their own in an answer: each is looked for in the clean document, and must lie where the true
 * one lies.
 */
export async function judgeCrops(truth: Place | undefined, crops: string[], pdf: Buffer): Promise<CropJudgement> {
  if (!truth) return { wanted: 0, found: 0, false: crops.length };
  const scale = TRUE_WIDTH / truth.width;
  const page = (await renderPages(pdf, 72 * scale))[truth.page - 1];
  if (!page || crops.length === 0) return { wanted: 1, found: 0, false: 0 };
  const grey = greyOf(page);
  const right = await Promise.all(crops.map((crop) => liesThere(crop, truth, grey, scale)));
  const found = right.some(Boolean) ? 1 : 0;
  return { wanted: 1, found, false: right.filter((ok) => !ok).length };
}

async function liesThere(crop: string, truth: Place, page: Grey, scale: number): Promise<boolean> {
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
  return best.likeness >= LEAST_LIKENESS && best.overlap >= LEAST_OVERLAP;
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
