import type { TrueTable } from '../document.ts';
import type { Field } from '../service/answer.ts';
import { agrees } from './agree.ts';
import type { Verdict } from './fields.ts';

type Row = Record<string, string | null>;

/** Cells of each true table against the answer's table that fits it best, row by row in order. */
export function judgeTables(truths: TrueTable[], answer: Field[][][]): Verdict[] {
  const tables = answer.map((rows) => rows.map(asRow));
  return truths.flatMap(({ rows }) => {
    const candidates = tables.map((table) => judgeRows(rows, table));
    return candidates.toSorted((a, b) => exact(b) - exact(a))[0] ?? judgeRows(rows, []);
  });
}

const asRow = (cells: Field[]): Row => Object.fromEntries(cells.map(({ name, value }) => [name, value]));
const exact = (verdicts: Verdict[]): number => verdicts.filter(({ outcome }) => outcome === 'exact').length;

/** Rows are matched in order; a row that has nothing in common with the next true one stands for none. */
function judgeRows(truths: Row[], rows: Row[]): Verdict[] {
  let next = 0;
  return truths.flatMap((truth) => {
    const scores = rows.slice(next).map((row) => exact(judgeRow(truth, row)));
    const best = Math.max(0, ...scores);
    if (best === 0) return judgeRow(truth, {});
    const at = next + scores.indexOf(best);
    next = at + 1;
    return judgeRow(truth, rows[at] ?? {});
  });
}

function judgeRow(truth: Row, row: Row): Verdict[] {
  return Object.entries(truth).flatMap(([name, value]): Verdict[] => {
    const read = row[name] || null;
    if (value === null) return read === null ? [] : [{ name, truth: null, read, score: null, outcome: 'wrong' }];
    return [
      {
        name,
        truth: value,
        read,
        score: null,
        outcome: read === null ? 'missing' : sameCell(read, value) ? 'exact' : 'wrong',
      },
    ];
  });
}

/** The interface does not say how percentages and counts are written: 5,00% and 5.00 are the same. */
function sameCell(read: string, truth: string): boolean {
  const number = (text: string): number =>
    /^-?[\d.,]+\s*%?$/.test(text.trim()) ? Number(text.replace(/[%\s]/g, '').replace(',', '.')) : Number.NaN;
  return agrees(read, truth) || number(read) === number(truth);
}
