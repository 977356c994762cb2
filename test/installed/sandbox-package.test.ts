// The sandbox as a package of its own: packed, installed in an empty folder as its users install it, and started.
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { ask, askEveryOperation, fieldsOf } from './everyOperation.ts';
import { startSandbox } from '../support/sandbox.ts';
import type { SandboxOptions } from '../support/sandbox.ts';
import { startServer } from '../support/server.ts';

const MEGABYTE = 1_000_000;

const OURS = /^(npm_(?!config_(registry|cafile))|NODE_(?!EXTRA_CA)|SANDBOX_|JEST_|INIT_CWD|ORT_)/;
/** The environment without the settings of the command that runs the tests. */
const withoutSettings = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OURS.test(name)));

/** The bytes of all files below a folder. */
const sizeOf = (path: string): number =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);

let folder: string;
let tarball: string;
let installed: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-package-'));
  tarball = execFileSync(process.execPath, ['scripts/pack-sandbox.mjs', folder], { encoding: 'utf8' }).trim();
  installed = join(folder, 'empty');
  mkdirSync(installed);
  execFileSync('npm', ['install', tarball, '--prefer-offline', '--no-audit', '--no-fund'], {
    cwd: installed,
    env: withoutSettings,
    stdio: 'pipe',
  });
}, 600_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const program = (): string => join(installed, 'node_modules/.bin/document-processing-sandbox');
const packed = (): string[] => execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' }).trim().split('\n');

test('it has only what runs, and one sample: no TypeScript, no reference to another folder of the repository', () => {
  const others = packed().filter((name) => !/^package\/(server|reader\/src)\/.+\.(js|css|html)$/.test(name));
  const sample = 'package/samples/encrypted.pdf';
  expect(others.sort()).toEqual(['package/LICENSE.md', 'package/README.md', 'package/package.json', sample]);
  const manifest = JSON.parse(
    readFileSync(join(installed, 'node_modules/document-processing-sandbox/package.json'), 'utf8'),
  ) as Record<string, unknown>;
  expect(manifest).toMatchObject({ name: 'document-processing-sandbox', engines: { node: '>=20.19' } });
  expect(manifest['private']).toBeUndefined();
  expect(manifest['scripts']).toBeUndefined();
  const page = readFileSync('sandbox/README.md', 'utf8');
  for (const [network, version] of Object.entries(manifest['peerDependencies'] as Record<string, string>))
    expect(page).toContain(` -p ${network}@${version} `);
});

test('its size is what its page says, and no more', () => {
  const page = readFileSync('sandbox/README.md', 'utf8');
  const [, packedKilobytes, installedMegabytes] = /(\d+) kB packed, (\d+) MB installed/.exec(page) ?? [];
  expect(statSync(tarball).size / 1000).toBeLessThan(Number(packedKilobytes));
  expect(sizeOf(join(installed, 'node_modules')) / MEGABYTE).toBeLessThan(Number(installedMegabytes));
  expect(existsSync(join(installed, 'node_modules/onnxruntime-node'))).toBe(false);
});

const OLDEST = process.env['OLDEST_NODE'] ?? '/usr/bin/node';
const isNode20 = existsSync(OLDEST) && execFileSync(OLDEST, ['-v'], { encoding: 'utf8' }).startsWith('v20.');
(isNode20 ? test : test.skip)('npm has nothing to warn of on Node 20', () => {
  const fresh = mkdtempSync(join(folder, 'fresh-'));
  const options = ['--package-lock-only', '--prefer-offline', '--no-audit', '--no-fund'];
  const PATH = [dirname(OLDEST), process.env['PATH']].join(delimiter);
  const { status, stderr } = spawnSync('npm', ['install', tarball, ...options], {
    cwd: fresh,
    env: { ...withoutSettings, PATH },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
});

const NODES = [process.execPath, ...(isNode20 ? [OLDEST] : [])];

interface Health {
  ready: boolean;
  engines: { networks: string; missing: string[] };
}

describe.each(NODES)('started by %s', (node) => {
  const start = (settings: SandboxOptions = {}) =>
    startSandbox({ program: [node, program()], inherited: withoutSettings, token: 'sandbox-token', ...settings });

  test('it answers all thirteen operations, and calls back; a picture is read without neural networks', async () => {
    const dataFolder = join(folder, `data of ${node.replaceAll('/', '-')}`);
    const isWarm = Promise.withResolvers<void>();
    const log = (line: string) => /Engines for pictures/.test(line) && isWarm.resolve();
    const receiver = await startServer(() => ({}));
    let sandbox = await start({ dataFolder, warm: true, log });
    let service = { url: sandbox.baseUrl, token: sandbox.token };
    try {
      const answers = await askEveryOperation(service, receiver.url);
      expect(Object.values(answers).map(({ status }) => status)).toEqual([200, 201, ...Array<number>(11).fill(200)]);
      await receiver.arrived(2);
      expect(fieldsOf(answers[1])).toMatchObject({ valor_liquido: '980.00' });
      expect(JSON.stringify(answers[11])).toContain('4111111111111111');
      const [{ image }] = answers[1]?.result as [{ image: string }];
      const read = await ask(service, '/process-image/content-extraction', { file: Buffer.from(image, 'base64') });
      expect(fieldsOf(read)).toMatchObject({ valor_liquido: '980.00' });
      await isWarm.promise;
      const health = (await (await fetch(`${sandbox.baseUrl}/healthz`)).json()) as Health;
      expect(health).toMatchObject({
        ready: true,
        engines: { networks: 'missing', missing: [expect.any(String), expect.any(String)] },
      });
      expect(health.engines.missing[0]).toMatch(/the neural networks are not installed.*are read less well/);
      expect((await fetch(`${sandbox.baseUrl}/_sandbox`)).status).toBe(200);
      expect((await fetch(`${sandbox.baseUrl}/docs`)).status).toBe(200);
    } finally {
      await sandbox.stop();
      await receiver.close();
    }
    // What was counted is there again.
    sandbox = await start({ dataFolder });
    service = { url: sandbox.baseUrl, token: sandbox.token };
    const days = { startDate: '2000-01-01 00:00:00.000Z', endDate: '2999-01-01 00:00:00.000Z' };
    const { result } = await ask(service, '/billing/daily-summary', days);
    await sandbox.stop();
    expect(JSON.stringify(result)).toMatch(/"requestCount":[1-9]/);
  });

  test('the first command of its page sends the sample, and gets the answer shown below it', async () => {
    const page = readFileSync(join(installed, 'node_modules/document-processing-sandbox/README.md'), 'utf8');
    const [typed = ''] = /^curl (?:.*\\\n)*.*$/m.exec(page) ?? [];
    const sandbox = await start();
    const { stdout } = await run('sh', ['-c', typed.replace('http://127.0.0.1:4010', sandbox.baseUrl)], {
      cwd: installed,
    });
    await sandbox.stop();
    const { result } = JSON.parse(stdout) as { result: [{ fields: unknown[] }] };
    for (const field of result[0].fields) expect(page).toContain(JSON.stringify(field));
    expect(result[0].fields).toHaveLength(3);
  });

  const run = promisify(execFile);
  const says = async (...words: string[]): Promise<{ stdout: string; stderr: string; code?: number }> =>
    run(node, words, { env: withoutSettings, cwd: folder }).catch(
      (error: unknown) => error as { stdout: string; stderr: string; code: number },
    );

  test('it says its version, its options, and in a sentence what is wrong', async () => {
    const { version } = JSON.parse(readFileSync('sandbox/package.json', 'utf8')) as { version: string };
    expect(await says(program(), '--version')).toMatchObject({ stdout: `${version}\n`, stderr: '' });
    const help = await says(program(), '--help');
    for (const option of ['--port', '--host', '--data', '--upstream', '--record', '--replay', '--version', '--help'])
      expect(help.stdout).toContain(option);

    const wrong = await says(program(), '--prot', '1');
    expect(wrong).toMatchObject({ code: 1, stdout: '' });
    expect(wrong.stderr).toMatch(/^Unknown option '--prot'/);
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    expect(await says(program(), '--port', String(port))).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        new RegExp(`^The sandbox cannot start: port ${port} is taken by another program. Choose .*--port.*\n$`),
      ),
    });
    other.close();
  });

  test('an older Node is told so', async () => {
    const older = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.0' } })";
    const { stderr, code } = await says('--import', `data:text/javascript,${encodeURIComponent(older)}`, program());
    expect([stderr, code]).toEqual([
      'The sandbox needs Node 20.19 or newer, and this is 18.20.0: https://nodejs.org\n',
      1,
    ]);
  });
});
