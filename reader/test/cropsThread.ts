import type { Box, Pixels } from '../src/reading.ts';
import { scaled } from '../src/crops/boxes.ts';
import { loadFaceModule } from '../src/crops/faceDetectors.ts';
import { findPhotos } from '../src/crops/crops.ts';
import { shrinkPage } from '../src/crops/raster.ts';

/**
 * Finds photos in a thread, as the sandbox does: jest has arrays of its own there, which the face detectors do not
 * know.
 */
export default async function photos({
  pixels,
  documentType,
}: {
  pixels: Pixels;
  documentType: string | null;
}): Promise<{ photos: Box[]; tensors: number }> {
  const page = await shrinkPage(pixels, 1600);
  const found = await findPhotos(page, documentType);
  const memory = (await loadFaceModule()).faces.tf['memory'] as () => { numTensors: number };
  return { photos: found.map((photo) => scaled(photo, pixels.width / page.width)), tensors: memory().numTensors };
}
