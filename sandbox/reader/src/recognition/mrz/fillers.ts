import { asProbabilities, type Cell, gridAt, type Grid } from './cells.ts';
import { FILLER } from './formats.ts';
import type { Row } from './rows.ts';

/** A row as a line of a zone: where its characters stand, in steps of its scores. */
export type ZoneLine = { row: Row; grid: Grid; cells: Cell[] };

/** Cells that certainly are fillers, and certainly are none, and how many of each tell what a filler looks like. */
const [CERTAIN, CERTAINLY_NONE] = [0.85, 0.05];
const ENOUGH = 4;
/** The size of a pattern, and how far it may be shifted to fit. */
const [WIDTH, HEIGHT] = [12, 20];
const SHIFTS = { across: [-1, 0, 1], down: [-2, -1, 0, 1, 2] };
/** The strongest that the comparison may speak against and for a filler, as a logarithm. */
const STRONGEST = { against: 1.5, for: 4 };
const STEEPNESS = 10;

/**
 * Small or blurred fillers are read as K, C or L. A zone has many fillers, so each character is compared with those that
 * are certain.
 */
export function weighFillers(lines: ZoneLine[]): Cell[][] {
  const cells = lines.map((line) => line.cells);
  const places = lines.flatMap((line) => line.cells.map((cell, at) => ({ line, cell, at, filler: cell[FILLER] ?? 0 })));
  const certain = places.filter(({ filler }) => filler >= CERTAIN);
  const others = places.filter(({ filler }) => filler <= CERTAINLY_NONE);
  if (certain.length < ENOUGH || others.length < ENOUGH) return cells;
  const pattern = normalised(meanOf(certain.map(({ line, at }) => patternAt(line, at, 0, 0))));
  const likenessAt = ({ line, at }: { line: ZoneLine; at: number }) =>
    Math.max(...SHIFTS.across.flatMap((dx) => SHIFTS.down.map((dy) => product(pattern, patternAt(line, at, dx, dy)))));
  const likeness = new Map(places.map((place) => [place.cell, likenessAt(place)]));
  const meanLikeness = (some: typeof places) => meanOf(some.map(({ cell }) => [likeness.get(cell) ?? 0]))[0] ?? 0;
  const [alike, unlike] = [meanLikeness(certain), meanLikeness(others)];
  if (alike - unlike < LEAST_DIFFERENCE) return cells;
  const timesLikelier = (cell: Cell) => {
    const side = ((likeness.get(cell) ?? 0) - (alike + unlike) / 2) / (alike - unlike);
    return Math.exp(Math.max(-STRONGEST.against, Math.min(STRONGEST.for, STEEPNESS * side)));
  };
  return cells.map((own) => own.map((cell) => withFiller(cell, timesLikelier(cell))));
}

const LEAST_DIFFERENCE = 0.15;

/** The cell with its filler so many times as likely. */
const withFiller = (cell: Cell, times: number): Cell =>
  cell[FILLER] === 0 ? cell : asProbabilities(cell.map((value, at) => (at === FILLER ? value * times : value)));

function patternAt({ row, grid }: ZoneLine, at: number, dx: number, dy: number): Float32Array {
  const { cut, scores } = row;
  const scale = cut.width / scores.steps;
  const middle = (gridAt(grid, at) + 0.5) * scale;
  const width = (grid.pitch + 2 * grid.growth * at) * scale;
  const values = new Float32Array(WIDTH * HEIGHT);
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) {
      const column = Math.round(middle + ((x + dx + 0.5) / WIDTH - 0.5) * width);
      const row = Math.round(((y + dy + 0.5) / HEIGHT) * cut.height);
      const inside =
        Math.max(0, Math.min(cut.height - 1, row)) * cut.width + Math.max(0, Math.min(cut.width - 1, column));
      values[y * WIDTH + x] = cut.data[inside] as number;
    }
  return normalised(values);
}

function normalised(values: Float32Array): Float32Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const size = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0)) || 1;
  return values.map((value) => (value - mean) / size);
}

const product = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, at) => sum + value * (b[at] as number), 0);

function meanOf(rows: ArrayLike<number>[]): Float32Array {
  const sum = new Float32Array(rows[0]?.length ?? 0);
  for (const row of rows) for (let at = 0; at < sum.length; at++) (sum[at] as number) += row[at] as number;
  return sum.map((value) => value / Math.max(1, rows.length));
}
