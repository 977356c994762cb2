import type { Box } from '../reading.ts';
import { freeing, type OpenCv } from '../preprocessing/opencv.ts';
import { blobsOf, greyOf, type Blob, type Keep, type Mat } from './blobs.ts';
import { onPage } from './box.ts';
import type { Raster } from './raster.ts';
import { wipeRules } from './rules.ts';

/** Wider than any stroke of a pen, at the size a page is looked at. */
const SURROUNDINGS = 41;
/** Ink is this much darker than what is round it, */
const DARKER = 34;
/** and at least this part as dark as the darkest ink here: patterns of security paper are not. */
const AS_DARK = 0.45;
const DARKEST = 0.98;

/** Pieces of ink in a picture, without what is wiped (text, photos, codes) and without ruled lines. */
export function findInk(cv: OpenCv, picture: Raster, wiped: Box[], letter: number): Blob[] {
  return freeing((keep) => {
    const darkness = darknessOf(cv, keep, picture);
    for (const box of wiped) wipe(cv, darkness, box);
    const mask = keep(new cv.Mat());
    cv.threshold(darkness, mask, Math.max(DARKER, AS_DARK * darkest(darkness.data)), 255, cv.THRESH_BINARY);
    wipeRules(cv, keep, mask, letter);
    return blobsOf(cv, keep, mask);
  });
}

/** How much darker each point is than its surroundings. */
function darknessOf(cv: OpenCv, keep: Keep, picture: Raster): Mat {
  const grey = greyOf(cv, keep, picture);
  const around = keep(new cv.Mat());
  cv.blur(grey, around, new cv.Size(SURROUNDINGS, SURROUNDINGS));
  cv.subtract(around, grey, grey);
  return grey;
}

function wipe(cv: OpenCv, image: Mat, box: Box): void {
  if (box.left >= image.cols || box.top >= image.rows || box.left + box.width <= 0 || box.top + box.height <= 0) return;
  const { left, top, width, height } = onPage(box, { width: image.cols, height: image.rows });
  cv.rectangle(
    image,
    new cv.Point(left, top),
    new cv.Point(left + width - 1, top + height - 1),
    new cv.Scalar(0),
    cv.FILLED,
  );
}

/** Of what is dark at all, nearly the darkest. */
function darkest(darkness: Uint8Array): number {
  const ink = darkness.filter((value) => value >= DARKER).toSorted();
  return ink[Math.floor(DARKEST * ink.length)] ?? 0;
}
