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

export async function sendCall(url: string, { method = 'POST', headers = {}, query = {}, body }: WebhookCall): Promise<WebhookAnswer> {
  const address = new URL(url);
  for (const [name, values] of Object.entries(query)) for (const value of [values].flat()) address.searchParams.append(name, value);
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
