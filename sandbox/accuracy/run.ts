import pLimit from 'p-limit';
import { evaluateAddresses } from './addresses.ts';
import { measureCodes, type CodeResult } from './codes/measureCodes.ts';
import { generateDocument, GROUPS, planDocuments, saveDocuments, type Plan } from './documents.ts';
import { explain } from './explain/explain.ts';
import { measureForms, type FormResult } from './forms/measureForms.ts';
import { measureLoad, measurePages, SOME_PAGES } from './load/measureLoad.ts';
import { measureHostile, type HostileResult } from './hostile/measureHostile.ts';
import { measureMrz, type MrzResult } from './mrz/measureMrz.ts';
import { measureReceipts, type ReceiptResult } from './receipts/measureReceipts.ts';
import { evaluate, type Evaluation } from './metrics/evaluation.ts';
import { optionsFrom, USAGE, type Options } from './options.ts';
import { codesDetails, codesTable } from './report/codes.ts';
import { formsDetails, formsTable } from './report/forms.ts';
import { hostileTable } from './report/hostile.ts';
import { loadTable, pagesTable } from './report/load.ts';
import { mrzTable } from './report/mrz.ts';
import { receiptTable } from './report/receipts.ts';
import { fieldDetails, report } from './report/report.ts';
import { startSandbox, type Sandbox } from './service/sandbox.ts';
import { send } from './service/client.ts';
import { readWithCommandLine } from './service/tesseract.ts';

async function main(): Promise<void> {
  const options = optionsFrom(process.argv.slice(2));
  if (options.save) return saveDocuments(planDocuments(options), options.save);
  if (options.explain) return console.log(await explain(options.explain, options.about));
  if (options.codes) return codesAlone(options);
  const sandbox = await startSandbox();
  try {
    if (options.memory) console.log(pagesTable(await measurePages(sandbox, options.memory, tell)));
    else if (options.load) console.log(loadTable(await measureLoad(sandbox, SOME_PAGES, tell)));
    else if (options.hostile) console.log(hostileTable(await hostile(sandbox)));
    else if (options.mrz) await mrzAlone(sandbox, options);
    else if (options.forms) await formsAlone(sandbox, options);
    else if (options.receipts) await receiptsAlone(sandbox, options);
    else await measureAll(sandbox, options);
  } finally {
    await sandbox.stop();
  }
}

async function measureAll(sandbox: Sandbox, options: Options): Promise<void> {
  const plans = planDocuments(options);
  const started = performance.now();
  let done = 0;
  const onEvaluated = ({ name, seconds }: Evaluation) =>
    process.stderr.write(`${++done}/${plans.length} ${name} ${seconds.toFixed(1)} s\n`);
  await warmUp(sandbox, plans);
  const timed = await measure(sandbox, plans.filter(isTimed), onEvaluated);
  const isEverything =
    options.types === null && options.degradations === null && options.groups.length === GROUPS.length;
  const addresses = isEverything
    ? { known: await evaluateAddresses(sandbox, 'known'), heldOut: await evaluateAddresses(sandbox, 'heldOut') }
    : null;
  const formResults = isEverything ? await forms(sandbox, options) : null;
  const receiptResults = isEverything ? await receipts(sandbox, options) : null;
  const mrzResults = isEverything ? await mrz(sandbox, options) : null;
  const codeResults = isEverything ? await codes(options) : null;
  const loadResult = isEverything ? await measureLoad(sandbox, SOME_PAGES, tell) : null;
  const hostileResults = isEverything ? await hostile(sandbox) : null;
  const known = await measure(
    sandbox,
    plans.filter((plan) => !isTimed(plan)),
    onEvaluated,
  );
  await report(
    {
      evaluations: [...known, ...timed],
      addresses,
      forms: formResults,
      receipts: receiptResults,
      mrz: mrzResults,
      codes: codeResults,
      load: loadResult,
      hostile: hostileResults,
      readyMs: sandbox.readyMs,
      minutes: (performance.now() - started) / 60_000,
    },
    options,
  );
}

const tell = (text: string) => process.stderr.write(`${text}\n`);

async function mrzAlone(sandbox: Sandbox, options: Options): Promise<void> {
  const results = await mrz(sandbox, options);
  if (options.details) console.log(fieldDetails(results));
  console.log(mrzTable(results));
}

async function codesAlone(options: Options): Promise<void> {
  const results = await codes(options);
  if (options.details) console.log(codesDetails(results));
  console.log(codesTable(results));
}

async function formsAlone(sandbox: Sandbox, options: Options): Promise<void> {
  const results = await forms(sandbox, options);
  if (options.details) console.log(formsDetails(results));
  console.log(formsTable(results, options.seed));
}

async function receiptsAlone(sandbox: Sandbox, options: Options): Promise<void> {
  const results = await receipts(sandbox, options);
  if (options.details) console.log(fieldDetails(results));
  console.log(receiptTable(results, options.seed));
}

const hostile = (sandbox: Sandbox): Promise<HostileResult[]> =>
  measureHostile(
    sandbox,
    ({ name, status, seconds, memory, isAlive }) =>
      tell(
        `${name}: ${status}, ${seconds.toFixed(1)} s, ${Math.round(memory / 1_048_576)} MB${isAlive ? '' : ', NOT ALIVE'}`,
      ),
    () => isInterrupted,
  );

const mrz = (sandbox: Sandbox, { seed, seeds }: Options): Promise<MrzResult[]> =>
  measureMrz(sandbox, { seed, seeds }, ({ name, fields, seconds }) => {
    const right = fields.filter(({ outcome }) => outcome === 'exact').length;
    process.stderr.write(`${name}: ${right} of ${fields.length}, ${seconds.toFixed(1)} s\n`);
  });

const forms = (sandbox: Sandbox, { seed, seeds }: Options): Promise<FormResult[]> =>
  measureForms(sandbox, { seed, seeds }, ({ name, values, seconds }) => {
    const right = values.filter(({ outcome }) => outcome === 'exact').length;
    process.stderr.write(`${name}: ${right} of ${values.length}, ${seconds.toFixed(2)} s\n`);
  });

const receipts = (sandbox: Sandbox, { seed, seeds }: Options): Promise<ReceiptResult[]> =>
  measureReceipts(sandbox, { seed, seeds }, ({ name, fields, seconds }) => {
    const right = fields.filter(({ outcome }) => outcome === 'exact').length;
    process.stderr.write(`${name}: ${right} of ${fields.length}, ${seconds.toFixed(2)} s\n`);
  });

const codes = ({ seed, seeds }: Options): Promise<CodeResult[]> =>
  measureCodes({ seed, seeds }, ({ name, values, seconds }) =>
    process.stderr.write(`${name}: ${values.join(', ') || 'no code'}, ${seconds.toFixed(1)} s\n`),
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
  onEvaluated: (evaluation: Evaluation) => void,
): Promise<Evaluation[]> {
  const evaluations: Evaluation[] = [];
  const measureOne = async (plan: Plan) => {
    if (isInterrupted) return;
    const document = await generateDocument(plan);
    const answer = await send(sandbox, document);
    const evaluation = await evaluate(document, answer, {
      memory: await sandbox.memory(),
      tesseract: plan.group === 'known' ? null : await readWithCommandLine(document.bytes, document.extension),
    });
    evaluations.push(evaluation);
    onEvaluated(evaluation);
  };
  const limit = pLimit(plans.every(isTimed) ? 1 : UNTIMED_AT_ONCE);
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
