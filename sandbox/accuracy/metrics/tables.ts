import type { TrueTable } from '../groundTruth.ts';
import type { Field } from '../service/client.ts';
import { compareFields, type FieldResult } from './fields.ts';

type Row = Record<string, string | null>;

/** Compares the cells of each true table with the best-matching table of the response. */
export function compareTables(truths: TrueTable[], answer: Field[][][]): FieldResult[] {
  return truths.flatMap(({ rows }) => {
    const candidates = answer.map((table) => compareRows(rows, table));
    return candidates.toSorted((a, b) => exact(b) - exact(a))[0] ?? compareRows(rows, []);
  });
}

const exact = (results: FieldResult[]): number => results.filter(({ outcome }) => outcome === 'exact').length;

/** Rows are matched in order. A row without any equal cell matches none. */
function compareRows(truths: Row[], rows: Field[][]): FieldResult[] {
  let next = 0;
  return truths.flatMap((truth) => {
    const scores = rows.slice(next).map((row) => exact(compareRow(truth, row)));
    const best = Math.max(0, ...scores);
    if (best === 0) return compareRow(truth, []);
    const at = next + scores.indexOf(best);
    next = at + 1;
    return compareRow(truth, rows[at] ?? []);
  });
}

/** Cells are judged without their scores. */
function compareRow(truth: Row, row: Field[]): FieldResult[] {
  const truths = Object.entries(truth).map(([name, value]) => ({ name, value, agreement: 'number' as const }));
  return compareFields(truths, row).map((result) => ({ ...result, score: null }));
}
