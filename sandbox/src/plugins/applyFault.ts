import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { failureEnvelope } from '../envelope.ts';
import { ServiceError } from '../errors.ts';

const GARBAGE = '\u0000{"result": [}{ %PDF-1.7 not json at all';
const PAGE =
  '<!doctype html><html><head><title>Gateway</title></head><body><h1>Something went wrong</h1></body></html>';

/** Faults that take the place of an answer. True when the request has been dealt with. */
export async function answerWithFault(
  request: FastifyRequest,
  reply: FastifyReply,
  fault: Map<string, string>,
): Promise<boolean> {
  if (fault.has('delay')) await waitUnlessGone(request, Number(fault.get('delay')) || 0);
  if (fault.has('hang')) await waitUnlessGone(request, 3_600_000);
  if (request.raw.destroyed && !request.raw.complete) return true;
  if (fault.has('retry-after')) reply.header('retry-after', fault.get('retry-after'));
  if (fault.has('reset')) return cutConnection(request, reply);
  const status = Number(fault.get('status') ?? 0);
  if (fault.has('redirect'))
    return send(reply, status || 302, '', 'text/plain', { location: fault.get('redirect') ?? '' });
  if (fault.has('empty')) return send(reply, status || 200, '');
  if (fault.has('garbage')) return send(reply, status || 200, GARBAGE);
  if (fault.has('html')) return send(reply, status || 200, PAGE, 'text/html; charset=utf-8');
  if (fault.has('failing-envelope'))
    return sendFailingEnvelope(request, reply, fault.get('code') ?? 'E100', status || 200);
  const code = fault.get('code');
  if (status || code)
    throw new ServiceError(
      code ?? CODES[status] ?? String(status),
      status || STATUSES[code ?? ''] || 500,
      'A failure that was asked for',
    );
  return false;
}

/** Faults of an answer that was really made. */
export function spoilAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  fault: Map<string, string>,
  payload: string,
): string | Readable {
  const half = payload.slice(0, Math.ceil(payload.length / 2));
  if (fault.has('truncated')) return half;
  if (fault.has('reset-after')) return Readable.from(thenCut(request, ''));
  if (!fault.has('cut')) return payload;
  // The whole length is promised, half of it comes, then the connection is gone.
  reply.header('content-length', Buffer.byteLength(payload));
  return Readable.from(thenCut(request, half));
}

async function* thenCut(request: FastifyRequest, beginning: string): AsyncGenerator<Buffer> {
  if (beginning) yield Buffer.from(beginning);
  if (beginning) await sleep(20);
  request.raw.socket.destroy();
}

const CODES: Record<number, string> = { 400: 'R101', 401: 'R117', 500: 'E100' };
const STATUSES: Record<string, number> = { R101: 400, R130: 400, R117: 401, E100: 500 };

function cutConnection(request: FastifyRequest, reply: FastifyReply): true {
  reply.hijack();
  // A real reset where the socket can do it; an injected request has none.
  if (typeof request.raw.socket?.resetAndDestroy === 'function') request.raw.socket.resetAndDestroy();
  else request.raw.socket?.destroy();
  return true;
}

function send(
  reply: FastifyReply,
  status: number,
  body: string,
  type = 'application/json',
  headers: Record<string, string> = {},
): true {
  void reply.code(status).headers(headers).type(type).send(body);
  return true;
}

function sendFailingEnvelope(request: FastifyRequest, reply: FastifyReply, code: string, status: number): true {
  const failure = { code, message: 'A failure that was asked for', errors: null };
  void reply.code(status).send(failureEnvelope({ requestId: request.id, startedAt: request.startedAt }, failure));
  return true;
}

async function waitUnlessGone(request: FastifyRequest, milliseconds: number): Promise<void> {
  const gone = new AbortController();
  const stop = () => gone.abort();
  request.raw.socket?.once('close', stop);
  await sleep(milliseconds, null, { signal: gone.signal, ref: false }).catch(() => {});
  request.raw.socket?.off('close', stop);
}
