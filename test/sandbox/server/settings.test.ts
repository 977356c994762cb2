import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { buildApp } from '../../../sandbox/server/app.ts';
import { readOptions } from '../../../sandbox/server/options.ts';
import { defaultSettings, settingsFrom, unknownSettings } from '../../../sandbox/server/settings.ts';
import { emptyFolder } from '../emptyFolder.ts';
import { ADDRESSES, CONTENT, postJson, refusalsIn, said, sample, sendForm } from './client.ts';
import { ownCertificate } from './receiver.ts';
import { refusalOf, runSandbox } from './surroundings.ts';

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

test.each([{ SANDBOX_HOST: '0.0.0.0' }, { SANDBOX_HOST: '::' }, { SANDBOX_PUBLIC_URL: 'https://a.example' }])(
  'whom others reach takes neither a token nor a password that its user has not chosen: %j',
  (reached) => {
    const { token, password } = settingsFrom(reached);
    expect([token, password]).toEqual([expect.stringMatching(/^[\w-]{24}$/), expect.stringMatching(/^[\w-]{24}$/)]);
    expect(settingsFrom(reached).token).not.toBe(token);
    const own = { token: 'sandbox-token', password: 'own' };
    expect(settingsFrom({ ...reached, SANDBOX_TOKEN: own.token, SANDBOX_PASSWORD: own.password })).toMatchObject(own);
  },
);

test.each(['0.0.0.0', '::'])(
  'the first line of one that listens on %s has a token, and an address to open',
  async (host) => {
    const lines: string[] = [];
    const env = { SANDBOX_TOKEN: '', SANDBOX_PASSWORD: 'own' };
    const { baseUrl } = await runSandbox({ options: ['--host', host], env, log: (line) => lines.push(line) });
    const parse = (token = '') => postJson(baseUrl + ADDRESSES, { contents: [] }, { authorization: `Bearer ${token}` });
    const [, printed] = /\(token: (.+)\)/.exec(lines[0] as string) ?? [];
    expect([(await parse(printed)).status, (await parse('sandbox-token')).status]).toEqual([200, 401]);
    expect(new URL(baseUrl).hostname).toMatch(/^(127\.0\.0\.1|\[::1\])$/);
  },
);

const VARIABLES = new Set(
  readFileSync(join(import.meta.dirname, '../../../sandbox/server/settings.ts'), 'utf8').match(/SANDBOX_[A-Z_]+/g),
);

test('what is empty is not set, in a variable and on the command line', () => {
  expect(settingsFrom(Object.fromEntries([...VARIABLES].map((name) => [name, ''])))).toEqual(defaultSettings);
  const options = ['port', 'host', 'data', 'upstream', 'record', 'replay', 'public-url'].flatMap((name) => [
    `--${name}`,
    '',
  ]);
  const { settings } = readOptions(options);
  // On Windows, `set SANDBOX_PORT=5000 && npm run sandbox` sets a blank, too; lines of a file may end in CR.
  expect(settingsFrom({ SANDBOX_PUBLIC_URL: ' https://a.example/ \r' })).toMatchObject({
    publicUrl: 'https://a.example',
  });
  expect(settingsFrom({ SANDBOX_PORT: '5000', SANDBOX_DATA: 'here', ...settings })).toMatchObject({
    port: 5000,
    host: '127.0.0.1',
    dataFolder: 'here',
    record: null,
    replay: null,
  });
});

// A list may have nothing in it.
test.each([...VARIABLES].filter((name) => name !== 'SANDBOX_KEEP_NAMES'))(
  '%s is refused by name if it is blank, or in quotes',
  (name) => {
    for (const text of [' \t ', '"/data"', "'a'\r"]) expect(() => settingsFrom({ [name]: text })).toThrow(name);
  },
);

test('a variable that is no setting is named, with the one that may be meant', () => {
  const env = { SANDBOX_DATE: '/data', SANDBOX_OF_ANOTHER_PROGRAM: 'x', OTHER: 'x' };
  expect(unknownSettings({ ...env, ...Object.fromEntries([...VARIABLES].map((name) => [name, 'x'])) })).toEqual([
    'SANDBOX_DATE is no setting of the sandbox. Did you mean SANDBOX_DATA?',
    'SANDBOX_OF_ANOTHER_PROGRAM is no setting of the sandbox',
  ]);
});

const NO_WHOLE_NUMBER = 'http | -1 | 1.5 | 1e3 | 0x10 | NaN | Infinity | 99999999999 | 4010 5';
const NO_AMOUNT = 'soon | -1 | 0 | 0.0000001 | 1e3 | NaN | Infinity | 99999999999 | 5s';
// A timer of more would be over at once.
const NO_SECONDS = `${NO_AMOUNT} | 2147484`;
const NO_SWITCH = 'yes | true | 1 | ON';
const NO_TOKEN = 'two words | línea | a␊b | a␀b';
const NO_FILE = `/no/such/file.pem | ${tmpdir()} | ${import.meta.filename}`;
const NO_FOLDER = '~ | ~/data | file:/data | file:///data | https://a.example/data';
const NO_ADDRESS = 'localhost:4010 | ftp://a.example | https://ana:secret@a.example | https://a.example/?key=1 | //';

// Without an address and a model, the key of an endpoint would be of no use.
test.each(
  refusalsIn(`
    SANDBOX_DATA → ${NO_FOLDER}
    SANDBOX_RECORD → ${NO_FOLDER}
    SANDBOX_REPLAY → ${NO_FOLDER}
    SANDBOX_LOCALHOST → n8n:5678 | http://n8n | a b | n8n/
    SANDBOX_PORT → ${NO_WHOLE_NUMBER} | 65536
    SANDBOX_TOKEN_LIFETIME → ${NO_WHOLE_NUMBER}
    SANDBOX_WORKERS → ${NO_WHOLE_NUMBER} | 0
    SANDBOX_QUEUE → ${NO_WHOLE_NUMBER}
    SANDBOX_KEEP → ${NO_WHOLE_NUMBER}
    SANDBOX_READING_TIMEOUT → ${NO_SECONDS}
    SANDBOX_CALLBACK_TIMEOUT → ${NO_SECONDS}
    SANDBOX_GENERATIVE_TIMEOUT → ${NO_SECONDS}
    SANDBOX_MAX_UPLOAD_MB → ${NO_AMOUNT}
    SANDBOX_MEMORY_MB → ${NO_AMOUNT}
    SANDBOX_MOVED_RECEIVER → ${NO_ADDRESS} | http://a.example ftp://b.example
    SANDBOX_WARM → ${NO_SWITCH}
    SANDBOX_NETWORKS → ${NO_SWITCH}
    SANDBOX_KEEP_VALUES → ${NO_SWITCH}
    SANDBOX_CHECK → ${NO_SWITCH}
    SANDBOX_TOKEN → ${NO_TOKEN}
    SANDBOX_CONSOLE_TOKEN → ${NO_TOKEN}
    SANDBOX_GENERATIVE_KEY → ${NO_TOKEN} | sk-made-up-key
    SANDBOX_CALLBACK_CA → ${NO_FILE}
    SANDBOX_MTLS_CERT → a.pem
    SANDBOX_MTLS_KEY → a.pem
    SANDBOX_GENERATIVE_INPUT → sound
    SANDBOX_GENERATIVE_URL → ${NO_ADDRESS}
    SANDBOX_UPSTREAM → ${NO_ADDRESS}
    SANDBOX_PUBLIC_URL → ${NO_ADDRESS}`),
)('%s is refused by name if it makes no sense: %s', (name, texts) => {
  for (const text of texts.replace('␊', '\n').replace('␀', '\0').split(' | '))
    expect(() => settingsFrom({ [name]: text })).toThrow(name);
});

test('a certificate and a key that do not belong together are refused, and neither is shown', async () => {
  const folder = emptyFolder();
  const [one, other] = [await ownCertificate(), await ownCertificate()];
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const SANDBOX_MTLS_CERT = file('cert.pem', one.cert);
  const withKey = (SANDBOX_MTLS_KEY: string) => () => settingsFrom({ SANDBOX_MTLS_CERT, SANDBOX_MTLS_KEY }).mtls;
  expect(withKey(file('key.pem', one.key))()).toEqual({ cert: one.cert, key: one.key });
  expect(withKey(file('other.pem', other.key))).toThrow('SANDBOX_MTLS_KEY is no key of the certificate');
  expect(withKey(file('text.pem', 'a text'))).toThrow('SANDBOX_MTLS_KEY is no key of the certificate');
  expect(withKey(one.key)).not.toThrow('PRIVATE');
});

const start = promisify(execFile);
const SERVER = join(import.meta.dirname, '../../../sandbox/server/server.ts');

test.each(
  refusalsIn(`
    --port 99999 → --port (SANDBOX_PORT)…
    --port 0 --host no-such-host.invalid → "no-such-host.invalid"…--host…
    --port 0 --host fe80::1 → "fe80::1"…--host…
    --port 0 --data ${SERVER} → server.ts is not a folder…--data…
    --port 0 --data /proc → into the folder /proc …--data…
    --port 0 --data /proc/a/b → into the folder /proc/a/b …--data…
    --port 0 --upstream http://127.0.0.1:1 --record ${SERVER} → nothing can be written into the folder /…server.ts …--record…`),
)('%s ends the start with one sentence: %s', async (options, sentence) => {
  const env = { ...process.env, SANDBOX_WARM: 'off' };
  const args = ['--no-warnings', SERVER, ...options.split(' ')];
  const refused = await start(process.execPath, args, { env, timeout: 60_000 }).catch(
    (error: { stderr: string; code: number }) => error,
  );
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/^The sandbox cannot start: .+\n$/) });
  expect(refused.stderr.trim()).toEqual(said(sentence));
});

test('an address and a model make an endpoint; its key is not shown where something is wrong', () => {
  const key = 'sk-made-up-key';
  const env = { SANDBOX_GENERATIVE_URL: 'http://127.0.0.1:8080/v1/', SANDBOX_GENERATIVE_MODEL: 'm' };
  expect(settingsFrom(env).generative).toEqual({
    ...{ url: 'http://127.0.0.1:8080/v1', model: 'm', key: null, input: 'text', timeoutMs: 120_000 },
  });
  for (const wrong of [
    { SANDBOX_GENERATIVE_MODEL: '' },
    { SANDBOX_GENERATIVE_URL: `http://a:${key}@127.0.0.1/v1` },
    { SANDBOX_GENERATIVE_KEY: `${key}\n${key}` },
  ]) {
    const set = () => settingsFrom({ ...env, ...wrong });
    expect(set).toThrow(/SANDBOX_GENERATIVE/);
    expect(set).not.toThrow(key);
  }
});

test('a receiver that has moved has old addresses and, last, its new one', () => {
  const moved = (text: string) => settingsFrom({ SANDBOX_MOVED_RECEIVER: text }).movedReceiver;
  expect(moved('')).toBeNull();
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
    record: { upstream: 'https://api.example.com/v1', folder: 'cassettes', keepValues: false },
    publicUrl: null,
  });
  const others = readOptions([...both, '--keep-values', '--public-url', 'https://me.example.com']).settings;
  const asked = /^where others reach the sandbox.+SANDBOX_TOKEN or SANDBOX_PASSWORD/;
  expect(() => settingsFrom(others)).toThrow(asked);
  expect(() => fromCommandLine(...both, '--host', '0.0.0.0')).toThrow(asked);
  for (const known of ['SANDBOX_TOKEN', 'SANDBOX_PASSWORD'])
    expect(settingsFrom({ ...others, [known]: 'of-the-account' })).toMatchObject({
      record: { keepValues: true },
      publicUrl: 'https://me.example.com',
    });
  expect(fromCommandLine('--replay', 'cassettes')).toMatchObject({ record: null, replay: 'cassettes' });
});

test.each(
  refusalsIn(`
    --upstream https://api.example.com → must be given together
    --record cassettes → must be given together
    --upstream api.example.com --record cassettes → --upstream (SANDBOX_UPSTREAM) must be an http(s) address
    --upstream https://ana:secret@a.example --record a → --upstream (SANDBOX_UPSTREAM) must hold no password and no query
    --upstream https://a.example/v2/?x=1 --record a → must hold no password and no query
    --upstream https://a.example --record a --replay b → not both
    --public-url → public-url
    --no-such-option → Unknown option '--no-such-option'`),
)('a command line that cannot work is reported at once: %s → %s', (options, sentence) => {
  expect(() => fromCommandLine(...options.split(' '))).toThrow(sentence);
});

test('a run without a data folder leaves nothing behind', async () => {
  const temporaryFolder = emptyFolder();
  const app = await buildApp({ workers: 1, temporaryFolder });
  await sendForm(app, CONTENT, { file: await sample('contract.pdf') });
  expect(readdirSync(temporaryFolder)).toHaveLength(1);
  await app.close();
  expect(readdirSync(temporaryFolder)).toEqual([]);
});

test('a folder for temporary files that is not there ends the start with a sentence, but none that cannot be listed', async () => {
  const temporaryFolder = join(emptyFolder(), 'none');
  expect(await refusalOf({ temporaryFolder })).toMatch(/into the folder .*none .*--data \(SANDBOX_DATA\)/);
  await (await buildApp({ temporaryFolder: SERVER, dataFolder: emptyFolder() })).close();
});

test('nor does one that cannot start', async () => {
  const temporaryFolder = emptyFolder();
  const replay = join(temporaryFolder, 'none');
  await expect(buildApp({ temporaryFolder, replay })).rejects.toThrow('there is no folder');
  expect(readdirSync(temporaryFolder)).toEqual([]);
});
