import pLimit from 'p-limit';
import { median } from '../statistics.ts';
import { DISPUTED } from '../reading.ts';
import type { Grey } from '../preprocessing/images.ts';
import { isPageBudgetLow, isPageBudgetSpent } from '../pageBudget.ts';
import { doubtAccents } from './accents.ts';
import { readCharacters, NETWORK_HEIGHT, type Character, groupCharacters } from './characterNetwork.ts';
import {
  count,
  cropLine,
  inkOf,
  toPagePosition,
  withAccentRoom,
  withMargin,
  withoutRulings,
  type LineBox,
} from './lineCrop.ts';
import { SEGMENTATION, readWithTesseract } from './tesseract.ts';
import { isUnsure, mergeReadings, meanConfidence, withoutGuesses, type Word, type WordLine } from './words.ts';

/** The crop height that Tesseract reads best, and the one for a second attempt. */
const LINE_HEIGHT = 40;
const OTHER_HEIGHT = 52;
/** From this mean confidence on a line is not read again; below the other it is no text. */
const SURE = 0.85;
const LOST = 0.5;
/** A box this many times as high as the median may contain two lines. */
const TALL = 1.7;
const MARGIN = 8;
/** Lines in progress at the same time: enough to keep the engines busy while this thread prepares others. */
const CONCURRENT_LINES = 24;
const RESOLUTION = 300;
/** Below this height of a box, in pixels, signs between digits get lost; below the other, in those of the source, letters do. */
const [CLEAR, FINE] = [24, 15];
/** From so many times its size on, a picture has tiny print. */
const ENLARGED = 2;
/** Of tiny print that the network is less confident about, Tesseract makes words of its own, in several times as long. */
const LEGIBLE = 0.6;
/** Steeper text, which runs up or down the page, is not read. */
const STEEPEST = Math.PI / 4;

/** Lines read in a crop of this box and height, with the margin around it. */
type CropReading = { lines: WordLine[]; box: LineBox; height: number };

/** `sharpness`: from 0 to 1, how many pixels its letters had. */
type LineLook = { isTall: boolean; isTiny: boolean; sharpness: number };

/**
 * Reads each line in a crop of its own. Of a picture that was `enlarged` so many times some print may be too small to be
 * read.
 */
export async function readLines(
  picture: Grey,
  boxes: LineBox[],
  { enlarged }: { enlarged: number },
): Promise<WordLine[]> {
  const usual = median(boxes.map(({ height }) => height)) ?? 0;
  const lookOf = ({ height }: LineBox): LineLook => ({
    isTall: height > TALL * usual,
    isTiny: enlarged >= ENLARGED && height < CLEAR,
    sharpness: Math.min(1, height / enlarged / FINE),
  });
  const level = boxes.filter(({ angle }) => Math.abs(angle) < STEEPEST);
  const limit = pLimit(CONCURRENT_LINES);
  // Titles first: where the time ends early, they say what the document is.
  const inOrder = level.toSorted((a, b) => b.height - a.height);
  const read = async (box: LineBox) => (isPageBudgetSpent() ? [] : placedLines(picture, box, lookOf(box)));
  const lines = new Map(inOrder.map((box) => [box, limit(() => read(box))]));
  return (await Promise.all(level.map((box) => lines.get(box) ?? []))).flat();
}

async function placedLines(picture: Grey, box: LineBox, look: LineLook): Promise<WordLine[]> {
  const { lines: found, box: read, height } = await readLineBox(picture, box, look);
  const lines = found.map((line) => withDoubtsOfStruck(line, cropLine(picture, read, height)));
  const sure = doubtAccents(lines, () => cropForTesseract(picture, read, height)).map((line) =>
    withLessConfidence(withoutGuesses(withMeasuredBaseline(line, height + 2 * MARGIN)), {
      digits: Math.min(1, box.height / CLEAR),
      all: look.sharpness,
    }),
  );
  return sure.map((line) => toPagePosition(line, read, { height, margin: MARGIN }));
}

/** The rows of a word in which a line crosses it out, in its heights; the part of them that it covers; the least width. */
const STRUCK = { from: 0.3, to: 0.75, share: 0.95, longer: 1.2 };

/** No letters are dark in a whole row but those that are crossed out; a dash is one. */
function withDoubtsOfStruck(line: WordLine, crop: Grey): WordLine {
  const isInk = inkOf(crop, { x0: 0, x1: crop.width, y0: 0, y1: crop.height });
  const isStruck = ({ text, left, top, right, bottom }: Word) => {
    if (!/[\p{L}\d]/u.test(text)) return false;
    const [from, to] = [Math.max(0, Math.ceil(left - MARGIN)), Math.min(crop.width, Math.floor(right - MARGIN))];
    const rowAt = (part: number) => Math.round(top - MARGIN + part * (bottom - top));
    const isWhole = (y: number) => count(from, to, (x) => isInk(x, y)) >= STRUCK.share * (to - from);
    return to - from > STRUCK.longer * (bottom - top) && count(rowAt(STRUCK.from), rowAt(STRUCK.to), isWhole) > 0;
  };
  const words = line.words.map((word) =>
    isStruck(word) ? { ...word, confidence: Math.min(word.confidence, DISPUTED) } : word,
  );
  return { ...line, words };
}

const withLessConfidence = (line: WordLine, { digits, all }: { digits: number; all: number }): WordLine => ({
  ...line,
  words: line.words.map((word) => ({
    ...word,
    confidence: word.confidence * all * (/\d/.test(word.text) ? digits : 1),
  })),
});

async function readLineBox(picture: Grey, box: LineBox, { isTall, isTiny }: LineLook): Promise<CropReading> {
  const readByNetwork = () => readCharacters(withoutRulings(cropLine(picture, box, NETWORK_HEIGHT)));
  const early = isTiny ? await readByNetwork() : null;
  if (early && meanConfidence(early) < LEGIBLE) return { lines: [], box, height: NETWORK_HEIGHT };
  const whole = withAccentRoom(picture, box);
  const room = whole.height / box.height;
  const first = await readAtHeight(picture, whole, room * LINE_HEIGHT);
  const words = wordsOf(first);
  if ((words.length > 0 && !words.some(isUnsure)) || isPageBudgetLow()) return first;
  const characters = early ?? (await readByNetwork());
  const merged = withNetworkReading(first, characters, box);
  if (meanConfidenceOf(merged) >= SURE || isNoText(merged, characters) || isPageBudgetLow()) return merged;
  const other = isTall
    ? await readAtHeight(picture, whole, 2 * room * LINE_HEIGHT, SEGMENTATION.lines)
    : await readAtHeight(picture, whole, room * OTHER_HEIGHT);
  const again = withNetworkReading(other, characters, box);
  const best = meanConfidenceOf(again) > meanConfidenceOf(merged) ? again : merged;
  const numbers = numbersOnlyLine(characters ?? [], MARGIN);
  return numbers && meanConfidenceOf(best) < SURE ? { lines: [numbers], box, height: NETWORK_HEIGHT } : best;
}

async function readAtHeight(
  picture: Grey,
  box: LineBox,
  about: number,
  mode = SEGMENTATION.line,
): Promise<CropReading> {
  const height = Math.round(about);
  return {
    lines: await readWithTesseract(cropForTesseract(picture, box, height), { mode, dotsPerInch: RESOLUTION }),
    box,
    height,
  };
}

/** The line crop for Tesseract. */
const cropForTesseract = (picture: Grey, box: LineBox, height: number) =>
  withMargin(withoutRulings(cropLine(picture, box, height)), MARGIN);

/** Merges the characters of the network, which were read in a crop of another height. */
function withNetworkReading(reading: CropReading, characters: Character[] | null, box: LineBox): CropReading {
  if (!characters) return reading;
  const scale = reading.height / reading.box.height / (NETWORK_HEIGHT / box.height);
  const placed = characters.map((character) => ({ ...character, x: character.x * scale + MARGIN }));
  return { ...reading, lines: reading.lines.map((line) => ({ ...line, words: mergeReadings(line.words, placed) })) };
}

/** Patterns, faces and specks that look like text: neither engine can read them. */
const isNoText = (reading: CropReading, characters: Character[] | null) =>
  characters !== null && meanConfidenceOf(reading) < LOST && meanConfidence(characters) < LOST;

const wordsOf = ({ lines }: CropReading) => lines.flatMap(({ words }) => words);

const meanConfidenceOf = (reading: CropReading) => meanConfidence(wordsOf(reading));

/** Characters that extend below the baseline. */
const DESCENDING = /[gjpqyçÇQ,;()[\]{}|/\\@$_]/;

/**
 * The line with the median baseline of its words, because Tesseract's own is wrong for short words. `height`: of the crop
 * with its margin.
 */
function withMeasuredBaseline(line: WordLine, height: number): WordLine {
  const standing = line.words.filter(({ text }) => /[\p{L}\p{N}]/u.test(text) && !DESCENDING.test(text));
  const bottoms = standing.flatMap(({ text, bottom }) => Array<number>(text.length).fill(bottom));
  const own = (line.baseline.y0 + line.baseline.y1) / 2;
  const y = median(bottoms) ?? Math.min(LOWEST * height, Math.max(HIGHEST * height, own));
  return { ...line, baseline: { ...line.baseline, y0: y, y1: y } };
}

/** The range of the baseline in a crop, in its heights. */
const [HIGHEST, LOWEST] = [0.55, 0.85];

/** A text that fills a box, as a line. */
export function lineFilling(box: LineBox, { text, confidence }: { text: string; confidence: number }): WordLine {
  const right = (box.length / box.height) * NETWORK_HEIGHT;
  const [top, bottom] = [TOP * NETWORK_HEIGHT, BASELINE * NETWORK_HEIGHT];
  const line = {
    words: [{ text, confidence, left: 0, right, top, bottom }],
    baseline: { x0: 0, y0: bottom, x1: right, y1: bottom },
  };
  return toPagePosition(line, box, { height: NETWORK_HEIGHT, margin: 0 });
}

const NUMBER = /^(?:R\$)?[.,/:%-]*\d[\d.,/:%-]*$/;
const SURE_NUMBER = 0.9;
/** The top of the letters and the baseline in a crop, in its heights. */
const [TOP, BASELINE] = [0.27, 0.72];

/** The network's own reading, if it is confident and contains numbers only, which need no dictionary and no accents. */
function numbersOnlyLine(characters: Character[], margin: number): WordLine | null {
  const pieces = groupCharacters(characters, NETWORK_HEIGHT);
  if (pieces.length === 0 || !pieces.every(({ text, confidence }) => NUMBER.test(text) && confidence >= SURE_NUMBER))
    return null;
  const [top, bottom] = [TOP * NETWORK_HEIGHT + margin, BASELINE * NETWORK_HEIGHT + margin];
  const words = pieces.map(({ left, right, ...piece }) => ({
    ...piece,
    left: left + margin,
    right: right + margin,
    top,
    bottom,
  }));
  return { words, baseline: { x0: margin, y0: bottom, x1: margin + 1, y1: bottom } };
}
