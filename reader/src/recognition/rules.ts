import type { Grey } from '../preprocessing/grey.ts';

/** Darker than this is ink. */
const INK = 190;
const WHITE = 255;
/** A ruling may be broken in so much of its way. */
const UNBROKEN = 0.93;

/** Takes the rulings of forms out of a strip: no letter reaches from its top to its bottom or from end to end. */
export function withoutRules(strip: Grey): Grey {
  const { data, width, height } = strip;
  const [inColumn, inRow] = [new Uint32Array(width), new Uint32Array(height)];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if ((data[y * width + x] as number) >= INK) continue;
      (inColumn[x] as number)++;
      (inRow[y] as number)++;
    }
  }
  const isColumnRule = wide(inColumn, UNBROKEN * height);
  const isRowRule = wide(inRow, UNBROKEN * width);
  if (!isColumnRule.includes(true) && !isRowRule.includes(true)) return strip;
  return {
    data: data.map((value, at) => (isColumnRule[at % width] || isRowRule[Math.floor(at / width)] ? WHITE : value)),
    width,
    height,
  };
}

/** The blurred edges of a ruling belong to it. */
function wide(counts: Uint32Array, least: number): boolean[] {
  const isRule = Array.from(counts, (count) => count >= least);
  return isRule.map((own, at) => own || Boolean(isRule[at - 1]) || Boolean(isRule[at + 1]));
}
