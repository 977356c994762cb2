// node host/install.mjs [1.123] [2.41]: installs these lines of n8n, or all. Skips those already installed.
// Runs on any Node >= 20.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const host = dirname(fileURLToPath(import.meta.url));
const bin = join(dirname(host), 'node_modules/.bin');
const lines = ['1.123', '2.41'];

// npm itself runs on the Node that runs n8n, so that native modules are built for it.
const env = { ...process.env, PATH: [bin, process.env.PATH].join(delimiter) };
const run = (command, args, cwd, more = {}) =>
  execFileSync(command, args, {
    cwd,
    env: { ...env, ...more },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 2 ** 28,
  });

function loads(name, folder) {
  try {
    run(join(bin, 'node'), ['-e', `require('${name}')`], folder);
    return true;
  } catch {
    return false;
  }
}

const seconds = (since) => `${Math.round((Date.now() - since) / 1000)} s`;

function step(text, work) {
  const begun = Date.now();
  process.stderr.write(`${text} … `);
  work();
  process.stderr.write(`${seconds(begun)}\n`);
}

function install(line) {
  const folder = join(host, line);
  const stamp = join(folder, 'node_modules/.installed');
  const wanted = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;

  // Not `npm ci`: it rejects the lock file if a registry lacks optional packages of other platforms, as some mirrors do.
  step(`n8n ${line}: installing packages`, () =>
    run('npm', ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], folder),
  );
  step(`n8n ${line}: native modules`, () => buildNative(line, folder));
  writeFileSync(stamp, wanted);
}

const sqlite = 'node_modules/sqlite3/build/Release/node_sqlite3.node';
const rebuild = (name, folder, more = {}) =>
  run('npm', ['rebuild', name, '--ignore-scripts=false', '--loglevel=error'], folder, more);

/** Both lines use the same sqlite3, whose binary fits any Node: the second one copies it, which saves a minute of compiling. */
function buildNative(line, folder) {
  const other = lines
    .filter((name) => name !== line)
    .map((name) => join(host, name, sqlite))
    .find(existsSync);
  if (other) {
    mkdirSync(dirname(join(folder, sqlite)), { recursive: true });
    copyFileSync(other, join(folder, sqlite));
  }
  if (!loads('sqlite3', folder)) rebuild('sqlite3', folder);
  // isolated-vm includes binaries for the usual machines. If it must be compiled, headers of another Node would make it
  // crash.
  if (!loads('isolated-vm', folder)) rebuild('isolated-vm', folder, { npm_config_nodedir: '' });
  for (const name of ['sqlite3', 'isolated-vm']) run(join(bin, 'node'), ['-e', `require('${name}')`], folder);
}

const chosen = process.argv.slice(2);
const unknown = chosen.filter((line) => !lines.includes(line));
if (unknown.length) {
  console.error(`Unknown line of n8n: ${unknown.join(', ')} (known: ${lines.join(', ')})`);
  process.exit(1);
}
if (!existsSync(join(bin, 'node'))) {
  console.error('Node 24 is missing: run "node scripts/ready.mjs" first.');
  process.exit(1);
}
try {
  for (const line of chosen.length ? chosen : lines) install(line);
} catch (error) {
  console.error(`failed\n${error.stderr || error.stdout || error.stack}`);
  process.exit(1);
}
