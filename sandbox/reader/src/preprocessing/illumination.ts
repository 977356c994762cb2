import type { Grey } from './images.ts';

/** The least lightness of paper with text: darker places are pictures, or the table under the page. */
const DARKEST_PAPER = 70;
/** The lightness of the paper in a cell is this percentile of its pixels. */
const PAPER = 0.85;
/** Pixels so much lighter than that percentile are light text on a dark ground; there the text is the measure. */
const HIGHLIGHT = { rank: 0.985, contrast: 1.3 };
const CELLS_ACROSS = 48;
const SMALLEST_CELL = 12;
/** Paper whose lightness differs by less than this is evenly lit. */
const EVEN = 12;
const WHITE = 235;

type Cells = { values: Float32Array; across: number; down: number; side: number };

/** Divides by the lightness of the paper: shadows and tints become white. Evenly lit white paper is unchanged. */
export function evenIllumination(picture: Grey): Grey {
  const paper = smooth(paperOf(picture));
  return isEven(paper) ? picture : divide(picture, paper);
}

/** The lightness of the paper in each cell of a grid. */
function paperOf({ data, width, height }: Grey): Cells {
  const side = Math.max(SMALLEST_CELL, Math.ceil(Math.min(width, height) / CELLS_ACROSS));
  const [across, down] = [Math.ceil(width / side), Math.ceil(height / side)];
  const values = new Float32Array(across * down);
  const counts = new Uint32Array(256);
  for (let cell = 0; cell < values.length; cell++) {
    const [left, top] = [(cell % across) * side, Math.floor(cell / across) * side];
    const [right, bottom] = [Math.min(width, left + side), Math.min(height, top + side)];
    counts.fill(0);
    for (let y = top; y < bottom; y++)
      for (let x = left; x < right; x++) (counts[data[y * width + x] ?? 0] as number)++;
    values[cell] = Math.max(DARKEST_PAPER, paperLightness(counts, (right - left) * (bottom - top)));
  }
  return { values, across, down, side };
}

function paperLightness(counts: Uint32Array, total: number): number {
  const paper = percentile(counts, total * PAPER);
  const lightest = percentile(counts, total * HIGHLIGHT.rank);
  return lightest > HIGHLIGHT.contrast * paper ? lightest : paper;
}

function percentile(counts: Uint32Array, rank: number): number {
  let value = 0;
  let passed = counts[0] as number;
  while (passed < rank) passed += counts[++value] as number;
  return value;
}

/** The lightest neighbour, then the mean: the letters of a heavy heading are not paper. */
function smooth(cells: Cells): Cells {
  const lightest = overNeighbours(cells, (around) => Math.max(...around));
  return overNeighbours(lightest, (around) => around.reduce((sum, value) => sum + value, 0) / around.length);
}

function overNeighbours(cells: Cells, combine: (around: number[]) => number): Cells {
  const { values, across, down } = cells;
  const combined = values.map((_, cell) => {
    const [x, y] = [cell % across, Math.floor(cell / across)];
    const around: number[] = [];
    for (let row = Math.max(0, y - 1); row <= Math.min(down - 1, y + 1); row++)
      for (let column = Math.max(0, x - 1); column <= Math.min(across - 1, x + 1); column++)
        around.push(values[row * across + column] as number);
    return combine(around);
  });
  return { ...cells, values: combined };
}

function isEven({ values }: Cells): boolean {
  const sorted = values.toSorted();
  const low = sorted[Math.floor(sorted.length * 0.05)] as number;
  const high = sorted[Math.floor(sorted.length * 0.95)] as number;
  return high - low < EVEN && low > WHITE;
}

/** The lightness of the paper is interpolated between the centres of the cells, along their rows and then down. */
function divide({ data, width, height }: Grey, { values, across, down, side }: Cells): Grey {
  const even = new Uint8Array(data.length);
  const places = Array.from({ length: width }, (_, x) => between(x, side, across));
  const rows = Array.from({ length: down }, (_, row) =>
    Float64Array.from(places, ([left, right, share]) => {
      const before = values[row * across + left] as number;
      return before + share * ((values[row * across + right] as number) - before);
    }),
  );
  for (let y = 0, at = 0; y < height; y++) {
    const [top, bottom, share] = between(y, side, down);
    const [upper, lower] = [rows[top] as Float64Array, rows[bottom] as Float64Array];
    for (let x = 0; x < width; x++, at++) {
      const before = upper[x] as number;
      const paper = before + share * ((lower[x] as number) - before);
      even[at] = Math.min(255, ((data[at] as number) * 255) / paper);
    }
  }
  return { data: even, width, height };
}

/** The cells before and after a pixel, and how far it is from the centre of the first one to that of the second. */
function between(position: number, side: number, count: number): [number, number, number] {
  const place = Math.min(count - 1, Math.max(0, (position + 0.5) / side - 0.5));
  const first = Math.floor(place);
  return [first, Math.min(count - 1, first + 1), place - first];
}
