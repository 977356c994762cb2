// What `docker compose up` does to n8n, without containers: the setup that runs before it, its settings, the sandbox beside it.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { parse } from 'yaml';
import { startSandbox } from '../support/sandbox.ts';
import type { RunningSandbox } from '../support/sandbox.ts';
import { n8nCommand, NEWEST, root } from './lines.ts';
import { createHost, packTarball } from './n8n.ts';
import { freePorts, nodeFolder, processSettings } from './settings.ts';

const { services } = parse(readFileSync('compose.yaml', 'utf8'), { merge: true }) as {
  services: Record<string, { environment: Record<string, string> }>;
};

let folder: string;
let sandbox: RunningSandbox;
let settings: Record<string, string>;
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
  folder = mkdtempSync(join(tmpdir(), 'compose-'));
  sandbox = await startSandbox({ token: 'sandbox-token' });
  [port = 0] = await freePorts(1);
  settings = {
    ...(JSON.parse(here(JSON.stringify(services['n8n']?.environment))) as Record<string, string>),
    N8N_SSRF_PROTECTION_ENABLED: 'true',
  };
});
afterAll(async () => {
  await sandbox.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the setup of the image as its container does. */
function setUp(): string {
  const image = join(folder, 'setup');
  const bin = join(folder, 'bin');
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
  const env = processSettings(NEWEST, folder, { settings });
  return execFileSync('sh', [join(root, 'scripts/start/setup.sh'), image], {
    cwd: folder,
    env: { ...env, PATH: [bin, env['PATH']].join(delimiter) },
    encoding: 'utf8',
  });
}

test('the setup gives n8n the nodes and the examples, and their first runs reach the sandbox through the guard', async () => {
  expect(setUp()).toContain('Successfully imported');
  const host = await createHost(NEWEST, { userFolder: folder, port, settings });
  try {
    await host.start();
    const run = await host.runToItsEnd('invoices-to-rows', 'When clicking ‘Execute workflow’');
    expect(run.data.resultData.error).toBeUndefined();
    expect(JSON.stringify(run.data.resultData.runData)).toContain('00004217');
    const { activeModules } = await host.api<{ activeModules: string[] }>('GET', '/settings');
    expect(activeModules).not.toContain('instance-ai');
    await host.runToItsEnd('data-tables', 'When clicking ‘Execute workflow’');
    const counted = await host.runToItsEnd('review-statistics', 'When clicking ‘Execute workflow’');
    expect(counted.data.resultData.error).toBeUndefined();
    const names = (await host.api<{ name: string }[]>('GET', '/workflows')).map(({ name }) => name);
    const examples = readdirSync('examples').filter((name) => name.endsWith('.json'));
    expect(names).toHaveLength(examples.length + 1);
    expect(names).toContain('Data tables');
    expect((await host.nodeTypes()).map(({ name }) => name)).toContain(
      'n8n-nodes-document-processing.documentProcessing',
    );
    const credentials = await host.api<{ type: string }[]>('GET', '/credentials');
    expect(credentials.map(({ type }) => type).sort()).toEqual(['documentProcessingApi', 'smtp']);
  } finally {
    await host.dispose();
  }
  // The next start brings the nodes of a newer image, and leaves alone what the user has changed.
  expect(setUp()).not.toContain('imported');
});
