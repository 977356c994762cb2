import { median } from '../../reader/src/statistics.ts';
import type { ReceiptResult } from '../receipts/measureReceipts.ts';
import { table } from './tables.ts';

/** `sure`: wrong at a score of 0.9 or more. */
export type ReceiptCounts = { of: number; exact: number; wrong: number; missing: number; sure: number };

const SURE = 0.9;

/** How many dates and totals of receipts are right. */
export const countReceipts = (results: ReceiptResult[]): Record<'date' | 'total', ReceiptCounts> => ({
  date: countOf(results, 'date'),
  total: countOf(results, 'total'),
});

function countOf(results: ReceiptResult[], name: string): ReceiptCounts {
  const fields = results.flatMap((result) => result.fields.filter((field) => field.name === name));
  const count = (outcome: string, least = 0) =>
    fields.filter((field) => field.outcome === outcome && (field.score ?? 0) >= least).length;
  return {
    of: fields.length,
    exact: count('exact'),
    wrong: count('wrong'),
    missing: count('missing'),
    sure: count('wrong', SURE),
  };
}

/** Dates and totals of receipts made for this run, by what became of them. */
export function receiptTable(results: ReceiptResult[], seed: string): string {
  const row = (label: string, of: ReceiptResult[]) => {
    const { date, total } = countReceipts(of);
    const cell = ({ exact, wrong, missing }: ReceiptCounts) => [exact, wrong, missing].join(' / ');
    return [
      label,
      String(of.length),
      cell(date),
      cell(total),
      String(date.sure + total.sure),
      median(of.map(({ seconds }) => seconds))?.toFixed(2) ?? '–',
    ];
  };
  return [
    '### Receipts of made-up shops',
    table(
      ['exact / wrong / missing', 'receipts', 'dates', 'totals', 'wrong at ≥ 0.9', 'median s'],
      [
        ...[...Map.groupBy(results, ({ degradation }) => degradation)].map(([kind, of]) => row(kind, of)),
        row('all', results),
      ],
    ),
    `${results.length} receipts made with the seed ${seed}.`,
  ].join('\n\n');
}
