import { parseAmount } from '../text/amounts.ts';
import { hasLabel, isProse, isQuantity, isUpperCase, isValueLike, labelStrength, splitLabelled } from './labels.ts';
import { isSameStyle, isStaggered, overlap, segmentFrom, splitBefore, type Line, type Segment } from './segments.ts';

/** `strong`: its style alone tells it from the rows. `lines`: how many lines it takes. */
export type Header = { cells: Segment[]; lines: number; y: number; size: number; strong: boolean };

const LONGEST = 40;
/** Two lines of one header are this much closer than header and body. */
const TIGHT = 1.45;
/** Words of one text are no farther apart, in ems. */
const NEXT_ITEM = 0.3;

/** The table header that starts at this line, if there is one. */
export function headerAt(lines: Line[], at: number): Header | null {
  const [first, second] = lines.slice(at, at + 2) as [Line, Line | undefined];
  const levels = levelsFrom(lines.slice(at, at + 4).map(withItemsApart));
  const cells = levels ? joinLevels(levels) : null;
  if (levels && cells) return asHeader(cells, levels.length, levels.at(-1) as Line, lines[at + levels.length]);
  // Over bold heads of rows stands a bold head, too.
  const others = second?.segments[0]?.bold ? first.segments.slice(1) : first.segments;
  const isHeader = first.segments.length >= 2 && first.segments.every(canBeHeaderCell) && isSameWeight(others);
  return isHeader ? asHeader(first.segments, 1, first, second) : null;
}

function asHeader(cells: Segment[], lines: number, last: Line, body: Line | undefined): Header | null {
  const strong = cells.every(({ bold }) => bold) || isCapitalHeader(cells, body);
  const named = cells.filter(({ text }) => labelStrength(text) >= 2).length;
  if (cells.filter(({ text }) => /:\s*$/.test(text)).length > cells.length / 3) return null;
  if (!strong && cells.length < 3 && named < cells.length) return null;
  return { cells, lines, y: last.y, size: last.size, strong };
}

const isSameWeight = (cells: Segment[]) => cells.every(({ bold }) => bold === cells[0]?.bold);

/** Known labels in capitals above text that is not. */
const isCapitalHeader = (cells: Segment[], body: Line | undefined) =>
  cells.every(({ text }) => isUpperCase(text)) &&
  // Of two, one may be a label and the other its value.
  cells.filter(({ text }) => labelStrength(text) >= 2).length >= Math.max(2, cells.length / 2) &&
  (body?.segments.some(({ text }) => /\p{Ll}/u.test(text)) ?? false);

function canBeHeaderCell(segment: Segment): boolean {
  const { text } = segment;
  if ((splitLabelled(text)?.value ?? '') !== '' || text.length > LONGEST || isProse(segment)) return false;
  return /\p{L}|%|#/u.test(text) && !/\d{2,}/.test(text) && !/[.;]$/.test(text.replace(/(?:\b\p{L}{1,6}\.)+$/u, ''));
}

/** Cells that are as near to each other as words, if they are texts of their own. */
function itemsOf(cell: Segment): Segment[] {
  const { words, size } = cell;
  const apart = (at: number) => words[at]?.begins && words[at].x - (words[at - 1]?.right ?? 0) > NEXT_ITEM * size;
  return splitBefore(cell, [...words.keys()].filter(apart));
}

const withItemsApart = (line: Line): Line => ({
  ...line,
  segments: line.segments.flatMap((cell) => (cell.words.every(({ begins }) => begins) ? [cell] : itemsOf(cell))),
});

/** The lines of a header of two, or of three that are closer than lines of text: in its middle, cells as high as all. */
function levelsFrom([first, second, third, fourth]: (Line | undefined)[]): Line[] | null {
  if (!first || !second || !third) return null;
  const isHigh = isStaggered(first, second) && isStaggered(second, third);
  const levels = isHigh ? [first, second, third] : [first, second];
  const [above, last, body] = isHigh ? [second, third, fourth] : [first, second, third];
  const areAlike = levels.slice(1).every((line, at) => isNextLine(levels[at] as Line, line));
  return areAlike && body && body.y - last.y >= 1.1 * (last.y - above.y) ? levels : null;
}

function isNextLine(above: Line, line: Line): boolean {
  const [one] = above.segments;
  const areCapitals = ({ segments }: Line) => segments.every(({ text }) => isUpperCase(text));
  if (line.y - above.y > TIGHT * Math.max(above.size, line.size) || areCapitals(above) !== areCapitals(line))
    return false;
  const cells = [...above.segments, ...line.segments];
  return (
    cells.every((cell) => canBeHeaderCell(cell) && one && isSameStyle(one, cell)) &&
    !line.segments.some(({ text }) => isValueLike(text))
  );
}

/** The columns under a header of several lines: a cell over one or several others begins their names. */
function joinLevels(levels: Line[]): Segment[] | null {
  let columns = (levels.at(-1) as Line).segments;
  for (const [at, { segments }] of [...levels.entries()].slice(0, -1).toReversed()) {
    // Over cells as high as two lines, there are only heads of several columns.
    const areHeads = levels.length > 2 && at === 0;
    const heads = segments.filter((cell) => areHeads || columns.some((column) => overlap(column, cell)));
    const found = runsUnder(heads, columns, levels.length > 2 ? NEXT_ITEM * (heads[0]?.size ?? 0) : 0);
    if (!found) return null;
    const named = columns.map((column) => {
      const over = found.runs.findIndex((run) => run.includes(column));
      return over < 0 ? column : underHead(column, heads[over] as Segment, found.runs[over]?.length === 1);
    });
    columns = [...named, ...segments.filter((cell) => !heads.includes(cell))].toSorted((a, b) => a.x - b.x);
  }
  return columns.length < 3 ? null : columns;
}

function underHead(column: Segment, head: Segment, isAlone: boolean): Segment {
  const named = segmentFrom([...head.words, ...column.words], column);
  const [x, right] = isAlone
    ? [Math.min(column.x, head.x), Math.max(column.right, head.right)]
    : [column.x, column.right];
  return { ...named, x, right };
}

/** Which neighbouring columns each cell over them heads: it stands in the middle of them, or at an edge. */
function runsUnder(
  [head, ...others]: Segment[],
  columns: Segment[],
  costOfNone: number,
): { runs: Segment[][]; cost: number } | null {
  if (!head) return { runs: [], cost: columns.length * costOfNone };
  let best: ReturnType<typeof runsUnder> = null;
  for (const from of columns.keys())
    for (let to = from + 1; to <= columns.length; to++) {
      const run = columns.slice(from, to);
      const [x, right] = [run[0]?.x ?? 0, run.at(-1)?.right ?? 0];
      if (!overlap({ x, right }, head) || run.some((column) => isStaggered(head, column))) continue;
      const rest = runsUnder(others, columns.slice(to), costOfNone);
      const offs = [head.x - x, head.right - right, (head.x + head.right - x - right) / 2];
      const cost = Math.min(...offs.map(Math.abs)) + from * costOfNone + (rest?.cost ?? 0);
      if (rest && (!best || cost < best.cost)) best = { runs: [run, ...rest.runs], cost };
    }
  return best;
}

/** How many lines are searched, and how many columns a header must have and may gain. */
const LOOKED_AT = 4;
const MOST_UNNAMED = 2;
const FEWEST_NAMED = 3;

/** Adds columns that have cells but no header, or whose header was not recognised. */
export function addUnnamedColumns(header: Header, lines: Line[]): Header {
  const [first, second] = lines.slice(0, LOOKED_AT).filter(({ segments }) => isWider(segments, header.cells));
  if (!first || !second || first.segments.length !== second.segments.length) return header;
  const unnamed = first.segments.filter((cell) => !header.cells.some((other) => overlap(cell, other)));
  const missing = first.segments.length - header.cells.length;
  const recurs = unnamed.every((cell) => second.segments.some((other) => overlap(cell, other)));
  if (unnamed.length !== missing || !recurs) return header;
  const blanks = unnamed.map((cell) => ({ ...cell, text: '', words: [], bold: header.cells[0]?.bold ?? false }));
  return { ...header, cells: [...header.cells, ...blanks].toSorted((a, b) => a.x - b.x) };
}

/** Splits headers that are as near to each other as words are, where each row below has two cells: a number and words, if as near. */
export function splitHeaders(header: Header, lines: Line[]): Header {
  const rows = lines.slice(0, 2).map(({ segments }) => segments);
  const isOwn = (other: Segment) => header.cells.filter((one) => overlap(one, other)).length === 1;
  const areTwo = (below: Segment[][]) =>
    below.length === 2 && below.every((pair) => pair.length === 2 && pair.every(isOwn));
  const cells = header.cells.flatMap((cell) => {
    if (cell.words.length < 2) return [cell];
    const under = rows.map((row) => row.filter(({ x, right }) => x + right > 2 * cell.x && x + right < 2 * cell.right));
    const items = rows.map((row) => row.filter((other) => overlap(cell, other)).flatMap(itemsOf));
    const areItems = itemsOf(cell).length > 1 && items.every(areNumberAndWords);
    const below = areTwo(under) ? under : areItems && areTwo(items) ? items : null;
    if (!below) return [cell];
    const border = Math.max(...below.map(([left]) => left?.right ?? 0));
    const place = cell.words.findIndex(({ x, right }, index) => index > 0 && (x + right) / 2 > border);
    return splitBefore(cell, [place]);
  });
  return { ...header, cells };
}

function areNumberAndWords(pair: Segment[]): boolean {
  const text = pair.map((cell) => cell.text).join(' ');
  return pair.some((cell) => isQuantity(cell.text)) && /\p{L}/u.test(text) && parseAmount(text) === null;
}

const isWider = (cells: Segment[], header: Segment[]) =>
  cells.length > header.length &&
  cells.length <= header.length + MOST_UNNAMED &&
  header.length >= FEWEST_NAMED &&
  !cells.some(({ text }) => hasLabel(text));
