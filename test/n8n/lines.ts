// The lines of n8n that the tests run in. Each is an npm project in a folder beside this file.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export const lines = ['1.123', '2.41'] as const;
export type Line = (typeof lines)[number];

/** The line that `npm start` starts and that the tests in the editor use. */
export const NEWEST: Line = '2.41';

/** The repository: all its commands run from there. */
export const root = process.cwd();

/** The lines in `HOST_LINES` (`2.41`, or `1.123,2.41`), all by default. */
export function chosenLines(names = process.env['HOST_LINES']): Line[] {
  if (!names) return [...lines];
  const chosen = names.split(/[\s,]+/).filter(Boolean);
  const unknown = chosen.filter((name) => !lines.some((line) => line === name));
  if (unknown.length)
    throw new Error(`HOST_LINES contains an unknown line of n8n: ${unknown.join(', ')} (known: ${lines.join(', ')})`);
  return lines.filter((line) => chosen.includes(line));
}

export const lineFolder = (line: Line) => join(root, 'test/n8n', line);

/** Path of n8n's command in an installed line. */
export function n8nCommand(line: Line): string {
  const command = join(lineFolder(line), 'node_modules/n8n/bin/n8n');
  if (!existsSync(command)) throw new Error(`n8n ${line} is not installed: run "node scripts/install-n8n.mjs ${line}"`);
  return command;
}
