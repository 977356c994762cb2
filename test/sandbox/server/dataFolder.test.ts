import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
  type Dirent,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test } from '@jest/globals';
import older from 'node-sqlite3-wasm';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../../sandbox/server/app.ts';
import { startSandbox, type RunningSandbox, type SandboxOptions } from '../../support/sandbox.ts';
import { emptyFolder } from '../emptyFolder.ts';
import {
  ADDRESSES,
  CONTENT,
  ENRICHMENT,
  PAGES,
  enrich,
  inspect,
  jsonAt,
  postJson,
  processesOf,
  sample,
  sampleInBase64,
  send,
  sendForm,
  sendJson,
  type Json,
} from './client.ts';
import { bodyOf, startReceiver, type Received } from './receiver.ts';
import { listen, openSandbox, refusalOf, serve, until } from './surroundings.ts';

const OWN = 'document-processing-sandbox';
const contract = await sample('contract.pdf');
const fileBase64 = contract.toString('base64');

const mounted: string[] = [];
const running: RunningSandbox[] = [];
afterEach(async () => {
  for (const sandbox of running.splice(0)) await sandbox.stop();
  for (const folder of mounted.splice(0)) execFileSync('umount', [folder]);
});
async function run(options: SandboxOptions): Promise<RunningSandbox> {
  const sandbox = await startSandbox(options);
  running.push(sandbox);
  return sandbox;
}

const processesIn = async ({ baseUrl }: RunningSandbox): Promise<Json[]> =>
  (await jsonAt(`${baseUrl}/_sandbox/processes`)).processes;

const postTo = async ({ baseUrl, token }: RunningSandbox, path: string, body: object): Promise<Json> =>
  (await postJson(baseUrl + path, body, { authorization: `Bearer ${token}` })).json();

/** Every file and link in a folder, with what is in it. */
function contentsOf(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory());
  const contentOf = (entry: Dirent) => {
    const path = join(entry.parentPath, entry.name);
    return [path.slice(folder.length), entry.isSymbolicLink() ? readlinkSync(path) : readFileSync(path, 'latin1')];
  };
  return Object.fromEntries(entries.map(contentOf)) as Record<string, string>;
}

/** A data folder that somebody else uses, too: with names that the sandbox might use itself. */
function folderOfSomebody(): string {
  const folder = emptyFolder();
  for (const name of ['uploads', 'kept', 'processes', 'files', 'documents']) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, randomUUID()), 'mine, too');
  }
  for (const name of ['sandbox.sqlite', 'sandbox.sqlite-wal', randomUUID(), 'letter.pdf'])
    writeFileSync(join(folder, name), 'mine');
  symlinkSync(join(folder, 'letter.pdf'), join(folder, 'link'));
  return folder;
}

const runOnce = async (dataFolder: string) => (await buildApp({ workers: 1, dataFolder })).close();

const read = (app: FastifyInstance, file = contract) => sendForm(app, CONTENT, { file });

async function readOne(dataFolder: string): Promise<void> {
  const app = await openSandbox({ dataFolder });
  await read(app);
  await app.close();
}

test('what somebody has in the data folder is there after a run, and after one that was killed', async () => {
  const dataFolder = folderOfSomebody();
  const before = contentsOf(dataFolder);
  await readOne(dataFolder);
  const killed = await run({ dataFolder });
  await killed.stop('SIGKILL');
  await readOne(dataFolder);
  expect(contentsOf(dataFolder)).toMatchObject(before);
  const added = Object.keys(contentsOf(dataFolder)).filter((path) => !(path in before));
  expect(added).toEqual([`/${OWN}/made-by-the-sandbox.txt`, `/${OWN}/sandbox.sqlite`]);
});

test.each([
  [
    'a folder of its name',
    (path: string) => cpSync(folderOfSomebody(), path, { recursive: true, verbatimSymlinks: true }),
  ],
  ['a link of its name', (path: string) => symlinkSync(folderOfSomebody(), path)],
  ['a file of its name', (path: string) => writeFileSync(path, 'mine')],
])('%s that the sandbox has not made is not used, and stays', async (_what, make) => {
  const dataFolder = emptyFolder();
  make(join(dataFolder, OWN));
  const before = contentsOf(dataFolder);
  expect(await refusalOf({ dataFolder })).toMatch(new RegExp(`${dataFolder}\\b.*--data`));
  expect(contentsOf(dataFolder)).toEqual(before);
});

test('what somebody has put into its own folder stays, also where its files were, behind a link', async () => {
  const [dataFolder, linked] = [emptyFolder(), emptyFolder()];
  await runOnce(dataFolder);
  const [own, files] = [join(dataFolder, OWN), join(dataFolder, OWN, 'files')];
  const notes = [join(own, 'notes.txt'), join(files, 'notes.txt'), join(linked, randomUUID())];
  for (const path of notes) writeFileSync(path, 'mine');
  await runOnce(dataFolder);
  renameSync(files, join(own, 'renamed'));
  symlinkSync(linked, files);
  await runOnce(dataFolder);
  expect(notes.map((path) => path.replace(files, join(own, 'renamed'))).map(existsSync)).toEqual([true, true, true]);
});

test('nor is a file of his own that has the name of the lock replaced', async () => {
  const dataFolder = emptyFolder();
  await runOnce(dataFolder);
  const lock = join(dataFolder, OWN, 'sandbox.sqlite.lock');
  writeFileSync(lock, 'mine');
  expect(await refusalOf({ dataFolder })).toBe(`${lock} is no lock of the sandbox: move it elsewhere`);
  expect(readFileSync(lock, 'utf8')).toBe('mine');
});

const filesOf = (folder: string) => readdirSync(join(folder, OWN, 'files'));

test('documents, uploads and downloads of a run that was killed are removed by the next, but what it still reads', async () => {
  const dataFolder = emptyFolder();
  const source = await serve((_request, response) => void response.write('%PDF-1.7 of nobody else'));
  const { receiver, url } = await startReceiver();
  const first = await run({ dataFolder });
  const post = (body: object) => postTo(first, CONTENT, { ...body, webhook: { url } });
  await post({ fileBase64 });
  await receiver.waitFor(1);
  // Downloads that never end take both threads: the last document waits.
  for (let time = 0; time < 4; time++) await post({ fileUrl: `${source.url}/a.pdf` });
  await post({ fileBase64 });
  await until(() => filesOf(dataFolder).length >= 3);
  await first.stop('SIGKILL');
  source.close();
  const second = await run({ dataFolder });
  await receiver.waitFor(6);
  await until(() => receiver.received.filter((callback) => bodyOf(callback).status.code === '200').length === 2);
  await second.stop('SIGKILL');
  await run({ dataFolder });
  // A callback that the killed run has not noted as delivered is sent again, from a file.
  await until(() => filesOf(dataFolder).length === 0);
});

test('a document that no run has read to its end is given up, not read at each start', async () => {
  const dataFolder = emptyFolder();
  const { receiver, url } = await startReceiver();
  const { url: fileUrl } = await serve(() => {});
  for (let time = 1; time <= 4; time++) {
    const sandbox = await run({ dataFolder });
    if (time === 1) await postTo(sandbox, CONTENT, { fileUrl, webhook: { url } });
    await until(async () => (await processesIn(sandbox))[0].steps.length === time + 1);
    await sandbox.stop('SIGKILL');
  }
  await run({ dataFolder });
  const [received] = await receiver.waitFor(1);
  const { status } = bodyOf(received as Received);
  expect(status).toMatchObject({ code: 'E100', message: expect.stringContaining('was begun 4 times') });
});

test('a run whose data folder somebody has removed leaves one that has begun in its place as it is', async () => {
  const dataFolder = emptyFolder();
  const first = await openSandbox({ dataFolder });
  rmSync(join(dataFolder, OWN), { recursive: true });
  const second = await openSandbox({ dataFolder });
  expect((await read(second)).status).toBe(200);
  await until(() => filesOf(dataFolder).length === 1);
  expect((await read(first)).message).toContain('Start the sandbox again');
  await first.close();
  expect(filesOf(dataFolder)).toHaveLength(1);
});

test.each(['dataFolder', 'temporaryFolder'])(
  'a request says that %s is gone, and what cleans up there stops nothing',
  async (kind) => {
    const folder = emptyFolder();
    const app = await openSandbox({ [kind]: folder });
    const [name = ''] = readdirSync(folder);
    rmSync(join(folder, name, 'files'), { recursive: true });
    expect((await read(app)).status).toBe(200);
    rmSync(kind === 'dataFolder' ? join(folder, name, 'sandbox.sqlite') : folder, { recursive: true });
    const { status, message } = await sendJson(app, ADDRESSES, { contents: [{ text: 'Rua 1' }] });
    expect([status, message]).toEqual([500, expect.stringContaining('Start the sandbox again')]);
    expect(existsSync(folder)).toBe(kind === 'dataFolder');
    await app.close();
  },
);

test('a sandbox on an older Node, whose SQLite is another, and one on this Node keep each other out of their folders', async () => {
  const dataFolder = emptyFolder();
  const ofOlder = () => new older.Database(join(dataFolder, OWN, 'sandbox.sqlite'));
  const lock = 'PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE';
  const own = await run({ dataFolder });
  expect(() => ofOlder().exec(lock)).toThrow('locked');
  await own.stop();
  const first = ofOlder();
  first.exec(lock);
  const start = async () => (await buildApp({ dataFolder })).close();
  expect(await refusalOf({ dataFolder })).toContain(
    `the folder ${dataFolder} is used by another sandbox. Stop that one, or choose another folder: --data`,
  );
  first.close();
  await start();
  const killed = async () => (await run({ dataFolder })).stop('SIGKILL');
  await killed();
  await start();
  await killed();
  const onOlder = { dataFolder, ...ON_OLDER };
  await (await run(onOlder)).stop('SIGKILL');
  await (await run(onOlder)).stop('SIGKILL');
  await start();
  await (await run(onOlder)).stop();
  const folder = join(dataFolder, OWN, 'sandbox.sqlite.lock');
  const left = (owner: string) => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'process'), owner);
  };
  // A container's first process has the ID of the one before.
  left(`${process.pid} ${hostname()}`);
  await start();
  left('1 another-container');
  await expect(start()).rejects.toThrow('locked');
  rmSync(folder, { recursive: true });
  ofOlder().exec(lock);
});

test('a database of another version of the sandbox is called so, and stays', async () => {
  const dataFolder = emptyFolder();
  await runOnce(dataFolder);
  const database = new DatabaseSync(databaseIn(dataFolder));
  expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: 1 });
  database.exec('PRAGMA user_version = 2');
  database.close();
  expect(await refusalOf({ dataFolder })).toMatch(/sandbox\.sqlite is of another version .+version 2.+ 1\).*--data/);
});

const asRoot = process.getuid?.() === 0 && process.platform === 'linux' ? test : test.skip;

const ON_OLDER = { node: ['--no-experimental-sqlite'] };
test.each([
  [{}, {}],
  [ON_OLDER, {}],
  [{}, ON_OLDER],
  [ON_OLDER, ON_OLDER],
])(
  'the temporary folder of a run that was killed is removed by the next; that of a live one, and a stranger’s, stay (%j, then %j)',
  async (before, after) => {
    const temporaryFolder = emptyFolder();
    process.env['TMPDIR'] = temporaryFolder;
    const [killed, live] = [await run(before), await run(before)];
    const ofRuns = () => readdirSync(temporaryFolder).filter((name) => name.startsWith(OWN));
    const both = ofRuns();
    expect(both).toHaveLength(2);
    await killed.stop('SIGKILL');
    const strangers = [`${OWN}-abcdef`, `${OWN}-backup`];
    for (const name of strangers) {
      mkdirSync(join(temporaryFolder, name));
      writeFileSync(join(temporaryFolder, name, 'sandbox.sqlite'), 'mine');
    }
    if (process.getuid?.() === 0) {
      // Of a run that was killed, but of another user of the machine.
      const others = join(temporaryFolder, `${OWN}-others`);
      cpSync(join(temporaryFolder, both[0] as string), others, { recursive: true });
      chownSync(others, 65_534, 65_534);
      strangers.push(`${OWN}-others`);
    }
    symlinkSync(join(temporaryFolder, both[0] as string), join(temporaryFolder, `${OWN}-ghijkl`));
    const copy = join(temporaryFolder, `${OWN}-copied`);
    await (await run({ ...after, dataFolder: temporaryFolder })).stop();
    renameSync(join(temporaryFolder, OWN), copy);
    strangers.push(`${OWN}-copied`);
    const next = await run(after);
    const left = both.filter((name) => ofRuns().includes(name));
    expect(left).toHaveLength(1);
    expect(readdirSync(temporaryFolder)).toEqual(expect.arrayContaining(strangers));
    expect((await fetch(`${live.baseUrl}/_sandbox/usage`)).status).toBe(200);
    await next.stop();
    await live.stop();
    expect(readdirSync(copy)).toContain('sandbox.sqlite');
    expect(ofRuns().toSorted()).toEqual([...strangers, `${OWN}-ghijkl`].toSorted());
    delete process.env['TMPDIR'];
  },
);

test('only its own account can read what it writes', async () => {
  const dataFolder = join(emptyFolder(), 'new', 'data');
  await read(await openSandbox({ dataFolder }));
  const names = ['', ...(readdirSync(dataFolder, { recursive: true }) as string[])];
  expect(names.some((name) => name.endsWith('-wal'))).toBe(true);
  expect(names.filter((name) => (statSync(join(dataFolder, name)).mode & 0o077) !== 0)).toEqual([]);
});

test('what was deleted is on the disk no more while it runs: the password of a process, results, usage', async () => {
  const dataFolder = emptyFolder();
  const app = await openSandbox({ dataFolder });
  const { receiver, url } = await startReceiver();
  const filePassword = Buffer.from('a-password-of-nobody').toString('base64');
  await sendJson(app, CONTENT, {
    fileBase64: await sampleInBase64('encrypted.pdf'),
    filePassword,
    webhook: { url },
  });
  const headers = [{ name: 'x-ticket', value: 'SECRET-OF-A-WEBHOOK' }];
  await enrich(app, { url, authorization: { headers } }, undefined, { query: 'RESULT-OF-NOBODY' });
  await receiver.waitFor(2);
  const onDisk = () => Object.values(contentsOf(join(dataFolder, OWN))).join('');
  await until(() => !onDisk().includes('a-password-of-nobody'));
  expect(onDisk()).toContain('RESULT-OF-NOBODY');
  await sendJson(app, '/_sandbox/reset', {});
  await until(() => !/RESULT-OF-NOBODY|SECRET-OF-A-WEBHOOK/.test(onDisk()));
});

const databaseIn = (dataFolder: string) => join(dataFolder, OWN, 'sandbox.sqlite');

test('a reset that stops midway, as where the sandbox is killed, leaves no result without its process', async () => {
  const dataFolder = emptyFolder();
  const { receiver, url } = await startReceiver();
  await runOnce(dataFolder);
  const database = new DatabaseSync(databaseIn(dataFolder));
  database.exec(`CREATE TRIGGER stop BEFORE DELETE ON payload BEGIN SELECT RAISE(ABORT, 'stopped'); END`);
  database.close();
  const app = await openSandbox({ dataFolder });
  await enrich(app, { url });
  await receiver.waitFor(1);
  expect((await sendJson(app, '/_sandbox/reset', {})).status).toBe(500);
  expect(await processesOf(app)).toMatchObject([{ kind: 'enrichment' }]);
});

test('nothing is kept of a callback whose process was forgotten while its receiver was slow', async () => {
  const dataFolder = emptyFolder();
  const app = await openSandbox({ dataFolder });
  const called = Promise.withResolvers<{ end(text: string): void }>();
  const { url } = await serve((_request, response) => called.resolve(response));
  await enrich(app, { url });
  const response = await called.promise;
  await sendJson(app, '/_sandbox/reset', {});
  response.end('ANSWER-OF-NOBODY');
  // It waits for deliveries under way.
  await app.close();
  const database = new DatabaseSync(databaseIn(dataFolder));
  const rows = ['delivery', 'step'].map((table) => database.prepare(`SELECT * FROM ${table}`).all());
  database.close();
  expect(rows).toEqual([[], []]);
});

test('a document that waits while its process is forgotten is neither read nor billed, nor kept', async () => {
  const dataFolder = emptyFolder();
  const app = await openSandbox({ dataFolder });
  const asked = Promise.withResolvers<{ destroy(): void }>();
  const source = await serve((_request, response) => asked.resolve(response));
  const webhook = { url: 'http://127.0.0.1:9/' };
  await sendJson(app, CONTENT, { fileUrl: `${source.url}/a.pdf`, webhook });
  const download = await asked.promise;
  await sendJson(app, CONTENT, { fileBase64, webhook });
  await sendJson(app, '/_sandbox/reset', {});
  expect(filesOf(dataFolder)).not.toEqual([]);
  download.destroy();
  await until(() => filesOf(dataFolder).length === 0);
  expect(await inspect(app, 'usage')).toEqual({ days: [] });
});

test.each<[string, (file: string) => void]>([
  ['text', (file) => writeFileSync(file, 'not a database, but a letter '.repeat(1000))],
  ['cut in the middle', (file) => truncateSync(file, Math.floor(statSync(file).size / 8192) * 4096)],
  [
    'of another program',
    (file) => {
      rmSync(file);
      new DatabaseSync(file).exec('CREATE TABLE usage (name TEXT); CREATE TABLE process (pid INTEGER)');
    },
  ],
])('a database that is damaged (%s) is called so, and how to go on', async (_how, damage) => {
  const dataFolder = emptyFolder();
  const app = await openSandbox({ dataFolder });
  const usage = { date: '2025-01-31T10:00:00Z', serviceName: 'a service '.repeat(100), requestCount: 1 };
  await sendJson(app, '/_sandbox/usage', Array(200).fill(usage));
  await app.close();
  damage(databaseIn(dataFolder));
  const message = await refusalOf({ dataFolder });
  expect(message).toMatch(/^the database .+ is damaged .+ Move it elsewhere .+--data/);
  expect(message).toContain(databaseIn(dataFolder));
  rmSync(databaseIn(dataFolder));
  await runOnce(dataFolder);
});

asRoot('a folder of another account is called one in which nothing can be written, not damaged or a file', async () => {
  const dataFolder = emptyFolder();
  await runOnce(dataFolder);
  chmodSync(dataFolder, 0o755);
  const nobody = ['setpriv', '--reuid=65534', '--clear-groups', process.execPath];
  for (const options of [[], ON_OLDER.node]) {
    const program = [...nobody, ...options, '--no-warnings', 'sandbox/server/server.ts'];
    await expect(run({ dataFolder, program })).rejects.toThrow(/nothing can be written into the folder .+--data/);
    for (const path of [join(dataFolder, OWN), databaseIn(dataFolder)]) chmodSync(path, 0o755);
  }
  // One that somebody else has prepared.
  for (const name of ['', 'files']) chmodSync(join(dataFolder, OWN, name), 0o777);
  await expect(run({ dataFolder, program: [...nobody, '--no-warnings', 'sandbox/server/server.ts'] })).rejects.toThrow(
    /is another user's, .+--data/,
  );
  await runOnce(dataFolder);
  expect(statSync(join(dataFolder, OWN)).mode & 0o777).toBe(0o700);
  chmodSync(join(dataFolder, OWN, 'files'), 0o700);
  // As after a restore that has forgotten one.
  const names = readdirSync(join(dataFolder, OWN)).filter((name) => name !== 'files');
  for (const name of ['', ...names]) chownSync(join(dataFolder, OWN, name), 65534, 65534);
  const program = [...nobody, '--no-warnings', 'sandbox/server/server.ts'];
  await expect(run({ dataFolder, program })).rejects.toThrow(/nothing can be written into the folder .+files.+--data/);
});

/** Service, requests and what they are billed, of each day. */
const usageOf = async ({ baseUrl }: RunningSandbox): Promise<[string, number, number][]> =>
  (await jsonAt(`${baseUrl}/_sandbox/usage`)).days.map(({ service, requests, billed }: Json) => [
    service,
    requests,
    billed,
  ]);

test.each<[string, NodeJS.Signals]>([
  ['killed', 'SIGKILL'],
  ['stopped', 'SIGTERM'],
])(
  'a sandbox that is %s while a receiver is slow sends the result again, and reads and bills nothing again',
  async (_how, signal) => {
    const dataFolder = emptyFolder();
    const bodies: string[] = [];
    const slow = await serve(async (request, response) => {
      bodies.push(await text(request));
      if (bodies.length > 1) response.end('taken');
    });
    const first = await run({ dataFolder });
    await postTo(first, CONTENT, { fileBase64, webhook: { url: slow.url } });
    await until(() => bodies.length === 1);
    const once = [['content-extraction', 1, 2]];
    expect(await usageOf(first)).toEqual(once);
    await first.stop(signal);
    const second = await run({ dataFolder });
    const last = await until(async () => {
      const [process] = await processesIn(second);
      return process.state === 'finished' && process;
    });
    expect(bodies.slice(1)).toEqual(bodies.slice(0, 1));
    expect(last.steps).toMatchObject([{ what: 'accepted' }, { what: 'reading' }, { what: 'read' }]);
    expect(await usageOf(second)).toEqual(once);
  },
);

test('a receiver whose head has come is not called again where the sandbox is killed while the body is slow, but by hand', async () => {
  const dataFolder = emptyFolder();
  let called = 0;
  const slow = await serve((request, response) => {
    request.resume();
    called++;
    response.write('taken');
  });
  const first = await run({ dataFolder });
  await postTo(first, ENRICHMENT, { query: 'pf', parameters: {}, webhook: { url: slow.url } });
  await until(async () => {
    const [process] = await processesIn(first);
    const delivery = process?.deliveries[0];
    return process?.state === 'sending' && delivery?.httpStatus === 200 && delivery.answer === null;
  });
  await first.stop('SIGKILL');
  const second = await run({ dataFolder });
  const { id, deliveries } = await until(async () => {
    const [process] = await processesIn(second);
    return process.state === 'finished' && process;
  });
  expect([called, deliveries]).toMatchObject([1, [{ httpStatus: 200, explanation: null }]]);
  await postTo(second, `/_sandbox/processes/${id}/send`, {});
  await until(() => called === 2);
});

/** A disk of so many megabytes, which can be filled but for some bytes; only root can have one. */
function smallDisk(megabytes = 2): { folder: string; fill(but?: number): void; empty(): void } {
  const folder = emptyFolder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
  mounted.push(folder);
  const file = join(folder, 'full');
  const fill = (but = 0) => {
    const filling = openSync(file, 'a');
    for (const size of [4096, 1])
      try {
        for (;;) writeSync(filling, Buffer.alloc(size));
      } catch {
        // No such piece has room.
      }
    closeSync(filling);
    truncateSync(file, statSync(file).size - but);
  };
  return { folder, fill, empty: () => rmSync(file) };
}

test('a callback that cannot be written for a moment, as where a cleaner has been, comes a little later', async () => {
  const dataFolder = emptyFolder();
  const sandbox = await run({ dataFolder });
  const { receiver, url } = await startReceiver();
  const headers = { authorization: `Bearer ${sandbox.token}`, 'x-sandbox-callback': 'delay=300' };
  const body = { query: 'pf', parameters: {}, webhook: { url } };
  expect((await postJson(sandbox.baseUrl + ENRICHMENT, body, headers)).status).toBe(200);
  const files = join(dataFolder, OWN, 'files');
  renameSync(files, `${files}-elsewhere`);
  const [{ deliveries }] = await until(async () => {
    const processes = await processesIn(sandbox);
    return processes[0].deliveries.length > 0 && (processes as [Json]);
  });
  expect(deliveries[0].explanation.cause).toContain('could not write the callback to its disk');
  expect(receiver.received).toHaveLength(0);
  renameSync(`${files}-elsewhere`, files);
  await receiver.waitFor(1);
});

asRoot('results that are kept leave a small disk to those that come', async () => {
  const disk = smallDisk(16);
  const sandbox = await run({ dataFolder: disk.folder });
  const { receiver, url } = await startReceiver();
  const refuses = await serve((request, response) => {
    request.resume();
    response.writeHead(409).end();
  });
  const untaken = { query: 'pf', parameters: { text: 'x'.repeat(400_000) }, webhook: { url: refuses.url } };
  const { result } = await postTo(sandbox, ENRICHMENT, untaken);
  for (let at = 0; at < 40; at++) {
    const parameters = { text: `${at} ${'x'.repeat(400_000)}` };
    expect((await postTo(sandbox, ENRICHMENT, { query: 'pf', parameters, webhook: { url } })).status.code).toBe('200');
    await receiver.waitFor(at + 1);
  }
  // What nobody has taken can still be sent.
  const [process] = (await processesIn(sandbox)).filter(({ id }) => id === result.processId);
  expect(process?.state).toBe('finished');
  const headers = { authorization: `Bearer ${sandbox.token}` };
  const { status } = await postJson(`${sandbox.baseUrl}/_sandbox/processes/${result.processId}/send`, {}, headers);
  expect(status).toBe(200);
});

asRoot('documents that are kept for the console leave a small disk to those that come', async () => {
  const disk = smallDisk();
  const sandbox = await run({ dataFolder: disk.folder });
  const form = new FormData();
  form.append('file', new Blob([contract, Buffer.alloc(200_000, '\n')]), 'contract.pdf');
  const headers = { authorization: `Bearer ${sandbox.token}` };
  for (let at = 0; at < 20; at++)
    expect((await fetch(sandbox.baseUrl + CONTENT, { method: 'POST', body: form, headers })).status).toBe(200);
  const { requests } = await jsonAt(`${sandbox.baseUrl}/_sandbox/requests`);
  const isShown = async ({ requestId }: Json) =>
    (await jsonAt(`${sandbox.baseUrl}/_sandbox/console/requests/${requestId}`)).hasDocument;
  expect([await isShown(requests[0]), await isShown(requests.at(-1))]).toEqual([false, true]);
});

asRoot(
  'a callback that was taken while the disk was full is kept as taken once there is room; until then the log says why',
  async () => {
    const disk = smallDisk();
    const answers: (() => void)[] = [];
    const slow = await serve((request, response) => {
      request.resume();
      answers.push(() => response.end('taken'));
    });
    const webhook = { url: slow.url };
    const logged: string[] = [];
    const sandbox = await run({ dataFolder: disk.folder, log: (line) => logged.push(line) });
    const post = (path: string, body: object) => postTo(sandbox, path, body);
    await post(CONTENT, { fileBase64, webhook });
    await post(ENRICHMENT, { query: 'pf', parameters: {}, webhook });
    await until(() => answers.length === 2);
    // Emptied once a second, it would make room on the full disk.
    const log = join(disk.folder, OWN, 'sandbox.sqlite-wal');
    await until(() => statSync(log).size === 0);
    disk.fill();
    for (const answer of answers) answer();
    await until(() => logged.some((line) => line.includes('full')));
    const full = { code: 'E100', message: expect.stringMatching(/disk is full.*SANDBOX_DATA.*Make room/) };
    for (const [path, body] of [
      [ENRICHMENT, { query: 'x'.repeat(9000), parameters: {}, webhook }],
      [CONTENT, { fileBase64, webhook }],
    ] as const) {
      disk.fill();
      expect(await post(path, body)).toMatchObject({ status: full });
    }
    // What was done is answered.
    expect(await post(ADDRESSES, { contents: [] })).toMatchObject({ status: { code: '200' } });
    disk.empty();
    const processes = await until(async () => {
      const listed = await processesIn(sandbox);
      return listed.every(({ state }) => state === 'finished') && listed;
    });
    expect(processes.map(({ deliveries }) => deliveries.at(-1)?.httpStatus)).toEqual([200, 200]);
    const expected = [
      ['content-extraction', 1, 2],
      ['enrichment', 2, 1],
      ['multi-address-parsing', 1, 0],
    ];
    await until(async () => isDeepStrictEqual(await usageOf(sandbox), expected));
  },
);

asRoot('what has no room on the disk to its last byte goes to no account', async () => {
  const disk = smallDisk();
  const received: string[] = [];
  const { url: upstream } = await serve(async (request, response) => {
    received.push(await text(request));
    response.end('{}');
  });
  const record = { upstream, folder: join(emptyFolder(), 'recordings'), keepValues: true };
  const { app } = await listen({ dataFolder: disk.folder, record });
  disk.fill(16_384);
  const { status, message } = await send(app, CONTENT, 'x'.repeat(60_000), { 'content-type': 'text/plain' });
  expect([status, message]).toEqual([500, expect.stringContaining('the disk is full')]);
  expect(received).toEqual([]);
  await app.close();
});

test('a terminal that is closed ends the sandbox as Ctrl-C does, also where it is told so twice', async () => {
  const dataFolder = emptyFolder();
  const sandbox = await run({ dataFolder });
  await postTo(sandbox, PAGES, { fileBase64 });
  await until(() => filesOf(dataFolder).length > 0);
  process.kill(sandbox.pid as number, 'SIGHUP');
  await sandbox.stop('SIGHUP');
  expect(filesOf(dataFolder)).toEqual([]);
});
