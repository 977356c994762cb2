// Our package as users install it: packed, and unpacked where n8n installs community packages.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lines.ts';

/** Builds and packs the package once, before the first test, and returns the path of the tarball: `HOST_TARBALL` if set. */
export default function packTarball(): string {
  process.env['HOST_TARBALL'] ??= buildAndPack(join(root, 'test/n8n/.run'));
  return process.env['HOST_TARBALL'];
}

/** Builds the package, unless it is built, and packs it into a folder, which is emptied before. */
export function buildAndPack(folder: string): string {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: root, stdio: 'pipe' });
  const options = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder];
  return join(folder, execFileSync('npm', options, { cwd: root, encoding: 'utf8' }).trim());
}

/** Unpacks a package where n8n keeps those it has downloaded. It has no dependencies to install. */
export function installTarball(tarball: string, userFolder: string): void {
  const nodes = join(userFolder, '.n8n/nodes');
  const folder = join(nodes, 'node_modules/n8n-nodes-document-processing');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
  writeFileSync(
    join(nodes, 'package.json'),
    JSON.stringify({ name: 'installed-nodes', private: true, dependencies: {} }),
  );
}
