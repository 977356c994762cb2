import type { Sheet, TextItem } from '../document.ts';

/** Text of a page that has no text layer (a photograph, a scan), with the place and the confidence of each piece. */
export async function recogniseText(_sheet: Sheet): Promise<TextItem[]> {
  return [];
}
