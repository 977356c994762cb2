// What the pages tell people to type in a terminal is there: commands with their options, tests, settings. The sandbox's
// request is sent.
import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startSandbox } from '../../support/sandbox.ts';
import { blocksOf, PAGES, textOf } from '../../support/pages.ts';

const run = promisify(execFile);

interface Command {
  page: string;
  script: string;
  workspace: string;
  /** What follows `--`. */
  words: string[];
}

const COMMAND =
  /npm (?:run )?(?<script>start|test\b(?!:)|(?<=run )[a-z:]+)(?: -w (?<workspace>[\w-]+))?(?: -- (?<words>[^`\n#]+))?/;
/** An option by itself belongs to the command before it. */
const OPTION = /`(?:-- )?(?<option>--[a-z][^`]*)`/;
const TYPED = new RegExp(`${COMMAND.source}|${OPTION.source}`, 'g');
/** Options of Docker, and of n8n's own command. */
const OF_OTHERS = /^--(?:add-host|build|concurrency|project-name|rmi|user)/;

function commandsOf(page: string): Command[] {
  const found: Command[] = [];
  for (const { groups = {} } of textOf(page).matchAll(TYPED)) {
    const { script = found.at(-1)?.script ?? '', workspace = '', words, option = words ?? '' } = groups;
    if (OF_OTHERS.test(option)) continue;
    found.push({ page, script, workspace, words: option.trim().split(/\s+/).filter(Boolean) });
  }
  return found;
}

const commands = PAGES.flatMap(commandsOf);
interface Manifest {
  name: string;
  scripts?: Record<string, string>;
  workspaces?: string[];
}
const manifestIn = (folder: string) => JSON.parse(textOf(join(folder, 'package.json'))) as Manifest;
/** By the names that `-w` takes: with a folder npm means all packages in it too. */
const manifests = new Map([
  ['', manifestIn('')],
  ...(manifestIn('').workspaces ?? []).map((folder) => [manifestIn(folder).name, manifestIn(folder)] as const),
]);
const scriptsOf = (workspace: string) => manifests.get(workspace)?.scripts ?? {};

test.each(PAGES)('%s names commands that exist', (page) => {
  const unknown = commands.filter(
    ({ page: where, script, workspace }) => where === page && scriptsOf(workspace)[script] === undefined,
  );
  expect(unknown).toEqual([]);
  const files = [...textOf(page).matchAll(/\bnode ([\w/.-]+\.(?:mjs|ts))/g)].map(([, file = '']) => file);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});

const withWords = [...new Set(commands.filter(({ words }) => words.length > 0).map(({ script }) => script))];
const wordsOf = (name: string): string[] =>
  commands.filter(({ script }) => script === name).flatMap(({ words }) => words);
const isJest = (script: string): boolean => /jest\.js/.test(scriptsOf('')[script] ?? '');

// Each program refuses its first unknown option before it does anything: that must be the last one here.
test.each(withWords.filter((script) => !isJest(script)))(
  'npm run %s knows the options that pages name',
  async (name) => {
    const [program = ''] = /[\w/.-]+\.(?:ts|mjs)(?= --$|$)/.exec(entryOf(name)) ?? [];
    const words = wordsOf(name).filter((word) => word !== '--help');
    const ended = run(process.execPath, ['--no-warnings', program, ...words, '--no-such-option'], { timeout: 100_000 });
    const { stderr } = (await ended.catch((error: unknown) => error)) as { stderr: string };
    expect(stderr.split('\n').filter((line) => line.includes('Unknown option'))).toEqual([
      expect.stringContaining("'--no-such-option'"),
    ]);
  },
);

const entryOf = (name: string): string => {
  const command = scriptsOf('')[name] ?? '';
  const [, other] = /^npm run (\S+)/.exec(command) ?? [];
  return other === undefined ? command : entryOf(other);
};

test.each(['start', 'demo'])('npm run %s has the help that the README names', async (name) => {
  expect(wordsOf(name)).toContain('--help');
  const [program = ''] = /[\w/.-]+\.ts$/.exec(entryOf(name)) ?? [];
  const { stdout } = await run(process.execPath, ['--no-warnings', program, '--help']);
  expect(stdout).toContain('--');
});

test.each(withWords.filter(isJest))('npm run %s finds the tests that pages name', (name) => {
  const patterns = wordsOf(name).filter(
    (word, index, words) => !word.startsWith('-') && !/^-[tc]$/.test(words[index - 1] ?? ''),
  );
  const [, project] = /([\w/]+)\/jest\.config/.exec(scriptsOf('')[name] ?? '') ?? [];
  // Beside the tests in n8n are n8n's own packages.
  const folders = project === undefined ? ['test/nodes'] : [project];
  const tests = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: project !== 'test/n8n', encoding: 'utf8' }).map((file) => join(folder, file)),
  );
  expect(patterns.filter((pattern) => !tests.some((file) => file.includes(pattern)))).toEqual([]);
});

/** The code that reads environment variables, ours and n8n's. */
const CODE = [
  'sandbox/server',
  'compose.yaml',
  'test/n8n/lines.ts',
  'test/n8n/tarball.ts',
  // Of the modules of n8n, which is no package here.
  'test/n8n/settings.ts',
  'test/n8n/found-again.test.ts',
  ...['config', 'backend-common', 'expression-runtime'].map((name) => `node_modules/@n8n/${name}/dist`),
  'node_modules/n8n-core/dist',
];
const sources = (places: string[]): string =>
  places
    .flatMap((place) =>
      /\.(?:ts|yaml)$/.test(place)
        ? [place]
        : readdirSync(place, { recursive: true, encoding: 'utf8' }).map((name) => join(place, name)),
    )
    .filter((file) => /\.(?:js|ts|yaml)$/.test(file))
    .map(textOf)
    .join('\n');

const variablesIn = (text: string): Set<string> =>
  new Set([...text.matchAll(/(?<!\w)(?:SANDBOX|HOST|N8N|EXECUTIONS|DB)_[A-Z0-9_]+\b/g)].map(([name]) => name));

test('every environment variable the pages name is read by the sandbox, the tests or n8n', () => {
  const read = variablesIn(sources(CODE));
  const named = PAGES.flatMap((page) => [...variablesIn(textOf(page))]);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !read.has(name))).toEqual([]);
});

test("the sandbox's page names every setting of the sandbox", () => {
  const isSetting = (name: string): boolean => /^SANDBOX_[A-Z]/.test(name);
  const read = [...variablesIn(sources(['sandbox/server']))].filter(isSetting);
  expect([...variablesIn(textOf('sandbox/README.md'))].filter(isSetting).sort()).toEqual(read.sort());
});

test("the request on the sandbox's page gets the answer shown below it", async () => {
  const page = 'sandbox/README.md';
  const [typed = ''] = /^curl (?:.*\\\n)*.*$/m.exec(textOf(page)) ?? [];
  const [shown = ''] = blocksOf(page, 'json');
  const sandbox = await startSandbox({ token: 'sandbox-token' });
  try {
    const command = typed.replace('http://127.0.0.1:4010', sandbox.baseUrl);
    expect(command).not.toBe(typed);
    const { stdout } = await run('sh', ['-c', command]);
    const answer = JSON.parse(stdout) as Record<string, unknown>;
    expect({ ...answer, ...changing }).toEqual({ ...(JSON.parse(shown) as object), ...changing });
  } finally {
    await sandbox.stop();
  }
});

const changing = { requestId: expect.any(String) as string, elapsedMilliseconds: expect.any(Number) as number };
