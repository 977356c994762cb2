// The lines of n8n that the tests run in. Each is a project in a folder beside this file.
import { existsSync, readFileSync } from 'node:fs';
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

/** Folder of a package that n8n uses: inside of n8n's where others use another version, beside n8n elsewhere. */
export function packageOfN8n(line: Line, name: string): string {
  const own = join(lineFolder(line), 'node_modules/n8n/node_modules', name);
  return existsSync(own) ? own : join(lineFolder(line), 'node_modules', name);
}

/** The types of the nodes that come with n8n, with the package in their names. */
export function builtInNodes<T extends { name: string }>(line: Line): T[] {
  return ['n8n-nodes-base', '@n8n/n8n-nodes-langchain'].flatMap((name) => {
    const types = JSON.parse(readFileSync(join(packageOfN8n(line, name), 'dist/types/nodes.json'), 'utf8')) as T[];
    return types.map((type) => ({ ...type, name: `${name}.${type.name}` }));
  });
}

/** Path of n8n's command in an installed line. */
export function n8nCommand(line: Line): string {
  const command = join(lineFolder(line), 'node_modules/n8n/bin/n8n');
  if (!existsSync(command)) throw new Error(`n8n ${line} is not installed: run "node scripts/install-n8n.mjs ${line}"`);
  return command;
}
