import { accessSync, constants, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Operation } from '../nodes/DocumentProcessing/operations/operation.ts';
import { Complaint } from './complaint.ts';

export interface GivenFile {
  /** As it was typed. */
  name: string;
  path: string;
}

export interface Asked {
  files: GivenFile[];
  operation: string;
  password: string | undefined;
  /** For comparing: what the document is expected to say. */
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

/** What the command line asks for, checked. `folder` is where it was typed. */
export function readArguments(args: string[], folder: string, operations: Operation[]): Asked {
  const { values, positionals } = parse(args);
  const files = positionals.map((name) => ({ name, path: resolve(folder, name) }));
  const asked = {
    files: files.length > 0 ? files : [{ name: SAMPLE, path: resolve(SAMPLE) }],
    operation: values.operation,
    password: values.password,
    expected: values.expect.map(readExpected),
    help: values.help,
  };
  if (!asked.help) check(asked, operations);
  return asked;
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    const [first] = (error as Error).message.split(/\. |\n/);
    throw new Complaint(`${first}. See: npm run demo -- --help`);
  }
}

function readExpected(text: string): { name: string; value: string } {
  const at = text.indexOf('=');
  if (at < 1) throw new Complaint(`--expect takes name=value, not "${text}".`);
  return { name: text.slice(0, at), value: text.slice(at + 1) };
}

function check({ files, operation, expected }: Asked, operations: Operation[]): void {
  const names = operations.map((one) => one.operation);
  if (!names.includes(operation)) {
    throw new Complaint(`The demo has no operation "${operation}". Those it can run: ${names.join(', ')}.`);
  }
  if (operation === 'compareContent' && expected.length === 0) {
    throw new Complaint('compareContent needs what to compare with, e.g. --expect uf=SP (for several, repeat it).');
  }
  const wrong = files.flatMap((file) => whatIsWrong(file) ?? []);
  if (wrong.length > 0) throw new Complaint(wrong.join('\n'));
}

function whatIsWrong({ name, path }: GivenFile): string | undefined {
  try {
    const found = statSync(path);
    accessSync(path, constants.R_OK);
    if (found.isDirectory()) return `${name} is a directory: give the files in it`;
    return found.isFile() ? undefined : `${name} is not a file`;
  } catch (error) {
    const { code } = error as { code?: string };
    return code === 'ENOENT' || code === 'ENOTDIR'
      ? `${name}: there is no such file`
      : `${name}: the file cannot be read (${code})`;
  }
}

export const help = (
  operations: Operation[],
): string => `Reads documents with n8n's real engine, the built nodes and the sandbox.

  npm run demo                         a sample document
  npm run demo -- my.pdf other.png     files of your own
  npm run demo -- --operation extractInvoice my.pdf

  -o, --operation <name>      what to do with them, one of those below
  -p, --password <text>       of an encrypted PDF
      --expect <name=value>   for compareContent, once for each field
  -h, --help                  this text

${operations.map(({ operation, description }) => `  ${operation.padEnd(22)}${description}`).join('\n')}
`;
