// Installs this repository's package in n8n, if it has changed since it was installed last.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../test/n8n/lines.ts';
import { buildAndPack, installTarball } from '../../test/n8n/tarball.ts';
import type { Memory } from './dataFolder.ts';

const SOURCES = [
  'nodes',
  'credentials',
  'package.json',
  'README.md',
  'LICENSE.md',
  'index.js',
  'gulpfile.js',
  'tsconfig.json',
];

/** Builds, packs and installs the package as users install it, or installs the packed one in `HOST_TARBALL`. */
export function installPackage(userFolder: string, memory: Memory, packFolder: string): void {
  const hash = hashOf(SOURCES);
  if (memory.packageHash === hash && existsSync(join(userFolder, '.n8n/nodes/package.json'))) return;
  installTarball(process.env['HOST_TARBALL'] ?? buildAndPack(packFolder), userFolder);
  memory.packageHash = hash;
}

function hashOf(paths: string[]): string {
  const hash = createHash('sha256');
  const add = (path: string): void => {
    if (statSync(join(root, path)).isDirectory()) {
      for (const name of readdirSync(join(root, path)).sort()) add(join(path, name));
      return;
    }
    hash.update(`${path}\0`).update(readFileSync(join(root, path)));
  };
  for (const path of paths) add(path);
  return hash.digest('hex');
}
