import { median } from '../../reader/src/statistics.ts';
import type { ReceiptResult } from '../receipts/measureReceipts.ts';
import { countOutcomes, type Counts } from './summary.ts';
import { section } from './tables.ts';

/** How many dates and totals of receipts are right. */
export function countReceipts(results: ReceiptResult[]): Record<'date' | 'total', Counts> {
  const fields = results.flatMap((result) => result.fields);
  const [date, total] = ['date', 'total'].map((name) => countOutcomes(fields.filter((field) => field.name === name)));
  return { date, total } as Record<'date' | 'total', Counts>;
}

/** Dates and totals of receipts made for this run, by what became of them. */
export const receiptTable = (results: ReceiptResult[], seed: string): string =>
  section(
    'Receipts of made-up shops',
    ['exact / wrong / missing', 'receipts', 'dates', 'totals', 'wrong at ≥ 0.9', 'median s'],
    [...Map.groupBy(results, ({ degradation }) => degradation), ['all', results]],
    (of) => {
      const { date, total } = countReceipts(of);
      return [
        String(of.length),
        ...[date, total].map(({ exact, wrong, missing }) => [exact, wrong, missing].join(' / ')),
        String(date.sure + total.sure),
        median(of.map(({ seconds }) => seconds))?.toFixed(2) ?? '–',
      ];
    },
    `${results.length} receipts made with the seed ${seed}.`,
  );
