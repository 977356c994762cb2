import { judgeAddresses } from './addresses.ts';
import { planDocuments } from './documents.ts';
import { watchMemory } from './memory.ts';
import { measure } from './measure.ts';
import { optionsFrom, USAGE, type Options } from './options.ts';
import { report } from './report/report.ts';
import { saveDocuments } from './save.ts';
import { startSandbox, type Sandbox } from './service/sandbox.ts';

async function main(): Promise<void> {
  const options = optionsFrom(process.argv.slice(2));
  if (options.save) return saveDocuments(planDocuments(options), options.save);
  const sandbox = await startSandbox();
  try {
    if (options.memory) await watchMemory(sandbox, options.memory);
    else await measureAll(sandbox, options);
  } finally {
    await sandbox.stop();
  }
}

async function measureAll(sandbox: Sandbox, options: Options): Promise<void> {
  const plans = planDocuments(options);
  const started = performance.now();
  let done = 0;
  const judgements = await measure(sandbox, plans, ({ name, seconds }) =>
    process.stderr.write(`${++done}/${plans.length} ${name} ${seconds.toFixed(1)} s\n`),
  );
  const wanted = options.kinds === null && options.conditions === null;
  const addresses = wanted
    ? { known: await judgeAddresses(sandbox, 'known'), unseen: await judgeAddresses(sandbox, 'unseen') }
    : null;
  await report(
    { judgements, addresses, readyMs: sandbox.readyMs, minutes: (performance.now() - started) / 60_000 },
    options,
  );
}

main().catch((error: Error) => {
  console.error(error.message);
  console.error(USAGE);
  process.exitCode = 1;
});
