// The command line of `npm start`.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export interface StartOptions {
  /** The folder that keeps everything between two starts. */
  folder: string;
  /** The port of n8n. Without it the first free one from 5678 on. */
  port: number | undefined;
  isFresh: boolean;
  isHelp: boolean;
}

/** A wrong command line: only its message is printed. */
export class UsageError extends Error {}

export const DEFAULT_FOLDER = 'data';

export const HELP = `npm start -- [options]

Starts n8n with this package installed, a credential, the examples, and the sandbox they use.

  --port NUMBER   Port of n8n (default: 5678, or the next free one)
  --data FOLDER   Folder for everything that is kept (default: ${DEFAULT_FOLDER})
  --fresh         Deletes the kept data first: workflows, executions, credentials (also: --reset)
  --help          Prints this

Ctrl-C stops everything. The next start finds your workflows again.
`;

/** Relative folders are those of the folder in which the command was typed. */
export function readOptions(args: string[], root: string, cwd: string): StartOptions {
  const values = parse(args);
  return {
    folder: values.data === undefined ? resolve(root, DEFAULT_FOLDER) : resolve(cwd, values.data),
    port: values.port === undefined ? undefined : portFrom(values.port),
    isFresh: values.fresh === true || values.reset === true,
    isHelp: values.help === true,
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        port: { type: 'string' },
        data: { type: 'string' },
        fresh: { type: 'boolean' },
        reset: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${HELP}`);
  }
}

function portFrom(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65535)
    throw new UsageError(`--port must be a number from 1 to 65535, not "${text}"`);
  return port;
}
