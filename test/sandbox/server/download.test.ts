import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { CONTENT, byName, sample, sendForm, sendJson } from './client.ts';
import { bodyOf, startReceiver, type Received } from './receiver.ts';
import { openSandbox, serve } from './surroundings.ts';

/** What an address answers that is no document. */
const PAGES: Record<string, string | Buffer> = {
  '/sign-in': '<!DOCTYPE html><html><body><a href="/file.pdf">%PDF-1.7</a></body></html>',
  '/xhtml': '\uFEFF<?xml version="1.0"?>\n<!-- shared -->\n<html xmlns="http://www.w3.org/1999/xhtml"><body/></html>',
  '/wide': Buffer.from('\uFEFF<html><body>Sign in</body></html>', 'utf16le'),
  '/bare': '\n\n<title>Sign in</title><p>Sign in to see the file',
  '/note': 'The file is gone',
};
const file = await sample('statement.pdf');
const requested: string[] = [];
const { url: base } = await serve((request, response) => {
  requested.push(request.url ?? '');
  if (request.url === '/file.pdf') return void response.end(file);
  if (request.url === '/moved') return void response.writeHead(302, { location: '/file.pdf' }).end();
  if (request.url === '/latin') return void response.writeHead(302, { location: '/relat\u00f3rio.pdf' }).end();
  if (request.url === '/utf-8') {
    const location = Buffer.from('/relat\u00f3rio.pdf').toString('latin1');
    return void response.writeHead(302, { location }).end();
  }
  if (request.url === encodeURI('/relat\u00f3rio.pdf')) return void response.end(file);
  if (request.url === '/loop') return void response.writeHead(302, { location: '/loop' }).end();
  if (request.url === '/away') return void response.writeHead(302, { location: 'file:///etc/passwd' }).end();
  if (request.url === '/endless') return void setInterval(() => response.write(Buffer.alloc(20_000)), 2).unref();
  if (request.url === '/silent') return;
  if (request.url === '/part') return void response.writeHead(206).end(file.subarray(0, 500));
  if (request.url === '/empty') return void response.end();
  const page = PAGES[request.url ?? ''];
  if (page) return void response.writeHead(200, { 'content-type': 'application/pdf' }).end(page);
  response.writeHead(404).end();
});
const app = await openSandbox({ maxUploadBytes: 100_000 });

test('documents that a server never sends keep none of another server from being read', async () => {
  const patient = await openSandbox({ downloadTimeoutMs: 600_000 });
  const { receiver, url } = await startReceiver();
  const { url: silent } = await serve(() => {});
  const start = (fileUrl: string) => sendJson(patient, CONTENT, { fileUrl, webhook: { url } });
  for (let time = 0; time < 40; time++) expect((await start(silent)).status).toBe(201);
  const { result } = await start(`${base}/file.pdf`);
  const [callback] = await receiver.waitFor(1);
  expect(bodyOf(callback as Received).processId).toBe(result.processId);
});

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

test('addresses that never answer keep no other asynchronous document from being read', async () => {
  const patient = await openSandbox({ downloadTimeoutMs: 600_000 });
  const { receiver, url } = await startReceiver();
  const start = async (document: object) =>
    (await sendJson(patient, CONTENT, { ...document, webhook: { url } })).result.processId as string;
  for (let at = 0; at < 10; at++) await start({ fileUrl: `${base}/silent` });
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
