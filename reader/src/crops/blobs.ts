import type { Box } from '../reading.ts';
import { freeing, type OpenCv } from '../preprocessing/opencv.ts';
import type { Raster } from './raster.ts';

export type Mat = InstanceType<OpenCv['Mat']>;
export type Keep = Parameters<Parameters<typeof freeing>[0]>[0];

/** Numbers that OpenCV has of each: left, top, width, height, points. */
const STATISTICS = 5;

/** What hangs together in a black-and-white image, and of how many points it is made. */
export type Blob = Box & { points: number };

export function greyOf(cv: OpenCv, keep: Keep, { data, width, height }: Raster): Mat {
  const colour = keep(new cv.Mat(height, width, cv.CV_8UC3));
  colour.data.set(data);
  const grey = keep(new cv.Mat());
  cv.cvtColor(colour, grey, cv.COLOR_RGB2GRAY);
  return grey;
}

export function blobsOf(cv: OpenCv, keep: Keep, mask: Mat): Blob[] {
  const [labels, stats, centres] = [keep(new cv.Mat()), keep(new cv.Mat()), keep(new cv.Mat())];
  const count = cv.connectedComponentsWithStats(mask, labels, stats, centres, 8, cv.CV_32S);
  const blobs: Blob[] = [];
  // The first is the background.
  for (let label = 1; label < count; label++) {
    const [left = 0, top = 0, width = 0, height = 0, points = 0] = stats.data32S.subarray(STATISTICS * label);
    blobs.push({ left, top, width, height, points });
  }
  return blobs;
}
