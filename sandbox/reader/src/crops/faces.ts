import { distinct, onPage, placed, squareAround } from './boxes.ts';
import { detectFaces, type Face } from './faceDetector.ts';
import { greyOf, takePart, type Raster, withFullContrast } from './raster.ts';
import { connectedComponents } from '../preprocessing/components.ts';
import { freeing, loadOpenCv, type OpenCv } from '../preprocessing/opencv.ts';
import type { Box } from '../reading.ts';

/** The least score of a face, and whether every picture on the page is searched by itself too. */
export type FaceThresholds = { found: number; pictures: boolean };

/** In pixels: the size at which the detector works best. */
const FOUND_AT = 512;
/** A share of the page's width, and pixels: larger is no portrait on a document, smaller shows nobody. */
const WIDEST_SHARE = 0.45;
const NARROWEST = 14;

/** The faces on a page, the surest first. */
export async function findFaces(page: Raster, thresholds: FaceThresholds): Promise<Face[]> {
  const whole = { left: 0, top: 0, width: page.width, height: page.height };
  const faces = await facesIn(page, whole, thresholds);
  if (faces.length > 0 || !thresholds.pictures) return faces;
  // On a large page a face may be too small to be found, but not in the picture it is part of.
  for (const picture of await findPictures(page)) {
    const inPicture = await facesIn(page, picture, thresholds);
    if (inPicture.length > 0) return inPicture;
  }
  return [];
}

async function facesIn(page: Raster, part: Box, { found }: FaceThresholds): Promise<Face[]> {
  const factor = Math.min(1, FOUND_AT / Math.max(part.width, part.height));
  const faces = await detectFaces(await withFullContrast(await takePart(page, part, factor)));
  return faces
    .map((face) => ({ score: face.score, ...placed(face, part, factor) }))
    .filter(({ score, width }) => score >= found && width >= NARROWEST && width <= WIDEST_SHARE * page.width)
    .toSorted((a, b) => b.score - a.score);
}

const PICTURES_FOUND_AT = 320;
/** In pixels of that size: strokes of letters are thinner, pictures are not. */
const STROKE = 5;
const SMALLEST = 9;
const LARGEST_SHARE = 0.5;
const LONGEST_TO_SHORTEST = 2.5;
const MOST = 6;
const DARKER = 0.8;
const SAME_PICTURE = 0.6;
/** In sides of the dark part: of a portrait before a light wall only head and shoulders are dark. */
const PORTRAIT = 1.7;

/** Parts of a page that may be portraits: darker than paper, no text, neither large nor long. The largest first. */
async function findPictures(page: Raster): Promise<Box[]> {
  const whole = { left: 0, top: 0, width: page.width, height: page.height };
  const factor = Math.min(1, PICTURES_FOUND_AT / Math.max(page.width, page.height));
  const small = await takePart(page, whole, factor);
  const { cv } = await loadOpenCv();
  return darkParts(cv, small)
    .filter(({ width, height }) => {
      const [short, long] = [Math.min(width, height), Math.max(width, height)];
      return short >= SMALLEST && long <= LARGEST_SHARE * PICTURES_FOUND_AT && long <= LONGEST_TO_SHORTEST * short;
    })
    .toSorted((a, b) => b.width * b.height - a.width * a.height)
    .slice(0, MOST)
    .map((part) => onPage(placed(squareAround(part, PORTRAIT), whole, factor), page));
}

/** At two thresholds: at the first, a tinted card on white paper is one dark part with its photo. */
function darkParts(cv: OpenCv, page: Raster): Box[] {
  return freeing((keep) => {
    const grey = greyOf(cv, keep, page);
    const letter = keep(cv.getStructuringElement(cv.MORPH_RECT, new cv.Size(STROKE, STROKE)));
    cv.morphologyEx(grey, grey, cv.MORPH_CLOSE, letter);
    const mask = keep(new cv.Mat());
    const level = cv.threshold(grey, mask, 0, 255, cv.THRESH_BINARY_INV | cv.THRESH_OTSU);
    const parts = connectedComponents(cv, keep, mask);
    cv.threshold(grey, mask, DARKER * level, 255, cv.THRESH_BINARY_INV);
    return distinct([...parts, ...connectedComponents(cv, keep, mask)], SAME_PICTURE);
  });
}
