import type { Sheet, TextItem } from '../document.ts';
import { itemsOf } from './items.ts';
import { readLines } from './lines.ts';
import { see } from './seen.ts';
import { readWhole } from './whole.ts';

/** Text of a page that has no text layer (a photograph, a scan), with the place and the confidence of each piece. */
export async function recogniseText(sheet: Sheet): Promise<TextItem[]> {
  const { picture, strips } = await see(sheet);
  const lines = strips ? await readLines(picture, strips) : await readWhole(picture);
  return itemsOf(lines).map((item) => inUnitsOfSheet(item, sheet.scale));
}

const inUnitsOfSheet = (item: TextItem, scale: number): TextItem => ({
  ...item,
  x: item.x / scale,
  y: item.y / scale,
  width: item.width / scale,
  size: item.size / scale,
});
