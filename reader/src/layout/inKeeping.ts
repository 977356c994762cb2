import { parseAmount } from '../text/amounts.ts';
import { DISPUTED, type TableReading } from '../reading.ts';

/** So many cells of a column say what the others must be. */
const MOST = 0.6;
const FEWEST = 2;

const isMark = (cell: string) => /^\p{L}$/u.test(cell);
const isAmount = (cell: string) => parseAmount(cell) !== null;
const DEBIT_OR_CREDIT = /^(d\s?[/|]\s?c|c\s?[/|]\s?d|dc)$/i;

/**
 * Recognised cells that are not what their column has: a single letter among marks is a capital, what is no amount
 * among amounts was misread.
 */
export function inKeeping(table: TableReading): TableReading {
  if (!table.recognised) return table;
  const cellsOf = (column: number) => table.rows.flatMap((row) => row[column] ?? []);
  const sorts = table.headers.map((header, column) => {
    if (DEBIT_OR_CREDIT.test(header)) return { has: (cell: string) => /^[DC]$/i.test(cell), isOfMarks: true };
    if (isMostly(cellsOf(column), isMark)) return { has: isMark, isOfMarks: true };
    return isMostly(cellsOf(column), isAmount) ? { has: isAmount, isOfMarks: false } : null;
  });
  const scoreOf = (row: number, column: number) => table.scores?.[row]?.[column] ?? table.score;
  const isOut = (cell: string, column: number) => sorts[column] !== null && !sorts[column]?.has(cell);
  return {
    ...table,
    rows: table.rows.map((row) =>
      row.map((cell, column) =>
        cell !== null && sorts[column]?.isOfMarks && isMark(cell) ? cell.toUpperCase() : cell,
      ),
    ),
    scores: table.rows.map((row, at) =>
      row.map((cell, column) =>
        cell === null ? null : isOut(cell, column) ? Math.min(DISPUTED, scoreOf(at, column)) : scoreOf(at, column),
      ),
    ),
  };
}

const isMostly = (cells: string[], is: (cell: string) => boolean) =>
  cells.length >= FEWEST && cells.filter(is).length >= MOST * cells.length;
