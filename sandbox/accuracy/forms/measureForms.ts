import { sendFile } from '../service/client.ts';
import type { Sandbox } from '../service/sandbox.ts';
import { compareForm, type FormValue } from './comparison.ts';
import { FORMS, printForm, type FormSort } from './forms.ts';

export type FormResult = { name: string; sort: FormSort; seconds: number; values: FormValue[] };

/** Documents of each sort for one of `seeds`: together they have some 3,000 values. */
const OF_EACH_SORT = 40;

/** Sends printed documents of unknown kinds, new ones for each seed. */
export async function measureForms(
  sandbox: Sandbox,
  { seed, seeds }: { seed: string; seeds: number },
  onResult: (result: FormResult) => void,
): Promise<FormResult[]> {
  const results: FormResult[] = [];
  for (const sort of Object.keys(FORMS) as FormSort[])
    for (let at = 1; at <= seeds * OF_EACH_SORT; at++) {
      const result = await measureOne(sandbox, sort, `${seed} ${at}`);
      results.push(result);
      onResult(result);
    }
  return results;
}

async function measureOne(sandbox: Sandbox, sort: FormSort, seed: string): Promise<FormResult> {
  const form = await printForm(sort, seed);
  const name = `${sort} ${seed}`;
  const answer = await sendFile(sandbox, { bytes: form.pdf, name: 'form', extension: 'pdf' }, {});
  const read = [...answer.fields, ...answer.tables.flat(2)];
  return { name, sort, seconds: answer.milliseconds / 1000, values: compareForm(form, read) };
}
