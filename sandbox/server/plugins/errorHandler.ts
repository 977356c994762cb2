import type { Socket } from 'node:net';
import { randomUUID } from 'node:crypto';
import { ReadingError } from 'document-processing-reader';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { failureEnvelope, failureStatus, type ErrorsShape } from '../envelope.ts';
import { asServiceError, noSuchOperation, ServiceError } from '../errors.ts';
import { pathOf } from './requestLifecycle.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    errorsAs?: ErrorsShape;
  }
}

/** Answers every failure with an envelope. */
export function handleErrors(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.setErrorHandler((error, request, reply) => {
    // Requests under way lose their connection then, and soon after the database.
    if (isClosing) return sendFailure(error, request, reply);
    // The files of a client that has gone away are removed, whatever its work has come to.
    const isGone = reply.raw.destroyed && (error as NodeJS.ErrnoException).code === 'ENOENT';
    const isExpected = isGone || error instanceof ServiceError || error instanceof ReadingError;
    if (!isExpected && asServiceError(error).code === 'E100') request.log.error(error);
    return sendFailure(error, request, reply);
  });
  app.setNotFoundHandler((request, reply) =>
    sendFailure(noSuchOperation(`${request.method} ${pathOf(request)}`), request, reply),
  );
}

export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = asServiceError(error);
  if (failure.retryAfterSeconds !== null) reply.header('retry-after', failure.retryAfterSeconds);
  const status = failureStatus(failure, request.routeOptions?.config?.errorsAs ?? 'list');
  // A request that fails before its first hook has no start time.
  const info = { requestId: request.id, startedAt: request.startedAt || performance.now() };
  return reply.code(failure.httpStatus).type('application/json').send(failureEnvelope(info, status));
}

/** Answers bytes that are not HTTP, for which Fastify has no request. */
export function handleClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy();
  const status =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? '408 Request Timeout'
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? '431 Request Header Fields Too Large'
        : '400 Bad Request';
  const failure = {
    code: status.startsWith('400') ? 'R101' : status.slice(0, 3),
    message: 'The request is not valid HTTP',
    errors: [],
  };
  const body = JSON.stringify(failureEnvelope({ requestId: randomUUID(), startedAt: performance.now() }, failure));
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
