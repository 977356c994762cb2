import { median } from '../../reader/src/statistics.ts';
import type { FormResult } from '../forms/measureForms.ts';
import { countOutcomes } from './summary.ts';
import { section } from './tables.ts';

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
