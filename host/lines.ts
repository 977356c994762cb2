// The lines of n8n the tests run in, each an npm project of its own beside this file.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export const lines = ['1.123', '2.39'] as const;
export type Line = (typeof lines)[number];

/** Every command of this repository runs from its root. */
export const root = process.cwd();

/** The lines asked for: `HOST_LINES=2.39` or `HOST_LINES=1.123,2.39`; all of them otherwise. */
export function chosenLines(asked = process.env['HOST_LINES']): Line[] {
  if (!asked) return [...lines];
  const names = asked.split(/[\s,]+/).filter(Boolean);
  const unknown = names.filter((name) => !lines.some((line) => line === name));
  if (unknown.length)
    throw new Error(`HOST_LINES names no line of n8n: ${unknown.join(', ')} (there are ${lines.join(', ')})`);
  return lines.filter((line) => names.includes(line));
}

export const lineFolder = (line: Line) => join(root, 'host', line);

/** The file that is n8n's command, of an installed line. */
export function n8nCommand(line: Line): string {
  const command = join(lineFolder(line), 'node_modules/n8n/bin/n8n');
  if (!existsSync(command)) throw new Error(`n8n ${line} is not installed: run "node host/install.mjs ${line}"`);
  return command;
}
