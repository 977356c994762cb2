import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { multipartReader } from './multipart.ts';
import type { Part } from './multipart.ts';

/** A request as the server has seen it. It is listed as soon as it arrives and filled in while it goes on. */
export interface RecordedRequest {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: IncomingHttpHeaders;
  /** Empty where bodies are not kept. */
  body: Buffer;
  /** The body read as JSON, `undefined` when it is not JSON. */
  json: unknown;
  parts: Part[];
  size: number;
  /** The client went away: before its body was complete, or before it had the answer. */
  aborted: boolean;
}

export function recordArrival(request: IncomingMessage): RecordedRequest {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://server');
  return {
    method: request.method ?? '',
    path: pathname,
    query: Object.fromEntries(searchParams),
    headers: request.headers,
    body: Buffer.alloc(0),
    json: undefined,
    parts: [],
    size: 0,
    aborted: false,
  };
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

/** Fills in what the body tells, while it arrives. */
export async function readBody(request: IncomingMessage, recorded: RecordedRequest, keep: boolean): Promise<void> {
  const isMultipart = request.headers['content-type']?.startsWith('multipart/form-data');
  const multipart = isMultipart ? multipartReader(request.headers, keep) : undefined;
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) {
    recorded.size += chunk.length;
    if (keep) chunks.push(chunk);
    if (multipart && !multipart.into.write(chunk))
      await new Promise((resolve) => multipart.into.once('drain', resolve));
  }
  multipart?.into.end();
  recorded.body = Buffer.concat(chunks);
  recorded.json = isMultipart ? undefined : parsed(recorded.body);
  if (multipart) recorded.parts = await multipart.parts;
}
