import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseIncomingMessage } from '@n8n/backend-network';
import type { IDataObject } from 'n8n-workflow';

/** The parts of Express that n8n's nodes use, on Node's own request. */
export interface WebhookRequest extends IncomingMessage {
  body: unknown;
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
  sendStatus(code: number): WebhookResponse;
}

export type WebhookHandler = (request: WebhookRequest, response: WebhookResponse) => Promise<void>;

/** Who takes the calls to a path. */
export type Routes = Map<string, WebhookHandler>;

export interface WebhookServer {
  url: string;
  /** Waits for handlers that go on after their answer is out. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** n8n reads only these types before it asks the node; it leaves other bodies as bytes. */
function parseBody({ contentType, encoding, rawBody }: WebhookRequest): unknown {
  if (rawBody.length === 0) return {};
  const text = rawBody.toString(encoding);
  if (contentType === 'application/json') return JSON.parse(text);
  if (contentType === 'application/x-www-form-urlencoded') return lists(new URLSearchParams(text));
  if (contentType === 'text/plain') return text;
  return {};
}

/** A name that repeats becomes a list, as Express has it. */
const lists = (values: URLSearchParams): IDataObject =>
  Object.fromEntries(
    [...new Set(values.keys())].map((name) => [
      name,
      values.getAll(name).length > 1 ? values.getAll(name) : values.get(name),
    ]),
  );

async function asExpressRequest(raw: IncomingMessage): Promise<WebhookRequest> {
  const { pathname, searchParams } = new URL(raw.url ?? '/', 'http://localhost');
  const request = Object.assign(raw, {
    rawBody: await readBody(raw),
    body: undefined as unknown,
    query: lists(searchParams),
    params: {},
    path: pathname,
    originalUrl: raw.url ?? '/',
    get: (name: string) => raw.headers[name.toLowerCase()]?.toString(),
  });
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
    sendStatus: (code: number) => response.status(code).send(String(code)),
  });
  return response;
}

async function answer(handle: WebhookHandler, raw: IncomingMessage, rawResponse: ServerResponse): Promise<void> {
  const request = await asExpressRequest(raw);
  const response = asExpressResponse(rawResponse);
  try {
    request.body = parseBody(request);
  } catch {
    response.status(422).json({ code: 422, message: 'Failed to parse request body' });
    return;
  }
  await handle(request, response);
}

/** Takes webhook calls on loopback and hands them on with the body read, as n8n's web server does. */
export async function startWebhookServer(handle: WebhookHandler): Promise<WebhookServer> {
  const working = new Set<Promise<void>>();
  const server = createServer((request, response) => {
    const work = answer(handle, request, response).catch((error: Error) => {
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
