import { setImmediate } from 'node:timers/promises';
import { type Grey, resize } from '../../preprocessing/images.ts';
import { NETWORK_HEIGHT, scoreCharacters } from '../characterNetwork.ts';
import { offsetOf } from '../../preprocessing/geometry.ts';
import { count, cropLine, type LineBox, slid } from '../lineCrop.ts';
import type { DetectedPage } from '../lineDetection.ts';
import { align, asProbabilities, type Cell, findGrid, type Grid, gridAt } from './cells.ts';
import { weighFillers, type ZoneLine } from './fillers.ts';
import {
  FILLER,
  hasValidCheckDigit,
  hasValidFinalDigit,
  MRZ_CHARACTERS,
  MRZ_FORMATS,
  type MrzFormat,
} from './formats.ts';
import { likeliestText, readFields } from './repair.ts';
import { isPageBudgetSpent } from '../../pageBudget.ts';
import { type Row, stretched, zonesIn } from './rows.ts';
import { readMrzByTesseract } from './tesseractReading.ts';

/**
 * The lines of a machine-readable zone, for each character whether it is too doubtful to be used, and where the lines
 * stand, if they were read from the pixels.
 */
export type MrzReading = { lines: string[]; doubts?: boolean[][]; boxes?: LineBox[] };

/** The machine-readable zone (MRZ) in a page image; null if there is none. */
export async function readMrz({ picture, boxes }: DetectedPage): Promise<MrzReading | null> {
  if (!boxes) return readMrzByTesseract(picture);
  // A machine-readable zone is the last text on its side of a document, so the lowest lines are read first.
  const zones = zonesIn(boxes)
    .toReversed()
    .map((zone) => ({ last: zone.slice(-LAST_ROWS), others: zone.slice(-MOST_ROWS, -LAST_ROWS), rows: [] as Row[] }));
  const candidates: Candidate[] = [];
  const isFound = () => candidates.some(isWhollyProven) || isPageBudgetSpent();
  for (const zone of zones) {
    if (isFound()) break;
    zone.rows = await readRows(picture, zone.last);
    candidates.push(...(await fittedFormats(zone.rows, NEAR_SHIFTS)));
    const longer = isFound() ? null : await readLonger(picture, zone.rows);
    if (!longer) continue;
    zone.rows = longer;
    candidates.push(...(await fittedFormats(longer, NEAR_SHIFTS)));
  }
  for (const zone of zones) {
    if (isFound()) break;
    if (zone.others.length === 0) continue;
    zone.rows.unshift(...(await readRows(picture, zone.others)));
    candidates.push(...(await fittedFormats(zone.rows, NEAR_SHIFTS)));
  }
  if (!candidates.some(isProven))
    for (const { rows } of zones) candidates.push(...(await fittedFormats(rows, FAR_SHIFTS)));
  // Of two documents in one picture the one that is read better counts.
  const [best] = candidates.filter(isProven).toSorted((a, b) => b.proven - a.proven || preference(b) - preference(a));
  if (!best) return null;
  const lines = await Promise.all(best.lines.map((line, at) => readAgain(picture, line, masksOf(best.format, at))));
  return asReading(best, weighFillers(lines));
}

const LAST_ROWS = 3;
const MOST_ROWS = 8;

const isProven = ({ proven }: Candidate) => proven >= LEAST_PROVEN;

/**
 * Whether every check digit is right. Lines of 44 characters that were not read to their end look like some of 36, whose
 * final digit is right once in ten times.
 */
const isWhollyProven = ({ proven, format: { lines, composite, length } }: Candidate) =>
  length !== SHORTER_LINE && proven === lines.flat().filter(({ checked }) => checked).length + (composite ? 1 : 0);

const SHORTER_LINE = 36;
/** Two candidates are about as likely if the logarithms of their scores differ by less: then the one of longer lines. */
const ABOUT_AS_LIKELY = 0.06;

const preference = ({ score, format: { length } }: Candidate) =>
  score - (length === SHORTER_LINE ? ABOUT_AS_LIKELY : 0);

/** A zone needs so many fields whose check digit is right as they were read, and this mean logarithm of its scores. */
const LEAST_PROVEN = 2;
const LEAST_SCORE = -1.2;

/** Rows as the lines of a format. `proven`: how many check digits are right. */
type Candidate = { format: MrzFormat; lines: ZoneLine[]; score: number; proven: number };

async function readRows(picture: Grey, boxes: LineBox[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const box of boxes) {
    const cut = cropLine(picture, box, NETWORK_HEIGHT);
    const scores = await scoreCharacters(cut, MRZ_CHARACTERS);
    if (scores) rows.push({ box, cut, scores, grid: findGrid(scores) });
  }
  return rows;
}

/**
 * The rows read again as long as the longest line that begins where one of them does, because detection misses fillers at
 * the ends of all lines; null where they are as long already.
 */
async function readLonger(picture: Grey, rows: Row[]): Promise<Row[] | null> {
  if (fillersIn(rows) < FEWEST_FILLERS) return null;
  const ends = rows.filter(({ grid }) => grid !== null).map((row) => longestLineIn(row, picture));
  const longer = rows.map(({ box }) => stretched(box, [box, ...ends]));
  const isLonger = longer.some(({ length, height }, at) => length > (rows[at] as Row).box.length + LONGER * height);
  return isLonger ? readRows(picture, longer) : null;
}

/** In heights, beyond the margin that a row is given. */
const LONGER = 2.5;
const LONGEST_LINE = Math.max(...MRZ_FORMATS.map(({ length }) => length));

/** The longest line that the grid of a row begins, as far as it is in the picture. */
function longestLineIn({ box, grid, scores }: Row, { width }: Grey): LineBox {
  const step = box.length / scores.steps;
  const { first, pitch } = grid as Grid;
  const right = (first + LONGEST_LINE * pitch - scores.steps / 2) * step;
  const inPicture = (width - box.x) / Math.cos(box.angle);
  const end = Math.max(box.length / 2, Math.min(right, inPicture));
  const length = box.length / 2 + end;
  return { ...slid(box, end - length / 2), length };
}

async function fittedFormats(rows: Row[], shifts: number[]): Promise<Candidate[]> {
  const candidates: Candidate[] = [];
  for (const first of rows.keys())
    for (const format of MRZ_FORMATS) {
      const own = rows.slice(first, first + format.lines.length);
      if (own.length < format.lines.length || fillersIn(own) < FEWEST_FILLERS) continue;
      // Hundreds of attempts may take seconds, and this process must show meanwhile that it goes on.
      await setImmediate();
      if (isPageBudgetSpent()) return candidates;
      const candidate = fitted(own, format, shifts);
      if (candidate) candidates.push(candidate);
    }
  return candidates;
}

/** Every zone has fillers between and behind the names; of dozens the network reads at least these. */
const FEWEST_FILLERS = 2;

const fillersIn = (rows: Row[]): number =>
  rows.reduce(
    (sum, { scores: { steps, values } }) =>
      sum + count(0, steps, (step) => (values[step * (MRZ_CHARACTERS.length + 1) + FILLER] as number) > 0.5),
    0,
  );

/**
 * The lines of a zone begin below each other, so one that can be told where its characters stand says it of the others.
 * It may begin some characters earlier or later than what was read of it.
 */
function fitted(rows: Row[], format: MrzFormat, shifts: number[]): Candidate | null {
  const anchors = rows.filter(({ grid }) => grid !== null);
  const lineAt = new Map<string, Line>();
  const line = (row: Row, at: number, grid: Grid): Line => {
    const key = `${at} ${Math.round(4 * grid.first)} ${Math.round(100 * grid.pitch)}`;
    const known = lineAt.get(key) ?? { row, grid, ...align(row.scores, masksOf(format, at), grid) };
    lineAt.set(key, known);
    return known;
  };
  const possible = anchors.flatMap((anchor) =>
    shifts.map((shift) => {
      const start = moved(anchor.grid as Grid, shift);
      return rows.map((row, at) => {
        const grids = row === anchor ? [{ grid: start, off: 0 }] : gridsBelow(anchor, start, row);
        return grids
          .map(({ grid, off }) => {
            const own = line(row, at, grid);
            return { ...own, score: own.score - (SLANT_COST * off ** 2) / row.scores.steps };
          })
          .reduce((best, one) => (one.score > best.score ? one : best));
      });
    }),
  );
  const scoreOf = (lines: Line[]) => lines.reduce((sum, { score }) => sum + score, 0) / lines.length;
  const [lines] = possible.toSorted((a, b) => scoreOf(b) - scoreOf(a));
  if (!lines || scoreOf(lines) < LEAST_SCORE) return null;
  return { format, lines, score: scoreOf(lines), proven: provenIn(lines, format) };
}

type Line = ZoneLine & { score: number };

const NEAR_SHIFTS = [0, -1, 1];
/** Where other text stands beside a line, or its beginning was not read. */
const FAR_SHIFTS = [0, -1, 1, -2, 2, -3, 3, -4, 4, -5, 5, -6, 6];

const moved = ({ first, pitch, growth }: Grid, by: number): Grid => ({
  first: first + by * pitch + by * by * growth,
  pitch: pitch + 2 * by * growth,
  growth,
});

/** In pitches, how far the beginning of a line may be from below that of another: perspective slants the edge. */
const SLANT = 0.8;
/** What it costs, as a logarithm, to begin a whole pitch beside the line above; less so in between. */
const SLANT_COST = 20;

/** Where the characters of a row can stand if those of another row stand so, and how far beside it that begins. */
function gridsBelow(anchor: Row, grid: Grid, row: Row): { grid: Grid; off: number }[] {
  const step = ({ box, scores }: Row) => box.length / scores.steps;
  const scale = step(anchor) / step(row);
  const along = (grid.first + 0.5 - anchor.scores.steps / 2) * step(anchor) - offsetOf(anchor.box, row.box).along;
  const first = along / step(row) + row.scores.steps / 2 - 0.5;
  const same = { grid: { first, pitch: grid.pitch * scale, growth: grid.growth * scale }, off: 0 };
  const { grid: own } = row;
  if (!own || Math.abs(own.pitch / same.grid.pitch - 1) > SAME_PITCH) return [same];
  const nearest = Math.round((first - own.first) / own.pitch);
  const possible = [nearest - 1, nearest, nearest + 1].map((by) => moved(own, by));
  return [
    same,
    ...possible
      .map((one) => ({ grid: one, off: Math.abs(one.first - first) / own.pitch }))
      .filter(({ off }) => off < SLANT),
  ];
}

const SAME_PITCH = 0.15;

const masksOf = ({ lines }: MrzFormat, at: number): string[] =>
  (lines[at] ?? []).flatMap(({ from, to, characters, checked }) =>
    Array.from({ length: to - from }, (_, place) =>
      checked && place === to - from - 1 && characters === MRZ_CHARACTERS ? CHECK_DIGITS : characters,
    ),
  );

const CHECK_DIGITS = '0123456789<';

function provenIn(lines: ZoneLine[], format: MrzFormat): number {
  const texts = lines.map(({ cells }) => likeliestText(cells));
  const right = format.lines.flatMap((fields, line) =>
    fields.filter(({ from, to, checked }) => checked && hasValidCheckDigit((texts[line] as string).slice(from, to))),
  );
  return right.length + (hasValidFinalDigit(texts, format) ? 1 : 0);
}

/**
 * The line alone, at another width and with more room above and below: what both readings say is likelier. Text beside
 * the line, and the empty room that detection leaves, make the network less sure of it.
 */
async function readAgain(picture: Grey, line: ZoneLine, masks: string[]): Promise<ZoneLine> {
  const { grid, cells } = line;
  const { from, to } = extentOf(line);
  const box = lineBoxOf(line);
  const cut = cropLine(picture, { ...box, height: ROOMIER * box.height }, NETWORK_HEIGHT);
  const wider = await resize(cut, { width: Math.round(WIDER * cut.width), height: cut.height });
  const again = await scoreCharacters(wider, MRZ_CHARACTERS);
  if (!again) return line;
  const by = again.steps / (to - from);
  const second = align(again, masks, {
    first: (grid.first + 0.5 - from) * by - 0.5,
    pitch: grid.pitch * by,
    growth: grid.growth * by,
  }).cells;
  return { ...line, cells: cells.map((cell, place) => combined(cell, second[place] as Cell)) };
}

/** Where a line begins and ends with a margin on both sides, in steps of its scores. */
const extentOf = ({ grid, cells }: ZoneLine) => ({
  from: gridAt(grid, -MARGIN) + 0.5,
  to: gridAt(grid, cells.length - 1 + MARGIN) + 0.5,
});

/** The part of a row that is a line of the zone. */
function lineBoxOf(line: ZoneLine): LineBox {
  const { box, scores } = line.row;
  const { from, to } = extentOf(line);
  const step = box.length / scores.steps;
  return { ...slid(box, ((from + to) / 2 - scores.steps / 2) * step), length: (to - from) * step };
}

/** What two readings say together; as they see the same pixels, each counts a little less than one of its own. */
function combined(one: Cell, other: Cell): Cell {
  const product = one.map((value, at) =>
    value === 0 ? 0 : (Math.max(FLOOR, value) * Math.max(FLOOR, other[at] as number)) ** WEIGHT,
  );
  return asProbabilities(product);
}

/** No reading rules a character out. */
const FLOOR = 0.002;
const WEIGHT = 0.75;
const [ROOMIER, WIDER] = [1.12, 1.25];
/** In pitches, on both sides of the line. */
const MARGIN = 1.2;

/** Of a field with a check digit all characters are doubtful, or none. */
function asReading({ lines, format }: Candidate, cells: Cell[][]): MrzReading {
  const nameLine = format.lines.length === 3 ? 2 : 0;
  const read = readFields(cells, format);
  return {
    lines: read.map((fields, at) => {
      const line = fields.map(({ text }) => text).join('');
      return at === nameLine ? onlyFillersBehindNames(line, at === 0 ? 5 : 0) : line;
    }),
    doubts: read.map((fields) => fields.flatMap(({ doubts }) => doubts)),
    boxes: lines.map(lineBoxOf),
  };
}

/** Two fillers divide surname and given names; behind the next two nothing stands. The state may end with fillers. */
const onlyFillersBehindNames = (line: string, start: number) =>
  line.slice(0, start) +
  line.slice(start).replace(/^(.+?<<[^<].*?<<).*/, (whole, names: string) => names.padEnd(whole.length, '<'));
