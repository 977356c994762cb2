import type { TableReading } from '../reading.ts';
import { parseAmount } from '../text/amounts.ts';
import { median } from '../statistics.ts';
import { hasWideBlank, isDisproven } from './fieldReading.ts';
import { isOverText } from './fieldValues.ts';
import { hasLabel, isProse, isQuantity, isValueLike, labelStrength } from './labels.ts';
import { scoreOfCell, scoreOfTable } from './scores.ts';
import {
  areInOneRow,
  isSameStyle,
  isSmaller,
  isStaggered,
  overlap,
  textOfLines,
  widthWithNextWord,
  type Line,
  type Segment,
} from './segments.ts';
import { checkCells, doubtOtherRows } from './tableChecks.ts';
import type { SpatialIndex } from './spatialIndex.ts';
import { TableColumns, type PlacedCell } from './tableColumns.ts';
import { addUnnamedColumns, headerAt, splitHeaders, type Header } from './tableHeader.ts';

/** `isSure`: its header has a type of its own, or its cells begin or end below each other. */
type FoundTable = { table: TableReading; lines: number; isSure: boolean };

/** `top` and `y`: its first and its last line. */
type Row = { cells: Segment[][]; top: number; y: number };

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

/** The lines of a header are nearer to each other than the rows by this factor. */
const NEARER = 0.8;

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
  const firstOfRows = mayBeOfHeader(header, rows) ? 0 : -1;
  // Where the last line is the rest of a row, none begins with the line before its own.
  const [beforeLast, last] = rows.slice(-2) as [Row, Row?];
  const endsInRest = last !== undefined && (last.y > last.top || isPartOf(last, beforeLast));
  const joinsOthers = cells.some((_, column) => hasJoinedInRoom(rows, column));
  const rests = restsAmong(rows);
  const isUnclear = cells.map(
    (_, column) =>
      rows.some(({ cells: row }) => isNumberOver(row[column] ?? []) || (joinsOthers && areLines(row[column] ?? []))) ||
      new Set(rows.flatMap((row) => isRaised(row, column) ?? [])).size > 1 ||
      isOfTwo(rows.flatMap((row) => row.cells[column] ?? [])),
  );
  const read = {
    headers: cells.map(({ text }) => text.replace(/(?<!\s)\s*:$/, '')),
    rows: rows.map((row) => row.cells.map((cell) => (cell.length > 0 ? textOfLines(cell) : null))),
    scores: rows.map((row, at) => {
      const isDoubted =
        at === firstOfRows ||
        rests[at] ||
        rests[at + 1] ||
        row.cells.filter(areApart).length > 1 ||
        (!endsInRest && (isPartOf(row, rows[at + 1]) || isPartOf(rows[at - 1], row))) ||
        mayBeSeveral(row) ||
        row.cells.some((cell, column) => isMoved(cell, column, cells));
      return row.cells.map((cell, column) => {
        if (cell.length === 0) return null;
        if (isMoved(cell, column, cells) || isUnderAll(cell, column, cells)) return scoreOfCell('shifted', cell);
        const isCut = at === rows.length - 1 && page !== null && cell.some((part) => isOverText(part, page));
        const isWrong = isRecognised && isDisproven(cells[column]?.text ?? '', cell.map(({ text }) => text).join(' '));
        const isOther = isOfSeveral(cell) || isUnderTwo(cell, column, cells) || isTorn(row, column);
        const isUnproven = isDoubted || isCut || isWrong || isOther || isUnclear[column];
        return scoreOfCell(isUnproven ? 'unproven' : place, cell);
      });
    }),
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

/** Whether a cell stands below the header of another column, and not below its own: those beside it may be moved, too. */
function isMoved(cell: Segment[], column: number, header: Segment[]): boolean {
  const isUnder = (name: Segment) => cell.some((part) => overlap(part, name));
  return header.some(isUnder) && !isUnder(header[column] as Segment);
}

/** Whether a cell stands below all of the header of another column. */
const isUnderAll = (cell: Segment[], column: number, header: Segment[]) =>
  header.some(({ x, right }, at) => at !== column && cell.some((part) => part.x < x && part.right > right));

/** In ems, how far a cell reaches below the header of another column. */
const REACHES = 0.5;

/** Whether a cell may as well be one of another column. */
const isUnderTwo = (cell: Segment[], column: number, header: Segment[]) =>
  header.some(
    ({ x, right }, at) =>
      at !== column && cell.some((part) => Math.min(part.right, right) - Math.max(part.x, x) > REACHES * part.size),
  );

/** Whether a text was divided at a cell or behind it, between words that are no numbers. */
const isTorn = ({ cells }: Row, column: number) =>
  [column, column + 1].some((at) => {
    const [left, right] = [cells[at - 1]?.at(-1), cells[at]?.at(-1)];
    const [word] = right?.words ?? [];
    return (
      left &&
      word &&
      left.y === right?.y &&
      !word.begins &&
      (/^\p{Ll}/u.test(word.text) || !isQuantity(right.text)) &&
      word.x > left.right
    );
  });

/** Whether two cells of a column are beside each other: it may be two columns. */
const isOfTwo = (cells: Segment[]) =>
  Math.max(...cells.map(({ x }) => x)) > Math.min(...cells.map(({ right }) => right));

/**
 * Whether the first row may be a line of the header: nearer to that than to the next row and with cells left empty, or in smaller
 * type than that.
 */
function mayBeOfHeader({ cells, y }: Header, [first, second]: Row[]): boolean {
  const own = first?.cells.flat() ?? [];
  if (own.every((cell) => second?.cells.flat().every((other) => isSmaller(cell, other)))) return true;
  if (!first || !second || own.length === cells.length || first.y - y >= NEARER * (second.y - first.y)) return false;
  return own.every((cell) => cells.some((name) => isSameStyle(name, cell)));
}

/**
 * Which rows with cells left empty may be the rest of the one above: nearer to that than to the next one, a part of it, or with
 * the same cells as one that may be.
 */
function restsAmong(rows: Row[]): boolean[] {
  const rests: boolean[] = [];
  for (const [at, row] of rows.entries()) {
    const [above, next] = [rows[at - 1], rows[at + 1]];
    const isParted = (cell: Segment[], column: number) => areInOneRow(above?.cells[column]?.at(-1), cell[0]) === false;
    const isWhole = row.cells.every(({ length }) => length > 0);
    if (!above || isWhole || row.cells.some(isParted)) rests.push(false);
    else {
      const isNearer = next !== undefined && row.top - above.y < NEARER * (next.top - row.y);
      const isAlike = row.cells.every(({ length }, column) => length > 0 === (above.cells[column] ?? []).length > 0);
      rests.push(isNearer || isPartOf(row, above) || (isAlike && rests[at - 1] === true));
    }
  }
  return rests;
}

/** Whether a row right above or below another one has two cells fewer than that, and no amount. */
function isPartOf(row: Row | undefined, whole: Row | undefined): boolean {
  if (!row || !whole) return false;
  const [upper, lower] = row.y < whole.y ? [row, whole] : [whole, row];
  const filled = row.cells.flatMap((cell, column) => (cell.length > 0 ? column : []));
  return (
    filled.every((column) => whole.cells[column]?.length) &&
    whole.cells.filter(({ length }) => length > 0).length > filled.length + 1 &&
    row.cells.flat().every(({ text, size }) => lower.top - upper.y <= NEXT_LINE * size && parseAmount(text) === null)
  );
}

/** In ems. */
const [BLANK, RAISED] = [0.25, 0.15];

/** Whether some cell of a column has a line that had room in the one above it, and is no nearer to that than to the next row. */
function hasJoinedInRoom(rows: Row[], column: number): boolean {
  const widest = Math.max(...rows.flatMap((row) => (row.cells[column] ?? []).map(({ x, right }) => right - x)));
  return rows.some((row, at) => {
    const cell = row.cells[column] ?? [];
    const edges = [rows[at - 1]?.y ?? -Infinity, rows[at + 1]?.top ?? Infinity] as [number, number];
    return cell.slice(1).some((line, index) => {
      const above = cell[index] as Segment;
      // What is drawn around all rows parts none of them.
      const isOfOthers = () => rows.some((other) => other !== row && areInOneRow(other.cells[column]?.[0], line));
      if (isStaggered(above, line) || (areInOneRow(above, line) && !isOfOthers())) return false;
      const isApart = Math.min(above.y - edges[0], edges[1] - line.y) >= BETWEEN_PAIRS * (line.y - above.y);
      return !isApart && widthWithNextWord(above, line) + BLANK * above.size < widest;
    });
  });
}

/** Lines of one cell are no farther apart, in ems. */
const NEXT_LINE = 1.45;

/** Whether a cell may be two of them: blanks divide it, or lines are apart. */
const isOfSeveral = (cell: Segment[]) => areApart(cell) || cell.some(hasWideBlank);

const areApart = (cell: Segment[]) =>
  cell.some((part, at) => part.y - (cell[at - 1] ?? part).y > NEXT_LINE * part.size);

/** Whether the first of several lines of a cell is above the line of the others; null where there are none to tell by. */
function isRaised({ cells }: Row, column: number): boolean | null {
  const own = cells[column] ?? [];
  const level = cells.find((cell) => cell.length === 1)?.[0];
  return own.length > 1 && level ? level.y - (own[0] as Segment).y > RAISED * level.size : null;
}

const areLines = ([first, next]: Segment[]) => first !== undefined && next !== undefined && !isStaggered(first, next);

/** Cells of a column are two numbers; and the row of a record of two lines has a number over words. */
const isNumberOver = (cell: Segment[]) => isQuantity(cell[0]?.text ?? '') && areLines(cell);

/** Whether several cells have several lines, which could as well be rows: none starts small, and none right of them has one line. */
function mayBeSeveral({ cells }: Row): boolean {
  const first = cells.findIndex(({ length }) => length > 1);
  const high = cells.filter(({ length }) => length > 1);
  return (
    high.length > 1 &&
    !high.some((cell) => cell.slice(1).some(({ text }) => /^\p{Ll}/u.test(text))) &&
    !cells.slice(first).some(({ length }) => length === 1)
  );
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

/** Between the lines of a pair of label and value and the next pair, the gap is this much wider than in a pair. */
const BETWEEN_PAIRS = 1.2;
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
