import { startWebhookServer } from './webhookServer.ts';
import type { WebhookRequest, WebhookResponse } from './webhookServer.ts';

/** A call to a webhook. A string or bytes go as they are; anything else goes as JSON. */
export interface WebhookCall {
  method?: string;
  headers?: Record<string, string>;
  query?: Record<string, string | string[]>;
  body?: unknown;
}

export interface WebhookAnswer {
  status: number;
  headers: Headers;
  body: Buffer;
  text: string;
  /** The body as JSON, `undefined` when it is not JSON. */
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

async function send(
  url: string,
  { method = 'POST', headers = {}, query = {}, body }: WebhookCall,
): Promise<WebhookAnswer> {
  const address = new URL(url);
  for (const [name, values] of Object.entries(query))
    for (const value of [values].flat()) address.searchParams.append(name, value);
  const isJson = body !== undefined && typeof body !== 'string' && !Buffer.isBuffer(body);
  const response = await fetch(address, {
    method,
    redirect: 'manual',
    headers: { connection: 'close', ...(isJson && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: asBody(body) }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const text = bytes.toString();
  return { status: response.status, headers: response.headers, body: bytes, text, json: parsed(text) };
}

/** What became of a call on n8n's side, and what the caller got. */
export type CallResult<Outcome> = Outcome & { response: WebhookAnswer };

/** Makes one call over HTTP to whatever takes it. */
export async function callOnce<Outcome extends object>(
  take: (request: WebhookRequest, response: WebhookResponse) => Promise<Outcome>,
  call: WebhookCall,
): Promise<CallResult<Outcome>> {
  let outcome: Outcome | undefined;
  const server = await startWebhookServer(async (request, response) => {
    outcome = await take(request, response);
  });
  try {
    const response = await send(server.url, call);
    await server.idle();
    return { ...(outcome as Outcome), response };
  } finally {
    await server.close();
  }
}
