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
import { codesDetails, codesTable } from './report/codes.ts';
import { formsTable } from './report/forms.ts';
import { hostileTable } from './report/hostile.ts';
import { loadTable, pagesTable } from './report/load.ts';
import { mrzTable } from './report/mrz.ts';
import { receiptTable } from './report/receipts.ts';
import { fieldDetails, report } from './report/report.ts';
import { megabytes } from './report/tables.ts';
import { startSandbox, type Sandbox } from './service/sandbox.ts';
import { send } from './service/client.ts';
import { readWithCommandLine } from './service/tesseract.ts';

async function main(): Promise<void> {
  const options = optionsFrom(process.argv.slice(2));
  if (options.save) return saveDocuments(planDocuments(options), options.save);
  if (options.explain) return console.log(await explain(options.explain, options.about));
  if (options.codes) return show(await codes(options), options, codesDetails, codesTable);
  const sandbox = await startSandbox();
  try {
    if (options.memory) console.log(pagesTable(await measurePages(sandbox, options.memory, tell)));
    else if (options.load) console.log(loadTable(await measureLoad(sandbox, SOME_PAGES, tell)));
    else if (options.hostile) console.log(hostileTable(await hostile(sandbox)));
    else if (options.mrz) show(await mrz(sandbox, options), options, fieldDetails, mrzTable);
    else if (options.forms) show(await forms(sandbox, options), options, fieldDetails, formsTable);
    else if (options.receipts) show(await receipts(sandbox, options), options, fieldDetails, receiptTable);
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
    measure(sandbox, plans.filter(isMeant), atOnce, ({ name, seconds }) =>
      tell(`${++done}/${plans.length} ${name} ${seconds.toFixed(1)} s`),
    );
  await warmUp(sandbox, plans);
  const timed = await measureSome(isTimed, 1);
  const { types, degradations, groups } = options;
  const isEverything = types === null && degradations === null && groups.length === GROUPS.length;
  const others = isEverything ? await measureOthers(sandbox, options) : {};
  const evaluations = [...(await measureSome((plan) => !isTimed(plan), UNTIMED_AT_ONCE)), ...timed];
  const minutes = (performance.now() - started) / 60_000;
  await report({ ...others, evaluations, readyMs: sandbox.readyMs, minutes }, options);
}

const measureOthers = async (sandbox: Sandbox, options: Options) => ({
  addresses: { known: await evaluateAddresses(sandbox, 'known'), heldOut: await evaluateAddresses(sandbox, 'heldOut') },
  forms: await forms(sandbox, options),
  receipts: await receipts(sandbox, options),
  mrz: await mrz(sandbox, options),
  codes: await codes(options),
  load: await measureLoad(sandbox, SOME_PAGES, tell),
  hostile: await hostile(sandbox),
});

const tell = (text: string) => process.stderr.write(`${text}\n`);

/** What was measured alone. */
function show<T>(
  results: T[],
  { details, seed }: Options,
  detailsOf: (results: T[]) => string,
  tableOf: (results: T[], seed: string) => string,
): void {
  if (details) console.log(detailsOf(results));
  console.log(tableOf(results, seed));
}

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

const hostile = (sandbox: Sandbox) =>
  collect(
    measureHostile(sandbox),
    ({ name, status, seconds, memory, isAlive }) =>
      `${name}: ${status}, ${seconds.toFixed(1)} s, ${megabytes(memory)}${isAlive ? '' : ', NOT ALIVE'}`,
  );

const rightOf = ({ name, fields, seconds }: MrzResult | FormResult | ReceiptResult) => {
  const right = fields.filter(({ outcome }) => outcome === 'exact').length;
  return `${name}: ${right} of ${fields.length}, ${seconds.toFixed(2)} s`;
};
const mrz = (sandbox: Sandbox, options: Options) => collect(measureMrz(sandbox, options), rightOf);
const forms = (sandbox: Sandbox, options: Options) => collect(measureForms(sandbox, options), rightOf);
const receipts = (sandbox: Sandbox, options: Options) => collect(measureReceipts(sandbox, options), rightOf);
const codes = (options: Options) =>
  collect(
    measureCodes(options),
    ({ name, values, seconds }) => `${name}: ${values.join(', ') || 'no code'}, ${seconds.toFixed(1)} s`,
  );

/** Documents whose times are measured are read one after the other by an idle sandbox, and first. */
const isTimed = ({ group }: Plan) => group !== 'known';
const UNTIMED_AT_ONCE = 2;

let isInterrupted = false;
process.once('SIGINT', () => (isInterrupted = true));

/** Ctrl-C ends it early and still reports. */
async function measure(
  sandbox: Sandbox,
  plans: Plan[],
  atOnce: number,
  onEvaluated: (evaluation: Evaluation) => void,
): Promise<Evaluation[]> {
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
    onEvaluated(evaluation);
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
