// Columns of running text, as contracts and newspapers have them.
import { RunningText } from './paragraphs.ts';
import { lineFrom, type Line, type Segment } from './segments.ts';

/** So many lines of both columns stand beside each other. */
const FEWEST = 4;
/** In points, how exactly the lines of a column begin below each other. */
const ALIGNED = 4;
/** In ems: the gap before a column, how far left of its edge a line may begin, and the gap below which others are a new text. */
const [GAP, INDENT, APART] = [0.8, 0.5, 4];
/** In ems: lines of two columns that are no farther apart stand beside each other. */
const BESIDE = 0.9;
/** So many edges are looked at: columns of numbers have them too. */
const MOST_EDGES = 4;

/** The lines of a page in the order in which they are read: a column to its end, then the next one. */
export function inColumns(lines: Line[]): Line[] {
  const starts = lines.map((_, at) => startsBehindGap(lines, at));
  for (const edge of edgesAmong(starts)) {
    const { from: top, to } = bandAt(lines, starts, edge);
    // Above the columns may stand a row of texts of its own.
    const first = lines.slice(top, to).findIndex(({ segments }) => segments.length < 3);
    const from = top + Math.max(0, first);
    const [left, right] = [true, false].map((isLeft) => sideOf(lines.slice(from, to), edge, isLeft));
    if ([left, right].every((side = []) => side.length >= FEWEST && new RunningText(side).isMost))
      return [
        ...inColumns(lines.slice(0, from)),
        ...inColumns(left as Line[]),
        ...inColumns(right as Line[]),
        ...inColumns(lines.slice(to)),
      ];
  }
  return lines;
}

/** Where texts begin behind a gap, on most lines first. */
function edgesAmong(starts: number[][]): number[] {
  const places = Map.groupBy(starts.flat(), (x) => Math.round(x / ALIGNED));
  return [...places]
    .map(([at, exact]) => [...exact, ...(places.get(at + 1) ?? [])])
    .filter(({ length }) => length >= FEWEST)
    .toSorted((a, b) => b.length - a.length)
    .slice(0, MOST_EDGES)
    .map((same) => Math.min(...same));
}

/** Where the texts of a line begin that have another one left of them: in their own line, or in one that reaches beside it. */
function startsBehindGap(lines: Line[], at: number): number[] {
  const { y, size, segments } = lines[at] as Line;
  const beside = [...segments];
  for (const step of [-1, 1])
    for (let other = at + step; Math.abs((lines[other]?.y ?? Infinity) - y) < BESIDE * size; other += step)
      beside.push(...(lines[other] as Line).segments);
  return segments.flatMap(({ x }) => {
    const before = Math.max(...beside.flatMap((text) => (text.x < x ? Math.min(text.right, x) : [])));
    return before > -Infinity && x - before > GAP * size ? [x] : [];
  });
}

/** The lines around the most of those that begin at an edge, until one that runs over it. */
function bandAt(lines: Line[], starts: number[][], edge: number): { from: number; to: number } {
  let [best, band] = [
    { from: 0, to: 0, count: 0 },
    { from: 0, to: 0, count: 0 },
  ];
  lines.forEach((line, at) => {
    const above = lines[at - 1] ?? line;
    const isOver = line.segments.some(({ x, right, size }) => x < edge - INDENT * size && right > edge);
    if (isOver || line.y - above.y > APART * line.size) band = { from: isOver ? at + 1 : at, to: at, count: 0 };
    if (isOver) return;
    band.to = at + 1;
    if (starts[at]?.some((x) => Math.abs(x - edge) < ALIGNED)) band.count++;
    if (band.count > best.count || band.from === best.from) best = { ...band };
  });
  return best;
}

/** What stands left of an edge, or from there on. */
const sideOf = (lines: Line[], edge: number, isLeft: boolean): Line[] =>
  lines.flatMap(({ segments }) => {
    const own = segments.filter(({ x, size }: Segment) => x < edge - INDENT * size === isLeft);
    return own.length > 0 ? [lineFrom(own, -Math.round(isLeft ? 1 : edge))] : [];
  });
