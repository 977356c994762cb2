import { mkdtempSync, readdirSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { buildApp } from '../../../sandbox/server/app.ts';
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

test('a run without a data folder leaves nothing behind', async () => {
  const temporaryFolder = mkdtempSync(join(tmpdir(), 'sandbox-run-'));
  const app = await buildApp({ workers: 1, temporaryFolder });
  await sendForm(app, '/process-image/content-extraction', [['file', await sample('contract.pdf')]]);
  expect(readdirSync(temporaryFolder)).toHaveLength(1);
  await app.close();
  expect(readdirSync(temporaryFolder)).toEqual([]);
  rmdirSync(temporaryFolder);
});
