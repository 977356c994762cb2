// What `docker compose up` does to n8n, without containers: the setup that runs before it, its settings, the sandbox beside it.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { parse } from 'yaml';
import { openedForAllTests } from '../support/opened.ts';
import { startSandbox } from '../support/sandbox.ts';
import { EXAMPLES } from './exampleFile.ts';
import { n8nCommand, NEWEST, root } from './lines.ts';
import { createHost, packTarball } from './n8n.ts';
import { freePorts, nodeFolder, processSettings } from './settings.ts';
import type { Settings } from './settings.ts';

const { services } = parse(readFileSync('compose.yaml', 'utf8'), { merge: true }) as {
  services: Record<string, { environment: Settings }>;
};

const BUTTON = 'When clicking ‘Execute workflow’';
const folder = mkdtempSync(join(tmpdir(), 'compose-'));
const [image, bin] = [join(folder, 'setup'), join(folder, 'bin')];
const sandbox = openedForAllTests(() => startSandbox({ token: 'sandbox-token' }));
let settings: Settings;
let port: number;

/** The paths and ports of the containers, as they are here. */
const here = (text: string): string =>
  text
    .replaceAll('/home/node', folder)
    .replaceAll('localhost:5678', `localhost:${port}`)
    .replaceAll('http://sandbox:4010', sandbox.baseUrl.replace('127.0.0.1', 'localhost'))
    // What is chosen when nobody has chosen.
    .replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1');

beforeAll(async () => {
  [port = 0] = await freePorts(1);
  settings = {
    ...(JSON.parse(here(JSON.stringify(services['n8n']?.environment))) as Settings),
    N8N_SSRF_PROTECTION_ENABLED: 'true',
  };
  for (const path of [join(image, 'nodes'), bin]) mkdirSync(path, { recursive: true });
  execFileSync('tar', ['-xzf', packTarball(), '-C', join(image, 'nodes'), '--strip-components=1']);
  execFileSync(process.execPath, ['--no-warnings', 'scripts/start/compose.ts', join(image, 'examples')], { cwd: root });
  for (const name of readdirSync(join(image, 'examples'), { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.json')) {
      const file = join(image, 'examples', name);
      writeFileSync(file, here(readFileSync(file, 'utf8')));
    }
  const node = join(nodeFolder(), 'node');
  writeFileSync(join(bin, 'n8n'), `#!/bin/sh\nexec "${node}" "${n8nCommand(NEWEST)}" "$@"\n`, { mode: 0o755 });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the setup of the image as its container does. Returns how it ended, and what it said. */
function setUp(others: Settings = {}): [code: number | null, said: string] {
  const env = processSettings(NEWEST, folder, { settings: { ...settings, ...others } });
  const { status, stdout, stderr } = spawnSync('sh', [join(root, 'scripts/start/setup.sh'), image], {
    cwd: folder,
    env: { ...env, PATH: [bin, env['PATH']].join(delimiter) },
    encoding: 'utf8',
  });
  return [status, stdout + stderr];
}

test('the setup says why n8n cannot import', () => {
  const [code, said] = setUp({ DB_TYPE: 'postgresdb', DB_POSTGRESDB_HOST: '127.0.0.1', DB_POSTGRESDB_PORT: '1' });
  expect(code).not.toBe(0);
  expect(said).toMatch(/127\.0\.0\.1:1\b/);
  expect(said).toContain('The examples could not be imported');
});

test('the next setup gives n8n the nodes and the examples, and their first runs reach the sandbox through the guard', async () => {
  expect(setUp()).toEqual([0, expect.stringContaining('Successfully imported')]);
  const host = await createHost(NEWEST, { userFolder: folder, port, settings });
  try {
    await host.start();
    const run = await host.runToItsEnd('invoices-to-rows', BUTTON);
    expect(run.status).toBe('success');
    expect(JSON.stringify(run.data.resultData.runData)).toContain('00004217');
    const { activeModules } = await host.call<{ activeModules: string[] }>('GET', '/settings');
    expect(activeModules).not.toContain('instance-ai');
    await host.runToItsEnd('data-tables', BUTTON);
    expect((await host.runToItsEnd('review-statistics', BUTTON)).status).toBe('success');
    const names = (await host.call<{ name: string }[]>('GET', '/workflows')).map(({ name }) => name);
    expect(names).toHaveLength(EXAMPLES.length + 1);
    expect(names).toContain('Data tables');
    expect((await host.nodeTypes()).map(({ name }) => name)).toContain(
      'n8n-nodes-document-processing.documentProcessing',
    );
    const credentials = await host.call<{ type: string }[]>('GET', '/credentials');
    expect(credentials.map(({ type }) => type).sort()).toEqual(['documentProcessingApi', 'smtp']);
  } finally {
    await host.close();
  }
  // The next start brings the nodes of a newer image, and leaves alone what the user has changed.
  expect(setUp()).toEqual([0, expect.not.stringContaining('imported')]);
});

test('data of a newer n8n stay as they are: the setup says whose they are, and how to begin beside them', () => {
  writeFileSync(join(folder, '.n8n/document-processing-n8n-version'), '99.0.0');
  const [code, said] = setUp();
  expect(code).not.toBe(0);
  expect(said).toMatch(/These data are those of n8n 99\.0\.0, which n8n .* cannot read\. .*--project-name/);
});
