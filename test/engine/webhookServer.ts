// The web server of n8n, as far as nodes use it: Express-like requests and responses, and calls to it.
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGunzip, createInflate } from 'node:zlib';
import { parseIncomingMessage } from '@n8n/backend-network';
import type { IDataObject } from 'n8n-workflow';

/** Node's own request, with the members of Express that n8n's nodes use. */
export interface WebhookRequest extends IncomingMessage {
  body: unknown;
  /** Absent as long as the body has not been read. */
  rawBody: Buffer;
  query: IDataObject;
  params: IDataObject;
  path: string;
  originalUrl: string;
  get(name: string): string | undefined;
}

export interface WebhookResponse extends ServerResponse {
  status(code: number): WebhookResponse;
  set(name: string, value: string): WebhookResponse;
  json(body: unknown): WebhookResponse;
  send(body?: unknown): WebhookResponse;
}

export type WebhookHandler = (request: WebhookRequest, response: WebhookResponse) => Promise<void>;

/** The handler of each path. */
export type Routes = Map<string, WebhookHandler>;

export interface WebhookServer {
  url: string;
  /** Waits for handlers that still work after they have responded. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

const DECOMPRESSED = { gzip: createGunzip, deflate: createInflate };

/** n8n decompresses these two, where it reads the body itself. */
async function readRawBody(request: IncomingMessage): Promise<Buffer> {
  const decompress = DECOMPRESSED[request.headers['content-encoding'] as keyof typeof DECOMPRESSED];
  const chunks: Buffer[] = [];
  for await (const chunk of decompress ? request.pipe(decompress()) : request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** The body could not be parsed: the status n8n answers with. */
export class UnprocessableBody extends Error {
  readonly status = 422;
}

/** Reads the body, as n8n does before it calls a node that does not read it itself. */
export async function readBody(request: WebhookRequest): Promise<void> {
  request.rawBody = await readRawBody(request);
  try {
    request.body = parseBody(request);
  } catch (cause) {
    throw new UnprocessableBody('Failed to parse request body', { cause });
  }
}

/** n8n parses only these types before it calls the node; a node gets other bodies as bytes. */
function parseBody({ contentType, encoding, rawBody }: WebhookRequest): unknown {
  if (rawBody.length === 0) return {};
  const text = () => rawBody.toString(encoding);
  if (contentType === 'application/json') return JSON.parse(text());
  if (contentType === 'application/x-www-form-urlencoded') return asQuery(new URLSearchParams(text()));
  if (contentType === 'text/plain') return text();
  return {};
}

/** A repeated name gets a list of values, as in Express. */
const asQuery = (values: URLSearchParams): IDataObject =>
  Object.fromEntries(
    [...new Set(values.keys())].map((name) => [
      name,
      values.getAll(name).length > 1 ? values.getAll(name) : values.get(name),
    ]),
  );

function asExpressRequest(raw: IncomingMessage): WebhookRequest {
  const { pathname, searchParams } = new URL(raw.url ?? '/', 'http://localhost');
  const request = Object.assign(raw, {
    body: undefined as unknown,
    query: asQuery(searchParams),
    params: {},
    path: pathname,
    originalUrl: raw.url ?? '/',
    get: (name: string) => raw.headers[name.toLowerCase()]?.toString(),
  }) as WebhookRequest;
  parseIncomingMessage(request);
  return request;
}

function asExpressResponse(raw: ServerResponse): WebhookResponse {
  const response: WebhookResponse = Object.assign(raw, {
    status: (code: number) => Object.assign(response, { statusCode: code }),
    set: (name: string, value: string) => response.setHeader(name, value),
    json(body: unknown) {
      if (!response.hasHeader('content-type')) response.setHeader('content-type', 'application/json; charset=utf-8');
      return response.end(JSON.stringify(body));
    },
    send(body: unknown = '') {
      return typeof body === 'string' || Buffer.isBuffer(body) ? response.end(body) : response.json(body);
    },
  });
  return response;
}

async function handleRequest(handle: WebhookHandler, raw: IncomingMessage, rawResponse: ServerResponse): Promise<void> {
  await handle(asExpressRequest(raw), asExpressResponse(rawResponse));
}

/** Listens on loopback and calls the handler, which reads the body or leaves it to the node. */
export async function startWebhookServer(handle: WebhookHandler): Promise<WebhookServer> {
  const working = new Set<Promise<void>>();
  const server = createServer((request, response) => {
    const work = handleRequest(handle, request, response).catch((error: Error) => {
      if (!response.headersSent) response.statusCode = 500;
      response.end(JSON.stringify({ code: 0, message: error.message }));
    });
    working.add(work);
    void work.then(() => working.delete(work));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  const idle = async (): Promise<void> => void (await Promise.all(working));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, idle, close };
}

/** A call to a webhook. The body is sent as it is when it is a string or bytes, otherwise as JSON. */
export interface WebhookCall {
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
  /** When the caller goes, without the response. */
  signal?: AbortSignal;
}

export interface WebhookReply {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed body, `undefined` if it is not JSON. */
  json: unknown;
}

const asBody = (body: unknown): string | Uint8Array<ArrayBuffer> =>
  typeof body === 'string' || Buffer.isBuffer(body) ? (body as string) : JSON.stringify(body);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function send(url: string, { method = 'POST', headers = {}, body, signal }: WebhookCall): Promise<WebhookReply> {
  const isJson = body !== undefined && typeof body !== 'string' && !Buffer.isBuffer(body);
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: { connection: 'close', ...(isJson && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: asBody(body) }),
    ...(signal && { signal }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parsed(text) };
}

/** The outcome of a call inside n8n, and the response the caller got. */
export type CallResult<Outcome> = Outcome & { response: WebhookReply };

/** Sends one call over HTTP to the handler. */
export async function callOnce<Outcome extends object>(
  handle: (request: WebhookRequest, response: WebhookResponse) => Promise<Outcome>,
  call: WebhookCall,
): Promise<CallResult<Outcome>> {
  let outcome: Outcome | undefined;
  const server = await startWebhookServer(async (request, response) => {
    outcome = await handle(request, response);
  });
  try {
    const response = await send(server.url, call).finally(server.idle);
    return { ...(outcome as Outcome), response };
  } finally {
    await server.close();
  }
}
