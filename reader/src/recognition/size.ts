import type { WordLine } from './words.ts';

/** How far letters rise over the baseline, in ems, in the fonts of documents. */
const RISE = { small: 0.52, tall: 0.72, accented: 0.92 };
/** Lines whose sizes differ by less than this are printed alike. */
const ALIKE = 1.07;
const USUAL_RISE = 0.8;

/** The print size of a line, from how far its words rise over the baseline. */
export function sizeOfLine({ words, baseline }: WordLine): number {
  const slope = (baseline.y1 - baseline.y0) / Math.max(1, baseline.x1 - baseline.x0);
  const sizes = words.map(({ text, left, right, top }) => {
    const foot = baseline.y0 + slope * ((left + right) / 2 - baseline.x0);
    const rise = riseOf(text);
    return { size: (foot - top) / (rise ?? USUAL_RISE), weight: rise === null ? 0.01 : text.length };
  });
  return Math.max(1, weightedMedian(sizes));
}

/** How far a word rises; null if it is only dashes, commas and the like. */
function riseOf(text: string): number | null {
  if (/[ÀÁÂÃÄÈÉÊÌÍÒÓÔÕÖÙÚÛÜÇ]/.test(text.replaceAll('Ç', ''))) return RISE.accented;
  if (/[\p{Lu}\dbdfhkltßáâãàéêíóôõúüºª|()[\]/]/u.test(text)) return RISE.tall;
  return /\p{L}/u.test(text) ? RISE.small : null;
}

function weightedMedian(values: { size: number; weight: number }[]): number {
  const sorted = values.toSorted((a, b) => a.size - b.size);
  const half = sorted.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let passed = 0;
  return sorted.find(({ weight }) => (passed += weight) >= half)?.size ?? 1;
}

/** A measured size trembles; lines printed alike get the same. */
export function unifySizes<L extends { size: number }>(lines: L[]): L[] {
  const groups: L[][] = [];
  for (const line of lines.toSorted((a, b) => a.size - b.size)) {
    const last = groups.at(-1)?.at(-1);
    if (last && line.size / last.size < ALIKE) groups.at(-1)?.push(line);
    else groups.push([line]);
  }
  const common = new Map(
    groups.flatMap((group) => group.map((line) => [line, group[group.length >> 1]?.size ?? line.size] as const)),
  );
  return lines.map((line) => ({ ...line, size: common.get(line) ?? line.size }));
}
