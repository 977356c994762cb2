// Takes what n8n exports of its traces (OTLP over HTTP, in Protocol Buffers).
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface Span {
  traceId: string;
  spanId: string;
  name: string;
  /** Those that are texts. */
  attributes: Record<string, string>;
}

export interface TraceCollector {
  url: string;
  spans: Span[];
  close(): Promise<void>;
}

export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: Span[] = [];
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      spans.push(...spansIn(body));
      response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const close = async (): Promise<void> => {
    server.close().closeAllConnections();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans, close };
}

// Numbers of fields: opentelemetry/proto/trace/v1/trace.proto.
const spansIn = (request: Buffer): Span[] =>
  fieldsIn(request, 1)
    .flatMap((resource) => fieldsIn(resource, 2))
    .flatMap((scope) => fieldsIn(scope, 2))
    .map((span) => ({
      traceId: fieldIn(span, 1).toString('hex'),
      spanId: fieldIn(span, 2).toString('hex'),
      name: fieldIn(span, 5).toString(),
      attributes: Object.fromEntries(
        fieldsIn(span, 9).map((pair) => [fieldIn(pair, 1).toString(), fieldIn(fieldIn(pair, 2), 1).toString()]),
      ),
    }));

const fieldIn = (message: Buffer, number: number): Buffer => fieldsIn(message, number)[0] ?? Buffer.alloc(0);

/** What a message of Protocol Buffers has under a number, if that is of varying length: bytes, texts, messages. */
function fieldsIn(message: Buffer, number: number): Buffer[] {
  const found: Buffer[] = [];
  let at = 0;
  const readNumber = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = message.readUInt8(at++);
      value += (byte % 128) * factor;
      if (byte < 128) return value;
    }
  };
  while (at < message.length) {
    const tag = readNumber();
    const type = tag % 8;
    // A number of 8 or 4 bytes, bytes of a given length, or a number that says itself where it ends.
    const length = type === 1 ? 8 : type === 5 ? 4 : readNumber();
    if (type === 2 && Math.floor(tag / 8) === number) found.push(message.subarray(at, at + length));
    if (type !== 0) at += length;
  }
  return found;
}
