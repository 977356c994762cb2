// node scripts/install-n8n.mjs [1.123] [2.41]: installs these lines of n8n, or all. Skips those already installed.
// Runs on any Node >= 20.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installProject, pnpm } from './packages.mjs';
import { step } from './progress.mjs';
import { root } from './ready.mjs';

const host = join(root, 'test/n8n');
const bin = join(root, 'node_modules/.bin');
/** How much each takes on disk. */
const sizes = { 1.123: '1.7 GB', 2.41: '1.9 GB' };
const lines = Object.keys(sizes);

// Native modules are built for the Node that runs n8n.
const env = { ...process.env, PATH: [bin, process.env.PATH].join(delimiter) };

const load = (name, folder) =>
  execFileSync(join(bin, 'node'), ['-e', `require('${name}')`], { cwd: folder, env, stdio: 'ignore' });

function loads(name, folder) {
  try {
    load(name, folder);
    return true;
  } catch {
    return false;
  }
}

/**
 * Installs a line unless it is installed already.
 * @param {string} line
 */
export async function install(line) {
  const folder = join(host, line);
  const prepare = () => buildNative(line, folder);
  await installProject(`Installing n8n ${line} (once, ${sizes[line]})`, folder, { env, prepare });
}

const sqlite = 'node_modules/sqlite3/build/Release/node_sqlite3.node';

/** Both lines use the same sqlite3, whose binary fits any Node: the second one copies it, which saves a minute of compiling. */
async function buildNative(line, folder) {
  const other = lines
    .filter((name) => name !== line)
    .map((name) => join(host, name, sqlite))
    .find(existsSync);
  if (other) {
    mkdirSync(dirname(join(folder, sqlite)), { recursive: true });
    copyFileSync(other, join(folder, sqlite));
  }
  if (!loads('sqlite3', folder)) await rebuild('sqlite3', folder);
  // isolated-vm includes binaries for the usual machines. If it must be compiled, headers of another Node would make it
  // crash.
  if (!loads('isolated-vm', folder)) await rebuild('isolated-vm', folder, { npm_config_nodedir: '' });
  for (const name of ['sqlite3', 'isolated-vm']) load(name, folder);
}

/** Runs the package's own script, which downloads a binary or, where there is none, compiles one. */
const rebuild = (name, folder, more = {}) =>
  step(`Preparing ${name}`, (report) => {
    report('looking for a binary to download');
    return pnpm(['rebuild', name], folder, { ...env, ...more }, (line) => {
      if (/\bgyp info spawn args\b|\bCC\(|\bCXX\(/.test(line))
        report('compiling, which takes minutes on a busy machine');
    });
  });

async function main() {
  const chosen = process.argv.slice(2);
  const unknown = chosen.filter((line) => !lines.includes(line));
  if (unknown.length) throw new Error(`Unknown line of n8n: ${unknown.join(', ')} (known: ${lines.join(', ')})`);
  if (!existsSync(join(bin, 'node'))) throw new Error('Node 24 is missing: run "node scripts/ready.mjs" first.');
  for (const line of chosen.length ? chosen : lines) await install(line);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main().catch((error) => {
    console.error(error.message);
    process.exit(1);
  });
}
