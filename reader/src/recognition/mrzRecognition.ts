import { type Grey, resize } from '../preprocessing/images.ts';
import { readCharacters, NETWORK_HEIGHT } from './characterNetwork.ts';
import { cropLine, withMargin, type LineBox } from './lineCrop.ts';
import type { DetectedPage } from './lineDetection.ts';
import { checkDigitsAgree, mrzLinesOf } from './mrzLines.ts';
import { SEGMENTATION, readWithTesseract } from './tesseract.ts';
import type { WordLine } from './words.ts';

const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<';
const RESOLUTION = 300;
const MARGIN = 8;
/** Heights of line crops for Tesseract, and a factor of the width for the network's second reading. */
const [HEIGHT, OTHER_HEIGHT] = [40, 52];
const WIDER = 1.15;

/** A row with fewer fillers or characters, or with blanks, is other text. */
const FEWEST_FILLERS = 2;
const SHORTEST = 24;

/** The lines of the machine-readable zone (MRZ) in a page image; null if there is none. */
export async function readMrzLines({ picture, boxes }: DetectedPage): Promise<string[] | null> {
  if (!boxes) return mrzLinesOf((await readAll(picture)).map((text) => [text]));
  const rows = (await Promise.all(longRows(boxes).map((row) => readByNetwork(picture, row)))).filter(({ first }) =>
    isMrzText(first),
  );
  const read = await Promise.all(rows.map(async ({ row, first }) => [first, await byTesseract(picture, row, HEIGHT)]));
  const lines = mrzLinesOf(read);
  const isSure = !lines || (checkDigitsAgree(lines) && read.every(agree));
  return isSure
    ? lines
    : mrzLinesOf(await Promise.all(rows.map((row, at) => readAgain(picture, row, read[at] as string[]))));
}

/** Whether both readings agree. Fillers are miscounted so often that their number does not count. */
const agree = (readings: string[]) => new Set(readings.map((text) => text.replace(/[\s<]+/g, '<'))).size === 1;

/** A row with its line crop and the network's reading of it. */
type RowReading = { row: LineBox; cut: Grey; first: string };

async function readByNetwork(picture: Grey, row: LineBox): Promise<RowReading> {
  const cut = cropLine(picture, row, NETWORK_HEIGHT);
  return { row, cut, first: await byNetwork(cut) };
}

/** Adds readings in other sizes, for characters that a check digit contradicts. */
async function readAgain(picture: Grey, { row, cut }: RowReading, before: string[]): Promise<string[]> {
  const wider = await resize(cut, { width: Math.round(cut.width * WIDER), height: cut.height });
  return [...before, await byNetwork(wider), await byTesseract(picture, row, OTHER_HEIGHT)];
}

const isMrzText = (text: string) =>
  text.length >= SHORTEST && !/\s\S*\s\S*\s/.test(text) && (text.match(/[<«]/g) ?? []).length >= FEWEST_FILLERS;

const byNetwork = async (cut: Grey) => ((await readCharacters(cut)) ?? []).map(({ text }) => text).join('');

async function byTesseract(picture: Grey, row: LineBox, height: number): Promise<string> {
  const cut = withMargin(cropLine(picture, row, height), MARGIN);
  const lines = await readWithTesseract(cut, {
    mode: SEGMENTATION.line,
    dotsPerInch: RESOLUTION,
    characters: CHARACTERS,
  });
  return lines.map(textOf).join('');
}

async function readAll(picture: Grey): Promise<string[]> {
  const lines = await readWithTesseract(picture, {
    mode: SEGMENTATION.lines,
    dotsPerInch: RESOLUTION,
    characters: CHARACTERS,
  });
  return lines.map(textOf);
}

const textOf = ({ words }: WordLine) => words.map(({ text }) => text).join('');

/** The least length of an MRZ line, in its heights. */
const LONG = 9;
const WIDEST_GAP = 4;
const NEXT_LINE = 3;
const MOST_MISSED = 12;
const STEEPEST = Math.PI / 4;

/** Rows long enough for an MRZ line, top to bottom. Boxes of one row, divided at fillers, are joined. */
function longRows(boxes: LineBox[]): LineBox[] {
  const rows: LineBox[] = [];
  // The ends of a steep box are nearly above each other: a row stretched along it would be endless.
  const level = boxes.filter(({ angle }) => Math.abs(angle) < STEEPEST);
  for (const box of level.toSorted((a, b) => a.x - b.x)) {
    const at = rows.findIndex((row) => continues(row, box));
    if (at < 0) rows.push(box);
    else rows[at] = joined(rows[at] as LineBox, box);
  }
  const long = rows.filter(({ length, height }) => length > LONG * height).toSorted((a, b) => a.y - b.y);
  return long.map((row) => long.filter((other) => isNext(row, other)).reduce(stretched, row));
}

const isNext = (row: LineBox, other: LineBox) => row !== other && Math.abs(row.y - other.y) < NEXT_LINE * row.height;

/** The row extended to the ends of the other line: both are equally long, but fillers may not have been detected. */
function stretched(row: LineBox, other: LineBox): LineBox {
  const [left, right] = [endOf(row, -1).x, endOf(row, 1).x];
  const start = Math.min(left, Math.max(endOf(other, -1).x, left - MOST_MISSED * row.height));
  const end = Math.max(right, Math.min(endOf(other, 1).x, right + MOST_MISSED * row.height));
  const middle = (start + end) / 2;
  return {
    ...row,
    x: middle,
    y: row.y + (middle - row.x) * Math.tan(row.angle),
    length: (end - start) / Math.cos(row.angle),
  };
}

const endOf = ({ x, y, length, angle }: LineBox, side: 1 | -1) => ({
  x: x + (side * length * Math.cos(angle)) / 2,
  y: y + (side * length * Math.sin(angle)) / 2,
});

function continues(row: LineBox, box: LineBox): boolean {
  const [end, start] = [endOf(row, 1), endOf(box, -1)];
  const isLevel = Math.abs(start.y - end.y) < 0.4 * Math.min(row.height, box.height);
  return isLevel && start.x - end.x < WIDEST_GAP * row.height && start.x > endOf(row, -1).x;
}

function joined(row: LineBox, box: LineBox): LineBox {
  const [start, end] = [endOf(row, -1), endOf(box, 1)];
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  return {
    x: (start.x + end.x) / 2,
    y: (start.y + end.y) / 2,
    length: Math.hypot(dx, dy),
    height: Math.max(row.height, box.height),
    angle: Math.atan2(dy, dx),
  };
}
