import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { envelope } from './envelope.ts';
import { readBody, recordArrival, type RecordedRequest } from './recordedRequest.ts';

/** Cuts the connection instead of answering. */
export const CUT = Symbol('cut');
/** Leaves the request without an answer. */
export const SILENCE = Symbol('silence');

/**
 * `result` in the envelope of a success, `json`, `body`, or nothing; `cutAfter` sends so many bytes of it and cuts the
 * connection, `silentAfter` sends no more. `drips` sends a byte at a time, without end, and `repeats` the whole as fast
 * as it is read.
 */
export interface Reply {
  status?: number;
  headers?: Record<string, string | string[]>;
  result?: unknown;
  json?: unknown;
  body?: string | Buffer;
  cutAfter?: number;
  silentAfter?: number;
  drips?: boolean;
  repeats?: boolean;
  /** Bytes instead of an HTTP response. */
  raw?: string | Buffer;
}

export type Respond = (request: RecordedRequest, index: number) => Answer | Promise<Answer>;
export type Answer = Reply | typeof CUT | typeof SILENCE;

export interface RecordingServer {
  url: string;
  requests: RecordedRequest[];
  /** Requests being worked on, and the most there have been at once. */
  inFlight: { now: number; peak: number };
  /** Answers differently from now on. */
  respond(next: Respond): void;
  /** Waits until so many requests have begun. */
  arrived(count: number): Promise<void>;
  /** Waits until no request is being worked on. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

function send(response: ServerResponse, answer: Answer): void {
  if (answer === SILENCE) return;
  if (answer === CUT) {
    response.destroy();
    return;
  }
  if (answer.raw !== undefined) return void response.socket?.end(answer.raw);
  const {
    status = 200,
    headers = {},
    json = 'result' in answer ? envelope(answer.result) : undefined,
    body = json === undefined ? '' : JSON.stringify(json),
    cutAfter,
    silentAfter,
    drips = false,
    repeats = false,
  } = answer;
  const bytes = Buffer.from(body);
  response.writeHead(status, {
    ...(json !== undefined && { 'content-type': 'application/json' }),
    ...(!drips && !repeats && { 'content-length': bytes.length }),
    ...headers,
  });
  if (drips) drip(response, bytes);
  else if (repeats) repeat(response, bytes);
  else if (silentAfter !== undefined) response.write(bytes.subarray(0, silentAfter));
  else if (cutAfter === undefined) response.end(bytes);
  else response.write(bytes.subarray(0, cutAfter), () => response.destroy());
}

function repeat(response: ServerResponse, bytes: Buffer): void {
  const more = () => {
    while (response.write(bytes));
    response.once('drain', more);
  };
  more();
}

function drip(response: ServerResponse, bytes: Buffer): void {
  let sent = 0;
  const timer = setInterval(() => response.write(bytes.subarray(sent++ % bytes.length).subarray(0, 1)), 20);
  response.on('close', () => clearInterval(timer));
}

/** A real server on loopback that keeps what it gets. It answers with an empty success until told otherwise. */
export async function startServer(
  respond: Respond = () => ({ result: [] }),
  { keepBodies = true }: { keepBodies?: boolean } = {},
): Promise<RecordingServer> {
  const requests: RecordedRequest[] = [];
  const inFlight = { now: 0, peak: 0 };
  const changes = new EventEmitter();
  const until = async (done: () => boolean): Promise<void> => {
    while (!done()) await once(changes, 'change');
  };

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const recorded = recordArrival(request);
    const index = requests.push(recorded) - 1;
    inFlight.peak = Math.max(inFlight.peak, ++inFlight.now);
    changes.emit('change');
    response.on('close', () => {
      inFlight.now--;
      recorded.aborted = !response.writableFinished && !cutByServer;
      changes.emit('change');
    });
    let cutByServer = false;
    await readBody(request, recorded, keepBodies);
    const answer = await respond(recorded, index);
    cutByServer = answer === CUT || (typeof answer === 'object' && answer.cutAfter !== undefined);
    send(response, answer);
  }

  const server = createServer((request, response) => {
    // A client that goes away in the middle of its body ends up here; `aborted` has it.
    take(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    inFlight,
    respond: (next) => {
      respond = next;
    },
    arrived: (count) => until(() => requests.length >= count),
    settled: () => until(() => inFlight.now === 0),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
