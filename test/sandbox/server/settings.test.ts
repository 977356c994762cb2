import { mkdtempSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { buildApp } from '../../../sandbox/server/app.ts';
import { readOptions } from '../../../sandbox/server/options.ts';
import { startError } from '../../../sandbox/server/startError.ts';
import { defaultSettings, settingsFrom } from '../../../sandbox/server/settings.ts';
import { sample, sendForm } from './client.ts';

test('nothing set gives the defaults', () => {
  expect(settingsFrom({})).toEqual(defaultSettings);
});

test('what is set is used', () => {
  const env = {
    SANDBOX_PORT: '0',
    SANDBOX_TOKEN: 't',
    SANDBOX_TOKEN_LIFETIME: '5',
    SANDBOX_MAX_UPLOAD_MB: '2',
    SANDBOX_DATA: '/data',
  };
  expect(settingsFrom(env)).toMatchObject({
    port: 0,
    token: 't',
    tokenLifetimeSeconds: 5,
    maxUploadBytes: 2 * 1024 * 1024,
    dataFolder: '/data',
  });
});

test.each(['n8n:5678', 'http://n8n', 'a b', 'n8n/'])('%j is no host that localhost can stand for', (host) => {
  expect(() => settingsFrom({ SANDBOX_LOCALHOST: host })).toThrow(
    `SANDBOX_LOCALHOST must be the name or the address of a host, without a port, not "${host}"`,
  );
});

test('a value that is not a number, or half a certificate, is reported at once', () => {
  expect(() => settingsFrom({ SANDBOX_PORT: 'http' })).toThrow('SANDBOX_PORT must be a number, not "http"');
  expect(() => settingsFrom({ SANDBOX_MTLS_CERT: 'a.pem' })).toThrow('must be set together');
});

test.each(['SANDBOX_READING_TIMEOUT', 'SANDBOX_CALLBACK_TIMEOUT', 'SANDBOX_GENERATIVE_TIMEOUT'])(
  '%s has no more seconds than a timer, which would be over at once',
  (name) => {
    const model = { SANDBOX_GENERATIVE_URL: 'http://127.0.0.1:1/v1', SANDBOX_GENERATIVE_MODEL: 'a' };
    expect(() => settingsFrom({ ...model, [name]: '2147484' })).toThrow(
      `${name} must be at most 2147483 seconds, not "2147484"`,
    );
    expect(() => settingsFrom({ ...model, [name]: '2147483' })).not.toThrow();
  },
);

test('a receiver that has moved has old addresses and, last, its new one', () => {
  const moved = (text: string) => settingsFrom({ SANDBOX_MOVED_RECEIVER: text }).movedReceiver;
  expect(moved(' ')).toBeNull();
  expect(moved('http://localhost:5678 http://127.0.0.1:5678/ http://127.0.0.1:5679')).toEqual({
    from: ['http://127.0.0.1:5678', 'http://localhost:5678'],
    to: 'http://127.0.0.1:5679',
  });
  expect(() => moved('http://127.0.0.1:5678')).toThrow('must hold the old address and the new one');
  expect(() => moved('5678 http://127.0.0.1:5679')).toThrow('SANDBOX_MOVED_RECEIVER must be an http(s) address');
});

const fromCommandLine = (...args: string[]) => settingsFrom(readOptions(args).settings);

test('the command line says whether to record or to replay', () => {
  const both = ['--upstream', 'https://api.example.com/v1/', '--record', 'cassettes'];
  expect(fromCommandLine()).toMatchObject({ record: null, replay: null });
  expect(fromCommandLine(...both)).toMatchObject({
    record: { upstream: 'https://api.example.com/v1', folder: 'cassettes', keepValues: false, publicUrl: null },
  });
  expect(fromCommandLine(...both, '--keep-values', '--public-url', 'https://me.example.com')).toMatchObject({
    record: { keepValues: true, publicUrl: 'https://me.example.com' },
  });
  expect(fromCommandLine('--replay', 'cassettes')).toMatchObject({ record: null, replay: 'cassettes' });
});

test.each([
  [['--upstream', 'https://api.example.com'], 'must be given together'],
  [['--record', 'cassettes'], 'must be given together'],
  [
    ['--upstream', 'api.example.com', '--record', 'cassettes'],
    '--upstream (SANDBOX_UPSTREAM) must be an http(s) address',
  ],
  [
    ['--upstream', 'https://ana:secret@a.example', '--record', 'a'],
    '--upstream (SANDBOX_UPSTREAM) must hold no password and no query',
  ],
  [['--upstream', 'https://a.example/v2/?x=1', '--record', 'a'], 'must hold no password and no query'],
  [['--upstream', 'https://a.example', '--record', 'a', '--replay', 'b'], 'not both'],
  [['--public-url'], 'public-url'],
  [['--no-such-option'], "Unknown option '--no-such-option'"],
])('a command line that cannot work is reported at once: %j', (args, message) => {
  expect(() => fromCommandLine(...args)).toThrow(message);
});

test('a run without a data folder leaves nothing behind', async () => {
  const temporaryFolder = mkdtempSync(join(tmpdir(), 'sandbox-run-'));
  const app = await buildApp({ workers: 1, temporaryFolder });
  await sendForm(app, '/process-image/content-extraction', [['file', await sample('contract.pdf')]]);
  expect(readdirSync(temporaryFolder)).toHaveLength(1);
  await app.close();
  expect(readdirSync(temporaryFolder)).toEqual([]);
  rmdirSync(temporaryFolder);
});

test('nor does one that cannot start', async () => {
  const temporaryFolder = mkdtempSync(join(tmpdir(), 'sandbox-run-'));
  const replay = join(temporaryFolder, 'none');
  await expect(buildApp({ temporaryFolder, replay })).rejects.toThrow('there is no folder');
  expect(readdirSync(temporaryFolder)).toEqual([]);
  rmdirSync(temporaryFolder);
});

test('a second sandbox in a data folder does not start, and the first goes on; afterwards the folder is free', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'sandbox-data-'));
  const contract = await sample('contract.pdf');
  const read = async (app: Awaited<ReturnType<typeof buildApp>>) =>
    (await sendForm(app, '/process-image/content-extraction', [['file', contract]])).status;
  const first = await buildApp({ workers: 1, dataFolder });
  const error: unknown = await buildApp({ workers: 1, dataFolder }).then(
    (second) => second.close(),
    (refused: unknown) => refused,
  );
  expect(startError(error as Error, { ...defaultSettings, dataFolder }).message).toContain(
    `the folder ${dataFolder} is used by another sandbox. Stop that one, or choose another folder: --data`,
  );
  expect(await read(first)).toBe(200);
  await first.close();
  const next = await buildApp({ workers: 1, dataFolder });
  expect(await read(next)).toBe(200);
  await next.close();
  rmSync(dataFolder, { recursive: true });
});
