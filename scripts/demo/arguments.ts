import { accessSync, constants } from 'node:fs';
import { resolve } from 'node:path';
import { parseCommandLine, UsageError } from '../commandLine.ts';
import type { Operation } from '../../nodes/DocumentProcessing/operations/operation.ts';

export interface GivenFile {
  /** As typed. */
  name: string;
  path: string;
}

export interface DemoOptions {
  files: GivenFile[];
  operation: string;
  password: string | undefined;
  /** For compareContent. */
  expected: Array<{ name: string; value: string }>;
  help: boolean;
}

const SAMPLE = 'sandbox/samples/service-invoice.pdf';

const OPTIONS = {
  operation: { type: 'string', short: 'o', default: 'extractContent' },
  password: { type: 'string', short: 'p' },
  expect: { type: 'string', multiple: true, default: [] as string[] },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** The options of the command line, checked. Relative paths start from `folder`. */
export function readArguments(args: string[], folder: string, operations: Operation[]): DemoOptions {
  const { values, positionals } = parseCommandLine({ args, options: OPTIONS, allowPositionals: true }, (reason) => {
    const [first] = reason.split(/\. |\n/);
    return `${first}. See: npm run demo -- --help`;
  });
  const files = positionals.map((name) => ({ name, path: resolve(folder, name) }));
  const options = {
    files: files.length > 0 ? files : [{ name: SAMPLE, path: resolve(SAMPLE) }],
    operation: values.operation,
    password: values.password,
    expected: values.expect.map(readExpected),
    help: values.help,
  };
  if (!options.help) check(options, operations);
  return options;
}

function readExpected(text: string): { name: string; value: string } {
  const at = text.indexOf('=');
  if (at < 1) throw new UsageError(`--expect takes name=value, not "${text}".`);
  return { name: text.slice(0, at), value: text.slice(at + 1) };
}

function check({ files, operation, expected }: DemoOptions, operations: Operation[]): void {
  const names = operations.map((one) => one.operation);
  if (!names.includes(operation)) {
    throw new UsageError(`The demo has no operation "${operation}". It can run: ${names.join(', ')}.`);
  }
  if (operation === 'compareContent' && expected.length === 0) {
    throw new UsageError('compareContent needs expected values, e.g. --expect uf=SP (repeat the option for several).');
  }
  for (const { path } of files) accessSync(path, constants.R_OK);
}

export const help = (
  operations: Operation[],
): string => `Reads documents with n8n's own engine, the built nodes and the sandbox.

  npm run demo                         reads a sample document
  npm run demo -- my.pdf other.png     reads your own files
  npm run demo -- --operation extractInvoice my.pdf

  -o, --operation <name>      one of the operations below (default: extractContent)
  -p, --password <text>       password of an encrypted PDF
      --expect <name=value>   expected value of a field, for compareContent; repeat it for several fields
  -h, --help                  shows this text

${operations.map(({ operation, description }) => `  ${operation.padEnd(22)}${description}`).join('\n')}
`;
