// The service, in its own process: responds after a fixed time and counts what it receives.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { headersOf } from '../../support/callbackService.ts';
import type { Webhook } from '../../support/callbackService.ts';
import { answerCalls } from '../calls.ts';
import { addressesAnswer, cropsAnswer, documentAnswer, processAnswer } from './answers.ts';
import { burst } from './burst.ts';
import type { CallbackTarget } from './burst.ts';

export interface Behaviour {
  /** Milliseconds from the last byte of a request to the first byte of the response. */
  latency: number;
  answer: 'document' | 'addresses' | 'process' | { crops: number; characters: number };
  /** Keeps the body of the last request, so that `holds` can search it. */
  keep?: boolean;
}

export interface Counts {
  requests: number;
  /** Requests whose body ended early. */
  cut: number;
  peakInFlight: number;
}

const UNUSED: Counts = { requests: 0, cut: 0, peakInFlight: 0 };
let behaviour: Behaviour = { latency: 0, answer: 'document' };
let fixed: Buffer | undefined;
let counts = { ...UNUSED };
let inFlight = 0;
let kept: Buffer = Buffer.alloc(0);
let targets: CallbackTarget[] = [];

const asBytes = (answer: object) => Buffer.from(JSON.stringify(answer));

/** A response that is the same for every request is created once. */
function fixedAnswer({ answer }: Behaviour): Buffer | undefined {
  if (answer === 'document') return asBytes(documentAnswer());
  return typeof answer === 'object' ? cropsAnswer(answer) : undefined;
}

/** A response that depends on the body of the request. */
function answerTo(body: Buffer): Buffer {
  const json = JSON.parse(body.toString()) as {
    contents?: unknown[];
    webhook?: Webhook;
  };
  if (behaviour.answer === 'addresses') return asBytes(addressesAnswer(json.contents?.length ?? 0));
  const processId = randomUUID();
  targets.push({ url: json.webhook?.url ?? '', headers: headersOf(json.webhook), processId });
  return asBytes(processAnswer(processId));
}

/** Reads the body, and keeps it only if it is needed. */
async function drain(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const keeps = behaviour.keep === true || fixed === undefined;
  request.on('data', (chunk: Buffer) => {
    if (keeps) chunks.push(chunk);
  });
  await once(request, 'end');
  return Buffer.concat(chunks);
}

async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
  counts.requests++;
  counts.peakInFlight = Math.max(counts.peakInFlight, ++inFlight);
  response.on('close', () => void inFlight--);
  request.on('close', () => void (counts.cut += request.complete ? 0 : 1));
  const body = await drain(request);
  if (behaviour.keep) kept = body;
  if (behaviour.latency > 0) await sleep(behaviour.latency);
  const bytes = fixed ?? answerTo(body);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length }).end(bytes);
}

const server = createServer((request, response) => {
  take(request, response).catch(() => response.destroy());
});
// Node's default time-outs would end the slowest peers.
Object.assign(server, { requestTimeout: 0, headersTimeout: 0, keepAliveTimeout: 600_000 });

const functions = {
  async listen(_: undefined): Promise<string> {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  },
  behave(next: Behaviour): void {
    [behaviour, fixed, counts, targets] = [next, fixedAnswer(next), { ...UNUSED }, []];
    kept = Buffer.alloc(0);
  },
  counts: (_: undefined): Counts => counts,
  /** Whether the kept body contains these bytes (passed as base64), unchanged or as base64. */
  holds: (base64: string): { bytes: boolean; base64: boolean } => ({
    bytes: kept.includes(Buffer.from(base64, 'base64')),
    base64: kept.includes(base64),
  }),
  /** Calls back all processes at once, or calls one URL `count` times. */
  burst: (target: { url: string; count: number } | undefined) =>
    burst(
      target
        ? Array.from({ length: target.count }, () => ({ url: target.url, headers: {}, processId: randomUUID() }))
        : targets,
    ),
};

export type ServiceFunctions = typeof functions;
answerCalls(functions);
