import sharp from 'sharp';
import { overlap } from '../../reader/src/crops/boxes.ts';
import type { Grey } from '../../reader/src/preprocessing/images.ts';
import { freeing, loadOpenCv, type Mat, type OpenCv } from '../../reader/src/preprocessing/opencv.ts';
import { renderPages } from '../degradations/render.ts';
import { imageOf, type Picture } from '../drawing/pictures.ts';
import type { Place } from '../groundTruth.ts';
import { whether, type FieldResult } from './fields.ts';

/** Width in pixels of the true crop for template matching: enough to place it, few enough to try many sizes. */
const TRUE_WIDTH = 40;
const LEAST_CORRELATION = 0.5;
const LEAST_OVERLAP = 0.6;

/**
 * A response does not say where crops come from. Each is located in the clean document, and must overlap the true
 * place.
 */
export async function compareCrops(
  kind: 'portrait' | 'signature',
  truth: Place | undefined,
  crops: string[],
  pdf: Buffer,
): Promise<FieldResult[]> {
  const found = crops.length > 0 && truth ? await whichAreRight(truth, crops, pdf) : crops.map(() => false);
  return [
    ...(truth ? [whether(kind, `on page ${truth.page}`, found.includes(true))] : []),
    ...found
      .filter((ok) => !ok)
      .map((): FieldResult => ({ ...whether(kind, '', false), truth: null, outcome: 'wrong' })),
  ];
}

async function whichAreRight(truth: Place, crops: string[], pdf: Buffer): Promise<boolean[]> {
  const scale = TRUE_WIDTH / truth.width;
  const page = (await renderPages(pdf, 72 * scale))[truth.page - 1] as Picture;
  const grey = { ...page, data: await imageOf(page).grayscale().raw().toBuffer() };
  return Promise.all(crops.map((crop) => isTrueCrop(crop, truth, grey, scale)));
}

async function isTrueCrop(crop: string, truth: Place, page: Grey, scale: number): Promise<boolean> {
  const image = sharp(Buffer.from(crop, 'base64')).flatten({ background: '#ffffff' }).grayscale();
  const { width = 1, height = 1 } = await image.metadata();
  const { cv } = await loadOpenCv();
  let best = { likeness: 0, overlap: 0 };
  for (let ratio = 0.62; ratio < 1.65; ratio *= 1.06) {
    const tall = Math.max(8, Math.round(truth.height * scale * ratio));
    const wide = Math.max(8, Math.round((tall * width) / height));
    if (wide > page.width || tall > page.height) continue;
    const data = await image.clone().resize(wide, tall, { fit: 'fill' }).raw().toBuffer();
    const match = bestMatch(cv, page, { data, width: wide, height: tall });
    if (match.likeness > best.likeness) {
      const place = { left: match.x / scale, top: match.y / scale, width: wide / scale, height: tall / scale };
      best = { likeness: match.likeness, overlap: overlap(place, { ...truth, left: truth.x, top: truth.y }) };
    }
  }
  return best.likeness >= LEAST_CORRELATION && best.overlap >= LEAST_OVERLAP;
}

/** Template matching by normalised cross-correlation: brightness and contrast do not count. */
function bestMatch(cv: OpenCv, image: Grey, part: Grey) {
  return freeing((keep) => {
    const [page, sought] = [image, part].map(({ data, width, height }) =>
      keep(cv.matFromArray(height, width, cv.CV_8UC1, data as unknown as number[])),
    ) as [Mat, Mat];
    const likenesses = keep(new cv.Mat());
    cv.matchTemplate(page, sought, likenesses, cv.TM_CCOEFF_NORMED);
    const { maxVal, maxLoc } = cv.minMaxLoc(likenesses, keep(new cv.Mat()));
    return { ...maxLoc, likeness: maxVal };
  });
}
