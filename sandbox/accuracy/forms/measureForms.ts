import type { Seeds, Yielded } from '../options.ts';
import { sendFile } from '../service/client.ts';
import type { Sandbox } from '../service/sandbox.ts';
import { compareForm } from './comparison.ts';
import { FORMS, printForm, type FormSort } from './forms.ts';

export type FormResult = Yielded<typeof measureForms>;

/** Documents of each sort for one of `seeds`: together they have some 3,000 values. */
const OF_EACH_SORT = 40;

/** Sends printed documents of unknown kinds, new ones for each seed. */
export async function* measureForms(sandbox: Sandbox, { seed, seeds }: Seeds) {
  for (const sort of Object.keys(FORMS) as FormSort[])
    for (let at = 1; at <= seeds * OF_EACH_SORT; at++) {
      const form = await printForm(sort, `${seed} ${at}`);
      const answer = await sendFile(sandbox, { bytes: form.pdf, name: 'form', extension: 'pdf' }, {});
      const fields = compareForm(form, [...answer.fields, ...answer.tables.flat(2)]);
      yield { name: `${sort} ${seed} ${at}`, sort, seconds: answer.milliseconds / 1000, fields };
    }
}
