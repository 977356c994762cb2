import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { parsed } from '../../../sandbox/server/json.ts';
import { until } from './surroundings.ts';

export const CONTENT = '/process-image/content-extraction';
export const PAGES = '/process-image/multipage-content-extraction';
export const GENERATIVE = '/process-image/generative-content-extraction';
export const COMPARE = '/process-image/content-compare';
export const INVOICE = '/process-invoice/extraction';
export const SUMMARY = '/billing/daily-summary';
export const VIO = '/process-image/vio-extraction';
export const CARD = '/process-image/payment-card-extraction';
export const ADDRESSES = '/process-text/multi-address-parsing';
export const ENRICHMENT = '/big-data/enrichment/async';
export const SIGN_IN = '/user/authenticate';

/** A parsed answer. Tests read its members without a type; documentation.test.ts checks the shapes. */
export type Json = ReturnType<typeof JSON.parse>;

/** With the members of its envelope that tests look at. */
export type Answer = {
  status: number;
  headers: Record<string, unknown>;
  text: string;
  /** Null if it is no JSON. */
  body: Json;
  result: Json;
  requestId: string;
  code: string;
  message: string;
  errors: Json;
};

export const AUTHORIZED = { authorization: 'Bearer sandbox-token' };

export const sample = (name: string) => readFile(join(import.meta.dirname, '../../../sandbox/samples', name));

export const sampleInBase64 = async (name: string) => (await sample(name)).toString('base64');

/** What a sandbox says of itself at a path below `/_sandbox`. */
export const inspect = async (app: FastifyInstance, path: string): Promise<Json> =>
  (await app.inject(`/_sandbox/${path}`)).json();

type FormValue = string | Buffer | File;
export type Form = Record<string, FormValue | FormValue[]>;

/** A form as it is sent; a list is sent as several parts. */
export async function encoded(form: Form): Promise<{ payload: Buffer; headers: Record<string, string> }> {
  const data = new FormData();
  for (const [name, values] of Object.entries(form))
    for (const value of [values].flat())
      if (!Buffer.isBuffer(value)) data.append(name, value);
      else data.append(name, new Blob([new Uint8Array(value)], { type: 'application/octet-stream' }), 'document.bin');
  const response = new Response(data);
  const headers = { 'content-type': response.headers.get('content-type') ?? '' };
  return { payload: Buffer.from(await response.arrayBuffer()), headers };
}

export async function sendForm(app: FastifyInstance, url: string, form: Form, more: object = {}): Promise<Answer> {
  const { payload, headers } = await encoded(form);
  return send(app, url, payload, { ...headers, ...more });
}

export const sendJson = (app: FastifyInstance, url: string, body: unknown, headers: object = {}): Promise<Answer> =>
  send(app, url, JSON.stringify(body), { 'content-type': 'application/json', ...headers });

export async function send(
  app: FastifyInstance,
  url: string,
  payload: string | Buffer,
  headers: object,
): Promise<Answer> {
  const response = await app.inject({ method: 'POST', url, payload, headers: { ...AUTHORIZED, ...headers } });
  const { statusCode: status, body: text } = response;
  const body: Json = parsed(text) ?? null;
  return { ...body, ...body?.status, status, headers: response.headers, text, body };
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
    ENRICHMENT,
    { query: 'pf', parameters: {}, webhook, ...more },
    callback ? { 'x-sandbox-callback': callback } : {},
  );

export const requestsOf = async (app: FastifyInstance): Promise<Json[]> => (await inspect(app, 'requests')).requests;

export const processesOf = async (app: FastifyInstance): Promise<Json[]> => (await inspect(app, 'processes')).processes;

/** A process, the first if none is named, once it is in one of these states. */
export const untilProcess = (app: FastifyInstance, states: string[], id?: string): Promise<Json> =>
  until(async () => {
    const found = (await processesOf(app)).find((process) => process.id === id || id === undefined);
    return states.includes(found?.state) && found;
  });

/** What is asked, and what is said of it, in lines: `asked → sentence`. */
export const refusalsIn = (lines: string): [asked: string, sentence: string][] =>
  lines
    .trim()
    .split(/\n */)
    .map((line) => line.split(' → ') as [string, string]);

/** Ends with a sentence; … stands for what else is said in it. */
export const said = (sentence: string): unknown =>
  expect.stringMatching(new RegExp(`${sentence.replace(/[.?*+^$()[\]{}|\\]/g, '\\$&').replaceAll('…', '.*')}$`));

/** Fields by name; what repeats is a list. */
export function byName(fields: { name: string; value: string | null }[]): Record<string, unknown> {
  const grouped = Map.groupBy(fields, ({ name }) => name);
  return Object.fromEntries(
    [...grouped].map(([name, same]) => [name, same.length === 1 ? same[0]?.value : same.map(({ value }) => value)]),
  );
}

export const rowsOf = (table: { values: { name: string; value: string | null }[][] }) => table.values.map(byName);
