import { weightedMedian } from '../statistics.ts';
import { UNPROVEN, type TextItem, type PageImage } from '../reading.ts';
import { meanConfidence, type Word, type WordLine } from './words.ts';

/** Words closer than this, in ems, are one text item. */
const WORD_GAP = 0.6;

type SizedLine = WordLine & { size: number };

/** Recognised lines as text items, in pixels of the image. */
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
  const mean = meanConfidence(words);
  const least = Math.min(...words.map(({ confidence }) => confidence));
  return {
    text: words.map(({ text }) => text).join(' '),
    x,
    y: baselineAt(baseline, x + width / 2),
    width,
    size,
    bold: false,
    // A text is not sure of which one word is not.
    confidence: least > UNPROVEN ? mean : Math.min(mean, UNPROVEN),
  };
}

/** The y of a baseline at this x. */
const baselineAt = ({ x0, y0, x1, y1 }: WordLine['baseline'], x: number) =>
  y0 + ((y1 - y0) / Math.max(1, x1 - x0)) * (x - x0);

/** How far letters rise above the baseline, in ems, in the fonts of documents. */
const RISE = { small: 0.52, tall: 0.72, accented: 0.92 };
/** Lines whose sizes differ by less than this factor have the same size. */
const ALIKE = 1.07;
const USUAL_RISE = 0.8;

/** The font size of a line, measured by how far its words rise above the baseline. */
function sizeOfLine({ words, baseline }: WordLine): number {
  const sizes = words.map(({ text, left, right, top }) => {
    const rise = riseOf(text);
    return {
      value: (baselineAt(baseline, (left + right) / 2) - top) / (rise ?? USUAL_RISE),
      weight: rise === null ? 0.01 : text.length,
    };
  });
  return Math.max(1, weightedMedian(sizes) ?? 1);
}

/** How far a word rises; null if it consists of signs only. */
function riseOf(text: string): number | null {
  if (/[ÀÁÂÃÄÈÉÊÌÍÒÓÔÕÖÙÚÛÜÇ]/.test(text.replaceAll('Ç', ''))) return RISE.accented;
  if (/[\p{Lu}\dbdfhkltßáâãàéêíóôõúüºª|()[\]/]/u.test(text)) return RISE.tall;
  return /\p{L}/u.test(text) ? RISE.small : null;
}

/** Gives lines of nearly the same measured size the same size. */
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

/** Scales to points. The size of the page is unknown, so most of its text is taken to have 10 points. */
export function scaleToPoints(image: PageImage, items: TextItem[]): { image: PageImage; items: TextItem[] } {
  const sizes = items.map(({ size, text }) => ({ value: size, weight: text.length }));
  const factor = USUAL_SIZE / (weightedMedian(sizes) ?? USUAL_SIZE);
  return { image: { ...image, scale: image.scale / factor }, items: items.map((item) => scaleItem(item, factor)) };
}

/** The item in other units of length. */
export function scaleItem(item: TextItem, by: number): TextItem {
  return { ...item, x: item.x * by, y: item.y * by, width: item.width * by, size: item.size * by };
}

/** What was recognised where the text layer has nothing. */
export const withoutWritten = (recognised: TextItem[], layer: TextItem[]): TextItem[] =>
  recognised.filter((item) => !layer.some((written) => isOver(written, item)));

function isOver(a: TextItem, b: TextItem): boolean {
  const shared = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const apart = Math.abs(a.y - a.size / 2 - (b.y - b.size / 2));
  return shared > Math.min(a.width, b.width) / 2 && apart < (a.size + b.size) / 4;
}
