import type { Grey } from '../../preprocessing/images.ts';
import { type Cell, gridAt, type Grid } from './cells.ts';
import { MRZ_CHARACTERS } from './formats.ts';

/** A line of a zone: its crop, and where its characters stand, in steps of `steps` over the width of the crop. */
export type ZoneLine = { cut: Grey; grid: Grid; steps: number; cells: Cell[] };

const FILLER = MRZ_CHARACTERS.indexOf('<');
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
  const patterns = lines.map(({ cells, ...line }) => cells.map((_, at) => patternAt(line, at, 0, 0)));
  const isFiller = (cell: Cell) => (cell[FILLER] as number) >= CERTAIN;
  const certain = lines.flatMap(({ cells }, line) =>
    cells.flatMap((cell, at) => (isFiller(cell) ? [patterns[line]?.[at] as Float32Array] : [])),
  );
  const cells = lines.map((line) => line.cells);
  if (certain.length < ENOUGH) return cells;
  const filler = normalised(meanOf(certain));
  const likeness = lines.map((line) =>
    line.cells.map((_, at) =>
      Math.max(...SHIFTS.across.flatMap((dx) => SHIFTS.down.map((dy) => product(filler, patternAt(line, at, dx, dy))))),
    ),
  );
  const all = cells.flatMap((own, line) => own.map((cell, at) => ({ cell, like: likeness[line]?.[at] as number })));
  const alike = meanOf(all.filter(({ cell }) => isFiller(cell)).map(({ like }) => [like]))[0] ?? 0;
  const others = all.filter(({ cell }) => (cell[FILLER] as number) <= CERTAINLY_NONE);
  if (others.length < ENOUGH) return cells;
  const unlike = meanOf(others.map(({ like }) => [like]))[0] ?? 0;
  if (alike - unlike < LEAST_DIFFERENCE) return cells;
  return cells.map((own, line) =>
    own.map((cell, at) => {
      const side = ((likeness[line]?.[at] as number) - (alike + unlike) / 2) / (alike - unlike);
      return weighed(cell, Math.exp(Math.max(-STRONGEST.against, Math.min(STRONGEST.for, STEEPNESS * side))));
    }),
  );
}

const LEAST_DIFFERENCE = 0.15;

/** The cell with its filler so many times as likely. */
function weighed(cell: Cell, times: number): Cell {
  if (cell[FILLER] === 0) return cell;
  const changed = cell.map((value, at) => (at === FILLER ? value * times : value));
  const sum = changed.reduce((total, value) => total + value, 0);
  return changed.map((value) => value / sum);
}

function patternAt({ cut, grid, steps }: Omit<ZoneLine, 'cells'>, at: number, dx: number, dy: number): Float32Array {
  const scale = cut.width / steps;
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
