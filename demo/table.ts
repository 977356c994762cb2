import { cut, pad, printable, widthOf, wrap } from './text.ts';

export interface Column {
  title: string;
  /** Widest it may become. */
  most?: number;
  isNumber?: boolean;
}

const GAP = '  ';
const MOST_LINES = 4;

/**
 * A table that fits the width: what is too long goes on in the next line, and ends in … after a few.
 * A row of one cell is a heading above those that follow.
 */
export function drawTable(columns: Column[], rows: string[][], width: number): string[] {
  const cells = rows.map((row) => row.map(printable));
  const widths = fit(
    columns,
    cells.filter((row) => !isHeading(row)),
    width,
  );
  const line = (texts: string[]): string =>
    (
      GAP + columns.map(({ isNumber }, index) => pad(texts[index] ?? '', widths[index] ?? 0, isNumber)).join(GAP)
    ).trimEnd();
  const drawRow = (row: string[]): string[] =>
    isHeading(row) ? [cut(`${GAP}${row[0]}`, width)] : rowLines(row, widths).map(line);
  const titles = columns.map(({ title }) => printable(title));
  return [...drawRow(titles), line(widths.map((each) => '─'.repeat(each))), ...cells.flatMap(drawRow)];
}

const isHeading = (row: string[]): boolean => row.length === 1;

function rowLines(row: string[], widths: number[]): string[][] {
  const wrapped = row.map((text, index) => wrap(text, widths[index] ?? 1, MOST_LINES));
  const height = Math.max(1, ...wrapped.map(({ length }) => length));
  return Array.from({ length: height }, (_, index) => wrapped.map((lines) => lines[index] ?? ''));
}

/** As wide as what is in them; where that is too much, the widest give way first. */
function fit(columns: Column[], cells: string[][], width: number): number[] {
  const widest = (column: Column, index: number): number =>
    Math.max(widthOf(column.title), ...cells.flatMap((row) => (row[index] ?? '').split('\n').map(widthOf)));
  const widths = columns.map((column, index) => Math.max(1, Math.min(column.most ?? width, widest(column, index))));
  const room = width - GAP.length * columns.length;
  for (let over = widths.reduce((sum, each) => sum + each, 0) - room; over > 0; over--) {
    const [index] = [...widths.keys()].sort((one, other) => (widths[other] ?? 0) - (widths[one] ?? 0));
    if (index === undefined || (widths[index] ?? 0) <= 3) break;
    widths[index] = (widths[index] ?? 0) - 1;
  }
  return widths;
}
