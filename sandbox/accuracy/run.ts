import pLimit from 'p-limit';
import { evaluateAddresses } from './addresses.ts';
import { measureCodes } from './codes/measureCodes.ts';
import { generateDocument, GROUPS, planDocuments, saveDocuments, type Plan } from './documents.ts';
import { explain } from './explain/explain.ts';
import { measureForms, type FormResult } from './forms/measureForms.ts';
import { measureLoad, measurePages, SOME_PAGES } from './load/measureLoad.ts';
import { measureHostile } from './hostile/measureHostile.ts';
import { measureMrz, type MrzResult } from './mrz/measureMrz.ts';
import { measureReceipts, type ReceiptResult } from './receipts/measureReceipts.ts';
import { evaluate, type Evaluation } from './metrics/evaluation.ts';
import { optionsFrom, USAGE, type Options } from './options.ts';
import { pagesTable } from './report/load.ts';
import { report, reportOthers } from './report/report.ts';
import { megabytes } from './report/tables.ts';
import type { Others } from './report/thresholds.ts';
import { startSandbox, type Sandbox } from './service/sandbox.ts';
import { send } from './service/client.ts';
import { readWithCommandLine } from './service/tesseract.ts';

async function main(): Promise<void> {
  const options = optionsFrom(process.argv.slice(2));
  if (options.save) return saveDocuments(planDocuments(options), options.save);
  if (options.explain) return console.log(await explain(options.explain, options.about));
  const sandbox = await startSandbox();
  try {
    const alone = (Object.keys(OTHERS) as (keyof typeof OTHERS)[]).find((name) => options[name]);
    if (options.memory) console.log(pagesTable(await measurePages(sandbox, options.memory, tell)));
    else if (alone) reportOthers({ [alone]: await OTHERS[alone](sandbox, options) }, options);
    else await measureAll(sandbox, options);
  } finally {
    await sandbox.stop();
  }
}

async function measureAll(sandbox: Sandbox, options: Options): Promise<void> {
  const plans = planDocuments(options);
  const started = performance.now();
  let done = 0;
  const measureSome = (isMeant: (plan: Plan) => boolean, atOnce: number) =>
    measure(sandbox, plans.filter(isMeant), atOnce, () => `${++done}/${plans.length}`);
  await warmUp(sandbox, plans);
  const timed = await measureSome(isTimed, 1);
  const { types, degradations, groups } = options;
  const isEverything = types === null && degradations === null && groups.length === GROUPS.length;
  const others = isEverything ? await measureOthers(sandbox, options) : {};
  const evaluations = [...(await measureSome((plan) => !isTimed(plan), UNTIMED_AT_ONCE)), ...timed];
  const minutes = (performance.now() - started) / 60_000;
  await report({ ...others, evaluations, readyMs: sandbox.readyMs, minutes }, options);
}

async function measureOthers(sandbox: Sandbox, options: Options): Promise<Others> {
  const [known, heldOut] = [await evaluateAddresses(sandbox, 'known'), await evaluateAddresses(sandbox, 'heldOut')];
  const measured: Record<string, unknown> = { addresses: { known, heldOut } };
  for (const [name, measure] of Object.entries(OTHERS)) measured[name] = await measure(sandbox, options);
  return measured;
}

const tell = (text: string) => process.stderr.write(`${text}\n`);

/** Tells of each result as it comes, until all are there or it is interrupted. */
async function collect<T>(results: AsyncIterable<T>, lineOf: (result: T) => string): Promise<T[]> {
  const collected: T[] = [];
  for await (const result of results) {
    collected.push(result);
    tell(lineOf(result));
    if (isInterrupted) break;
  }
  return collected;
}

const rightOf = ({ name, fields, seconds }: MrzResult | FormResult | ReceiptResult) => {
  const right = fields.filter(({ outcome }) => outcome === 'exact').length;
  return `${name}: ${right} of ${fields.length}, ${seconds.toFixed(2)} s`;
};

/** What is measured besides documents of layouts, in this order, or alone. */
const OTHERS = {
  forms: (sandbox, options) => collect(measureForms(sandbox, options), rightOf),
  receipts: (sandbox, options) => collect(measureReceipts(sandbox, options), rightOf),
  mrz: (sandbox, options) => collect(measureMrz(sandbox, options), rightOf),
  codes: (_, options) =>
    collect(
      measureCodes(options),
      ({ name, values, seconds }) => `${name}: ${values.join(', ') || 'no code'}, ${seconds.toFixed(1)} s`,
    ),
  load: (sandbox) => measureLoad(sandbox, SOME_PAGES, tell),
  hostile: (sandbox) =>
    collect(
      measureHostile(sandbox),
      ({ name, status, seconds, memory, isAlive }) =>
        `${name}: ${status}, ${seconds.toFixed(1)} s, ${megabytes(memory)}${isAlive ? '' : ', NOT ALIVE'}`,
    ),
} satisfies Record<string, (sandbox: Sandbox, options: Options) => Promise<unknown>>;

/** Documents whose times are measured are read one after the other by an idle sandbox, and first. */
const isTimed = ({ group }: Plan) => group !== 'known';
const UNTIMED_AT_ONCE = 2;

let isInterrupted = false;
process.once('SIGINT', () => (isInterrupted = true));

/** Ctrl-C ends it early and still reports. */
async function measure(sandbox: Sandbox, plans: Plan[], atOnce: number, count: () => string): Promise<Evaluation[]> {
  const evaluations: Evaluation[] = [];
  const measureOne = async (plan: Plan) => {
    if (isInterrupted) return;
    const document = await generateDocument(plan);
    const answer = await send(sandbox, document);
    const evaluation = await evaluate(document, answer, {
      memory: await sandbox.memory(),
      tesseract: isTimed(plan) ? await readWithCommandLine(document.bytes, document.extension) : null,
    });
    evaluations.push(evaluation);
    tell(`${count()} ${evaluation.name} ${evaluation.seconds.toFixed(1)} s`);
  };
  const limit = pLimit(atOnce);
  await Promise.all(plans.map((plan) => limit(() => measureOne(plan))));
  return evaluations;
}

/** Warm-up: the first documents load the engines. Two that need different ones are sent and not counted. */
async function warmUp(sandbox: Sandbox, plans: Plan[]): Promise<void> {
  const first = plans.find(({ degradation }) => degradation === 'pdf');
  const second = plans.find(({ degradation }) => degradation !== 'pdf');
  for (const plan of [first, second])
    if (plan) await send(sandbox, await generateDocument({ ...plan, seed: 0, name: `${plan.name}-warmUp` }));
}

main().catch((error: Error) => {
  console.error(error.message);
  console.error(USAGE);
  process.exitCode = 1;
});
