import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { checkCallbackFault, checkFault, LONGEST_DELAY } from '../directives.ts';
import { failureEnvelope } from '../envelope.ts';
import { SERVICE_CODES, ServiceError, type ServiceCode } from '../errors.ts';
import type { Faults } from '../faults.ts';
import { operationAt } from '../operations/index.ts';
import { isForm } from '../upload/form.ts';
import { pathOf } from './requestLifecycle.ts';

const REQUESTED = 'A failure requested by a sandbox fault';
const GARBAGE = '\u0000{"result": [}{ %PDF-1.7 not json at all';
const PAGE =
  '<!doctype html><html><head><title>Gateway</title></head><body><h1>Something went wrong</h1></body></html>';

/** Adds the hooks that make requests of this scope fail on purpose. */
export function applyFaults(app: FastifyInstance, faults: Faults): void {
  app.addHook('onRequest', async (request, reply) => {
    const header = (name: string) => request.headers[name]?.toString();
    checkFault(header('x-sandbox-fault'), 'x-sandbox-fault');
    checkCallbackFault(header('x-sandbox-callback'), 'x-sandbox-callback');
    const path = pathOf(request);
    const callsBack = operationAt(path, isForm(request.headers))?.callback !== undefined;
    const fault = faults.take({ path, callsBack }, header('x-sandbox-fault'), header('x-sandbox-callback'));
    request.fault = fault.request;
    request.callbackFault = fault.callback;
    if (request.logEntry)
      Object.assign(request.logEntry, { fault: fault.text ?? null, callback: fault.callback ?? null });
    if (fault.request.has('early') && (await replyWithFault(request, reply, fault.request))) return reply;
  });
  app.addHook('preHandler', async (request, reply) => {
    if (!request.fault.has('early') && (await replyWithFault(request, reply, request.fault))) return reply;
  });
  app.addHook('onSend', async (request, reply, payload) =>
    typeof payload === 'string' ? corruptPayload(request, reply, request.fault, payload) : payload,
  );
}

/** Faults that replace the answer. Returns true if the request needs no other answer. */
async function replyWithFault(
  request: FastifyRequest,
  reply: FastifyReply,
  fault: Map<string, string>,
): Promise<boolean> {
  if (fault.has('delay')) await waitWhileConnected(request, Number(fault.get('delay')) || 0);
  if (fault.has('hang')) await waitWhileConnected(request, LONGEST_DELAY);
  if (request.raw.destroyed && !request.raw.complete) return true;
  if (fault.has('retry-after')) reply.header('retry-after', fault.get('retry-after'));
  if (fault.has('reset')) return resetConnection(request, reply);
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
    throw new ServiceError(code ?? CODES[status] ?? String(status), status || httpStatusOf(code ?? ''), REQUESTED);
  return false;
}

/** Faults that damage a real answer. */
function corruptPayload(
  request: FastifyRequest,
  reply: FastifyReply,
  fault: Map<string, string>,
  payload: string,
): string | Readable {
  const half = payload.slice(0, Math.ceil(payload.length / 2));
  if (fault.has('truncated')) return half;
  if (fault.has('reset-after')) return Readable.from(breakOff(request, ''));
  if (!fault.has('cut')) return payload;
  // The header announces the whole length; half of it is sent, then the connection breaks.
  reply.header('content-length', Buffer.byteLength(payload));
  return Readable.from(breakOff(request, half));
}

async function* breakOff(request: FastifyRequest, beginning: string): AsyncGenerator<Buffer> {
  if (beginning) yield Buffer.from(beginning);
  if (beginning) await sleep(20);
  request.raw.socket.destroy();
}

const CODES: Record<number, string> = { 400: 'R101', 401: 'R117', 500: 'E100' };

const httpStatusOf = (code: string) =>
  Object.hasOwn(SERVICE_CODES, code) ? SERVICE_CODES[code as ServiceCode].http : 500;

function resetConnection(request: FastifyRequest, reply: FastifyReply): true {
  reply.hijack();
  // Node never closes one that it resets while it ends. Injected requests (tests) have a socket that cannot reset.
  const socket = request.raw.socket as Partial<Socket>;
  if (socket.writableEnded === false) socket.resetAndDestroy?.();
  else socket.destroy?.();
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
  const failure = { code, message: REQUESTED, errors: null };
  void reply.code(status).send(failureEnvelope({ requestId: request.id, startedAt: request.startedAt }, failure));
  return true;
}

async function waitWhileConnected(request: FastifyRequest, milliseconds: number): Promise<void> {
  const closed = new AbortController();
  const stop = () => closed.abort();
  request.raw.socket?.once('close', stop);
  await sleep(milliseconds, null, { signal: closed.signal, ref: false }).catch(() => {});
  request.raw.socket?.off('close', stop);
}
