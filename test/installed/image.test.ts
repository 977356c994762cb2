// The Dockerfile and compose.yaml, where there is no engine to build them: by the Compose Specification, by rules of our own,
// and by what their steps do in an empty folder.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { parse } from 'yaml';
import { ask, askEveryOperation, fieldsOf } from './everyOperation.ts';
import { sizeOf, startInstalled, withoutSettings } from './installedSandbox.ts';
import type { InstalledSandbox } from './installedSandbox.ts';
import { startSandbox } from '../support/sandbox.ts';
import { startServer } from '../support/server.ts';

interface Service {
  build?: { context: string; target: string; args?: Record<string, string> };
  image?: string;
  environment?: Record<string, string>;
  network_mode?: string;
  ports?: string[];
  volumes?: string[];
  read_only?: boolean;
  depends_on?: Record<string, object>;
}
interface Compose {
  services: Record<string, Service>;
  volumes: Record<string, null>;
}

const compose = parse(readFileSync('compose.yaml', 'utf8'), { merge: true }) as Compose;

interface Instruction {
  name: string;
  text: string;
}
interface Stage {
  base: string;
  instructions: Instruction[];
}

/** The stages of the Dockerfile by name, each with its instructions. */
const stages = new Map<string, Stage>();
const joined = readFileSync('Dockerfile', 'utf8')
  .replaceAll(/^\s*#.*\n/gm, '')
  .replaceAll('\\\n', ' ');
for (const line of joined.split('\n').filter(Boolean)) {
  const [, name = '', text = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? [];
  const [, base, stage] = /^(\S+) AS (\S+)$/.exec(text) ?? [];
  if (name === 'FROM') stages.set(stage ?? '', { base: base ?? '', instructions: [] });
  else [...stages.values()].at(-1)?.instructions.push({ name, text });
}
const instructionsOf = (stage: string, name: string): string[] =>
  (stages.get(stage)?.instructions ?? []).filter((one) => one.name === name).map(({ text }) => text);

describe('compose.yaml', () => {
  type Ajv = new (options: object) => { compile(schema: object): { (value: unknown): boolean; errors?: unknown } };
  // Fastify's own Ajv: the root of node_modules has an older one.
  const fromFastify = createRequire(require.resolve('fastify'));
  const fromCompiler = createRequire(fromFastify.resolve('@fastify/ajv-compiler'));
  const { default: Ajv } = fromCompiler('ajv') as { default: Ajv };
  const { $schema: _old, ...schema } = JSON.parse(
    readFileSync('test/installed/compose-spec/compose-spec.json', 'utf8'),
  ) as Record<string, unknown>;
  const check = new Ajv({ strict: false, validateFormats: false }).compile(schema);

  test('is what the Compose Specification allows, which finds a wrong member', () => {
    check(compose);
    expect(check.errors ?? null).toBeNull();
    expect(check({ ...compose, services: { n8n: { imagee: 'n8n' } } })).toBe(false);
  });

  test('its services, stages and volumes are there, and only this machine reaches it', () => {
    const { services, volumes } = compose;
    for (const { build, depends_on = {}, volumes: mounted = [], ports = [] } of Object.values(services)) {
      if (build) expect([...stages.keys()]).toContain(build.target);
      expect(Object.keys(services)).toEqual(expect.arrayContaining(Object.keys(depends_on)));
      expect(Object.keys(volumes)).toEqual(expect.arrayContaining(mounted.map((one) => one.split(':')[0])));
      expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
    }
  });

  test('it starts the n8n that the tests run in, one version in all places', () => {
    const { dependencies } = JSON.parse(readFileSync('test/n8n/2.41/package.json', 'utf8')) as {
      dependencies: { n8n: string };
    };
    const { n8n, setup } = compose.services;
    expect(n8n?.image).toBe(`n8nio/n8n:\${N8N_VERSION:-${dependencies.n8n}}`);
    expect(setup?.build?.args).toEqual({ N8N_VERSION: `\${N8N_VERSION:-${dependencies.n8n}}` });
    expect(readFileSync('Dockerfile', 'utf8')).toContain(`ARG N8N_VERSION=${dependencies.n8n}\n`);
    expect(n8n?.environment).toEqual(setup?.environment);
  });

  test('the sandbox calls n8n back at the address that n8n hands out, and cannot write but in its volume', () => {
    const { n8n, sandbox } = compose.services;
    expect(n8n?.environment?.['N8N_WEBHOOK_URL']).toBe('http://localhost:5678/');
    expect(n8n?.environment).toMatchObject({
      N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
      N8N_SSRF_ALLOWED_HOSTNAMES: 'localhost',
    });
    expect(sandbox).toMatchObject({ network_mode: 'service:n8n', read_only: true, tmpfs: ['/tmp'], cap_drop: ['ALL'] });
    expect(sandbox?.volumes).toEqual(['sandbox:/data']);
  });
});

describe('the Dockerfile', () => {
  test('has stages that are used, from images with a version, and copies from stages that stand before', () => {
    const names = [...stages.keys()];
    for (const [name, { base, instructions }] of stages) {
      expect(base).toMatch(/:(?!latest)/);
      expect(instructions.filter((one) => one.name === 'ADD')).toEqual([]);
      const sources = instructions.flatMap(({ text }) => /^--from=(\S+)/.exec(text)?.[1] ?? []);
      expect(names.slice(0, names.indexOf(name))).toEqual(expect.arrayContaining(sources));
    }
  });

  test('the image of the sandbox runs without root, tells whether it is healthy, and takes signals itself', () => {
    expect(instructionsOf('sandbox', 'USER')).toEqual(['node']);
    expect(instructionsOf('sandbox', 'VOLUME')).toEqual(['/data']);
    expect(instructionsOf('sandbox', 'HEALTHCHECK')[0]).toContain('/healthz');
    expect(JSON.parse(instructionsOf('sandbox', 'ENTRYPOINT')[0] ?? '')).toEqual([
      '/app/node_modules/.bin/document-processing-sandbox',
    ]);
    // A step as root after that would be one in the image.
    const { instructions = [] } = stages.get('sandbox') ?? {};
    const after = instructions.slice(instructions.findIndex(({ name }) => name === 'USER'));
    expect(after.map(({ name }) => name)).not.toContain('RUN');
  });

  test('copies what is in the repository', () => {
    const copied = [...stages.keys()]
      .flatMap((stage) => instructionsOf(stage, 'COPY'))
      .filter((text) => !text.startsWith('--from'))
      .flatMap((text) => text.split(' ').slice(0, -1));
    expect(copied.length).toBeGreaterThan(5);
    expect(copied.filter((path) => !path.includes('*') && !existsSync(path))).toEqual([]);
  });
});

describe('the workflow that builds and starts all of it', () => {
  const { defaults, jobs } = parse(readFileSync('.github/workflows/image.yml', 'utf8')) as {
    defaults: { run: { shell: string } };
    jobs: { compose: { steps: { name?: string; run?: string }[] } };
  };

  const folder = mkdtempSync(join(tmpdir(), 'steps-'));
  // Containers in which all is well, but for one answer.
  const answers = `case "$*" in
    *'id -u') echo "\${USER_ID:-1000}" ;;
    *'touch /app/file') [ "\${ROOT:-}" = writable ] ;;
    *'touch /data/file') [ "\${VOLUME:-}" != sealed ] ;;
    *'n8n execute '*) echo "\${FOUND:-00004217}"; exit "\${ENDED:-0}" ;;
    *'n8n list:workflow') echo "\${LISTED:-invoices-to-rows|Invoices to rows}" ;;
    *http_code*) printf '%s' "\${STATUS:-401}" ;;
  esac`;
  for (const program of ['docker', 'curl'])
    writeFileSync(join(folder, program), `#!/bin/sh\n${answers}\n`, { mode: 0o755 });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const same = (text: string): string => text;

  /** The status of a step, run as GitHub does where the shell is `bash`. */
  function statusOf(name: string, env: Record<string, string>, cwd = folder, edit = same): number | null {
    const step = jobs.compose.steps.find((one) => one.name?.includes(name));
    writeFileSync(join(folder, 'step.sh'), edit(step?.run ?? 'exit 99'));
    const path = [folder, dirname(process.execPath), process.env['PATH']].join(delimiter);
    const options = ['--noprofile', '--norc', '-eo', 'pipefail', join(folder, 'step.sh')];
    return spawnSync('bash', options, { cwd, env: { ...withoutSettings, PATH: path, ...env }, timeout: 120_000 })
      .status;
  }

  test('has bash as its shell, which GitHub starts so that a pipe fails with its first command', () => {
    expect(defaults.run.shell).toBe('bash');
  });

  test.each<[step: string, wrong: Record<string, string>[]]>([
    ['not root', [{ USER_ID: '0' }, { ROOT: 'writable' }, { VOLUME: 'sealed' }, { STATUS: '200' }]],
    ['first workflow', [{ FOUND: 'nothing' }, { ENDED: '1' }]],
    ['second start', [{ LISTED: ' ' }, { LISTED: 'another' }]],
  ])('its step "%s" passes where all is well, and fails with each thing that is not', (name, wrong) => {
    expect(statusOf(name, {})).toBe(0);
    expect(wrong.filter((env) => statusOf(name, env) === 0)).toEqual([]);
  });

  test('its step of the thirteen operations passes with a sandbox, and fails with one that refuses', async () => {
    const sandbox = await startSandbox({ token: 'sandbox-token' });
    const here = (text: string) => text.replace('http://localhost:4010', sandbox.baseUrl);
    expect(statusOf('thirteen', {}, '.', here)).toBe(0);
    expect(statusOf('thirteen', {}, '.', (text) => here(text).replace('sandbox-token', 'another'))).toBe(1);
    await sandbox.stop();
  }, 240_000);
});

test('the steps of the image make a sandbox that reads with neural networks, and has nothing more than it needs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'image-'));
  const receiver = await startServer(() => ({}));
  let sandbox: InstalledSandbox | undefined;
  const inFolder = (text: string): string => text.replaceAll(/(?<![\w.*])\/(packages|app|data)\b/g, `${folder}/$1`);
  try {
    for (const name of ['packages', 'app', 'data']) mkdirSync(join(folder, name));
    execFileSync(process.execPath, ['scripts/pack-sandbox.mjs', join(folder, 'packages')]);
    for (const step of instructionsOf('installed', 'RUN'))
      execFileSync('sh', ['-e', '-c', inFolder(step)], {
        cwd: join(folder, 'app'),
        env: withoutSettings,
        stdio: 'pipe',
      });
    expect(sizeOf(join(folder, 'app/node_modules')) / 1_000_000).toBeLessThan(220);

    const [entry = ''] = JSON.parse(inFolder(instructionsOf('sandbox', 'ENTRYPOINT')[0] ?? '')) as string[];
    const env = Object.fromEntries(
      instructionsOf('sandbox', 'ENV').flatMap((text) =>
        inFolder(text)
          .split(' ')
          .map((one) => one.split('=')),
      ),
    ) as Record<string, string>;
    sandbox = await startInstalled(process.execPath, entry, { env: { ...env, SANDBOX_HOST: '127.0.0.1' } });
    await sandbox.prints(/Engines for pictures/);
    const answers = await askEveryOperation(sandbox, receiver.url);
    expect(
      Object.values(answers)
        .map(({ status }) => status)
        .filter((status) => status >= 300),
    ).toEqual([]);
    await receiver.arrived(2);
    const [{ image }] = answers[1]?.result as [{ image: string }];
    const read = await ask(sandbox, '/process-image/content-extraction', { file: Buffer.from(image, 'base64') });
    expect(fieldsOf(read)).toMatchObject({ valor_liquido: '980.00' });
    const health: unknown = await (await fetch(`${sandbox.url}/healthz`)).json();
    expect(health).toMatchObject({ ready: true, engines: { missing: [] } });
  } finally {
    await sandbox?.stop();
    await receiver.close();
    rmSync(folder, { recursive: true, force: true });
  }
}, 600_000);
