// Packs the sandbox as a package of its own, compiled, with the reader inside: node scripts/pack-sandbox.mjs [FOLDER]
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './ready.mjs';

const sandbox = join(root, 'sandbox');
const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** The document that the first command of the page sends. */
const SAMPLE = 'samples/encrypted.pdf';

/** Later ones want Node 22, or what they need does, of which npm warns on Node 20. Fastify needs the second. */
const FOR_NODE_20 = { '@fastify/swagger-ui': '6.1.0', 'light-my-request': '6.6.0' };

/** Compiles and packs into a folder. Returns the path of the tarball. */
function packSandbox(destination) {
  const folder = mkdtempSync(join(tmpdir(), 'pack-sandbox-'));
  try {
    compile(folder);
    cpSync(join(sandbox, 'server/console/page'), join(folder, 'server/console/page'), { recursive: true });
    cpSync(join(sandbox, SAMPLE), join(folder, SAMPLE));
    cpSync(join(root, 'LICENSE.md'), join(folder, 'LICENSE.md'));
    const manifest = packedManifest();
    writeFileSync(join(folder, 'README.md'), packedReadme(manifest));
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    const options = ['--ignore-scripts', '--silent', '--pack-destination', resolve(destination)];
    const name = execFileSync('npm', ['pack', ...options], { cwd: folder, encoding: 'utf8' }).trim();
    return join(resolve(destination), name);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Types are checked by `npm run lint`. */
function compile(folder) {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [compiler, '-p', sandbox, '--outDir', folder], { cwd: root, stdio: 'inherit' });
  const entry = join(folder, 'reader/src/index.js');
  for (const name of readdirSync(join(folder, 'server'), { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, 'server', name);
    if (!file.endsWith('.js')) continue;
    // In the package the reader is no package of its own.
    const reader = relative(dirname(file), entry).replaceAll('\\', '/');
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll("'document-processing-reader'", `'${reader}'`));
  }
}

function packedManifest() {
  const { author, homepage, repository, bugs, engines } = manifestOf(root);
  const { name, version, description, license, type, dependencies } = manifestOf(sandbox);
  const reader = manifestOf(join(sandbox, 'reader'));
  // npm would install optional dependencies unasked: 330 MB, and in Linux one of them downloads as much again. Peers that
  // are optional it only uses where they are.
  const networks = reader.optionalDependencies;
  return {
    ...{ name, version, description, license, author, homepage, repository, bugs, engines, type },
    bin: { [name]: 'server/command.js' },
    dependencies: sorted({ ...dependencies, ...reader.dependencies, ...FOR_NODE_20, [reader.name]: undefined }),
    peerDependencies: networks,
    peerDependenciesMeta: Object.fromEntries(Object.keys(networks).map((peer) => [peer, { optional: true }])),
  };
}

const sorted = (members) => Object.fromEntries(Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1)));

/** The page of the sandbox, with links that lead to the repository, and the sample where npm puts it. */
function packedReadme({ name, homepage }) {
  const address = homepage.replace('#readme', '');
  const from = (kind) => (path) => new URL(path, `${address}/${kind}/main/sandbox/`).href;
  return readFileSync(join(sandbox, 'README.md'), 'utf8')
    .replaceAll(/(?<=\]\()(?!https?:|#)[^)]+/g, from('blob'))
    .replaceAll(/(?<=src=")(?!https?:)[^"]+/g, from('raw'))
    .replace(`npx ${name} `, `npm install ${name}\nnpx ${name} `)
    .replace(`@sandbox/${SAMPLE}`, `@node_modules/${name}/${SAMPLE}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(packSandbox(process.argv[2] ?? process.cwd()));
