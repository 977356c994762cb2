import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { addSwitches, conditions, forget, isConstant, makeConstant, restore } from './switches.ts';
import { fieldsIn } from '../service/client.ts';
import type { Sample } from './samples.ts';

const USAGE = `node scripts/node.mjs sandbox/accuracy/ablation/run.ts [options] [folders or files of sandbox/reader/src]
  Makes each condition in the reader's code (in layout and documents, if no folder or file is named) always true, then
  always false, and says what is read otherwise
  --record FOLDER   only recognises the pictures of all layouts, and stores their texts for --stored
  --stored FOLDER   also reads stored readings
  --save FILE       only writes what is read by the code as it is, one document a line
  --together        what no document misses stays as it is while the rest is tried, so that all of it may go at once
  --most N          prints the conditions that at most N documents miss (0 if not given)`;

/** What was read of a document, how many of its values are right, and how many are wrong. */
type Reading = { answer: string; right: number; wrong: number };

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      record: { type: 'string' },
      stored: { type: 'string' },
      save: { type: 'string' },
      together: { type: 'boolean' },
      most: { type: 'string', default: '0' },
    },
  });
  addSwitches(values.save || values.record ? [] : positionals.length > 0 ? positionals : ['layout/', 'documents/']);
  // The reader is loaded when its switches are set.
  const { generatedSamples, recordReadings, storedSamples } = await import('./samples.ts');
  if (values.record) return recordReadings(values.record);
  const samples = [...(values.stored ? await storedSamples(values.stored) : []), ...(await generatedSamples())];

  const readingOf = async (sample: Sample): Promise<Reading> => {
    const answer = await sample.read().catch((error: Error) => error.message);
    const outcomes = sample.outcomes(fieldsIn(answer));
    const count = (result: string) => outcomes.filter((outcome) => outcome === result).length;
    const right = count('exact');
    return { answer: JSON.stringify(answer), right, wrong: outcomes.length - right - count('missing') };
  };

  const readings: Reading[] = [];
  /** Of each condition, the documents of which it was true, and those of which it was false. */
  const seen: Record<'true' | 'false', number[][]> = { true: [], false: [] };
  for (const [at, sample] of samples.entries()) {
    forget();
    readings.push(await readingOf(sample));
    conditions.forEach(({ is }, condition) => {
      for (const result of ['true', 'false'] as const) if (is[result]) (seen[result][condition] ??= []).push(at);
    });
  }
  if (values.save) {
    const lines = samples.map(({ name }, at) => `${name} ${(readings[at] as Reading).answer}\n`);
    return writeFile(values.save, lines.join(''));
  }
  const most = Number(values.most);
  console.log(`${samples.length} documents, ${conditions.length} conditions`);
  for (const [condition, { file, line, text }] of conditions.entries())
    for (const result of [true, false]) {
      const others = seen[result ? 'false' : 'true'][condition] ?? [];
      if (isConstant(condition) || (others.length === 0 && !seen[result ? 'true' : 'false'][condition])) continue;
      let [changed, right, wrong] = [0, 0, 0];
      makeConstant(condition, result);
      for (const at of others) {
        const before = readings[at] as Reading;
        const now = await readingOf(samples[at] as Sample);
        if (now.answer === before.answer) continue;
        changed++;
        right += now.right - before.right;
        wrong += now.wrong - before.wrong;
        if (changed > most) break;
      }
      if (changed > 0 || !values.together) restore(condition);
      if (changed <= most)
        console.log(
          `${file}:${line} always ${result}: ${changed} of ${others.length} differ, ` +
            `${signed(right)} right, ${signed(wrong)} wrong: ${text}`,
        );
    }
}

const signed = (number: number) => (number > 0 ? `+${number}` : String(number));

main().catch((error: Error) => {
  console.error(error.message);
  console.error(USAGE);
  process.exitCode = 1;
});
