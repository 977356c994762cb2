import type { Socket } from 'node:net';
import { finished } from 'node:stream/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { UploadFolder } from '../upload/upload.ts';
import type { KeptDocuments } from '../console/keptDocuments.ts';
import { bytesOf, type Memory } from '../memory.ts';
import type { LogEntry, RequestLog } from './requestLog.ts';
import type { Strangers } from './strangers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    startedAt: number;
    folder: UploadFolder;
    /** The request's entry in the request log; null for the sandbox's own routes. */
    logEntry: LogEntry | null;
    /** Null once it is admitted. */
    stranger: Strangers | null;
    /** Counts it with those of who has a token, from now on. */
    admit(): void;
    /** Resolves when the answer has been sent, or the connection is closed. */
    answered: Promise<void>;
    fault: Map<string, string>;
    callbackFault: string | undefined;
  }
}

export type RequestLifecycle = {
  requestLog: RequestLog;
  memory: Memory;
  keptDocuments: KeptDocuments;
  stats: Stats;
  /** Null where there are none. */
  strangers: Strangers | null;
  uploads: string;
  answerTimeoutMs: number;
  now(): number;
};

/** Counts requests in flight, their peak and their total. */
export class Stats {
  #inFlight = 0;
  #peak = 0;
  #total = 0;

  enter(): void {
    this.#inFlight++;
    this.#total++;
    this.#peak = Math.max(this.#peak, this.#inFlight);
  }

  leave(): void {
    this.#inFlight--;
  }

  read() {
    return { inFlight: this.#inFlight, peak: this.#peak, total: this.#total };
  }

  reset(): void {
    this.#peak = this.#inFlight;
    this.#total = 0;
  }
}

/** The sandbox's own routes and its documentation are neither counted nor logged; a path beside them that is no route is. */
const isOwnRoute = ({ routeOptions }: FastifyRequest) =>
  /^\/(_sandbox|docs(?![^/])|openapi\.json$|healthz$)/.test(routeOptions.url ?? '');
export const pathOf = (request: FastifyRequest) => request.url.split('?', 1)[0] ?? '';

/** Unanswered requests of one connection. Who sends more has read no answer: each would wait in memory. */
const MOST_UNANSWERED = 10;

/** Gives every request a log entry, a folder for its files and a place in the statistics, and ends them with it. */
export function followRequests(app: FastifyInstance, lifecycle: RequestLifecycle): void {
  app.decorateRequest('startedAt', 0);
  app.decorateRequest('folder');
  app.decorateRequest('logEntry', null);
  app.decorateRequest('stranger', null);
  app.decorateRequest('admit');
  app.decorateRequest('answered');
  app.decorateRequest('fault');
  app.decorateRequest('callbackFault');
  /** What ends the requests of a connection. */
  const unanswered = new WeakMap<Socket, Set<() => void>>();
  const unansweredOf = (socket: Socket): Set<() => void> => {
    const ends = unanswered.get(socket) ?? new Set();
    // In Node 20 the answer to a request behind another one does not hear that its connection is closed.
    if (!unanswered.has(socket)) (socket as Partial<Socket>).once?.('close', () => ends.forEach((end) => end()));
    unanswered.set(socket, ends);
    return ends;
  };
  app.addHook('onRequest', async (request, reply) => {
    const { socket } = request.raw;
    const ends = unansweredOf(socket);
    if (ends.size >= MOST_UNANSWERED) {
      socket.destroy();
      return reply.hijack();
    }
    request.startedAt = performance.now();
    const { strangers, memory, uploads } = lifecycle;
    request.folder = new UploadFolder(uploads, strangers?.memory ?? memory);
    request.fault = new Map();
    const { promise, resolve } = Promise.withResolvers<void>();
    ends.add(resolve);
    finished(reply.raw).then(resolve, () => resolve());
    request.answered = promise;
    if (!isOwnRoute(request)) begin(request, lifecycle);
    const tooLate = strangers && setTimeout(() => request.raw.complete || socket.destroy(), strangers.longestRequest);
    request.stranger = strangers;
    request.admit = () => {
      request.stranger = null;
      clearTimeout(tooLate ?? undefined);
      request.folder.countIn(memory);
      if (request.logEntry) lifecycle.requestLog.admit(request.logEntry);
    };
    request.answered
      .then(() => {
        clearTimeout(tooLate ?? undefined);
        ends.delete(resolve);
        end(request, reply.raw, lifecycle);
      })
      .then(() => request.folder.remove())
      .catch((error: unknown) => request.log.error(error));
  });
  app.addHook('onSend', async (request, reply, payload) => {
    if (!request.raw.complete && /\bclose\b/i.test(request.headers.connection ?? '')) await drainUpload(request, reply);
    // Who takes nothing of it for a while is gone. What an injected request has is no socket.
    (request.raw.socket as Partial<Socket>).setTimeout?.(lifecycle.answerTimeoutMs);
    // What is open to all is in memory once.
    const bytes = typeof payload === 'string' ? bytesOf(payload) : Buffer.isBuffer(payload) ? payload.length : 0;
    if (!request.routeOptions.config.isOpen) request.folder.holdAnswer(bytes);
    if (request.logEntry && typeof payload === 'string') {
      request.logEntry.code = codeIn(payload);
      request.logEntry.keepAnswer(payload);
    }
    return payload;
  });
}

/** Less than a stranger has for a request: one whose token has expired hears so. */
const LONGEST_DRAIN = 8000;

/**
 * Node closes the connection after the answer if the client asked for that, even if its upload is still on the way. The
 * client then sees a broken connection instead of the answer. So what is left of the upload is read first.
 */
async function drainUpload({ raw }: FastifyRequest, reply: FastifyReply): Promise<void> {
  raw.resume();
  const signal = AbortSignal.timeout(LONGEST_DRAIN);
  await finished(raw, { writable: false, cleanup: true, signal }).catch(() => {
    reply.raw.shouldKeepAlive = true;
  });
}

function begin(request: FastifyRequest, { requestLog, stats, now }: RequestLifecycle): void {
  stats.enter();
  const { id: requestId, method, headers } = request;
  const head = { requestId, at: new Date(now()).toISOString(), method, path: pathOf(request), headers };
  const query = request.url.slice(pathOf(request).length + 1);
  request.logEntry = requestLog.open({ ...head, query });
}

function end(
  request: FastifyRequest,
  raw: { statusCode: number; writableFinished: boolean },
  { stats, requestLog, keptDocuments }: RequestLifecycle,
): void {
  // Read and drop the rest of a rejected upload, or the client would never finish sending.
  if (!request.raw.complete) request.raw.resume();
  // It may have been forgotten meanwhile.
  if (request.folder.document && requestLog.find(request.id)) keptDocuments.keep(request.id, request.folder.document);
  if (!request.logEntry) return;
  stats.leave();
  if (raw.statusCode === 401) requestLog.keepApart(request.logEntry);
  const elapsedMilliseconds = Math.round(performance.now() - request.startedAt);
  requestLog.finish(request.logEntry, {
    httpStatus: raw.writableFinished ? raw.statusCode : null,
    elapsedMilliseconds,
    aborted: !raw.writableFinished,
  });
}

/** The envelope's status stands behind the result, which may have one of its own. */
const codeIn = (payload: string) =>
  [...payload.matchAll(/"status"\s*:\s*\{[^{}]{0,2000}?"code"\s*:\s*"?([^",}\s]{1,20})/g)].at(-1)?.[1] ?? null;
