import type { Sheet, TextItem } from '../document.ts';
import { recogniseText } from './recognise.ts';

/** Pieces of text read for the sake of their digits. */
export async function readCardDigits(sheet: Sheet): Promise<TextItem[]> {
  return recogniseText(sheet);
}
