import { distance } from 'fastest-levenshtein';
import { areConfused } from './lookAlikes.ts';

/** Letters to change, add or drop to make one text of the other. */
export const editDistance = (a: string, b: string): number => distance(a, b);

/** The edit distance of a text to the part of a longer one that is most like it. */
export function distanceToPart(whole: string, part: string): number {
  const row = new Uint32Array(whole.length + 1);
  for (let down = 1; down <= part.length; down++) {
    let diagonal = row[0] as number;
    row[0] = down;
    for (let across = 1; across <= whole.length; across++) {
      const above = row[across] as number;
      const change = diagonal + (part[down - 1] === whole[across - 1] ? 0 : 1);
      row[across] = Math.min(change, above + 1, (row[across - 1] as number) + 1);
      diagonal = above;
    }
  }
  return row.reduce((least, value) => Math.min(least, value), part.length);
}

type Weights = {
  /** What it costs that one letter stands for another; 1 unless said otherwise. */
  change?: (a: string, b: string) => number;
  /** Two neighbours that changed places cost 1, not 2. */
  swaps?: boolean;
  /** Anything over this is counted as one more. */
  most?: number;
};

const EQUAL_COST = () => 1;

/** The edit distance where letters do not all cost the same, or swapped neighbours count once. */
export function weightedDistance(a: string, b: string, weights: Weights = {}): number {
  const { change = EQUAL_COST, swaps = false, most = Infinity } = weights;
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const [from, to] = [a[i - 1] as string, b[j - 1] as string];
      const changed = (last[j - 1] as number) + (from === to ? 0 : change(from, to));
      const isSwap = swaps && i > 1 && j > 1 && from === b[j - 2] && to === a[i - 2];
      const swapped = isSwap ? (before[j - 2] as number) + 1 : Infinity;
      next.push(Math.min(changed, swapped, (last[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    if (most !== Infinity && Math.min(...next) > most) return most + 1;
    [before, last] = [last, next];
  }
  return last.at(-1) ?? 0;
}

/** What it costs that a letter was read as one that looks like it. */
const MISREAD = 0.3;
/** Longer texts are compared by their beginning. */
const LONGEST = 500;
/** Under this a text is another text, not the same one misread. */
export const ALIKE = 0.5;

const misreadCost = (a: string, b: string): number => (areConfused(a, b) ? MISREAD : 1);

/** How much alike two texts are, misread letters counting little: 1 is equal, 0 has nothing in common. */
export function similarity(a: string, b: string): number {
  const longest = Math.min(Math.max(a.length, b.length), LONGEST);
  if (longest === 0) return 1;
  // No alignment can be better than the lengths allow.
  if (Math.min(a.length, b.length, LONGEST) / longest < ALIKE) return 0;
  const apart = weightedDistance(a.slice(0, LONGEST), b.slice(0, LONGEST), { change: misreadCost });
  return Math.max(0, 1 - apart / longest);
}

/** How many letters of a phrase may be misread: none in a short word, then about one in six. */
export const tolerance = (length: number): number => (length < 4 ? 0 : length < 7 ? 1 : Math.floor(length / 5));
