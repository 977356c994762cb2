import { DISPUTED, type TableReading, UNPROVEN } from '../reading.ts';
import { parseAmount } from '../text/amounts.ts';
import { rounded } from './scores.ts';

/** Cells and their scores by row and column, null where a cell is empty. */
type Cells = Pick<TableReading, 'headers' | 'rows'> & { scores: (number | null)[][] };

/** Checks the recognised cells of a table against each other, and changes those that were misread, or their scores. */
export function checkCells(cells: Cells): void {
  cells.headers.forEach((_, column) => checkColumnType(cells, column));
  checkBalances(cells);
}

function lowerScore({ scores }: Cells, row: number, column: number, lower: (score: number) => number): void {
  const [inRow, score] = [scores[row], scores[row]?.[column]];
  if (inRow && typeof score === 'number') inRow[column] = rounded(lower(score));
}

const dispute = (cells: Cells, row: number, column: number) =>
  lowerScore(cells, row, column, (score) => Math.min(score, DISPUTED));

/** This share of the cells of a column decides what the others must be. */
const SHARE_OF_CELLS = 0.6;
const FEWEST_CELLS = 2;

const isMark = (cell: string) => /^\p{L}$/u.test(cell);
const isAmount = (cell: string) => parseAmount(cell) !== null;
const DEBIT_OR_CREDIT = /^(d\s?[/|]\s?c|c\s?[/|]\s?d|dc)$/i;

/**
 * Doubts rows of which a cell is not as most in its column are: words among amounts, numbers among words. They may be the text
 * below the table.
 */
export function doubtOtherRows(cells: Cells): void {
  for (const column of cells.headers.keys()) {
    const texts = cells.rows.flatMap((row) => row[column] ?? []);
    const [amounts, worded] = [isAmount, hasWords].map((is) => texts.filter(is).length) as [number, number];
    const isOther =
      amounts > 0 && amounts >= worded ? hasWords : isMostly(cells, column, isName) ? isAmount : () => false;
    for (const [at, row] of cells.rows.entries())
      if (isOther(row[column] ?? ''))
        for (const other of row.keys())
          lowerScore(cells, at, other, (score) => Math.min(score, other === column ? DISPUTED : UNPROVEN));
  }
}

const hasWords = (cell: string) => /\p{L}{4}/u.test(cell);
const isName = (cell: string) => !/\d/.test(cell);

function isMostly({ rows }: Cells, column: number, fits: (cell: string) => boolean): boolean {
  const texts = rows.flatMap((row) => row[column] ?? []);
  return texts.length >= FEWEST_CELLS && texts.filter(fits).length >= SHARE_OF_CELLS * texts.length;
}

/** A single letter among marks becomes a capital; what is no amount among amounts was misread. */
function checkColumnType(cells: Cells, column: number): void {
  const isDebitOrCredit = DEBIT_OR_CREDIT.test(cells.headers[column] ?? '');
  const areMarks = isDebitOrCredit || isMostly(cells, column, isMark);
  if (!areMarks && !isMostly(cells, column, isAmount)) return;
  const fits = isDebitOrCredit ? (cell: string) => /^[DC]$/i.test(cell) : areMarks ? isMark : isAmount;
  for (const [at, row] of cells.rows.entries()) {
    const cell = row[column] ?? null;
    if (cell === null) continue;
    if (!fits(cell)) dispute(cells, at, column);
    if (areMarks && isMark(cell)) row[column] = cell.toUpperCase();
  }
}

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

/** Amounts beside balances: a lost minus is restored in a column that has others, what does not add up is doubtful. */
function checkBalances(cells: Cells): void {
  const { headers, rows } = cells;
  const balance = headers.findIndex((header) => BALANCE.test(header));
  const steps = stepsOf(cells, balance);
  const right = steps.filter(({ amount, change }) => Math.abs(amount) === Math.abs(change));
  const areProven = right.length >= FEWEST_STEPS && right.length >= SHARE_OF_STEPS * steps.length;
  const signed = headers.map((_, column) => rows.some((row) => (centsOf(row[column]) ?? 0) < 0));
  for (const [at, row] of rows.entries())
    for (const [column, cell] of row.entries()) {
      if (!signed[column] || (centsOf(cell) ?? 0) <= 0) continue;
      const proof = areProven ? right.find((step) => step.row === at && step.column === column) : undefined;
      if (!proof) lowerScore(cells, at, column, (score) => score * UNSIGNED);
      else if (proof.change < 0) row[column] = `-${cell}`;
    }
  const wrong = areProven ? steps.filter((step) => !right.includes(step)) : [];
  for (const step of wrong)
    for (const [row, column] of suspects(step, steps, wrong, balance)) dispute(cells, row, column);
}

const centsOf = (text: string | null | undefined): number | null => {
  const amount = text ? parseAmount(text) : null;
  return amount === null ? null : Math.round(Number(amount) * 100);
};

function stepsOf({ headers, rows }: Cells, balance: number): Step[] {
  const amounts = [...headers.keys()].filter(
    (column) => column !== balance && rows.some((row) => centsOf(row[column]) !== null),
  );
  return rows.flatMap((row, at) => {
    const [before, after] = [centsOf(rows[at - 1]?.[balance]), centsOf(row[balance])];
    const [column = -1, ...others] = amounts.filter((one) => row[one] !== null);
    const amount = others.length === 0 ? centsOf(row[column]) : null;
    return before === null || after === null || amount === null
      ? []
      : [{ row: at, column, amount, change: after - before }];
  });
}

/**
 * Two consecutive wrong rows share a wrong balance. In a single one the amount is wrong, or a balance that no other row
 * confirms.
 */
function suspects({ row, column }: Step, steps: Step[], wrong: Step[], balance: number): [number, number][] {
  const isIn = (some: Step[], at: number) => some.some((step) => step.row === at);
  if (isIn(wrong, row + 1)) return [[row, balance]];
  if (isIn(wrong, row - 1)) return [];
  const unproven = [row - 1, row].filter((at) => !isIn(steps, at === row ? row + 1 : at));
  return [[row, column], ...unproven.map((at): [number, number] => [at, balance])];
}
