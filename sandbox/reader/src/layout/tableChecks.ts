import { DISPUTED, type TableReading } from '../reading.ts';
import { parseAmount } from '../text/amounts.ts';
import { rounded } from './scores.ts';

/** The balance column of a table and its amount columns, by index. */
type Columns = { balance: number; amounts: number[] };
/** A row whose amount can be checked against the balances before and after it, in cents. */
type Step = { row: number; column: number; amount: number; change: number };

const BALANCE = /^(saldo|balance)\b/i;
/**
 * So many rows must agree to the cent before others count as wrong, and this share of all. One misread balance is two
 * rows that do not agree.
 */
const FEWEST_STEPS = 2;
const SHARE_OF_STEPS = 0.4;
/** The factor for the score of an amount that may have lost its minus. */
const UNSIGNED = 0.75;

/**
 * Checks recognised amounts against the balances beside them: a lost minus is restored, and what does not add up gets a
 * low score.
 */
export function checkBalances(table: TableReading): TableReading {
  const columns = table.recognised ? columnsOf(table) : null;
  if (!columns) return table.recognised ? withDoubtfulSigns(table, []) : table;
  const steps = stepsOf(table, columns);
  const right = steps.filter(({ amount, change }) => Math.abs(amount) === Math.abs(change));
  if (right.length < FEWEST_STEPS || right.length < SHARE_OF_STEPS * steps.length) return withDoubtfulSigns(table, []);
  return withDoubts(withDoubtfulSigns(withMinus(table, right), right), steps, right, columns.balance);
}

function columnsOf({ headers, rows }: TableReading): Columns | null {
  const balance = headers.findIndex((header) => BALANCE.test(header));
  const isAmount = (column: number) => rows.some((row) => centsOf(row[column]) !== null);
  const amounts = headers.flatMap((_, column) => (column !== balance && isAmount(column) ? [column] : []));
  return balance < 0 || amounts.length === 0 ? null : { balance, amounts };
}

const centsOf = (text: string | null | undefined): number | null => {
  const amount = text ? parseAmount(text) : null;
  return amount === null ? null : Math.round(Number(amount) * 100);
};

function stepsOf({ rows }: TableReading, { balance, amounts }: Columns): Step[] {
  return rows.flatMap((row, at) => {
    const [before, after] = [centsOf(rows[at - 1]?.[balance]), centsOf(row[balance])];
    const filled = amounts.filter((column) => row[column] !== null);
    const amount = filled.length === 1 ? centsOf(row[filled[0] as number]) : null;
    return before === null || after === null || amount === null
      ? []
      : [{ row: at, column: filled[0] as number, amount, change: after - before }];
  });
}

/** Restores a minus that the balances require, in a column that has others. */
function withMinus(table: TableReading, right: Step[]): TableReading {
  const lost = right.filter(({ column, amount, change }) => amount > 0 && change < 0 && hasMinus(table, column));
  return {
    ...table,
    rows: table.rows.map((row, at) =>
      row.map((cell, column) => (lost.some((step) => step.row === at && step.column === column) ? `-${cell}` : cell)),
    ),
  };
}

const isMinus = (cell: string | null | undefined) => (centsOf(cell) ?? 0) < 0;
const hasMinus = ({ rows }: TableReading, column: number) => rows.some((row) => isMinus(row[column]));

/** Lowers the score of amounts without a minus in a column that has some. */
function withDoubtfulSigns(table: TableReading, proven: Step[]): TableReading {
  const isUnsigned = (cell: string | null | undefined, column: number) =>
    (centsOf(cell) ?? 0) > 0 && hasMinus(table, column);
  const isProven = (row: number, column: number) => proven.some((step) => step.row === row && step.column === column);
  return withScores(table, (score, row, column) =>
    isUnsigned(table.rows[row]?.[column], column) && !isProven(row, column) ? score * UNSIGNED : score,
  );
}

/** Lowers the score of the cells that may be wrong. */
function withDoubts(table: TableReading, steps: Step[], right: Step[], balance: number): TableReading {
  const wrong = steps.filter((step) => !right.includes(step));
  const cells = new Set(
    wrong.flatMap((step) => suspects(step, steps, wrong, balance)).map(({ row, column }) => `${row}/${column}`),
  );
  return withScores(table, (score, row, column) => (cells.has(`${row}/${column}`) ? Math.min(score, DISPUTED) : score));
}

/**
 * Two consecutive wrong rows share a wrong balance. In a single one the amount is wrong, or a balance that no other row
 * confirms.
 */
function suspects(
  { row, column }: Step,
  steps: Step[],
  wrong: Step[],
  balance: number,
): { row: number; column: number }[] {
  const isIn = (some: Step[], at: number) => some.some((step) => step.row === at);
  if (isIn(wrong, row + 1)) return [{ row, column: balance }];
  if (isIn(wrong, row - 1)) return [];
  const unproven = [row - 1, row].filter((at) => !isIn(steps, at === row ? row + 1 : at));
  return [{ row, column }, ...unproven.map((at) => ({ row: at, column: balance }))];
}

const withScores = (
  table: TableReading,
  change: (score: number, row: number, column: number) => number,
): TableReading => ({
  ...table,
  scores: table.rows.map((row, at) =>
    row.map((cell, column) =>
      cell === null ? null : rounded(change(table.scores?.[at]?.[column] ?? table.score, at, column)),
    ),
  ),
});

/** This share of the cells of a column decides what the others must be. */
const SHARE_OF_CELLS = 0.6;
const FEWEST_CELLS = 2;

const isMark = (cell: string) => /^\p{L}$/u.test(cell);
const isAmount = (cell: string) => parseAmount(cell) !== null;
const DEBIT_OR_CREDIT = /^(d\s?[/|]\s?c|c\s?[/|]\s?d|dc)$/i;

/**
 * Checks recognised cells against the rest of their column: a single letter among marks becomes a capital, what is no
 * amount among amounts was misread.
 */
export function checkColumnTypes(table: TableReading): TableReading {
  if (!table.recognised) return table;
  const cellsOf = (column: number) => table.rows.flatMap((row) => row[column] ?? []);
  const columnTypes = table.headers.map((header, column) => {
    if (DEBIT_OR_CREDIT.test(header)) return { has: (cell: string) => /^[DC]$/i.test(cell), isOfMarks: true };
    if (isMostly(cellsOf(column), isMark)) return { has: isMark, isOfMarks: true };
    return isMostly(cellsOf(column), isAmount) ? { has: isAmount, isOfMarks: false } : null;
  });
  const scoreOf = (row: number, column: number) => table.scores?.[row]?.[column] ?? table.score;
  const isMisfit = (cell: string, column: number) => columnTypes[column] !== null && !columnTypes[column]?.has(cell);
  return {
    ...table,
    rows: table.rows.map((row) =>
      row.map((cell, column) =>
        cell !== null && columnTypes[column]?.isOfMarks && isMark(cell) ? cell.toUpperCase() : cell,
      ),
    ),
    scores: table.rows.map((row, at) =>
      row.map((cell, column) =>
        cell === null ? null : isMisfit(cell, column) ? Math.min(DISPUTED, scoreOf(at, column)) : scoreOf(at, column),
      ),
    ),
  };
}

const isMostly = (cells: string[], is: (cell: string) => boolean) =>
  cells.length >= FEWEST_CELLS && cells.filter(is).length >= SHARE_OF_CELLS * cells.length;
