import type { PageImage, TextItem } from '../reading.ts';
import { itemsOf } from './items.ts';
import { readLines } from './lines.ts';
import { scaled } from './points.ts';
import { see } from './seen.ts';
import { readWhole } from './whole.ts';

/** Text of a page that has no text layer (a photograph, a scan), with the place and the confidence of each piece. */
export async function recogniseText(sheet: PageImage): Promise<TextItem[]> {
  const { picture, strips } = await see(sheet);
  const lines = strips ? await readLines(picture, strips) : await readWhole(picture);
  return itemsOf(lines).map((item) => scaled(item, 1 / sheet.scale));
}
