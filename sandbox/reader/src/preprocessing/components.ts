import type { Box } from '../reading.ts';
import type { Keep, Mat, OpenCv } from './opencv.ts';

/** OpenCV's numbers for a component: left, top, width, height, pixels. */
const STATISTICS = 5;

/** The box of a connected component of a binary image, and its number of pixels. */
export type Component = Box & { points: number };

export function connectedComponents(cv: OpenCv, keep: Keep, mask: Mat): Component[] {
  const [labels, stats, centres] = [keep(new cv.Mat()), keep(new cv.Mat()), keep(new cv.Mat())];
  const count = cv.connectedComponentsWithStats(mask, labels, stats, centres, 8, cv.CV_32S);
  const components: Component[] = [];
  // The first is the background.
  for (let label = 1; label < count; label++) {
    const [left = 0, top = 0, width = 0, height = 0, points = 0] = stats.data32S.subarray(STATISTICS * label);
    components.push({ left, top, width, height, points });
  }
  return components;
}
