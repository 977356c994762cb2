// npm run demo: reads documents with n8n's own engine, the built nodes and the sandbox.
import type { INodeExecutionData } from 'n8n-workflow';
import { UsageError } from '../commandLine.ts';
import { type DemoOptions, help, readArguments } from './arguments.ts';
import { demoOperations } from '../../test/support/builtOperations.ts';
import { describeDocument } from './report.ts';
import { startSandbox } from '../../test/support/sandbox.ts';

// npm runs scripts in the root. INIT_CWD is the folder in which the command was typed.
const folder = process.env['INIT_CWD'] ?? process.cwd();

async function main(args: string[]): Promise<number> {
  const operations = demoOperations();
  const options = readArguments(args, folder, operations);
  if (options.help) {
    process.stdout.write(help(operations));
    return 0;
  }
  // Loading n8n's engine takes a second: usage errors are reported before that.
  const { EXAMPLE, n8nVersion, runExample } = await import('./example.ts');
  const sandbox = await startSandbox();
  console.log(`n8n-core ${n8nVersion()} runs ${EXAMPLE} against the sandbox.\n`);
  try {
    return report(options, await runExample(options, sandbox));
  } finally {
    await sandbox.stop();
  }
}

/** Prints the result of each file, in the order of the command line. Returns the exit code. */
function report({ files, operation }: DemoOptions, items: INodeExecutionData[]): number {
  let code = 0;
  for (const [index, { name }] of files.entries()) {
    const own = items.filter(({ pairedItem }) => itemIndex(pairedItem) === index);
    for (const item of own) {
      if (item.json['error'] === undefined) console.log(`${name} — ${operation}\n\n${describeDocument(item)}`);
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

// The sandbox and n8n's folder are removed on exit, and a signal alone does not emit `exit`.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
// The reader of the output may close it, as `head` does.
process.stdout.on('error', () => process.exit(0));

main(process.argv.slice(2))
  .catch((error: Error) =>
    printError(error instanceof UsageError ? error.message : `The demo failed: ${error.message}`),
  )
  // n8n-core leaves timers behind that would keep the process alive.
  .then((code) => process.stdout.write('', () => process.exit(code)));
