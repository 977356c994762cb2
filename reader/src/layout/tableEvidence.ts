import { isValueLike, labelStrength } from './label.ts';
import type { Line } from './line.ts';
import { isSamePrint } from './print.ts';
import type { Segment } from './segment.ts';
import type { Row } from './table.ts';
import type { Header } from './tableHeader.ts';

const isBold = ({ bold }: Segment) => bold;

/** Labels over values over labels over values: a form. */
export const isAnotherHeader = ({ segments }: Line, { cells }: Header) =>
  segments.length > 1 &&
  segments.every((segment) => segment.bold === cells[0]?.bold && labelStrength(segment.text) > 0);

const COLUMN_WORDS =
  /^(item|n[oº°.]?\.?$|qt|quant|qty|descri|discrimina|produto|servi|article|unit|pre[çc]o|price|valor|amount|total|d[ée]bit|cr[ée]dit|al[íi]q)/i;

/** One row under bold labels may as well be a form; a table names things that are counted or paid. */
const saysTable = (cells: Segment[]) => cells.filter(({ text }) => COLUMN_WORDS.test(text)).length >= 2;

/** Under a description stands a text, under a quantity or price a number. */
function describesThings(cells: Segment[], rows: Row[]): boolean {
  const isText = (column: number) => rows.every((row) => row.cells[column]?.some(({ text }) => !isValueLike(text)));
  const described = cells.some(
    ({ text }, column) => /^(descri|discrimina|produto|servi[çc]o|item\b.*|hist[óo]rico)/i.test(text) && isText(column),
  );
  return cells.length >= 4 && described && cells.every(({ recognised }) => recognised);
}

/** Whether what stands under a header makes a table of it. */
export function isEnough({ cells, strong }: Header, rows: Row[]): boolean {
  if (rows.length === 1)
    return cells.length >= 3 && saysTable(cells) && (cells.every(isBold) || describesThings(cells, rows));
  if (rows.length === 0 || alternates(cells, rows)) return false;
  if (strong) return true;
  const named = cells.filter(({ text }) => labelStrength(text) >= 2).length;
  return named >= cells.length / 2 || hasNumbersInColumn(cells, rows);
}

/** Every second row is printed like the header and the others are not: labels over values. */
function alternates(cells: Segment[], rows: Row[]): boolean {
  const [header, first, second] = [cells[0], rows[0]?.cells.flat()[0], rows[1]?.cells.flat()[0]];
  return Boolean(header && first && second && isSamePrint(header, second) && !isSamePrint(header, first));
}

/** A column of numbers under a word. */
function hasNumbersInColumn(cells: Segment[], rows: Row[]): boolean {
  return cells.some((_, column) => {
    const below = rows.flatMap((row) => row.cells[column] ?? []);
    return below.length >= 2 && below.every(({ text }) => isValueLike(text));
  });
}
