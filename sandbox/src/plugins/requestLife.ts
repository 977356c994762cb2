import { finished } from 'node:stream/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { UploadFolder } from '../upload/upload.ts';
import type { Journal, JournalEntry } from './journal.ts';
import type { Stats } from './stats.ts';

declare module 'fastify' {
  interface FastifyRequest {
    startedAt: number;
    folder: UploadFolder;
    journal: JournalEntry | null;
    /** Resolves when the answer has left, or cannot any more. */
    answered: Promise<void>;
    fault: Map<string, string>;
    callbackFault: string | undefined;
  }
}

export type RequestLife = { journal: Journal; stats: Stats; uploads: string; now(): number };

export const isOwnRoute = (request: FastifyRequest) => request.url.startsWith('/_sandbox');
export const pathOf = (request: FastifyRequest) => request.url.split('?', 1)[0] ?? '';

/**
 * What every request has from its beginning to its end: an entry in the journal, a folder for its files, a place in the
 * count.
 */
export function followRequests(app: FastifyInstance, life: RequestLife): void {
  app.decorateRequest('startedAt', 0);
  app.decorateRequest('folder');
  app.decorateRequest('journal', null);
  app.decorateRequest('answered');
  app.decorateRequest('fault');
  app.decorateRequest('callbackFault');
  app.addHook('onRequest', async (request, reply) => {
    request.startedAt = performance.now();
    request.folder = new UploadFolder(life.uploads);
    request.fault = new Map();
    request.answered = finished(reply.raw).then(
      () => {},
      () => {},
    );
    if (!isOwnRoute(request)) begin(request, life);
    void request.answered.then(() => end(request, reply.raw, life));
  });
  app.addHook('onSend', async (request, _reply, payload) => {
    if (request.journal && typeof payload === 'string') request.journal.code = codeIn(payload);
    return payload;
  });
}

function begin(request: FastifyRequest, { journal, stats, now }: RequestLife): void {
  stats.enter();
  const { id: requestId, method, headers } = request;
  request.journal = journal.open({
    requestId,
    at: new Date(now()).toISOString(),
    method,
    path: pathOf(request),
    headers,
  });
}

function end(
  request: FastifyRequest,
  raw: { statusCode: number; writableFinished: boolean },
  { stats }: RequestLife,
): void {
  // What is left of a refused upload is read and dropped, else the connection would stand still.
  if (!request.raw.complete) request.raw.resume();
  request.folder.remove().catch((error: unknown) => request.log.error(error));
  if (!request.journal) return;
  stats.leave();
  const elapsedMilliseconds = Math.round(performance.now() - request.startedAt);
  Object.assign(request.journal, {
    httpStatus: raw.writableFinished ? raw.statusCode : null,
    elapsedMilliseconds,
    aborted: !raw.writableFinished,
  });
}

const codeIn = (payload: string) => /"status":\{"code":"([^"]{1,20})"/.exec(payload)?.[1] ?? null;
