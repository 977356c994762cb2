import type { Grey } from '../../preprocessing/images.ts';
import { SEGMENTATION, readWithTesseract } from '../tesseract.ts';
import { MRZ_CHARACTERS } from './formats.ts';
import { mrzLinesOf } from './textLines.ts';

const RESOLUTION = 300;

/** The machine-readable zone in a page image, read with Tesseract alone, where the networks cannot run. */
export async function readMrzByTesseract(picture: Grey): Promise<{ lines: string[] } | null> {
  const read = await readWithTesseract(picture, {
    mode: SEGMENTATION.lines,
    dotsPerInch: RESOLUTION,
    characters: MRZ_CHARACTERS,
  });
  const lines = mrzLinesOf(read.map(({ words }) => words.map(({ text }) => text).join('')));
  return lines && { lines };
}
