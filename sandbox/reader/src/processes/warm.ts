import { findCodes } from '../codes/codes.ts';
import { warmFaces } from '../crops/faceDetector.ts';
import { rectify } from '../pagePicture.ts';
import { toLuma } from '../preprocessing/images.ts';
import type { Pixels } from '../reading.ts';
import { warmRecognition } from '../recognition/pageRecognition.ts';

/** Loads every engine of a thread before the first document needs it. Returns what is missing, in words. */
export async function warm(): Promise<string[]> {
  const text = await warmRecognition();
  const blank: Pixels = { data: new Uint8ClampedArray(4 * 64 * 64).fill(255), width: 64, height: 64 };
  await rectify(blank);
  await findCodes(toLuma(blank));
  const faces = await warmFaces();
  return [text, faces && `faces cannot be found (${faces}): photos are not cut out`].filter((lack) => lack !== null);
}
