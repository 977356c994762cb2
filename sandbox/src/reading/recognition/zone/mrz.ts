import type { Sheet } from '../../document.ts';
import { readCharacters, STRIP_HEIGHT } from '../characters.ts';
import type { Grey } from '../grey.ts';
import { resize } from '../resize.ts';
import { see } from '../seen.ts';
import { cutStrip, framed, type Strip } from '../strip.ts';
import { LOOK_FOR, readWords } from '../tesseract.ts';
import { linesOf } from './lines.ts';
import { longRows } from './rows.ts';

const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<';
const RESOLUTION = 300;
const MARGIN = 8;
/** Each line is read in several sizes: heights for one engine, widths for the other. */
const HEIGHTS = [40, 52];
const WIDER = 1.15;

/** A row with fewer fillers, or blanks among its characters, is writing of another sort. */
const FEWEST_FILLERS = 2;
const SHORTEST = 24;

/** The lines of the machine-readable zone in a picture; null if there is none. */
export async function readMrzLines(sheet: Sheet): Promise<string[] | null> {
  const { picture, strips } = await see(sheet);
  if (!strips) return linesOf((await readAll(picture)).map((text) => [text]));
  const rows: string[][] = [];
  for (const row of longRows(strips)) rows.push(await readRow(picture, row));
  return linesOf(rows);
}

async function readRow(picture: Grey, row: Strip): Promise<string[]> {
  const cut = cutStrip(picture, row, STRIP_HEIGHT);
  const first = await byNetwork(cut);
  if (!isOfZone(first)) return [];
  const wider = await resize(cut, { width: Math.round(cut.width * WIDER), height: cut.height });
  return [first, await byNetwork(wider), ...(await byTesseract(picture, row))];
}

const isOfZone = (text: string) => text.length >= SHORTEST && !/\s\S*\s\S*\s/.test(text) && (text.match(/[<«]/g) ?? []).length >= FEWEST_FILLERS;

const byNetwork = async (cut: Grey) => ((await readCharacters(cut)) ?? []).map(({ text }) => text).join('');

async function byTesseract(picture: Grey, row: Strip): Promise<string[]> {
  const readings: string[] = [];
  for (const height of HEIGHTS) {
    const cut = framed(cutStrip(picture, row, height), MARGIN);
    const lines = await readWords(cut, { mode: LOOK_FOR.line, dotsPerInch: RESOLUTION, characters: CHARACTERS });
    readings.push(lines.map(({ words }) => words.map(({ text }) => text).join('')).join(''));
  }
  return readings;
}

async function readAll(picture: Grey): Promise<string[]> {
  const lines = await readWords(picture, { mode: LOOK_FOR.lines, dotsPerInch: RESOLUTION, characters: CHARACTERS });
  return lines.map(({ words }) => words.map(({ text }) => text).join(''));
}
