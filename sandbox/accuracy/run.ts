import { planDocuments, saveDocuments } from './documents.ts';
import { explain } from './explain.ts';
import { fieldTable, TITLES, type Evaluation } from './layouts/suite.ts';
import { optionsFrom, USAGE } from './options.ts';
import { goalsOf, type Measured, tablesOf, writePage } from './report/report.ts';
import { startSandbox } from './service/sandbox.ts';
import type { Suite } from './suite.ts';
import { SUITES } from './suites.ts';

async function main(): Promise<void> {
  const options = optionsFrom(process.argv.slice(2));
  if (options.save) return saveDocuments(planDocuments(options), options.save);
  if (options.explain) return console.log(await explain(options.explain, options.about));
  const sandbox = await startSandbox();
  const started = performance.now();
  // Ctrl-C ends it early and still reports.
  const interruption = new AbortController();
  process.once('SIGINT', () => interruption.abort());
  const measured: Measured[] = [];
  try {
    for (const name of options.suites) {
      const suite = SUITES[name] as Suite<unknown>;
      const results: unknown[] = [];
      measured.push({ suite, results });
      if (interruption.signal.aborted) continue;
      for await (const result of suite.measure(sandbox, options)) {
        results.push(result);
        process.stderr.write(`${suite.line(result)}\n`);
        if (interruption.signal.aborted) break;
      }
    }
  } finally {
    await sandbox.stop();
  }
  const minutes = (performance.now() - started) / 60_000;
  const goals = [goalsOf(measured), `Measured in ${minutes.toFixed(1)} minutes.`];
  console.log([...tablesOf(measured, options, options.details), ...goals].join('\n\n'));
  if (!options.write) return;
  // The page has what counts: layouts that no rule was written for, and the goals.
  const evaluations = measured.find(({ suite }) => suite === SUITES.layouts)?.results as Evaluation[];
  const heldOut = evaluations.filter(({ group }) => group === 'held-out');
  await writePage([`### ${TITLES['held-out']}`, fieldTable(heldOut), ...goals].join('\n\n'));
}

main().catch((error: Error) => {
  console.error(error.message);
  console.error(USAGE);
  process.exitCode = 1;
});
