import type { Box, Pixels } from '../src/reading.ts';
import { scaled } from '../src/crops/box.ts';
import { loadFaceModule } from '../src/crops/faceModule.ts';
import { findPhotos } from '../src/crops/photos.ts';
import { shrinkPage } from '../src/crops/raster.ts';

/**
 * Finds photos in a thread, as the sandbox does: jest has arrays of its own there, which the face detectors do not
 * know.
 */
export default async function photos({
  pixels,
  kind,
}: {
  pixels: Pixels;
  kind: string | null;
}): Promise<{ photos: Box[]; tensors: number }> {
  const page = await shrinkPage(pixels, 1600);
  const found = await findPhotos(page, kind);
  const memory = (await loadFaceModule()).faces.tf['memory'] as () => { numTensors: number };
  return { photos: found.map((photo) => scaled(photo, pixels.width / page.width)), tensors: memory().numTensors };
}
