import type { Grey } from '../preprocessing/images.ts';

/** Parts of a region, each measured by itself: a code may fill a part of it only. */
const TILES = { across: 4, down: 8 };
/** Parts with fewer edges are ruled lines or blank. */
const FEWEST_EDGES = 6;
/** A share of the range of grey, and the least number of levels: a smaller step is noise. */
const EDGE = { share: 0.15, least: 4 };
const BEST = 4;

/**
 * How much the best parts of a region look like bars, from 0 to 1; cut out so that its bars are vertical. Most regions
 * found are writing.
 */
export function likenessToBars(cut: Grey): number {
  const shares: number[] = [];
  for (let row = 0; row < TILES.down; row++)
    for (let column = 0; column < TILES.across; column++) shares.push(verticalShare(cut, column, row));
  const best = shares.sort((a, b) => b - a).slice(0, BEST);
  return best.reduce((sum, share) => sum + share, 0) / BEST;
}

/** How much more the grey changes across than down: 1 for vertical bars, about 0.3 for writing. */
function verticalShare({ data, width, height }: Grey, column: number, row: number): number {
  const [left, right] = [
    Math.floor((width * column) / TILES.across),
    Math.floor((width * (column + 1)) / TILES.across),
  ];
  const [top, bottom] = [Math.floor((height * row) / TILES.down), Math.floor((height * (row + 1)) / TILES.down)];
  const sums = new Int32Array(right - left);
  let [across, down] = [0, 0];
  for (let y = Math.max(1, top); y < Math.min(height - 1, bottom); y++)
    for (let x = Math.max(1, left); x < Math.min(width - 1, right); x++) {
      const at = y * width + x;
      const dx = (data[at + 1] as number) - (data[at - 1] as number);
      const dy = (data[at + width] as number) - (data[at - width] as number);
      across += dx * dx;
      down += dy * dy;
      sums[x - left] = (sums[x - left] as number) + (data[at] as number);
    }
  const rows = Math.min(height - 1, bottom) - Math.max(1, top);
  // The first and the last column of the picture have no sum.
  const means = Array.from(sums.subarray(1, -1), (sum) => sum / Math.max(1, rows));
  return countEdges(means) < FEWEST_EDGES ? 0 : Math.max(0, (across - down) / (across + down + 1));
}

function countEdges(row: number[]): number {
  const step = Math.max(EDGE.least, EDGE.share * (Math.max(...row) - Math.min(...row)));
  let [edges, last, rises] = [0, row[0] as number, true];
  for (const value of row)
    if (rises ? value > last : value < last) last = value;
    else if (Math.abs(value - last) > step) [edges, last, rises] = [edges + 1, value, !rises];
  return edges;
}
