import pLimit from 'p-limit';
import { generateDocument, GROUPS, planDocuments, saveDocuments, type Plan } from './documents.ts';
import { explain } from './explain/explain.ts';
import { measurePages } from './load/measureLoad.ts';
import { evaluate, type Evaluation } from './metrics/evaluation.ts';
import { optionsFrom, USAGE, type Options } from './options.ts';
import { interruption, measureOthers, OTHERS, tell } from './others.ts';
import { pagesTable } from './report/load.ts';
import { report, reportOthers } from './report/report.ts';
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

/** Documents whose times are measured are read one after the other by an idle sandbox, and first. */
const isTimed = ({ group }: Plan) => group !== 'known';
const UNTIMED_AT_ONCE = 2;

/** Ctrl-C ends it early and still reports. */
async function measure(sandbox: Sandbox, plans: Plan[], atOnce: number, count: () => string): Promise<Evaluation[]> {
  const evaluations: Evaluation[] = [];
  const measureOne = async (plan: Plan) => {
    if (interruption.signal.aborted) return;
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
