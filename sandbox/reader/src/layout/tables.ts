import type { TableReading } from '../reading.ts';
import { median } from '../statistics.ts';
import { hasWideBlank } from './fieldReading.ts';
import { hasLabel, isProse, isQuantity, isValueLike, labelStrength } from './labels.ts';
import { scoreOfTable } from './scores.ts';
import { areInOneRow, isSameStyle, isStaggered, overlap, textOfLines, type Line, type Segment } from './segments.ts';
import { checkCells, doubtOtherRows } from './tableChecks.ts';
import { BETWEEN_PAIRS, NEARER, NEXT_LINE, restsAmong, scoresOf, type Row } from './tableDoubts.ts';
import type { SpatialIndex } from './spatialIndex.ts';
import { TableColumns, type PlacedCell } from './tableColumns.ts';
import { addUnnamedColumns, headerAt, splitHeaders, type Header } from './tableHeader.ts';

/** `isSure`: its header has a type of its own, or its cells begin or end below each other. */
type FoundTable = { table: TableReading; lines: number; isSure: boolean };

/**
 * Finds a table that starts at this line: a header with rows below, cells assigned to columns by position. `lines` is
 * how many lines it takes. `page` knows what is below them, where that is to be doubted.
 */
export function findTable(lines: Line[], at: number, page: SpatialIndex | null): FoundTable | null {
  const named = headerAt(lines, at);
  if (!named) return null;
  const below = lines.slice(at + named.lines);
  const header = splitHeaders(addUnnamedColumns(named, below), below);
  const body = bodyUnder(header, lines.slice(at + header.lines));
  const { rows, lines: used } = rowsOf(body, header);
  const after = lines[at + header.lines + used];
  const areFields =
    [rows, body.slice(0, used), body.slice(0, used + 1)].some((below) => areInPairs([header, ...below])) ||
    // The first pair looks like a header of two lines.
    (header.lines > 1 && areInPairs(lines.slice(at, at + header.lines + used + 1), ALIKE));
  if (areFields || !isTable(header, rows)) return null;
  if (rows.length === 1 && after && isAnotherHeader(after, header)) return null;
  const isSure = header.strong || areAligned(header.cells, rows);
  return { table: asTable(header, rows, page), lines: header.lines + used, isSure };
}

/** In ems. */
const SAME_EDGE = { written: 0.05, recognised: 0.3 };

/** Whether header and cells of each column begin or end at one edge. The texts of a diagram are centred. */
function areAligned(header: Segment[], rows: Row[]): boolean {
  const isEdge = (cells: Segment[], edge: 'x' | 'right') =>
    cells.every((cell) => {
      const limit = SAME_EDGE[cell.recognised ? 'recognised' : 'written'] * cell.size;
      return Math.abs(cell[edge] - (cells[0] as Segment)[edge]) <= limit;
    });
  const columns = header.map((cell, column) => [cell, ...rows.flatMap((row) => row.cells[column]?.[0] ?? [])]);
  return columns.every((cells) => isEdge(cells, 'x') || isEdge(cells, 'right'));
}

/**
 * A name that two columns have tells nothing, nor does one over words, or one in their type that nobody knows: such rows may be
 * labels beside their values. One of several lines may belong to other columns.
 */
function placeOf({ cells, strong, lines }: Header, rows: Row[]): 'strong' | 'weak' | 'unproven' {
  const names = cells.flatMap(({ text }) => text || []);
  if (new Set(names).size < names.length || cells.some(hasWideBlank)) return 'unproven';
  const known = names.filter((name) => COLUMN_WORDS.test(name) || labelStrength(name) >= 2);
  const areKnown = known.length > names.length / 2;
  const isProven = areKnown || (strong && hasColumnOf(isQuantity, cells, rows));
  if (!isProven || !(strong || hasColumnOf(isValueLike, cells, rows))) return 'unproven';
  return strong && lines === 1 ? 'strong' : 'weak';
}

function asTable(header: Header, rows: Row[], page: SpatialIndex | null): TableReading {
  const { cells } = header;
  const place = placeOf(header, rows);
  const isRecognised = cells.some(({ recognised }) => recognised);
  const read = {
    headers: cells.map(({ text }) => text.replace(/(?<!\s)\s*:$/, '')),
    rows: rows.map((row) => row.cells.map((cell) => (cell.length > 0 ? textOfLines(cell) : null))),
    scores: scoresOf(header, rows, { place, page }),
  };
  if (isRecognised) checkCells(read);
  else doubtOtherRows(read);
  return {
    title: null,
    ...read,
    score: scoreOfTable(place),
    ...(isRecognised ? { recognised: true } : {}),
  };
}

const isBold = ({ bold }: Segment) => bold;

/** The lines below the header that look like rows. */
function bodyUnder(header: Header, lines: Line[]): Line[] {
  const end = lines.findIndex((_, at) => !looksLikeBody(lines, at, header) || isFarBelow(lines, at, header));
  return end < 0 ? lines : lines.slice(0, end);
}

function looksLikeBody(lines: Line[], at: number, header: Header): boolean {
  const { segments } = lines[at] as Line;
  const { cells } = header;
  // What stands below the rulings of a table is no row of it, nor is a sentence below several of its names.
  if (cells.every(({ cell }) => cell) && !segments.some(({ cell }) => cell)) return false;
  const [only] = segments.length === 1 ? segments : [];
  if (only && isProse(only) && cells.filter((name) => overlap(name, only)).length > 1) return false;
  const areNumbers = segments.every(({ recognised, text }) => recognised && isValueLike(text));
  const isParted = segments.some((segment) => cells.some((name) => areInOneRow(name, segment) === false));
  const larger = sizeOfMost(segments) / header.size;
  if ((larger > (isParted ? 1.6 : 1.35) && !areNumbers) || segments.length > cells.length) return false;
  // What was carried over from another page may be as bold as the header, and called a total.
  const isBeforeRows = at === 0 && (lines[1]?.segments.length ?? 0) > 2;
  const isCarried = isBeforeRows && segments.some(({ text }) => isValueLike(text));
  if (segments.every(isBold) && cells.every(isBold) && !isCarried) return false;
  if (isRowOfLabels(segments) || (isTotal(segments) && !isCarried) || isBoldPair(lines, at, cells.length)) return false;
  return !areFields(segments, cells.length) || goesOnInCells(lines, at, header);
}

/** A bold label beside its value, with cells left empty, where no row above begins in bold type: fields below the table. */
function isBoldPair(lines: Line[], at: number, columns: number): boolean {
  const [first, ...others] = (lines[at] as Line).segments;
  const isPair = first?.bold && others.length === 1 && columns > 2 && !others.some(isBold);
  return Boolean(isPair) && !lines.slice(0, at).some(({ segments: [begin] }) => begin?.bold);
}

/** Labels side by side with their values are fields. One among other cells is words of a cell: `Direct debit: Water`. */
function areFields(segments: Segment[], columns: number): boolean {
  const labelled = segments.filter(({ text }) => hasLabel(text) && /:(\s|$)/.test(text));
  const isRow = labelled[0] !== segments[0] || segments.length === columns;
  return labelled.length > 0 && !(labelled.length === 1 && segments.length > 2 && isRow);
}

/** Whether each text of a line is the next one of a cell: in the box of a row, or below its beginning, nearer than rows are. */
function goesOnInCells(lines: Line[], at: number, header: Header): boolean {
  const { segments, y } = lines[at] as Line;
  const rowHeight = (lines[0] as Line).y - header.y;
  return segments.every(({ cell, x, size }) => {
    const isAbove = (other: Segment) =>
      cell ? cell === other.cell : Math.abs(x - other.x) <= SAME_EDGE.written * size;
    const own = lines.slice(0, at).filter((line) => line.segments.some(isAbove));
    const isOneRow = cell && own.filter((line) => line.segments.length > 1).length === 1;
    return isOneRow || y - (own.at(-1)?.y ?? -Infinity) < NEARER * rowHeight;
  });
}

/** The font size of most letters; that of a single recognised letter says little. */
function sizeOfMost(segments: Segment[]): number {
  return median(segments.flatMap(({ text, size }) => Array.from(text, () => size))) ?? 0;
}

function isRowOfLabels(segments: Segment[]): boolean {
  const strengths = segments.map(({ text }) => labelStrength(text));
  return (
    segments.length > 1 &&
    strengths.every((strength) => strength > 0) &&
    strengths.filter((strength) => strength >= 2).length >= segments.length / 2
  );
}

/** "Total 12,00": the sum below a table is no row of it. */
const isTotal = (segments: Segment[]) => segments.length <= 2 && /^(sub)?tota(l|is)\b/i.test(segments[0]?.text ?? '');

function isFarBelow(lines: Line[], index: number, header: Header): boolean {
  const [first, second] = lines as [Line, Line?];
  const above = lines[index - 1]?.y ?? header.y;
  const usual = Math.max((second?.y ?? 0) - first.y, first.y - header.y);
  const gap = (lines[index]?.y ?? 0) - above;
  return index === 0 ? gap > 3.5 * header.size : gap > Math.max(1.8 * usual, 2 * header.size);
}

function rowsOf(body: Line[], header: Header): { rows: Row[]; lines: number } {
  const columns = new TableColumns(header.cells, body);
  const rows: Row[] = [];
  let used = 0;
  for (const [index, line] of body.entries()) {
    const cells = columns.place(line);
    if (!cells || !addLine(rows, { line, cells, next: body[index + 1] }, columns)) break;
    used = index + 1;
  }
  return { rows, lines: used };
}

type PlacedLine = { line: Line; cells: PlacedCell[]; next: Line | undefined };

function addLine(rows: Row[], { line, cells, next }: PlacedLine, columns: TableColumns): boolean {
  const last = rows.at(-1);
  const isLower = last && isStaggered(last, line) && !isOverValues(last, cells);
  const isOfNext = last && next && isStaggered(line, next) && isOverValues(last, columns.place(next) ?? []);
  if (last && (isLower || (!isOfNext && isContinuation(rows, { line, cells, next }, columns)))) {
    for (const { column, cell } of cells) last.cells[column]?.push(cell);
    last.y = line.y;
    return true;
  }
  if (!isOfNext && isLabelUnderNumbers(rows, cells)) return false;
  // A cell may be higher than those beside it. A single cell starts no row.
  if (cells.length < 2 && !(next && isStaggered(line, next) && columns.place(next))) return false;
  const row: Segment[][] = Array.from({ length: columns.count }, () => []);
  for (const { column, cell } of cells) row[column]?.push(cell);
  rows.push({ cells: row, top: line.y, y: line.y });
  return true;
}

/**
 * A label in a column of numbers starts something else: the sums below a table. They have nothing in the first column,
 * which every row of the table fills, so their labels need not be known.
 */
function isLabelUnderNumbers(rows: Row[], cells: PlacedCell[]): boolean {
  const isShort = () => {
    const rests = restsAmong(rows);
    return cells.every(({ column }) => column > 0) && rows.every((row, at) => row.cells[0]?.length || rests[at]);
  };
  const isUnderNumbers = ({ column }: PlacedCell) => {
    const above = rows.flatMap((row) => row.cells[column] ?? []);
    return above.length > 0 && above.every(({ text }) => isQuantity(text));
  };
  return cells.some((placed) => {
    const strength = labelStrength(placed.cell.text);
    return strength > 0 && isUnderNumbers(placed) && (strength > 1 || isShort());
  });
}

/** From so many cells in the next row on, it has none in another line. */
const FEWEST_AROUND = 3;

/**
 * The second line of a cell, alone in its line and right below the first one, in a row that has other cells; or in the
 * middle between two rows.
 */
function isContinuation(rows: Row[], { line, cells, next }: PlacedLine, columns: TableColumns): boolean {
  const last = rows.at(-1) as Row;
  if (!cells.every(({ column }) => (last.cells[column]?.length ?? 0) > 0)) return false;
  const inOneRow = cells.map(({ column, cell }) => areInOneRow(last.cells[column]?.at(-1), cell));
  if (inOneRow.includes(false)) return false;
  const isNear = line.y - last.y <= NEXT_LINE * line.size;
  if (isNear && columns.areRuled && inOneRow.every(Boolean) && goesOn(last, cells, columns)) return true;
  const filled = last.cells.filter((cell) => cell.length > 0).length;
  if (areFields(line.segments, columns.count)) return true;
  const areWords = cells.every(({ column, cell }) => column > 0 && /^\p{Ll}/u.test(cell.text));
  if ((cells.length > 1 && !areWords) || filled < 2) return false;
  if (isNear) return true;
  if (cells.length > 1) return false;
  const isFirst = cells[0]?.column === 0 || isLabelUnderNumbers(rows, cells);
  return (
    !isFirst && next !== undefined && !isStaggered(line, next) && (columns.place(next)?.length ?? 0) >= FEWEST_AROUND
  );
}

/** Whether the texts of a line, in one band with the row above, wrap: each had no room there, and a cell of the row has one line. */
function goesOn({ cells: row }: Row, cells: PlacedCell[], columns: TableColumns): boolean {
  const isOther = row.some((cell, column) => cell.length === 1 && cells.every((placed) => placed.column !== column));
  return (
    isOther &&
    cells.every(({ column, cell }) => {
      const above = row[column]?.at(-1) as Segment;
      return columns.hadNoRoom(column, above, cell) && !(isQuantity(above.text) && isQuantity(cell.text));
    })
  );
}

/** From so many cells with numbers below numbers on, two lines are two rows. */
const FEWEST_OVER = 2;

const isOverValues = ({ cells: above }: Row, cells: PlacedCell[]) =>
  cells.filter(({ column, cell }) => isQuantity(cell.text) && above[column]?.some(({ text }) => isQuantity(text)))
    .length >= FEWEST_OVER;

/** Labels above values above labels above values: a form. */
const isAnotherHeader = ({ segments }: Line, { cells }: Header) =>
  segments.length > 1 &&
  segments.every((segment) => segment.bold === cells[0]?.bold && labelStrength(segment.text) > 0);

const COLUMN_NAMES = [
  'item|n[oº°.]?\\.?$|qt|quant|qty|hours|descri|discrimina|produto|servi|article|unit',
  'pre[çc]o|price|rate|valor|amount|line total|total|d[ée]bit|cr[ée]dit|al[íi]q',
  'concepto|cantidad|uds|precio|importe|d[ée]signation|prix|p\\.u\\.|montant',
  'bezeichnung|beschreibung|leistung|menge|anzahl|einzelpreis|preis|gesamtpreis|betrag|summe',
  'omschrijving|aantal|hoeveelheid|prijs|bedrag|descrizione|quantit|prezzo|importo',
];
const COLUMN_WORDS = new RegExp(`^(${COLUMN_NAMES.join('|')})`, 'i');

/** One row below bold labels may as well be a form. The headers of a table name quantities and prices. */
const hasColumnWords = (cells: Segment[]) => cells.filter(({ text }) => COLUMN_WORDS.test(text)).length >= 2;

/** Whether a description column holds text. */
function hasDescriptionColumn(cells: Segment[], rows: Row[]): boolean {
  const isText = (column: number) => rows.every((row) => row.cells[column]?.some(({ text }) => !isValueLike(text)));
  const described = cells.some(
    ({ text }, column) => /^(descri|discrimina|produto|servi[çc]o|item\b.*|hist[óo]rico)/i.test(text) && isText(column),
  );
  return cells.length >= 4 && described && cells.every(({ recognised }) => recognised);
}

/** Whether a header and its rows are enough evidence of a table. */
function isTable({ cells, strong }: Header, rows: Row[]): boolean {
  if (rows.length === 1)
    return cells.length >= 3 && hasColumnWords(cells) && (cells.every(isBold) || hasDescriptionColumn(cells, rows));
  if (rows.length === 0 || alternatesWithValues(cells, rows)) return false;
  if (strong) return true;
  const named = cells.filter(({ text }) => labelStrength(text) >= 2).length;
  return named >= cells.length / 2 || hasColumnOf(isValueLike, cells, rows);
}

/** Whether every second row has the style of the header, or its kind of words: labels above values. */
function alternatesWithValues(cells: Segment[], rows: Row[]): boolean {
  const [header, first, second] = [cells[0], rows[0]?.cells.flat()[0], rows[1]?.cells.flat()[0]];
  if (!header || !first || !second || !isSameStyle(header, second)) return false;
  const mayBeLabels = (row: Row) => row.cells.flat().every(({ text }) => labelStrength(text) > 0);
  return (
    !isSameStyle(header, first) || (rows.length > 2 && rows.every((row, at) => mayBeLabels(row) === (at % 2 === 1)))
  );
}

/** The gaps in pairs differ by this factor at most, where a header may have two lines. */
const ALIKE = 1.1;

/** Whether lines stand in pairs, two at least: labels above values. Rows of a table are as far from each other as the others. */
export function areInPairs(lines: { top?: number; y: number }[], alike = Infinity): boolean {
  const gaps = lines.slice(1).map(({ y, top = y }, at) => top - (lines[at]?.y ?? NaN));
  const [within, between] = [0, 1].map((odd) => gaps.filter((_, at) => at % 2 === odd)) as [number[], number[]];
  const [least, most] = [Math.min(...within), Math.max(...within)];
  if (gaps.length < 3 || gaps.length % 2 === 0 || most > alike * least) return false;
  return Math.min(...between) > BETWEEN_PAIRS * most;
}

/** Whether some column has only such texts. */
function hasColumnOf(isSuch: (text: string) => boolean, cells: Segment[], rows: Row[]): boolean {
  return cells.some((_, column) => {
    const below = rows.flatMap((row) => row.cells[column] ?? []);
    return below.length >= 2 && below.every(({ text }) => isSuch(text));
  });
}
