import { DISPUTED, type TableReading } from '../reading.ts';
import { parseAmount } from '../text/amounts.ts';
import { rounded } from './scores.ts';

/** Where a table says in each row what is left: the column of it, and those of the other amounts. */
type Columns = { balance: number; amounts: number[] };
/** A row whose amount can be held against the balances before and after it; in cents. */
type Step = { row: number; column: number; amount: number; change: number };

const BALANCE = /^(saldo|balance)\b/i;
/**
 * So many rows must agree to the cent for the others to be wrong, and so many of all; one balance misread is two rows
 * that do not.
 */
const FEWEST_STEPS = 2;
const SHARE_OF_STEPS = 0.4;
/** What is left of how sure an amount is that may have lost its minus. */
const UNSIGNED = 0.75;

/**
 * Recognised amounts held against the balances beside them: a minus that was lost comes back, and what does not add up
 * is in doubt.
 */
export function checkBalances(table: TableReading): TableReading {
  const columns = table.recognised ? columnsOf(table) : null;
  if (!columns) return table.recognised ? withDoubtfulSigns(table, []) : table;
  const steps = stepsOf(table, columns);
  const right = steps.filter(({ amount, change }) => Math.abs(amount) === Math.abs(change));
  if (right.length < FEWEST_STEPS || right.length < SHARE_OF_STEPS * steps.length) return withDoubtfulSigns(table, []);
  return doubted(withDoubtfulSigns(withMinus(table, right), right), steps, right, columns.balance);
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

/** In a column with minus signs, one that the balances ask for was only not recognised. */
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

/** Where others of its column have a minus, an amount without one may have lost it. */
function withDoubtfulSigns(table: TableReading, proven: Step[]): TableReading {
  const isUnsigned = (cell: string | null | undefined, column: number) =>
    (centsOf(cell) ?? 0) > 0 && hasMinus(table, column);
  const isProven = (row: number, column: number) => proven.some((step) => step.row === row && step.column === column);
  return scored(table, (score, row, column) =>
    isUnsigned(table.rows[row]?.[column], column) && !isProven(row, column) ? score * UNSIGNED : score,
  );
}

/** Cells that can be what is wrong become ones in doubt. */
function doubted(table: TableReading, steps: Step[], right: Step[], balance: number): TableReading {
  const wrong = steps.filter((step) => !right.includes(step));
  const cells = new Set(
    wrong.flatMap((step) => suspects(step, steps, wrong, balance)).map(({ row, column }) => `${row}/${column}`),
  );
  return scored(table, (score, row, column) => (cells.has(`${row}/${column}`) ? Math.min(score, DISPUTED) : score));
}

/**
 * Two rows after one another that fail share the balance between them; in one that fails by itself it is the amount, or
 * a balance no other row speaks for.
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

const scored = (table: TableReading, change: (score: number, row: number, column: number) => number): TableReading => ({
  ...table,
  scores: table.rows.map((row, at) =>
    row.map((cell, column) =>
      cell === null ? null : rounded(change(table.scores?.[at]?.[column] ?? table.score, at, column)),
    ),
  ),
});

/** So many cells of a column say what the others must be. */
const SHARE_OF_CELLS = 0.6;
const FEWEST_CELLS = 2;

const isMark = (cell: string) => /^\p{L}$/u.test(cell);
const isAmount = (cell: string) => parseAmount(cell) !== null;
const DEBIT_OR_CREDIT = /^(d\s?[/|]\s?c|c\s?[/|]\s?d|dc)$/i;

/**
 * Recognised cells that are not what their column has: a single letter among marks is a capital, what is no amount
 * among amounts was misread.
 */
export function checkColumnTypes(table: TableReading): TableReading {
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
  cells.length >= FEWEST_CELLS && cells.filter(is).length >= SHARE_OF_CELLS * cells.length;
