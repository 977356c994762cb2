import { STRIP_HEIGHT, type Character } from './characters.ts';
import { piecesOf } from './pieces.ts';
import type { WordLine } from './words.ts';

const NUMBER = /^(?:R\$)?[\d.,/:%-]*\d[\d.,/:%-]*$/;
const SURE = 0.9;
/** Where a line stands in its strip, in heights of the strip. */
const [TOP, BASELINE] = [0.27, 0.72];

/**
 * A strip with nothing but numbers needs no dictionary and no accents; null if it has anything else, or they are not
 * sure.
 */
export function numbersIn(characters: Character[], margin: number): WordLine | null {
  const pieces = piecesOf(characters, STRIP_HEIGHT);
  if (pieces.length === 0 || !pieces.every(({ text, confidence }) => NUMBER.test(text) && confidence >= SURE))
    return null;
  const [top, bottom] = [TOP * STRIP_HEIGHT + margin, BASELINE * STRIP_HEIGHT + margin];
  const words = pieces.map(({ left, right, ...piece }) => ({
    ...piece,
    left: left + margin,
    right: right + margin,
    top,
    bottom,
  }));
  return { words, baseline: { x0: margin, y0: bottom, x1: margin + 1, y1: bottom } };
}
