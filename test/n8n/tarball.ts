// Our package as users install it: packed, and unpacked where n8n installs community packages.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root } from './lines.ts';
import { nodeFolder } from './settings.ts';

interface Manifest extends Record<string, unknown> {
  name: string;
  version: string;
}

const npmEnv = () => ({ ...process.env, PATH: [nodeFolder(), process.env['PATH']].join(delimiter) });

/** Builds and packs the package once, before the first test, and returns the path of the tarball: `HOST_TARBALL` if set. */
export default function packTarball(): string {
  process.env['HOST_TARBALL'] ??= buildAndPack(join(root, 'test/n8n/.run'));
  return process.env['HOST_TARBALL'];
}

/** Builds the package, unless it is built, and packs it into a folder, which is emptied before. */
export function buildAndPack(folder: string): string {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const npm = (...args: string[]) =>
    execFileSync('npm', args, { cwd: root, env: npmEnv(), encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: root, stdio: 'pipe' });
  const file = npm('pack', '--ignore-scripts', '--silent', '--pack-destination', folder).trim();
  return join(folder, file);
}

/** Does what n8n does with a downloaded package: unpacks it, and installs its dependencies except those for development. */
export function installTarball(tarball: string, userFolder: string): Manifest {
  const nodes = join(userFolder, '.n8n/nodes');
  const run = (command: string, args: string[], cwd: string) =>
    execFileSync(command, args, { cwd, env: npmEnv(), stdio: 'pipe' });
  const { name } = JSON.parse(run('tar', ['-xzOf', tarball, 'package/package.json'], root).toString()) as Manifest;
  const folder = join(nodes, 'node_modules', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  run('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1'], root);

  const manifestFile = join(folder, 'package.json');
  const { devDependencies, peerDependencies, optionalDependencies, ...manifest } = JSON.parse(
    readFileSync(manifestFile, 'utf8'),
  ) as Manifest;
  writeFileSync(manifestFile, JSON.stringify(manifest, null, 2));
  const npmArgs = [
    '--audit=false',
    '--fund=false',
    '--bin-links=false',
    '--install-strategy=shallow',
    '--ignore-scripts=true',
    '--package-lock=false',
  ];
  run('npm', ['install', ...npmArgs], folder);
  writeFileSync(
    join(nodes, 'package.json'),
    JSON.stringify({ name: 'installed-nodes', private: true, dependencies: { [name]: manifest.version } }),
  );
  return manifest;
}
