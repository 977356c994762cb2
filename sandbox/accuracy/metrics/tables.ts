import type { TrueTable } from '../groundTruth.ts';
import type { Field } from '../service/client.ts';
import { agrees, type FieldResult } from './fields.ts';

type Row = Record<string, string | null>;

/** Compares the cells of each true table with the best-matching table of the response. */
export function compareTables(truths: TrueTable[], answer: Field[][][]): FieldResult[] {
  const tables = answer.map((rows) => rows.map(asRow));
  return truths.flatMap(({ rows }) => {
    const candidates = tables.map((table) => compareRows(rows, table));
    return candidates.toSorted((a, b) => exact(b) - exact(a))[0] ?? compareRows(rows, []);
  });
}

const asRow = (cells: Field[]): Row => Object.fromEntries(cells.map(({ name, value }) => [name, value]));
const exact = (results: FieldResult[]): number => results.filter(({ outcome }) => outcome === 'exact').length;

/** Rows are matched in order. A row without any equal cell matches none. */
function compareRows(truths: Row[], rows: Row[]): FieldResult[] {
  let next = 0;
  return truths.flatMap((truth) => {
    const scores = rows.slice(next).map((row) => exact(compareRow(truth, row)));
    const best = Math.max(0, ...scores);
    if (best === 0) return compareRow(truth, {});
    const at = next + scores.indexOf(best);
    next = at + 1;
    return compareRow(truth, rows[at] ?? {});
  });
}

function compareRow(truth: Row, row: Row): FieldResult[] {
  return Object.entries(truth).flatMap(([name, value]): FieldResult[] => {
    const read = row[name] || null;
    if (value === null && read === null) return [];
    const isRight = value !== null && read !== null && sameCell(read, value);
    const outcome = isRight ? 'exact' : read === null ? 'missing' : 'wrong';
    return [{ name, truth: value, read, score: null, outcome }];
  });
}

/** The service interface does not define how percentages and counts are written: 5,00% and 5.00 are equal. */
function sameCell(read: string, truth: string): boolean {
  const number = (text: string): number =>
    /^-?[\d.,]+\s*%?$/.test(text.trim()) ? Number(text.replace(/[%\s]/g, '').replace(',', '.')) : Number.NaN;
  return agrees(read, truth) || number(read) === number(truth);
}
