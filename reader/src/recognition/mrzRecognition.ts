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
/** Sizes in which lines are read: heights for one engine, and how much wider for the other. */
const [HEIGHT, OTHER_HEIGHT] = [40, 52];
const WIDER = 1.15;

/** A row with fewer fillers, or blanks among its characters, is writing of another sort. */
const FEWEST_FILLERS = 2;
const SHORTEST = 24;

/** The lines of the machine-readable zone in a picture; null if there is none. */
export async function readMrzLines({ picture, boxes }: DetectedPage): Promise<string[] | null> {
  if (!boxes) return mrzLinesOf((await readAll(picture)).map((text) => [text]));
  const rows = (await Promise.all(longRows(boxes).map((row) => beginRow(picture, row)))).filter(({ first }) =>
    isOfZone(first),
  );
  const read = await Promise.all(rows.map(async ({ row, first }) => [first, await byTesseract(picture, row, HEIGHT)]));
  const zone = mrzLinesOf(read);
  const isSure = !zone || (checkDigitsAgree(zone) && read.every(agree));
  return isSure
    ? zone
    : mrzLinesOf(await Promise.all(rows.map((row, at) => readAgain(picture, row, read[at] as string[]))));
}

/** Fillers are miscounted so often that they say nothing. */
const agree = (readings: string[]) => new Set(readings.map((text) => text.replace(/[\s<]+/g, '<'))).size === 1;

type Begun = { row: LineBox; cut: Grey; first: string };

async function beginRow(picture: Grey, row: LineBox): Promise<Begun> {
  const cut = cropLine(picture, row, NETWORK_HEIGHT);
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

/** A line of a zone is long: at least this many times its height. */
const LONG = 9;
const WIDEST_GAP = 4;
const NEXT_LINE = 3;
const MOST_MISSED = 12;

/** Rows long enough for a line of a zone, top to bottom; fillers often field a row into several boxes. */
function longRows(boxes: LineBox[]): LineBox[] {
  const rows: LineBox[] = [];
  for (const box of boxes.toSorted((a, b) => a.x - b.x)) {
    const at = rows.findIndex((row) => continues(row, box));
    if (at < 0) rows.push(box);
    else rows[at] = joined(rows[at] as LineBox, box);
  }
  const long = rows.filter(({ length, height }) => length > LONG * height).toSorted((a, b) => a.y - b.y);
  return long.map((row) => long.filter((other) => isNext(row, other)).reduce(stretched, row));
}

const isNext = (row: LineBox, other: LineBox) => row !== other && Math.abs(row.y - other.y) < NEXT_LINE * row.height;

/** The lines of a zone are equally long, but fillers at their ends may not have been taken for text. */
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
