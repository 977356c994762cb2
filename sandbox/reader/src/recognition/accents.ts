import { DISPUTED } from '../reading.ts';
import { median } from '../statistics.ts';
import type { Grey } from '../preprocessing/images.ts';
import { count, inkOf } from './lineCrop.ts';
import type { Word, WordLine } from './words.ts';

/** Capitals without an accent, where one may have been lost. */
const BARE_CAPITALS = /^[B-DF-HJ-NP-TV-Z.'-]*[AEIOU][A-Z.'-]*$/;
const SHORTEST = 3;

/** A row with less than this part of the usual ink is above the letters. */
const LETTERS_END = 0.3;
/** In heights of the letters: where an accent begins and ends above them, its greatest width, and its least ink. */
const ACCENT = { from: 0.06, to: 0.5, widest: 0.75, ink: 0.012 };

/**
 * Lowers the confidence of words in capitals that were read without an accent but have ink above them. `getCrop` returns
 * the line crop.
 */
export function markLostAccents(lines: WordLine[], getCrop: () => Grey): WordLine[] {
  if (!lines.some(({ words }) => words.some(isBare))) return lines;
  const crop = getCrop();
  const marked = (word: Word) =>
    isBare(word) && hasAccent(word, crop) ? { ...word, confidence: Math.min(word.confidence, DISPUTED) } : word;
  return lines.map((line) => ({ ...line, words: line.words.map(marked) }));
}

const isBare = ({ text }: Word) => text.length >= SHORTEST && BARE_CAPITALS.test(text);

function hasAccent({ left, right, top, bottom }: Word, crop: Grey): boolean {
  const [x0, x1] = [Math.max(0, Math.floor(left)), Math.min(crop.width, Math.ceil(right))];
  const y1 = Math.min(crop.height, Math.round(bottom));
  const isInk = inkOf(crop, { x0, x1, y0: 0, y1 });
  const rowInk = Array.from({ length: y1 }, (_, y) => count(x0, x1, (x) => isInk(x, y)));
  const middle = Math.round((Math.max(0, top) + y1) / 2);
  const usual = median(rowInk.slice(middle, y1)) ?? 0;
  let capTop = middle;
  while (capTop > 0 && (rowInk[capTop - 1] as number) >= LETTERS_END * usual) capTop--;
  const height = y1 - capTop;
  const [from, to] = [Math.round(capTop - ACCENT.from * height), Math.max(0, Math.round(capTop - ACCENT.to * height))];
  return spots(x0, x1, to, from, isInk).some(
    ({ width, ink, touchesTop }) =>
      !touchesTop && width <= ACCENT.widest * height && ink >= ACCENT.ink * height * height,
  );
}

type Spot = { width: number; ink: number; touchesTop: boolean };

/** The ink in these rows, divided at empty columns. */
function spots(x0: number, x1: number, y0: number, y1: number, isInk: (x: number, y: number) => boolean): Spot[] {
  const found: Spot[] = [];
  let last: Spot | null = null;
  for (let x = x0; x < x1; x++) {
    const ink = count(y0, y1, (y) => isInk(x, y));
    if (ink === 0) last = null;
    else {
      if (!last) found.push((last = { width: 0, ink: 0, touchesTop: false }));
      last.width++;
      last.ink += ink;
      last.touchesTop ||= isInk(x, y0);
    }
  }
  return found;
}
