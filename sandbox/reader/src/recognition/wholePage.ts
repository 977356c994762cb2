import { median } from '../statistics.ts';
import { type Grey, resize } from '../preprocessing/images.ts';
import type { Box } from '../reading.ts';
import { SEGMENTATION, readWithTesseract } from './tesseract.ts';
import { withoutGuesses, type Word, type WordLine } from './words.ts';

/** Images whose letters are lower than this are enlarged, unless reading would take too long. */
const LOW = 15;
const LARGEST = 12_000_000;
const RESOLUTION = 300;
/** If more than this part of the letters was not read, the page is read as sparse text too. */
const MOST_LOST = 0.08;

/** Reads a page with Tesseract alone, where the networks cannot run. */
export async function readWholePage(picture: Grey): Promise<WordLine[]> {
  const height = medianHeight(possibleLetters(picture));
  const factor = height < LOW && 4 * picture.width * picture.height < LARGEST ? 2 : 1;
  const enlarged =
    factor === 1 ? picture : await resize(picture, { width: picture.width * factor, height: picture.height * factor });
  return (await readTwice(enlarged)).map((line) => scaled(line, 1 / factor));
}

/** Reads as a page; words that this misses are added from sparse text. */
async function readTwice(picture: Grey): Promise<WordLine[]> {
  const lines = await readAs(SEGMENTATION.page, picture);
  const words = lines.flatMap((line) => line.words);
  if (uncovered(possibleLetters(picture), words) < MOST_LOST) return lines;
  const scattered = await readAs(SEGMENTATION.scattered, picture);
  const more = scattered.map((line) => ({
    ...line,
    words: line.words.filter((word) => !words.some((other) => overlap(word, other))),
  }));
  return [...lines, ...more.filter((line) => line.words.length > 0)];
}

const readAs = async (mode: number, picture: Grey) =>
  (await readWithTesseract(picture, { mode, dotsPerInch: RESOLUTION })).map(withoutGuesses);

const overlap = (a: Word, b: Word) =>
  Math.min(a.right, b.right) > Math.max(a.left, b.left) && Math.min(a.bottom, b.bottom) > Math.max(a.top, b.top);

function scaled({ words, baseline: { x0, y0, x1, y1 } }: WordLine, by: number): WordLine {
  return {
    words: words.map((word) => ({
      ...word,
      left: word.left * by,
      top: word.top * by,
      right: word.right * by,
      bottom: word.bottom * by,
    })),
    baseline: { x0: x0 * by, y0: y0 * by, x1: x1 * by, y1: y1 * by },
  };
}

const INK = 150;
/** Sizes of letters: specks are lower, pictures and rulings are higher or longer. */
const LOWEST = 4;
const HIGHEST = 0.07;
const LONGEST = 6;

/** Boxes of possible letters. */
const possibleLetters = (picture: Grey): Box[] =>
  findBlobs(picture, INK).filter(
    ({ width, height }) =>
      height >= LOWEST && height < HIGHEST * picture.height && width < LONGEST * height && height < LONGEST * width,
  );

/** The median height of the letters. */
const medianHeight = (letters: Box[]): number => median(letters.map(({ height }) => height)) ?? 0;

/** The part of the letters (0 to 1) that no word covers. */
function uncovered(letters: Box[], words: Word[]): number {
  const outside = letters.filter((letter) => !words.some((word) => covers(word, letter)));
  return outside.length / Math.max(1, letters.length);
}

function covers(word: Word, letter: Box): boolean {
  const [x, y] = [letter.left + letter.width / 2, letter.top + letter.height / 2];
  return x >= word.left && x <= word.right && y >= word.top && y <= word.bottom;
}

type Run = { start: number; end: number; blob: number };

/** Boxes of connected pixels darker than `threshold`: mostly letters. */
function findBlobs({ data, width, height }: Grey, threshold: number): Box[] {
  const blobs: Patch[] = [];
  let above: Run[] = [];
  for (let y = 0; y < height; y++) {
    const runs = runsOf(data, y * width, width, threshold);
    join(runs, above, y, blobs);
    above = runs;
  }
  return blobs
    .filter((blob, index) => blob.parent === index)
    .map(({ left, top, right, bottom }) => ({ left, top, width: right - left, height: bottom - top }));
}

type Patch = { parent: number; left: number; top: number; right: number; bottom: number };

function runsOf(data: Uint8Array, from: number, width: number, threshold: number): Run[] {
  const runs: Run[] = [];
  for (let x = 0; x < width; x++) {
    if ((data[from + x] as number) >= threshold) continue;
    const start = x;
    while (x < width && (data[from + x] as number) < threshold) x++;
    runs.push({ start, end: x, blob: -1 });
  }
  return runs;
}

/** Gives each run of a row the blob of the runs that it touches in the row above. */
function join(runs: Run[], above: Run[], y: number, blobs: Patch[]): void {
  let first = 0;
  for (const run of runs) {
    while (first < above.length && (above[first] as Run).end < run.start) first++;
    for (let at = first; at < above.length && (above[at] as Run).start <= run.end; at++) {
      const other = rootOf(blobs, (above[at] as Run).blob);
      run.blob = run.blob < 0 ? other : unite(blobs, run.blob, other);
    }
    if (run.blob < 0)
      run.blob = blobs.push({ parent: blobs.length, left: run.start, top: y, right: run.end, bottom: y + 1 }) - 1;
    else enlarge(blobs[run.blob] as Patch, run.start, run.end, y + 1);
  }
}

function rootOf(blobs: Patch[], index: number): number {
  let root = index;
  while ((blobs[root] as Patch).parent !== root) root = (blobs[root] as Patch).parent;
  (blobs[index] as Patch).parent = root;
  return root;
}

function unite(blobs: Patch[], one: number, other: number): number {
  if (one === other) return one;
  const [kept, gone] = [blobs[one] as Patch, blobs[other] as Patch];
  gone.parent = one;
  kept.top = Math.min(kept.top, gone.top);
  enlarge(kept, gone.left, gone.right, gone.bottom);
  return one;
}

function enlarge(blob: Patch, left: number, right: number, bottom: number): void {
  blob.left = Math.min(blob.left, left);
  blob.right = Math.max(blob.right, right);
  blob.bottom = Math.max(blob.bottom, bottom);
}
