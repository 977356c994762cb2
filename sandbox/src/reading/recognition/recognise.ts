import type { Sheet, TextItem } from '../document.ts';
import { detectStrips } from './detect.ts';
import { toGrey } from './grey.ts';
import { itemsOf } from './items.ts';
import { evenLight } from './light.ts';
import { readLines } from './lines.ts';
import { readWhole } from './whole.ts';

/** Text of a page that has no text layer (a photograph, a scan), with the place and the confidence of each piece. */
export async function recogniseText({ pixels, scale }: Sheet): Promise<TextItem[]> {
  const picture = evenLight(await toGrey(pixels));
  const strips = await detectStrips(picture);
  const lines = strips ? await readLines(picture, strips) : await readWhole(picture);
  return itemsOf(lines).map((item) => inUnitsOfSheet(item, scale));
}

const inUnitsOfSheet = (item: TextItem, scale: number): TextItem => ({
  ...item,
  x: item.x / scale,
  y: item.y / scale,
  width: item.width / scale,
  size: item.size / scale,
});
