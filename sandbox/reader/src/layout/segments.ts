import type { Edges, TextItem } from '../reading.ts';

/** A word of a segment. `confidence` is 1 for text of the file itself; `begins`: a text item started here. */
export type Word = { text: string; x: number; right: number; confidence: number; begins: boolean };

/**
 * Text printed together: a label, a value, a cell, a line of prose, or all lines of a text that wraps. `y` is the (first)
 * baseline, in points, and `bottom` the last one of a text that wraps; `cell`: the box of rulings that it stands in; `band`: in
 * none, where what is drawn across the page is above and below it.
 */
export type Segment = {
  text: string;
  words: Word[];
  x: number;
  right: number;
  y: number;
  bottom?: number | undefined;
  size: number;
  bold: boolean;
  recognised: boolean;
  cell?: Edges | undefined;
  band?: [top: number, bottom: number] | undefined;
};

/** In points. */
const EXACT = 0.01;

/** The words of a text item, with their places, where those are not known estimated from the widths of the letters. */
export function wordsOf({ text, x, width, size, confidence = 1, wordPlaces: known = [] }: TextItem): Word[] {
  const [all, [start], [, end]] = [text.match(/\S+/g) ?? [], known[0] ?? [NaN], known.at(-1) ?? [NaN, NaN]];
  const isKnown = all.length === known.length && Math.abs(start - x) < EXACT && Math.abs(end - x - width) < EXACT;
  if (isKnown)
    return all.map((word, index) => {
      const [left, right] = known[index] as [number, number];
      return { text: word, x: left, right, confidence, begins: index === 0 };
    });
  const places = letterPlaces(text, isFixedWidth(text, width, size));
  const at = (index: number) => x + width * (places[index] as number);
  const first = text.search(/\S/);
  return [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
    text: word,
    x: at(index),
    right: at(index + word.length),
    confidence,
    begins: index === first,
  }));
}

type Style = Pick<Segment, 'y' | 'bottom' | 'size' | 'bold' | 'recognised' | 'cell' | 'band'>;

export function segmentFrom(words: Word[], { y, bottom, size, bold, recognised, cell, band }: Style): Segment {
  const text = words.map((word) => word.text).join(' ');
  const right = words.reduce((most, word) => Math.max(most, word.right), 0);
  return { text, words, x: words[0]?.x ?? 0, right, y, bottom, size, bold, recognised, cell, band };
}

/** The lines of a text that wraps: where one ends, the next word stands further left. */
export const linesOf = (segment: Segment): Segment[] =>
  splitBefore(
    segment,
    segment.words.flatMap(({ x }, at) => (x < (segment.words[at - 1]?.x ?? x) ? [at] : [])),
  );

/** Where a line ends behind a hyphen that stays: `88/1204519-` and `02`, `Trás-os-` and `Montes`, not `IT-` and `und Telefonie`. */
const HYPHEN_AT_END = /(?<=\p{Ll}-)\n(?=[\p{Lu}\d])|(?<=[\p{Lu}\d]-)\n(?!(?:e|ou|y|and|und)\s)(?=[\p{L}\d])/gu;

export const isDividedAtHyphen = (above: string, below: string) => `${above}\n${below}`.search(HYPHEN_AT_END) >= 0;

/** The text of lines below each other. Of a word that is divided where its line ends, the hyphen goes. */
export const textOfLines = (lines: Segment[]): string =>
  lines
    .map(({ text }) => text)
    .join('\n')
    .replace(HYPHEN_AT_END, '')
    .replaceAll('\n', ' ')
    .replace(/(?<=\p{Ll})-\s(?!(?:e|ou|y|and|und)\s)(?=\p{Ll})/gu, '');

/** The words from one index to another as a segment. */
export const partOf = (segment: Segment, from: number, to?: number): Segment =>
  segmentFrom(segment.words.slice(from, to), segment);

/** Splits a segment before the words at these indexes. */
export function splitBefore(segment: Segment, places: number[]): Segment[] {
  const edges = [0, ...places.filter((place) => place > 0 && place < segment.words.length), segment.words.length];
  return edges.slice(1).map((end, index) => partOf(segment, edges[index] as number, end));
}

/** Segments on one baseline. Lines of side-by-side columns have different regions, those of running text below zero. */
export type Line = { y: number; size: number; segments: Segment[]; region: number };

/** Closer than two lines of text can be: texts of one row that are not on one baseline. */
export const isStaggered = (above: { y: number }, { y, size }: Pick<Line, 'y' | 'size'>) => y - above.y < 0.85 * size;

type Extent = Pick<Segment, 'x' | 'right'>;

/** Whether two segments have a place across the page in common: on different lines one is above the other. */
export const overlap = (a: Extent, b: Extent) => a.x < b.right && a.right > b.x;

/** In points: how thick the ruling between two cells may be. */
export const RULING = 4;

/** Whether two texts are in one cell, or in two that meet. */
export function areTouching({ cell: a }: Segment, { cell: b }: Segment): boolean {
  const apart = (side: 0 | 1) =>
    a && b && Math.max(a[side], b[side]) - Math.min(a[side + 2] as number, b[side + 2] as number);
  return Math.max(apart(0) ?? Infinity, apart(1) ?? Infinity) < RULING;
}

/** Whether two texts are in boxes as wide as each other, one above the other. */
export const areInOneColumn = ({ cell: a }: Segment, { cell: b }: Segment): boolean =>
  Boolean(a && b) && [0, 2].every((side) => Math.abs((a?.[side] ?? 0) - (b?.[side] ?? 0)) < RULING);

/** Whether two texts are in one row of a table, as far as nothing is drawn between them; null where nothing is drawn around them. */
export function areInOneRow(a: Segment | undefined, b: Segment | undefined): boolean | null {
  if (!a || !b) return null;
  const [upper, lower] = a.y <= b.y ? [a, b] : [b, a];
  const [below, above] = [upper.cell?.[3] ?? upper.band?.[1], lower.cell?.[1] ?? lower.band?.[0]];
  return below === undefined || above === undefined ? null : below > lower.y && above < upper.y;
}

/** The width of a line with the first word of the next one right behind it: whether that had room there is for the caller to say. */
export const widthWithNextWord = (line: Segment, { words: [word] }: Segment): number =>
  line.right - line.x + (word ? word.right - word.x : 0);

/** The text of a line, with two blanks between segments. */
export const lineText = (line: Line) => line.segments.map(({ text }) => text).join('  ');

export function lineFrom(segments: Segment[], region = 0): Line {
  const y = segments.reduce((sum, segment) => sum + segment.y, 0) / segments.length;
  return { y, size: Math.max(...segments.map(({ size }) => size)), segments, region };
}

/** Font sizes of a text layer are exact, those measured on a picture vary. */
const SAME_SIZE = { written: 1.06, recognised: 1.16 };

const sizeTolerance = (a: Segment, b: Segment) =>
  a.recognised || b.recognised ? SAME_SIZE.recognised : SAME_SIZE.written;

export const isSmaller = (a: Segment, b: Segment) => a.size * sizeTolerance(a, b) < b.size;

export const isSameSize = (a: Segment, b: Segment) => !isSmaller(a, b) && !isSmaller(b, a);

/** Same weight and same size. */
export const isSameStyle = (a: Segment, b: Segment) => a.bold === b.bold && isSameSize(a, b);

/** The width of a letter in nearly all typefaces of fixed width, in ems. */
const FIXED_WIDTH = { ems: 0.6, off: 0.004 };

const isFixedWidth = (text: string, width: number, size: number) =>
  Math.abs(width / (size * text.length) - FIXED_WIDTH.ems) <= FIXED_WIDTH.off;

/** Whether the letters of a text are all of one width, as in code and on typewriters. */
export const isFixedPitch = ({ text, x, right, size }: Segment) => isFixedWidth(text, right - x, size);

/** Average widths of letters in ems, as most fonts of documents have them. */
const LETTER_WIDTHS: [RegExp, number][] = [
  [/[ijl.,:;'|!I\s]/, 0.27],
  [/[ft()[\]/\\r\-"°ºª]/, 0.34],
  [/[mwMW@%—]/, 0.86],
  [/[ABCDEGHKNOPQRSUVXYZÁÀÂÃÉÊÍÓÔÕÚÇ&]/, 0.69],
];
const USUAL_WIDTH = 0.55;

const widths = new Map<string, number>();

function widthOf(letter: string): number {
  const known = widths.get(letter);
  if (known !== undefined) return known;
  const width = LETTER_WIDTHS.find(([letters]) => letters.test(letter))?.[1] ?? USUAL_WIDTH;
  widths.set(letter, width);
  return width;
}

/** Where each letter of a text begins, from 0 to 1; the last entry is the end of the text. */
export function letterPlaces(text: string, isFixed = false): number[] {
  if (isFixed) return Array.from({ length: text.length + 1 }, (_, at) => at / text.length);
  const places = [0];
  for (const letter of text)
    for (let unit = 0; unit < letter.length; unit++)
      places.push((places.at(-1) as number) + widthOf(letter) / letter.length);
  const whole = places.at(-1) || 1;
  return places.map((place) => place / whole);
}

/** The estimated width of a text, in ems. */
export const widthInEms = (text: string): number => [...text].reduce((sum, letter) => sum + widthOf(letter), 0);
