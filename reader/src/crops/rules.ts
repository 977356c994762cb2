import type { OpenCv } from '../preprocessing/opencv.ts';
import { blobsOf, type Keep, type Mat } from './blobs.ts';

/** Straight for this many heights of a letter, a stroke may be part of a ruled line. */
const STRAIGHT = 1.7;
/** A rule is this many letters long and hardly higher than wide strokes; it may lean as photographs do. */
const LONG = 9;
const LEAN = 0.05;
const THICK = 0.5;
/** Pieces of a leaning line are this many points apart, and its edges are not quite straight. */
const STEP = 5;

/** Wipes ruled lines from black-and-white ink: those to sign on, frames and tables. */
export function wipeRules(cv: OpenCv, keep: Keep, mask: Mat, letter: number): void {
  for (const upright of [false, true]) wipeLines(cv, keep, mask, letter, upright);
}

function wipeLines(cv: OpenCv, keep: Keep, mask: Mat, letter: number, upright: boolean): void {
  const sized = (length: number, thickness: number) =>
    upright ? new cv.Size(thickness, length) : new cv.Size(length, thickness);
  const length = Math.max(12, Math.round(STRAIGHT * letter));
  const lines = keep(new cv.Mat());
  cv.morphologyEx(mask, lines, cv.MORPH_OPEN, keep(cv.getStructuringElement(cv.MORPH_RECT, sized(length, 1))));
  cv.dilate(lines, lines, keep(cv.getStructuringElement(cv.MORPH_RECT, sized(STEP, 3))));
  const none = new cv.Scalar(0);
  for (const { left, top, width, height } of blobsOf(cv, keep, lines)) {
    const [long, thick] = upright ? [height, width] : [width, height];
    const isRule = long >= LONG * letter && thick <= LEAN * long + THICK * letter;
    // What is no rule stays in the ink.
    if (!isRule)
      cv.rectangle(lines, new cv.Point(left, top), new cv.Point(left + width - 1, top + height - 1), none, cv.FILLED);
  }
  cv.subtract(mask, lines, mask);
}
