import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, test } from '@jest/globals';
import { emptyFolder } from '../emptyFolder.ts';
import { CONTENT } from './client.ts';

const APP = pathToFileURL(join(import.meta.dirname, '../../../sandbox/server/app.ts')).href;

const SAMPLE = join(import.meta.dirname, '../../../sandbox/samples/service-invoice.pdf');

/** Closes a sandbox while it reads a thousand addresses, and stays until it has read them. */
const PROGRAM = `
  const { buildApp } = await import('${APP}');
  const app = await buildApp({ workers: 1 });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const sent = fetch(address + '/process-text/multi-address-parsing', {
    method: 'POST',
    headers: { authorization: 'Bearer sandbox-token', 'content-type': 'application/json' },
    body: JSON.stringify({ contents: Array.from({ length: 1000 }, () => ({ text: 'Rua A, 1' })) }),
  }).catch(() => undefined);
  for (let open = 0; open === 0; ) {
    const { requests } = await (await fetch(address + '/_sandbox/requests')).json();
    open = requests.length;
  }
  await app.close();
  await sent;
  console.log('closed');
`;

/** Uploads a document, in a form and in JSON, and goes away before its work begins; ends when other work is done. */
const LEAVING = `
  const { readFileSync } = await import('node:fs');
  const { request } = await import('node:http');
  const { setTimeout: sleep } = await import('node:timers/promises');
  const { buildApp } = await import('${APP}');
  const app = await buildApp({ workers: 1 });
  const url = (await app.listen({ port: 0, host: '127.0.0.1' })) + '/process-image/content-extraction';
  const file = readFileSync('${SAMPLE}');
  const form = new FormData();
  form.append('file', new Blob([file]), 'a.pdf');
  const json = { fileBase64: file.toString('base64'), webhook: { url: 'http://127.0.0.1:9/' } };
  const headers = { authorization: 'Bearer sandbox-token' };
  for (const sent of [
    new Request(url, { method: 'POST', body: form }),
    new Request(url, { method: 'POST', body: JSON.stringify(json), headers: { 'content-type': 'application/json' } }),
  ]) {
    const given = { ...headers, ...Object.fromEntries(sent.headers), 'x-sandbox-fault': 'delay=100' };
    const leaving = request(url, { method: 'POST', headers: given }).on('error', () => {});
    await new Promise(async (written) => leaving.end(Buffer.from(await sent.arrayBuffer()), written));
    await sleep(30);
    leaving.destroy();
  }
  const { status } = await fetch(url, { method: 'POST', body: form, headers: { ...headers, 'x-sandbox-fault': 'delay=300' } });
  console.log(status);
  await app.close();
`;

/** Logs an error, and goes on. */
const LOGGING = `
  const { buildApp } = await import('${APP}');
  const app = await buildApp({ workers: 1 });
  app.log.error(new Error('an error for the log'));
  const { statusCode } = await app.inject('/healthz');
  console.error(statusCode);
  await app.close();
`;

const run = async (program: string) =>
  await promisify(execFile)(process.execPath, ['--no-warnings', '--input-type=module', '-e', program]);

test('a request that is under way when the sandbox closes leaves nothing in its log', async () => {
  expect((await run(PROGRAM)).stdout).toBe('closed\n');
}, 60_000);

test('nor does a client that goes away after its upload', async () => {
  expect((await run(LEAVING)).stdout).toBe('200\n');
}, 60_000);

test('what cannot be logged neither ends the sandbox nor holds it, as where a full disk has its output', async () => {
  const node = `"${process.execPath}" --no-warnings --input-type=module -e "$PROGRAM"`;
  const options = { env: { ...process.env, PROGRAM: LOGGING }, timeout: 50_000, killSignal: 'SIGKILL' } as const;
  const { stderr } = await promisify(execFile)('/bin/sh', ['-c', `exec ${node} > /dev/full`], options);
  expect(stderr).toBe('200\n');
}, 60_000);

const started: ChildProcess[] = [];
afterAll(() => started.forEach((sandbox) => sandbox.kill('SIGKILL')));

/** A sandbox with its folder of files in the way, so that each request is an error for its log; and where it listens. */
async function startFailing() {
  const data = emptyFolder();
  const server = join(import.meta.dirname, '../../../sandbox/server/server.ts');
  const env = { ...process.env, SANDBOX_WARM: 'off' };
  const sandbox = spawn(process.execPath, ['--no-warnings', server, '--port', '0', '--data', data], { env });
  started.push(sandbox);
  const [line] = (await once(createInterface(sandbox.stdout), 'line')) as [string];
  const files = join(data, 'document-processing-sandbox', 'files');
  renameSync(files, `${files}-elsewhere`);
  writeFileSync(files, '');
  const [, url = ''] = /on (\S+)/.exec(line) ?? [];
  const headers = { authorization: 'Bearer sandbox-token', 'content-type': 'application/json' };
  const send = async () =>
    expect((await fetch(url + CONTENT, { method: 'POST', headers, body: '{"fileBase64":"AAAA"}' })).status).toBe(500);
  return { sandbox, send };
}

test('it goes on where who has read its output has gone away, as behind a pipe', async () => {
  const { sandbox, send } = await startFailing();
  sandbox.stdout.destroy();
  sandbox.stderr.destroy();
  for (let at = 0; at < 5; at++) await send();
  sandbox.kill();
  expect(await once(sandbox, 'exit')).toEqual([0, null]);
}, 60_000);

test('it ends where nobody reads its output', async () => {
  const { sandbox, send } = await startFailing();
  sandbox.stdout.pause();
  for (let at = 0; at < 400; at++) await send();
  sandbox.kill();
  expect(await once(sandbox, 'exit')).toEqual([0, null]);
}, 60_000);
