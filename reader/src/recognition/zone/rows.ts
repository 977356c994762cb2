import type { Strip } from '../strip.ts';

/** A line of a zone is long: at least this many times its height. */
const LONG = 9;
const WIDEST_GAP = 4;
const NEXT_LINE = 3;
const MOST_MISSED = 12;

/** Rows long enough for a line of a zone, top to bottom; fillers often part a row into several strips. */
export function longRows(strips: Strip[]): Strip[] {
  const rows: Strip[] = [];
  for (const strip of strips.toSorted((a, b) => a.x - b.x)) {
    const at = rows.findIndex((row) => continues(row, strip));
    if (at < 0) rows.push(strip);
    else rows[at] = joined(rows[at] as Strip, strip);
  }
  const long = rows.filter(({ length, height }) => length > LONG * height).toSorted((a, b) => a.y - b.y);
  return long.map((row) => long.filter((other) => isNext(row, other)).reduce(stretched, row));
}

const isNext = (row: Strip, other: Strip) => row !== other && Math.abs(row.y - other.y) < NEXT_LINE * row.height;

/** The lines of a zone are equally long, but fillers at their ends may not have been taken for text. */
function stretched(row: Strip, other: Strip): Strip {
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

const endOf = ({ x, y, length, angle }: Strip, side: 1 | -1) => ({
  x: x + (side * length * Math.cos(angle)) / 2,
  y: y + (side * length * Math.sin(angle)) / 2,
});

function continues(row: Strip, strip: Strip): boolean {
  const [end, start] = [endOf(row, 1), endOf(strip, -1)];
  const isLevel = Math.abs(start.y - end.y) < 0.4 * Math.min(row.height, strip.height);
  return isLevel && start.x - end.x < WIDEST_GAP * row.height && start.x > endOf(row, -1).x;
}

function joined(row: Strip, strip: Strip): Strip {
  const [start, end] = [endOf(row, -1), endOf(strip, 1)];
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  return {
    x: (start.x + end.x) / 2,
    y: (start.y + end.y) / 2,
    length: Math.hypot(dx, dy),
    height: Math.max(row.height, strip.height),
    angle: Math.atan2(dy, dx),
  };
}
