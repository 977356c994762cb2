import type { Grey } from '../preprocessing/images.ts';
import { markLostAccents } from './accents.ts';
import { readCharacters, NETWORK_HEIGHT, type Character, groupCharacters } from './characterNetwork.ts';
import { withAccentRoom, withoutRulings, cropLine, withMargin, placeOf, type LineBox } from './lineCrop.ts';
import { SEGMENTATION, readWithTesseract } from './tesseract.ts';
import { isDoubtful, mergeReadings, meanConfidence, withoutGuesses, type WordLine } from './words.ts';

/** Tesseract reads lines best at about its own height; a line read less surely is read again, cut higher. */
const LINE_HEIGHT = 40;
const OTHER_HEIGHT = 52;
const SURE = 0.85;
const LOST = 0.5;
/** A box this many times as high as most may hold two lines. */
const TALL = 1.7;
const MARGIN = 8;
/** Lines that wait for the engines; enough to keep them busy while this thread does something else. */
const LANES = 24;
const RESOLUTION = 300;
/**
 * Print this many pixels high, with the white around it, is read as well as it can be. In smaller print signs between
 * digits get lost.
 */
const CLEAR = 24;
/** Text that runs up or down the page is no line of it. */
const STEEPEST = Math.PI / 4;

/** Words in a box cut so high, with the margin around. */
type Reading = { lines: WordLine[]; box: LineBox; height: number };

/** Reads a page line by line, each where and as it stands. */
export async function readLines(picture: Grey, boxes: LineBox[]): Promise<WordLine[]> {
  const usual = boxes.map(({ height }) => height).toSorted((a, b) => a - b)[boxes.length >> 1] ?? 0;
  const level = boxes.filter(({ angle }) => Math.abs(angle) < STEEPEST);
  const lines: WordLine[][] = [];
  const left = level.entries();
  const lane = async () => {
    for (const [at, box] of left) lines[at] = await placedLines(picture, box, box.height > TALL * usual);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return lines.flat();
}

async function placedLines(picture: Grey, box: LineBox, isTall: boolean): Promise<WordLine[]> {
  const { lines, box: read, height } = await readLineBox(picture, box, isTall);
  const sure = markLostAccents(lines, () => cutLine(picture, read, height)).map((line) =>
    lessSure(withoutGuesses(withMeasuredBaseline(line, height + 2 * MARGIN)), Math.min(1, box.height / CLEAR)),
  );
  return sure.map((line) => placeOf(line, read, { height, margin: MARGIN }));
}

const lessSure = (line: WordLine, by: number): WordLine => ({
  ...line,
  words: line.words.map((word) => (/\d/.test(word.text) ? { ...word, confidence: word.confidence * by } : word)),
});

async function readLineBox(picture: Grey, box: LineBox, isTall: boolean): Promise<Reading> {
  const whole = withAccentRoom(picture, box);
  const room = whole.height / box.height;
  const first = await readAtHeight(picture, whole, room * LINE_HEIGHT);
  const words = wordsOf(first);
  if (words.length > 0 && !words.some(isDoubtful)) return first;
  const characters = await readCharacters(withoutRulings(cropLine(picture, box, NETWORK_HEIGHT)));
  const merged = withSecondOpinion(first, characters, box);
  if (sureness(merged) >= SURE || isHopeless(merged, characters)) return merged;
  const other = isTall
    ? await readAtHeight(picture, whole, 2 * room * LINE_HEIGHT, SEGMENTATION.lines)
    : await readAtHeight(picture, whole, room * OTHER_HEIGHT);
  const again = withSecondOpinion(other, characters, box);
  const best = sureness(again) > sureness(merged) ? again : merged;
  const numbers = numbersOnlyLine(characters ?? [], MARGIN);
  return numbers && sureness(best) < SURE ? { lines: [numbers], box, height: NETWORK_HEIGHT } : best;
}

async function readAtHeight(picture: Grey, box: LineBox, about: number, mode = SEGMENTATION.line): Promise<Reading> {
  const height = Math.round(about);
  return {
    lines: await readWithTesseract(cutLine(picture, box, height), { mode, dotsPerInch: RESOLUTION }),
    box,
    height,
  };
}

/** As Tesseract is given it. */
const cutLine = (picture: Grey, box: LineBox, height: number) =>
  withMargin(withoutRulings(cropLine(picture, box, height)), MARGIN);

/** The characters were read in a box of their own, cut as high as the network wants it. */
function withSecondOpinion(reading: Reading, characters: Character[] | null, box: LineBox): Reading {
  if (!characters) return reading;
  const scale = reading.height / reading.box.height / (NETWORK_HEIGHT / box.height);
  const placed = characters.map((character) => ({ ...character, x: character.x * scale + MARGIN }));
  return { ...reading, lines: reading.lines.map((line) => ({ ...line, words: mergeReadings(line.words, placed) })) };
}

/** Patterns, faces and specks that only look like text: neither reader makes anything of them. */
const isHopeless = (reading: Reading, characters: Character[] | null) =>
  characters !== null && sureness(reading) < LOST && meanConfidence(characters) < LOST;

const wordsOf = ({ lines }: Reading) => lines.flatMap(({ words }) => words);

const sureness = (reading: Reading) => meanConfidence(wordsOf(reading));

/** Signs that reach under the line. */
const HANGING = /[gjpqyçÇQ,;()[\]{}|/\\@$_]/;

/**
 * The line with its baseline where most of its words stand; the engine's own guess is far off where words are short.
 * `height`: of the level box.
 */
function withMeasuredBaseline(line: WordLine, height: number): WordLine {
  const standing = line.words.filter(({ text }) => /[\p{L}\p{N}]/u.test(text) && !HANGING.test(text));
  const bottoms = standing
    .flatMap(({ text, bottom }) => Array<number>(text.length).fill(bottom))
    .toSorted((a, b) => a - b);
  const own = (line.baseline.y0 + line.baseline.y1) / 2;
  const y = bottoms[bottoms.length >> 1] ?? Math.min(LOWEST * height, Math.max(HIGHEST * height, own));
  return { ...line, baseline: { ...line.baseline, y0: y, y1: y } };
}

/** Where the baseline of a single line in a box can be. */
const [HIGHEST, LOWEST] = [0.55, 0.85];

const NUMBER = /^(?:R\$)?[\d.,/:%-]*\d[\d.,/:%-]*$/;
const SURE_NUMBER = 0.9;
/** Where a line stands in its box, in heights of the box. */
const [TOP, BASELINE] = [0.27, 0.72];

/**
 * A box with nothing but numbers needs no dictionary and no accents; null if it has anything else, or they are not
 * sure.
 */
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
