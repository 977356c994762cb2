// Installs what is missing, so that every command works in a fresh clone. Runs on any Node >= 20.
import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The Node that runs everything here: n8n 2 needs version 24, whatever the machine has. */
export const node24 = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');

function npm(...args) {
  try {
    // npm's output must not mix with that of the command.
    execFileSync('npm', [...args, '--loglevel=error'], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    });
  } catch {
    console.error(`"npm ${args.join(' ')}" failed: see its messages above.`);
    process.exit(1);
  }
}

function isInstalled() {
  const record = join(root, 'node_modules/.package-lock.json');
  return existsSync(record) && statSync(record).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs;
}

export function makeReady() {
  if (!isInstalled()) {
    console.error('Installing dependencies (once, about a minute) …');
    // Not `npm ci`: it rejects the lock file if a registry lacks optional packages of other platforms, as some mirrors do.
    npm('install', '--no-save');
  }
  // The npm package `node` downloads its binary in an install script, the only one we run.
  if (!existsSync(node24)) npm('rebuild', 'node', '--ignore-scripts=false');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) makeReady();
