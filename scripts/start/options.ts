// The command line of `npm start`.
import { resolve } from 'node:path';
import { parseCommandLine, UsageError } from '../commandLine.ts';

export interface StartOptions {
  /** The folder that keeps everything between two starts. */
  folder: string;
  /** The port of n8n. Without it that of the last start, or the next free one. */
  port: number | undefined;
  isFresh: boolean;
  isHelp: boolean;
}

const DEFAULT_FOLDER = 'data';

export const HELP = `npm start -- [options]

Starts n8n with this package installed, a credential, the examples, and the sandbox they use.

  --port NUMBER   Port of n8n, from now on. Nothing starts if another program has it
                  (default: that of the last start, at first 5678; if it is taken, the next free one)
  --data FOLDER   Folder for everything that is kept (default: ${DEFAULT_FOLDER})
  --fresh         Deletes the kept data first: workflows, executions, credentials
  --help          Prints this

Variables that begin with N8N_ are passed on to n8n: N8N_SSRF_PROTECTION_ENABLED=true npm start
SANDBOX_PORT is not: the sandbox takes the port of the last start, at first the next free one from 4010, and says which.

Ctrl-C stops everything. The next start finds your workflows again.
`;

const OPTIONS = {
  port: { type: 'string' },
  data: { type: 'string' },
  fresh: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Relative folders are those of the folder in which the command was typed. */
export function readOptions(args: string[], root: string, cwd: string): StartOptions {
  const { values } = parseCommandLine({ args, options: OPTIONS }, (reason) => `${reason}\n\n${HELP}`);
  return {
    folder: values.data === undefined ? resolve(root, DEFAULT_FOLDER) : resolve(cwd, values.data),
    port: values.port === undefined ? undefined : portFrom(values.port),
    isFresh: values.fresh === true,
    isHelp: values.help === true,
  };
}

function portFrom(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65535)
    throw new UsageError(`--port must be a number from 1 to 65535, not "${text}"`);
  return port;
}
