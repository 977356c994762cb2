import type { PageImage, TextItem } from '../reading.ts';
import { readCharacters, STRIP_HEIGHT } from './characters.ts';
import type { Grey } from '../preprocessing/grey.ts';
import { piecesOf, type Piece } from './pieces.ts';
import { scaled } from './points.ts';
import { resize } from '../preprocessing/resize.ts';
import { see } from './seen.ts';
import { cutStrip, type Strip } from './strip.ts';

/** How far over the middle of a strip its text stands, and how large it is, in heights of the strip. */
const BASELINE = 0.22;
const SIZE = 0.62;

/** Widths, as parts of the true one, in which a strip is read until its digits are right. */
const WIDTHS = [1, 1.2, 0.85];

/** Whether the numbers that are looked for have been read, by their check digits for example. */
export type Satisfied = (items: TextItem[]) => boolean;

/**
 * Pieces of text read for the sake of their digits: embossed, coloured, in any typeface. Read again in other ways until
 * `satisfied`.
 */
export async function readDigits(sheet: PageImage, satisfied: Satisfied = () => true): Promise<TextItem[]> {
  const { picture, strips } = await see(sheet);
  // Without the network there is one reader only, and it has read the page already.
  if (!strips) return [];
  const readings: TextItem[][] = [];
  for (const width of WIDTHS) {
    const items = (await readStrips(picture, strips, width)).map((item) => scaled(item, 1 / sheet.scale));
    readings.push(items);
    if (satisfied(items)) return items;
  }
  return readings[0] ?? [];
}

async function readStrips(picture: Grey, strips: Strip[], width: number): Promise<TextItem[]> {
  const items: TextItem[] = [];
  for (const strip of strips) {
    const cut = cutStrip(picture, strip, STRIP_HEIGHT);
    const characters = (await readCharacters(await stretched(cut, width))) ?? [];
    items.push(...piecesOf(characters, STRIP_HEIGHT).map((piece) => asItem(piece, strip, width)));
  }
  return items;
}

const stretched = (cut: Grey, by: number) =>
  by === 1 ? cut : resize(cut, { width: Math.round(cut.width * by), height: cut.height });

function asItem({ text, left, right, confidence }: Piece, strip: Strip, width: number): TextItem {
  const step = strip.height / STRIP_HEIGHT / width;
  const place = (x: number) => x * step - strip.length / 2;
  const [cos, sin] = [Math.cos(strip.angle), Math.sin(strip.angle)];
  return {
    text,
    x: strip.x + place(left) * cos,
    y: strip.y + place((left + right) / 2) * sin + BASELINE * strip.height,
    width: (right - left) * step * cos,
    size: SIZE * strip.height,
    bold: false,
    confidence,
  };
}
