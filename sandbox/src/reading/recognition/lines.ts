import { readCharacters, STRIP_HEIGHT } from './characters.ts';
import type { Grey } from './grey.ts';
import { isDoubtful, settle } from './secondOpinion.ts';
import { cutStrip, framed, placeOf, type Strip } from './strip.ts';
import { LOOK_FOR, readWords } from './tesseract.ts';
import { meanConfidence, withoutGuesses, type WordLine } from './words.ts';

/** Tesseract reads lines best at about its own height. */
const LINE_HEIGHT = 40;
/** A line read less surely is read again, cut higher. */
const SURE = 0.85;
const OTHER_HEIGHT = 52;
const MARGIN = 8;
const RESOLUTION = 300;
/** Text that runs up or down the page is no line of it. */
const STEEPEST = Math.PI / 4;

/** Reads a page line by line, each where and as it stands. */
export async function readLines(picture: Grey, strips: Strip[]): Promise<WordLine[]> {
  const lines: WordLine[] = [];
  for (const strip of strips.filter(({ angle }) => Math.abs(angle) < STEEPEST)) lines.push(...(await readStrip(picture, strip)));
  return lines;
}

async function readStrip(picture: Grey, strip: Strip): Promise<WordLine[]> {
  const best = await readBest(picture, strip);
  const lines = best.lines.map((line) => placeOf(line, strip, { height: best.height, margin: MARGIN }));
  return lines.map(withoutGuesses);
}

async function readBest(picture: Grey, strip: Strip): Promise<Reading> {
  const first = await readAtHeight(picture, strip, LINE_HEIGHT);
  if (sureness(first) >= SURE) return first;
  const again = await readAtHeight(picture, strip, OTHER_HEIGHT);
  return sureness(again) > sureness(first) ? again : first;
}

type Reading = { lines: WordLine[]; height: number };

async function readAtHeight(picture: Grey, strip: Strip, height: number): Promise<Reading> {
  const cut = framed(cutStrip(picture, strip, height), MARGIN);
  const lines = await readWords(cut, { mode: LOOK_FOR.line, dotsPerInch: RESOLUTION });
  return { lines: await withSecondOpinion(lines, picture, strip, height), height };
}

const sureness = ({ lines }: Reading) => meanConfidence(lines.flatMap(({ words }) => words));

async function withSecondOpinion(lines: WordLine[], picture: Grey, strip: Strip, height: number): Promise<WordLine[]> {
  if (!lines.some(({ words }) => words.some(isDoubtful))) return lines;
  const characters = await readCharacters(cutStrip(picture, strip, STRIP_HEIGHT));
  if (!characters) return lines;
  const placed = characters.map((character) => ({ ...character, x: (character.x * height) / STRIP_HEIGHT + MARGIN }));
  return lines.map((line) => ({ ...line, words: settle(line.words, placed) }));
}
