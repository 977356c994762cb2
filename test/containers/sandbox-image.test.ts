// The image of the sandbox alone, as people run it who have an n8n already.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ask, askEveryOperation, fieldsOf } from '../installed/everyOperation.ts';
import { waitFor } from '../n8n/waiting.ts';
import { docker, engine, N8N_IMAGE, N8N_VERSION, NODE_IMAGE, pipeInto, PROJECT } from './compose.ts';
import { secretsIn } from './layers.ts';

const IMAGE = `${PROJECT}-sandbox`;
const started: string[] = [];
afterEach(async () => {
  for (const name of started.splice(0)) await engine(['rm', '--force', '--volumes', name]);
});

/** Engines for pictures are loaded with the first one: most documents here are none. */
const COLD = ['--env', 'SANDBOX_WARM=off'];

/** Starts a container that is ready. Returns its name and where it listens. */
async function start(...options: string[]): Promise<{ name: string; service: { url: string; token: string } }> {
  const name = `sandbox-${randomUUID().slice(0, 8)}`;
  started.push(name);
  // The image asks each ten seconds.
  const often = ['--health-interval', '1s'];
  const service = ['--publish', '127.0.0.1::4010', '--env', 'SANDBOX_TOKEN=sandbox-token'];
  await docker('run', '--detach', '--name', name, ...service, ...often, ...options, IMAGE);
  const health = () => docker('inspect', '--format', '{{.State.Health.Status}}', name);
  await waitFor(async () => (await health()) === 'healthy', 180_000, `a healthy sandbox (${options.join(' ')})`);
  const address = (await docker('port', name, '4010')).split('\n')[0];
  return { name, service: { url: `http://${address}`, token: 'sandbox-token' } };
}

const invoice = readFileSync('sandbox/samples/service-invoice.pdf');
const read = (service: { url: string; token: string }, file = invoice) =>
  ask(service, '/process-image/content-extraction', { file });

test('it reads pictures with neural networks, with a root that nobody can write', async () => {
  // On a busy machine what a page has is read, too.
  const { service } = await start('--read-only', '--tmpfs', '/tmp', '--env', 'SANDBOX_READING_TIMEOUT=900');
  const answers = await askEveryOperation(service, 'http://localhost:9/nobody');
  expect(Object.values(answers).filter(({ status }) => status >= 300)).toEqual([]);
  const [{ image }] = (await ask(service, '/process-image/content-extraction', { file: invoice, returnImage: true }))
    .result as [{ image: string }];
  expect(fieldsOf(await read(service, Buffer.from(image, 'base64')))).toMatchObject({ valor_liquido: '980.00' });
  const health: unknown = await (await fetch(`${service.url}/healthz`)).json();
  expect(health).toMatchObject({ ready: true, engines: { networks: 'on', missing: [] } });
});

test.each([['1234'], ['1234:1234'], ['0']])(
  'user %s may run it, and keeps what it writes into its volume',
  async (user) => {
    const { service, name } = await start(...COLD, '--user', user);
    await read(service);
    await docker('restart', name);
    expect((await docker('exec', name, 'id', '-u')).trim()).toBe(user.split(':')[0]);
    expect(await docker('exec', name, 'sh', '-c', 'find /data -type f')).not.toBe('');
  },
);

test('on another port it is healthy, too', async () => {
  const { name } = await start(...COLD, '--env', 'SANDBOX_PORT=5000', '--publish', '127.0.0.1::5000');
  expect(
    await docker(
      'exec',
      name,
      'node',
      '-e',
      "fetch('http://127.0.0.1:5000/healthz').then(({ status }) => console.log(status))",
    ),
  ).toBe('200');
});

test('a full disk refuses a document in a sentence, and the next small one is read', async () => {
  const { service } = await start(...COLD, '--tmpfs', '/data:size=4m,mode=1777', '--env', 'SANDBOX_KEEP=0');
  const large = Buffer.concat([invoice, Buffer.alloc(8 * 1024 * 1024, ' ')]);
  const refused = await read(service, large);
  expect(refused.status).toBeGreaterThanOrEqual(500);
  expect(fieldsOf(await read(service))).toMatchObject({ valor_liquido: '980.00' });
  expect((await fetch(`${service.url}/healthz?ready`)).status).toBe(200);
});

test.each([['while it reads'], ['while it is idle']])('told to stop %s it ends by itself', async (when) => {
  const { service, name } = await start(...COLD);
  const reading = when === 'while it reads' ? read(service).catch(() => null) : null;
  await docker('stop', name);
  await reading;
  // 137 is what the engine kills after ten seconds.
  expect(await docker('inspect', '--format', '{{.State.ExitCode}}', name)).toBe('0');
});

test('it has what it needs and no more, as its page says', async () => {
  const { name } = await start(...COLD);
  const [, megabytes] = /image.*?`\/app`, (\d+) MB/.exec(readFileSync('sandbox/README.md', 'utf8')) ?? [];
  const sizes = await docker('exec', name, 'find', '/app', '-type', 'f', '-printf', '%s\n');
  const bytes = sizes.split('\n').reduce((sum, size) => sum + Number(size), 0);
  expect(bytes / 1_000_000).toBeLessThan(Number(megabytes));
});

describe('no secret of the machine that built it', () => {
  const IMAGES = [
    [IMAGE, NODE_IMAGE],
    [`document-processing-setup:${N8N_VERSION}`, N8N_IMAGE],
  ] as const;
  test.each(IMAGES)('is in a layer, a command or a setting of %s', async (image, base) => {
    expect(await secretsIn(image, base)).toEqual([]);
    const built = await docker('history', '--no-trunc', '--format', '{{.CreatedBy}}', image);
    const settings = await docker('inspect', '--format', '{{json .Config}}', image);
    expect(`${built}\n${settings}`).not.toMatch(
      /_authToken|_password=|PRIVATE KEY|\.npmrc[^ ]*=|:\/\/[^/\s:@]+:[^/\s@]+@/,
    );
  });

  test('one that a later layer removes would be found', async () => {
    const image = `${PROJECT}-secret`;
    const lines = `FROM ${IMAGE}\nUSER root\nRUN echo '//registry.example.com/:_authToken=made-up' > /root/.npmrc\nRUN rm /root/.npmrc\n`;
    await pipeInto(Buffer.from(lines), 'build', '--quiet', '--tag', image, '-');
    expect(await secretsIn(image, IMAGE)).toEqual(['./root/.npmrc', './root/.npmrc']);
    await docker('image', 'rm', image);
  });
});
