import { median } from '../statistics.ts';
import { connectedComponents } from '../preprocessing/components.ts';
import { type Grey, resize } from '../preprocessing/images.ts';
import { freeing, loadOpenCv } from '../preprocessing/opencv.ts';
import type { Box } from '../reading.ts';
import { SEGMENTATION, readWithTesseract } from './tesseract.ts';
import { withoutGuesses, type Word, type WordLine } from './words.ts';

/** Images whose letters are lower than this are enlarged, unless reading would take too long. */
const LOW = 15;
const LARGEST = 12_000_000;
const RESOLUTION = 300;
/** If more than this part of the letters was not read, the page is read as sparse text too. */
const MOST_LOST = 0.08;

/** Reads a page with Tesseract alone, where the networks cannot run. */
export async function readWholePage(picture: Grey): Promise<WordLine[]> {
  const height = medianHeight(await possibleLetters(picture));
  const factor = height < LOW && 4 * picture.width * picture.height < LARGEST ? 2 : 1;
  const enlarged =
    factor === 1 ? picture : await resize(picture, { width: picture.width * factor, height: picture.height * factor });
  return (await readTwice(enlarged)).map((line) => scaled(line, 1 / factor));
}

/** Reads as a page; words that this misses are added from sparse text. */
async function readTwice(picture: Grey): Promise<WordLine[]> {
  const lines = await readAs(SEGMENTATION.page, picture);
  const words = lines.flatMap((line) => line.words);
  if (uncovered(await possibleLetters(picture), words) < MOST_LOST) return lines;
  const scattered = await readAs(SEGMENTATION.scattered, picture);
  const more = scattered.map((line) => ({
    ...line,
    words: line.words.filter((word) => !words.some((other) => overlap(word, other))),
  }));
  return [...lines, ...more.filter((line) => line.words.length > 0)];
}

const readAs = async (mode: number, picture: Grey) =>
  (await readWithTesseract(picture, { mode, dotsPerInch: RESOLUTION })).map(withoutGuesses);

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

const INK = 150;
/** Sizes of letters: specks are lower, pictures and rulings are higher or longer. */
const LOWEST = 4;
const HIGHEST = 0.07;
const LONGEST = 6;

/** Boxes of possible letters: most connected dark pixels are one. */
async function possibleLetters(picture: Grey): Promise<Box[]> {
  const { cv } = await loadOpenCv();
  const dark = freeing((keep) => {
    const mask = keep(new cv.Mat(picture.height, picture.width, cv.CV_8UC1));
    mask.data.set(picture.data);
    cv.threshold(mask, mask, INK - 1, 255, cv.THRESH_BINARY_INV);
    return connectedComponents(cv, keep, mask);
  });
  return dark.filter(
    ({ width, height }) =>
      height >= LOWEST && height < HIGHEST * picture.height && width < LONGEST * height && height < LONGEST * width,
  );
}

/** The median height of the letters. */
const medianHeight = (letters: Box[]): number => median(letters.map(({ height }) => height)) ?? 0;

/** The part of the letters (0 to 1) that no word covers. */
function uncovered(letters: Box[], words: Word[]): number {
  const outside = letters.filter((letter) => !words.some((word) => covers(word, letter)));
  return outside.length / Math.max(1, letters.length);
}

function covers(word: Word, letter: Box): boolean {
  const [x, y] = [letter.left + letter.width / 2, letter.top + letter.height / 2];
  return x >= word.left && x <= word.right && y >= word.top && y <= word.bottom;
}
