import type { Grey } from './grey.ts';
import { resize } from './resize.ts';
import { LOOK_FOR, readWords } from './tesseract.ts';
import { withoutGuesses, type WordLine } from './words.ts';

/** Pictures narrower than this are enlarged: their letters are too small. */
const FINE_WIDTH = 1300;
const USUAL_RESOLUTION = 200;

/** Reads a page as a whole, where there is nothing to find its lines with. */
export async function readWhole(picture: Grey): Promise<WordLine[]> {
  const factor = picture.width < FINE_WIDTH ? 2 : 1;
  const enlarged = factor === 1 ? picture : await resize(picture, { width: picture.width * factor, height: picture.height * factor });
  const lines = await readWords(enlarged, { mode: LOOK_FOR.page, dotsPerInch: USUAL_RESOLUTION * factor });
  return lines.map(withoutGuesses).map((line) => scaled(line, 1 / factor));
}

function scaled({ words, baseline: { x0, y0, x1, y1 } }: WordLine, by: number): WordLine {
  return {
    words: words.map((word) => ({ ...word, left: word.left * by, top: word.top * by, right: word.right * by, bottom: word.bottom * by })),
    baseline: { x0: x0 * by, y0: y0 * by, x1: x1 * by, y1: y1 * by },
  };
}
