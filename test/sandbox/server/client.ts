import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { until } from './surroundings.ts';

/** A parsed answer. Tests read its members without a type; documentation.test.ts checks the shapes. */
export type Json = ReturnType<typeof JSON.parse>;

export type Answer = { status: number; headers: Record<string, unknown>; body: Body };
export type Body = {
  result: Json;
  requestId: string;
  elapsedMilliseconds: number;
  status: { code: string; message: string; errors: Json };
};

export const AUTHORIZED = { authorization: 'Bearer sandbox-token' };

export const sample = (name: string) => readFile(join(import.meta.dirname, '../../../sandbox/samples', name));

/** What a sandbox says of itself at a path below `/_sandbox`. */
export const inspect = async (app: FastifyInstance, path: string): Promise<Json> =>
  (await app.inject(`/_sandbox/${path}`)).json();

export type FormValue = string | Buffer;

export async function sendForm(
  app: FastifyInstance,
  url: string,
  values: [string, FormValue][],
  headers: Record<string, string> = {},
): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of values) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, new Blob([new Uint8Array(value)], { type: 'application/octet-stream' }), 'document.bin');
  }
  const encoded = new Response(form);
  const contentType = encoded.headers.get('content-type') ?? '';
  return send(app, url, Buffer.from(await encoded.arrayBuffer()), { 'content-type': contentType, ...headers });
}

export const sendJson = (
  app: FastifyInstance,
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> => send(app, url, JSON.stringify(body), { 'content-type': 'application/json', ...headers });

export async function send(
  app: FastifyInstance,
  url: string,
  payload: string | Buffer,
  headers: Record<string, string>,
): Promise<Answer> {
  const response = await app.inject({ method: 'POST', url, payload, headers: { ...AUTHORIZED, ...headers } });
  return { status: response.statusCode, headers: response.headers, body: response.json<Body>() };
}

/** Sends JSON over a connection: to a sandbox in a process of its own, or where it matters how a request ends. */
export const postJson = (url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { ...AUTHORIZED, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

/** What is said at an address, as JSON. */
export const jsonAt = async (url: string): Promise<Json> => (await fetch(url)).json();

/** Starts an enrichment that calls back to a webhook, as `callback` says. */
export const enrich = (app: FastifyInstance, webhook: object, callback?: string, more: object = {}): Promise<Answer> =>
  sendJson(
    app,
    '/big-data/enrichment/async',
    { query: 'pf', parameters: {}, webhook, ...more },
    callback ? { 'x-sandbox-callback': callback } : {},
  );

export const processesOf = async (app: FastifyInstance): Promise<Json[]> => (await inspect(app, 'processes')).processes;

/** A process, the first if none is named, once it is in one of these states. */
export const untilProcess = (app: FastifyInstance, states: string[], id?: string): Promise<Json> =>
  until(async () => {
    const found = (await processesOf(app)).find((process) => process.id === id || id === undefined);
    return states.includes(found?.state) && found;
  });

/** Fields by name; what repeats is a list. */
export function byName(fields: { name: string; value: string | null }[]): Record<string, unknown> {
  const grouped = Map.groupBy(fields, ({ name }) => name);
  return Object.fromEntries(
    [...grouped].map(([name, same]) => [name, same.length === 1 ? same[0]?.value : same.map(({ value }) => value)]),
  );
}

export const rowsOf = (table: { values: { name: string; value: string | null }[][] }) => table.values.map(byName);
