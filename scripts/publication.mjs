// node scripts/publication.mjs FOLDER: writes the tree that the npm package is published from. n8n's verification looks
// at the repository and commit that npm's provenance names, and accepts one package in it. Here are seven, so the nodes
// are published from a branch that holds this tree alone (.github/workflows/release.yml).
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { root } from './ready.mjs';

/** What is copied: only what git knows, so nothing that happens to lie in a folder is published. */
const COPIED = [
  ...['nodes', 'credentials', 'index.js', 'gulpfile.js', 'tsconfig.json', 'eslint.config.mjs', '.npmrc'],
  ...['README.md', 'CHANGELOG.md', 'LICENSE.md', '.github/workflows/publish.yml'],
];

/** What the build takes. */
const BUILT_WITH = ['@types/luxon', '@types/node', 'gulp', 'n8n-workflow', 'typescript'];

const readJson = (name) => JSON.parse(readFileSync(join(root, name), 'utf8'));
const asText = (value) => `${JSON.stringify(value, null, 2)}\n`;

/** The manifest without what only the whole repository has. */
function manifest() {
  const { devDependencies, ...published } = readJson('package.json');
  delete published.workspaces;
  return {
    ...published,
    scripts: { build: 'gulp build' },
    devDependencies: Object.fromEntries(BUILT_WITH.map((name) => [name, devDependencies[name]])),
  };
}

/** The lock file's entries for the manifest: npm leaves out what it does not need. */
function writeLockFile(folder, { devDependencies }) {
  const { packages, ...lock } = readJson('package-lock.json');
  const own = { ...packages[''], devDependencies };
  delete own.workspaces;
  const installed = Object.entries(packages).filter(([path, { link }]) => path.startsWith('node_modules/') && !link);
  const all = { ...lock, packages: { '': own, ...Object.fromEntries(installed) } };
  writeFileSync(join(folder, 'package-lock.json'), asText(all));
  const options = ['--package-lock-only', '--offline', '--loglevel=error'];
  execFileSync('npm', ['prune', ...options], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}

function writePublication(folder) {
  mkdirSync(folder, { recursive: true });
  if (readdirSync(folder).some((name) => name !== '.git')) throw new Error(`${folder} is not empty`);
  const files = execFileSync('git', ['ls-files', '-z', '--', ...COPIED], { cwd: root, encoding: 'utf8' });
  for (const file of files.split('\0').filter((name) => name && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file));
  }
  writeFileSync(join(folder, '.gitignore'), 'node_modules/\ndist/\n*.tgz\n');
  const written = manifest();
  writeFileSync(join(folder, 'package.json'), asText(written));
  writeLockFile(folder, written);
}

const [folder] = process.argv.slice(2);
try {
  if (folder === undefined) throw new Error('Name an empty folder: node scripts/publication.mjs FOLDER');
  writePublication(resolve(folder));
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
