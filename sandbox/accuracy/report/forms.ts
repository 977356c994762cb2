import { median } from '../../reader/src/statistics.ts';
import type { FormValue } from '../forms/comparison.ts';
import type { FormResult } from '../forms/measureForms.ts';
import { table } from './tables.ts';

export type FormCounts = {
  values: number;
  exact: number;
  wrong: number;
  missing: number;
  labels: number;
  /** Values and labels that are wrong, and scored as sure. */
  sure: number;
};

const SURE = 0.9;

/** What was read and is not on the document is wrong, but no value of it. */
export function countForms(results: FormResult[]): FormCounts {
  const values = results.flatMap(({ fields }) => fields);
  const count = (fits: (value: FormValue) => boolean) => values.filter(fits).length;
  return {
    values: count(({ truth }) => truth !== null),
    exact: count(({ outcome }) => outcome === 'exact'),
    wrong: count(({ outcome }) => outcome === 'wrong'),
    missing: count(({ outcome }) => outcome === 'missing'),
    labels: count(({ outcome }) => outcome === 'label'),
    sure: count(({ outcome, score }) => (outcome === 'wrong' || outcome === 'label') && (score ?? 0) >= SURE),
  };
}

/** Values of documents in layouts made for this run, by sort of document. */
export function formsTable(results: FormResult[], seed: string): string {
  const row = (label: string, of: FormResult[]) => {
    const { values, exact, wrong, missing, labels, sure } = countForms(of);
    const seconds = median(of.map((result) => result.seconds));
    return [label, ...[values, exact, wrong, missing, labels, sure].map(String), seconds?.toFixed(2) ?? '–'];
  };
  return [
    '### Unknown kinds in new layouts',
    table(
      ['text PDFs', 'values', 'exact', 'wrong', 'missing', 'labels as values', 'wrong at ≥ 0.9', 'median s'],
      [...[...Map.groupBy(results, ({ sort }) => sort)].map(([sort, of]) => row(sort, of)), row('all', results)],
    ),
    `${results.length} documents made with the seed ${seed}. An article has no values, so whatever is read in it is wrong.`,
  ].join('\n\n');
}
