import type { WordLine } from './words.ts';

/** Signs that reach under the line. */
const HANGING = /[gjpqyçÇQ,;()[\]{}|/\\@$_]/;

/**
 * The line with its baseline where most of its words stand; the engine's own guess is far off where words are short.
 * `height`: of the level strip.
 */
export function onBaseline(line: WordLine, height: number): WordLine {
  const standing = line.words.filter(({ text }) => /[\p{L}\p{N}]/u.test(text) && !HANGING.test(text));
  const bottoms = standing
    .flatMap(({ text, bottom }) => Array<number>(text.length).fill(bottom))
    .toSorted((a, b) => a - b);
  const own = (line.baseline.y0 + line.baseline.y1) / 2;
  const y = bottoms[bottoms.length >> 1] ?? Math.min(LOWEST * height, Math.max(HIGHEST * height, own));
  return { ...line, baseline: { ...line.baseline, y0: y, y1: y } };
}

/** Where the baseline of a single line in a strip can be. */
const [HIGHEST, LOWEST] = [0.55, 0.85];
