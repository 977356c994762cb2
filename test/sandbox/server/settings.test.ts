import { mkdtempSync, readdirSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { buildApp } from '../../../sandbox/server/app.ts';
import { readOptions } from '../../../sandbox/server/options.ts';
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

test('a value that is not a number, or half a certificate, is reported at once', () => {
  expect(() => settingsFrom({ SANDBOX_PORT: 'http' })).toThrow('SANDBOX_PORT must be a number, not "http"');
  expect(() => settingsFrom({ SANDBOX_MTLS_CERT: 'a.pem' })).toThrow('must be set together');
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
