import type { PageImage } from '../../reading.ts';
import { readCharacters, STRIP_HEIGHT } from '../characters.ts';
import type { Grey } from '../../preprocessing/grey.ts';
import { resize } from '../../preprocessing/resize.ts';
import { see } from '../seen.ts';
import { cutStrip, framed, type Strip } from '../strip.ts';
import { LOOK_FOR, readWords } from '../tesseract.ts';
import type { WordLine } from '../words.ts';
import { isProved, linesOf } from './lines.ts';
import { longRows } from './rows.ts';

const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<';
const RESOLUTION = 300;
const MARGIN = 8;
/** Sizes in which lines are read: heights for one engine, and how much wider for the other. */
const [HEIGHT, OTHER_HEIGHT] = [40, 52];
const WIDER = 1.15;

/** A row with fewer fillers, or blanks among its characters, is writing of another sort. */
const FEWEST_FILLERS = 2;
const SHORTEST = 24;

/** The lines of the machine-readable zone in a picture; null if there is none. */
export async function readMrzLines(sheet: PageImage): Promise<string[] | null> {
  const { picture, strips } = await see(sheet);
  if (!strips) return linesOf((await readAll(picture)).map((text) => [text]));
  const rows = (await Promise.all(longRows(strips).map((row) => beginRow(picture, row)))).filter(({ first }) =>
    isOfZone(first),
  );
  const read = await Promise.all(rows.map(async ({ row, first }) => [first, await byTesseract(picture, row, HEIGHT)]));
  const zone = linesOf(read);
  const isSure = !zone || (isProved(zone) && read.every(agree));
  return isSure
    ? zone
    : linesOf(await Promise.all(rows.map((row, at) => readAgain(picture, row, read[at] as string[]))));
}

/** Fillers are miscounted so often that they say nothing. */
const agree = (readings: string[]) => new Set(readings.map((text) => text.replace(/[\s<]+/g, '<'))).size === 1;

type Begun = { row: Strip; cut: Grey; first: string };

async function beginRow(picture: Grey, row: Strip): Promise<Begun> {
  const cut = cutStrip(picture, row, STRIP_HEIGHT);
  return { row, cut, first: await byNetwork(cut) };
}

/** In other sizes, for the places where a check digit speaks against what was read. */
async function readAgain(picture: Grey, { row, cut }: Begun, before: string[]): Promise<string[]> {
  const wider = await resize(cut, { width: Math.round(cut.width * WIDER), height: cut.height });
  return [...before, await byNetwork(wider), await byTesseract(picture, row, OTHER_HEIGHT)];
}

const isOfZone = (text: string) =>
  text.length >= SHORTEST && !/\s\S*\s\S*\s/.test(text) && (text.match(/[<«]/g) ?? []).length >= FEWEST_FILLERS;

const byNetwork = async (cut: Grey) => ((await readCharacters(cut)) ?? []).map(({ text }) => text).join('');

async function byTesseract(picture: Grey, row: Strip, height: number): Promise<string> {
  const cut = framed(cutStrip(picture, row, height), MARGIN);
  const lines = await readWords(cut, { mode: LOOK_FOR.line, dotsPerInch: RESOLUTION, characters: CHARACTERS });
  return lines.map(textOf).join('');
}

async function readAll(picture: Grey): Promise<string[]> {
  const lines = await readWords(picture, { mode: LOOK_FOR.lines, dotsPerInch: RESOLUTION, characters: CHARACTERS });
  return lines.map(textOf);
}

const textOf = ({ words }: WordLine) => words.map(({ text }) => text).join('');
