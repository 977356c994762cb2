// The pictures of docs/architecture.md, drawn from the imports: written by `npm run docs`, compared by test/unit/readme.test.ts.
import { execFileSync } from 'node:child_process';

export const ARCHITECTURE = 'docs/architecture.md';

interface Module {
  source: string;
  dependencies: Array<{ resolved: string }>;
}

/** What each file imports, types included. */
function readImports(): Module[] {
  const cruise = 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs';
  const folders = ['nodes', 'credentials', 'sandbox', 'scripts', 'test'];
  const options = ['--config', 'dependency-cruiser.config.mjs', '--output-type', 'json'];
  const output = execFileSync(process.execPath, [cruise, ...options, ...folders], {
    encoding: 'utf8',
    maxBuffer: 100_000_000,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return (JSON.parse(output) as { modules: Module[] }).modules;
}

/** Arrows between the rooms of a folder, from the one that imports to the one that is imported. */
function arrowsBetween(modules: Module[], roomOf: (file: string) => string | undefined): Map<string, Set<string>> {
  const arrows = new Map<string, Set<string>>();
  for (const { source, dependencies } of modules) {
    const from = roomOf(source);
    if (from === undefined) continue;
    const reached = arrows.get(from) ?? new Set();
    arrows.set(from, reached);
    for (const { resolved } of dependencies) {
      const to = roomOf(resolved);
      if (to !== undefined && to !== from) reached.add(to);
    }
  }
  return arrows;
}

/** Whether `to` can be reached from `from` by other rooms than the arrow between the two. */
function isImplied(arrows: Map<string, Set<string>>, from: string, to: string): boolean {
  const waiting = [...(arrows.get(from) ?? [])].filter((room) => room !== to);
  const seen = new Set(waiting);
  for (const room of waiting) {
    if (room === to) return true;
    for (const next of arrows.get(room) ?? []) {
      if (!seen.has(next)) waiting.push(next);
      seen.add(next);
    }
  }
  return false;
}

/** The arrows as a Mermaid flowchart, without those that follow from others. */
function flowchart(arrows: Map<string, Set<string>>): string {
  const lines = [...arrows]
    .flatMap(([from, reached]) => [...reached].filter((to) => !isImplied(arrows, from, to)).map((to) => [from, to]))
    .map(([from, to]) => `  ${id(from)}["${from}"] --> ${id(to)}["${to}"]`);
  return ['```mermaid', 'flowchart TD', ...lines.sort(), '```'].join('\n');
}

const id = (room = ''): string => room.replace(/\W/g, '_');

/** The rooms of the node, of the reader, and the folders of the repository. */
export function structurePictures(): Record<'folders' | 'node rooms' | 'reader rooms', string> {
  const modules = readImports();
  const picture = (roomOf: (file: string) => string | undefined) => flowchart(arrowsBetween(modules, roomOf));
  return {
    folders: picture((file) => /^(nodes|credentials|sandbox|scripts|test\/\w+)\//.exec(file)?.[1]),
    'node rooms': picture((file) => /^nodes\/DocumentProcessing\/(\w+(?=\/)|\w+\.node\.ts)/.exec(file)?.[1]),
    'reader rooms': picture((file) => /^sandbox\/reader\/src\/(\w+(?=\/)|\w+\.ts)/.exec(file)?.[1]),
  };
}
