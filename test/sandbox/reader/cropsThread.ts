import type { Box, Pixels } from '../../../sandbox/reader/src/reading.ts';
import { scaled } from '../../../sandbox/reader/src/crops/boxes.ts';
import { findPhotos } from '../../../sandbox/reader/src/crops/crops.ts';
import { detectFaces, type Face, warmFaces } from '../../../sandbox/reader/src/crops/faceDetector.ts';
import { shrinkPage, type Raster } from '../../../sandbox/reader/src/crops/raster.ts';

/** Finds photos in a thread: jest has arrays of its own, which the networks do not know. */
export async function photos({
  pixels,
  documentType,
}: {
  pixels: Pixels;
  documentType: string | null;
}): Promise<Box[]> {
  const page = await shrinkPage(pixels, 1600);
  return (await findPhotos(page, documentType)).map((photo) => scaled(photo, pixels.width / page.width));
}

/** The faces that the detector finds in a picture. */
export async function faces(picture: Raster): Promise<Face[]> {
  await warmFaces();
  return detectFaces(picture);
}
