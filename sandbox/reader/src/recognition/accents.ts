import { DISPUTED } from '../reading.ts';
import { median } from '../statistics.ts';
import type { Grey } from '../preprocessing/images.ts';
import { count, inkOf } from './lineCrop.ts';
import type { Word, WordLine } from './words.ts';

/** Words without an accent, where one may have been lost. */
const BARE_CAPITALS = /^[B-DF-HJ-NP-TV-Z.'-]*[AEIOU][A-Z.'-]*$/;
const BARE = /^[A-Z]?[a-z]+[.,;:]?$/;
const SHORTEST = 3;

/** A row with less than this part of the usual ink is above the letters. */
const LETTERS_END = 0.3;
/** In heights of the letters: where an accent begins and ends above them, its greatest width, and its least ink. */
const ACCENT = { from: 0.06, to: 0.5, widest: 0.75, ink: 0.012 };
/** In heights of the whole word above its baseline: where its small letters may end. */
const SMALL = { lowest: 0.42, highest: 0.85 };
/** In heights of small letters: the rows above them, and those below their baseline, in which only some letters have ink. */
const [ABOVE, BELOW] = [
  { from: 0.12, to: 0.75 },
  { from: 0.16, to: 0.4 },
];
/** How many pieces of ink a letter has there at most. */
const HIGH: [RegExp, number][] = [
  [/[HKMNUVXY]/g, 2],
  [/W/g, 3],
  [/[A-GIJLO-TZbdfhijklt]/g, 1],
];
const LOW: [RegExp, number][] = [[/[gjpqyJQ,;]/g, 1]];

/**
 * Lowers the confidence of words that were read without an accent but have more ink above them than their letters have, or
 * below a c. `getCrop` returns the line crop.
 */
export function markLostAccents(lines: WordLine[], getCrop: () => Grey): WordLine[] {
  if (!lines.some(({ words }) => words.some(mayHaveLost))) return lines;
  const crop = getCrop();
  return lines.map((line) => {
    const { x0, y0, x1, y1 } = line.baseline;
    const baselineOf = ({ left, right }: Word) => y0 + (((left + right) / 2 - x0) * (y1 - y0)) / Math.max(1, x1 - x0);
    const hasLost = (word: Word) =>
      BARE_CAPITALS.test(word.text) ? hasAccent(word, crop) : hasMark(word, Math.round(baselineOf(word)), crop);
    const words = line.words.map((word) =>
      mayHaveLost(word) && hasLost(word) ? { ...word, confidence: Math.min(word.confidence, DISPUTED) } : word,
    );
    return { ...line, words };
  });
}

const mayHaveLost = ({ text }: Word) => text.length >= SHORTEST && (BARE_CAPITALS.test(text) || BARE.test(text));

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

/** Among small letters, what is above them and below their baseline is counted; a dot may be an accent all the same. */
function hasMark({ text, left, right, top }: Word, baseline: number, crop: Grey): boolean {
  const [x0, x1] = [Math.max(0, Math.floor(left)), Math.min(crop.width, Math.ceil(right))];
  const height = baseline - Math.max(0, Math.floor(top));
  const isInk = inkOf(crop, { x0, x1, y0: 0, y1: Math.min(crop.height, baseline + height) });
  const inkIn = (y: number) => count(x0, x1, (x) => isInk(x, y));
  // The row in which most of the ink begins.
  let [smallTop, most] = [0, 0];
  for (let y = Math.round(baseline - SMALL.highest * height); y <= baseline - SMALL.lowest * height; y++) {
    const more = inkIn(y + 1) - inkIn(y - 1);
    if (more > most) [smallTop, most] = [y, more];
  }
  const small = baseline - smallTop;
  const countIn = (from: number, to: number) =>
    spots(x0, x1, Math.max(0, Math.round(from)), Math.min(crop.height, Math.round(to)), isInk).filter(
      ({ ink }) => ink > ACCENT.ink * small * small,
    ).length;
  const above = countIn(smallTop - ABOVE.to * small, smallTop - ABOVE.from * small);
  const below = text.includes('c') ? countIn(baseline + BELOW.from * small, baseline + BELOW.to * small) : 0;
  return above > mostIn(text, HIGH) || below > mostIn(text, LOW);
}

const mostIn = (text: string, letters: [RegExp, number][]) =>
  letters.reduce((sum, [pattern, pieces]) => sum + pieces * (text.match(pattern)?.length ?? 0), 0);

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
