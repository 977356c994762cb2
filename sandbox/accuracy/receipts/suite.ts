import { degrade } from '../degradations/degradations.ts';
import { compareFields, countOutcomes } from '../metrics/fields.ts';
import { goal } from '../report/goals.ts';
import { percent } from '../report/tables.ts';
import type { Answer } from '../service/client.ts';
import { suiteOfFiles } from '../suite.ts';
import { DESIGNS } from './designs.ts';
import { printReceipt } from './receipt.ts';

/** Receipts of each design with a text layer, as scans and as photographs, for one of `seeds`. */
const COPIES = { pdf: 10, scan300: 1, photo: 3 } as const;

/** Receipts of made-up shops in several countries, with a date and a total. */
export const receipts = suiteOfFiles({
  title: 'Receipts of made-up shops',

  async *cases({ seed, seeds }) {
    for (const [degradation, copies] of Object.entries(COPIES) as [keyof typeof COPIES, number][])
      for (const [index, design] of DESIGNS.entries())
        for (let at = 1; at <= seeds * copies; at++) {
          const name = `receipt ${index} ${degradation} ${seed} ${at}`;
          const { pdf, size, fields } = await printReceipt(design, `${degradation} ${seed} ${at}`);
          const file = await degrade(degradation, pdf, size, name);
          const compare = (answer: Answer) => compareFields(fields, answer.fields);
          yield { ...file, name, groups: [degradation], compare };
        }
  },

  goals(results) {
    const fields = results.flatMap((result) => result.fields);
    const both = ['date', 'total'].map((name) => countOutcomes(fields.filter((field) => field.name === name)));
    return [
      goal(
        'dates and totals of receipts exact ≥ 80 %, none wrong at ≥ 0.9',
        '–',
        results.length > 0 ? both : null,
        () => {
          const right = both.map(({ exact, values }) => `${percent(exact / values)} %`).join(' and ');
          return `${right} of ${both[0]?.values}, ${both.reduce((sum, { sure }) => sum + sure, 0)} wrong at ≥ 0.9`;
        },
        () => both.every(({ exact, values, sure }) => sure === 0 && exact / values >= 0.8),
      ),
    ];
  },
});
