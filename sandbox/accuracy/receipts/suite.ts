import { degrade } from '../degradations/degradations.ts';
import { compareFields } from '../metrics/fields.ts';
import { fieldsGoal, usual } from '../report/goals.ts';
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

  goals: (results, fields) => [
    ...Object.entries({ date: 'dates', total: 'totals' }).map(([name, plural]) =>
      fieldsGoal(
        `${plural} of receipts exact ≥ 80 %, none wrong at ≥ 0.9`,
        '–',
        fields.filter((field) => field.name === name),
      ),
    ),
    usual(
      'receipt, photograph ≤ 2 s',
      '2.5 s',
      results.filter(({ groups }) => groups.includes('photo')),
    ),
  ],
});
