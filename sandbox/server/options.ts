import { parseArgs } from 'node:util';

/** What may be given on the command line, and the setting that it takes the place of. */
const OPTIONS = {
  upstream: 'SANDBOX_UPSTREAM',
  record: 'SANDBOX_RECORD',
  replay: 'SANDBOX_REPLAY',
  'public-url': 'SANDBOX_PUBLIC_URL',
} as const;

/** The settings of a command line, by the names of their variables. */
export function readOptions(args: string[]): NodeJS.ProcessEnv {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args,
    options: { upstream: text, record: text, replay: text, 'public-url': text, 'keep-values': { type: 'boolean' } },
  });
  const given = Object.entries(OPTIONS).flatMap(([name, setting]) => {
    const value = values[name as keyof typeof OPTIONS];
    return value === undefined ? [] : [[setting, value]];
  });
  return { ...Object.fromEntries(given), ...(values['keep-values'] && { SANDBOX_KEEP_VALUES: 'on' }) };
}
