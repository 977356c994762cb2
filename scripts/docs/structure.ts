// The pictures of docs/making/architecture.md, drawn from the imports: from the rooms in scripts/rooms.mjs.
import { execFileSync } from 'node:child_process';
import { FOLDERS, ROOMS } from '../rooms.mjs';

export const ARCHITECTURE = 'docs/making/architecture.md';

interface Module {
  source: string;
  dependencies: Array<{ resolved: string }>;
}

/** What each file imports, types included. */
function readImports(): Module[] {
  const cruise = 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs';
  const options = ['--config', 'dependency-cruiser.config.mjs', '--output-type', 'json'];
  const output = execFileSync(process.execPath, [cruise, ...options, ...FOLDERS], {
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

/** The arrows as a Mermaid flowchart, without those that follow from others. Rooms without an arrow stand by themselves. */
function flowchart(arrows: Map<string, Set<string>>, rooms: string[]): string {
  const drawn = [...arrows]
    .flatMap(([from, reached]) => [...reached].filter((to) => !isImplied(arrows, from, to)).map((to) => [from, to]))
    .map(([from, to]) => `  ${id(from)}["${from}"] --> ${id(to)}["${to}"]`);
  const alone = rooms
    .filter((room) => ![...arrows].some(([from, reached]) => (from === room && reached.size > 0) || reached.has(room)))
    .map((room) => `  ${id(room)}["${room}"]`);
  return ['```mermaid', 'flowchart TD', ...[...drawn, ...alone].sort(), '```'].join('\n');
}

const id = (room = ''): string => room.replace(/\W/g, '_');

/** The folders of the repository, the rooms of the tests, of the node and of the reader. */
export function structurePictures(): Record<'folders' | 'test rooms' | 'node rooms' | 'reader rooms', string> {
  const modules = readImports();
  const picture = (roomOf: (file: string) => string | undefined, rooms: string[] = []) =>
    flowchart(arrowsBetween(modules, roomOf), rooms);
  const testRooms = Object.keys(ROOMS).filter((room) => room.startsWith('test/'));
  return {
    folders: picture((file) => FOLDERS.find((folder) => file.startsWith(`${folder}/`)), FOLDERS),
    'test rooms': picture((file) => testRooms.find((room) => file.startsWith(`${room}/`)), testRooms),
    'node rooms': picture((file) => /^nodes\/DocumentProcessing\/(\w+(?=\/)|\w+\.node\.ts)/.exec(file)?.[1]),
    'reader rooms': picture((file) => /^sandbox\/reader\/src\/(\w+(?=\/)|\w+\.ts)/.exec(file)?.[1]),
  };
}
