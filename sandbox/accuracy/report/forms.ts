import { median } from '../../reader/src/statistics.ts';
import type { FormResult } from '../forms/measureForms.ts';
import type { FieldResult } from '../metrics/fields.ts';
import { section } from './tables.ts';

export type Counts = {
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
export function countOutcomes(values: Pick<FieldResult, 'truth' | 'outcome' | 'score'>[]): Counts {
  const of = (outcome: FieldResult['outcome']) => values.filter((value) => value.outcome === outcome);
  return {
    values: values.filter(({ truth }) => truth !== null).length,
    exact: of('exact').length,
    wrong: of('wrong').length,
    missing: of('missing').length,
    labels: of('label').length,
    sure: [...of('wrong'), ...of('label')].filter(({ score }) => (score ?? 0) >= SURE).length,
  };
}

/** Values of documents in layouts made for this run, by sort of document. */
export const formsTable = (results: FormResult[], seed: string): string =>
  section(
    'Unknown kinds in new layouts',
    ['text PDFs', 'values', 'exact', 'wrong', 'missing', 'labels as values', 'wrong at ≥ 0.9', 'median s'],
    [...Map.groupBy(results, ({ sort }) => sort), ['all', results]],
    (of) => {
      const { values, exact, wrong, missing, labels, sure } = countOutcomes(of.flatMap(({ fields }) => fields));
      const seconds = median(of.map((result) => result.seconds));
      return [...[values, exact, wrong, missing, labels, sure].map(String), seconds?.toFixed(2) ?? '–'];
    },
    `${results.length} documents made with the seed ${seed}. An article has no values, so whatever is read in it is wrong.`,
  );
