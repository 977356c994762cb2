import { compareForm } from '../forms/comparison.ts';
import { fieldsGoal } from '../report/goals.ts';
import { suiteOfFiles } from '../suite.ts';
import { LAYERS, printLayers } from './pages.ts';

const COPIES = 3;

/** PDFs whose text layer and page differ, by how. What counts is what a person sees. */
export const layers = suiteOfFiles({
  title: 'Layer and page differ',

  async *cases({ seed, seeds }) {
    for (const kind of Object.keys(LAYERS))
      for (let at = 1; at <= seeds * COPIES; at++) {
        const page = printLayers(kind, `${seed} ${at}`);
        yield {
          name: `layer and page differ: ${kind} ${seed} ${at}`,
          groups: [kind],
          bytes: page.pdf,
          extension: 'pdf',
          compare: ({ fields }) => compareForm(page, fields),
        };
      }
  },

  goals: (_, fields) => [fieldsGoal('layer and page differ: fields exact ≥ 95 %, none wrong at ≥ 0.9', '–', fields)],
});
