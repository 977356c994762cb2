// node scripts/node.mjs test/mutants/reader.mjs layout/tables.ts: which conditions in these files and folders of the reader no
// generated document that reaches them misses: always true, always false, or with "and" and "or" exchanged.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fieldsIn } from '../../sandbox/accuracy/service/client.ts';
import { mutantsOf, withSwitches } from './mutants.ts';

const READER = new URL('../../sandbox/reader/src/', import.meta.url).href;
const [SEEDS, FORMS_OF_EACH_SORT] = [2, 15];
/** A loop whose end was switched off asks more often. */
const MOST_CALLS = 3_000_000;

const chosen = process.argv.slice(2);
const mutants = [];
let active = -1;
let calls = 0;
let reached = new Set();

globalThis.isMutant = (id) => {
  reached.add(id);
  if (id !== active) return false;
  if (++calls > MOST_CALLS) throw new Error('endless');
  return true;
};

const isRule = ({ mutated }) => /^(true|false)$|\) (&&|\|\|) \(/.test(mutated);

registerHooks({
  load(url, context, next) {
    const file = url.startsWith(READER) ? url.slice(READER.length) : '';
    if (!chosen.some((name) => file.startsWith(name))) return next(url, context);
    const source = readFileSync(new URL(url), 'utf8');
    const own = mutantsOf(source).filter(isRule);
    const numbered = own.map((mutant, at) => ({ ...mutant, file, id: mutants.length + at }));
    mutants.push(...numbered);
    return { format: 'module-typescript', source: withSwitches(source, numbered), shortCircuit: true };
  },
});

// The reader is loaded when its switches are set.
const { generatedSamples } = await import('../../sandbox/accuracy/samples.ts');

const samples = [];
for await (const sample of generatedSamples(SEEDS, FORMS_OF_EACH_SORT)) {
  const read = async () => JSON.stringify(await sample.read().then(fieldsIn, (error) => error.message));
  reached = new Set();
  samples.push({ answer: await read(), read, reached });
}
console.log(`${samples.length} documents, ${mutants.length} changes`);
for (const { id, file, line, original, mutated } of mutants) {
  [active, calls] = [id, 0];
  const reaching = samples.filter((sample) => sample.reached.has(id));
  let isMissed = false;
  for (const { answer, read } of reaching) if ((isMissed = (await read()) !== answer)) break;
  const change = `${original} → ${mutated}`.replace(/\s+/g, ' ');
  if (reaching.length > 0 && !isMissed) console.log(`${file}:${line}, of ${reaching.length} documents: ${change}`);
}
