import type { Box } from '../reading.ts';
import { overlap } from './box.ts';
import { faceEngine, type Face } from './faceEngine.ts';
import { findFaces, type Demand } from './faces.ts';
import { findFrame } from './frame.ts';
import { identifiesPerson } from './identity.ts';
import type { Raster } from './raster.ts';

/** A document that must have a photo may have a poor one; any other must leave no doubt. */
const EXPECTED: Demand = { found: 0.3, judged: 0.4, pictures: true };
const UNEXPECTED: Demand = { found: 0.6, judged: 0.6, pictures: false };
/** What says nothing of itself may be the side of an identity card that has the photo. */
const UNKNOWN: Demand = { ...UNEXPECTED, pictures: true };
/** The faded copy that identity documents have of their photo is half as large. */
const AS_LARGE = 0.75;
const MOST = 4;
const SAME_PHOTO = 0.2;

/** Photos of persons on a page; none without the face detectors. A small copy of a photo is not one of its own. */
export async function findPhotos(page: Raster, kind: string | null): Promise<Box[]> {
  const engine = await faceEngine();
  if (typeof engine === 'string') return [];
  const faces = await findFaces(engine, page, identifiesPerson(kind) ? EXPECTED : kind === null ? UNKNOWN : UNEXPECTED);
  const photos: Box[] = [];
  for (const face of main(faces)) {
    const photo = await findFrame(page, face);
    if (!photos.some((other) => overlap(other, photo) > SAME_PHOTO)) photos.push(photo);
  }
  return photos;
}

function main(faces: Face[]): Face[] {
  const largest = Math.max(0, ...faces.map(({ width }) => width));
  return faces.filter(({ width }) => width >= AS_LARGE * largest).slice(0, MOST);
}
