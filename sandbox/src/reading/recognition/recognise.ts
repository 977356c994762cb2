import type { Sheet, TextItem } from '../document.ts';
import { toGrey } from './grey.ts';
import { itemsOf } from './items.ts';
import { LOOK_FOR, readWords, type WordLine } from './tesseract.ts';

/** Under this a word is a guess. */
const SURE_ENOUGH = 0.4;
/** Pictures narrower than this are enlarged: their letters are too small. */
const FINE_WIDTH = 1300;
const USUAL_RESOLUTION = 200;

/** Text of a page that has no text layer (a photograph, a scan), with the place and the confidence of each piece. */
export async function recogniseText({ pixels, scale }: Sheet): Promise<TextItem[]> {
  const factor = pixels.width < FINE_WIDTH ? 2 : 1;
  const lines = await readWords(await toGrey(pixels, factor), { mode: LOOK_FOR.page, dotsPerInch: USUAL_RESOLUTION * factor });
  return itemsOf(lines.map(withoutGuesses)).map((item) => inUnitsOfSheet(item, factor * scale));
}

const withoutGuesses = ({ words, baseline }: WordLine) => ({
  baseline,
  words: words.filter(({ text, confidence }) => confidence >= SURE_ENOUGH && /[\p{L}\p{N}]/u.test(text)),
});

const inUnitsOfSheet = (item: TextItem, by: number): TextItem => ({
  ...item,
  x: item.x / by,
  y: item.y / by,
  width: item.width / by,
  size: item.size / by,
});
