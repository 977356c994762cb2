import { parseArgs } from 'node:util';

/** A wrong command line: only its message is printed. */
export class UsageError extends Error {}

/** What may be given on the command line, and the setting that it takes the place of. */
export const OPTIONS = {
  port: 'SANDBOX_PORT',
  host: 'SANDBOX_HOST',
  data: 'SANDBOX_DATA',
  upstream: 'SANDBOX_UPSTREAM',
  record: 'SANDBOX_RECORD',
  replay: 'SANDBOX_REPLAY',
  'public-url': 'SANDBOX_PUBLIC_URL',
  'keep-values': 'SANDBOX_KEEP_VALUES',
  check: 'SANDBOX_CHECK',
} as const;

export const HELP = `document-processing-sandbox [options]

The document processing service's HTTP interface on your own machine. It reads real documents.

  --port NUMBER     Port to listen on (default: 4010; 0: a free one)
  --host ADDRESS    Address to listen on (default: 127.0.0.1, which only this machine reaches)
  --data FOLDER     Folder that keeps usage and results between two runs (default: nothing is kept)
  --upstream URL    Passes requests on to this account …
  --record FOLDER   … and keeps each exchange in this folder, without secrets and with made-up values
  --keep-values     Keeps the values as they are
  --check           Lists at the end where its answers depart from the OpenAPI document. Exits with 1 if they do, or none came
  --public-url URL  Where others reach this sandbox: the account with its callbacks, or you
  --replay FOLDER   Answers with what this folder has recorded, without a network
  --version         Prints the version
  --help            Prints this

The access token is "sandbox-token", unless SANDBOX_TOKEN is another, or others reach it: it is printed. Ctrl-C stops it.
All settings: https://github.com/n8n-nodes-document-processing/n8n-nodes-document-processing/blob/main/sandbox/README.md#settings
`;

/** Reads a command line: what to print instead of starting, and the settings that it gives. Empty is not given. */
export function readOptions(args: string[]): { print: 'help' | 'version' | null; settings: NodeJS.ProcessEnv } {
  const values = parse(args);
  const given = Object.entries(OPTIONS).map(([name, setting]) => {
    const value = values[name as keyof typeof OPTIONS];
    return [setting, value === true ? 'on' : value];
  });
  return {
    print: values.help ? 'help' : values.version ? 'version' : null,
    settings: Object.fromEntries(given.filter(([, value]) => value)),
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        port: { type: 'string' },
        host: { type: 'string' },
        data: { type: 'string' },
        upstream: { type: 'string' },
        record: { type: 'string' },
        replay: { type: 'string' },
        'public-url': { type: 'string' },
        'keep-values': { type: 'boolean' },
        check: { type: 'boolean' },
        version: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${HELP}`);
  }
}
