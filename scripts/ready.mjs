// Makes a fresh clone ready: installs what is missing, so that every command works alone. Runs on any Node >= 20.
import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const npm = (...args) =>
  execFileSync('npm', args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' });

const installed = join(root, 'node_modules/.package-lock.json');
const current = existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs;
if (!current) {
  console.error('Installing what is missing (once, about a minute) …');
  npm('ci', '--loglevel=error');
}
// The npm package `node` fetches its binary in an install script, the only one we run.
if (!existsSync(join(root, 'node_modules/node/bin/node'))) npm('rebuild', 'node', '--ignore-scripts=false', '--loglevel=error');
