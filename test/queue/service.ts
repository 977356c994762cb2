// The service for the scaling test: it answers, calls back as it is told, and counts what it was sent and what came out.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { headersOf } from '../support/callbackService.ts';
import type { Webhook } from '../support/callbackService.ts';
import { deliver } from '../support/deliver.ts';

export interface Process {
  processId: string;
  row: string;
  url: string;
  headers: Record<string, string>;
}

/** How one callback ended: a status, or 0 if there was no answer. */
export interface Answer {
  processId: string;
  status: number;
  /** When it was sent, by `performance.now()`. */
  begun: number;
  seconds: number;
}

export interface Service {
  url: string;
  processes: Process[];
  answers: Answer[];
  /** Requests by row. */
  sent: Map<string, number>;
  /** Results a workflow has reported, by row, and when it last did. */
  results: Map<string, number>;
  lastResult: number;
  /** When each request to read a document came, by `performance.now()`. */
  requests: number[];
  /** Milliseconds until a synchronous request is answered. */
  latency: number;
  /** What happens after a process has been accepted. */
  afterStart: (process: Process) => void;
  close: () => Promise<void>;
}

const add = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);

export const envelope = (result: unknown) => ({
  result,
  requestId: randomUUID(),
  elapsedMilliseconds: 1,
  status: { code: '200', message: 'OK', errors: [] },
});

const letter = (row: string) => [
  { type: 'carta', stdType: 'letter', score: 0.9, fields: [{ name: 'row', stdName: null, value: row, score: 1 }] },
];

/** Rows stand in a tag (`row=…`) or in the correlation ID. The start of a body is enough to find them. */
const READ_BYTES = 64 * 1024;

async function readStart(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    if (size < READ_BYTES) chunks.push(chunk);
    size += chunk.length;
  }
  return Buffer.concat(chunks).toString();
}

export async function startService(): Promise<Service> {
  const service: Service = {
    url: '',
    processes: [],
    answers: [],
    sent: new Map(),
    results: new Map(),
    lastResult: 0,
    requests: [],
    latency: 0,
    afterStart: () => undefined,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  /** The answer, and the process that it starts. */
  async function answer(path: string, text: string): Promise<{ body: object; process?: Process }> {
    if (path === '/count') {
      add(service.results, (JSON.parse(text) as { row: string }).row);
      service.lastResult = performance.now();
      return { body: {} };
    }
    const webhook = /^\s*\{/.test(text) ? (JSON.parse(text) as { webhook?: Webhook }).webhook : undefined;
    if (webhook) {
      const process = asProcess(webhook);
      add(service.sent, process.row);
      service.processes.push(process);
      return { body: envelope({ processId: process.processId }), process };
    }
    const row = /row=([\w-]+)/.exec(text)?.[1] ?? 'unknown';
    add(service.sent, row);
    service.requests.push(performance.now());
    await sleep(service.latency);
    return { body: envelope(letter(row)) };
  }

  const server = createServer((request, response) => {
    readStart(request)
      .then((text) => answer(request.url ?? '', text))
      .then(({ body, process }) => {
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body), () => {
          if (process) service.afterStart(process);
        });
      })
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return service;
}

/** The row is the correlation ID, which the signed token carries. */
function asProcess(webhook: Webhook): Process {
  const headers = headersOf(webhook);
  const [claims = ''] = Object.values(headers).at(-1)?.split('.') ?? [];
  const { correlationId } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { correlationId: string };
  return { processId: randomUUID(), row: correlationId, url: webhook.url, headers };
}

/** Delivers a result once, as a service does that gives up after so many milliseconds. */
export async function callBack(service: Service, process: Process, timeout = 60_000): Promise<number> {
  const body = { ...envelope(letter(process.row)), processId: process.processId };
  const begun = performance.now();
  const status = await deliver(process.url, process.headers, body, timeout);
  service.answers.push({ processId: process.processId, status, begun, seconds: (performance.now() - begun) / 1000 });
  return status;
}

/** Delivers until it is accepted, as a service does that repeats what was not: every second, so many times. */
export async function callBackAgain(service: Service, process: Process, times = 120): Promise<void> {
  for (let left = times; left > 0 && (await callBack(service, process, 15_000)) !== 200; left--) await sleep(1000);
}
