import type { TextItem, PageImage } from '../reading.ts';
import { weightedMedian } from '../statistics.ts';
import { meanConfidence, type Word, type WordLine } from './words.ts';

/** Words this close, in ems, are one piece of text. */
const WORD_GAP = 0.6;

type SizedLine = WordLine & { size: number };

/** Recognised words as pieces of text, in the pixels they were read from. */
export function textItemsOf(lines: WordLine[]): TextItem[] {
  const sized = lines.filter(({ words }) => words.length > 0).map((line) => ({ ...line, size: sizeOfLine(line) }));
  return unifySizes(sized).flatMap(itemsOfLine);
}

function itemsOfLine(line: SizedLine): TextItem[] {
  const groups: Word[][] = [];
  for (const word of line.words.toSorted((a, b) => a.left - b.left)) {
    const last = groups.at(-1)?.at(-1);
    if (last && word.left - last.right < WORD_GAP * line.size) groups.at(-1)?.push(word);
    else groups.push([word]);
  }
  return groups.map((words) => asItem(words, line));
}

function asItem(words: Word[], { baseline, size }: SizedLine): TextItem {
  const x = Math.min(...words.map(({ left }) => left));
  const width = Math.max(...words.map(({ right }) => right)) - x;
  const slope = (baseline.y1 - baseline.y0) / Math.max(1, baseline.x1 - baseline.x0);
  const y = baseline.y0 + slope * (x + width / 2 - baseline.x0);
  return {
    text: words.map(({ text }) => text).join(' '),
    x,
    y,
    width,
    size,
    bold: false,
    confidence: meanConfidence(words),
  };
}

/** How far letters rise over the baseline, in ems, in the fonts of documents. */
const RISE = { small: 0.52, tall: 0.72, accented: 0.92 };
/** Lines whose sizes differ by less than this are printed alike. */
const ALIKE = 1.07;
const USUAL_RISE = 0.8;

/** The print size of a line, from how far its words rise over the baseline. */
function sizeOfLine({ words, baseline }: WordLine): number {
  const slope = (baseline.y1 - baseline.y0) / Math.max(1, baseline.x1 - baseline.x0);
  const sizes = words.map(({ text, left, right, top }) => {
    const foot = baseline.y0 + slope * ((left + right) / 2 - baseline.x0);
    const rise = riseOf(text);
    return { value: (foot - top) / (rise ?? USUAL_RISE), weight: rise === null ? 0.01 : text.length };
  });
  return Math.max(1, weightedMedian(sizes) ?? 1);
}

/** How far a word rises; null if it is only dashes, commas and the like. */
function riseOf(text: string): number | null {
  if (/[ÀÁÂÃÄÈÉÊÌÍÒÓÔÕÖÙÚÛÜÇ]/.test(text.replaceAll('Ç', ''))) return RISE.accented;
  if (/[\p{Lu}\dbdfhkltßáâãàéêíóôõúüºª|()[\]/]/u.test(text)) return RISE.tall;
  return /\p{L}/u.test(text) ? RISE.small : null;
}

/** A measured size trembles; lines printed alike get the same. */
function unifySizes<L extends { size: number }>(lines: L[]): L[] {
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

const USUAL_SIZE = 10;

/**
 * A picture does not say how large its page is: most of its text is taken to be printed in 10 points, as in other
 * documents.
 */
export function scaleToPoints(image: PageImage, items: TextItem[]): { image: PageImage; items: TextItem[] } {
  const factor = USUAL_SIZE / usualSize(items);
  return { image: { ...image, scale: image.scale / factor }, items: items.map((item) => scaleItem(item, factor)) };
}

/** The item in other units. */
export function scaleItem(item: TextItem, by: number): TextItem {
  return { ...item, x: item.x * by, y: item.y * by, width: item.width * by, size: item.size * by };
}

/** The size that half of the letters have at most. */
function usualSize(items: TextItem[]): number {
  const half = items.reduce((sum, { text }) => sum + text.length, 0) / 2;
  let passed = 0;
  return (
    items.toSorted((a, b) => a.size - b.size).find(({ text }) => (passed += text.length) >= half)?.size ?? USUAL_SIZE
  );
}

/** What is written in a text layer stands as it is; what was recognised is added where the layer has nothing. */
export function mergeWithTextLayer(recognised: TextItem[], layer: TextItem[]): TextItem[] {
  return [...layer, ...recognised.filter((item) => !layer.some((written) => isOver(written, item)))];
}

function isOver(a: TextItem, b: TextItem): boolean {
  const shared = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const apart = Math.abs(a.y - a.size / 2 - (b.y - b.size / 2));
  return shared > Math.min(a.width, b.width) / 2 && apart < (a.size + b.size) / 4;
}
