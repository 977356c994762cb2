import { warmFaces } from './crops/faceDetectors.ts';
import type { Pixels } from './reading.ts';
import { warmRecognition } from './recognition/pageRecognition.ts';
import { findCodes } from './codes/codes.ts';
import { straighten } from './preprocessing/straighten.ts';

/** Loads every engine of a thread before the first document needs it; answers what is missing. */
export async function warm(): Promise<string[]> {
  const text = await warmRecognition();
  const blank: Pixels = { data: new Uint8ClampedArray(4 * 64 * 64).fill(255), width: 64, height: 64 };
  await straighten(blank);
  await findCodes(blank);
  const faces = await warmFaces();
  return [text, faces && `faces cannot be found (${faces}): photos are not cut out`].filter((lack) => lack !== null);
}
