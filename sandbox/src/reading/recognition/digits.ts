import type { Sheet, TextItem } from '../document.ts';
import { readCharacters, STRIP_HEIGHT, type Character } from './characters.ts';
import type { Grey } from './grey.ts';
import { recogniseText } from './recognise.ts';
import { scaled } from './points.ts';
import { resize } from './resize.ts';
import { see } from './seen.ts';
import { cutStrip, type Strip } from './strip.ts';

/** A gap this many times the usual step between characters parts two pieces of text. */
const WIDE_STEP = 2.2;
/** How far over the middle of a strip its text stands, and how large it is, in heights of the strip. */
const BASELINE = 0.22;
const SIZE = 0.62;

/** Widths, as parts of the true one, in which a strip is read until its digits are right. */
const WIDTHS = [1, 1.2, 0.85];

/** Whether the numbers that are looked for have been read, by their check digits for example. */
export type Satisfied = (items: TextItem[]) => boolean;

/** Pieces of text read for the sake of their digits: embossed, coloured, in any typeface. Read again in other ways until `satisfied`. */
export async function readDigits(sheet: Sheet, satisfied: Satisfied = () => true): Promise<TextItem[]> {
  const { picture, strips } = await see(sheet);
  // Without the network there is one reader only, and it has read the page already.
  if (!strips) return recogniseText(sheet);
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
    items.push(...piecesOf(characters).map((piece) => asItem(piece, strip, width)));
  }
  return items;
}

const stretched = (cut: Grey, by: number) => (by === 1 ? cut : resize(cut, { width: Math.round(cut.width * by), height: cut.height }));

/** Parted where a blank was read or a wide gap is. */
function piecesOf(characters: Character[]): Character[][] {
  const steps = characters.slice(1).map(({ x }, at) => x - (characters[at] as Character).x);
  const usual = steps.toSorted((a, b) => a - b)[steps.length >> 1] ?? 0;
  const pieces: Character[][] = [];
  characters.forEach((character, at) => {
    if (character.text === ' ') pieces.push([]);
    else if (at === 0 || pieces.length === 0 || (steps[at - 1] as number) > WIDE_STEP * usual) pieces.push([character]);
    else pieces.at(-1)?.push(character);
  });
  return pieces.filter((piece) => piece.length > 0);
}

function asItem(piece: Character[], strip: Strip, width: number): TextItem {
  const step = strip.height / STRIP_HEIGHT / width;
  const place = (x: number) => x * step - strip.length / 2;
  const [first, last] = [place((piece[0] as Character).x), place((piece.at(-1) as Character).x)];
  const half = piece.length > 1 ? (last - first) / (piece.length - 1) / 2 : strip.height / 4;
  const [cos, sin] = [Math.cos(strip.angle), Math.sin(strip.angle)];
  return {
    text: piece.map(({ text }) => text).join(''),
    x: strip.x + (first - half) * cos,
    y: strip.y + first * sin + BASELINE * strip.height,
    width: (last - first + 2 * half) * cos,
    size: SIZE * strip.height,
    bold: false,
    // A number is as sure as its weakest digit.
    confidence: Math.min(...piece.map(({ confidence }) => confidence)),
  };
}
