// The service that runs before n8n, where another n8n is asked for. What it does is tested in test/n8n/compose.test.ts.
import { randomUUID } from 'node:crypto';
import { docker, engine, N8N_VERSION } from './compose.ts';

/** A project without anything yet. */
const env = { COMPOSE_PROJECT_NAME: `document-processing-${randomUUID().slice(0, 8)}` };
const other = `${N8N_VERSION}-of-a-test`;

afterAll(async () => {
  await engine(['compose', 'down', '--volumes'], env);
  for (const image of [`n8nio/n8n:${other}`, `document-processing-setup:${other}`])
    await engine(['image', 'rm', '--force', image]);
});

test('another version of n8n gets a setup of its own, without being told to build', async () => {
  await docker('tag', `n8nio/n8n:${N8N_VERSION}`, `n8nio/n8n:${other}`);
  const run = ['compose', 'run', '--rm', '-T', '--entrypoint', 'true', 'setup'];
  expect(await engine(run, { ...env, N8N_VERSION: other })).toMatchObject({ code: 0 });
  expect(await docker('image', 'inspect', '--format', '{{.Id}}', `document-processing-setup:${other}`)).toContain(
    'sha256',
  );
});
