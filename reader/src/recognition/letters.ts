import type { Box } from '../reading.ts';
import { findBlobs } from './blobs.ts';
import type { Grey } from '../preprocessing/grey.ts';
import type { Word } from './words.ts';

const INK = 150;
/** Sizes of letters: specks are lower, pictures and rulings higher or longer. */
const LOWEST = 4;
const HIGHEST = 0.07;
const LONGEST = 6;

/** Boxes around what may be letters. */
export const lettersIn = (picture: Grey): Box[] =>
  findBlobs(picture, INK).filter(
    ({ width, height }) =>
      height >= LOWEST && height < HIGHEST * picture.height && width < LONGEST * height && height < LONGEST * width,
  );

/** How high most of the writing is. */
export const usualHeight = (letters: Box[]): number =>
  letters.map(({ height }) => height).toSorted((a, b) => a - b)[letters.length >> 1] ?? 0;

/** Which part of the letters no word covers. */
export function uncovered(letters: Box[], words: Word[]): number {
  const outside = letters.filter((letter) => !words.some((word) => covers(word, letter)));
  return outside.length / Math.max(1, letters.length);
}

function covers(word: Word, letter: Box): boolean {
  const [x, y] = [letter.left + letter.width / 2, letter.top + letter.height / 2];
  return x >= word.left && x <= word.right && y >= word.top && y <= word.bottom;
}
