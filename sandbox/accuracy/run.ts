import { planDocuments } from './documents.ts';
import { optionsFrom, USAGE } from './options.ts';
import { saveDocuments } from './save.ts';

async function main(): Promise<void> {
  const options = optionsFrom(process.argv.slice(2));
  const plans = planDocuments(options);
  if (options.save) await saveDocuments(plans, options.save);
}

main().catch((error: Error) => {
  console.error(error.message);
  console.error(USAGE);
  process.exitCode = 1;
});
