// npm run demo: documents become fields, through n8n's real engine, the built nodes and the sandbox.
import type { INodeExecutionData } from 'n8n-workflow';
import { type DemoOptions, help, readArguments, UsageError } from './arguments.ts';
import { demoOperations } from './operations.ts';
import { describeDocument } from './report.ts';
import { startSandbox } from './sandbox.ts';

// npm runs scripts in the root, and tells where it was called.
const folder = process.env['INIT_CWD'] ?? process.cwd();
const width = Math.min(process.stdout.columns || 80, 120);

async function main(args: string[]): Promise<number> {
  const operations = demoOperations();
  const options = readArguments(args, folder, operations);
  if (options.help) {
    process.stdout.write(help(operations));
    return 0;
  }
  // Loading n8n's engine takes a second, which whoever mistyped a name need not wait.
  const { EXAMPLE, n8nVersion, runExample } = await import('./example.ts');
  const sandbox = await startSandbox();
  console.log(`n8n-core ${n8nVersion()} runs ${EXAMPLE} against the sandbox.\n`);
  try {
    return report(options, await runExample(options, sandbox));
  } finally {
    await sandbox.stop();
  }
}

/** Prints what came of each file, in the order they were given; says whether all went well. */
function report({ files, operation }: DemoOptions, items: INodeExecutionData[]): number {
  let code = 0;
  for (const [index, { name }] of files.entries()) {
    const own = items.filter(({ pairedItem }) => itemIndex(pairedItem) === index);
    for (const item of own) {
      if (item.json['error'] === undefined)
        console.log(`${name} — ${operation}\n\n${describeDocument(item, width).join('\n')}\n`);
      else code = printError(`${name}: ${String(item.json['error']).replace(/ \[item \d+\]$/, '')}`);
    }
  }
  return code;
}

const itemIndex = (pairedItem: INodeExecutionData['pairedItem']): number | undefined => {
  const [first] = [pairedItem].flat();
  return typeof first === 'object' ? first.item : first;
};

function printError(text: string): number {
  console.error(text);
  return 1;
}

// The sandbox and n8n's folder go when the process exits, which a signal alone does not make it do.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
// Whoever reads the output may have seen enough of it.
process.stdout.on('error', () => process.exit(0));

main(process.argv.slice(2))
  .catch((error: Error) =>
    printError(error instanceof UsageError ? error.message : `The demo cannot go on: ${error.message}`),
  )
  // n8n-core leaves timers behind that would keep the process alive.
  .then((code) => process.stdout.write('', () => process.exit(code)));
