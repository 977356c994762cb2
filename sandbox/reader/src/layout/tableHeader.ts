import { hasLabel, isProse, isUpperCase, isValueLike, labelStrength, splitLabelled } from './labels.ts';
import { isSameStyle, overlap, segmentFrom, splitBefore, type Line, type Segment } from './segments.ts';

/** `strong`: its style alone tells it from the rows. `lines`: how many lines it takes. */
export type Header = { cells: Segment[]; lines: number; y: number; size: number; strong: boolean };

const LONGEST = 40;
/** Two lines of one header are this much closer than header and body. */
const TIGHT = 1.45;

/** The table header that starts at this line, if there is one. */
export function headerAt(lines: Line[], at: number): Header | null {
  const [first, second, third] = [lines[at] as Line, lines[at + 1], lines[at + 2]];
  if (!first.segments.every(canBeHeaderCell)) return null;
  if (second && isSecondLine(first, second, third)) {
    const merged = mergeLines(first, second);
    if (merged) return asHeader(merged, 2, second, third);
  }
  return first.segments.length >= 2 && isSameWeight(first.segments) ? asHeader(first.segments, 1, first, second) : null;
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
  return /\p{L}|%|#/u.test(text) && !/\d{2,}/.test(text) && !/[.;]$/.test(text.replace(/\b\p{L}{1,6}\.$/u, ''));
}

function isSecondLine(first: Line, second: Line, third: Line | undefined): boolean {
  const gap = second.y - first.y;
  if (gap > TIGHT * Math.max(first.size, second.size) || !third || third.y - second.y < 1.1 * gap) return false;
  if (!second.segments.every((segment) => canBeHeaderCell(segment) && !isValueLike(segment.text))) return false;
  const [one] = first.segments;
  return second.segments.every(
    (segment) => one && isSameStyle(one, segment) && isUpperCase(one.text) === isUpperCase(segment.text),
  );
}

/** Joins a header of two lines: the shorter line continues, or begins, cells of the longer one. */
function mergeLines(first: Line, second: Line): Segment[] | null {
  const [short, long] = first.segments.length < second.segments.length ? [first, second] : [second, first];
  if (long.segments.length < 3) return null;
  const owners = short.segments.map((segment) => long.segments.filter((cell) => overlap(cell, segment)));
  if (owners.some((found) => found.length !== 1) || new Set(owners.flat()).size !== owners.length) return null;
  return long.segments.map((cell) => {
    const other = short.segments[owners.findIndex(([owner]) => owner === cell)];
    if (!other) return cell;
    const words = short === first ? [...other.words, ...cell.words] : [...cell.words, ...other.words];
    return { ...segmentFrom(words, cell), x: Math.min(cell.x, other.x), right: Math.max(cell.right, other.right) };
  });
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

/** Splits headers that are as near to each other as words are, where each row below has two cells. */
export function splitHeaders(header: Header, lines: Line[]): Header {
  const rows = lines.slice(0, 2);
  const cells = header.cells.flatMap((cell) => {
    const below = rows.map(({ segments }) =>
      segments.filter(({ x, right }) => x + right > 2 * cell.x && x + right < 2 * cell.right),
    );
    const isOwn = (other: Segment) => header.cells.filter((one) => overlap(one, other)).length === 1;
    const areTwo = below.length === 2 && below.every((pair) => pair.length === 2 && pair.every(isOwn));
    if (!areTwo || cell.words.length < 2) return [cell];
    const border = Math.max(...below.map(([left]) => left?.right ?? 0));
    const place = cell.words.findIndex(({ x, right }, index) => index > 0 && (x + right) / 2 > border);
    return splitBefore(cell, [place]);
  });
  return { ...header, cells };
}

const isWider = (cells: Segment[], header: Segment[]) =>
  cells.length > header.length &&
  cells.length <= header.length + MOST_UNNAMED &&
  header.length >= FEWEST_NAMED &&
  !cells.some(({ text }) => hasLabel(text));
