// Before the first test: an engine where none answers, base images where no registry does, and compose.yaml built and started.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import cleanUp, { beginGuard } from './cleanUp.ts';
import { CACHE, ENGINE, MAIL_IMAGE, N8N_IMAGE, N8N_VERSION, NODE_IMAGE, compose, engine, up } from './compose.ts';

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const runs = async (...args: string[]): Promise<boolean> => (await engine(args)).code === 0;

async function startEngine(): Promise<void> {
  if ((await runs('info')) && (await runs('compose', 'version')) && (await runs('buildx', 'version'))) return;
  say('A container engine is started, because none answers');
  const variables = execFileSync('test/containers/engine.sh', ['start', CACHE], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.env['CONTAINERS_ENGINE_STARTED'] = 'yes';
  for (const line of variables.trim().split('\n')) {
    const [name = '', value] = line.split('=');
    process.env[name] = value;
  }
}

/** Real images, or stand-ins of Debian's packages and those of npm. */
async function provideImages(): Promise<void> {
  const images = [NODE_IMAGE, N8N_IMAGE, MAIL_IMAGE];
  const standIns = join(CACHE, 'stand-ins');
  if (
    process.env['BASE_IMAGES'] !== 'stand-ins' &&
    (await Promise.all(images.map((image) => runs('pull', image)))).every(Boolean)
  )
    return;
  if (process.env['BASE_IMAGES'] === 'real') throw new Error(`Not all of these can be pulled: ${images.join(', ')}`);
  say('No registry of images answers: stand-ins take their place');
  execFileSync(process.execPath, ['scripts/install-n8n.mjs', '2.41'], { stdio: 'inherit' });
  execFileSync('test/containers/stand-ins/make.sh', [standIns, ...images], { stdio: ['ignore', 'inherit', 'inherit'] });
  process.env['N8N_PACKAGES'] = join(process.cwd(), 'test/n8n/2.41');
  process.env['COMPOSE_FILE'] = 'compose.yaml:test/containers/stand-ins/compose.yaml';
}

export default async function prepare(): Promise<void> {
  await startEngine();
  beginGuard();
  try {
    await provideImages();
    await compose('down', '--volumes', '--remove-orphans');
    say(`${ENGINE} compose up --build, with n8n ${N8N_VERSION}`);
    await up('--build');
  } catch (error) {
    say((await engine(['compose', 'logs', '--tail', '50'])).said);
    await cleanUp();
    throw error;
  }
}
