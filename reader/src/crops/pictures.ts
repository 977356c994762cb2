import type { Box } from '../reading.ts';
import { freeing, loadOpenCv, type OpenCv } from '../preprocessing/opencv.ts';
import { blobsOf, greyOf } from './blobs.ts';
import { onPage, overlap, placed, squareAround } from './box.ts';
import { takePart, type Raster } from './raster.ts';

const LOOKED_AT = 320;
/** Letters are thinner than this at that size, pictures are not. */
const LETTER = 5;
const SMALLEST = 9;
const LARGEST_SHARE = 0.5;
const LONGEST_TO_SHORTEST = 2.5;
const MOST = 6;
const DARKER = 0.8;
const TWIN = 0.6;
/** Of a portrait before a light wall only head and shoulders are dark. */
const SURROUNDINGS = 1.7;

/**
 * Parts of a page that may be portraits: darker than the paper, not text, neither large nor long. The largest first.
 */
export async function findPictures(page: Raster): Promise<Box[]> {
  const whole = { left: 0, top: 0, width: page.width, height: page.height };
  const factor = Math.min(1, LOOKED_AT / Math.max(page.width, page.height));
  const small = await takePart(page, whole, factor);
  const { cv } = await loadOpenCv();
  return darkParts(cv, small)
    .filter(({ width, height }) => {
      const [short, long] = [Math.min(width, height), Math.max(width, height)];
      return short >= SMALLEST && long <= LARGEST_SHARE * LOOKED_AT && long <= LONGEST_TO_SHORTEST * short;
    })
    .toSorted((a, b) => b.width * b.height - a.width * a.height)
    .slice(0, MOST)
    .map((part) => onPage(placed(squareAround(part, SURROUNDINGS), whole, factor), page));
}

/** At two levels, because a tinted card on white paper is one dark part until its photo stands out of it. */
function darkParts(cv: OpenCv, page: Raster): Box[] {
  return freeing((keep) => {
    const grey = greyOf(cv, keep, page);
    const letter = keep(cv.getStructuringElement(cv.MORPH_RECT, new cv.Size(LETTER, LETTER)));
    cv.morphologyEx(grey, grey, cv.MORPH_CLOSE, letter);
    const mask = keep(new cv.Mat());
    const level = cv.threshold(grey, mask, 0, 255, cv.THRESH_BINARY_INV | cv.THRESH_OTSU);
    const parts = blobsOf(cv, keep, mask);
    cv.threshold(grey, mask, DARKER * level, 255, cv.THRESH_BINARY_INV);
    return withoutTwins([...parts, ...blobsOf(cv, keep, mask)]);
  });
}

const withoutTwins = (boxes: Box[]) =>
  boxes.filter((box, at) => !boxes.slice(0, at).some((other) => overlap(box, other) > TWIN));
