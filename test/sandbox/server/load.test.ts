import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request, type ClientRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../../sandbox/server/app.ts';
import { AUTHORIZED, sample, type Json } from './client.ts';

const PATH = '/process-image/content-extraction';
const REQUESTS = 64;

let folder = '';
let app: FastifyInstance;
let base: string;
let body: Buffer;
let contentType: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'load-'));
  app = await buildApp({
    workers: 1,
    temporaryFolder: folder,
    networks: false,
    warm: false,
    kept: { documents: 0, documentBytes: 0, answerBytes: 0 },
  });
  base = await app.listen({ port: 0, host: '127.0.0.1' });
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await sample('service-invoice.pdf'))]), 'invoice.pdf');
  const encoded = new Response(form);
  contentType = encoded.headers.get('content-type') ?? '';
  body = Buffer.from(await encoded.arrayBuffer());
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

/** Sends a part of the body; the status of the answer, or null if the client vanished before it. */
function send(share: number): { request: ClientRequest; status: Promise<number | null> } {
  const headers = { ...AUTHORIZED, 'content-type': contentType, 'content-length': body.length };
  const sent = request(base + PATH, { method: 'POST', headers });
  const status = new Promise<number | null>((resolve) => {
    sent.on('response', (response) => response.resume().on('end', () => resolve(response.statusCode ?? null)));
    sent.on('error', () => resolve(null));
  });
  if (share === 1) sent.end(body);
  else sent.write(body.subarray(0, Math.floor(share * body.length)));
  return { request: sent, status };
}

const stats = async (): Promise<Json> => (await fetch(`${base}/_sandbox/stats`)).json();

async function untilIdle(milliseconds: number): Promise<void> {
  const end = performance.now() + milliseconds;
  while ((await stats()).inFlight > 0) {
    if (performance.now() > end) throw new Error(`requests are still in flight after ${milliseconds} ms`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The files in the temporary folder. */
async function files(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

describe('many requests at once', () => {
  test('get no 500 and leave no file behind, though half of the clients vanish', async () => {
    const before = (await files()).length;
    // A quarter vanishes in the middle of its upload, a quarter while it waits for its answer.
    const clients = Array.from({ length: REQUESTS }, (_, at) => ({
      ...send(at % 4 === 0 ? 0.5 : 1),
      vanishes: at % 2 === 0,
    }));
    // Until uploads are on disk.
    while ((await files()).length === before) await new Promise((resolve) => setTimeout(resolve, 5));
    for (const client of clients) if (client.vanishes) client.request.destroy();
    const statuses = await Promise.all(clients.map(({ status }) => status));
    const stayed = statuses.filter((_, at) => !clients[at]?.vanishes);
    expect(stayed).toHaveLength(REQUESTS / 2);
    expect(stayed.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(stayed).toContain(200);
    await untilIdle(60_000);
    // A file is deleted a moment after its request has ended.
    for (const end = performance.now() + 60_000; (await files()).length > before && performance.now() < end;)
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await files()).toHaveLength(before);
    const log = (await (await fetch(`${base}/_sandbox/requests`)).json()) as Json;
    expect(JSON.stringify(log)).not.toMatch(/"status(Code)?":500/);
  });
});
