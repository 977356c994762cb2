import { countOutcomes } from '../metrics/fields.ts';
import { goal } from '../report/goals.ts';
import { suiteOfFiles } from '../suite.ts';
import { compareForm } from './comparison.ts';
import { FORMS, printForm, type FormSort } from './forms.ts';

/** Documents of each sort for one of `seeds`: together they have some 3,000 values. */
const OF_EACH_SORT = 40;

/** Printed documents of unknown kinds in layouts that nobody has seen before. */
export const forms = suiteOfFiles({
  title: 'Unknown kinds in new layouts',
  note: 'An article has no values, so whatever is read in it is wrong.',

  async *cases({ seed, seeds }) {
    for (const sort of Object.keys(FORMS) as FormSort[])
      for (let at = 1; at <= seeds * OF_EACH_SORT; at++) {
        const form = await printForm(sort, `${seed} ${at}`);
        yield {
          name: `${sort} ${seed} ${at}`,
          groups: [sort],
          bytes: form.pdf,
          extension: 'pdf',
          compare: ({ fields, tables }) => compareForm(form, [...fields, ...tables.flat(2)]),
        };
      }
  },

  goals: (results, fields) => [
    goal(
      'unknown kinds in new layouts: 0 of 2,000 values wrong at ≥ 0.9, 0 labels as values',
      '0 wrong, 0 labels of 3867',
      results.length > 0 ? countOutcomes(fields) : null,
      ({ sure, labels, values }) => `${sure} wrong at ≥ 0.9, ${labels} labels, of ${values} values`,
      ({ sure, labels, values }) => values >= 2_000 && sure === 0 && labels === 0,
    ),
  ],
});
