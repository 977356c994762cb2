// The service that runs before n8n, where something is wrong, or another n8n is asked for.
import { randomUUID } from 'node:crypto';
import { docker, engine, N8N_VERSION } from './compose.ts';

/** A project without anything yet. */
const project = `document-processing-${randomUUID().slice(0, 8)}`;
const other = `${N8N_VERSION}-of-a-test`;
const inProject = (args: string[], env: NodeJS.ProcessEnv = {}) =>
  engine(['compose', ...args], { COMPOSE_PROJECT_NAME: project, ...env });
const setUp = (...variables: string[]) =>
  inProject(['run', '--rm', '-T', ...variables.flatMap((one) => ['--env', one]), 'setup']);

afterAll(async () => {
  await inProject(['down', '--volumes']);
  for (const image of [`n8nio/n8n:${other}`, `document-processing-setup:${other}`])
    await engine(['image', 'rm', '--force', image]);
});

test('what n8n says when it cannot import is printed, and n8n is not started', async () => {
  const { code, said } = await setUp('DB_TYPE=postgresdb', 'DB_POSTGRESDB_HOST=nobody.invalid');
  expect(code).not.toBe(0);
  expect(said).toMatch(/nobody\.invalid/);
  expect(said).toContain('The examples could not be imported');
});

test('it imports once, and again after it failed', async () => {
  expect(await setUp()).toMatchObject({ code: 0, said: expect.stringContaining('Successfully imported') });
  const second = await setUp();
  expect(second.code).toBe(0);
  expect(second.said).not.toContain('imported');
});

test('data of a newer n8n stay as they are: it says whose they are, and how to begin beside them', async () => {
  const write = 'echo 99.0.0 > ~/.n8n/document-processing-n8n-version';
  await inProject(['run', '--rm', '-T', '--entrypoint', 'sh', 'setup', '-c', write]);
  const { code, said } = await setUp();
  expect(code).not.toBe(0);
  expect(said).toMatch(/These data are those of n8n 99\.0\.0, which n8n .* cannot read\. .*--project-name/);
});

test('another version of n8n gets a setup of its own, without being told to build', async () => {
  await docker('tag', `n8nio/n8n:${N8N_VERSION}`, `n8nio/n8n:${other}`);
  const { code, said } = await inProject(['run', '--rm', '-T', '--entrypoint', 'true', 'setup'], {
    N8N_VERSION: other,
  });
  expect([code, said]).toEqual([0, expect.any(String)]);
  expect(await docker('image', 'inspect', '--format', '{{.Id}}', `document-processing-setup:${other}`)).toContain(
    'sha256',
  );
});
