import { doubtLostAccents } from './accents.ts';
import { onBaseline } from './baseline.ts';
import { readCharacters, STRIP_HEIGHT, type Character } from './characters.ts';
import type { Grey } from '../preprocessing/grey.ts';
import { numbersIn } from './numbers.ts';
import { withRoomAbove } from './roomAbove.ts';
import { withoutRules } from './rules.ts';
import { isDoubtful, settle } from './secondOpinion.ts';
import { cutStrip, framed, placeOf, type Strip } from './strip.ts';
import { LOOK_FOR, readWords } from './tesseract.ts';
import { meanConfidence, withoutGuesses, type WordLine } from './words.ts';

/** Tesseract reads lines best at about its own height; a line read less surely is read again, cut higher. */
const LINE_HEIGHT = 40;
const OTHER_HEIGHT = 52;
const SURE = 0.85;
const LOST = 0.5;
/** A strip this many times as high as most may hold two lines. */
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

/** Words in a strip cut so high, with the margin around. */
type Reading = { lines: WordLine[]; strip: Strip; height: number };

/** Reads a page line by line, each where and as it stands. */
export async function readLines(picture: Grey, strips: Strip[]): Promise<WordLine[]> {
  const usual = strips.map(({ height }) => height).toSorted((a, b) => a - b)[strips.length >> 1] ?? 0;
  const level = strips.filter(({ angle }) => Math.abs(angle) < STEEPEST);
  const lines: WordLine[][] = [];
  const left = level.entries();
  const lane = async () => {
    for (const [at, strip] of left) lines[at] = await placedLines(picture, strip, strip.height > TALL * usual);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return lines.flat();
}

async function placedLines(picture: Grey, strip: Strip, isTall: boolean): Promise<WordLine[]> {
  const { lines, strip: read, height } = await readStrip(picture, strip, isTall);
  const sure = doubtLostAccents(lines, () => cutLine(picture, read, height)).map((line) =>
    lessSure(withoutGuesses(onBaseline(line, height + 2 * MARGIN)), Math.min(1, strip.height / CLEAR)),
  );
  return sure.map((line) => placeOf(line, read, { height, margin: MARGIN }));
}

const lessSure = (line: WordLine, by: number): WordLine => ({
  ...line,
  words: line.words.map((word) => (/\d/.test(word.text) ? { ...word, confidence: word.confidence * by } : word)),
});

async function readStrip(picture: Grey, strip: Strip, isTall: boolean): Promise<Reading> {
  const whole = withRoomAbove(picture, strip);
  const room = whole.height / strip.height;
  const first = await readAtHeight(picture, whole, room * LINE_HEIGHT);
  const words = wordsOf(first);
  if (words.length > 0 && !words.some(isDoubtful)) return first;
  const characters = await readCharacters(withoutRules(cutStrip(picture, strip, STRIP_HEIGHT)));
  const settled = withSecondOpinion(first, characters, strip);
  if (sureness(settled) >= SURE || isHopeless(settled, characters)) return settled;
  const other = isTall
    ? await readAtHeight(picture, whole, 2 * room * LINE_HEIGHT, LOOK_FOR.lines)
    : await readAtHeight(picture, whole, room * OTHER_HEIGHT);
  const again = withSecondOpinion(other, characters, strip);
  const best = sureness(again) > sureness(settled) ? again : settled;
  const numbers = numbersIn(characters ?? [], MARGIN);
  return numbers && sureness(best) < SURE ? { lines: [numbers], strip, height: STRIP_HEIGHT } : best;
}

async function readAtHeight(picture: Grey, strip: Strip, about: number, mode = LOOK_FOR.line): Promise<Reading> {
  const height = Math.round(about);
  return { lines: await readWords(cutLine(picture, strip, height), { mode, dotsPerInch: RESOLUTION }), strip, height };
}

/** As Tesseract is given it. */
const cutLine = (picture: Grey, strip: Strip, height: number) =>
  framed(withoutRules(cutStrip(picture, strip, height)), MARGIN);

/** The characters were read in a strip of their own, cut as high as the network wants it. */
function withSecondOpinion(reading: Reading, characters: Character[] | null, strip: Strip): Reading {
  if (!characters) return reading;
  const scale = reading.height / reading.strip.height / (STRIP_HEIGHT / strip.height);
  const placed = characters.map((character) => ({ ...character, x: character.x * scale + MARGIN }));
  return { ...reading, lines: reading.lines.map((line) => ({ ...line, words: settle(line.words, placed) })) };
}

/** Patterns, faces and specks that only look like text: neither reader makes anything of them. */
const isHopeless = (reading: Reading, characters: Character[] | null) =>
  characters !== null && sureness(reading) < LOST && meanConfidence(characters) < LOST;

const wordsOf = ({ lines }: Reading) => lines.flatMap(({ words }) => words);

const sureness = (reading: Reading) => meanConfidence(wordsOf(reading));
