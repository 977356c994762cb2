import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { CONTENT, byName, sample, sendForm, sendJson } from './client.ts';
import { bodyOf, startReceiver } from './receiver.ts';
import { openSandbox, serve } from './surroundings.ts';

const file = await sample('statement.pdf');
const moved = (location: string) => ({ status: 302, headers: { location } });
/** Of no document, however it is called. */
const page = (body: string | Buffer) => ({ headers: { 'content-type': 'application/pdf' }, body });
const NAMED = '/relat\u00f3rio.pdf';
/** What each address answers; any other is silent. */
const ANSWERS: Record<string, { status?: number; headers?: Record<string, string>; body?: string | Buffer }> = {
  '/file.pdf': { body: file },
  [encodeURI(NAMED)]: { body: file },
  '/moved': moved('/file.pdf'),
  '/latin': moved(NAMED),
  '/utf-8': moved(Buffer.from(NAMED).toString('latin1')),
  '/loop': moved('/loop'),
  '/away': moved('file:///etc/passwd'),
  '/nothing': { status: 404 },
  '/empty': {},
  '/part': { status: 206, body: file.subarray(0, 500) },
  '/sign-in': page('<!DOCTYPE html><html><body><a href="/file.pdf">%PDF-1.7</a></body></html>'),
  '/xhtml': page(
    '\uFEFF<?xml version="1.0"?>\n<!-- shared -->\n<html xmlns="http://www.w3.org/1999/xhtml"><body/></html>',
  ),
  '/wide': page(Buffer.from('\uFEFF<html><body>Sign in</body></html>', 'utf16le')),
  '/bare': page('\n\n<title>Sign in</title><p>Sign in to see the file'),
  '/note': page('The file is gone'),
};
const requested: string[] = [];
const { url: base } = await serve(({ url = '' }, response) => {
  requested.push(url);
  if (url === '/endless') return void setInterval(() => response.write(Buffer.alloc(20_000)), 2).unref();
  const { status = 200, headers = {}, body } = ANSWERS[url] ?? {};
  if (url in ANSWERS) response.writeHead(status, headers).end(body);
});
const app = await openSandbox({ maxUploadBytes: 100_000 });

const extract = (path: string) => sendForm(app, CONTENT, { fileUrl: base + path });

test.each(['/file.pdf', '/moved', '/latin', '/utf-8'])('a document is fetched from %s and read', async (path) => {
  const { status, result } = await extract(path);
  expect(status).toBe(200);
  expect(byName(result[0].fields)).toMatchObject({ account_holder: 'Elena Sample Costa' });
});

test('each document is fetched from a server that closes a connection when it is used again', async () => {
  const used = new WeakSet<Socket>();
  const { url } = await serve(({ socket }, response) => {
    if (used.has(socket)) return void socket.destroy();
    used.add(socket);
    response.end(file);
  });
  for (let at = 0; at < 3; at++) expect((await sendForm(app, CONTENT, { fileUrl: url })).status).toBe(200);
});

test.each([
  ['/nothing', 'R101', 'HTTP 404'],
  ['/loop', 'R101', 'too many redirects'],
  ['/away', 'R101', 'not http or https'],
  ['/endless', 'R101', 'larger than'],
  ['/empty', 'R101', 'empty'],
  ['/part', 'R101', 'HTTP 206'],
  ['/sign-in', 'R130', 'web page'],
  ['/xhtml', 'R130', 'web page'],
  ['/wide', 'R130', 'web page'],
  ['/bare', 'R130', 'web page'],
  ['/note', 'R130', 'content of an unknown format'],
])('a download of %s is refused with %s, which says why: %s', async (path, code, reason) => {
  const errors = { parameter: 'fileUrl', description: expect.stringContaining(reason) };
  expect(await extract(path)).toMatchObject({ status: 400, code, errors });
});

test('a download that does not end is a wrong parameter that says so', async () => {
  const impatient = await openSandbox({ downloadTimeoutMs: 400 });
  const { status, errors } = await sendForm(impatient, CONTENT, { fileUrl: `${base}/silent` });
  expect([status, errors]).toEqual([400, { parameter: 'fileUrl', description: expect.stringContaining('too long') }]);
});

test('a download may take long, as long as something comes', async () => {
  const { url } = await serve(async (_request, response) => {
    const length = Math.ceil(file.length / 8);
    for (let at = 0; at < file.length; at += length) {
      response.write(file.subarray(at, at + length));
      await sleep(100);
    }
    response.end();
  });
  const impatient = await openSandbox({ downloadTimeoutMs: 500 });
  expect((await sendForm(impatient, CONTENT, { fileUrl: url })).status).toBe(200);
  const ends = await openSandbox({ downloadTimeoutMs: 500, readingTimeoutMs: 400 });
  const { status, errors } = await sendForm(ends, CONTENT, { fileUrl: url });
  expect([status, errors.description]).toEqual([400, expect.stringContaining('more than 0.4 seconds')]);
});

test('documents that a server never sends keep none of it, of another server, or sent along from being read', async () => {
  const patient = await openSandbox({ downloadTimeoutMs: 600_000 });
  const { receiver, url } = await startReceiver();
  const { url: silent } = await serve(() => {});
  const start = async (document: object) =>
    (await sendJson(patient, CONTENT, { ...document, webhook: { url } })).result.processId as string;
  for (let at = 0; at < 50; at++) await start({ fileUrl: at < 40 ? silent : `${base}/silent` });
  const others = [await start({ fileBase64: file.toString('base64') }), await start({ fileUrl: `${base}/file.pdf` })];
  const callbacks = (await receiver.waitFor(2)).map(bodyOf);
  expect(callbacks.map(({ processId }) => processId).sort()).toEqual(others.sort());
  expect(callbacks).toMatchObject([{ status: { code: '200' } }, { status: { code: '200' } }]);
});

test('a file that was sent makes fileUrl unneeded', async () => {
  requested.length = 0;
  const { status } = await sendForm(app, CONTENT, { fileUrl: `${base}/file.pdf`, file });
  expect([status, requested]).toEqual([200, []]);
});
