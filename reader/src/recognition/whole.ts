import type { Grey } from '../preprocessing/grey.ts';
import { lettersIn, uncovered, usualHeight } from './letters.ts';
import { resize } from '../preprocessing/resize.ts';
import { LOOK_FOR, readWords } from './tesseract.ts';
import { withoutGuesses, type Word, type WordLine } from './words.ts';

/** Letters lower than this are enlarged, unless the picture would become too large for a reasonable time. */
const LOW = 15;
const LARGEST = 12_000_000;
const RESOLUTION = 300;
/** When more of the letters than this were not read, they are looked for in another way. */
const MOST_LOST = 0.08;

/** Reads a page as a whole, where there is nothing to find its lines with. */
export async function readWhole(picture: Grey): Promise<WordLine[]> {
  const height = usualHeight(lettersIn(picture));
  const factor = height < LOW && 4 * picture.width * picture.height < LARGEST ? 2 : 1;
  const enlarged =
    factor === 1 ? picture : await resize(picture, { width: picture.width * factor, height: picture.height * factor });
  return (await readTwice(enlarged)).map((line) => scaled(line, 1 / factor));
}

/** As a page first; columns and scattered pieces that were lost are added. */
async function readTwice(picture: Grey): Promise<WordLine[]> {
  const lines = await readAs(LOOK_FOR.page, picture);
  const words = lines.flatMap((line) => line.words);
  if (uncovered(lettersIn(picture), words) < MOST_LOST) return lines;
  const scattered = await readAs(LOOK_FOR.scattered, picture);
  const more = scattered.map((line) => ({
    ...line,
    words: line.words.filter((word) => !words.some((other) => overlap(word, other))),
  }));
  return [...lines, ...more.filter((line) => line.words.length > 0)];
}

const readAs = async (mode: number, picture: Grey) =>
  (await readWords(picture, { mode, dotsPerInch: RESOLUTION })).map(withoutGuesses);

const overlap = (a: Word, b: Word) =>
  Math.min(a.right, b.right) > Math.max(a.left, b.left) && Math.min(a.bottom, b.bottom) > Math.max(a.top, b.top);

function scaled({ words, baseline: { x0, y0, x1, y1 } }: WordLine, by: number): WordLine {
  return {
    words: words.map((word) => ({
      ...word,
      left: word.left * by,
      top: word.top * by,
      right: word.right * by,
      bottom: word.bottom * by,
    })),
    baseline: { x0: x0 * by, y0: y0 * by, x1: x1 * by, y1: y1 * by },
  };
}
